#!/usr/bin/env python3
"""The same words give the same figure from one version of the program to the next; svg_compare.py says what "same" is.

usage: golden.py HEADSUP FOLDER      (HEADSUP_WRITE_GOLDEN=1 writes the figures anew; look at them before you commit)
The figures depend on the fonts of Debian 12.
"""
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from figures import FIGURES, arguments
from svg_compare import compare

headsup, folder = sys.argv[1:3]
problems = []
with tempfile.TemporaryDirectory() as scratch:
    for name in FIGURES:
        made, kept = os.path.join(scratch, name + ".svg"), os.path.join(folder, name + ".svg")
        run = subprocess.run([headsup, "export", "--out", made, *arguments(name)], capture_output=True, text=True)
        if run.returncode:
            problems.append(f"{name}: {run.stderr.strip()}")
            continue
        figure = open(made, "rb").read()
        if os.environ.get("HEADSUP_WRITE_GOLDEN"):
            open(kept, "wb").write(figure)
        elif not os.path.exists(kept):
            problems.append(f"{name}: {kept} is missing")
        else:
            difference = compare(open(kept, "rb").read(), figure)
            if difference:
                problems.append(f"{name}: {difference}")
print("\n".join(problems) or f"{len(FIGURES)} figures as they were")
sys.exit(1 if problems else 0)
