"""Row 47: a disk that fails: each call in turn returns EIO (support/failing_disk.h). One sentence names the file; what was there stays."""
import os
import re

from made import Checkpoint, npy, put, safetensors, numbers, zip_of
from program import Wrong

_FAILS = ".*(Input/output error|the file was cut short or the disk fails)"
CALLS_MOST = 2000  # of one kind on one file until it must have been done


def _failing(program, call, name, first=1):
    options = os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"  # it stands before AddressSanitizer, too
    return {"LD_PRELOAD": program.failing_disk, "ASAN_OPTIONS": options, "FAILING_DISK_CALL": call, "FAILING_DISK_FILE": name, "FAILING_DISK_FROM": str(first)}


def _each_call(program, call, name, words, says, **how):
    """The program again and again, failing from the first, the second … call (later ones with growing steps), until it has no more of them."""
    first = 1
    while first < CALLS_MOST:
        answer = program.judged(*words, code=(0, 1), binary=True, env=_failing(program, call, name, first), **how)
        if answer.code == 0:
            if first == 1:
                raise Wrong(f"{words} never makes a {call} on {name}")
            return
        if not re.fullmatch("headsup: .*(" + says + ").*\n", answer.err):
            raise Wrong(f"wanted one sentence with {says!r} from call {first} on: {answer}")
        first += 1 + first // 3
    raise Wrong(f"{words}: more than {CALLS_MOST} calls of {call}")


def models_on_a_disk_that_fails(program, at):
    gpt2 = Checkpoint().write(os.path.join(at, "gpt2"))
    bert = Checkpoint("bert").write(os.path.join(at, "bert"))
    for folder, names in ((gpt2, ("config.json", "model.safetensors", "vocab.json", "merges.txt")), (bert, ("config.json", "model.safetensors", "vocab.txt"))):
        for name in names:
            says = name + _FAILS
            _each_call(program, "read", "/" + name, ["check", folder], says)
            _each_call(program, "read", "/" + name, ["export", "--model", folder, "--out", "-", "--format", "csv", "the cat"], says)
            _each_call(program, "read", "/" + name, ["play", "-", "--headless"], says, stdin=f'model "{folder}"\nsentence "the cat"\n'.encode())


def recordings_on_a_disk_that_fails(program, at):
    program.done("trace", "--out", "kept.safetensors", "the cat")
    rows = numbers(None, (1, 2, 3, 3), value=1 / 3)
    put(os.path.join(at, "kept.npz"), zip_of({"weights.npy": npy(shape="(1, 2, 3, 3)", data=rows)}))
    for name in ("kept.safetensors", "kept.npz"):
        for words in (["check", name], ["export", "--model", name, "--out", "-", "--format", "csv"], ["trace", "--from", name, "--out", "-"]):
            _each_call(program, "read", "/" + name, words, name + _FAILS)


def scripts_on_a_disk_that_fails(program, at):
    put(os.path.join(at, "script.txt"), 'sentence "the cat"\n')
    _each_call(program, "read", "/script.txt", ["play", "script.txt", "--headless"], "script.txt.*Input/output error")


def writing_on_a_disk_that_fails(program, at):
    """The old file stays, byte for byte, and no temporary one is left beside it."""
    write = [["export", "--force", "--out", "old." + kind, "the cat"] for kind in ("png", "svg", "pdf", "csv", "npy", "json")]
    write += [["trace", "--force", "--out", "old.safetensors", "the cat"]]
    for words in write:
        name = next(word for word in words if word.startswith("old."))
        put(os.path.join(at, name), "as it was")
        for call in ("write", "fsync", "close"):
            program.refused(*words, says="Cannot save " + name + ": Input/output error; the file is as it was", env=_failing(program, call, at + "/"))
        if open(os.path.join(at, name)).read() != "as it was" or set(os.listdir(at)) - {".state"} != {name}:
            raise Wrong(f"{words}: {os.listdir(at)}")
        os.remove(os.path.join(at, name))
    for call in ("write", "fsync", "close"):
        program.refused("play", "--write", "-", "--headless", stdin=b'save "state.txt"\n', says="state.txt: Input/output error", env=_failing(program, call, at + "/"))
        if set(os.listdir(at)) - {".state"}:
            raise Wrong(f"{call}: {os.listdir(at)}")
        program.judged("train", "copy", "--steps", "2", "--out", "trained", code=1, cpu_s=5, env=_failing(program, call, at + "/"))
        if os.path.isdir(os.path.join(at, "trained")) and os.listdir(os.path.join(at, "trained")):
            raise Wrong(f"{call}: {os.listdir(os.path.join(at, 'trained'))}")
