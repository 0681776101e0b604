#!/usr/bin/python3
"""Families of random models against PyTorch: every part of a trace is computed again in float64.

dump_model writes the weights of a model and all parts of a trace of it. Everything from the rows of the words on is computed
here from the weights, by PyTorch's own functions where it has them (linear, layer_norm, silu, gelu, softmax), and written
from the papers where it has none (the root mean square, rotary positions, linear biases, buckets).
No number may be farther off than 1e-5 of the largest of its matrix.

usage: families.py DUMP_MODEL FOLDER    (Debian: python3-torch)
"""
import math
import pathlib
import subprocess
import sys

import numpy as np
import torch
import torch.nn.functional as F

SENTENCE = "the animal was too tired on the street"
PAIR = "it ran [SEP] the animal was fast [SEP] and tired"
MOST = 1e-5

NAMES = ["random", "random layers 3 seed 5"] + [
    f"random like {family}{more}"
    for family in ("transformer", "bert", "gpt2", "t5", "llama", "mistral", "bloom", "longformer")
    for more in ("", " seed 3 layers 3")] + [
    # The example of the design: every key that it names.
    "random layers 2 heads 4 kv_heads 2 d_model 64 d_ff 128 vocabulary 1000 bias off norm rms activation silu_gated "
    "positions rope seed 3",
    "random layers 2 heads 4 kv_heads 2 d_model 64 d_ff 128 vocabulary 1000 bias on norm before activation gelu "
    "positions rope seed 3",
    "random layers 2 heads 4 kv_heads 2 d_model 64 d_ff 128 vocabulary 1000 bias on norm after activation relu "
    "positions alibi seed 3",
    # As small as it goes, odd numbers, and a wide one, whose products go another way.
    "random layers 1 heads 1 d_model 1 vocabulary 1",
    "random layers 1 heads 1 d_model 2 d_ff 3 vocabulary 5 norm rms positions rope activation silu_gated",
    "random layers 2 heads 3 kv_heads 1 d_model 9 d_ff 5 vocabulary 7 norm before mlp_bias off positions t5 bias on",
    "random layers 1 heads 2 d_model 8 positions learned vocabulary 10 norm after words untied",
    "random layers 2 heads 5 d_model 20 norm before embedding_norm on positions none mask causal",
    "random layers 2 heads 6 kv_heads 3 d_model 300 d_ff 200 vocabulary 500 norm rms activation silu_gated positions rope "
    "mask causal words untied",
    "random layers 2 heads 2 d_model 16 positions rope rope_base 50",
    "random layers 2 heads 2 d_model 16 positions t5 buckets 8 far 6",
    "random like gpt2 d_model 320 heads 8 d_ff 96",
    "random like bert d_model 288 heads 6 kv_heads 2",
]

# Laid over a model that has its own way: it replaces that.
LAID_OVER = [("random like llama", "positions alibi"), ("random like t5", "positions rope"),
             ("random like gpt2", "positions t5"), ("random like llama", "kv_heads 1"),
             ("random like llama", "positions sinusoidal"), ("random like bloom", "positions rope; kv_heads 2"),
             ("random like t5", "positions t5 buckets 16")]


def read(path):
    """The facts and the matrices of a file of dump_model."""
    data, at, facts, found = path.read_bytes(), 0, {}, {}
    while at < len(data):
        end = data.index(b"\n", at)
        words = data[at:end].decode().split(" ")
        at = end + 1
        if words[0] == "=":
            facts[words[1]] = " ".join(words[2:])
            continue
        rows, cols = int(words[1]), int(words[2])
        numbers = np.frombuffer(data, dtype="<f4", count=rows * cols, offset=at)
        at += 4 * rows * cols
        found[words[0]] = torch.tensor(numbers.reshape(rows, cols).astype(np.float64))
    return facts, found


def vector(found, name):
    return found[name][0] if name in found else None


