#!/usr/bin/python3
"""Makes gradient_fixtures.json: gradients by PyTorch's autograd in float64, for the tests of core.

Inputs are float32 numbers, so that both sides start from the same; null stands for minus infinity.
The gradients are those of sum(dy * y) for a random dy.
usage: make_gradient_fixtures.py > gradient_fixtures.json    (Debian: python3-torch)
"""
import json
import math

import torch
import torch.nn.functional as F

torch.manual_seed(29)


def normal(*shape, deviation=1.0, mean=0.0):
    return (torch.randn(*shape) * deviation + mean).float().double()


def rows(matrix):
    matrix = matrix.detach()
    return [[float(f"{x:.9g}") for x in row]
            for row in (matrix.unsqueeze(0) if matrix.dim() == 1 else matrix).tolist()]


def case(operation, name, inputs, compute, **more):
    """inputs: name -> tensor; compute returns y, and stages (name -> tensor) whose gradient is kept."""
    for tensor in inputs.values():
        tensor.requires_grad_(True)
    y, stages = compute(**inputs)
    for tensor in stages.values():
        tensor.retain_grad()
    dy = normal(*y.shape)
    (y * dy).sum().backward()
    gradients = {"d_" + key: rows(tensor.grad) for key, tensor in (inputs | stages).items()}
    return ({"operation": operation, "name": name} | more | {"dy": rows(dy)}
            | {key: rows(tensor) for key, tensor in inputs.items()} | gradients)


def linear(n, i, o):
    return case("linear", f"{n} rows, {i} to {o}", dict(x=normal(n, i), w=normal(i, o), b=normal(o)),
                lambda x, w, b: (x @ w + b, {}))


def attention(name, n, m, d, d_v, visible):
    some = visible.any(dim=1, keepdim=True)

    def compute(q, k, v):
        scores = q @ k.T
        scaled = scores / math.sqrt(d)
        masked = scaled.masked_fill(~visible, -math.inf)
        weights = torch.softmax(masked.masked_fill(~some, 0.0), dim=-1) * some
        return weights @ v, dict(weights=weights, scaled=scaled, scores=scores)

    return case("attention", name, dict(q=normal(n, d), k=normal(m, d), v=normal(m, d_v)), compute,
                visible=["".join("1" if x else "0" for x in row) for row in visible.tolist()])


def triangle(n, m):
    return torch.arange(m).unsqueeze(0) <= torch.arange(n).unsqueeze(1)


def hidden_row(n, m, row):
    visible = torch.ones(n, m, dtype=torch.bool)
    visible[row] = False
    visible[:, m - 1] = False
    return visible


def norm(n, d, mean, deviation):
    return case("layer norm", f"{n} rows of {d} around {mean}",
                dict(x=normal(n, d, deviation=deviation, mean=mean), gain=normal(d), bias=normal(d)),
                lambda x, gain, bias: (F.layer_norm(x, [d], gain, bias, eps=1e-5), {}))


def bend(name, function):
    return case(name, "21 numbers", dict(x=normal(3, 7, deviation=2.0)), lambda x: (function(x), {}))


def gelu_tanh(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x ** 3)))


def embedding(ids, words, d, scale):
    return case("embedding", f"{len(ids)} tokens", dict(table=normal(words, d)),
                lambda table: (F.embedding(torch.tensor(ids), table) * scale, {}), ids=ids, scale=scale)


def cross_entropy(name, targets, words, deviation):
    logits = normal(len(targets), words, deviation=deviation).requires_grad_(True)
    wanted = torch.tensor(targets)
    loss = F.cross_entropy(logits, wanted, ignore_index=-1)
    loss.backward()
    counted = wanted >= 0
    right = ((logits.argmax(dim=1) == wanted) & counted).sum().item()
    return {"operation": "cross-entropy", "name": name, "targets": targets, "loss": loss.item(),
            "counted": counted.sum().item(), "right": right, "logits": rows(logits),
            "d_logits": rows(logits.grad)}


def turned(x, base, interleaved):
    n, d = x.shape
    angles = (torch.arange(n, dtype=torch.float64).unsqueeze(1)
              * base ** (-torch.arange(0, d, 2, dtype=torch.float64) / d))
    pairs = x.view(n, d // 2, 2) if interleaved else x.view(n, 2, d // 2).transpose(1, 2)
    turns = torch.view_as_complex(pairs.contiguous()) * torch.polar(torch.ones_like(angles), angles)
    y = torch.view_as_real(turns)
    return y.reshape(n, d) if interleaved else y.transpose(1, 2).reshape(n, d)


def rotary(n, d, base, interleaved):
    return case("rotary", f"{n} rows of {d}, base {base}, interleaved {interleaved}",
                dict(x=normal(n, d)), lambda x: (turned(x, base, interleaved), {}), base=base,
                interleaved=interleaved)


cases = [
    linear(1, 3, 2), linear(9, 4, 7), linear(20, 16, 12),
    attention("one token", 1, 1, 4, 4, triangle(1, 1)),
    attention("causal, more queries than keys", 9, 4, 6, 3, triangle(9, 4)),
    attention("fewer queries than keys, a hidden row and key", 5, 11, 8, 5, hidden_row(5, 11, 2)),
    attention("causal, 17 tokens", 17, 17, 16, 16, triangle(17, 17)),
    norm(3, 8, 0.0, 1.0), norm(2, 13, 50.0, 0.1), norm(1, 3, 1.0, 1.0),
    bend("relu", torch.relu), bend("gelu", F.gelu), bend("gelu by tanh", gelu_tanh),
    embedding([2, 0, 2, 4, 2], 6, 5, math.sqrt(5)),
    cross_entropy("every third ignored", [3, 0, -1, 7, 2, -1, 5], 9, 2.0),
    cross_entropy("one asked for, far off", [-1, 4, -1], 5, 30.0),
    rotary(9, 8, 10000, False), rotary(17, 6, 500, True), rotary(3, 4, 10, False),
]
print(json.dumps({"made_with": f"PyTorch {torch.__version__}, float64", "cases": cases},
                 separators=(",", ":")).replace('{"operation"', '\n{"operation"'))
