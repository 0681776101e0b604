#!/usr/bin/env python3
"""Writes a checkpoint folder of GPT-2 or BERT with random weights, for measuring: the numbers mean nothing.

usage: make_checkpoint.py gpt2|bert FOLDER [--layers 12] [--heads 12] [--width 768] [--words N] [--positions N]
                          [--dtype F32|F16|BF16] [--prefix] [--seed 1] [--shards 1]
                          [--answers]

Needs NumPy. The same arguments give the same bytes. Without options the sizes are those of the family's small model.
"""
import argparse
import json
import os
import struct

import numpy as np

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("family", choices=("gpt2", "bert"))
parser.add_argument("folder")
parser.add_argument("--layers", type=int, default=12)
parser.add_argument("--heads", type=int, default=12)
parser.add_argument("--width", type=int, default=768)
parser.add_argument("--words", type=int)
parser.add_argument("--positions", type=int)
parser.add_argument("--dtype", choices=("F32", "F16", "BF16"), default="F32")
parser.add_argument("--prefix", action="store_true", help="names begin with transformer. or bert.")
parser.add_argument("--answers", action="store_true", help="BERT: with the head that names hidden words")
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--shards", type=int, default=1)
args = parser.parse_args()
E, F = args.width, 4 * args.width
V = args.words or (50257 if args.family == "gpt2" else 30522)
P = args.positions or (1024 if args.family == "gpt2" else 512)
before = {"gpt2": "transformer.", "bert": "bert."}[args.family] if args.prefix else ""


def gpt2():
    yield "wte.weight", (V, E)
    yield "wpe.weight", (P, E)
    for i in range(args.layers):
        h = f"h.{i}."
        yield h + "ln_1.weight", (E,)
        yield h + "ln_1.bias", (E,)
        yield h + "attn.c_attn.weight", (E, 3 * E)
        yield h + "attn.c_attn.bias", (3 * E,)
        yield h + "attn.c_proj.weight", (E, E)
        yield h + "attn.c_proj.bias", (E,)
        yield h + "ln_2.weight", (E,)
        yield h + "ln_2.bias", (E,)
        yield h + "mlp.c_fc.weight", (E, F)
        yield h + "mlp.c_fc.bias", (F,)
        yield h + "mlp.c_proj.weight", (F, E)
        yield h + "mlp.c_proj.bias", (E,)
    yield "ln_f.weight", (E,)
    yield "ln_f.bias", (E,)


def bert():
    for name, rows in (("word", V), ("position", P), ("token_type", 2)):
        yield f"embeddings.{name}_embeddings.weight", (rows, E)
    yield "embeddings.LayerNorm.weight", (E,)
    yield "embeddings.LayerNorm.bias", (E,)
    for i in range(args.layers):
        layer = f"encoder.layer.{i}."
        for name, shape in (("attention.self.query", (E, E)), ("attention.self.key", (E, E)), ("attention.self.value", (E, E)),
                            ("attention.output.dense", (E, E)), ("intermediate.dense", (F, E)), ("output.dense", (E, F))):
            yield layer + name + ".weight", shape
            yield layer + name + ".bias", shape[:1]
        for name in ("attention.output.LayerNorm", "output.LayerNorm"):
            yield layer + name + ".weight", (E,)
            yield layer + name + ".bias", (E,)
    if args.answers:
        yield "cls.predictions.transform.dense.weight", (E, E)
        for name in ("transform.dense.bias", "transform.LayerNorm.weight", "transform.LayerNorm.bias"):
            yield "cls.predictions." + name, (E,)
        yield "cls.predictions.bias", (V,)


def in_file(name):
    """The prefix stands before the model's own tensors, not before those of its head."""
    return name if name.startswith("cls.") else before + name


def numbers(name, shape, rng):
    """Norm gains near 1, everything else near 0, as trained models have them."""
    x = rng.standard_normal(shape, dtype=np.float32) * np.float32(0.02)
    if len(shape) == 1 and name.endswith("weight"):
        x += 1
    if args.dtype == "F16":
        return x.astype("<f2").tobytes()
    if args.dtype == "BF16":
        return (x.astype("<f4").view("<u4") >> 16).astype("<u2").tobytes()
    return x.astype("<f4").tobytes()


def write(path, tensors, rng):
    size = 4 if args.dtype == "F32" else 2
    header, at = {"__metadata__": {"format": "pt"}}, 0
    for name, shape in tensors:
        count = int(np.prod(shape)) * size
        header[in_file(name)] = {"dtype": args.dtype, "shape": list(shape), "data_offsets": [at, at + count]}
        at += count
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for name, shape in tensors:
            file.write(numbers(name, shape, rng))


os.makedirs(args.folder, exist_ok=True)
everything = list(gpt2() if args.family == "gpt2" else bert())
generator = np.random.default_rng(args.seed)
if args.shards == 1:
    write(os.path.join(args.folder, "model.safetensors"), everything, generator)
else:
    places = {}
    for shard in range(args.shards):
        name = f"model-{shard + 1:05}-of-{args.shards:05}.safetensors"
        part = everything[shard::args.shards]
        places.update({in_file(tensor): name for tensor, _ in part})
        write(os.path.join(args.folder, name), part, generator)
    with open(os.path.join(args.folder, "model.safetensors.index.json"), "w") as file:
        json.dump({"metadata": {}, "weight_map": places}, file)
if args.family == "gpt2":
    config = {"model_type": "gpt2", "n_layer": args.layers, "n_head": args.heads, "n_embd": E, "n_positions": P, "vocab_size": V}
else:
    config = {"model_type": "bert", "num_hidden_layers": args.layers, "num_attention_heads": args.heads, "hidden_size": E,
              "intermediate_size": F, "max_position_embeddings": P, "vocab_size": V, "type_vocab_size": 2}
with open(os.path.join(args.folder, "config.json"), "w") as file:
    json.dump(config, file, indent=2)
