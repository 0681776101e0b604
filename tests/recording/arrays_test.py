#!/usr/bin/env python3
"""Arrays as people save them with NumPy: every order of axes, both orders of memory and of bytes, half and double floats, masks
of all kinds, words and numbers, a file a layer's array each. What the program makes of them is what NumPy computes; what
the file leaves open is asked.

usage: arrays_test.py PROGRAM"""
import json
import math
import os
import shutil
import struct
import subprocess
import sys
import tempfile

import numpy as np

PROGRAM = os.path.abspath(sys.argv[1])
FOLDER = tempfile.mkdtemp()
FILE, OUT = os.path.join(FOLDER, "arrays.npz"), os.path.join(FOLDER, "out.safetensors")
L, B, H, G, T, S, D, F = 2, 3, 4, 2, 5, 7, 6, 8  # two heads of K and V; all sizes differ
BATCH = 1
WORDS = np.array(["the", "cat", "☕", "\u202e!", "日本"])
RANDOM = np.random.default_rng(1)


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def single(x):
    return np.ascontiguousarray(x, dtype=np.float32)


class Truth:
    """Q [L,B,H,T,D], K and V with fewer heads, and what follows."""

    def __init__(self, keys, hidden=None):
        self.q = RANDOM.standard_normal((L, B, H, T, D))
        self.k, self.v = (RANDOM.standard_normal((L, B, G, keys, n)) for n in (D, F))
        self.scores = self.q @ np.repeat(self.k, H // G, 2).swapaxes(-1, -2)
        self.scaled = self.scores / math.sqrt(D)
        self.weights = softmax(self.scaled if hidden is None else np.where(hidden, -np.inf, self.scaled))
        self.output = self.weights @ np.repeat(self.v, H // G, 2)

    def of_batch(self, *parts):
        return {part: getattr(self, part)[:, BATCH] for part in parts}

    def qkv(self, change=single):
        return {part: change(x) for part, x in self.of_batch("q", "k", "v").items()}


CAUSAL = np.triu(np.ones((T, T), bool), 1)
OWN, CROSS = Truth(T, CAUSAL), Truth(S)
ALL = OWN.of_batch("scores", "scaled", "weights", "output")


def run(command, reading, file, *more):
    arguments = [PROGRAM, command, *(["--reading", reading] if reading else []), *more]
    return subprocess.run(arguments + ([] if command == "trace" else [file]), capture_output=True, text=True, timeout=600)


def made(reading, file):
    done = run("trace", reading, file, "--from", file, "--out", OUT)
    assert done.returncode == 0, (reading, done.stderr)
    with open(OUT, "rb") as raw:
        header = json.loads(raw.read(struct.unpack("<Q", raw.read(8))[0]))
        data = raw.read()
    header.pop("__metadata__")
    kinds = {"F32": np.float32}
    return {name: np.frombuffer(data[slice(*t["data_offsets"])], kinds[t["dtype"]]).reshape(t["shape"])
            for name, t in header.items() if t["dtype"] in kinds}


def gives(what, expected, reading=None, group="layers", limit=1e-5, file=FILE, sound=True):
    """Every stage of every layer, and check has nothing to say against it."""
    tensors = made(reading, file)
    for part, layers in expected.items():
        for layer, x in enumerate(layers):
            found = tensors[f"{group}.{layer}.{part}"]
            assert found.shape == x.shape, (what, part, found.shape, x.shape)
            assert np.abs(found - x).max() <= limit * max(1, np.abs(x).max()), (what, part, np.abs(found - x).max())
    checked = run("check", reading, file)
    assert (checked.returncode == 0) == sound, (what, checked.stdout, checked.stderr)


def asks(what, reading, words, file=FILE):
    done = run("check", reading, file)
    assert done.returncode != 0 and words in done.stderr, (what, done.stderr)


def save(**arrays):
    np.savez(FILE, **arrays)


def orders_of_axes():
    save(q=single(OWN.q), k=single(OWN.k), v=single(OWN.v), mask=CAUSAL, tokens=WORDS)
    gives("LBHTD", ALL, "batch=2,hidden")
    asks("LBHTD", "hidden", "holds 3 sentences")
    save(**{part: single(getattr(OWN, part).swapaxes(2, 3)) for part in "qkv"}, weights=single(OWN.weights), tokens=WORDS)
    gives("LBTHD", ALL, "batch=2")
    save(**OWN.qkv(), weights=single(OWN.weights[:, BATCH]))
    gives("LHTD", ALL, "LHTD")
    asks("LHTD", None, "--reading: LHTD, BHTD")
    save(**OWN.qkv(lambda x: single(x.swapaxes(1, 2).reshape(L, T, -1))), mask=CAUSAL, tokens=WORDS)
    gives("LTE", ALL, "LTE,heads=4,hidden")
    save(**{part: single(getattr(OWN, part)[0].swapaxes(1, 2)) for part in "qkv"}, mask=CAUSAL, tokens=WORDS)
    gives("BTHD", {part: x[:1] for part, x in ALL.items()}, "BTHD,batch=2,hidden")
    save(weights=single(OWN.weights[:, BATCH].swapaxes(-1, -2)), tokens=WORDS)
    gives("LHST", OWN.of_batch("weights"), "LHST")
    save(**CROSS.qkv())
    gives("T is not S", CROSS.of_batch("weights", "output"), "LHTD")
    save(**{f"cross.{part}": x for part, x in CROSS.qkv().items()}, tokens=WORDS, key_tokens=np.array(list("abcdefg")))
    gives("cross", CROSS.of_batch("weights", "output"), "LHTD", group="cross")
    save(cross_attentions=single(CROSS.weights), tokens=WORDS)
    gives("cross_attentions", CROSS.of_batch("weights"), "batch=2", group="cross")


def names_of_layers():
    for name in ("layers.{}.attn", "attn_weights_{}", "block_{}_attention_probs", "model.layers.{}.self_attn.weights"):
        save(**{name.format(layer): single(OWN.weights[layer, BATCH]) for layer in range(L)})
        gives(name, OWN.of_batch("weights"))


def kinds_of_numbers():
    for turn in (np.asfortranarray, lambda x: x.astype(">f4"), lambda x: x.astype("<f8"),
                 lambda x: np.asfortranarray(x.astype(">f8"))):
        save(**OWN.qkv(lambda x: turn(single(x))), weights=turn(single(OWN.weights[:, BATCH])), tokens=WORDS)
        gives("other memory", ALL, "LHTD")
    save(**OWN.qkv(lambda x: x.astype("<f2")), weights=OWN.weights[:, BATCH].astype(">f2"))
    gives("half floats", OWN.of_batch("output"), "LHTD", limit=5e-3)
    np.savez_compressed(FILE, **OWN.qkv(), weights=single(OWN.weights[:, BATCH]))
    gives("deflated", ALL, "LHTD")
    for words in (WORDS.astype(">U4"), np.arange(T) + 2**40, np.arange(T, dtype=">i8"), np.array([b"a", b"\xff", b"c\x1b", b"d", b"e"])):
        save(weights=single(OWN.weights[:, BATCH]), **{"tokens" if words.dtype.kind in "US" else "ids": words})
        gives("words", OWN.of_batch("weights"), "LHTS")
    single_file = os.path.join(FOLDER, "one.npy")
    np.save(single_file, np.asfortranarray(CROSS.weights[:, BATCH].astype(">f8")))
    asks("one array", None, "may be anything", single_file)
    gives("one array", CROSS.of_batch("weights"), "weights,LHTS", file=single_file)
    save(weights=np.array([1, "a"], dtype=object))
    asks("an object", None, "weights")


def masks():
    def added(value, kind="f4"):
        return np.where(CAUSAL, value, 0).astype(kind)

    bits = {"hidden": (CAUSAL, CAUSAL.astype("i8"), CAUSAL.astype("f4"), CAUSAL[None, None], np.broadcast_to(CAUSAL, (L, H, T, T))),
            "seen": (~CAUSAL, (~CAUSAL).astype("u1"))}
    sums = (added(-np.inf), added(-1e9), added(-1e4), added(np.finfo("f4").min), added(np.finfo("f8").min, "f8"),
            added(np.finfo("f2").min, "f2"))
    for mask in sums:
        save(**OWN.qkv(), mask=mask, tokens=WORDS)
        gives("an added mask", ALL, "LHTD")
    for meaning, some in bits.items():
        for mask in some:
            save(**OWN.qkv(), mask=mask, tokens=WORDS)
            asks("bits", "LHTD", "seen, hidden")
            gives("bits", ALL, f"LHTD,{meaning}")
            save(**OWN.qkv(), mask=mask, weights=single(OWN.weights[:, BATCH]), tokens=WORDS)
            gives("bits beside weights", ALL, "LHTD")
    keys = np.ones((B, T), np.int64)
    keys[BATCH, 3:] = 0
    save(q=single(OWN.q), k=single(OWN.k), v=single(OWN.v), attention_mask=keys)
    padded = {"weights": softmax(np.where(keys[BATCH] == 0, -np.inf, OWN.scaled[:, BATCH]))}
    gives("attention_mask", padded, "LBHTD,batch=2")
    wide = np.where(keys[:, None, None] == 0, -np.inf, np.zeros((B, 1, T, T)))
    save(q=single(OWN.q), k=single(OWN.k), v=single(OWN.v), mask=single(wide))
    gives("[B,1,T,S]", padded, "LBHTD,batch=2")


def scores_of_both_kinds():
    for name, x in (("raw", OWN.scores), ("scaled", OWN.scaled)):
        scores, weights = single(x[:, BATCH]), single(OWN.weights[:, BATCH])
        save(**OWN.qkv(), scores=scores, weights=weights, tokens=WORDS)
        gives("scores beside Q and K", ALL, "LHTD")
        save(scores=scores, weights=weights, tokens=WORDS)
        gives("scores beside weights", OWN.of_batch("scaled", "weights"), "LHTS,d=6")
        save(scores=scores, tokens=WORDS)
        asks("scores alone", "LHTS,d=6", "raw, scaled")
        gives("scores alone", OWN.of_batch("scaled"), f"LHTS,d=6,{name}")


def numbers_that_are_wrong():
    weights = single(OWN.weights[:, BATCH])
    weights[0, 0, 2] /= 0.9
    save(weights=weights, tokens=WORDS)
    gives("dropout", {"weights": weights}, "LHTS", sound=False)
    asks("dropout", "LHTS", "row 3 of layer 1, head 1 sums to 1.11111")
    weights[1, 2, 3, 0] = np.nan
    save(weights=weights)
    asks("NaN", "LHTS", "do not sum to 1")


for test in (orders_of_axes, names_of_layers, kinds_of_numbers, masks, scores_of_both_kinds, numbers_that_are_wrong):
    test()
    print(f"ok {test.__name__}")
shutil.rmtree(FOLDER)
