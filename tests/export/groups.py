"""Parts of an SVG figure can be found and moved in an editor: each has a group with an id of its own.

usage: groups.py HEADSUP
"""
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

SVG = "{http://www.w3.org/2000/svg}"
TOKENS, HEADS, LAYERS = 3, 4, 2
WANTED = {
    "heatmap": ["title", "matrix", "labels", "colour-bar", "focus", "foot", "caption"],
    "heads": ["title"] + [f"head-{i + 1}" for i in range(HEADS)] + ["head-1-matrix", "head-1-labels", "head-1-axes", "head-1-title", "colour-bar", "caption"],
    "grid": [f"layer-{i + 1}-head-{j + 1}" for i in range(LAYERS) for j in range(HEADS)] + ["labels", "colour-bar", "caption"],
    "overview": ["q", "k", "v", "scores", "scaled", "masked", "weights", "output", "weights-colour-bar", "caption"],
    "stage": ["weights", "weights-matrix", "weights-labels", "colour-bar", "caption"],
    "arcs": ["arcs", "caption"],
    "sentence": ["sentence", "sentence-colour-bar", "caption"],
}


def figure(program, folder, view):
    path = os.path.join(folder, view + ".svg")
    subprocess.run([program, "export", "--view", view, "--stage", "weights", "--cell", "3,2", "--caption", "below", "--out", path, "the cat sat"], check=True)
    return ElementTree.parse(path).getroot()


def cells(group):
    """Squares of one size: bars, grounds and frames have others."""
    sizes = [(rect.get("width"), rect.get("height")) for rect in group.iter(SVG + "rect")]
    return max((sizes.count(size) for size in set(sizes)), default=0)


problems = []
with tempfile.TemporaryDirectory() as folder:
    for view, wanted in WANTED.items():
        root = figure(sys.argv[1], folder, view)
        ids = [element.get("id") for element in root.iter() if element.get("id")]
        groups = {group.get("id"): group for group in root.iter(SVG + "g") if group.get("id")}
        if len(ids) != len(set(ids)):
            problems.append(f"{view}: an id stands twice: {ids}")
        problems += [f"{view}: no group {name} among {sorted(groups)}" for name in wanted if name not in groups]
        empty = [name for name, group in groups.items() if not any(child.tag in (SVG + "rect", SVG + "text", SVG + "path", SVG + "image") for child in group.iter())]
        problems += [f"{view}: {name} is empty" for name in empty]
        panels = [group for name, group in groups.items() if re.fullmatch(r"(layer-\d+-)?head-\d+", name)]
        for panel in panels:
            if cells(panel) != TOKENS * TOKENS:
                problems.append(f"{view}: {panel.get('id')} has {cells(panel)} cells")
            if panel.find(SVG + "title") is None:
                problems.append(f"{view}: {panel.get('id')} has no title")
        if view in ("heads", "grid"):
            outside = [group for group in root.iter(SVG + "g") if group.get("id") in ("labels", "colour-bar", "caption")]
            inside = {id(element) for group in panels + outside for element in group.iter()}
            loose = [element for element in root.iter(SVG + "rect") if id(element) not in inside]
            if len(loose) > 1:  # the ground
                problems.append(f"{view}: {len(loose)} rectangles belong to no group")
print("\n".join(problems) or f"{len(WANTED)} figures have their groups")
sys.exit(1 if problems else 0)
