"""In a figure of one column of a page no word is smaller than the page asks for, and captions say what is shown.

Numbers in cells may be, by a quarter at most; subscripts are.

usage: words_of_page.py HEADSUP
"""
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

SVG = "{http://www.w3.org/2000/svg}"
WIDTH_MM, SIZE_PT, ROUNDED_PT = 84, 7, 0.15
HIGH_MOST = 1.55  # of the width, of a comparison of three matrices: with its caption it stands on a page
SCORES = ["--view", "stage", "--stage", "scores"]
KEPT = "freeze; head off 1; mask causal"
LONG = " ".join(["the old man who lived in the small house near the river went to the market because he was hungry"] * 3)
STAGES = ["tokens", "embed", "qkv", "scores", "scaled", "masked", "weights", "output", "joined", "block", "logits"]
FIGURES = [
    *(["--view", "stage", "--stage", stage] for stage in STAGES),
    *(["--view", "compare", "--stage", stage, "--do", KEPT] for stage in ("qkv", "scores", "weights", "output")),
    ["--view", "compare", "--stage", "weights", "--do", "approximate linformer 4"],
    ["--view", "stage", "--do", "positions rope; stage rotated"],
    ["--view", "stage", "--do", "positions alibi; stage biased"],
    ["--view", "stage", "--do", "schedule flash 4 4; stage tiles"],
    ["--view", "stage", "--do", "approximate linformer 4; stage projected"],
    ["--view", "stage", "--do", "approximate performer 16; stage features"],
    *(["--view", view] for view in ("overview", "cost", "length", "saturation", "lookup", "layout", "average", "rollout", "answers",
                                    "block", "grid", "arcs", "sentence", "heads")),
    *(["--view", view, LONG] for view in ("overview", "arcs", "sentence", "heads")),
    *(["--view", "stage", "--stage", stage, LONG] for stage in STAGES),
]


def is_word(text):
    return len(text) > 1 and re.search(r"[A-Za-z]{2}", text)


def problems_of(program, folder, figure):
    path = os.path.join(folder, "figure.svg")
    subprocess.run([program, "export", "--model", "reader", *figure, "--width", f"{WIDTH_MM}mm", "--font-size", str(SIZE_PT), "--out", path],
                   check=True, stderr=subprocess.DEVNULL)
    root = ElementTree.parse(path).getroot()
    for text in root.iter(SVG + "text"):
        words = "".join(text.itertext())
        if is_word(words) and float(text.get("font-size")) < SIZE_PT - ROUNDED_PT:
            yield f"{' '.join(figure)}: “{words}” has {text.get('font-size')} pt, not {SIZE_PT}"
        top = float(text.get("y") or 0) - 0.72 * float(text.get("font-size"))
        if text.get("y") and not text.get("transform") and top < -0.3:
            yield f"{' '.join(figure)}: “{words}” begins {-top:.1f} pt above the page"
    width = float(root.get("width").removesuffix("pt"))
    if abs(width - WIDTH_MM * 72 / 25.4) > 0.01:
        yield f"{' '.join(figure)}: {width} pt wide"
    height = float(root.get("height").removesuffix("pt"))
    if "compare" in figure and KEPT in figure and "qkv" not in figure and height > HIGH_MOST * width:
        yield f"{' '.join(figure)}: {height:.0f} pt high, more than {HIGH_MOST} times its width"
    whole = sum(bool(re.fullmatch("−?[0-9]+", "".join(text.itertext()))) for text in root.iter(SVG + "text"))
    if figure == SCORES and whole < 11 * 11:
        yield f"{' '.join(figure)}: {whole} whole numbers in its cells"


WORDS = "The animal didn't cross the street because it was too tired"


def unnamed_rows(program, folder):
    """The weighted sum names every key beside its row of V and every query beside its row of the weights, all in full."""
    path = os.path.join(folder, "figure.svg")
    for width in (84, 174):
        subprocess.run([program, "export", "--model", "reader", "--view", "stage", "--stage", "output", "--layer", "2", "--head", "2",
                        "--width", f"{width}mm", "--font-size", str(SIZE_PT), "--out", path, WORDS], check=True, stderr=subprocess.DEVNULL)
        texts = ["".join(text.itertext()) for text in ElementTree.parse(path).getroot().iter(SVG + "text")]
        for word in WORDS.split() + ["Weights", "Output", "= output of it"]:
            wanted = 1 if word not in WORDS.split() else 2
            if texts.count(word) < wanted:
                yield f"weighted sum, {width} mm: “{word}” stands there {texts.count(word)} times, not {wanted}"


CAPTIONS = {
    "the query “it” gives to each key": ["--view", "sentence", "--cell", "8,2"],
    "the lines of the query “it” alone": ["--view", "arcs", "--cell", "8,2"],
    "the number now less the one kept": ["--view", "compare", "--stage", "weights", "--do", KEPT],
    "less the exact one": ["--view", "compare", "--stage", "weights", "--do", "positions alibi"],
}


def caption_of(program, folder, figure):
    subprocess.run([program, "export", "--model", "reader", *figure, "--caption", "file", "--out", os.path.join(folder, "figure.svg")], check=True)
    with open(os.path.join(folder, "figure.txt"), encoding="utf-8") as file:
        return file.read()


with tempfile.TemporaryDirectory() as folder:
    problems = [problem for figure in FIGURES for problem in problems_of(sys.argv[1], folder, figure)]
    problems += unnamed_rows(sys.argv[1], folder)
    problems += [f"a caption does not say “{words}”" for words, figure in CAPTIONS.items() if words not in caption_of(sys.argv[1], folder, figure)]
print("\n".join(problems))
sys.exit(1 if problems else 0)
