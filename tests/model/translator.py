#!/usr/bin/python3
"""The translator against NumPy: every matrix of its three kinds of attention, and what it says.

A trace file has the rows of both sentences and every part of every layer. All of it is computed again in float64 from the
weights of the model's folder, by the formulas of Vaswani et al. 2017: sinusoidal positions, the norm after the sum, keys and
values of the cross layers from what the encoder hands on. What the decoder says by itself is decoded again, word by word.
No number may be farther off than 1e-5 of the largest of its matrix.

usage: translator.py HEADSUP MODEL_FOLDER FOLDER
"""
import json
import pathlib
import struct
import subprocess
import sys

import numpy as np

MOST = 1e-5
HEADS, WIDTH, LAYERS = 4, 64, 2
SENTENCES = ["She saw the house", "The animal did not cross the street because it was too tired",
             "Two birds did not cross the river because they were too tired", "dog"]
# A mask laid over: of the encoder, of the decoder, and between the two.
NONE = [lambda i, j, count: j < count, lambda i, j, count: j <= i, lambda i, j, count: j < count]
MASKS = {"causal window:2": [lambda i, j, count: (j <= i) & (j >= i - 2), lambda i, j, count: (j <= i) & (j >= i - 2),
                             lambda i, j, count: abs(i - j) <= 2],
         "prefix:3 padding:1": [lambda i, j, count: ((j <= i) | (j < 3)) & (j < count - 1), lambda i, j, count: j <= i,
                                lambda i, j, count: j + 0 * i < count - 1],
         "blocks:3": [lambda i, j, count: i // 3 == j // 3, lambda i, j, count: (i // 3 == j // 3) & (j <= i),
                      lambda i, j, count: i // 3 == j // 3]}
FORCED = [("She saw the house", "她 看见 了 狗"), ("She saw the house", ""), ("She saw the house", "她 看见 了 房子 。")]


def read(path):
    data = path.read_bytes()
    size = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:8 + size])
    facts = header.pop("__metadata__", {})
    found = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        numbers = np.frombuffer(data[8 + size + begin:8 + size + end], dtype="<f4")
        found[name] = numbers.reshape(entry["shape"]).astype(np.float64)
    return facts, found


