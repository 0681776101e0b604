#!/usr/bin/env python3
"""Exercise sheets and posters as files. The numbers of a solution are those of M-82, worked out here
with decimal fractions from the trace file's Q, K and V; an exercise has none of them; pages have the
size of their paper; what is wrong is refused in a sentence.

usage: sheets.py HEADSUP
"""
import decimal
import json
import math
import os
import re
import struct
import subprocess
import sys
import tempfile
from decimal import Decimal

import numpy

headsup = sys.argv[1]
problems = []
decimal.getcontext().prec = 40


def expect(holds, words):
    if not holds:
        problems.append(words)


def run(*words):
    done = subprocess.run([headsup, *words], capture_output=True, text=True)
    return done.returncode, done.stderr


def tensors_of(path):
    data = open(path, "rb").read()
    size = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:8 + size])
    found = {}
    for name, info in header.items():
        if name == "__metadata__" or info["dtype"] != "F32":
            continue
        begin, end = info["data_offsets"]
        found[name] = numpy.frombuffer(data[8 + size + begin:8 + size + end], "<f4").reshape(info["shape"])
    return found


def rounded(x, places):
    if not x.is_finite():
        return x
    return x.quantize(Decimal(1).scaleb(-places), rounding=decimal.ROUND_HALF_UP) + 0


def rounded_matrix(matrix, places):
    return [[rounded(Decimal(float(x)), places) for x in row] for row in matrix]


def largest(sizes, count):
    """The places of the largest, of equal ones the first, ascending."""
    return sorted(sorted(range(len(sizes)), key=lambda i: (-sizes[i], i))[:count])


def work_out(q, k, v, rows, columns, places, hidden):
    """M-82, in decimal fractions."""
    q, k, v = (matrix.astype(numpy.float64) for matrix in (q, k, v))
    width = min(columns, q.shape[1])
    of_q = largest(list(abs(q[rows]).sum(0) * abs(k).sum(0)), width)
    of_v = largest(list(abs(v).sum(0)), min(columns, v.shape[1]))
    q, k, v = rounded_matrix(q[rows][:, of_q], places), rounded_matrix(k[:, of_q], places), rounded_matrix(v[:, of_v], places)
    root = rounded(Decimal(width).sqrt(), 3)
    sheet = {"q": q, "k": k, "v": v, "columns": of_q, "value columns": of_v, "largest": [], "sum": []}
    sheet["scores"] = [[sum(a * b for a, b in zip(x, y)) for y in k] for x in q]
    sheet["scaled"] = [[rounded(x / root, places) for x in row] for row in sheet["scores"]]
    minus = Decimal("-Infinity")
    sheet["masked"] = [[minus if hidden(rows[i], j) else x for j, x in enumerate(row)] for i, row in enumerate(sheet["scaled"])]
    sheet["powers"], sheet["weights"], sheet["output"], sheet["products"] = [], [], [], []
    for row in sheet["masked"]:
        powers = [rounded((x - max(row)).exp(), 3) if x.is_finite() else Decimal(0) for x in row]
        weights = [rounded(x / sum(powers), 2) for x in powers]
        products = [[w * x for x in values] for w, values in zip(weights, v)]
        sheet["largest"].append(max(row))
        sheet["sum"].append(sum(powers))
        sheet["powers"].append(powers)
        sheet["weights"].append(weights)
        sheet["products"].append(products)
        sheet["output"].append([rounded(sum(column), 2) for column in zip(*products)])
    return sheet


def written(x, places):
    if not x.is_finite():
        return "\u2212\u221e"
    return f"{rounded(x, places):.{places}f}".replace("-", "\u2212")


def text_of(path):
    return subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True).stdout


NUMBER = re.compile(r"(?<![\w.])\u2212?(?:\d+(?:\.\d+)?|\u221e)(?![\w.])")


def lines_of(text):
    return [tuple(NUMBER.findall(line)) for line in text.splitlines()]


def has_row(lines, numbers):
    count = len(numbers)
    return any(line[i:i + count] == numbers for line in lines for i in range(len(line) - count + 1))


def rows_of(sheet, places):
    """What a solution has and an exercise has not, as rows of words."""
    digits = {"scores": 2 * places, "scaled": places, "powers": 3, "weights": 2, "output": 2}
    for name, decimals in digits.items():
        for row in sheet[name]:
            yield name, tuple(written(x, decimals) for x in row)