def norm(facts, found, name, x):
    gain, bias, epsilon = vector(found, name + ".gain"), vector(found, name + ".bias"), float(facts["epsilon"])
    if facts["rms"] == "1":
        assert bias is None
        return x / torch.sqrt((x * x).mean(-1, keepdim=True) + epsilon) * gain
    return F.layer_norm(x, (x.shape[-1],), gain, bias, epsilon)


def bend(facts, x):
    return {"0": F.relu, "1": F.gelu, "2": lambda x: F.gelu(x, approximate="tanh"), "5": F.silu}[facts["bends"]](x)


def waves(count, width):
    table = torch.zeros(count, width, dtype=torch.float64)
    for place in range(count):
        for i in range(width):
            angle = place / 10000 ** ((i - i % 2) / width)
            table[place, i] = math.sin(angle) if i % 2 == 0 else math.cos(angle)
    return table


def turned(x, base):
    """Pairs (c, c + d/2) as complex numbers, turned by place times base^(-2c/d)."""
    count, width = x.shape
    half = width // 2
    angles = torch.arange(count, dtype=torch.float64)[:, None] * base ** (
        -2 * torch.arange(half, dtype=torch.float64) / width)
    whole = torch.complex(x[:, :half], x[:, half:]) * torch.polar(torch.ones_like(angles), angles)
    return torch.cat([whole.real, whole.imag], dim=1)


def slopes(heads):
    """As in the program of the paper on linear biases."""
    def of_power(n):
        return [2 ** (-8 * (h + 1) / n) for h in range(n)]
    below = 2 ** int(math.floor(math.log2(heads)))
    return of_power(below) + of_power(2 * below)[0::2][:heads - below]


def bucket(offset, count, far, causal):
    base, side = 0, count
    if not causal:
        side = count // 2
        base = side if offset > 0 else 0
        r = abs(offset)
    else:
        r = max(-offset, 0)
    exact = side // 2
    if r < exact:
        return base + r
    more = exact + int(math.log(r / exact) / math.log(far / exact) * (side - exact))
    return base + min(more, side - 1)


def positions_of(name, kind):
    """What is done for the places: laid over, else what the name says, else what its family has."""
    for setting in kind.split("; "):
        if setting.startswith("positions "):
            return setting.split(" ")[1]
    words = name.split(" ")
    if "positions" in words:
        return words[words.index("positions") + 1]
    of_family = {"bert": "learned", "gpt2": "learned", "t5": "t5", "llama": "rope", "mistral": "rope", "bloom": "alibi",
                 "longformer": "learned"}
    return of_family.get(words[words.index("like") + 1], "sinusoidal") if "like" in words else "sinusoidal"


def number_of(name, key, start):
    """What the name of a model says for a key, else what it is."""
    words = name.split(" ")
    return float(words[words.index(key) + 1]) if key in words else start


class Compared:
    def __init__(self, model, name, found):
        self.model = model
        self.name, self.found, self.farthest, self.count = name, found, 0.0, 0

    def check(self, part, expected):
        assert part in self.found, f"{self.name}: no {part}; there are {sorted(self.found)}"
        made = self.found[part]
        assert made.shape == expected.shape, f"{self.name}: {part} is {made.shape}, not {expected.shape}"
        seen = torch.isfinite(expected)
        assert torch.equal(seen, torch.isfinite(made)), f"{self.name}: {part} is hidden elsewhere"
        largest = expected[seen].abs().max().item() if seen.any() else 0
        away = (made[seen] - expected[seen]).abs().max().item() if seen.any() else 0
        share = away / largest if largest > 0 else away
        self.farthest, self.count = max(self.farthest, share), self.count + 1
        assert share <= MOST, f"{self.name}: {part} is off by {share:.3g} of its largest number"


def segments_of(sentence):
    """The words up to [SEP] are the first sentence, the rest are the second."""
    words, segments = sentence.split(" "), []
    for word in words:
        segments.append(int("[SEP]" in words[:len(segments)]))
    return segments


