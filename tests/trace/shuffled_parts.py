#!/usr/bin/env python3
"""No code depends on the order of the parts of a trace: the program is built again with both lists of parts shuffled,
and writes the same traces, figures and sentences, byte for byte.

usage: shuffled_parts.py PROJECT BUILD
"""
import json
import os
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

project, build = (pathlib.Path(a).resolve() for a in sys.argv[1:3])
LISTS = ("src/trace/part_list.h", "src/trace/recording/recorded_part_list.h")
SENTENCE = "the animal did not cross the street because it was too tired"
out = lambda *command, **rest: subprocess.run(command, capture_output=True, text=True, check=True, **rest).stdout


def shuffled(text):
    """The header with its PART lines in another order; none keeps its place."""
    names = re.findall(r"PART\((\w+)\)", text.split("#define", 2)[2])
    names = [n for n in names if n != "PART"]
    mixed, chance = names[:], random.Random(1)
    while any(a == b for a, b in zip(names, mixed)):
        chance.shuffle(mixed)
    guard = re.search(r"#ifndef (\w+)", text)[1]
    macro = re.search(r"#define (\w+_LIST)\(PART\)", text)[1]
    return names, mixed, f"#ifndef {guard}\n#define {guard}\n#define {macro}(PART) " + " ".join(f"PART({n})" for n in mixed) + "\n#endif\n"


def build_shuffled(at):
    """The program with every object that reads a list compiled anew, and the others as they are."""
    for name in LISTS:
        names, mixed, text = shuffled((project / name).read_text(encoding="utf-8"))
        assert sorted(names) == sorted(mixed) and len(names) > 10, name
        header = at / "include" / pathlib.Path(name).relative_to("src")
        header.parent.mkdir(parents=True, exist_ok=True)
        header.write_text(text, encoding="utf-8")
    reads, obj = set(), None
    for line in out("ninja", "-C", str(build), "-t", "deps").splitlines():
        if line and not line.startswith((" ", "ninja")):
            obj = line.split(":")[0]
        elif any(line.rstrip().endswith(name) for name in LISTS):
            reads.add(obj)
    jobs, objects = [], []
    for entry in json.loads(out("ninja", "-C", str(build), "-t", "compdb")):
        if entry["output"] not in reads or not entry["output"].startswith("src/"):
            continue
        to = at / entry["output"].replace("/", "_")
        objects.append(str(to))
        words = shlex.split(entry["command"])
        words[words.index("-o") + 1] = str(to)
        for option in ("-MF", "-MT", "-MQ"):
            if option in words:
                place = words.index(option)
                del words[place:place + 2]
        # Unoptimised: it compiles in half the time, and the numbers do not depend on it.
        words = [{"-O2": "-O0"}.get(word, word) for word in words if word not in ("-MD", "-MMD", "-g1", "-g", "-D_FORTIFY_SOURCE=2")]
        jobs.append(words[:-1] + ["-iquote", str(at / "include"), words[-1]])
    compile_one = lambda words: subprocess.run(words, cwd=build, capture_output=True, text=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for done in pool.map(compile_one, jobs):
            if done.returncode:
                sys.exit("does not compile with other orders:\n" + done.stderr)
    link = out("ninja", "-C", str(build), "-t", "commands", "headsup").splitlines()[-1]
    words = shlex.split(link.removeprefix(": && ").removesuffix(" && :"))
    place = words.index("-o")
    program = at / "headsup"
    main = [word for word in words[:place] if word.endswith("main.c.o")]
    subprocess.run(words[:place] + ["-o", str(program)] + [o for o in objects if not o.endswith("main.c.o")] + words[place + 2:],
                   cwd=build, check=True)
    assert main and len(objects) > 100
    return program


def outputs(program, at):
    """What the program writes: file names with their bytes, and what it says."""
    at.mkdir()
    env = dict(os.environ, LC_ALL="C.UTF-8", HOME=str(at), XDG_STATE_HOME=str(at / "state"), XDG_CONFIG_HOME=str(at / "config"))
    said = {}

    def run(name, *args):
        done = subprocess.run([str(program), *args], cwd=at, env=env, capture_output=True, text=True)
        said[name] = (done.returncode, done.stdout.replace(str(at), ""), done.stderr.replace(str(at), ""))

    for model in ("hand-made", "random", "writer", "reader"):
        run(f"trace {model}", "trace", "--model", model, "--mask", "causal", "--out", f"{model}.safetensors", SENTENCE)
        run(f"figures {model}", "export", "--model", model, "--mask", "causal", "--stage", "all", "--cell", "3,2", "--out", f"{model}-figures", SENTENCE)
        run(f"screens {model}", "export", "--model", model, "--mask", "causal", "--view", "screen", "--stage", "all", "--cell", "3,2",
            "--format", "svg", "--out", f"{model}-screens", SENTENCE)
    run("recording", "trace", "--from", "writer.safetensors", "--out", "again.safetensors")
    run("check", "check", "writer.safetensors")
    run("trace of biases", "trace", "--model", "random", "--mask", "causal", "--positions", "alibi", "--out", "biased.safetensors", SENTENCE)
    run("check of biases", "check", "biased.safetensors")
    run("screen of biases", "export", "--model", "random", "--mask", "causal", "--positions", "alibi", "--view", "screen", "--stage", "biased", "--cell", "3,2",
        "--format", "svg", "--out", "biased.svg", SENTENCE)
    run("recorded", "export", "--model", "writer.safetensors", "--stage", "all", "--view", "screen", "--format", "svg", "--out", "recorded")
    run("grid", "export", "--model", "writer", "--view", "grid", "--out", "grid.svg", SENTENCE)
    run("heads", "export", "--model", "writer", "--view", "heads", "--range", "shared", "--out", "heads.svg", SENTENCE)
    run("overview", "export", "--model", "writer", "--view", "overview", "--out", "overview.svg", SENTENCE)
    run("numbers", "export", "--model", "writer", "--stage", "all", "--format", "csv,json,npy", "--out", "numbers", SENTENCE)
    files = {str(p.relative_to(at)): p.read_bytes() for p in sorted(at.rglob("*")) if p.is_file()}
    return said, files


with tempfile.TemporaryDirectory(prefix="headsup-shuffled-") as folder:
    at = pathlib.Path(folder)
    mixed = build_shuffled(at)
    plain_said, plain = outputs(build / "headsup", at / "plain")
    mixed_said, other = outputs(mixed, at / "mixed")
problems = [f"{name}: {plain_said[name]} and {mixed_said[name]}" for name in plain_said if plain_said[name] != mixed_said[name]]
problems += [f"{name}: other bytes, or missing" for name in sorted(plain.keys() | other.keys()) if plain.get(name) != other.get(name)]
problems += [f"{name}: {plain_said[name][2]}" for name in plain_said if plain_said[name][0] != 0]
print("\n".join(problems[:40]) or f"{len(plain)} files are the same with the parts in another order")
sys.exit(1 if problems or len(plain) < 60 else 0)
