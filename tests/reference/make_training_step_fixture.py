#!/usr/bin/python3
"""Makes training_step_fixture.json: two steps of training a small Transformer by PyTorch in float64.

The network is that of src/model/network.h, written here with PyTorch's own operations sequence by
sequence, so that nothing of how the program packs, splits and reduces a batch is repeated. The
numbers begin as float32, so that both sides start from the same.
usage: make_training_step_fixture.py > training_step_fixture.json    (Debian: python3-torch)
"""
import json
import math

import torch
import torch.nn.functional as F

torch.manual_seed(31)
torch.set_default_dtype(torch.float64)
NONE = -1
LEAST_SHARE, LEAST_REST = 1e-12, 1e-4
BETAS, EPSILON = (0.9, 0.98), 1e-8


def kinds_of(shape):
    """What each layer is: "alone"; or the encoder's, then a "decoder" and a "cross" for each."""
    encoder = shape.get("encoder_layers", 0)
    if not encoder:
        return ["alone"] * shape["layers"]
    return ["encoder"] * encoder + ["decoder", "cross"] * shape["layers"]


def number_of(words, name, start):
    return int(words[words.index(name) + 1]) if name in words else start


def tensors_of(shape):
    """(name, rows, cols) in the order of the flat array; rows 0 is a vector."""
    wide = shape["d_model"]
    positions = shape.get("positions", "sinusoidal").split()
    yield "embedding", shape["words"], wide
    if positions[0] == "t5":
        yield "buckets", number_of(positions, "buckets", 32), shape["heads"]
    for layer, kind in enumerate(kinds_of(shape)):
        inner = shape["d_ff"] if kind != "decoder" else 0
        of_keys = wide // shape["heads"] * shape.get("key_heads", shape["heads"])
        for name, cols in (("w_q", wide), ("w_k", of_keys), ("w_v", of_keys), ("w_o", wide)):
            yield f"layers.{layer}.{name}", wide, cols
        if positions[0] == "shaw":
            for name in ("relative_key", "relative_value"):
                yield f"layers.{layer}.{name}", 2 * int(positions[1]) + 1, wide // shape["heads"]
        yield f"layers.{layer}.norm_1.gain", 0, wide
        yield f"layers.{layer}.norm_1.bias", 0, wide
        if inner:
            yield f"layers.{layer}.w_1", wide, inner
            yield f"layers.{layer}.b_1", 0, inner
            yield f"layers.{layer}.w_2", inner, wide
            yield f"layers.{layer}.b_2", 0, wide
            yield f"layers.{layer}.norm_2.gain", 0, wide
            yield f"layers.{layer}.norm_2.bias", 0, wide
    yield "logits.bias", 0, shape["words"]


def beginning(name, rows, cols, spread):
    numbers = torch.randn(rows or 1, cols) * (spread if rows else 0.2)
    if name.endswith("gain"):
        numbers += 1
    return (numbers if rows else numbers[0]).float().double().requires_grad_(True)


def positions(count, wide):
    table = torch.zeros(count, wide)
    for position in range(count):
        for i in range(0, wide, 2):
            angle = position / 10000 ** (i / wide)
            table[position, i] = math.sin(angle)
            table[position, i + 1] = math.cos(angle)
    return table


def turned(x, base, interleaved):
    """Rotary positions of [H,T,D] by complex numbers."""
    width = x.shape[-1]
    angles = torch.arange(x.shape[1]).unsqueeze(1) * base ** (-torch.arange(0, width, 2) / width)
    pairs = (x.unflatten(-1, (-1, 2)) if interleaved
             else x.unflatten(-1, (2, -1)).transpose(-1, -2))
    turns = (torch.view_as_complex(pairs.contiguous())
             * torch.polar(torch.ones_like(angles), angles))
    y = torch.view_as_real(turns)
    return (y if interleaved else y.transpose(-1, -2)).flatten(-2)


def slopes(heads):
    """Of ALiBi, for heads that are a power of two."""
    return torch.tensor([2 ** (-8 * (h + 1) / heads) for h in range(heads)])


