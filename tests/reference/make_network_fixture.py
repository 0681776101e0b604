#!/usr/bin/python3
"""Makes network_fixture.json: forward passes of small trained networks, by PyTorch in float64.

Written from the formulas of model/network.h alone: post-norm layers, no attention biases, ReLU, sinusoidal positions,
one table for words at both ends. Weights are float32 numbers, so that both sides start from the same.
usage: make_network_fixture.py > network_fixture.json    (Debian: python3-torch)
"""
import json
import math

import torch
import torch.nn.functional as F

torch.manual_seed(16)


def normal(*shape, deviation=1.0, mean=0.0):
    return (torch.randn(*shape) * deviation + mean).float().double()


def numbers(tensor):
    return [float(f"{x:.9g}") for x in tensor.flatten().tolist()]


def positions(count, width):
    table = torch.zeros(count, width, dtype=torch.float64)
    for place in range(count):
        for i in range(width):
            angle = place / 10000 ** ((i - i % 2) / width)
            table[place, i] = math.sin(angle) if i % 2 == 0 else math.cos(angle)
    return table


def weights(layers, width, inner, words):
    tensors = {"embedding": normal(words, width, deviation=width ** -0.5), "logits.bias": normal(words, deviation=0.3)}
    for layer in range(layers):
        at = f"layers.{layer}."
        for name in ("w_q", "w_k", "w_v", "w_o"):
            tensors[at + name] = normal(width, width, deviation=1.5 * width ** -0.5)
        for norm in ("norm_1", "norm_2") if inner else ("norm_1",):
            tensors[at + norm + ".gain"] = normal(width, deviation=0.3, mean=1.0)
            tensors[at + norm + ".bias"] = normal(width, deviation=0.3)
        if inner:
            tensors[at + "w_1"], tensors[at + "b_1"] = normal(width, inner, deviation=width ** -0.5), normal(inner, deviation=0.3)
            tensors[at + "w_2"], tensors[at + "b_2"] = normal(inner, width, deviation=inner ** -0.5), normal(width, deviation=0.3)
    return tensors


def attend(x, tensors, at, heads, causal):
    q, k, v = (x @ tensors[at + name] for name in ("w_q", "w_k", "w_v"))
    count, width = x.shape
    split = lambda m: m.reshape(count, heads, width // heads).transpose(0, 1)
    scores = split(q) @ split(k).transpose(1, 2) / math.sqrt(width // heads)
    if causal:
        scores = scores.masked_fill(torch.ones(count, count, dtype=torch.bool).triu(1), -math.inf)
    outputs = torch.softmax(scores, dim=-1) @ split(v)
    return outputs.transpose(0, 1).reshape(count, width) @ tensors[at + "w_o"]


def network(name, layers, heads, width, inner, words, causal, ids):
    tensors = weights(layers, width, inner, words)
    norm = lambda x, at: F.layer_norm(x, (width,), tensors[at + ".gain"], tensors[at + ".bias"], 1e-5)
    x = math.sqrt(width) * tensors["embedding"][ids] + positions(len(ids), width)
    case = {"name": name, "layers": layers, "heads": heads, "d_model": width, "d_ff": inner, "words": words,
            "causal": causal, "ids": ids, "x": x.tolist(), "joined": [], "blocks": []}
    for layer in range(layers):
        at = f"layers.{layer}."
        joined = attend(x, tensors, at, heads, causal)
        x = norm(x + joined, at + "norm_1")
        if inner:
            mlp = torch.relu(x @ tensors[at + "w_1"] + tensors[at + "b_1"]) @ tensors[at + "w_2"] + tensors[at + "b_2"]
            x = norm(x + mlp, at + "norm_2")
        case["joined"].append(joined.tolist())
        case["blocks"].append(x.tolist())
    logits = x @ tensors["embedding"].T + tensors["logits.bias"]
    case["logits"], case["probabilities"] = logits.tolist(), torch.softmax(logits, dim=-1).tolist()
    case["weights"] = {key: numbers(value) for key, value in tensors.items()}
    return case


def rounded(value):
    if isinstance(value, list):
        return [rounded(item) for item in value]
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    return float(f"{value:.9g}") if isinstance(value, float) else value


def draw(count, words):
    return torch.randint(3, words, (count,)).tolist()


cases = [
    network("both directions", 2, 2, 8, 12, 9, False, draw(6, 9)),
    network("causal", 2, 4, 16, 20, 11, True, draw(9, 11)),
    network("no MLP", 1, 2, 8, 0, 9, False, draw(5, 9)),
    network("no MLP, causal", 3, 1, 8, 0, 9, True, draw(7, 9)),
    network("one token", 2, 2, 8, 8, 7, False, [4]),
    network("one token, causal", 1, 4, 8, 0, 7, True, [5]),
    network("many tokens", 2, 3, 12, 16, 13, False, draw(60, 13)),
    network("many tokens, causal", 2, 2, 10, 7, 13, True, draw(60, 13)),
]
print(json.dumps({"made by": "make_network_fixture.py, PyTorch " + torch.__version__, "cases": rounded(cases)},
                 separators=(",", ":")))
