#!/usr/bin/python3
"""Every pair and every triple of settings of a kind of attention: the numbers of the trace file are those that
NumPy makes of the file's own tensors in float64, or one sentence names two settings and says why not.

usage: kinds_together.py HEADSUP
"""
import itertools
import json
import os
import struct
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np

VALUES = {
    "positions": ["none", "sinusoidal", "rope base 100", "alibi", "t5 buckets 8 far 6", "shaw 2"],
    "kv_heads": ["2"],
    "approximate": ["linformer 5", "performer 24"],
    "score": ["general", "cosine temperature 3.5", "additive"],
    "dropout": ["0.3 seed 2"],
    "schedule": ["flash 4 3"],
}
# What has no meaning together; all else is computed.
SENSELESS = {("linformer", "alibi"), ("linformer", "t5"), ("linformer", "shaw"), ("performer", "alibi"),
             ("performer", "t5"), ("performer", "shaw"), ("performer", "general"), ("performer", "additive"),
             ("performer", "dropout"), ("shaw", "cosine"), ("shaw", "additive"), ("flash", "linformer"),
             ("flash", "performer")}
MODEL = "random layers 2 heads 4 d_model 32 seed 5"
TEXT = "the cat sat on the mat and ran"
TOLERANCE = 1e-5  # of the largest number of a matrix


def settings():
    return [(name, value) for name, values in VALUES.items() for value in values]


def combinations(count):
    return [c for c in itertools.combinations(settings(), count) if len({name for name, _ in c}) == count]


def word(setting):
    name, value = setting
    return name if name in ("dropout", "kv_heads") else value.split()[0]


def senseless(combination):
    words = {word(setting) for setting in combination}
    return [pair for pair in SENSELESS if set(pair) <= words]


def read(path):
    data = open(path, "rb").read()
    start = 8 + struct.unpack("<Q", data[:8])[0]
    found = {}
    for name, one in json.loads(data[8:start]).items():
        if name != "__metadata__":
            first, end = one["data_offsets"]
            found[name] = np.frombuffer(data[start + first:start + end], np.float32).reshape(one["shape"]).astype(float)
    return found


def turned(rows, base):
    """Pairs (c, c + d/2) of each row turned by place · base^(−2c/d)."""
    half = rows.shape[-1] // 2
    angles = np.arange(rows.shape[-2])[:, None] * float(base) ** (-2 * np.arange(half) / rows.shape[-1])
    a, b = rows[..., :half], rows[..., half:]
    return np.concatenate([a * np.cos(angles) - b * np.sin(angles), a * np.sin(angles) + b * np.cos(angles)], -1)


def distances(queries, keys):
    return np.arange(keys)[None, :] - np.arange(queries)[:, None]


def bucket(distance, count, far, is_causal):
    """T5's bucket of j − p."""
    behind = 0
    if is_causal:
        half, r = count, max(-distance, 0)
    else:
        half, r = count // 2, abs(distance)
        behind = half if distance > 0 else 0
    exact = half // 2
    if r < exact:
        return behind + r
    return behind + min(exact + int(np.log(r / exact) / np.log(far / exact) * (half - exact)), half - 1)


def shares_of(masked):
    with np.errstate(invalid="ignore"):
        exponentials = np.exp(masked - masked.max(-1, keepdims=True))
    return exponentials / exponentials.sum(-1, keepdims=True)


