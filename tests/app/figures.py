"""The window's figures of a model: each view has one, above 0, and made of the view it names.

A model of two layers with made-up weights stands for a real one: what is tested is that the figures
are there and move with what they name, not how large they are. Usage: figures.py HEADSUP
"""

import json
import os
import struct
import subprocess
import sys
import tempfile

POSITIONS, WORDS, WIDTH, LAYERS, HEADS = 1024, 300, 16, 2, 2

STAGES = "tokens embed norm qkv scores scaled masked weights output joined block logits".split()
OPENED = "arcs average rollout answers".split()
VIEWS = "overview heads grid threshold lens arcs tint zoom moving".split()


def shapes():
    yield "wte.weight", (WORDS, WIDTH)
    yield "wpe.weight", (POSITIONS, WIDTH)
    for layer in range(LAYERS):
        for name, shape in (
            ("ln_1.weight", (WIDTH,)),
            ("ln_1.bias", (WIDTH,)),
            ("attn.c_attn.weight", (WIDTH, 3 * WIDTH)),
            ("attn.c_attn.bias", (3 * WIDTH,)),
            ("attn.c_proj.weight", (WIDTH, WIDTH)),
            ("attn.c_proj.bias", (WIDTH,)),
            ("ln_2.weight", (WIDTH,)),
            ("ln_2.bias", (WIDTH,)),
            ("mlp.c_fc.weight", (WIDTH, 4 * WIDTH)),
            ("mlp.c_fc.bias", (4 * WIDTH,)),
            ("mlp.c_proj.weight", (4 * WIDTH, WIDTH)),
            ("mlp.c_proj.bias", (WIDTH,)),
        ):
            yield f"h.{layer}.{name}", shape
    yield "ln_f.weight", (WIDTH,)
    yield "ln_f.bias", (WIDTH,)


def write_model(folder):
    header, data, state = {}, bytearray(), 1
    for name, shape in shapes():
        count = shape[0] * (shape[1] if len(shape) > 1 else 1)
        begin = len(data)
        for _ in range(count):
            state = state * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
            data += struct.pack("<f", (state >> 40) / (1 << 24) - 0.5)
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [begin, len(data)]}
    text = json.dumps(header).encode()
    with open(os.path.join(folder, "model.safetensors"), "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)
    config = {
        "model_type": "gpt2",
        "architectures": ["GPT2LMHeadModel"],
        "n_layer": LAYERS,
        "n_head": HEADS,
        "n_embd": WIDTH,
        "n_positions": POSITIONS,
        "n_ctx": POSITIONS,
        "vocab_size": WORDS,
        "activation_function": "gelu_new",
        "layer_norm_epsilon": 1e-5,
    }
    with open(os.path.join(folder, "config.json"), "w") as file:
        json.dump(config, file)


def figures(headsup, folder, only):
    environment = dict(os.environ, HEADSUP_MEASURE_BRIEF="1")
    if only:
        environment["HEADSUP_MEASURE_ONLY"] = only
    done = subprocess.run(
        [headsup, "bench", "model.window", "--model", folder],
        capture_output=True,
        text=True,
        timeout=600,
        env=environment,
    )
    if done.returncode != 0:
        sys.exit(f"bench failed: {done.stderr}")
    found = {}
    for line in done.stdout.splitlines():
        name, value, unit = line.split()
        prefix = "model.window."
        if not name.startswith(prefix) or unit not in ("ms", "MB"):
            sys.exit(f"not a figure: {line}")
        found[name[len(prefix) :]] = float(value)
    return found


def main():
    headsup = sys.argv[1]
    with tempfile.TemporaryDirectory(prefix="headsup-figures-") as folder:
        write_model(folder)
        everything = figures(headsup, folder, None)
        wanted = ["grid.frame", "grid.frame.head", "overview.frame", "overview.frame.p95", "t64.moment",
                  "t1024.frame", "t1024.head", "peak_memory"]
        wanted += ["t1024.frame." + name for name in STAGES + VIEWS]
        wanted += ["t64.open." + name for name in OPENED]
        wanted += ["t64.moment." + name + end for name in STAGES[1:] + ["unfold"]
                   for end in ("", ".p95")]
        missing = [name for name in wanted if not 0 < everything.get(name, 0) < 1e6]
        strange = [name for name in everything if name not in wanted]
        if missing or strange:
            sys.exit(f"without a figure: {missing}; not known: {strange}")
        frames = [everything["t1024.frame." + name] for name in STAGES + VIEWS]
        if everything["t1024.frame"] != max(frames):
            sys.exit("t1024.frame is not the worst of its views")
        one = figures(headsup, folder, "t1024.frame.arcs")
        if sorted(one) != ["peak_memory", "t1024.frame", "t1024.frame.arcs"]:
            sys.exit(f"asked for arcs alone: {sorted(one)}")
        if one["t1024.frame"] != one["t1024.frame.arcs"]:
            sys.exit("the worst of one view is that view")


main()
