#!/usr/bin/python3
"""Small checkpoints of both families with random weights, and every stage of their forward pass by PyTorch.

Writes tests/reference/real/NAME/: config.json, model.safetensors, expected.safetensors. The passes are written out here
operation by operation with torch alone (Debian's python3-torch); no other library. Run it again only to add a case:
the numbers come from fixed seeds.
"""
import json
import math
import pathlib
import struct

import torch
import torch.nn.functional as F

ROOT = pathlib.Path(__file__).parent / "real"
DTYPES = {"F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16}
ACTIVATIONS = {
    "gelu": F.gelu,
    "gelu_new": lambda x: 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))),
    "quick_gelu": lambda x: x * torch.sigmoid(1.702 * x),
    "gelu_10": lambda x: F.gelu(x).clamp(-10, 10),
    "relu": F.relu,
    "silu": F.silu,
    "tanh": torch.tanh,
}


def save(path, tensors):
    """name: (dtype, tensor); safetensors with a padded header."""
    header, at, parts = {"__metadata__": {"format": "pt"}}, 0, []
    for name in sorted(tensors):
        dtype, x = tensors[name]
        if dtype == "I32":
            data = x.to(torch.int32).numpy().tobytes()
        elif dtype == "BF16":
            data = x.to(torch.bfloat16).view(torch.int16).numpy().tobytes()
        else:
            data = x.to(DTYPES[dtype]).contiguous().numpy().tobytes()
        header[name] = {"dtype": dtype, "shape": list(x.shape), "data_offsets": [at, at + len(data)]}
        at += len(data)
        parts.append(data)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(parts))


class Weights:
    """Random weights as the file will hold them: rounded to its type, then float32."""

    def __init__(self, seed, dtype):
        self.generator, self.dtype, self.file = torch.Generator().manual_seed(seed), dtype, {}

    def add(self, name, shape, scale, around=0.0):
        x = torch.randn(*shape, generator=self.generator) * scale + around
        x = x.to(DTYPES[self.dtype]).float()
        self.file[name] = (self.dtype, x)
        return x


def norm(x, gain, bias, epsilon):
    return F.layer_norm(x, (x.shape[-1],), gain, bias, epsilon)


def heads_of(x, count):
    return x.view(x.shape[0], count, -1).transpose(0, 1)


def attend(kept, layer, q, k, v, divisor, causal):
    kept[f"layers.{layer}.q"], kept[f"layers.{layer}.k"], kept[f"layers.{layer}.v"] = q, k, v
    scores = q @ k.transpose(1, 2)
    scaled = scores / divisor
    masked = scaled.masked_fill(torch.ones(scaled.shape[1:]).triu(1).bool(), -math.inf) if causal else scaled
    weights = masked.softmax(-1)
    output = weights @ v
    for name, x in (("scores", scores), ("scaled", scaled), ("weights", weights), ("output", output)):
        kept[f"layers.{layer}.{name}"] = x
    return output.transpose(0, 1).reshape(q.shape[1], -1)


# ---- GPT-2 ----


