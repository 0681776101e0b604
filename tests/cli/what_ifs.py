#!/usr/bin/python3
"""What-ifs: numbers set by hand, keys, queries and heads taken away, tokens swapped. A model of two layers is typed in,
so that every number of the trace file can be made by NumPy in float64 from the model's text alone, with the changes at
their places. What is read back from the file agrees with it, and a what-if that cannot be had is refused in a sentence.

usage: what_ifs.py HEADSUP
"""
import json
import os
import struct
import subprocess
import sys
import tempfile

import numpy as np

LAYERS, HEADS, WIDTH, EACH = 2, 2, 6, 3
TOKENS = "the cat sat on mat".split()
TOLERANCE = 1e-5  # of the largest number of a matrix
PAIRS = ("scores", "scaled", "masked", "weights")


def make_board(rng):
    """The text of a model, and its matrices by name, layer and head."""
    numbers = {("e",): rng.normal(size=(len(TOKENS), WIDTH))}
    lines = ["board What if", "tokens " + " ".join(TOKENS), "mask causal", "positions none", "E"]
    for layer in range(LAYERS):
        for head in range(HEADS):
            for name, shape in (("w_q", (WIDTH, EACH)), ("w_k", (WIDTH, EACH)), ("w_v", (WIDTH, EACH)),
                                ("w_o", (EACH, WIDTH))):
                numbers[(name, layer, head)] = rng.normal(size=shape)
    numbers = {key: np.round(matrix, 3) for key, matrix in numbers.items()}

    def rows(matrix):
        return [" ".join(f"{x:.3f}" for x in row) for row in matrix]

    lines += rows(numbers[("e",)])
    for layer in range(LAYERS):
        lines.append(f"layer {layer + 1}")
        for head in range(HEADS):
            lines.append(f"head {head + 1}")
            for name in ("w_q", "w_k", "w_v", "w_o"):
                lines += [name.upper()] + rows(numbers[(name, layer, head)])
    return "\n".join(lines) + "\n", numbers


def one_what_if(rng):
    """One change as a command, and as a tuple for NumPy; all from 0 there."""
    layer, head, row = int(rng.integers(LAYERS)), int(rng.integers(HEADS)), int(rng.integers(len(TOKENS)))
    kind = rng.choice(["input", "w_q", "w_k", "w_v", "w_o", "q", "k", "v", "pair", "key", "query", "head", "swap"])
    value = round(float(rng.normal() * 2), 2)
    where = f"layer {layer + 1}"
    if kind == "key":
        return f"without key {row + 1}", ("key", row)
    if kind == "query":
        return f"without query {row + 1}", ("query", row)
    if kind == "head":
        return f"head off {head + 1} {where}", ("head", layer, head)
    if kind == "swap":
        row = min(row, len(TOKENS) - 2)
        return f"swap {row + 1}", ("swap", row)
    if kind == "pair":
        kind = str(rng.choice(PAIRS))
        row, col = max(row, 1), 0  # a pair that the causal mask shows
        return f"set {kind} {row + 1} {col + 1} {value:g} {where} head {head + 1}", (kind, layer, head, row, col, value)
    cols = {"input": WIDTH, "w_o": WIDTH}.get(kind, EACH)
    rows = {"w_o": HEADS * EACH, "w_q": WIDTH, "w_k": WIDTH, "w_v": WIDTH}.get(kind, len(TOKENS))
    row, col = int(rng.integers(rows)), int(rng.integers(cols))
    if kind in ("input", "w_o"):
        return f"set {kind} {row + 1} {col + 1} {value:g} {where}", (kind, layer, 0, row, col, value)
    return f"set {kind} {row + 1} {col + 1} {value:g} {where} head {head + 1}", (kind, layer, head, row, col, value)


