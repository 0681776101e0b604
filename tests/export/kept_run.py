#!/usr/bin/env python3
"""A run beside a kept one as a file: its CSV against NumPy, from the traces of both runs and a matching of tokens of its own (M-100, M-101).

usage: kept_run.py HEADSUP
"""
import csv
import json
import os
import struct
import subprocess
import sys
import tempfile

import numpy as np

headsup = sys.argv[1]
problems = []

TIRED = "The animal didn't cross the street because it was too tired"
WIDE = "The animal didn't cross the street because it was too wide"
# commands of the kept run, commands that change it, stages to compare at
CASES = [
    (f'sentence "{TIRED}"', f'sentence "{WIDE}"', ["scores", "weights", "output", "embed", "qkv", "joined", "block", "logits"]),
    (f'sentence "{TIRED}"', "mask causal; positions alibi", ["scaled", "masked", "weights", "output"]),
    (f'sentence "{TIRED}"; mask causal', 'mask none; sentence "The street was too wide for the animal"', ["masked", "weights"]),
    ("model random; sentence \"a b c d\"", "model random layers 2 heads 2 seed 9; sentence \"b a d c e\"", ["weights", "output", "qkv", "joined"]),
    (f'sentence "{TIRED}"', 'cross "the dog was tired"', ["weights", "output", "qkv"]),
    ('sentence "猫 坐 在 垫子 上"', 'sentence "猫 在 垫子"', ["weights"]),
]
BY_ROW = ("embed", "qkv", "joined", "block", "logits")
LAYER, HEAD = 1, 2


def expect(holds, words):
    if not holds:
        problems.append(words)


def run(*words):
    done = subprocess.run([headsup, *words], capture_output=True, text=True)
    if done.returncode != 0:
        problems.append(f"{' '.join(words)}: {done.stderr.strip()}")
    return done.returncode == 0


def read_trace(path):
    data = open(path, "rb").read()
    size = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:8 + size])
    tensors = {}
    for name, tensor in header.items():
        if name == "__metadata__" or tensor["dtype"] != "F32":
            continue
        first, end = tensor["data_offsets"]
        tensors[name] = np.frombuffer(data[8 + size + first:8 + size + end], np.float32).reshape(tensor["shape"]).astype(np.float64)
    return header["__metadata__"], tensors


def longest(a, b):
    """The length of a longest common subsequence."""
    row = [0] * (len(b) + 1)
    for x in a:
        before = 0
        for j, y in enumerate(b):
            row[j + 1], before = before + 1 if x == y else max(row[j], row[j + 1]), row[j + 1]
    return row[-1]


def read_table(path, by_pair):
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    width = len(rows[0])
    measures = {row[0]: float(row[-1]) for row in rows[1:] if not row[0].isdigit() and row[0] != "" and not any(row[1:-1])}
    cells = [row for row in rows[1:] if row[0] not in measures]
    expect(width == (9 if by_pair else 7), f"{path}: {width} columns")
    return cells, measures


def number(text):
    return np.nan if text == "" else float(text)


def index(text):
    return int(text) - 1 if text else None


def lines_of(pairs):
    seen = []
    for pair in pairs:
        if pair not in seen:
            seen.append(pair)
    return seen


def check_matching(name, lines, a, b, texts):
    """Every token once and in order, pairs of one text, and as many as a longest subsequence has."""
    expect([x for x, _ in lines if x is not None] == list(range(len(a))), f"{name}: the tokens of now are not there in order")
    expect([y for _, y in lines if y is not None] == list(range(len(b))), f"{name}: the tokens of the kept run are not there in order")
    matched = [(x, y) for x, y in lines if x is not None and y is not None]
    expect(all(a[x] == b[y] for x, y in matched), f"{name}: other tokens are matched")
    expect(len(matched) == longest(a, b), f"{name}: {len(matched)} pairs, not {longest(a, b)}")
    for (x, y), text in zip(lines, texts):
        expect(text == (a[x] if x is not None else b[y]), f"{name}: a line is named {text}")


def check_divergence(name, measures, rows, cols, now, kept):
    keys = [(c, d) for c, d in cols if c is not None and d is not None]
    bits, infinite = [], 0
    for x, y in rows:
        if x is None or y is None or not keys:
            continue
        w, e = now[x, [c for c, _ in keys]], kept[y, [d for _, d in keys]]
        if w.sum() <= 0 or e.sum() <= 0:
            continue
        w, e = w / w.sum(), e / e.sum()
        if np.any((w > 0) & (e <= 0)):
            infinite += 1
            continue
        bits.append(np.sum(w[w > 0] * np.log2(w[w > 0] / e[w > 0])))
    mean = np.mean(bits) if bits else 0
    expect(abs(measures["kl_bits_mean"] - mean) <= 1e-5 * max(mean, 1), f"{name}: {measures['kl_bits_mean']} bits, not {mean}")
    expect(measures["kl_rows"] == len(bits), f"{name}: {measures['kl_rows']} rows, not {len(bits)}")
    expect(measures["kl_infinite_rows"] == infinite, f"{name}: {measures['kl_infinite_rows']} infinite rows, not {infinite}")