def gpt2(name, seed, dtype, lengths, prefix="", tied=True, **keys):
    config = {"model_type": "gpt2", "vocab_size": 50, "n_positions": 16, "n_embd": 24, "n_layer": 2, "n_head": 3,
              "activation_function": "gelu_new", "layer_norm_epsilon": 1e-5, "tie_word_embeddings": tied, **keys}
    w, width, count = Weights(seed, dtype), config["n_embd"], config["n_layer"]
    wide = config.get("n_inner") or 4 * width
    t = {"wte": w.add(prefix + "wte.weight", (config["vocab_size"], width), 0.5),
         "wpe": w.add(prefix + "wpe.weight", (config["n_positions"], width), 0.3)}
    for i in range(count):
        at = f"{prefix}h.{i}."
        for part, shape in (("attn.c_attn", (width, 3 * width)), ("attn.c_proj", (width, width)),
                            ("mlp.c_fc", (width, wide)), ("mlp.c_proj", (wide, width))):
            t[f"{i}.{part}"] = (w.add(at + part + ".weight", shape, 1.5 / math.sqrt(shape[0])),
                                w.add(at + part + ".bias", (shape[1],), 0.2))
        for part in ("ln_1", "ln_2"):
            t[f"{i}.{part}"] = (w.add(at + part + ".weight", (width,), 0.2, 1), w.add(at + part + ".bias", (width,), 0.2))
        w.file[at + "attn.bias"] = ("F32", torch.ones(config["n_positions"], config["n_positions"]).tril()[None, None])
    last = (w.add(prefix + "ln_f.weight", (width,), 0.2, 1), w.add(prefix + "ln_f.bias", (width,), 0.2))
    table = t["wte"] if tied else w.add("lm_head.weight", (config["vocab_size"], width), 0.5)

    def run(ids):
        kept, x = {}, t["wte"][ids] + t["wpe"][: len(ids)]
        kept["x"] = x
        for i in range(count):
            h = norm(x, *t[f"{i}.ln_1"], config["layer_norm_epsilon"])
            kept[f"layers.{i}.norm_1"] = h
            q, k, v = ((h @ t[f"{i}.attn.c_attn"][0] + t[f"{i}.attn.c_attn"][1]).split(width, -1))
            divisor = math.sqrt(width // config["n_head"]) if config.get("scale_attn_weights", True) else 1
            if config.get("scale_attn_by_inverse_layer_idx"):
                divisor *= i + 1
            joined = attend(kept, i, *(heads_of(m, config["n_head"]) for m in (q, k, v)), divisor, True)
            joined = joined @ t[f"{i}.attn.c_proj"][0] + t[f"{i}.attn.c_proj"][1]
            x = x + joined
            h = norm(x, *t[f"{i}.ln_2"], config["layer_norm_epsilon"])
            kept[f"layers.{i}.joined"], kept[f"layers.{i}.residual"], kept[f"layers.{i}.norm_2"] = joined, x, h
            h = ACTIVATIONS[config["activation_function"]](h @ t[f"{i}.mlp.c_fc"][0] + t[f"{i}.mlp.c_fc"][1])
            mlp = h @ t[f"{i}.mlp.c_proj"][0] + t[f"{i}.mlp.c_proj"][1]
            x = x + mlp
            kept[f"layers.{i}.mlp"], kept[f"layers.{i}.block"] = mlp, x
        kept["final"] = norm(x, *last, config["layer_norm_epsilon"])
        kept["logits"] = kept["final"] @ table.T
        return kept

    write(name, config, w, run, lengths, seed)


# ---- BERT ----


def bert(name, seed, dtype, lengths, prefix="bert.", names=("weight", "bias"), answers=True, **keys):
    config = {"model_type": "bert", "vocab_size": 41, "max_position_embeddings": 14, "hidden_size": 20,
              "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 36, "hidden_act": "gelu",
              "type_vocab_size": 2, "layer_norm_eps": 1e-12, **keys}
    w, width, count = Weights(seed, dtype), config["hidden_size"], config["num_hidden_layers"]
    act = ACTIVATIONS[config["hidden_act"]]

    def add_norm(at):
        return w.add(f"{at}.{names[0]}", (width,), 0.2, 1), w.add(f"{at}.{names[1]}", (width,), 0.2)

    def add_linear(at, i, o):
        return w.add(at + ".weight", (o, i), 1.5 / math.sqrt(i)), w.add(at + ".bias", (o,), 0.2)

    at = prefix + "embeddings."
    words = w.add(at + "word_embeddings.weight", (config["vocab_size"], width), 0.5)
    places = w.add(at + "position_embeddings.weight", (config["max_position_embeddings"], width), 0.3)
    segments = w.add(at + "token_type_embeddings.weight", (config["type_vocab_size"], width), 0.3)
    first = add_norm(at + "LayerNorm")
    t = {}
    for i in range(count):
        at = f"{prefix}encoder.layer.{i}."
        for part in ("query", "key", "value"):
            t[f"{i}.{part}"] = add_linear(f"{at}attention.self.{part}", width, width)
        t[f"{i}.out"] = add_linear(at + "attention.output.dense", width, width)
        t[f"{i}.norm_1"] = add_norm(at + "attention.output.LayerNorm")
        t[f"{i}.wide"] = add_linear(at + "intermediate.dense", width, config["intermediate_size"])
        t[f"{i}.back"] = add_linear(at + "output.dense", config["intermediate_size"], width)
        t[f"{i}.norm_2"] = add_norm(at + "output.LayerNorm")
    if answers:
        transform = add_linear("cls.predictions.transform.dense", width, width)
        transform_norm = add_norm("cls.predictions.transform.LayerNorm")
        offset = w.add("cls.predictions.bias", (config["vocab_size"],), 0.3)

    def run(ids):
        kept, epsilon = {}, config["layer_norm_eps"]
        kept["embedded"] = words[ids] + places[: len(ids)] + segments[0]
        x = kept["x"] = norm(kept["embedded"], *first, epsilon)
        for i in range(count):
            q, k, v = (heads_of(F.linear(x, *t[f"{i}.{part}"]), config["num_attention_heads"])
                       for part in ("query", "key", "value"))
            joined = attend(kept, i, q, k, v, math.sqrt(width // config["num_attention_heads"]), False)
            kept[f"layers.{i}.joined"] = F.linear(joined, *t[f"{i}.out"])
            kept[f"layers.{i}.residual"] = x + kept[f"layers.{i}.joined"]
            h = kept[f"layers.{i}.norm_1"] = norm(kept[f"layers.{i}.residual"], *t[f"{i}.norm_1"], epsilon)
            kept[f"layers.{i}.mlp"] = F.linear(act(F.linear(h, *t[f"{i}.wide"])), *t[f"{i}.back"])
            x = kept[f"layers.{i}.block"] = norm(h + kept[f"layers.{i}.mlp"], *t[f"{i}.norm_2"], epsilon)
        if answers:
            kept["final"] = norm(act(F.linear(x, *transform)), *transform_norm, epsilon)
            kept["logits"] = kept["final"] @ words.T + offset
        return kept

    write(name, config, w, run, lengths, seed)


def write(name, config, weights, run, lengths, seed):
    folder = ROOT / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(config, indent=1) + "\n")
    save(folder / "model.safetensors", weights.file)
    expected, generator = {}, torch.Generator().manual_seed(seed + 1000)
    for length in lengths:
        ids = torch.randint(0, config["vocab_size"], (length,), generator=generator)
        expected[f"t{length}.ids"] = ("I32", ids)
        for part, x in run(ids).items():
            expected[f"t{length}.{part}"] = ("F32", x)
    save(folder / "expected.safetensors", expected)


with torch.no_grad():
    gpt2("gpt2-tied", 1, "F32", (1, 6, 16))
    gpt2("gpt2-untied-f16", 2, "F16", (5, 12), prefix="transformer.", tied=False, n_positions=12, n_embd=16, n_head=2,
         n_layer=3, n_inner=40, vocab_size=37, activation_function="relu", scale_attn_by_inverse_layer_idx=True)
    gpt2("gpt2-bf16-undivided", 3, "BF16", (9,), n_embd=10, n_head=1, n_positions=9, vocab_size=11,
         activation_function="silu", scale_attn_weights=False)
    gpt2("gpt2-quick", 4, "F32", (4,), n_embd=8, n_head=8, n_layer=1, n_positions=4, vocab_size=9,
         activation_function="quick_gelu")
    bert("bert-words", 5, "F32", (1, 7, 14))
    bert("bert-bare-bf16", 6, "BF16", (8,), prefix="", names=("gamma", "beta"), answers=False, hidden_size=18,
         num_attention_heads=3, hidden_act="relu", num_hidden_layers=1, intermediate_size=7)
    bert("bert-f16", 7, "F16", (6,), names=("gamma", "beta"), hidden_act="gelu_new", num_hidden_layers=1)