def run(numbers, changes):
    """Every tensor of the file, made by NumPy with the changes at their places."""
    count = len(TOKENS)

    def bend(name, layer, head, matrix):
        for change in changes:
            if change[:3] == (name, layer, head):
                matrix[change[3], change[4]] = change[5]
        return matrix

    order = list(range(count))
    for change in changes:
        if change[0] == "swap":
            order[change[1]], order[change[1] + 1] = order[change[1] + 1], order[change[1]]
    hidden = np.triu(np.ones((count, count), bool), 1)
    for change in changes:
        if change[0] == "key":
            hidden[:, change[1]] = True
        if change[0] == "query":
            hidden[change[1], :] = True
    x = numbers[("e",)][order]
    made = {}
    for layer in range(LAYERS):
        x = bend("input", layer, 0, x.copy())
        if layer == 0:
            made["x"] = x
        w_o = bend("w_o", layer, 0, np.vstack([numbers[("w_o", layer, head)] for head in range(HEADS)]))
        outputs = []
        for head in range(HEADS):
            def keep(name, matrix):
                made.setdefault(f"layers.{layer}.{name}", []).append(bend(name, layer, head, matrix))
                return made[f"layers.{layer}.{name}"][-1]
            q, k, v = (keep(one, x @ bend("w_" + one, layer, head, numbers[("w_" + one, layer, head)].copy()))
                       for one in "qkv")
            scores = keep("scores", q @ k.T)
            scaled = keep("scaled", scores / np.sqrt(EACH))
            masked = keep("masked", np.where(hidden, -np.inf, scaled))
            most = np.max(masked, axis=1, keepdims=True)
            e = np.exp(masked - np.where(np.isfinite(most), most, 0))
            total = e.sum(axis=1, keepdims=True)
            weights = keep("weights", np.divide(e, total, out=np.zeros_like(e), where=total > 0))
            is_off = ("head", layer, head) in changes
            outputs.append(keep("output", np.zeros((count, EACH)) if is_off else weights @ v))
        joined = np.hstack(outputs) @ w_o
        made[f"layers.{layer}.joined"] = joined
        x = x + joined
        # what leaves a layer is what the next one receives, changes included
        made[f"layers.{layer}.block"] = bend("input", layer + 1, 0, x.copy())
    return {name: np.array(value) for name, value in made.items()}


def read(path):
    data = open(path, "rb").read()
    start = 8 + struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:start])
    found = {}
    for name, one in header.items():
        if name != "__metadata__":
            first, end = one["data_offsets"]
            found[name] = np.frombuffer(data[start + first:start + end], "<f4").reshape(one["shape"])
    return header["__metadata__"], found


def headsup(*words):
    return subprocess.run([program, *words], capture_output=True, text=True)


def trace(board, commands, path):
    done = headsup("trace", "--model", board, "--out", path, "--force", "--do", "; ".join(commands), *TOKENS)
    assert done.returncode == 0, (commands, done.stderr)
    return read(path)


def compare(found, wanted, commands):
    for name, matrix in wanted.items():
        if name not in found:
            assert name.endswith(".block"), (name, sorted(found))  # without norms it is a sum of others
            continue
        is_finite = np.isfinite(matrix)
        assert (np.isfinite(found[name]) == is_finite).all(), (name, commands)
        largest = np.max(np.abs(matrix[is_finite]), initial=1e-30)
        off = np.max(np.abs(np.where(is_finite, found[name], 0) - np.where(is_finite, matrix, 0)))
        assert off <= TOLERANCE * largest, (name, off, commands)


def check_numbers(folder):
    rng = np.random.default_rng(7)
    text, numbers = make_board(rng)
    board, path = os.path.join(folder, "board.txt"), os.path.join(folder, "trace.safetensors")
    open(board, "w").write(text)
    compare(trace(board, ["layer 1"], path)[1], run(numbers, []), "nothing changed")
    for i in range(60):
        chosen = [one_what_if(rng) for _ in range(1 + i % 4)]
        places = [change[:5] if len(change) > 4 else change for _, change in chosen]
        if len(set(places)) < len(places) or sum(p[0] == "swap" for p in places) > 1:
            continue
        commands = [command for command, _ in chosen]
        metadata, found = trace(board, commands, path)
        assert metadata["what_if"] == "; ".join(commands), (metadata["what_if"], commands)
        compare(found, run(numbers, [change for _, change in chosen]), commands)
        said = headsup("check", path)
        assert said.returncode == 0 and "contradict" not in said.stdout + said.stderr, (commands, said.stdout)
    # scores that were set change nothing before them, and everything behind
    before, after = (trace(board, one, path)[1] for one in (["layer 1"], ["set scores 3 1 5 layer 1 head 2"]))
    for name in ("q", "k", "v"):
        assert (before[f"layers.0.{name}"] == after[f"layers.0.{name}"]).all()
    assert (before["layers.0.weights"][1][2] != after["layers.0.weights"][1][2]).any()
    assert (before["layers.0.weights"][0] == after["layers.0.weights"][0]).all()
    assert (before["layers.1.q"][:, 2] != after["layers.1.q"][:, 2]).any()
    # taken back, every bit is as before; undo does the same
    for back in ("set off", "undo", "whatif off"):
        again = trace(board, ["set scores 3 1 5 layer 1 head 2", back], path)[1]
        assert all((again[name] == before[name]).all() for name in before), back
    return board


