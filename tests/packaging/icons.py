#!/usr/bin/env python3
"""packaging/icon: every size is there, as its drawing has it, and the drawings are plain SVG.

usage: icons.py [--self-test] PROJECT
With --self-test it plants mistakes in copies of the files and expects each to be found.

A PNG that was not made again after its drawing was changed is found by three things: the middle of every
rectangle and the top of every arc have the drawing's colour, PNGs of one drawing agree with its largest, and the
mean colour of all is alike.
"""
import functools
import pathlib
import re
import shutil
import struct
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
import zlib

import numpy

SVG = "{http://www.w3.org/2000/svg}"
# drawing: sizes made of it
DRAWINGS = {"headsup-small": (16, 32), "headsup-medium": (22, 24), "headsup": (48, 64, 128, 256, 512)}
# The window's is no size of the icon theme.
WINDOW, WINDOW_SIZE, WINDOW_DRAWING = "headsup-window.png", 64, "headsup-small"
# By how much the mean colour of a drawing may differ from the 512 one's, of 255.
MEAN_TOLERANCE = {"headsup-small": 24, "headsup-medium": 24, "headsup": 4}
ELEMENTS = {SVG + name for name in ("svg", "title", "desc", "g", "rect", "path")}
ATTRIBUTES = {"viewBox", "width", "height", "x", "y", "rx", "d", "fill", "stroke", "stroke-width", "stroke-linecap"}
LARGEST_SVG = 6000


def unfilter(kind, line, above, step):
    """One row of a PNG (ISO/IEC 15948, clause 9)."""
    for i in range(len(line)):
        left = line[i - step] if i >= step else 0
        up = above[i]
        corner = above[i - step] if i >= step else 0
        guess = 0
        if kind == 1:
            guess = left
        elif kind == 2:
            guess = up
        elif kind == 3:
            guess = (left + up) // 2
        elif kind == 4:
            start = left + up - corner
            guess = min((left, up, corner), key=lambda value: abs(start - value))
        line[i] = (line[i] + guess) & 255
    return line


def read_png(path):
    return decode_png(path.read_bytes())


