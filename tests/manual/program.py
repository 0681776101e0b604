"""What the program says of itself: the options of its sub-commands and the names of its lists."""
import os
import re
import subprocess

SUBS = ("export", "trace", "play", "lesson", "list", "train", "bench", "check", "tokens", "next", "translate", "sheet")


def run(program, *words):
    done = subprocess.run([program, *words], capture_output=True, text=True, check=True,
                          env={**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": "en"})
    return done.stdout


def options(program, sub):
    """{"--out": "FILE|DIR", "--help": ""} of a sub-command, "" for the window."""
    rows = run(program, *([sub] if sub else []), "--help").split("\nOptions\n", 1)[1].split("\n\n")[0]
    return dict(re.findall(r"^  (?:-\w, )?(--[\w-]+)(?: (\S.*?))?(?:\s{2,}|$)", rows, re.M))


def names(program, what):
    """The first column of a list; a second name in it, behind "or", is left out."""
    return [line.split()[0] for line in run(program, "list", what).splitlines() if line.startswith("  ") and line[2] != " "]
