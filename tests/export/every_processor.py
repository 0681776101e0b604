#!/usr/bin/env python3
"""Every processor gives the same numbers and figures: the models that ship, up to 64 tokens, at each level
the program chooses from and with each of OpenBLAS's kernels, as far as this processor can run them.

usage: every_processor.py HEADSUP GOLDEN_FOLDER

At x86-64 the C library, too, is held to what a processor without AVX2 and FMA would give.
"""
import concurrent.futures
import hashlib
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from figures import FIGURES, arguments
from svg_compare import compare

MODELS = ["reader", "writer", "hand-made", "random"]
TEN = "the animal was too tired because it did not cross".split()
SENTENCES = {"one token": "it", "10 tokens": " ".join(TEN), "64 tokens": " ".join((TEN * 7)[:64]),
             "Chinese": "动物没有过马路，因为它太累了"}
LEVELS = {"x86-64": {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA"}, "x86-64-v3": {}, "x86-64-v4": {}}
# OpenBLAS's kernels, and what the processor must have for them
KERNELS = {"SkylakeX": "avx512vl", "Haswell": "avx2", "Sandybridge": "avx", "Prescott": "pni"}


def processors(headsup):
    """name → environment, for all that this processor can run."""
    found = {}
    for level, more in LEVELS.items():
        with_level = {"HEADSUP_PROCESSOR": level, **more}
        run = subprocess.run([headsup, "list", "models"], env={**os.environ, **with_level}, capture_output=True, text=True)
        if run.returncode == 0:
            found[level] = with_level
        elif f"has no {level}." not in run.stderr:
            sys.exit(f"{level}: {run.stderr.strip()}")
    flags = open("/proc/cpuinfo").read().split()
    assert "x86-64" in found and ("avx2" not in flags or "x86-64-v3" in found), "a level is missing"
    found.update((f"OpenBLAS for {core}", {"OPENBLAS_CORETYPE": core}) for core, flag in KERNELS.items() if flag in flags)
    return found


def made(headsup, environment, ending, words):
    """The bytes of the file that the program writes."""
    with tempfile.TemporaryDirectory() as scratch:
        path = os.path.join(scratch, "made" + ending)
        run = subprocess.run([headsup, words[0], "--out", path, *words[1:]], env={**os.environ, **environment},
                             capture_output=True, text=True)
        if run.returncode:
            sys.exit(f"{' '.join(words)}: {run.stderr.strip()}")
        return open(path, "rb").read()


def differing(files):
    """What differs, in words, of name → bytes; "" for nothing."""
    kinds = {}
    for name, content in files.items():
        kinds.setdefault(hashlib.sha256(content).hexdigest(), []).append(name)
    return " | ".join(", ".join(names) for names in kinds.values()) if len(kinds) > 1 else ""


def check(headsup, folder):
    everywhere = processors(headsup)
    jobs = {f"{model}, {what}": (".safetensors", ["trace", "--model", model, sentence])
            for model in MODELS for what, sentence in SENTENCES.items()}
    jobs.update((name, (".svg", ["export", *arguments(name)])) for name in FIGURES)
    problems = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        def of_job(job):
            ending, words = jobs[job]
            return job, {name: made(headsup, environment, ending, words) for name, environment in everywhere.items()}
        for job, files in pool.map(of_job, jobs):
            # What a training gives is the same on the same machine alone; its figure is compared as a drawing.
            if job != "screen-training" and differing(files):
                problems.append(f"{job} differs: {differing(files)}")
            if job not in FIGURES:
                continue
            golden = open(os.path.join(folder, job + ".svg"), "rb").read()
            problems += [f"{job} as drawn on {name}: {found}" for name, content in files.items()
                         if (found := compare(golden, content))]
    print("\n".join(problems) or f"{len(jobs)} files, the same on {', '.join(everywhere)}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(check(*sys.argv[1:3]))
