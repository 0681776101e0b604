#!/usr/bin/env python3
"""Heads together and the answer layer by layer (M-104 to M-106): the tables against NumPy, from the numbers of a trace file and the models' own weights, and what is refused.

usage: layer_tables.py HEADSUP SOURCE_FOLDER
"""
import csv
import json
import math
import os
import struct
import subprocess
import sys
import tempfile

import numpy as np

headsup, source = sys.argv[1:3]
REAL = os.path.join(source, "tests", "reference", "real")
SENTENCE = "The animal didn't cross the street because it was too tired"
problems = []


def expect(holds, words):
    if not holds:
        problems.append(words)


def run(*words):
    done = subprocess.run([headsup, *words], capture_output=True, text=True)
    return done.returncode, done.stderr


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    start = 8 + struct.unpack("<Q", data[:8])[0]
    found = {}
    for name, one in json.loads(data[8:start]).items():
        if name == "__metadata__" or one["dtype"] != "F32":
            continue
        first, end = one["data_offsets"]
        numbers = np.frombuffer(data[start + first : start + end], "<f4")
        found[name] = numbers.reshape(one["shape"]).astype(np.float64)
    return found


def table(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def trace_of(folder, *words):
    path = os.path.join(folder, "trace.safetensors")
    code, said = run("trace", "--out", path, *words)
    expect(code == 0, f"trace of {words}: {said}")
    return read(path)


def export(folder, view, *words):
    path = os.path.join(folder, view + ".csv")
    code, said = run("export", "--view", view, "--out", path, *words)
    expect(code == 0, f"{view} of {words}: {said}")
    return table(path) if code == 0 else []


def expect_near(what, got, expected):
    error = np.abs(np.asarray(got) - expected).max()
    expect(error <= 1e-5 * max(1e-30, np.abs(expected).max()), f"{what}: off by {error}")


# ---- heads together ----

def column(rows, name, layer, shape):
    return np.array([float(row[name]) for row in rows if int(row["layer"]) == layer]).reshape(shape)


def check_together(folder, words, layers):
    trace = trace_of(folder, *words)
    means = [trace[f"layers.{i}.weights"].mean(0) for i in range(layers)]
    rollout = np.eye(len(means[0]))
    rows = export(folder, "rollout", "--layer", str(layers), *words)
    for i, mean in enumerate(means):
        mixed = 0.5 * mean + 0.5 * np.eye(len(mean))
        mixed /= mixed.sum(1, keepdims=True)
        rollout = mixed @ rollout
        expect_near(f"average of {words}, layer {i + 1}", column(rows, "average", i + 1, mean.shape), mean)
        expect_near(f"mixed of {words}, layer {i + 1}", column(rows, "mixed", i + 1, mean.shape), mixed)
        expect_near(f"rollout of {words}, layer {i + 1}", column(rows, "rollout", i + 1, mean.shape), rollout)
        alone = export(folder, "average", "--layer", str(i + 1), *words)
        expect({row["layer"] for row in alone} == {str(i + 1)}, f"average of {words} has another layer")
        expect_near(f"average of {words} alone", column(alone, "average", i + 1, mean.shape), mean)


# ---- the answer layer by layer ----

def layer_norm(x, gain, bias, epsilon):
    apart = x - x.mean(-1, keepdims=True)
    return apart / np.sqrt((apart**2).mean(-1, keepdims=True) + epsilon) * gain + bias


def gelu(x):
    return 0.5 * x * (1 + np.vectorize(math.erf)(x / math.sqrt(2)))


def as_gpt2(weights):
    norm = weights["ln_f.weight"], weights["ln_f.bias"], 1e-5
    return lambda x: layer_norm(x, *norm) @ weights["wte.weight"].T


def as_bert(weights):
    name = "cls.predictions.transform."
    norm = weights[name + "LayerNorm.weight"], weights[name + "LayerNorm.bias"], 1e-12
    dense = weights[name + "dense.weight"].T, weights[name + "dense.bias"]
    table = weights["bert.embeddings.word_embeddings.weight"].T
    return lambda x: layer_norm(gelu(x @ dense[0] + dense[1]), *norm) @ table + weights["cls.predictions.bias"]


def as_trained(weights):
    return lambda x: x @ weights["embedding"].T + weights["logits.bias"]


def check_point(what, rows, logits, final):
    """The table of one token after one layer: five words, the likeliest first."""
    shares = np.exp(logits - logits.max())
    shares /= shares.sum()
    entropy = -(shares * np.log2(np.maximum(shares, 1e-300))).sum()
    expect([int(row["rank"]) for row in rows] == [1, 2, 3, 4, 5], f"{what}: ranks")
    expect_near(f"{what}: probabilities", [float(row["probability"]) for row in rows], np.sort(shares)[::-1][:5])
    for row in rows:
        expect(abs(float(row["probability"]) - shares[int(row["id"])]) < 1e-5, f"{what}: the word of rank {row['rank']}")
        expect(abs(float(row["entropy"]) - entropy) < 1e-4, f"{what}: entropy {row['entropy']}, not {entropy}")
        expect(abs(float(row["final_probability"]) - shares[final]) < 1e-5, f"{what}: probability of the final answer")
    rank = int(rows[0]["final_rank"])
    expect((shares > shares[final] * 1.0001).sum() < rank <= (shares > shares[final] * 0.9999).sum() + 1, f"{what}: rank {rank}")


def check_answers(folder, words, layers, answer):
    trace = trace_of(folder, *words)
    rows = export(folder, "answers", *words)
    streams = [trace["x"]] + [trace[f"layers.{i}.block"] for i in range(layers)]
    tokens = len(trace["x"])
    expect(len(rows) == 5 * tokens * (layers + 1), f"answers of {words}: {len(rows)} rows")
    final = trace["logits"].argmax(1)
    for point, stream in enumerate(streams):
        logits = answer(stream)
        for token in range(tokens):
            own = [row for row in rows if int(row["token"]) == token + 1 and int(row["layer"]) == point]
            check_point(f"answers of {words}, layer {point}, token {token + 1}", own, logits[token], final[token])


def check_refused(folder):
    for words, part in ((["--view", "answers", "--model", "hand-made"], "names no words"),
                        (["--view", "answers", "--model", "translator", "--layer", "1"], "The encoder says no words"),
                        (["--view", "rollout", "--model", "translator", "--layer", "4"], "layer of the encoder"),
                        (["--view", "rollout", "--model", "hand-made", "--cross", "a dog"], "another sentence"),
                        (["--view", "rollout", "--model", "hand-made", "--approximate", "linformer 2"], "mixtures"),
                        (["--view", "average", "--format", "npy"], "csv alone"),
                        (["--view", "average", ""], "no words")):
        code, said = run("export", "--out", os.path.join(folder, "refused"), *words)
        expect(code != 0 and part in said and said.count("\n") <= 2, f"{words}: {said}")


def check_arcs(folder):
    """The weights of the heads that are drawn: of one, of all, and of those that are on."""
    weights = trace_of(folder, "--model", "reader", SENTENCE)["layers.1.weights"]
    for commands, heads in (("head 2", [1]), ("arcs all", [0, 1, 2, 3]), ("arcs all; arcs heads 1,4", [0, 3])):
        rows = export(folder, "arcs", "--model", "reader", "--layer", "2", "--do", commands, SENTENCE)
        expect([int(row["head"]) - 1 for row in rows[:: weights[0].size]] == heads, f"arcs of {commands}: {len(rows)} rows")
        if len(rows) != len(heads) * weights[0].size:
            expect(False, f"arcs of {commands}: {len(rows)} rows")
            continue
        expect_near(f"arcs of {commands}", [float(row["weight"]) for row in rows], weights[heads].reshape(-1))
        expect([row["key_token"] for row in rows[:11]] == SENTENCE.split(), f"arcs of {commands}: the keys")
    code, said = run("export", "--view", "arcs", "--format", "npy", "--out", os.path.join(folder, "arcs.npy"))
    expect(code != 0 and "csv alone" in said, f"arcs as npy: {said}")


def check_recording(folder):
    """A trace that was read back has the same heads, and no table of words."""
    path = os.path.join(folder, "again.safetensors")
    expect(run("trace", "--out", path, "--model", "reader")[0] == 0, "a trace to read back")
    live = export(folder, "rollout", "--model", "reader", "--layer", "2")
    back = export(folder, "rollout", "--model", path, "--layer", "2")
    expect([row["rollout"] for row in live] == [row["rollout"] for row in back], "rollout of a trace that was read back")
    code, said = run("export", "--view", "answers", "--model", path, "--out", os.path.join(folder, "none.csv"))
    expect(code != 0 and "no output table" in said, f"answers of a recording: {said}")


with tempfile.TemporaryDirectory() as folder:
    gpt2, bert = (os.path.join(REAL, name) for name in ("gpt2-tied", "bert-words"))
    ids = ["--ids", "3,1,4,1,5,9"]
    check_together(folder, ["--model", "reader"], 2)
    check_together(folder, ["--model", "hand-made", "--mask", "causal"], 2)
    check_together(folder, ["--model", "random layers 3 heads 2 seed 4", "--mask", "window:1", SENTENCE], 3)
    check_together(folder, ["--model", gpt2, *ids], 2)
    check_answers(folder, ["--model", gpt2, *ids], 2, as_gpt2(read(os.path.join(gpt2, "model.safetensors"))))
    check_answers(folder, ["--model", bert, *ids], 2, as_bert(read(os.path.join(bert, "model.safetensors"))))
    for name in ("reader", "writer"):
        weights = read(os.path.join(source, "assets", "models", name, "model.safetensors"))
        check_answers(folder, ["--model", name], 2, as_trained(weights))
    check_refused(folder)
    check_arcs(folder)
    check_recording(folder)

for words in problems[:20]:
    print(words)
sys.exit(1 if problems else 0)