def texts_of(cells, by_row):
    place = 0 if by_row else 3
    texts = {}
    for cell in cells:
        texts[(index(cell[place]), index(cell[place + 1]))] = cell[place + 2]
    return texts


def check_stage(folder, case, stage, now, kept):
    before, change, _ = case
    name, out, by_pair = f"{before}; {change}, {stage}", os.path.join(folder, "kept.csv"), stage != "output"
    place = f"stage {stage}; layer {LAYER}; head {HEAD}"
    if os.path.exists(out):
        os.remove(out)
    if not run("export", "--do", f"{before}; freeze; {change}; {place}", "--view", "compare", "--out", out):
        return
    cells, measures = read_table(out, by_pair)
    a, b = (matrix_of(side, stage) for side in (now, kept))
    rows = lines_of([(index(cell[0]), index(cell[1])) for cell in cells])
    row_texts = texts_of(cells, True)
    check_matching(name, rows, tokens_of(now[0]), tokens_of(kept[0]), [row_texts[line] for line in rows])
    if by_pair:
        cols = lines_of([(index(cell[3]), index(cell[4])) for cell in cells])
        col_texts = texts_of(cells, False)
        check_matching(name, cols, keys_of(now[0]), keys_of(kept[0]), [col_texts[line] for line in cols])
    else:
        most = max(a.shape[1], b.shape[1])
        cols = [(i if i < a.shape[1] else None, i if i < b.shape[1] else None) for i in range(most)]
    expect(len(cells) == len(rows) * len(cols), f"{name}: {len(cells)} cells")
    size, apart = max(np.abs(a[np.isfinite(a)]).max(), np.abs(b[np.isfinite(b)]).max()), []
    for at, cell in enumerate(cells):
        (x, y), (c, d) = rows[at // len(cols)], cols[at % len(cols)]
        expected = [a[x, c] if x is not None and c is not None else np.nan, b[y, d] if y is not None and d is not None else np.nan]
        with np.errstate(invalid="ignore"):
            expected.append(expected[0] - expected[1])
        for written, wanted in zip(cell[-3:], expected):
            same = np.isclose(number(written), wanted, rtol=0, atol=1e-5 * size, equal_nan=True)
            expect(same, f"{name}: {written} is not {wanted} in {cell}")
        if np.isfinite(expected[2]):
            apart.append(abs(expected[2]))
    if apart:
        expect(abs(measures["largest"] - max(apart)) <= 1e-5 * size, f"{name}: the largest {measures['largest']}, not {max(apart)}")
        expect(abs(measures["mean"] - np.mean(apart)) <= 1e-5 * size, f"{name}: the mean {measures['mean']}, not {np.mean(apart)}")
    if by_pair:
        check_divergence(name, measures, rows, cols, matrix_of(now, "weights"), matrix_of(kept, "weights"))


def tensor_of(side, name):
    if name == "logits":
        with np.errstate(over="ignore"):
            powers = np.exp(side[1]["logits"] - side[1]["logits"].max(axis=1, keepdims=True))
        return powers / powers.sum(axis=1, keepdims=True)
    if name == "x":
        return side[1]["x"]
    tensor = side[1][f"layers.{LAYER - 1}.{name}"]
    return tensor[HEAD - 1] if tensor.ndim == 3 else tensor


def check_rows(folder, case, stage, now, kept):
    """Stages whose columns are no keys: a row a token, of K and V a token that is asked."""
    before, change, _ = case
    out, tensors = os.path.join(folder, "rows.csv"), {"qkv": ["q", "k", "v"], "embed": ["x"]}.get(stage, [stage])
    if os.path.exists(out):
        os.remove(out)
    place = f"stage {stage}; layer {LAYER}; head {HEAD}"
    if not run("export", "--do", f"{before}; freeze; {change}; {place}", "--view", "compare", "--out", out):
        return
    with open(out, encoding="utf-8", newline="") as file:
        table = list(csv.reader(file))
    expect((table[0][0] == "tensor") == (len(tensors) > 1), f"{stage}: the header {table[0]}")
    for tensor in tensors:
        lines = [row[1:] for row in table[1:] if row[0] == tensor] if len(tensors) > 1 else table[1:]
        cells = [row for row in lines if row[2]]
        measures = {row[0]: float(row[-1]) for row in lines if not row[2]}
        a, b = tensor_of(now, tensor), tensor_of(kept, tensor)
        names = keys_of if tensor in ("k", "v") else tokens_of
        rows = lines_of([(index(cell[0]), index(cell[1])) for cell in cells])
        texts = {(index(cell[0]), index(cell[1])): cell[2] for cell in cells}
        check_matching(f"{change}, {tensor}", rows, names(now[0]), names(kept[0]), [texts[line] for line in rows])
        apart, size = [], max(np.abs(a).max(), np.abs(b).max())
        for cell in cells:
            x, y = index(cell[0]), index(cell[1])
            c, d = (index(cell[3]), index(cell[4])) if stage == "logits" else (int(cell[3]) - 1,) * 2
            one = a[x, c] if x is not None and c is not None and c < a.shape[1] else np.nan
            other = b[y, d] if y is not None and d is not None and d < b.shape[1] else np.nan
            for written, wanted in zip(cell[-3:], (one, other, one - other)):
                expect(np.isclose(number(written), wanted, rtol=0, atol=1e-5 * size, equal_nan=True), f"{tensor}: {written} is not {wanted} in {cell}")
            if np.isfinite(one - other):
                apart.append(abs(one - other))
        expect(set(measures) == {"largest", "mean"}, f"{tensor}: the measures {measures}")
        if apart:
            expect(abs(measures["largest"] - max(apart)) <= 1e-5 * size, f"{tensor}: the largest {measures['largest']}, not {max(apart)}")
            expect(abs(measures["mean"] - np.mean(apart)) <= 1e-5 * size, f"{tensor}: the mean {measures['mean']}")


def matrix_of(side, stage):
    return side[1][f"layers.{LAYER - 1}.{stage}"][HEAD - 1]


def tokens_of(metadata):
    return json.loads(metadata["tokens"])


def keys_of(metadata):
    return json.loads(metadata["key_tokens"]) if "key_tokens" in metadata else tokens_of(metadata)


def check_case(folder, case):
    before, change, stages = case
    paths = [os.path.join(folder, f"{name}.safetensors") for name in ("now", "kept")]
    lines = [f"{before}; {change}", before]
    if not all(run("trace", "--force", "--do", line, "--out", path) for line, path in zip(lines, paths)):
        return
    now, kept = map(read_trace, paths)
    for stage in stages:
        (check_rows if stage in BY_ROW else check_stage)(folder, case, stage, now, kept)


def check_refusals(folder):
    out = os.path.join(folder, "x.csv")
    done = subprocess.run([headsup, "export", "--do", "freeze; stage tokens", "--view", "compare", "--out", out], capture_output=True, text=True)
    expect(done.returncode != 0 and "nothing to compare: choose a later one" in done.stderr, f"tokens are compared: {done.stderr}")
    done = subprocess.run([headsup, "export", "--do", "freeze; positions alibi; stage biased", "--view", "compare", "--out", out],
                          capture_output=True, text=True)
    expect(done.returncode != 0 and "kept run has no matrix" in done.stderr, f"a stage that only one has: {done.stderr}")
    done = subprocess.run([headsup, "export", "--do", "freeze; mask causal; stage weights", "--view", "compare", "--out", out[:-3] + "npy"],
                          capture_output=True, text=True)
    expect(done.returncode != 0 and "three matrices" in done.stderr, f"a comparison as npy: {done.stderr}")


def check_figures(folder):
    """The same bytes each time, with what a reader has to know in the caption."""
    paths = [os.path.join(folder, f"{number}.svg") for number in range(2)]
    for path in paths:
        run("export", "--do", f'stage weights; sentence "{TIRED}"; freeze; sentence "{WIDE}"', "--view", "compare", "--caption", "below", "--out", path)
    texts = [open(path, "rb").read() for path in paths if os.path.exists(path)]
    expect(len(texts) == 2 and texts[0] == texts[1], "the figure differs from run to run")
    svg = subprocess.run([headsup, "export", "--do", f'stage weights; sentence "{TIRED}"; freeze; sentence "{WIDE}"', "--view", "compare",
                          "--caption", "file", "--out", os.path.join(folder, "c.svg")], capture_output=True, text=True)
    written = [os.path.join(folder, name) for name in os.listdir(folder) if name.startswith("c.") and name.endswith(".txt")]
    caption = open(written[0], encoding="utf-8").read() if written else ""
    for words in ("of two runs", "“wide”", "“tired”", "kept run is that of the model reader", TIRED, "longest common subsequence", "KL divergence"):
        expect(words in caption, f"the caption lacks “{words}”: {caption} {svg.stderr}")


with tempfile.TemporaryDirectory() as folder:
    for number_of_case, case in enumerate(CASES):
        place = os.path.join(folder, str(number_of_case))
        os.mkdir(place)
        check_case(place, case)
    check_refusals(folder)
    check_figures(folder)
print("\n".join(problems[:40]) or "kept runs hold")
sys.exit(1 if problems else 0)
