#!/usr/bin/python3
"""Makes attention_fixtures.json: what PyTorch computes in float64, for the tests of core.

Inputs are float32 numbers, so that both sides start from the same; null stands for minus infinity.
usage: make_attention_fixtures.py > attention_fixtures.json    (Debian: python3-torch)
"""
import json
import math

import torch
import torch.nn.functional as F

torch.manual_seed(20)


def normal(*shape, deviation=1.0):
    return (torch.randn(*shape) * deviation).float().double()


def visible_keys(kind, size, n, m):
    t, s = torch.arange(n).unsqueeze(1), torch.arange(m).unsqueeze(0)
    return {
        "none": (t >= 0) & (s >= 0),
        "causal": s <= t,
        "padding": (t >= 0) & (s < m - size),
        "window": (s - t).abs() <= size,
        "prefix": (s <= t) | (s < size),
    }[kind]


def numbers(matrix):
    return [[None if x == -math.inf else float(f"{x:.9g}") for x in row] for row in matrix.tolist()]


def attention(name, n, m, d, d_v, kind="none", size=0, deviation=1.0, hide_row=None):
    q, k, v = normal(n, d, deviation=deviation), normal(m, d, deviation=deviation), normal(m, d_v)
    visible = visible_keys(kind, size, n, m)
    if hide_row is not None:
        visible[hide_row] = False
    scores = q @ k.T
    scaled = scores / math.sqrt(d)
    masked = scaled.masked_fill(~visible, -math.inf)
    weights = torch.softmax(masked, dim=-1).nan_to_num(nan=0.0)
    case = {"name": name, "kind": kind, "size": size, "row_hidden": hide_row is not None,
            "visible": ["".join("1" if x else "0" for x in row) for row in visible.tolist()]}
    matrices = dict(q=q, k=k, v=v, scores=scores, scaled=scaled, masked=masked, weights=weights,
                    output=weights @ v)
    return case | {key: numbers(matrix) for key, matrix in matrices.items()}


def attention_cases():
    yield attention("one token", 1, 1, 4, 4, "causal")
    yield attention("one query, many keys", 1, 17, 8, 5)
    yield attention("more queries than keys", 9, 4, 6, 3)
    yield attention("fewer queries than keys", 4, 33, 16, 7)
    yield attention("one column", 5, 5, 1, 1, "causal")
    yield attention("causal", 12, 12, 16, 16, "causal")
    yield attention("padding", 6, 10, 8, 8, "padding", 3)
    yield attention("window", 11, 11, 8, 8, "window", 2)
    yield attention("prefix", 10, 10, 8, 8, "prefix", 4)
    yield attention("sharp rows", 20, 20, 24, 12, "causal", deviation=2.0)
    yield attention("a row hidden whole", 8, 8, 8, 8, "causal", hide_row=3)
    yield attention("all padding", 3, 5, 4, 4, "padding", 5)
    yield attention("64 tokens", 64, 64, 64, 64, "causal")
    yield attention("64 tokens, wide values", 64, 48, 32, 80, "window", 9)


def linear():
    x, w, b = normal(7, 130), normal(130, 90, deviation=0.1), normal(90)
    small = normal(3, 5), normal(5, 4), normal(4)
    for x, w, b in ((x, w, b), small):
        yield {"x": numbers(x), "w": numbers(w), "b": [numbers(b.unsqueeze(0))[0]], "y": numbers(x @ w + b)}


def norm():
    for rows, cols, shift in ((4, 24, 0.0), (2, 37, 1000.0)):
        x = (normal(rows, cols) + shift).float().double()
        gain, bias = normal(cols), normal(cols)
        yield {"x": numbers(x), "gain": numbers(gain.unsqueeze(0)), "bias": numbers(bias.unsqueeze(0)),
               "epsilon": 1e-5, "y": numbers(F.layer_norm(x, (cols,), gain, bias, 1e-5)),
               "plain": numbers(F.layer_norm(x, (cols,), None, None, 1e-5))}


def activations():
    x = torch.cat([torch.linspace(-12, 12, 97), torch.tensor([0.0, 1e-20, -1e-3, 30.0, -30.0])])
    x = x.float().double().unsqueeze(0)
    return {"x": numbers(x), "relu": numbers(F.relu(x)), "gelu": numbers(F.gelu(x)),
            "gelu_tanh": numbers(F.gelu(x, approximate="tanh"))}


def softmax_rows():
    rows = [[1000.0] * 5, [1e38, -1e38, 0.0], [-1e38, -1e38], [3e38, 3e38, -3e38], [0.0] * 33, [-104.0, 0.0],
            (torch.arange(50) - 25.0).tolist(), [-1e-30, 1e-30], [88.0, -88.0, 87.5]]
    for row in rows:
        x = torch.tensor(row).float().double()
        yield {"x": [x.tolist()], "y": numbers(torch.softmax(x, 0).unsqueeze(0))}


print(json.dumps({"made_with": f"PyTorch {torch.__version__}, float64", "attention": list(attention_cases()),
                  "linear": list(linear()), "norm": list(norm()), "activation": activations(),
                  "softmax": list(softmax_rows())}, separators=(",", ":")).replace('},{', '},\n{'))
