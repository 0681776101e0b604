#!/usr/bin/python3
"""Steps that are bent and mistakes made on purpose: the numbers of the trace file are those that NumPy makes of the
file's own tensors in float64 the same wrong way (M-04, M-94 to M-99, M-102, M-103), `headsup check` finds what the file says of
itself, and what has no meaning is refused in a sentence.

usage: mistakes.py HEADSUP
"""
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np

TEXT = "The animal didn't cross the street because it was too tired"
LONG = " ".join(f"w{i % 23}" for i in range(150))  # more than two bands of 64 queries
NARROW = "random layers 2 heads 4 d_model 32 seed 5"
WIDE = "random layers 2 heads 4 d_model 320 d_ff 64 seed 3"  # summed in blocks
TOLERANCE = 1e-5

CASES = [
    ("scale off", NARROW, TEXT), ("scale 3.25", NARROW, TEXT), ("scale off", WIDE, TEXT),
    ("softmax temperature 0.5", NARROW, TEXT), ("softmax temperature 4; positions alibi", NARROW, TEXT),
    ("softmax temperature 0.25", WIDE, LONG),
    ("mistake divide-by-d-model", NARROW, TEXT), ("mistake no-scale", NARROW, TEXT),
    ("mistake softmax-over-queries", NARROW, TEXT), ("mask causal; mistake softmax-over-queries", NARROW, LONG),
    ("mistake softmax-over-queries; softmax temperature 2", WIDE, LONG),
    ("mask causal; mistake mask-after-softmax", NARROW, TEXT), ("mask causal; mistake mask-after-softmax", WIDE, LONG),
    ("mask window 2; mistake mask-with-zero", NARROW, TEXT), ("mask causal; mistake mask-with-zero", WIDE, LONG),
    ("mistake values-first", NARROW, TEXT), ("mistake values-first", NARROW, "a b c d e f g h"),
    ("mistake values-first; dropout 0.3", NARROW, "a b c d e f g h"),
    ("mistake no-max", NARROW, TEXT), ("scale 0.01; mistake no-max", NARROW, TEXT),
    ("scale 0.01; mask causal; mistake no-max", WIDE, TEXT),
    ("mistake heads-in-wrong-order", NARROW, TEXT), ("mistake heads-in-wrong-order", WIDE, LONG),
    ("mistake heads-in-wrong-order; kv_heads 2", NARROW, TEXT),
    ("mistake heads-in-wrong-order; positions rope base 100", NARROW, TEXT),
    ("mistake softmax-over-queries; positions shaw 2", NARROW, TEXT),
    ("mask causal; mistake mask-after-softmax; score additive", NARROW, TEXT),
    ("mask causal; mistake mask-with-zero; score cosine temperature 3; dropout 0.2", NARROW, TEXT),
    ('cross "a dog ran home"; mistake softmax-over-queries', NARROW, TEXT),
    ('cross "a dog ran home"; mistake heads-in-wrong-order', NARROW, TEXT),
]

REFUSED = [
    ("mistake nonsense", "softmax-over-queries"), ("mistake softmax-over-query", "did you mean"), ("scale 0", "0.01"),
    ("scale wide", "on, off, a number"), ("softmax temperature", "temperature"), ("softmax temperature 0", "0.01"),
    ("scale 3; mistake no-scale", "scale on"), ("schedule flash 2 2; mistake no-max", "schedule whole"),
    ("approximate linformer 3; mistake no-max", "approximate exact"),
    ("schedule flash 2 2; softmax temperature 2", "schedule whole"),
    ("approximate performer 8; softmax temperature 2", "performer"),
    ("quiz answer no-max", "no quiz"), ("quiz seed 0", "1 to"),
]


def read(path):
    data = open(path, "rb").read()
    start = 8 + struct.unpack("<Q", data[:8])[0]
    head = json.loads(data[8:start])
    meta = head.pop("__metadata__")
    found = {}
    for name, one in head.items():
        first, end = one["data_offsets"]
        if one["dtype"] == "F32":
            array = np.frombuffer(data[start + first:start + end], "<f4").reshape(one["shape"])
            found[name] = array.astype(np.float64)
    return found, meta


def run(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=120,
                          env={**os.environ, "LC_ALL": "C.UTF-8"})


def trace(do, model, text):
    path = os.path.join(FOLDER, re.sub(r"\W+", "-", f"{do}-{model}-{len(text)}") + ".safetensors")
    done = run("trace", "--model", model, "--out", path, "--do", do, text)
    assert done.returncode == 0, (do, done.stderr)
    return path


def same(what, got, want):
    """Equal infinities and NaN in the same places, the rest near."""
    got, want = np.asarray(got), np.asarray(want)
    assert got.shape == want.shape, (what, got.shape, want.shape)
    assert (np.isnan(got) == np.isnan(want)).all(), f"{what}: NaN elsewhere"
    assert (np.isinf(got) == np.isinf(want)).all(), f"{what}: inf elsewhere"
    fine = np.isfinite(want)
    largest = np.abs(want[fine]).max() if fine.any() else 1
    off = np.abs(got[fine] - want[fine]).max() if fine.any() else 0
    assert off <= TOLERANCE * max(largest, 1e-9), f"{what}: off by {off:g} of {largest:g}"


def softmax(x, axis):
    top = x.max(axis=axis, keepdims=True)
    top[np.isneginf(top)] = 0
    e = np.exp(x - top)
    whole = e.sum(axis=axis, keepdims=True)
    return np.divide(e, whole, out=np.zeros_like(e), where=whole > 0)


def without_max(x):
    """In float32, as a program without the maximum has it."""
    with np.errstate(all="ignore"):
        e = np.exp(x).astype(np.float32)
        return (e / e.sum(axis=-1, keepdims=True, dtype=np.float64).astype(np.float32)).astype(np.float64)