def check_files(folder):
    """A file says what was changed, so numbers that do not follow from those before contradict nothing."""
    path = os.path.join(folder, "trace.safetensors")
    for model, commands, readings in (
            ("random", "set weights 1 1 0.9", [None]),
            ("random", "set weights 1 1 inf; set v 1 1 nan", [None]),
            ("random", "set scores 1 1 nan layer 1; set x 2 1 inf", [None]),
            ("random", "set q 1 1 1e30; set k 1 1 1e30", [None]),
            ("random", "mask causal; set masked 1 2 5; set weights 2 3 0.5", [None]),
            ("random", "mistake softmax-over-queries; set weights 1 1 0.9", [None]),
            ("random like mistral", "set scores 1 1 inf", [None]),
            ("translator", "set scores 1 1 5 layer 6; set q 1 1 5 layer 5; head off 2 layer 3; set v 1 1 4 layer 2",
             ["self", "cross", "encoder"]),
            ("translator", "set weights 1 1 0.5 layer 4 head 3; set weights 1 1 nan layer 1 head 2",
             ["self", "cross", "encoder"])):
        done = headsup("trace", "--model", model, "--out", path, "--force", "--do", commands, "the dog saw a cat")
        assert done.returncode == 0, (commands, done.stderr)
        for reading in readings:
            said = headsup("check", path, *(["--reading", reading] if reading else []))
            assert said.returncode == 0, (model, commands, reading, said.stdout, said.stderr)
            assert "can be shown: q k v" in said.stdout, said.stdout


def check_states(folder, board):
    state, path = os.path.join(folder, "kept.headsup"), os.path.join(folder, "trace.safetensors")
    commands = ["set q 2 1 0.5 layer 1 head 2", "without key 2", "head off 1 layer 2", "swap 3"]
    script = os.path.join(folder, "script.txt")
    open(script, "w").write("# headsup 1\n" + "\n".join([f"model \"{board}\"", "sentence \"the cat sat on mat\""]
                                                        + commands + [f"save \"{state}\""]) + "\n")
    done = headsup("play", script, "--headless", "--write", "--force")
    assert done.returncode == 0, done.stderr
    kept = open(state).read()
    for command in commands:
        assert command in kept, (command, kept)
    out = os.path.join(folder, "kept.json")
    done = headsup("export", "--stage", "weights", "--out", out, state)
    assert done.returncode == 0, done.stderr
    assert json.load(open(out))["what_if"] == "; ".join(commands), open(out).read()


def check_refusals():
    for commands, model, words in (
            ("set frog 1 1 1", "reader", "no number of “frog” can be set"),
            ("set q 1 1 frog", "reader", "no number that can be set"),
            ("set q 99 1 1", "reader", "the rows go from 1 to"),
            ("set q 1 99 1", "reader", "the columns go from 1 to"),
            ("set biased 1 1 1", "reader", "no matrix biased here"),
            ("set here 1", "reader", "no number is chosen"),
            ("without key 99", "reader", "no key “99”"),
            ("without query 0", "reader", "no query “0”"),
            ("head off 99", "reader", "no head “99”"),
            ("swap 99", "reader", "no token “99”"),
            ("swap 1", "translator", "takes their order as it is typed"),
            ("shuffle; set q 1 1 1", "reader", "first shuffle off"),
            ("set q 1 1 1; shuffle", "reader", "first whatif off"),
            ("schedule flash 2 2; set scores 1 1 1", "reader", "schedule flash keeps no scores"),
            ("approximate performer 8; set scores 1 1 1", "random", "makes no scores")):
        done = headsup("trace", "--model", model, "--out", "/dev/null", "--do", commands, "the animal was tired")
        assert done.returncode != 0 and words in done.stderr, (commands, done.stderr)


program = sys.argv[1]
with tempfile.TemporaryDirectory() as home:
    os.environ.update(HOME=home, XDG_STATE_HOME=home, XDG_CONFIG_HOME=home)
    check_states(home, check_numbers(home))
    check_files(home)
    check_refusals()