def positions(count):
    place, pair = np.arange(count)[:, None], np.arange(WIDTH // 2)[None, :]
    angles = place / 10000 ** (2 * pair / WIDTH)
    rows = np.empty((count, WIDTH))
    rows[:, 0::2], rows[:, 1::2] = np.sin(angles), np.cos(angles)
    return rows


def softmax(x):
    most = x.max(-1, keepdims=True)
    e = np.exp(x - np.where(np.isinf(most), 0, most))
    return e / np.maximum(e.sum(-1, keepdims=True), 1e-300)  # a row that sees nothing is 0


def norm(w, name, x):
    spread = x - x.mean(-1, keepdims=True)
    spread /= np.sqrt((spread ** 2).mean(-1, keepdims=True) + 1e-5)
    return spread * w[name + ".gain"] + w[name + ".bias"]


def heads(x):
    return x.reshape(len(x), HEADS, -1).transpose(1, 0, 2)


def layer(w, at, x, y, sees, has_mlp):
    """All parts of the layer of that place in the stack: x asks, y is asked, sees tells who sees whom."""
    name = f"layers.{at}."
    q, k, v = (heads(rows @ w[name + which]) for rows, which in ((x, "w_q"), (y, "w_k"), (y, "w_v")))
    scores = q @ k.transpose(0, 2, 1)
    scaled = scores / np.sqrt(WIDTH // HEADS)
    seen = sees(np.arange(len(x))[:, None], np.arange(len(y))[None, :], len(y)) & np.ones(scaled.shape[1:], bool)
    masked = np.where(seen, scaled, -np.inf)
    weights = softmax(masked)
    output = weights @ v
    joined = output.transpose(1, 0, 2).reshape(len(x), WIDTH) @ w[name + "w_o"]
    block = norm(w, name + "norm_1", x + joined)
    if has_mlp:
        units = np.maximum(block @ w[name + "w_1"] + w[name + "b_1"], 0)
        block = norm(w, name + "norm_2", block + units @ w[name + "w_2"] + w[name + "b_2"])
    return {"q": q, "k": k, "v": v, "scores": scores, "scaled": scaled, "masked": masked, "weights": weights,
            "output": output, "joined": joined, "block": block}


def encode(w, ids, sees):
    x, made = embed(w, ids), {}
    for number in range(LAYERS):
        parts = layer(w, number, x, x, sees[0], True)
        made.update({f"encoder.{number}.{name}": part for name, part in parts.items()})
        x = parts["block"]
    return x, made


def embed(w, ids):
    return w["embedding"][ids] * np.sqrt(WIDTH) + positions(len(ids))


def decode(w, y, ids, sees):
    x = embed(w, ids)
    made = {"x": x, "y": y}
    for number in range(LAYERS):
        at = LAYERS + 2 * number
        parts = layer(w, at, x, x, sees[1], False)
        made.update({f"layers.{number}.{name}": part for name, part in parts.items()})
        parts = layer(w, at + 1, parts["block"], y, sees[2], True)
        made.update({f"cross.{number}.{name}": part for name, part in parts.items()})
        x = parts["block"]
    made["logits"] = x @ w["embedding"].T + w["logits.bias"]
    return made


def say(w, words, y, sees):
    """What is likeliest, word after word, until the full stop."""
    ids = [0]
    while len(ids) <= 24:
        word = 1 + int(np.argmax(decode(w, y, ids, sees)["logits"][-1][1:]))
        if words[word] == "。":
            break
        ids.append(word)
    return ids[:25]


def difference(name, found, right):
    if found.shape != right.shape:
        sys.exit(f"{name}: shape {found.shape}, not {right.shape}")
    if not (np.isinf(found) == np.isinf(right)).all():
        sys.exit(f"{name}: other pairs are hidden")
    seen = ~np.isinf(right)
    return np.abs(found[seen] - right[seen]).max(initial=0) / max(np.abs(right[seen]).max(initial=0), 1e-30)


def check(facts, found, w, words, forced, sees=NONE):
    ids_of = {spelling.lower(): i for i, word in enumerate(words) for spelling in word.split("\t")}
    source, target = json.loads(facts["key_tokens"]), json.loads(facts["tokens"])
    y, right = encode(w, [ids_of[word.lower()] for word in source], sees)
    ids = [0] + [ids_of[word] for word in target[1:]]
    if source[-1] != "." or target[0] != "___":
        sys.exit(f"{source} → {target}: without their ends")
    if not forced and ids != say(w, [word.split("\t")[0] for word in words], y, sees):
        sys.exit(f"{source} → {target}: NumPy says {[words[i] for i in say(w, words, y, sees)]}")
    right.update(decode(w, y, ids, sees))
    if set(right) != set(found):
        sys.exit(f"the tensors differ: {sorted(set(right) ^ set(found))}")
    far = {name: difference(name, found[name], part) for name, part in right.items()}
    worst = max(far, key=far.get)
    print(f"{' '.join(source)} → {''.join(target[1:])}: {len(far)} tensors, largest difference {far[worst]:.1e} ({worst})")
    return far[worst]


def spoil(file, to, name):
    """Writes the file with one number of a tensor that cannot be right."""
    data = bytearray(file.read_bytes())
    size = int.from_bytes(data[:8], "little")
    at = 8 + size + json.loads(data[8 : 8 + size])[name]["data_offsets"][0]
    data[at : at + 4] = np.array([0.75], "<f4").tobytes()
    to.write_bytes(data)


def check_all(headsup, file, kind, is_sound):
    """Without a reading each kind of attention is checked, and a fault in one is the fault of the file."""
    checked = subprocess.run([headsup, "check", file], capture_output=True, text=True)
    headings = [line for line in checked.stdout.splitlines() if line.startswith(("encoder:", "self:", "cross:"))]
    if len(headings) != 3 or checked.stdout.count("can be shown:") != 3 or (checked.returncode == 0) != is_sound:
        sys.exit(f"{kind}: {checked.stdout}{checked.stderr}")


def read_again(headsup, out):
    """Each kind of attention of a file opens by itself and agrees with itself, whatever was laid over it."""
    file, part = out / "both.safetensors", out / "part.safetensors"
    for kind in (["--mask", "padding:1"], ["--mask", "causal window:2"], ["--dropout", "0.5 seed 3", "--positions", "t5"], ["--score", "general", "--positions", "shaw 2"]):
        subprocess.run([headsup, "trace", "--model", "translator", "--out", file, *kind, SENTENCES[1]], check=True)
        facts, _ = read(file)
        counts = {"encoder": len(json.loads(facts["key_tokens"])), "self": len(json.loads(facts["tokens"]))}
        if counts["encoder"] == counts["self"]:
            sys.exit("the sentences of this test must differ in length")
        check_all(headsup, file, kind, True)
        spoil(file, part, "cross.1.weights")
        check_all(headsup, part, kind, False)
        for reading in ("encoder", "self", "cross"):
            subprocess.run([headsup, "trace", "--from", file, "--reading", reading, "--out", part], check=True)
            for arguments in (["--reading", reading, file], [part]):
                checked = subprocess.run([headsup, "check", *arguments], capture_output=True, text=True)
                queries = f"queries: {counts['encoder' if reading == 'encoder' else 'self']},"
                if checked.returncode or queries not in checked.stdout:
                    sys.exit(f"{reading} {kind}: {checked.stdout}{checked.stderr}")


def main():
    headsup, folder, out = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    out.mkdir(parents=True, exist_ok=True)
    w = read(folder / "model.safetensors")[1]
    words = (folder / "vocab.txt").read_text(encoding="utf-8").rstrip("\n").split("\n")
    worst = 0
    for sentence, forced in [(sentence, None) for sentence in SENTENCES] + FORCED:
        file = out / "trace.safetensors"
        more = [] if forced is None else ["--cross", forced]
        subprocess.run([headsup, "trace", "--model", "translator", "--out", file, *more, sentence], check=True)
        facts, found = read(file)
        worst = max(worst, check(facts, found, w, words, forced is not None))
    for mask, sees in MASKS.items():
        for sentence in SENTENCES:
            subprocess.run([headsup, "trace", "--model", "translator", "--mask", mask, "--out", file, sentence], check=True)
            facts, found = read(file)
            worst = max(worst, check(facts, found, w, words, False, sees))
    read_again(headsup, out)
    if not worst <= MOST:
        sys.exit(f"a number is off by {worst:.1e} of the largest of its matrix")


main()