def hidden_by(meta, queries, keys, do):
    i, j = np.arange(queries)[:, None], np.arange(keys)[None, :]
    if "window 2" in do:
        return np.abs(i - j) > 2
    return (j > i) & ("mask causal" in do)


def recompute(case):
    do, model, text = case
    path = trace(do, model, text)
    t, meta = read(path)
    said = [one for one in do.split("; ") if not one.startswith(("mask ", "cross "))]
    assert all(one in meta["kind"] for one in said), (do, meta["kind"])
    mistake = re.search(r"mistake (\S+)", do)
    mistake = mistake.group(1).rstrip(";") if mistake else ""
    temperature = float((re.search(r"softmax temperature (\S+?)(;|$)", do) or [0, "1"])[1])
    exact = read(trace("; ".join(o for o in do.split("; ") if not o.startswith("mistake")) or "mask own", model, text))[0]
    for layer in range(2):
        g = lambda name: t.get(f"layers.{layer}.{name}")
        q, k, v = g("q"), g("k"), g("v")
        queries, width = q.shape[1:]
        keys = k.shape[1]
        heads = q.shape[0]
        repeat = heads // k.shape[0]
        if layer == 0 and mistake == "heads-in-wrong-order":
            for name in "qkv":
                right = exact[f"layers.0.{name}"]
                flat = np.ascontiguousarray(right.transpose(1, 0, 2)).reshape(right.shape)  # view, no transpose
                same(f"{do}: {name}", g(name), flat)
        if np.isnan(q).any():  # what broke in the layer before spreads
            assert mistake in ("no-max", "values-first") and layer == 1, do
            continue
        if "score" not in do and "positions" not in do:
            same(f"{do}: scores", g("scores"), q @ np.repeat(k, repeat, 0).transpose(0, 2, 1))
        divisor = np.sqrt(width)
        if "scale off" in do or mistake == "no-scale" or "score additive" in do:
            divisor = 1
        if mistake == "divide-by-d-model":
            divisor = np.sqrt(heads * width)
        if re.search(r"scale \d", do):
            divisor = float(re.search(r"scale (\S+?)(;|$)", do)[1])
        if "cosine" in do:
            divisor = 1 / 3
        same(f"{do}: scaled", g("scaled"), g("scores") / divisor)
        unmasked = g("biased") if "alibi" in do else g("scaled")
        hidden = hidden_by(meta, queries, keys, do)
        if mistake == "mask-after-softmax":
            masked = unmasked
        else:
            masked = np.where(hidden, 0 if mistake == "mask-with-zero" else -np.inf, unmasked)
        same(f"{do}: masked", g("masked"), masked)
        soft = g("masked") / temperature
        if mistake == "softmax-over-queries":
            weights = softmax(soft, -2)
            sums = g("weights").sum(-2)
            assert np.abs(sums - 1).max() < 1e-5, f"{do}: columns sum to {sums.min()} … {sums.max()}"
        elif mistake == "no-max":
            weights = without_max(soft)
        else:
            weights = softmax(soft, -1)
        if mistake == "mask-after-softmax":
            weights = np.where(hidden, 0, weights)
            assert g("weights").sum(-1).min() < 0.999, f"{do}: every row sums to 1"
        if mistake == "mask-with-zero":
            assert g("weights")[:, hidden].max() > 1e-3, f"{do}: nothing leaks"
        same(f"{do}: weights", g("weights"), weights)
        shares = g("dropped") if "dropout" in do else g("weights")
        values = np.repeat(v, repeat, 0)
        if mistake == "values-first":
            fits = width == queries == keys
            output = values @ shares if fits else np.full((heads, queries, width), np.nan)
        else:
            output = shares @ values
        if "shaw" not in do:
            same(f"{do}: output", g("output"), output)
    if "0.01; mistake no-max" in do:
        assert np.isnan(t["layers.0.weights"]).any(), f"{do}: nothing overflows"
    done = run("check", path)
    assert done.returncode == 0, (do, done.stdout, done.stderr)
    assert "does not hold" not in done.stdout + done.stderr, (do, done.stdout, done.stderr)
    assert "weights = " in done.stdout and "output = " in done.stdout, (do, done.stdout)
    return do


def refuse(case):
    do, words = case
    path = os.path.join(FOLDER, "refused.safetensors")
    done = run("trace", "--model", NARROW, "--out", path, "--do", do, TEXT)
    assert done.returncode in (1, 2) and words in done.stderr, (do, done.stderr)
    assert not os.path.exists(path), do
    return do


def large_traces_agree():
    """Parts that a large trace makes when they are asked for are the same bits."""
    large = "random layers 6 heads 8 d_model 320 d_ff 64 seed 3"
    text = " ".join(f"w{i % 23}" for i in range(300))
    for do in ("mask causal; mistake softmax-over-queries", "mask causal; mistake mask-after-softmax"):
        path = trace(do, large, text)
        t, _ = read(path)
        masked = t["layers.5.masked"]
        if "softmax-over" in do:
            same(do, t["layers.5.weights"], softmax(masked, -2))
        else:
            upper = np.triu(np.ones(masked.shape[1:], bool), 1)
            same(do, t["layers.5.weights"], np.where(upper, 0, softmax(masked, -1)))
        done = run("check", path)
        assert done.returncode == 0 and "does not hold" not in done.stdout, (do, done.stdout)
        os.remove(path)


PROGRAM = sys.argv[1]
with tempfile.TemporaryDirectory() as FOLDER:
    with ThreadPoolExecutor(2) as pool:
        done = list(pool.map(recompute, CASES)) + list(pool.map(refuse, REFUSED))
    large_traces_agree()
print(f"{len(done)} cases agree with NumPy, or are refused")
