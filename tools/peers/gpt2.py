#!/usr/bin/python3
"""A peer for headsup bench model: PyTorch eager, a model of the size of GPT-2 small with random weights, every attention
stage kept, two threads. Prints one line a figure, as headsup bench does: name value unit.

usage: gpt2.py [LAYERS HEADS WIDTH]
"""
import math
import sys
import time

import torch
import torch.nn.functional as F

THREADS, RUNS, WORDS, POSITIONS = 2, 5, 50257, 1024


def make(layers, width):
    generator = torch.Generator().manual_seed(1)

    def draw(*shape):
        return torch.randn(*shape, generator=generator) * 0.02

    def norm():
        return torch.ones(width), torch.zeros(width)

    blocks = [{"norm_1": norm(), "maps": (draw(3 * width, width), draw(3 * width)), "join": (draw(width, width), draw(width)),
               "norm_2": norm(), "wide": (draw(4 * width, width), draw(4 * width)), "back": (draw(width, 4 * width), draw(width))}
              for _ in range(layers)]
    return {"words": draw(WORDS, width), "places": draw(POSITIONS, width), "blocks": blocks, "last": norm()}


def forward(model, heads, ids):
    count, width = len(ids), model["words"].shape[1]
    hidden = torch.ones(count, count, dtype=torch.bool).triu(1)
    x, kept = model["words"][ids] + model["places"][:count], []
    for block in model["blocks"]:
        h = F.layer_norm(x, (width,), *block["norm_1"])
        q, k, v = (part.view(count, heads, -1).transpose(0, 1) for part in F.linear(h, *block["maps"]).split(width, -1))
        scores = q @ k.transpose(1, 2)
        scaled = scores / math.sqrt(width // heads)
        masked = scaled.masked_fill(hidden, -math.inf)
        weights = masked.softmax(-1)
        kept.append((scores, scaled, masked, weights))
        x = x + F.linear((weights @ v).transpose(0, 1).reshape(count, width), *block["join"])
        h = F.gelu(F.linear(F.layer_norm(x, (width,), *block["norm_2"]), *block["wide"]))
        x = x + F.linear(h, *block["back"])
    return F.layer_norm(x, (width,), *model["last"])[-1] @ model["words"].T, kept


def main():
    layers, heads, width = (int(word) for word in sys.argv[1:4] or (12, 12, 768))
    torch.set_num_threads(THREADS)
    model = make(layers, width)
    for count in (64, 256):
        ids, best = torch.arange(count) * 3 % 701, math.inf
        for _ in range(RUNS):
            start = time.perf_counter()
            forward(model, heads, ids)
            best = min(best, time.perf_counter() - start)
        print(f"peer.gpt2.t{count} {best * 1000:.4g} ms", flush=True)


with torch.no_grad():
    main()