def embed(facts, found, positions, sentence, compared):
    ids = [int(i) for i in facts["ids"].split(",")]
    tokens = len(ids)
    if "token_table" in found:
        scale = float(facts["scale"]) or 1
        x = found["token_table"][ids] * scale
        compared.check("token_embedding", x)
    else:
        x = found["token_embedding"]
    if "segment_table" in found:
        segments = segments_of(sentence)
        assert facts["segments"] == ",".join(map(str, segments)), f"{compared.name}: sentences {facts['segments']}"
        x = x + found["segment_table"][segments]
    if positions == "learned":
        x = x + found["position_table"][:tokens]
    if positions == "sinusoidal":
        x = x + waves(tokens, x.shape[1])
    if "embedding_norm.gain" in found:
        compared.check("embedded", x)
        x = norm(facts, found, "embedding_norm", x)
    compared.check("x", x)
    return x


def attend(facts, found, layer, x, positions, groups, causal, compared):
    """The heads of a layer, side by side."""
    heads, own, width = int(facts["heads"]), int(facts["kv_heads"]), int(facts["d_head"])
    w = {name: found[f"layers.{layer}.{name}"] for name in ("w_q", "w_k", "w_v", "w_o")}
    b = {name: vector(found, f"layers.{layer}.{name}") for name in ("b_q", "b_k", "b_v", "b_o")}
    q = F.linear(x, w["w_q"].T, b["b_q"]).reshape(-1, heads, width)
    k = F.linear(x, w["w_k"].T, b["b_k"]).reshape(-1, own, width)
    v = F.linear(x, w["w_v"].T, b["b_v"]).reshape(-1, own, width)
    # Fewer heads of K and V laid over: the mean of those that share, which is that of their maps.
    k = k.reshape(-1, groups, own // groups, width).mean(2)
    v = v.reshape(-1, groups, own // groups, width).mean(2)
    hidden, outputs = found["hidden"] > 0, []
    tokens = x.shape[0]
    places = torch.arange(tokens)
    for head in range(heads):
        at = f"{layer}.{head}."
        group = head * groups // heads
        queries, keys, values = q[:, head], k[:, group], v[:, group]
        for part, rows in (("q", queries), ("k", keys), ("v", values)):
            compared.check(at + part, rows)
        if positions == "rope":
            base = number_of(compared.model, "rope_base", 10000.0)
            queries, keys = turned(queries, base), turned(keys, base)
            compared.check(at + "q_rotated", queries)
            compared.check(at + "k_rotated", keys)
        scores = queries @ keys.T
        divisor = 1 if positions.startswith("t5") else math.sqrt(width)
        compared.check(at + "scores", scores)
        compared.check(at + "scaled", scores / divisor)
        bias = torch.zeros_like(scores)
        if positions == "alibi":
            bias = -slopes(heads)[head] * (places[:, None] - places[None, :]).abs().double()
        if positions == "t5" and "bucket_table" in found:
            count, far = (int(number_of(compared.model, key, start)) for key, start in (("buckets", 32), ("far", 128)))
            bias = torch.tensor([[found["bucket_table"][bucket(j - i, count, far, causal), head]
                                  for j in range(tokens)] for i in range(tokens)])
        elif positions.startswith("t5"):
            bias = found[at + "bias"]
        if positions == "alibi" or positions.startswith("t5"):
            compared.check(at + "bias", bias)
            compared.check(at + "biased", scores / divisor + bias)
        mask = bias.masked_fill(hidden, -math.inf)
        compared.check(at + "masked", scores / divisor + mask)
        weights = torch.softmax(scores / divisor + mask, dim=1)
        compared.check(at + "weights", weights)
        outputs.append(weights @ values)
        compared.check(at + "output", outputs[-1])
    return F.linear(torch.cat(outputs, dim=1), w["w_o"].T, b["b_o"])


def mlp(facts, found, layer, x):
    at = f"layers.{layer}."
    up = F.linear(x, found[at + "w_1"].T, vector(found, at + "b_1"))
    units = bend(facts, x @ found[at + "w_gate"]) * up if at + "w_gate" in found else bend(facts, up)
    return F.linear(units, found[at + "w_2"].T, vector(found, at + "b_2"))


def layer_of(facts, found, layer, x, positions, groups, causal, compared):
    place, at = int(facts["norm"]), f"{layer}."
    has_mlp = f"layers.{layer}.w_1" in found
    before = place == 2
    normed = norm(facts, found, f"layers.{layer}.norm_1", x) if before else x
    if before:
        compared.check(at + "norm_1", normed)
    joined = attend(facts, found, layer, normed, positions, groups, causal, compared)
    compared.check(at + "joined", joined)
    h = x + joined
    compared.check(at + "residual", h)
    if place == 1:
        h = norm(facts, found, f"layers.{layer}.norm_1", h)
        compared.check(at + "norm_1", h)
    if not has_mlp:
        return h
    if before:
        y = norm(facts, found, f"layers.{layer}.norm_2", h)
        compared.check(at + "norm_2", y)
        added = mlp(facts, found, layer, y)
        compared.check(at + "mlp", added)
        return h + added
    added = mlp(facts, found, layer, h)
    compared.check(at + "mlp", added)
    return norm(facts, found, f"layers.{layer}.norm_2", h + added)


def compare(dump, folder, name, kind="", keep="all", sentence=SENTENCE):
    path = folder / "dump"
    subprocess.run([dump, name, "own", kind, keep, path, sentence], check=True)
    facts, found = read(path)
    positions = positions_of(name, kind)
    if "buckets" in kind:
        positions = "t5 of another number of buckets"
    groups = int(kind.split("kv_heads ")[1]) if "kv_heads" in kind else int(facts["kv_heads"])
    causal = any(word in name for word in ("gpt2", "llama", "mistral", "bloom", "causal"))
    compared = Compared(name, f"{name} {kind} {keep}", found)
    x = embed(facts, found, positions, sentence, compared)
    for layer in range(int(facts["layers"])):
        x = layer_of(facts, found, layer, x, positions, groups, causal, compared)
        compared.check(f"{layer}.block", x)
    if "output_table" in found:
        if "final_norm.gain" in found:
            x = norm(facts, found, "final_norm", x)
        compared.check("final", x)
        compared.check("logits", x @ found["output_table"].T)
    return compared


def entropy_share(found):
    """How even the rows of weights are over the keys that they see: 1 is even, 0 is one key."""
    shares = []
    for name, weights in found.items():
        if name.endswith(".weights"):
            seen = (weights > 0).sum(1)
            entropy = -(weights * torch.log(weights.clamp_min(1e-300))).sum(1)
            shares += [(e / math.log(n)).item() for e, n in zip(entropy, seen) if n > 2]
    return sum(shares) / len(shares)


def main():
    dump, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    farthest, count = 0.0, 0
    for name in NAMES:
        for keep in ("all", "little"):
            compared = compare(dump, folder, name, keep=keep)
            farthest, count = max(farthest, compared.farthest), count + compared.count
        if "d_model 1 " in name or "d_model 2 " in name:
            continue
        # Graded: no head looks at one key alone, and none at all alike.
        share = entropy_share(compared.found)
        assert 0.3 < share < 0.98, f"{name}: the entropy of its weights is {share:.3f} of the most"
    for name, kind in LAID_OVER:
        compared = compare(dump, folder, name, kind)
        farthest, count = max(farthest, compared.farthest), count + compared.count
    for name in ("random like bert", "random like bert seed 9", "random segments 2", "random like bert segments 1", "random like gpt2 segments 2"):
        for keep in ("all", "little"):
            pair = PAIR.replace(" [SEP]", "") if "segments 1" in name else PAIR
            compared = compare(dump, folder, name, keep=keep, sentence=pair)
            farthest, count = max(farthest, compared.farthest), count + compared.count
    long = " ".join(f"word{i % 50} w{i}" for i in range(100))
    for name in ("random like mistral d_model 320 heads 10 kv_heads 2", "random like longformer", "random like t5"):
        compared = compare(dump, folder, name, keep="little", sentence=long)
        farthest, count = max(farthest, compared.farthest), count + compared.count
    print(f"{count} matrices, {len(NAMES)} models: at most {farthest:.2g} of the largest number away")


if __name__ == "__main__":
    main()
