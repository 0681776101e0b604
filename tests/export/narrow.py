"""Figures of one column: no number and no word of a heading ends in dots.

84 mm with words of 8 points is what a page of two columns has. Every view of a figure is drawn so,
and every stage, of 11 and of 31 tokens. A number that is cut is another number; other words may
be cut only where they are words of the sentence.
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
COLUMN = ["--width", "84mm", "--font-size", "8"]


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
    root = tree.fromstring(run("export", *words, "--out", "-", "--format", "svg"))
    texts = [item for item in root.iter() if item.tag.endswith("}text")]
    return ["".join(item.itertext()) for item in texts]


def is_cut(text, sentence):
    """Of a word of the sentence, its beginning may stand for it."""
    start = text.removesuffix("…").rstrip()
    return start != text and not any(word.startswith(start) for word in sentence.split())


def figures():
    by_stage = ["stage", "heatmap", "heads"]
    for view in views():
        if view == "compare":
            yield ["--view", view, "--approximate", "linformer 4", "--do", "compare exact"]
        elif view not in by_stage:
            yield ["--view", view, *NEEDS.get(view, [])]
    for stage in stages():
        for view in by_stage:
            yield ["--view", view, "--stage", stage, *NEEDS.get(stage, [])]


def main():
    faults = []
    for count, sentence in SENTENCES.items():
        for figure in figures():
            model = [] if "--model" in figure else ["--model", "reader"]
            for text in drawn([*model, *figure, *COLUMN, sentence]):
                if is_cut(text, sentence):
                    faults.append(f"{' '.join(figure)}, {count} words: “{text}”")
    print("\n".join(faults))
    sys.exit(bool(faults))


main()
