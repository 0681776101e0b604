#!/usr/bin/env python3
"""headsup.1 names what --help names, and man(1) formats it without a warning.

usage: man_page.py PROGRAM FOLDER
"""
import pathlib
import re
import subprocess
import sys

from program import SUBS, names, options, run

program, folder = sys.argv[1:]
page = pathlib.Path(folder, "headsup.1")
shown = subprocess.run(["groff", "-man", "-K", "utf-8", "-T", "utf8", "-ww", "-r", "LL=100n", page], capture_output=True, text=True)
assert shown.returncode == 0 and not shown.stderr, f"groff says: {shown.stderr}"

source = page.read_text(encoding="utf-8")
plain = re.sub(r"\\f[BIR]|\\:|\\&", "", source)
for escape, character in ((r"\-", "-"), (r"\(aq", "'"), (r"\(ti", "~"), (r"\(ha", "^"), (r"\(ga", "`"), (r"\e", "\\")):
    plain = plain.replace(escape, character)
sections = dict(re.findall(r"^\.SH ([^\n]*)\n(.*?)(?=^\.SH|\Z)", plain, re.M | re.S))
tags = {title: re.findall(r"^\.TP\n([^\n]*)", body, re.M) for title, body in sections.items()}

expected = {("-h, " if o == "--help" else "-V, " if o == "--version" else "") + f"{o} {a}".strip()
            for sub in ("", *SUBS) for o, a in options(program, sub).items()}
assert set(tags["OPTIONS"]) == expected, f"options: {expected ^ set(tags['OPTIONS'])}"

for title, wanted in (("SUB-COMMANDS", SUBS), ("STAGES", names(program, "stages")), ("MODELS", names(program, "models")),
                        ("PALETTES", names(program, "palettes"))):
    assert [tag.split()[0] for tag in tags[title]] == list(wanted), f"{title}: {tags[title]}"
help_text = run(program, "--help")
commands = help_text.split("Commands, for --do and scripts\n", 1)[1].split("\n\n")[0]
listed = [line.split()[0] for line in commands.splitlines() if line.startswith("  ") and line[2] != " "]
assert len(listed) > 30, listed
assert [tag.split()[0] for tag in tags["COMMANDS"]] == listed, "commands"
for line in help_text.split("Sub-commands\n", 1)[1].split("\n\n")[0].splitlines():
    usage = line.strip().split("  ")[0]
    assert not usage.startswith("headsup") or usage in sections["SYNOPSIS"].splitlines(), f"usage: {usage}"
version = run(program, "--version").split()[1]
assert f"Heads Up {version}" in source.splitlines()[1], "the version"
print(f"{len(expected)} options, {len(listed)} commands")
