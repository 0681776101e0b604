"""Figures of one column: no number and no word of a heading ends in dots.

84 mm with words of 8 points is what a page of two columns has. Every view of a figure is drawn so,
and every stage, of 11 and of 31 tokens; of 11 also across the page. A number that is cut is another
number; only words of the sentence and of the model may be cut. In the overview every word has
the size that is asked for, and it opens with the row that the window opens with.
"""
import re
import subprocess
import sys
import xml.etree.ElementTree as tree

PROGRAM = sys.argv[1]
PAGES = {"poster", "sheet", "solution", "page", "screen", "curve"}  # have sizes of their own
SENTENCES = {
    11: "The animal did not cross the street because it was too tired",
    31: "The small red fox that lived near the old stone bridge by the river did not want to cross it "
        "because it was afraid of the big dog that slept there",
}
COLUMN, PAGE = (["--width", width, "--font-size", "8"] for width in ("84mm", "174mm"))
SUBSCRIPT = 0.66  # of the size of its word


# What a view or a stage needs to be there.
NEEDS = {
    "cache": ["--mask", "causal"],
    "rotated": ["--positions", "rope"],
    "projected": ["--approximate", "linformer 4"],
    "features": ["--approximate", "performer 16"],
    "biased": ["--positions", "alibi"],
    "masked": ["--mask", "causal"],
    "dropped": ["--dropout", "0.3"],
    "tiles": ["--schedule", "flash 4 4"],
    "norm": ["--model", "random like llama"],
}


def run(*words):
    done = subprocess.run([PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}: {done.stderr}")
    return done.stdout


def views():
    named = re.search(r"--view (\S+)", run("export", "--help")).group(1)
    return [name for name in named.split("|") if name not in PAGES]


def stages():
    return [line.split()[0] for line in run("list", "stages").splitlines() if line.strip()]


def drawn(words):
    """Each text of the figure and its size in points."""
    root = tree.fromstring(run("export", *words, "--out", "-", "--format", "svg"))
    texts = [item for item in root.iter() if item.tag.endswith("}text")]
    return [("".join(item.itertext()), float(item.get("font-size"))) for item in texts]


def is_cut(text, figure, sentence):
    """Of a word, its beginning may stand for it."""
    start = text.removesuffix("…").rstrip()
    if start == text:
        return False
    is_said = "answers" in figure and not start[-1:].isdigit()  # a word that the model names
    return not is_said and not any(word.startswith(start) for word in sentence.split())


def figures():
    by_stage = ["stage", "heatmap", "heads"]
    for view in views():
        if view == "compare":
            yield ["--view", view, "--approximate", "linformer 4", "--do", "compare exact"]
        elif view not in by_stage:
            yield ["--view", view, *NEEDS.get(view, [])]
    yield ["--view", "lookup", "--do", "lookup cooking -0.75; lookup travel -0.85"]
    yield ["--view", "lookup", "--do", "lookup cooking 0; lookup travel 1; lookup sharpness 3"]
    yield ["--view", "saturation", "--do", "saturation width 1024"]
    for stage in stages():
        for view in by_stage:
            yield ["--view", view, "--stage", stage, *NEEDS.get(stage, [])]


def cut_words():
    short, long = SENTENCES
    for count, size in ((short, COLUMN), (long, COLUMN), (short, PAGE)):
        sentence = SENTENCES[count]
        for figure in figures():
            model = [] if "--model" in figure else ["--model", "reader"]
            for text, _ in drawn([*model, *figure, *size, sentence]):
                if is_cut(text, figure, sentence):
                    yield f"{' '.join([*figure, *size])}, {count} words: “{text}” is cut"


def sizes_of_overview():
    for size in (COLUMN, PAGE):
        for text, points in drawn(["--view", "overview", *size]):
            if abs(points - 8) > 0.01 and abs(points - 8 * SUBSCRIPT) > 0.01:
                yield f"overview, {size[1]}: “{text}” has {points} points, not 8"


def rows_of_overview():
    row, none = "“it” gathers mostly from “animal”: 0.774", "is gathered most"
    for more, wanted in (
        ([], row),
        (["--layer", "1", "--head", "3"], "“it” gathers from several"),
        (["--layer", "2", "--head", "1"], "gathers mostly from “because”"),
        (["--cell", "none"], none),
        (["--do", "cell none"], none),
    ):
        if not any(wanted in text for text, _ in drawn(["--view", "overview", *more])):
            yield f"overview {' '.join(more)}: no “{wanted}”"


def main():
    faults = [*rows_of_overview(), *sizes_of_overview(), *cut_words()]
    print("\n".join(faults))
    sys.exit(bool(faults))


main()