class Layer:
    """One layer of a trace file, and what follows from its tensors."""

    def __init__(self, tensors, layer, of, is_causal):
        self.all = {name.split(".", 2)[2]: t for name, t in tensors.items() if name.startswith(f"layers.{layer}.")}
        self.of, self.is_causal, self.made = of, is_causal, {}
        self.heads, self.tokens, self.width = self.all["q"].shape

    def value(self, setting):
        return self.of.get(setting, "").split()

    def is_so(self, setting, name):
        return self.value(setting)[:1] == [name]

    def per_query(self, rows):
        return rows[np.arange(self.heads) * rows.shape[0] // self.heads]

    def vectors(self):
        q, k, v = self.all["q"], self.all["k"], self.all["v"]
        if self.is_so("positions", "rope"):
            q, k = turned(q, self.value("positions")[2]), turned(k, self.value("positions")[2])
            self.made.update(q_rotated=q, k_rotated=k)
        if self.is_so("approximate", "linformer"):
            k, v = self.all["e"] @ k, self.all["f"] @ v
            self.made.update(k_projected=k, v_projected=v)
        return q, self.per_query(k), self.per_query(v)

    def scores(self, q, k):
        if self.is_so("score", "general"):
            q = q @ self.all["score_w"]
        if self.is_so("score", "additive"):
            left, right = q @ self.all["score_w"], k @ self.all["score_u"]
            return np.einsum("htsa,ha->hts", np.tanh(left[:, :, None] + right[:, None]), self.all["score_v"])
        scores = q @ k.swapaxes(1, 2)
        if self.is_so("score", "cosine"):
            lengths = np.linalg.norm(q, axis=-1)[:, :, None] * np.linalg.norm(k, axis=-1)[:, None]
            scores = scores / lengths
        if self.is_so("positions", "shaw"):
            scores = scores + np.einsum("htd,tsd->hts", q, self.relative("relative_key"))
        return scores

    def relative(self, name):
        most = int(self.value("positions")[1])
        return self.all[name][np.clip(distances(self.tokens, self.tokens), -most, most) + most]

    def scaled(self, scores):
        if self.is_so("score", "cosine"):
            return scores * float(self.value("score")[2])
        if self.is_so("score", "additive") or self.is_so("positions", "t5"):
            return scores
        return scores / np.sqrt(self.width)

    def bias(self):
        far = distances(self.tokens, self.tokens)
        if self.is_so("positions", "alibi"):
            slopes = 2.0 ** (-8 * (np.arange(self.heads) + 1) / self.heads)
            self.made["bias"] = -slopes[:, None, None] * abs(far)
        if self.is_so("positions", "t5"):
            # The table is drawn: pairs of one bucket have one number, which the file says.
            bias = self.all["bias"].copy()
            buckets = np.vectorize(lambda by: bucket(by, 8, 6, self.is_causal))(far)
            for one in np.unique(buckets):
                bias[:, buckets == one] = bias[:, buckets == one][:, :1]
            self.made["bias"] = bias
        return self.made.get("bias")

    def features(self, rows):
        scale = np.sqrt(np.sqrt(self.width))
        if self.is_so("score", "cosine"):
            scale = np.linalg.norm(rows, axis=-1, keepdims=True) / np.sqrt(float(self.value("score")[2]))
        x = rows / scale
        omega = self.all["omega"]
        return np.exp(x @ omega.T - (x * x).sum(-1, keepdims=True) / 2) / np.sqrt(len(omega))

    def hidden(self, keys):
        return distances(self.tokens, keys) > 0 if self.is_causal else np.zeros((self.tokens, keys), bool)

    def weights(self, q, k):
        if not self.is_so("approximate", "performer"):
            return shares_of(self.made["masked"])
        of_q, of_k = self.features(q), self.features(k)
        products = np.where(self.hidden(k.shape[1]), 0, of_q @ of_k.swapaxes(1, 2))
        self.made.update(features_q=of_q)
        return products / products.sum(-1, keepdims=True)

    def dropped(self, weights):
        """What is left out is drawn; what is left grows."""
        if "dropout" not in self.of:
            return weights
        self.made["dropped"] = np.where(self.all["dropped"] == 0, 0, weights / (1 - float(self.value("dropout")[0])))
        return self.made["dropped"]

    def output(self, shares, v):
        output = shares @ v
        if self.is_so("positions", "shaw"):
            output = output + np.einsum("hts,tsd->htd", shares, self.relative("relative_value"))
        return output

    def work_out(self):
        q, k, v = self.vectors()
        made = self.made
        made["scores"] = self.scores(q, k)
        made["scaled"] = self.scaled(made["scores"])
        bias = self.bias()
        if bias is not None:
            made["biased"] = made["scaled"] + bias
        made["masked"] = np.where(self.hidden(k.shape[1]), -np.inf, made.get("biased", made["scaled"]))
        made["weights"] = self.weights(q, k)
        made["output"] = self.output(self.dropped(made["weights"]), v)
        return made

    def wrong(self):
        """The first matrix that is off."""
        for name, wanted in self.work_out().items():
            if name not in self.all:
                return f"{name} is not in the file"
            seen = np.isfinite(wanted)
            if not np.array_equal(seen, np.isfinite(self.all[name])):
                return f"{name}: other cells are hidden"
            off = abs(self.all[name][seen] - wanted[seen]).max()
            if not off <= TOLERANCE * abs(wanted[seen]).max():
                return f"{name} is off by {off:.2g}, of {abs(wanted[seen]).max():.2g}"
        of_kind = {"dropped", "bias", "biased", "q_rotated", "k_rotated", "k_projected", "v_projected", "features_q"}
        extra = of_kind & set(self.all) - set(self.made)
        return f"{sorted(extra)} in the file for no reason" if extra else ""


def check_numbers(path, combination, mask):
    tensors = read(path)
    for layer in (0, 1):
        wrong = Layer(tensors, layer, dict(combination), mask == "causal").wrong()
        if wrong:
            return f"layer {layer}: {wrong}"
    return ""


def check_refusal(run, combination, mask):
    sentence = run.stderr.strip()
    if sentence.count("\n") or not sentence.startswith("headsup: "):
        return f"not one sentence: {sentence}"
    names = {word(setting) for setting in combination} | {mask}
    if len([name for name in names if name in sentence]) < 2:
        return f"the sentence does not name what does not go together: {sentence}"
    return ""


def check(headsup, folder, number, combination, mask):
    path = os.path.join(folder, f"{number}.safetensors")
    options = [part for name, value in combination for part in ("--" + name.replace("_", "-"), value)]
    run = subprocess.run([headsup, "trace", "--model", MODEL, "--mask", mask, *options, "--out", path, TEXT],
                         capture_output=True, text=True)
    is_refused = bool(senseless(combination)) or (mask == "causal" and any(word(s) == "linformer" for s in combination))
    if is_refused != (run.returncode != 0):
        return f"refused: {run.returncode != 0}, wanted: {is_refused}; {run.stderr.strip()}"
    if is_refused:
        return check_refusal(run, combination, mask)
    wrong = check_numbers(path, combination, mask)
    os.remove(path)
    return wrong


def main():
    headsup = sys.argv[1]
    every = [(c, mask) for count in (1, 2, 3) for c in combinations(count) for mask in ("none", "causal")]
    assert len(every) > 400
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda i: check(headsup, folder, i, *every[i]), range(len(every))))
    wrong = [(every[i], text) for i, text in enumerate(found) if text]
    for (combination, mask), text in wrong[:20]:
        print(f"{'; '.join(' '.join(setting) for setting in combination)} (mask {mask}): {text}")
    print(f"{len(every)} combinations, {len(wrong)} wrong")
    sys.exit(bool(wrong))


main()
