#!/usr/bin/env python3
"""Every word a person reads goes through gettext: the help and an error are asked for in the pseudo-language
(support/pseudo_language.py), and in no language.

usage: words.py HEADSUP FOLDER_OF_CATALOGUES
"""
import os
import subprocess
import sys

headsup, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
plain = dict(os.environ, LC_ALL="C.UTF-8", HEADSUP_LOCALES=folder)
plain.pop("LANGUAGE", None)
pseudo = dict(plain, LANGUAGE="en_XA")
said = lambda env, *args: subprocess.run([headsup, *args], capture_output=True, text=True, env=env)
problems = []
for sub in ("", "export", "trace", "play", "list", "train", "bench", "check", "tokens", "next"):
    shown = said(pseudo, *sub.split(), "--help").stdout
    if shown.count("⟦") < 5 or shown.count("⟦") != shown.count("⟧"):
        problems.append(f"the help of “{sub}” is not translated, or cut: {shown}")
wrong = said(pseudo, "export", "--stage", "wieghts").stderr
if "⟦" not in wrong:
    problems.append(f"an error is not translated: {wrong}")
if "⟦" in said(plain, "--help").stdout:
    problems.append("translated without being asked")
print("\n".join(problems) or "all through gettext")
sys.exit(1 if problems else 0)