def hidden(shape, count):
    """Of the mask in the recipe's words; p a query, s a key, from 0. None: nothing."""
    words = shape.get("mask", "").split()
    if not words and not shape["causal"]:
        return None
    p, s = torch.arange(count).unsqueeze(1), torch.arange(count).unsqueeze(0)
    local = [seen for name, seen in (
        ("window", lambda n: (p - s).abs() <= n), ("blocks", lambda n: p // n == s // n),
        ("global", lambda n: (p == n - 1) | (s == n - 1)))
        if name in words for seen in [seen(int(words[words.index(name) + 1]))]]
    seen = torch.stack(local).any(dim=0) if local else torch.ones(count, count).bool()
    order = s <= p if shape["causal"] else torch.ones(count, count).bool()
    if "prefix" in words:
        order = (s <= p) | (s < int(words[words.index("prefix") + 1]))
    return ~(seen & order)


def bucket(offset, count, far, is_causal):
    """Of T5, for a key at `offset` from its query."""
    side = count if is_causal else count // 2
    r = max(-offset, 0) if is_causal else abs(offset)
    exact = side // 2
    if r >= exact:
        r = exact + int(math.log(r / exact) / math.log(far / exact) * (side - exact))
    return min(r, side - 1) + (side if offset > 0 and not is_causal else 0)


def attend(x, keys, part, shape, masked):
    count, wide, heads = x.shape[0], shape["d_model"], shape["heads"]
    shared = shape.get("key_heads", heads)
    q, k, v = ((rows @ part[name]).view(rows.shape[0], of, wide // heads).transpose(0, 1)
               for name, rows, of in (("w_q", x, heads), ("w_k", keys, shared),
                                      ("w_v", keys, shared)))
    positions = shape.get("positions", "sinusoidal").split()
    if positions[0] == "rope":
        base = float(positions[positions.index("base") + 1]) if "base" in positions else 10000.0
        q, k = (turned(rows, base, "interleaved" in positions) for rows in (q, k))
    if shared < heads:
        k, v = (rows.repeat_interleave(heads // shared, dim=0) for rows in (k, v))
    scores = q @ k.transpose(1, 2)
    offsets = torch.arange(count) - torch.arange(count).unsqueeze(1)
    if positions[0] == "shaw":
        distances = offsets.clamp(-int(positions[1]), int(positions[1])) + int(positions[1])
        scores = scores + torch.einsum("htd,tsd->hts", q, part["relative_key"][distances])
    scaled = scores if positions[0] == "t5" else scores / math.sqrt(wide // heads)
    if positions[0] == "t5":
        rows = [[bucket(int(offset), number_of(positions, "buckets", 32), number_of(positions, "far", 128),
                        shape["causal"]) for offset in row] for row in offsets]
        scaled = scaled + part["table"][torch.tensor(rows)].permute(2, 0, 1)
    if positions[0] == "alibi":
        distances = (torch.arange(count).unsqueeze(1) - torch.arange(count)).abs()
        scaled = scaled - slopes(heads).view(-1, 1, 1) * distances
    if masked is not None:
        scaled = scaled.masked_fill(masked, -math.inf)
    weights = torch.softmax(scaled, dim=-1)
    output = weights @ v
    if positions[0] == "shaw":
        output = output + torch.einsum("hts,tsd->htd", weights, part["relative_value"][distances])
    return weights, output.transpose(0, 1).reshape(count, wide) @ part["w_o"]


def embed(tokens, numbers, shape):
    wide = shape["d_model"]
    rows = numbers["embedding"][torch.tensor(tokens)] * math.sqrt(wide)
    if shape.get("positions", "sinusoidal") != "sinusoidal":
        return rows
    return rows + positions(len(tokens), wide)


def run_layer(x, keys, part, shape, masked):
    weights, joined = attend(x, keys, part, shape, masked)
    wide = shape["d_model"]
    x = F.layer_norm(x + joined, [wide], part["norm_1.gain"], part["norm_1.bias"], eps=1e-5)
    if "w_1" in part:
        bend = torch.relu(x @ part["w_1"] + part["b_1"])
        x = F.layer_norm(x + bend @ part["w_2"] + part["b_2"], [wide], part["norm_2.gain"],
                         part["norm_2.bias"], eps=1e-5)
    return x, weights


def forward(tokens, numbers, shape, source=0):
    """Logits [T,V] and the weights [H,T,S] of every layer; the first `source` tokens of two
    sentences are the source, which has no logits: zeros stand for them."""
    kept = []
    y = embed(tokens[:source], numbers, shape) if source else None
    x = embed(tokens[source:], numbers, shape)
    for layer, kind in enumerate(kinds_of(shape)):
        start = f"layers.{layer}."
        part = {name[len(start):]: t for name, t in numbers.items() if name.startswith(start)}
        if "buckets" in numbers:
            part["table"] = numbers["buckets"]
        if kind == "encoder":
            y, weights = run_layer(y, y, part, shape, None)
        elif kind == "cross":
            x, weights = run_layer(x, y, part, shape, None)
        else:
            causal = shape | {"causal": shape["causal"] or kind == "decoder"}
            x, weights = run_layer(x, x, part, shape, hidden(causal, len(x)))
        kept.append(weights)
    logits = x @ numbers["embedding"].T + numbers["logits.bias"]
    return torch.cat([torch.zeros(source, shape["words"]), logits]), kept


def keys_told(place, tokens, t, task):
    """The keys where a head is told to look from t."""
    if place == "previous":
        return [t - 1] if t > 0 else []
    if place == "same-word":
        return [s for s, token in enumerate(tokens) if token == tokens[t] and s != t]
    return list(range(task[0], task[0] + task[1])) if task[0] != NONE else []


def losses(batch, numbers, shape, told):
    """Mean loss over the targets, weighted loss of the told heads, how many are named right."""
    words, shares, right = [], [[] for _ in told], 0
    sources = batch.get("sources", [0] * len(batch["tokens"]))
    for tokens, targets, looks, source in zip(batch["tokens"], batch["targets"], batch["looks"],
                                              sources):
        logits, weights = forward(tokens, numbers, shape, source)
        for t, target in enumerate(targets):
            if target != NONE:
                words.append(-F.log_softmax(logits[t], dim=0)[target])
                right += int(logits[t].argmax() == target)
        for losses_of, look in zip(shares, told):
            for t in range(len(tokens)):
                keys = keys_told(look["place"], tokens, t, looks[t])
                if keys:
                    share = weights[look["layer"]][look["head"], t, keys].sum()
                    share = share.clamp(min=LEAST_SHARE)
                    loss = -look["share"] * share.log()
                    if look["share"] < 1:
                        # the logarithm goes on as a line where all weight is there
                        rest = torch.clamp(1 - share.detach(), min=LEAST_REST)
                        log_rest = rest.log() + (1 - share - rest) / rest
                        loss = loss - (1 - look["share"]) * log_rest
                    losses_of.append(loss)
    looking = sum(look["weight"] * sum(of) / len(of) for of, look in zip(shares, told))
    return sum(words) / len(words), looking, right, len(words)


def listed(tensor):
    return [float(f"{x:.8g}") for x in tensor.detach().flatten().tolist()]


def train_step(numbers, optimiser, case, batch):
    optimiser.zero_grad()
    loss, look_loss, right, asked = losses(batch, numbers, case["shape"], case["told"])
    (loss + look_loss).backward()
    gradients = [t.grad for t in numbers.values()]
    norm = math.sqrt(sum((g * g).sum().item() for g in gradients))
    made = {"loss": loss.item(), "look_loss": float(look_loss), "right": right, "asked": asked,
            "norm": norm, "gradients": [listed(g) for g in gradients]}
    for g in gradients:
        g *= min(1.0, case["clip"] / norm)
    optimiser.step()
    return made | {"after": [listed(t) for t in numbers.values()]}


def case(name, shape, batch, told, clip, steps=2, spread=0.5):
    made = {"name": name, "shape": shape, "batch": batch, "told": told, "clip": clip,
            "learning_rate": 0.01, "weight_decay": 0.1, "beta_1": BETAS[0], "beta_2": BETAS[1]}
    tensors = list(tensors_of(shape))
    numbers = {tensor[0]: beginning(*tensor, spread) for tensor in tensors}
    made["tensors"] = [{"name": name, "rows": rows, "cols": cols, "numbers": listed(numbers[name])}
                       for name, rows, cols in tensors]
    groups = [{"params": [numbers[n] for n, rows, _ in tensors if (rows > 0) == decays],
               "weight_decay": made["weight_decay"] * decays} for decays in (True, False)]
    optimiser = torch.optim.AdamW(groups, lr=made["learning_rate"], betas=BETAS, eps=EPSILON)
    made["steps"] = [train_step(numbers, optimiser, made, batch) for _ in range(steps)]
    return made


def shape_of(d_ff, causal):
    return {"layers": 2, "heads": 2, "d_model": 8, "d_ff": d_ff, "words": 11, "causal": causal}


def batch_of(looks):
    nothing = [[NONE, 0]]
    return {"tokens": [[3, 1, 4, 1, 5], [9], [2, 6, 5, 3, 10, 8, 7]],
            "targets": [[NONE, 4, NONE, NONE, 1], [0], [NONE] * 3 + [2, NONE, NONE, 6]],
            "looks": looks or [nothing * 5, nothing, nothing * 7]}


def told(place, layer, head, weight, share=1.0):
    return {"place": place, "layer": layer, "head": head, "weight": weight, "share": share}


seen = [[[NONE, 0], [0, 1], [NONE, 0], [1, 2], [4, 1]], [[NONE, 0]],
        [[NONE, 0]] * 5 + [[2, 3], [0, 1]]]
cases = [
    case("every key seen, clipped", shape_of(12, False), batch_of(None),
         [], 0.5),
    case("causal, a head told where to look", shape_of(12, True), batch_of(seen),
         [told("task", 1, 1, 0.5)], 1000.0),
    case("no MLP", shape_of(0, False), batch_of(seen), [told("task", 0, 0, 0.2)], 1.0),
    case("three heads told, to give a part", shape_of(12, False), batch_of(seen),
         [told("previous", 0, 0, 0.3, 0.75), told("same-word", 0, 1, 0.2, 0.5),
          told("task", 1, 0, 0.4, 0.875)], 1000.0),
    case("causal, two heads told", shape_of(0, True), batch_of(seen),
         [told("previous", 1, 1, 0.25, 1.0), told("same-word", 0, 1, 0.5, 0.625)], 1000.0),
]

# two sentences: sources longer and shorter than their targets, a word that is in both
pairs = {"tokens": [[3, 1, 4, 1, 5, 0, 9, 2], [9, 0], [2, 6, 0, 5, 3, 10, 8]],
         "targets": [[NONE] * 5 + [9, 2, 4], [NONE, 7], [NONE, NONE, 5, 3, 10, 8, 1]],
         "looks": [[[NONE, 0]] * 8, [[NONE, 0]] * 2, [[NONE, 0]] * 7], "sources": [5, 1, 2]}
for encoder, decoder, d_ff, clip in ((2, 2, 12, 1000.0), (1, 2, 0, 0.5)):
    shape = shape_of(d_ff, False) | {"layers": decoder, "encoder_layers": encoder}
    cases.append(case(f"encoder {encoder}, decoder {decoder}, d_ff {d_ff}", shape, pairs, [], clip))

# other kinds of attention: four heads, so that two of them can share keys and values; a wide spread
# would make weights of nearly 1, whose gradients are nearly 0
of_kind = [
    ("no positions", {"positions": "none"}),
    ("rope, one head of keys and values", {"positions": "rope", "key_heads": 1}),
    ("rope interleaved, causal window", {"positions": "rope base 50 interleaved",
                                         "causal": True, "mask": "causal window 2"}),
    ("alibi, window and global, shared", {"positions": "alibi", "key_heads": 2,
                                          "mask": "window 1 global 2"}),
    ("prefix and blocks, shared", {"key_heads": 2, "mask": "prefix 3 blocks 4"}),
    ("buckets of both directions", {"positions": "t5 buckets 8 far 5"}),
    ("buckets before, shared", {"positions": "t5 buckets 4 far 6", "causal": True, "mask": "causal", "key_heads": 2}),
    ("rows for distances", {"positions": "shaw 2"}),
    ("rows for distances, causal, one head of keys and values",
     {"positions": "shaw 9", "causal": True, "mask": "causal", "key_heads": 1}),
]
for name, kind in of_kind:
    cases.append(case(name, shape_of(0, False) | {"layers": 1, "heads": 4, "d_model": 16} | kind,
                      batch_of(seen), [told("task", 0, 1, 0.5)], 1000.0, steps=1, spread=0.25))
print(json.dumps({"made_with": f"PyTorch {torch.__version__}, float64", "cases": cases},
                 separators=(",", ":")).replace('{"name"', '\n{"name"'))
