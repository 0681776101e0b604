#!/usr/bin/python3
"""Measures how exact every stage is, on checkpoints of random weights, against PyTorch in float64.

A stage is compared as it came out of the whole pass, and as one step: the numbers it was made from are
taken as they are, and the step is done again in float64. PyTorch's own float32 goes the same two ways.
usage: exactness.py HEADSUP [FIRST COUNT]    checkpoint number FIRST has always the same weights
"""
import json
import math
import os
import random
import struct
import subprocess
import sys
import tempfile

import numpy as np
import torch
import torch.nn.functional as F

torch.set_grad_enabled(False)
torch.set_num_threads(1)

TYPES = {"F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16}
BENDS = {
    "gelu": F.gelu,
    "gelu_new": lambda x: 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))),
    "gelu_fast": lambda x: 0.5 * x * (1 + torch.tanh(x * 0.7978845608 * (1 + 0.044715 * x * x))),
    "quick_gelu": lambda x: x * torch.sigmoid(1.702 * x),
    "silu": F.silu,
    "relu": F.relu,
    "tanh": torch.tanh,
}
OF_GPT2 = ["gelu_new", "gelu_new", "gelu_new", "gelu", "quick_gelu", "silu", "relu", "gelu_fast"]
OF_BERT = ["gelu", "gelu", "gelu", "gelu_new", "quick_gelu", "relu", "tanh"]
STAGES = "x q k v scores scaled masked weights output joined block logits".split()


def write_safetensors(path, tensors):
    header, blobs, at = {}, [], 0
    for name, tensor in tensors.items():
        tensor = tensor.contiguous()
        raw = tensor.view(torch.int16) if tensor.dtype == torch.bfloat16 else tensor
        blob = raw.numpy().tobytes()
        kind = next(k for k, dtype in TYPES.items() if dtype == tensor.dtype)
        header[name] = {"dtype": kind, "shape": list(tensor.shape), "data_offsets": [at, at + len(blob)]}
        at += len(blob)
        blobs.append(blob)
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        file.writelines(blobs)


def read_safetensors(path):
    with open(path, "rb") as file:
        data = file.read()
    start = 8 + struct.unpack("<Q", data[:8])[0]
    found = {}
    for name, one in json.loads(data[8:start]).items():
        if name != "__metadata__":
            first, end = one["data_offsets"]
            numbers = np.frombuffer(data[start + first : start + end], np.float32)
            found[name] = torch.from_numpy(numbers.reshape(one["shape"]).copy())
    return found


