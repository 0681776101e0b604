"""Compares two SVG figures by their structure: the same elements, attributes, words and kinds of numbers.

usage: svg_compare.py OLD NEW        prints the first difference and ends with 1
       svg_compare.py --self-test

A place or a size may differ by TOLERANCE_PT, a channel of a colour by TOLERANCE_CHANNEL of 255: the last digit of a sum is
another test's subject. Everything else (text, order, fonts, units, opacities, names and what refers to them, commands of a
path, pixels of an embedded PNG) must agree.
"""
import base64
import re
import struct
import sys
import xml.etree.ElementTree as ElementTree
import zlib

TOLERANCE_PT = 0.01
TOLERANCE_CHANNEL = 1

NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
COLOR = re.compile(r"#[0-9a-fA-F]{6}")
PNG_PREFIX = "data:image/png;base64,"
# Numbers here are no places and no sizes: a hundredth would be seen, or names another thing.
EXACT = re.compile(r"opacity$|^id$|^class$|^clip-path$|^offset$")


def png_pixels(png):
    """Size and kind of a PNG, and its filtered rows without their compression, which depends on the version of zlib."""
    rows, header, at = b"", b"", 8
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        data = png[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            header = data
        elif kind == b"IDAT":
            rows += data
        at += 12 + length
    return header, zlib.decompress(rows)


def channels(color):
    return [int(color[i : i + 2], 16) for i in (1, 3, 5)]


def colors_agree(old, new):
    return all(abs(a - b) <= TOLERANCE_CHANNEL for a, b in zip(channels(old), channels(new)))


def values_agree(name, old, new):
    """Two values of one attribute."""
    if old == new:
        return True
    if EXACT.search(name) or "url(" in old:
        return False
    if old.startswith(PNG_PREFIX) and new.startswith(PNG_PREFIX):
        return png_pixels(base64.b64decode(old[len(PNG_PREFIX) :])) == png_pixels(base64.b64decode(new[len(PNG_PREFIX) :]))
    old_colors, new_colors = COLOR.findall(old), COLOR.findall(new)
    if COLOR.sub("#", old) == COLOR.sub("#", new):
        return all(colors_agree(a, b) for a, b in zip(old_colors, new_colors))
    if old_colors != new_colors or NUMBER.sub("0", old) != NUMBER.sub("0", new):
        return False
    # Of 0.01 as a float a little may be missing.
    return all(abs(float(a) - float(b)) <= TOLERANCE_PT + 1e-9 for a, b in zip(NUMBER.findall(old), NUMBER.findall(new)))


def first_difference(old, new, where=""):
    """Where the element new differs from old, as a sentence; None where they agree."""
    where += "/" + old.tag.split("}")[-1]
    if old.tag != new.tag:
        return f"{where} is <{new.tag.split('}')[-1]}> now"
    if list(old.attrib) != list(new.attrib):
        return f"{where} has the attributes {' '.join(new.attrib)}, had {' '.join(old.attrib)}"
    for name, value in old.attrib.items():
        if not values_agree(name, value, new.attrib[name]):
            return f"{where} {name}={new.attrib[name][:80]!r}, was {value[:80]!r}"
    for part in ("text", "tail"):
        if (getattr(old, part) or "") != (getattr(new, part) or ""):
            return f"{where} reads {getattr(new, part)!r}, was {getattr(old, part)!r}"
    for index, (a, b) in enumerate(zip(old, new)):
        difference = first_difference(a, b, f"{where}[{index}]")
        if difference:
            return difference
    return None if len(old) == len(new) else f"{where} holds {len(new)} elements, held {len(old)}"


def compare(old, new):
    """The first difference between two SVG files, given as bytes; None where they agree."""
    return first_difference(ElementTree.fromstring(old), ElementTree.fromstring(new))


PLAIN = """<svg width="92pt"><title>a b</title><g fill="#102030">
<rect x="1.25" y="2"/><path d="M1 2L3.5 4"/><text x="5" font-size="9">.97</text></g>
<g id="h1" opacity="0.6" clip-path="url(#c1)"/></svg>"""
SAME = {
    "a number 0.01 away": ('x="1.25"', 'x="1.26"'),
    "a whole number written with a fraction": ('y="2"', 'y="2.004"'),
    "a colour one step away": ("#102030", "#112030"),
    "a point of a path 0.01 away": ("L3.5 4", "L3.49 4"),
}
OTHER = {
    "a number 0.02 away": ('x="1.25"', 'x="1.27"'),
    "a colour two steps away": ("#102030", "#122030"),
    "a digit of a text": (".97", ".96"),
    "the title": ("a b", "a c"),
    "an element more": ("<rect", "<rect/><rect"),
    "an element less": ('<rect x="1.25" y="2"/>', ""),
    "another element": ("<rect", "<circle"),
    "an attribute more": ("<rect", '<rect rx="1"'),
    "another unit": ("92pt", "92px"),
    "another command of a path": ("L3.5", "T3.5"),
    "a point of a path 0.02 away": ("L3.5 4", "L3.5 4.02"),
    "an opacity": ("0.6", "0.605"),
    "a name": ("h1", "h1.001"),
    "what is referred to": ("#c1", "#c1.001"),
    "another order": ('<rect x="1.25" y="2"/><path d="M1 2L3.5 4"/>', '<path d="M1 2L3.5 4"/><rect x="1.25" y="2"/>'),
}


def self_test():
    problems = [f"{what} counts as a difference" for what, pair in SAME.items() if compare(PLAIN, PLAIN.replace(*pair))]
    problems += [f"{what} is not seen" for what, pair in OTHER.items() if not compare(PLAIN, PLAIN.replace(*pair))]
    for what, (old, _) in {**SAME, **OTHER}.items():
        if PLAIN.count(old) != 1:
            problems.append(f"{what}: {old} does not stand in the sample once")
    print("\n".join(problems) or f"{len(SAME) + len(OTHER)} changes judged rightly")
    return 1 if problems else 0


def compare_files(old, new):
    with open(old, "rb") as old_file, open(new, "rb") as new_file:
        difference = compare(old_file.read(), new_file.read())
    if difference:
        print(f"{new}: {difference}")
    return 1 if difference else 0


if __name__ == "__main__":
    sys.exit(self_test() if sys.argv[1:] == ["--self-test"] else compare_files(*sys.argv[1:]))
