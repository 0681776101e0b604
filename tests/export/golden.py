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
from svg_compare import compare

FIGURES = {
    "weights": ["--stage", "weights", "--head", "4", "--cell", "8,7", "--caption", "below"],
    "masked-causal": ["--stage", "masked", "--mask", "causal", "--layer", "2", "--head", "1"],
    "scores-chinese": ["--stage", "scores", "--head", "2", "--numbers", "on", "动物没有过马路，因为它太累了"],
    "heads-shared": ["--view", "heads", "--stage", "scaled", "--range", "shared", "--width", "174mm", "--font-size", "8"],
    "overview-dark": ["--view", "overview", "--theme", "dark", "--cell", "8,7"],
    "stage-output": ["--view", "stage", "--stage", "output", "--head", "4", "--cell", "8,3"],
    "stage-block": ["--view", "stage", "--stage", "block", "--layer", "2", "--cell", "8,3"],
    "hidden-row": ["--stage", "weights", "--do", "mask row 2 hide", "سلام دنیا", "a", "b"],
    "screen-prediction": ["--model", "reader", "--view", "screen", "--size", "1440x900", "--do", "stage logits; cell 8 row"],
    "screen-layer-output": ["--model", "reader", "--view", "screen", "--size", "1280x720", "--do", "stage block"],
    "screen-training": ["--view", "screen", "--size", "1440x900", "--do",
                        "view training; train copy; train until 24; timeline 16; watch w_q 2 3"],
    "prediction-chinese": ["--model", "reader", "--view", "stage", "--stage", "logits", "--cell", "7,2",
                           "动物没有过马路，因为它太累了"],
    "screen-scores": ["--view", "screen", "--size", "1440x900", "--do", "stage scores; step by cell; cell 3 2"],
}
headsup, folder = sys.argv[1:3]
problems = []
with tempfile.TemporaryDirectory() as scratch:
    for name, words in FIGURES.items():
        made, kept = os.path.join(scratch, name + ".svg"), os.path.join(folder, name + ".svg")
        model = [] if "--model" in words else ["--model", "hand-made"]
        run = subprocess.run([headsup, "export", "--out", made, *model, *words], capture_output=True, text=True)
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
