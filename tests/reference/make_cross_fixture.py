#!/usr/bin/python3
"""Makes cross_fixture.json: a forward pass whose keys and values are made from another sentence.

Plain Python in float64, written from the formulas of model/network.h: per layer Q from the rows of the sentence, K and V from the
rows that the other sentence, run by itself, has before the same layer. Weights are drawn as multiples of 1/64, so that both sides
start from the same.
usage: make_cross_fixture.py > cross_fixture.json
"""
import json
import math
import random

random.seed(27)


def draw(rows, cols, deviation, mean=0.0):
    return [[round(64 * random.gauss(mean, deviation)) / 64 for _ in range(cols)] for _ in range(rows)]


def product(a, b):
    return [[math.fsum(x * b[k][j] for k, x in enumerate(row)) for j in range(len(b[0]))] for row in a]


def transposed(m):
    return [list(column) for column in zip(*m)]


def add(a, b):
    return [[x + y for x, y in zip(p, q)] for p, q in zip(a, b)]


def norm(m, gain, bias):
    rows = []
    for row in m:
        mean = math.fsum(row) / len(row)
        deviation = math.sqrt(math.fsum((x - mean) ** 2 for x in row) / len(row) + 1e-5)
        rows.append([(x - mean) / deviation * g + b for x, g, b in zip(row, gain, bias)])
    return rows


def softmax(row):
    powers = [math.exp(x - max(row)) for x in row]
    return [x / math.fsum(powers) for x in powers]


def weights(layers, width, inner, words):
    tensors = {"embedding": draw(words, width, width ** -0.5), "logits.bias": draw(1, words, 0.3)}
    for layer in range(layers):
        at = f"layers.{layer}."
        for name in ("w_q", "w_k", "w_v", "w_o"):
            tensors[at + name] = draw(width, width, 1.5 * width ** -0.5)
        for name in ("norm_1", "norm_2"):
            tensors[at + name + ".gain"], tensors[at + name + ".bias"] = draw(1, width, 0.3, 1.0), draw(1, width, 0.3)
        tensors[at + "w_1"], tensors[at + "b_1"] = draw(width, inner, width ** -0.5), draw(1, inner, 0.3)
        tensors[at + "w_2"], tensors[at + "b_2"] = draw(inner, width, inner ** -0.5), draw(1, width, 0.3)
    return tensors


def embedded(tensors, ids, width):
    rows = []
    for place, word in enumerate(ids):
        angles = [place / 10000 ** ((i - i % 2) / width) for i in range(width)]
        rows.append([math.sqrt(width) * e + (math.cos(a) if i % 2 else math.sin(a))
                     for i, (e, a) in enumerate(zip(tensors["embedding"][word], angles))])
    return rows


def layer_of(tensors, at, heads, queries, keys, record=None):
    """What leaves a layer, for rows that ask and rows that are asked."""
    q, k, v = product(queries, tensors[at + "w_q"]), product(keys, tensors[at + "w_k"]), product(keys, tensors[at + "w_v"])
    width = len(q[0]) // heads
    joined, parts = [[] for _ in queries], {name: [] for name in ("q", "k", "v", "scores", "weights", "output")}
    for head in range(heads):
        q_h, k_h, v_h = ([row[head * width:(head + 1) * width] for row in m] for m in (q, k, v))
        scores = product(q_h, transposed(k_h))
        shares = [softmax([x / math.sqrt(width) for x in row]) for row in scores]
        output = product(shares, v_h)
        for row, more in zip(joined, output):
            row.extend(more)
        for name, matrix in zip(parts, (q_h, k_h, v_h, scores, shares, output)):
            parts[name].append(matrix)
    projected = product(joined, tensors[at + "w_o"])
    h = norm(add(queries, projected), tensors[at + "norm_1.gain"][0], tensors[at + "norm_1.bias"][0])
    inner = [[max(0.0, x + b) for x, b in zip(row, tensors[at + "b_1"][0])] for row in product(h, tensors[at + "w_1"])]
    mlp = [[x + b for x, b in zip(row, tensors[at + "b_2"][0])] for row in product(inner, tensors[at + "w_2"])]
    block = norm(add(h, mlp), tensors[at + "norm_2.gain"][0], tensors[at + "norm_2.bias"][0])
    if record is not None:
        record.append(dict(parts, joined=projected, block=block))
    return block


def case(layers, heads, width, inner, words, ids, key_ids):
    tensors = weights(layers, width, inner, words)
    x, y, record = embedded(tensors, ids, width), embedded(tensors, key_ids, width), []
    made = {"layers": layers, "heads": heads, "d_model": width, "d_ff": inner, "words": words, "causal": False, "ids": ids,
            "key_ids": key_ids, "x": x}
    for layer in range(layers):
        at = f"layers.{layer}."
        x, y = layer_of(tensors, at, heads, x, y, record), layer_of(tensors, at, heads, y, y)
    made["by_layer"] = record
    made["weights"] = {name: [value for row in matrix for value in row] for name, matrix in tensors.items()}
    return made


def rounded(value):
    if isinstance(value, list):
        return [rounded(item) for item in value]
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    return float(f"{value:.9g}") if isinstance(value, float) else value


cases = [case(2, 2, 8, 6, 9, [3, 5, 4], [8, 6, 3, 7, 5]), case(1, 1, 8, 4, 7, [3, 4, 5, 6, 3, 4], [6, 5]),
         case(2, 4, 8, 5, 8, [7], [3, 4, 5, 6])]
print(json.dumps({"cases": rounded(cases)}, separators=(",", ":")))
