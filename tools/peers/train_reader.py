#!/usr/bin/python3
"""Steps per second of the recipe "reader" written with PyTorch, to compare headsup bench train with.

The same network (two layers, norm after the sum, four heads without biases, ReLU, one table at both
ends), batch, optimiser and clipping. Batches are padded, with the sentence lengths that task reader
draws, and are made before the clock starts; headsup draws its own within it. Left out, in favour of
this program: the second objective on the share of one head. Logits are computed only where a word
is asked for, as in headsup.
usage: train_reader.py [THREADS]    (Debian: python3-torch)
"""
import math
import sys
import time

import torch
import torch.nn as nn
import torch.nn.functional as F

LAYERS, HEADS, D_MODEL, D_FF, WORDS, BATCH, TOKENS_MOST = 2, 4, 64, 128, 760, 32, 118
WARM_UPS, RUNS, STEPS_OF_RUN = 3, 20, 20
# How many of 323 sentences have how many tokens.
LENGTHS = {2: 5, 4: 5, 6: 4, 7: 8, 8: 5, 9: 6, 10: 21, 11: 29, 12: 43, 13: 32, 14: 31, 15: 27, 16: 19,
           17: 10, 18: 5, 19: 11, 20: 6, 21: 1, 22: 4, 23: 6, 24: 4, 25: 5, 26: 8, 27: 6, 28: 5,
           29: 5, 30: 2, 31: 3, 34: 2, 35: 2, 36: 2, 38: 1}
ASKED_OF_BATCH = 49


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.to_qkv = nn.Linear(D_MODEL, 3 * D_MODEL, bias=False)
        self.join = nn.Linear(D_MODEL, D_MODEL, bias=False)
        self.norm_1, self.norm_2 = nn.LayerNorm(D_MODEL), nn.LayerNorm(D_MODEL)
        self.mlp = nn.Sequential(nn.Linear(D_MODEL, D_FF), nn.ReLU(), nn.Linear(D_FF, D_MODEL))

    def forward(self, x, hidden):
        batch, count, _ = x.shape
        q, k, v = self.to_qkv(x).view(batch, count, 3, HEADS, -1).permute(2, 0, 3, 1, 4)
        scaled = q @ k.transpose(-2, -1) / math.sqrt(D_MODEL // HEADS)
        weights = torch.softmax(scaled.masked_fill(hidden, -math.inf), dim=-1)
        joined = self.join((weights @ v).transpose(1, 2).reshape(batch, count, D_MODEL))
        h = self.norm_1(x + joined)
        return self.norm_2(h + self.mlp(h))


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(WORDS, D_MODEL)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.bias = nn.Parameter(torch.zeros(WORDS))
        angle = torch.arange(TOKENS_MOST)[:, None] / 10000 ** (torch.arange(0, D_MODEL, 2) / D_MODEL)
        waves = torch.stack([angle.sin(), angle.cos()], dim=-1).view(TOKENS_MOST, D_MODEL)
        self.register_buffer("position", waves)

    def forward(self, tokens, hidden, asked):
        x = self.table(tokens) * math.sqrt(D_MODEL) + self.position[:tokens.shape[1]]
        for layer in self.layers:
            x = layer(x, hidden)
        return x[asked] @ self.table.weight.T + self.bias


def make_batch(lengths):
    """Random words; what they mean does not change how long a step takes."""
    count = max(lengths)
    seen = torch.arange(count) < torch.tensor(lengths)[:, None]
    places = seen.nonzero()[torch.randperm(int(seen.sum()))[:ASKED_OF_BATCH]]
    asked = torch.zeros_like(seen)
    asked[places[:, 0], places[:, 1]] = True
    return (torch.randint(WORDS, (len(lengths), count)) * seen, ~seen[:, None, None, :], asked,
            torch.randint(WORDS, (ASKED_OF_BATCH,)))


def make_batches():
    every = torch.tensor([length for length, many in LENGTHS.items() for _ in range(many)])
    parts = every[torch.randperm(len(every))].split(BATCH)
    return [make_batch(part.tolist()) for part in parts if len(part) == BATCH]


def step(model, optimiser, batch):
    tokens, hidden, asked, targets = batch
    optimiser.zero_grad(set_to_none=True)
    F.cross_entropy(model(tokens, hidden, asked), targets).backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimiser.step()


def main():
    threads = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    torch.set_num_threads(threads)
    torch.manual_seed(1)
    model, batches, best = Reader(), make_batches(), math.inf
    optimiser = torch.optim.AdamW(model.parameters(), lr=0.002, betas=(0.9, 0.98), foreach=True)
    for run in range(-WARM_UPS, RUNS):
        start = time.perf_counter()
        for i in range(STEPS_OF_RUN):
            step(model, optimiser, batches[i % len(batches)])
        if run >= 0:
            best = min(best, time.perf_counter() - start)
    count = sum(p.numel() for p in model.parameters())
    print(f"{count} numbers, {threads} threads: {STEPS_OF_RUN / best:.4g} steps/s")


main()