@functools.cache
def decode_png(data):
    """[height, width, 4] numbers from 0 to 255, colours not multiplied by alpha."""
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        raise ValueError("is no PNG")
    place, packed = 8, b""
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place:place + 8])
        body = data[place + 8:place + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colours, _, _, interlaced = struct.unpack(">IIBBBBB", body)
        elif kind == b"IDAT":
            packed += body
        place += 12 + length
    if (depth, colours, interlaced) != (8, 6, 0):
        raise ValueError("is not plain RGBA of 8 bits")
    raw, row_bytes = zlib.decompress(packed), 4 * width
    rows, above = [], bytearray(row_bytes)
    for y in range(height):
        start = y * (row_bytes + 1)
        above = unfilter(raw[start], bytearray(raw[start + 1:start + 1 + row_bytes]), above, 4)
        rows.append(bytes(above))
    return numpy.frombuffer(b"".join(rows), numpy.uint8).reshape(height, width, 4).astype(float)


def premultiplied(pixels):
    return numpy.dstack([pixels[:, :, :3] * pixels[:, :, 3:] / 255, pixels[:, :, 3]])


def mean_colour(pixels):
    return premultiplied(pixels)[:, :, :3].sum((0, 1)) / (pixels[:, :, 3].sum() / 255)


def smaller(pixels, size):
    """The mean of every square of pixels."""
    by = pixels.shape[0] // size
    return premultiplied(pixels).reshape(size, by, size, by, 4).mean((1, 3))


def rgb(text):
    return numpy.array([int(text[i:i + 2], 16) for i in (1, 3, 5)], float)


def coloured_points(root):
    """Places that show one colour of the drawing: the middle of each word and the top of each arc."""
    points = []
    side = float(root.get("viewBox").split()[2])
    for rect in root.iter(SVG + "rect"):
        x, y, width, height = (float(rect.get(name)) for name in ("x", "y", "width", "height"))
        if width < side / 2:  # not the tile
            points.append(((x + width / 2) / side, (y + height / 2) / side, rgb(rect.get("fill"))))
    for path in root.iter(SVG + "path"):
        x1, y, _, radius, x2 = map(float, re.fullmatch(
            r"M(\S+) (\S+?)A(\S+) (\S+) 0 0 0 (\S+) \2", path.get("d")).groups())
        points.append(((x1 + x2) / 2 / side, (y - radius) / side, rgb(path.get("stroke"))))
    return points


def wrong_drawing(path):
    wrong = []
    text = path.read_text(encoding="utf-8")
    if len(text.encode()) > LARGEST_SVG:
        wrong.append(f"{path.name}: more than {LARGEST_SVG} bytes")
    if "<!" in text or "<?" in text:
        wrong.append(f"{path.name}: declares or processes something")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        return [f"{path.name}: no XML: {error}"], None
    for element in root.iter():
        if element.tag not in ELEMENTS:
            wrong.append(f"{path.name}: has {element.tag}")
        for name, value in element.attrib.items():
            if name not in ATTRIBUTES or "url(" in value or "://" in value:
                wrong.append(f"{path.name}: {element.tag} has {name}={value}")
    if root.findtext(SVG + "title") != "Heads Up":
        wrong.append(f"{path.name}: has not the title Heads Up")
    box = root.get("viewBox", "").split()
    if box[:2] != ["0", "0"] or len(box) != 4 or box[2] != box[3]:
        wrong.append(f"{path.name}: is no square at 0 0")
    return wrong, root


def wrong_png(name, pixels, size, root):
    wrong = []
    if pixels.shape[:2] != (size, size):
        return [f"{name}: is {pixels.shape[1]} × {pixels.shape[0]}"]
    # One pixel: at 22 there is no margin, and the corner is the round of the tile alone.
    alpha = pixels[:, :, 3]
    if max(alpha[0, 0], alpha[0, -1], alpha[-1, 0], alpha[-1, -1]) > 40:
        wrong.append(f"{name}: a corner is not transparent")
    colours = pixels.astype(numpy.int64) @ (1 << 8 * numpy.arange(4))  # one number of four bytes each
    if alpha.mean() < 128 or len(numpy.unique(colours)) < 5:
        wrong.append(f"{name}: is empty")
    cut = 1 / 24 if size == 22 else 0  # made of 24 pixels without those at the edges
    for x, y, colour in coloured_points(root):
        column, row = (min(int((at - cut) / (1 - 2 * cut) * size), size - 1) for at in (x, y))
        if numpy.abs(pixels[row, column, :3] - colour).max() > (70 if size < 64 else 12):
            wrong.append(f"{name}: {pixels[row, column, :3]} at {column}, {row}; the drawing has {colour}")
    return wrong


def check(root):
    folder = root / "packaging" / "icon"
    wrong, pixels = [], {}
    for drawing, sizes in DRAWINGS.items():
        of_drawing, tree = wrong_drawing(folder / f"{drawing}.svg")
        wrong += of_drawing
        if tree is None:
            return wrong
        for size in sizes:
            path = folder / f"headsup-{size}.png"
            try:
                pixels[size] = read_png(path)
            except (OSError, ValueError, zlib.error) as error:
                wrong.append(f"{path.name}: {error}")
                continue
            wrong += wrong_png(path.name, pixels[size], size, tree)
        if drawing == WINDOW_DRAWING:
            try:
                window = read_png(folder / WINDOW)
                wrong += wrong_png(WINDOW, window, WINDOW_SIZE, tree)
            except (OSError, ValueError, zlib.error) as error:
                wrong.append(f"{WINDOW}: {error}")
    if wrong:
        return wrong
    off = numpy.abs(smaller(window, 16) - premultiplied(pixels[16])).mean()
    if off > 2.5:
        wrong.append(f"{WINDOW}: {off:.1f} a pixel from headsup-16.png")
    mean = mean_colour(pixels[512])
    for drawing, sizes in DRAWINGS.items():
        for size in sizes:
            off = numpy.abs(mean_colour(pixels[size]) - mean).max()
            if off > MEAN_TOLERANCE[drawing]:
                wrong.append(f"headsup-{size}.png: its mean colour is {off:.1f} from the largest one's")
    pairs = [(16, 32, pixels[32]), (64, 512, pixels[512]), (128, 512, pixels[512]), (256, 512, pixels[512])]
    for size, larger, of in pairs:
        off = numpy.abs(smaller(of, size) - premultiplied(pixels[size])).mean()
        if off > 2.5:
            wrong.append(f"headsup-{size}.png: {off:.1f} a pixel from headsup-{larger}.png")
    off = numpy.abs(premultiplied(pixels[24])[1:-1, 1:-1] - premultiplied(pixels[22])).mean()
    if off > 1:
        wrong.append(f"headsup-22.png: {off:.1f} a pixel from the middle of headsup-24.png")
    names = {path.name for path in folder.iterdir()}
    known = {f"{drawing}.svg" for drawing in DRAWINGS} | {f"headsup-{size}.png" for size in pixels} | {WINDOW}
    return wrong + [f"{name}: belongs to no drawing" for name in sorted(names - known)]


def change(name, old, new):
    def plant(folder):
        path = folder / name
        text = path.read_text(encoding="utf-8")
        assert old in text, (name, old)
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return plant


def self_test(root):
    planted = {
        "a size is missing": lambda folder: (folder / "headsup-22.png").unlink(),
        "another size under the name": lambda folder: shutil.copy(folder / "headsup-64.png", folder / "headsup-128.png"),
        "a word in another colour": change("headsup.svg", '#f5b301"', '#12b301"'),
        "a small word in another colour": change("headsup-small.svg", '#f5b301"', '#12b301"'),
        "an arc in another colour": change("headsup-medium.svg", 'stroke="#d9c8ff"', 'stroke="#106030"'),
        "an arc of another height": change("headsup.svg", "36 51", "36 40"),
        "a picture inside": change("headsup.svg", "</svg>", '<image href="data:image/png;base64,AA"/></svg>'),
        "another picture in the window": lambda folder: shutil.copy(folder / "headsup-64.png", folder / WINDOW),
        "no picture for the window": lambda folder: (folder / WINDOW).unlink(),
        "a script": change("headsup.svg", "</svg>", "<script>1</script></svg>"),
        "a font": change("headsup.svg", "</svg>", '<text font-family="Inter">H</text></svg>'),
        "a reference": change("headsup.svg", 'fill="#2a0e5c"', 'fill="url(https://example.org/#a)"'),
        "no XML": change("headsup.svg", "</g>", ""),
        "a file of no drawing": lambda folder: (folder / "headsup-72.png").write_bytes(b""),
        "an empty picture": lambda folder: shutil.copy(empty_png(folder), folder / "headsup-64.png"),
    }
    missed = []
    for what, plant in planted.items():
        with tempfile.TemporaryDirectory() as work:
            copy = pathlib.Path(work)
            shutil.copytree(root / "packaging" / "icon", copy / "packaging" / "icon")
            plant(copy / "packaging" / "icon")
            if not check(copy):
                missed.append(what)
    return [f"not found: {what}" for what in missed]


def empty_png(folder):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    path = folder.parent / "empty.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 64, 64, 8, 6, 0, 0, 0))
                     + chunk(b"IDAT", zlib.compress(bytes(64 * 257))) + chunk(b"IEND", b""))
    return path


if __name__ == "__main__":
    project = pathlib.Path(sys.argv[-1])
    problems = self_test(project) if sys.argv[1] == "--self-test" else check(project)
    print("\n".join(problems) or "every icon is as its drawing has it")
    sys.exit(1 if problems else 0)
