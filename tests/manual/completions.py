#!/usr/bin/env python3
"""The completions offer, in real shells, what --help and the lists name: no more and no less.

usage: completions.py PROGRAM FOLDER
"""
import os
import pathlib
import pty
import re
import select
import subprocess
import sys
import tempfile
import time

from program import SUBS, names, options

PROGRAM, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
PATIENCE_S = 60


class Terminal:
    """A shell at work in a terminal of its own."""

    def __init__(self, words, folder, setup):
        self.process, self.line = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe(words[0], words, {"PATH": os.environ["PATH"], "HOME": folder, "TERM": "dumb", "LC_ALL": "C.UTF-8",
                                         "PS1": "", "COLUMNS": "150", "LINES": "500"})
        os.write(self.line, b"stty cols 150 rows 500; " + setup.encode() + b"; echo rea''dy\n")
        self.read_until("ready\r\n")

    def read_until(self, mark):
        text, end = "", time.monotonic() + PATIENCE_S
        while mark not in text:
            assert time.monotonic() < end, f"waited for {mark!r}: {text!r}"
            if select.select([self.line], [], [], 1)[0]:
                text += os.read(self.line, 65536).decode(errors="replace")
        return text

    def offered(self, typed):
        """All that two tabs behind what is typed write into the terminal."""
        os.write(self.line, typed.encode() + b"\t\t")
        # Ctrl-U takes the line back; the next command marks the end.
        time.sleep(0.05)
        os.write(self.line, b"\x01#\recho en''d\r")
        text = self.read_until("end\r\n")
        return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|[\x07\x08]", "", text)


def fish(typed, folder):
    script = f"source {FOLDER / 'headsup.fish'}; complete -C '{typed}'"
    done = subprocess.run(["fish", "--no-config", "-c", script], capture_output=True, text=True, cwd=folder, check=True,
                          env={**os.environ, "HOME": f"{folder}/.home", "LC_ALL": "C.UTF-8", "XDG_DATA_HOME": f"{folder}/.home",
                               "XDG_CONFIG_HOME": f"{folder}/.home"})
    assert not done.stderr, done.stderr
    return {line.split("\t")[0] for line in done.stdout.splitlines()}


def bash(typed, folder):
    """bash's own function, called as bash calls it; the answers are what would be inserted."""
    script = f"""source {FOLDER / 'headsup.bash'}
      compopt() {{ :; }}
      COMP_LINE=$1 COMP_POINT=${{#1}} COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:'
      _headsup; printf '%s\\n' "${{COMPREPLY[@]}}" """
    done = subprocess.run(["bash", "-c", script, "bash", typed], capture_output=True, text=True, cwd=folder, check=True)
    assert not done.stderr, done.stderr
    return set(done.stdout.split("\n")) - {""}


def of_zsh(folder):
    shell = Terminal(["zsh", "-f", "-i"], folder,
                     f"PROMPT=; unsetopt zle_bracketed_paste prompt_sp; fpath=({FOLDER} $fpath); autoload -U compinit; compinit -u -D; LISTMAX=0; "
                     "setopt list_packed; unsetopt auto_menu; zstyle ':completion:*' verbose no; setopt interactive_comments")

    def zsh(typed, _):
        return {word.rstrip("=") for word in shell.offered(typed).split()} - {"--"}
    return zsh


CASES = (
    # typed, what must be offered: all of it, and nothing else that looks alike
    *((f"headsup {sub} --", lambda sub=sub: set(options(PROGRAM, sub)), "--") for sub in SUBS),
    ("headsup --", lambda: set(options(PROGRAM, "")), "--"),
    ("headsup ", lambda: set(SUBS), ""),
    ("headsup list ", lambda: {"stages", "commands", "models", "palettes", "recipes", "heads", "lessons"}, ""),
    ("headsup train ", lambda: set(names(PROGRAM, "recipes")), ""),
    ("headsup export --stage ", lambda: {*names(PROGRAM, "stages"), "all"}, ""),
    ("headsup export --palette ", lambda: set(names(PROGRAM, "palettes")), ""),
    ("headsup export --model ", lambda: set(names(PROGRAM, "models")), ""),
    ("headsup --model reader export --view ", lambda: {"heatmap", "heads", "stage", "overview", "arcs", "sentence", "grid", "cache", "cost", "length", "saturation", "lookup", "layout", "average", "rollout", "answers", "block", "compare", "curve", "poster", "sheet", "solution", "page", "screen"}, ""),
    ("headsup export --caption ", lambda: {"none", "below", "file"}, ""),
)
PATHS = ("headsup play ", "headsup check scr", "headsup export --out ", "headsup trace --from=scr")


def main():
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "script.txt").touch()
        asked = 0
        for shell, ask in (("bash", bash), ("fish", fish), ("zsh", of_zsh(folder))):
            for typed, expected, prefix in CASES:
                given, wanted = ask(typed, folder), expected()
                assert wanted <= given, f"{shell}: “{typed}” lacks {sorted(wanted - given)}: {sorted(given)}"
                more = {g for g in given if not prefix or g.startswith(prefix)} - wanted - {"script.txt"}
                if shell == "zsh" and not prefix:  # whose terminal shows the typed line, too
                    more = set()
                assert not more, f"{shell}: “{typed}” offers {sorted(more)}, too"
                asked += 1
        # One format is not offered twice, and a part of a mask goes on behind its colon.
        assert bash("headsup export --format png,", folder) == {"png,svg", "png,pdf", "png,csv", "png,npy", "png,json"}
        assert "png,svg" in fish("headsup export --format png,", folder)
        for given in (bash("headsup export --mask ", folder), fish("headsup export --mask ", folder)):
            assert {"causal", "prefix:", "global:"} <= given and "" not in given, given
        assert bash("headsup export --mask=pre", folder) == {"prefix:"}
        # Behind "--" and in a sentence nothing is an option or a sub-command.
        assert not bash("headsup -- --", folder) and "train" not in bash("headsup the cat ", folder)
        zsh = of_zsh(folder)
        for ask in (bash, fish, zsh):
            assert "--head" in ask("headsup export --model reader --force --he", folder), ask
            assert "export" not in ask("headsup -- exp", folder), ask
        # A folder that is called as a word gives way to it.
        pathlib.Path(folder, "copy").mkdir()
        assert bash("headsup train co", folder) == {"copy"}
        assert bash("headsup export --stage \"sca", folder) == {"scaled"}
        # bash itself, which cuts at '=' and ':' and completes paths by its own means.
        shell = Terminal(["bash", "--norc", "-i"], folder, "PS1=; bind 'set show-all-if-ambiguous on'; "
                         f"bind 'set page-completions off'; source {FOLDER / 'headsup.bash'}")
        line = shell.offered("headsup export --mask=prefix:3 --stage=sca")
        assert "--stage=scaled" in line, line
        for typed in PATHS:
            assert "script.txt" in shell.offered(typed), f"bash: “{typed}”"
            assert "script.txt" in " ".join(zsh(typed, folder)), f"zsh: “{typed}”"
            assert "script.txt" in " ".join(fish(typed, folder)), f"fish: “{typed}”"
        print(f"{asked} completions asked for")


main()