class Model:
    """One checkpoint: its sizes, its weights as float32 with maps [in, out], its steps."""

    def __init__(self, rng, is_large):
        pick = rng.choice
        self.is_gpt2 = pick(["gpt2", "bert"]) == "gpt2"
        if is_large:
            self.heads, width = 12, 64
            self.layers, self.words, self.places = pick([6, 12]), pick([1000, 5000]), pick([64, 130, 300])
        else:
            self.heads, width = pick([1, 2, 3, 4, 6, 8, 12]), pick([4, 8, 16, 17, 32, 33, 64, 64])
            self.layers, self.words = pick([1, 2, 3, 4, 6, 12]), pick([50, 257, 1000])
            self.places = pick([5, 16, 33, 64, 130, 256])
        self.width = self.heads * width
        self.inner = pick([self.width] + 3 * [4 * self.width])
        self.bend = pick(OF_GPT2 if self.is_gpt2 else OF_BERT)
        self.epsilon = 1e-5 if self.is_gpt2 else 1e-12
        self.scale = pick([1, 1, 2, 5, 10, 20])
        self.kind = pick(list(TYPES))
        self.divisor = math.sqrt(width)
        self.make_weights(torch.Generator().manual_seed(rng.randrange(1 << 30)))

    def make_weights(self, generator):
        deviation, stored = 0.02 * self.scale, {}

        def normal(*shape):
            return (torch.randn(*shape, generator=generator) * deviation).to(TYPES[self.kind])

        def norm(name):
            gain = 1 + torch.randn(self.width, generator=generator) * min(deviation, 0.3)
            stored[name + ".g"], stored[name + ".b"] = gain.to(TYPES[self.kind]), normal(self.width)

        def linear(name, rows, cols):
            stored[name], stored[name + "b"] = normal(rows, cols), normal(cols)

        wide, inner = self.width, self.inner
        stored["words"], stored["places"] = normal(self.words, wide), normal(self.places, wide)
        if self.is_gpt2:
            norm("last")
        else:
            stored["segments"] = normal(2, wide)
            norm("first")
            linear("answer", wide, wide)
            norm("last")
            stored["words_b"] = normal(self.words)
        for i in range(self.layers):
            for name in "qkvo":
                linear(f"{i}.{name}", wide, wide)
            linear(f"{i}.1", wide, inner)
            linear(f"{i}.2", inner, wide)
            norm(f"{i}.norm1")
            norm(f"{i}.norm2")
        self.stored = stored
        self.weights = {name: tensor.float() for name, tensor in stored.items()}

    def write(self, folder):
        stored, tensors = self.stored, {}

        def put(to, name, is_turned=False):
            tensors[to + ".weight"] = stored[name].T if is_turned else stored[name]
            tensors[to + ".bias"] = stored[name + "b"]

        def put_norm(to, name):
            tensors[to + ".weight"], tensors[to + ".bias"] = stored[name + ".g"], stored[name + ".b"]

        if self.is_gpt2:
            tensors.update({"wte.weight": stored["words"], "wpe.weight": stored["places"]})
            put_norm("ln_f", "last")
            for i in range(self.layers):
                maps = [stored[f"{i}.{name}"] for name in "qkv"], [stored[f"{i}.{name}b"] for name in "qkv"]
                tensors[f"h.{i}.attn.c_attn.weight"] = torch.cat(maps[0], 1)
                tensors[f"h.{i}.attn.c_attn.bias"] = torch.cat(maps[1])
                for to, name in (("attn.c_proj", "o"), ("mlp.c_fc", "1"), ("mlp.c_proj", "2")):
                    put(f"h.{i}.{to}", f"{i}.{name}")
                put_norm(f"h.{i}.ln_1", f"{i}.norm1")
                put_norm(f"h.{i}.ln_2", f"{i}.norm2")
            config = {"model_type": "gpt2", "n_layer": self.layers, "n_head": self.heads,
                      "n_embd": self.width, "n_positions": self.places, "n_inner": self.inner,
                      "vocab_size": self.words, "activation_function": self.bend,
                      "layer_norm_epsilon": self.epsilon}
        else:
            for to, name in (("word", "words"), ("position", "places"), ("token_type", "segments")):
                tensors[f"bert.embeddings.{to}_embeddings.weight"] = stored[name]
            put_norm("bert.embeddings.LayerNorm", "first")
            for i in range(self.layers):
                layer = f"bert.encoder.layer.{i}."
                for to, name in (("attention.self.query", "q"), ("attention.self.key", "k"),
                                 ("attention.self.value", "v"), ("attention.output.dense", "o"),
                                 ("intermediate.dense", "1"), ("output.dense", "2")):
                    put(layer + to, f"{i}.{name}", True)
                put_norm(layer + "attention.output.LayerNorm", f"{i}.norm1")
                put_norm(layer + "output.LayerNorm", f"{i}.norm2")
            put("cls.predictions.transform.dense", "answer", True)
            put_norm("cls.predictions.transform.LayerNorm", "last")
            tensors["cls.predictions.bias"] = stored["words_b"]
            config = {"model_type": "bert", "num_hidden_layers": self.layers, "type_vocab_size": 2,
                      "num_attention_heads": self.heads, "hidden_size": self.width,
                      "intermediate_size": self.inner, "max_position_embeddings": self.places,
                      "vocab_size": self.words, "hidden_act": self.bend, "layer_norm_eps": self.epsilon}
        with open(os.path.join(folder, "config.json"), "w", encoding="utf-8") as file:
            json.dump(config, file)
        write_safetensors(os.path.join(folder, "model.safetensors"), tensors)

    # ---- steps; each in the type of what it is given ----

    def get(self, name, dtype):
        return self.weights[name].to(dtype)

    def norm(self, x, name):
        gain, bias = self.get(name + ".g", x.dtype), self.get(name + ".b", x.dtype)
        return F.layer_norm(x, (self.width,), gain, bias, self.epsilon)

    def linear(self, x, name):
        return torch.addmm(self.get(name + "b", x.dtype), x, self.get(name, x.dtype))

    def x(self, ids, dtype):
        words, places = self.get("words", dtype)[ids], self.get("places", dtype)[: len(ids)]
        if self.is_gpt2:
            return words + places
        return self.norm(words + self.get("segments", dtype)[torch.zeros_like(ids)] + places, "first")

    def maps(self, i, x):
        h = self.norm(x, f"{i}.norm1") if self.is_gpt2 else x
        cut = (len(x), self.heads, self.width // self.heads)
        return [self.linear(h, f"{i}.{name}").view(cut).transpose(0, 1) for name in "qkv"]

    def masked(self, scaled):
        later = torch.ones(scaled.shape[-2:], dtype=torch.bool).triu(1)
        return scaled.masked_fill(later, -math.inf) if self.is_gpt2 else scaled

    def joined(self, i, output):
        return self.linear(output.transpose(0, 1).reshape(output.shape[1], -1), f"{i}.o")

    def block(self, i, x, joined):
        x = x + joined if self.is_gpt2 else self.norm(x + joined, f"{i}.norm1")
        h = self.norm(x, f"{i}.norm2") if self.is_gpt2 else x
        x = x + self.linear(BENDS[self.bend](self.linear(h, f"{i}.1")), f"{i}.2")
        return x if self.is_gpt2 else self.norm(x, f"{i}.norm2")

    def logits(self, x):
        table = self.get("words", x.dtype).T
        if self.is_gpt2:
            return self.norm(x, "last") @ table
        h = self.norm(BENDS[self.bend](self.linear(x, "answer")), "last")
        return torch.addmm(self.get("words_b", x.dtype), h, table)

    def run(self, ids, dtype):
        """Every stage of a whole pass."""
        x = self.x(ids, dtype)
        made = {"x": x}
        for i in range(self.layers):
            q, k, v = self.maps(i, x)
            scores = q @ k.transpose(1, 2)
            scaled = scores / self.divisor
            masked = self.masked(scaled)
            weights = masked.softmax(-1)
            output = weights @ v
            joined = self.joined(i, output)
            x = self.block(i, x, joined)
            for name, value in zip(STAGES[1:-1], (q, k, v, scores, scaled, masked, weights, output, joined, x)):
                made[f"layers.{i}.{name}"] = value
        made["logits"] = self.logits(x)
        return made

    def single_steps(self, ids, got):
        """Every stage in float64 from the numbers before it in `got`."""
        made = {"x": self.x(ids, torch.float64)}
        before = got["x"].double()
        for i in range(self.layers):
            of = {name: got[f"layers.{i}.{name}"].double() for name in STAGES[1:-1]}
            q, k, v = self.maps(i, before)
            steps = (q, k, v, of["q"] @ of["k"].transpose(1, 2), of["scores"] / self.divisor,
                     self.masked(of["scaled"]), of["masked"].softmax(-1), of["weights"] @ of["v"],
                     self.joined(i, of["output"]), self.block(i, before, of["joined"]))
            made.update({f"layers.{i}.{name}": value for name, value in zip(STAGES[1:-1], steps)})
            before = of["block"]
        made["logits"] = self.logits(before)
        return made


def off(got, exact):
    """The largest difference, in parts of the largest number."""
    finite = torch.isfinite(exact)
    if not torch.equal(finite, torch.isfinite(got)):
        return math.inf
    return ((got.double() - exact)[finite].abs().max() / exact[finite].abs().max().clamp(min=1e-30)).item()


def measure(headsup, model, ids, folder, found):
    path = os.path.join(folder, "trace.safetensors")
    command = [headsup, "trace", "--model", folder, "--ids", ",".join(map(str, ids)), "--out", path]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    ids = torch.tensor(ids)
    ours, peer, exact = read_safetensors(path), model.run(ids, torch.float32), model.run(ids, torch.float64)
    our_steps, peer_steps = model.single_steps(ids, ours), model.single_steps(ids, peer)
    for name, value in exact.items():
        found[name.rsplit(".", 1)[-1]].append((off(ours[name], value), off(peer[name], value),
                                               off(ours[name], our_steps[name]), off(peer[name], peer_steps[name])))


def report(found):
    print("stage        count | whole pass: ours, PyTorch, mean ratio, > 1.5 | one step: the same | > limit*")
    for name in STAGES:
        rows = np.array(found[name])
        limit, columns = 1e-4 if name == "logits" else 1e-5, []
        for ours, peer in ((rows[:, 0], rows[:, 1]), (rows[:, 2], rows[:, 3])):
            ratio = np.exp(np.mean(np.log((ours + 2e-9) / (peer + 2e-9))))
            over = 100 * np.mean(ours > 1.5 * peer + 1e-8)
            columns.append(f"{ours.max():.1e} {peer.max():.1e} {ratio:.2f} {over:4.1f} %")
        beyond = np.sum((rows[:, 0] > limit) & (rows[:, 1] <= 0.7 * limit))
        print(f"{name:10} {len(rows):7} | {columns[0]} | {columns[1]} | {beyond}")
    print("* more than 1e-5 off (logits: 1e-4) where PyTorch is at most 0.7 of that")


def main():
    headsup = sys.argv[1]
    first, count = (int(sys.argv[2]), int(sys.argv[3])) if len(sys.argv) > 3 else (1000, 20)
    found = {name: [] for name in STAGES}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(first, first + count):
            rng = random.Random(number * 7919 + 13)
            model = Model(rng, number % 30 == 29)
            model.write(folder)
            for tokens in sorted({1, rng.randint(1, model.places), model.places}):
                ids = [rng.randrange(model.words) for _ in range(tokens)]
                measure(headsup, model, ids, folder, found)
    report(found)


if __name__ == "__main__":
    main()