def check_sheet(folder, name, text, options, attention, layer, head, rows, columns, places, hidden, has_table=True):
    exercise, solution, trace = (os.path.join(folder, name + ending) for ending in (".pdf", "-s.pdf", ".safetensors"))
    code, said = run("sheet", "--out", exercise, "--solution", solution, *attention, *options, text)
    expect(code == 0 and not said, f"{name}: {said}")
    code, said = run("trace", "--out", trace, *attention, text)
    expect(code == 0, f"{name}: trace: {said}")
    if problems:
        return
    tensors = tensors_of(trace)
    q, k, v = (tensors[f"layers.{layer}.{part}"] for part in "qkv")
    share = q.shape[0] // k.shape[0]
    sheet = work_out(q[head], k[head // share], v[head // share], rows, columns, places, hidden)
    given = [tuple(written(x, places) for x in row) for part in "qkv" for row in sheet[part]]
    blank, full = lines_of(text_of(exercise)), lines_of(text_of(solution))
    for part in "qkv":
        for row in sheet[part]:
            numbers = tuple(written(x, places) for x in row)
            expect(has_row(blank, numbers) and has_row(full, numbers), f"{name}: {part} {numbers} is not given")
    for part, numbers in rows_of(sheet, places):
        if part == "scores" and not has_table:
            continue
        expect(has_row(full, numbers), f"{name}: {part} {numbers} is not in the solution")
        if len(set(numbers)) > 2 and not has_row(given, numbers):
            expect(not has_row(blank, numbers), f"{name}: {part} {numbers} is in the exercise")
    if not has_table:
        for key, score in enumerate(sheet["scores"][0]):
            factors = tuple(written(x, places) for pair in zip(sheet["q"][0], sheet["k"][key]) for x in pair)
            expect(has_row(full, factors + (written(score, 2 * places),)), f"{name}: the products of key {key + 1}")
    expect(len([line for line in blank if len(line) >= columns]) < len([line for line in full if len(line) >= columns]), f"{name}: the exercise has rows to be found")
    if any(not x.is_finite() for row in sheet["masked"] for x in row):
        for row in sheet["masked"]:
            expect(has_row(full, tuple(written(x, places) for x in row)), f"{name}: masked {row}")


SENTENCE = "The animal didn't cross the street because it was too tired"
SMALL = ["--model", "random heads 2 d_model 8 seed 3"]

TWO_DIGITS = """board Two digits: scores of four digits
tokens 猫 坐在 a b
mask causal

E
  12.5 -31
  45 22
  -17 60.1
  33 -48

W_Q
  1 0
  0 1

W_K
  1 0
  0 1

W_V
  1 0
  0 -1
"""


def check_numbers(folder):
    check_sheet(folder, "whole", "a cat sat", ["--round", "0", "--layer", "1", "--head", "2"], [*SMALL, "--mask", "causal"], 0, 1,
                [0, 1, 2], 4, 0, lambda t, s: s > t)
    check_sheet(folder, "one", SENTENCE, ["--layer", "2", "--head", "4"], [], 1, 3, [7], 4, 1, lambda t, s: False, has_table=False)
    check_sheet(folder, "six", SENTENCE, ["--layer", "1", "--head", "2", "--rows", "1-3,8", "--dims", "6", "--round", "2"],
                ["--mask", "window:2"], 0, 1, [0, 1, 2, 7], 6, 2, lambda t, s: abs(t - s) > 2)
    check_sheet(folder, "two", SENTENCE, ["--layer", "2", "--head", "4", "--round", "2"], [], 1, 3, [7], 4, 2, lambda t, s: False, has_table=False)
    board = os.path.join(folder, "board.txt")
    with open(board, "w", encoding="utf-8") as file:
        file.write(TWO_DIGITS)
    check_sheet(folder, "large", "猫 坐在 a b", ["--round", "2"], ["--model", board], 0, 0, [0, 1, 2, 3], 2, 1, lambda t, s: s > t)


def boxes_of(path):
    info = subprocess.run(["pdfinfo", path], capture_output=True, text=True, check=True).stdout
    size = re.search(r"Page size: +([\d.]+) x ([\d.]+)", info)
    return int(re.search(r"Pages: +(\d+)", info)[1]), float(size[1]), float(size[2])


def check_pages(folder):
    paths = [os.path.join(folder, f"page{i}.pdf") for i in range(2)]
    for path in paths:
        expect(run("sheet", "--out", path, "--paper", "letter", "--blanks", "weights,output", SENTENCE)[0] == 0, "a sheet on letter")
    expect(open(paths[0], "rb").read() == open(paths[1], "rb").read(), "a sheet differs from run to run")
    count, width, height = boxes_of(paths[0])
    text = text_of(paths[0])
    expect((width, height) == (612, 792), f"letter has {width} by {height}")
    expect(f"page {count} of {count}" in text and f"page {count + 1}" not in text, "the pages are not counted")
    expect(text.count("page 1 of") == 1, "a page has the words of another")
    for ending in ("svg", "png"):
        path = os.path.join(folder, "page." + ending)
        expect(run("sheet", "--solution", path, SENTENCE)[0] == 0 and os.path.getsize(path) > 9999, f"a solution as {ending}")
    state = os.path.join(folder, "mine.headsup")
    code, said = run("play", "--headless", "--write", script_of(folder, f"sentence \"a b c\"\nexport rows 2\nexport dims 3\nexport moves stages\nsave {state}"))
    expect(code == 0, f"a state: {said}")
    expect("export rows 2\n" in open(state).read() and "export dims 3\n" in open(state).read(), "a state has no rows of a sheet")
    code, said = run("sheet", "--out", paths[0], state)
    expect(code == 0 and "1 word asks: \u201cb\u201d." in re.sub(r"\s+", " ", text_of(paths[0])), f"a sheet of a state: {said}")


def script_of(folder, lines):
    path = os.path.join(folder, "script.txt")
    with open(path, "w", encoding="utf-8") as file:
        file.write(lines + "\n")
    return path


def check_poster(folder):
    for paper, size in (("A3", (841.89, 1190.55)), ("A1", (1683.78, 2383.94))):
        path = os.path.join(folder, paper + ".pdf")
        expect(run("export", "--view", "poster", "--size", paper, "--out", path, SENTENCE)[0] == 0, f"a poster on {paper}")
        count, width, height = boxes_of(path)
        expect(count == 1 and math.isclose(width, size[0], abs_tol=0.6) and math.isclose(height, size[1], abs_tol=0.6),
               f"{paper} has {count} pages of {width} by {height}")
        text = text_of(path)
        for word in ("The animal didn't cross", "Scores", "Scaled", "Weights", "Output", "Joined", "Predicted at", "99.5 %", "head 4",
                     ".77"):
            expect(word in text, f"the poster on {paper} has no “{word}”")
    for theme in ("light", "dark"):
        path = os.path.join(folder, theme + ".svg")
        expect(run("export", "--view", "poster", "--theme", theme, "--out", path, "狗")[0] == 0, f"a {theme} poster as svg")


def check_refusals(folder):
    out = os.path.join(folder, "no.pdf")
    long = " ".join(["word"] * 25)
    sheet = ["sheet", "--out", out]
    refused = [
        (["sheet", SENTENCE], 2, "--out FILE"),
        (["sheet", "--out", out, "--solution", out, "a b"], 2, "same file"),
        ([*sheet, "--round", "3", "a b"], 2, "decimals"),
        ([*sheet, "--rows", "0", "a b"], 2, "rows of an exercise sheet"),
        ([*sheet, "--rows", "2,2", "a b"], 2, "each once"),
        ([*sheet, "--rows", "3", "a b"], 1, "sentence of 2 tokens"),
        ([*sheet, "--dims", "17", "a b"], 2, "1 to 16"),
        ([*sheet, "--blanks", "embed", "a b"], 2, "steps of an exercise sheet"),
        ([*sheet, "--paper", "a5", "a b"], 2, "a4"),
        ([*sheet, "--head", "9", "a b"], 2, "head"),
        ([*sheet, ""], 1, "a sentence"),
        ([*sheet, long], 1, "24 tokens"),
        ([*sheet, "--positions", "alibi", "a b"], 1, "biases"),
        ([*sheet, "--positions", "t5", "a b"], 1, "q · k"),
        ([*sheet, "--score", "cosine", "a b"], 1, "q · k"),
        ([*sheet, "--approximate", "performer 8", "a b"], 1, "approximate exact"),
        ([*sheet, "--dropout", "0.3", "a b"], 1, "dropout"),
        (["export", "--view", "sheet", "--caption", "below", "--out", out, "a b"], 2, "no caption"),
        (["export", "--view", "sheet", "--format", "csv", "--out", out, "a b"], 2, "csv"),
        (["export", "--view", "sheet", "--animate", os.path.join(folder, "no.gif"), "a b"], 2, "does not move"),
        (["export", "--view", "poster", "--size", "A9", "--out", out, "a b"], 2, "A0 to A6"),
    ]
    for words, code, part in refused:
        got, said = run(*words)
        expect(got == code and part in said, f"{words[1:]} gives {got}: {said.strip()}")
        expect(not os.path.exists(out), f"{words[1:]} wrote a file")


with tempfile.TemporaryDirectory() as folder:
    check_numbers(folder)
    check_pages(folder)
    check_poster(folder)
    check_refusals(folder)
for problem in problems:
    print(problem, file=sys.stderr)
sys.exit(len(problems) > 0)
