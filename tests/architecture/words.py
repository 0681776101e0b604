#!/usr/bin/env python3
"""Every word a person reads goes through gettext: a translation of everything changes everything.

usage: words.py HEADSUP PROJECT
Each marked text is "translated" into itself between « and », compiled, and the help is asked for in that language.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

headsup, project = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
sources = sorted(str(p) for p in (project / "src").rglob("*.c"))
with tempfile.TemporaryDirectory() as folder:
    pot = os.path.join(folder, "all.pot")
    made = subprocess.run(["xgettext", "--from-code=UTF-8", "--language=C", "--keyword=_", "--keyword=N_", "--keyword=P_:1,2", "--keyword=C_:1c,2", "--output=" + pot, *sources],
                          capture_output=True, text=True)
    if made.returncode or "warning" in made.stderr:
        sys.exit(f"xgettext complains: {made.stderr}")
    text = open(pot, encoding="utf-8").read().replace("charset=CHARSET", "charset=UTF-8")
    entries = re.findall(r'msgid ((?:"(?:\\.|[^"\\])*"\s*)+)msgstr ""', text)
    header, rest = text.split("\n\n", 1)
    count = 0

    def translate(match):
        global count
        count += 1
        pieces = re.findall(r'"((?:\\.|[^"\\])*)"', match.group(1))
        whole = "".join(pieces)
        end = "\\n" if whole.endswith("\\n") else ""
        start = "\\n" if whole.startswith("\\n") else ""
        core = whole[len(start):len(whole) - len(end)] if end else whole[len(start):]
        return f'msgid {match.group(1)}msgstr "{start}«{core}»{end}"'

    rest = re.sub(r'msgid ((?:"(?:\\.|[^"\\])*"\s*)+)msgstr ""', translate, rest)
    po = os.path.join(folder, "all.po")
    open(po, "w", encoding="utf-8").write(header + "\n\n" + rest)
    target = os.path.join(folder, "xx", "LC_MESSAGES")
    os.makedirs(target)
    subprocess.run(["msgfmt", "--check-format", "-o", os.path.join(target, "headsup.mo"), po], check=True)
    plain = dict(os.environ, LC_ALL="C.UTF-8", HEADSUP_LOCALES=folder)
    plain.pop("LANGUAGE", None)
    shown = subprocess.run([headsup, "--help"], capture_output=True, text=True, env=dict(plain, LANGUAGE="xx"))
    wrong = subprocess.run([headsup, "export", "--stage", "wieghts"], capture_output=True, text=True, env=dict(plain, LANGUAGE="xx"))
    problems = []
    if count < 100:
        problems.append(f"only {count} marked texts")
    if "«" not in shown.stdout:
        problems.append("the help is not translated")
    if "«" not in wrong.stderr:
        problems.append(f"an error is not translated: {wrong.stderr}")
    if "«" in subprocess.run([headsup, "--help"], capture_output=True, text=True, env=plain).stdout:
        problems.append("translated without being asked")
    print("\n".join(problems) or f"{count} texts, all through gettext")
    sys.exit(1 if problems else 0)
