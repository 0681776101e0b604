#!/usr/bin/env python3
"""record_trace.py convert: files of torch.save become recordings or safetensors files, without torch and without running
anything that is in them.

usage: convert_test.py PROGRAM"""
import collections
import contextlib
import io
import json
import os
import pickle
import shutil
import struct
import subprocess
import sys
import tempfile
import types
import zipfile

from recorder import read_header, record_trace

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "bad_inputs"))
from made import Checkpoint

import torch
import torch.nn as nn

PROGRAM = os.path.abspath(sys.argv[1])
TOOL = record_trace.__file__
FOLDER = tempfile.mkdtemp()
DTYPES = {"F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16, "F64": torch.float64, "I64": torch.int64,
          "BOOL": torch.bool}
NO_TORCH = "import sys, runpy; sys.modules['torch'] = None; sys.modules['numpy'] = None; sys.argv = sys.argv[1:]; " \
           "runpy.run_path(sys.argv[0], run_name='__main__')"


def path(name):
    return os.path.join(FOLDER, name)


def convert_elsewhere(*arguments):
    """As a person runs it who has neither torch nor NumPy."""
    return subprocess.run([sys.executable, "-B", "-c", NO_TORCH, TOOL, "convert", *arguments], capture_output=True, text=True,
                          timeout=600)


def convert(*arguments):
    out, err, before = io.StringIO(), io.StringIO(), sys.argv
    sys.argv = ["record_trace.py", "convert", *arguments]
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = record_trace.main()
    sys.argv = before
    return types.SimpleNamespace(returncode=code, stdout=out.getvalue(), stderr=err.getvalue())


def tensors_of(name):
    with open(path(name), "rb") as file:
        raw = file.read()
    length = struct.unpack("<Q", raw[:8])[0]
    header = json.loads(raw[8:8 + length])
    metadata, data = header.pop("__metadata__"), raw[8 + length:]
    parts = {key: bytearray(data[slice(*t["data_offsets"])]) for key, t in header.items()}
    flat = {key: torch.frombuffer(part, dtype=DTYPES[header[key]["dtype"]]) if part else torch.zeros(0)
            for key, part in parts.items()}
    return metadata, {key: flat[key].view(header[key]["shape"]) for key in flat}


def converted(value, *more):
    torch.save(value, path("a.pt"))
    done = convert(path("a.pt"), path("a.safetensors"), *more)
    assert done.returncode == 0 and done.stdout == "", (done.returncode, done.stdout, done.stderr)
    return (*tensors_of("a.safetensors"), done.stderr)


def refused(part, *arguments):
    before = sorted(os.listdir(FOLDER))
    done = convert(*arguments)
    assert done.returncode == 1 and part in done.stderr and done.stderr.count("\n") == 1, (part, done.stderr)
    assert sorted(os.listdir(FOLDER)) == before


def weights(batch=1, heads=3, queries=5, keys=5):
    return torch.softmax(torch.randn(batch, heads, queries, keys), -1)


def attentions_become_a_recording():
    layers = [weights(), weights()]
    for value in (layers, tuple(layers), {"attentions": layers, "loss": 0.5}, {"attentions": torch.stack(layers)},
                  torch.stack(layers), {"layer 1": layers[0], "layer 2": layers[1]},
                  collections.OrderedDict(attentions=layers)):
        metadata, tensors, said = converted(value, "--tokens", "the cat sat on it")
        assert metadata["format"] == "heads-up-trace-1" and json.loads(metadata["tokens"]) == "the cat sat on it".split()
        assert sorted(tensors) == ["layers.0.weights", "layers.1.weights"], sorted(tensors)
        for layer in (0, 1):
            assert torch.equal(tensors[f"layers.{layer}.weights"], layers[layer][0])
        assert "is written: 2 layers, 3 heads, 5 queries, 5 keys; stages weights" in said, said
        checked = subprocess.run([PROGRAM, "check", path("a.safetensors")], capture_output=True, text=True, timeout=600)
        assert checked.returncode == 0 and "can be shown: weights" in checked.stdout, checked
    outputs = {"decoder_attentions": [weights(queries=4, keys=4)], "cross_attentions": [weights(queries=4)],
               "encoder_attentions": [weights()]}
    assert sorted(converted(outputs)[1]) == ["cross.0.weights", "encoder.0.weights", "layers.0.weights"]


def python_alone_is_enough():
    state = {"a": torch.randn(3, 4).t(), "b": torch.arange(3)}
    torch.save(state, path("a.pt"))
    done = convert_elsewhere(path("a.pt"), path("a.safetensors"))
    assert done.returncode == 0, done
    assert all(torch.equal(tensors_of("a.safetensors")[1][name], x) for name, x in state.items())
    torch.save([weights()], path("a.pt"))
    done = convert_elsewhere(path("a.pt"), path("a.safetensors"))
    assert done.returncode == 0 and "stages weights" in done.stderr, done


def one_sentence_of_a_batch():
    layers = [weights(2).transpose(2, 3).contiguous().transpose(2, 3), weights(2)[:, :, :, ::1]]
    metadata, tensors, said = converted(layers)
    assert torch.equal(tensors["layers.0.weights"], layers[0][0]) and "2 sentences" in metadata["notes"] and "--batch" in said
    metadata, tensors, said = converted(layers, "--batch", "1")
    assert torch.equal(tensors["layers.0.weights"], layers[0][1]) and torch.equal(tensors["layers.1.weights"], layers[1][1])
    assert "notes" not in metadata
    torch.save(layers, path("a.pt"))
    refused("batch is 2, but only 2 sentences are there", path("a.pt"), path("b.safetensors"), "--batch", "2")
    refused("batch is -1; sentences count from 0", path("a.pt"), path("b.safetensors"), "--batch", "-1")
    os.remove(path("a.pt"))


def weights_of_a_model_stay_weights():
    """Every kind of number, views with any strides, parameters, tensors that share memory, no numbers at all."""
    whole = torch.randn(6, 8)
    state = {"a": whole, "b": whole[1::2, 2:7:2], "c": whole.t(), "d": nn.Parameter(torch.randn(3)).detach(), "e": torch.tensor(2.5),
             "f": torch.arange(5), "g": whole.half(), "h": whole.bfloat16(), "i": torch.zeros(0, 4), "j": whole.double(),
             "k": torch.tensor([True, False]), "l": torch.ones(2, 1).expand(2, 3), "m": nn.Parameter(torch.randn(2, 2))}
    metadata, tensors, said = converted(state)
    assert metadata == {"format": "pt"} and tensors.keys() == state.keys()
    for name, tensor in state.items():
        assert tensors[name].dtype == tensor.dtype and torch.equal(tensors[name], tensor), name
    assert "13 tensors" in said, said
    model = nn.TransformerEncoderLayer(12, 3, 24)
    for value in (model.state_dict(), {"state_dict": model.state_dict(), "epoch": 3}, {"model": model.state_dict()}):
        _, tensors, said = converted(value)
        assert tensors.keys() == model.state_dict().keys()
        assert all(torch.equal(tensors[name], tensor) for name, tensor in model.state_dict().items())
    assert "self_attn.in_proj_weight" in tensors


class Harmful:
    def __reduce__(self):
        return os.mkdir, (path("harm"),)


def nothing_in_it_is_run():
    for value in (Harmful(), {"a": torch.zeros(2), "b": Harmful()}, [Harmful()]):
        torch.save(value, path("h.pt"))
        refused("holds posix.mkdir", path("h.pt"), path("b.safetensors"))
    torch.save(nn.Linear(2, 2), path("h.pt"))
    refused("holds torch.nn.modules.linear.Linear", path("h.pt"), path("b.safetensors"))
    assert not os.path.exists(path("harm"))
    os.remove(path("h.pt"))


def what_is_no_such_file():
    torch.save({"a": torch.zeros(2)}, path("l.pt"), _use_new_zipfile_serialization=False)
    refused("before 1.6", path("l.pt"), path("b.safetensors"))
    refused("there is no", path("none.pt"), path("b.safetensors"))
    with open(path("t.pt"), "w") as file:
        file.write("a text")
    refused("is no file of torch.save", path("t.pt"), path("b.safetensors"))
    with zipfile.ZipFile(path("z.pt"), "w") as archive:
        archive.writestr("z/readme", "nothing")
    refused("is no file of torch.save", path("z.pt"), path("b.safetensors"))
    for value, part in (({"epoch": 3}, "holds no tensors"), ([], "holds no tensors"), ({1: torch.zeros(2)}, "holds no tensors"),
                        ({"a": torch.zeros(2, dtype=torch.complex64)}, "holds torch.ComplexFloatStorage")):
        torch.save(value, path("z.pt"))
        refused(part, path("z.pt"), path("b.safetensors"))
    refused("is the file that is read", path("z.pt"), path("z.pt"))


def rewritten(name, change):
    """A file of torch.save whose members were changed after it was written."""
    with zipfile.ZipFile(path("z.pt")) as archive:
        members = {info.filename: archive.read(info) for info in archive.infolist()}
    change(members)
    with zipfile.ZipFile(path(name), "w", zipfile.ZIP_DEFLATED if name == "packed.pt" else zipfile.ZIP_STORED) as archive:
        for member, content in members.items():
            archive.writestr(member, content)


def sizes_are_checked():
    """A shape may promise more than the file holds; a packed member may unpack to more than memory."""
    torch.save({"a": torch.zeros(4, 3)}, path("z.pt"))
    rewritten("short.pt", lambda members: members.update({"z/data/0": b"\0" * 8}))
    refused("a needs 48 bytes of data/0, which has 8", path("short.pt"), path("b.safetensors"))
    torch.save({"a": torch.zeros(1).expand(1 << 40)}, path("z.pt"))
    refused("to more than memory", path("z.pt"), path("b.safetensors"))
    torch.save({"a": torch.zeros(4, 3)}, path("z.pt"))
    rewritten("none.pt", lambda members: members.pop("z/data/0"))
    refused("data/0 is missing", path("none.pt"), path("b.safetensors"))
    rewritten("packed.pt", lambda members: None)
    refused("is packed", path("packed.pt"), path("b.safetensors"))
    for wrong in (b"", b"\x80\x02}q\x00X\x01", b"\x80\x02X\xff\xff\xff\x7f", b"\x80\x63.", b"\x80\x02X\x01\0\0\0\xff.",
                  b"\x80\x02" + b"(" * 1000 + b"t" * 1001, pickle.dumps({"a": ("storage",)}, 2)[:-1] + b"Q."):
        rewritten("wrong.pt", lambda members: members.update({"z/data.pkl": wrong}))
        refused("wrong.pt is damaged", path("wrong.pt"), path("b.safetensors"))


def hostile(content, data=b"\0" * 64):
    with zipfile.ZipFile(path("x.pt"), "w") as archive:
        archive.writestr("z/data.pkl", b"\x80\x02" + content + b".")
        archive.writestr("z/data/0", data)
    return path("x.pt")


def stored(shape, strides):
    """The opcodes of one tensor of floats in data/0."""
    def whole(n):
        return b"\x8a\x08" + struct.pack("<q", n)

    storage = b"((X\x07\0\0\0storagectorch\nFloatStorage\nX\x01\0\0\x000X\x03\0\0\0cpu" + whole(16) + b"tQ"
    axes = b"".join(b"(" + b"".join(map(whole, axis)) + b"t" for axis in (shape, strides))
    return b"ctorch._utils\n_rebuild_tensor_v2\n" + storage + whole(0) + axes + b"\x89}tR"


def named(name, value):
    return b"X" + struct.pack("<I", len(name.encode())) + name.encode() + value


def hostile_pickles_are_refused():
    """Nothing is set on an object, no file grows without bound, no pickle ends the program, in one line of plain text."""
    tensor = stored((4, 4), (4, 1))
    refused("is damaged", hostile(b"}" + named("w", tensor) + b"s" + b"N" + b"\x85" * 1000000 + b"Ns"), path("b.safetensors"))
    repeated = b"".join(named(f"w{i}", stored((1 << 23,), (0,))) for i in range(64))
    refused("together", hostile(b"}(" + repeated + b"u"), path("b.safetensors"))
    refused("holds no tensors", hostile(stored((1 << 40, 1, 1, 1, 1), (0, 0, 0, 0, 0))), path("b.safetensors"))
    refused("__metadata__", hostile(b"}" + named("__metadata__", tensor) + b"s"), path("b.safetensors"))
    refused("\\x1b[31mos.\\u202e", hostile(b"c\x1b[31mos\n\xe2\x80\xae\n"), path("b.safetensors"))
    refused("is damaged", hostile(b"ctorch._utils\n_rebuild_tensor_v2\n)\x81"), path("b.safetensors"))
    content = b"}" + named("w", tensor + b"}" + named("dtype", named("F64", b"")) + b"sb") + b"s"
    assert convert(hostile(content), path("b.safetensors")).returncode == 0
    assert tensors_of("b.safetensors")[1]["w"].dtype == torch.float32, "the file has set what a tensor is"
    done = convert(hostile(b"}(" + named("w", tensor) + named("\x1b\u202e\n", b"N") + b"u"), path("b.safetensors"))
    assert done.returncode == 0 and "\\x1b\\u202e\\n" in done.stderr and "\x1b" not in done.stderr, done
    os.remove(path("b.safetensors"))
    with open(hostile(b"}" + named("w", tensor) + b"s"), "rb+") as file:
        file.seek(file.read().index(b"\0" * 64))
        file.write(b"\1")
    refused("is damaged", path("x.pt"), path("b.safetensors"))


def a_memo_of_a_large_number_takes_no_memory():
    """A place of the memo, in five bytes, took sixteen times its number."""
    limited = "import resource; resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29)); " + NO_TORCH
    file = hostile(b"Nr\0\0\0\x400}" + named("w", stored((4, 4), (4, 1))) + b"s")
    done = subprocess.run([sys.executable, "-B", "-c", limited, TOOL, "convert", file, path("b.safetensors")],
                          capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done
    os.remove(path("b.safetensors"))


def what_check_advises_works():
    """The command that headsup check prints, as it stands there; a name that a shell would read as more is left open."""
    torch.save({"attentions": [weights()]}, path("my attentions.pt"))
    torch.save(nn.Linear(2, 2).state_dict(), path("w.pt"))
    torch.save({"weight": torch.zeros(2)}, path("old.pt"), _use_new_zipfile_serialization=False)
    os.mkdir(path("tools"))
    os.symlink(TOOL, path("tools/record_trace.py"))
    for name, part in (("my attentions.pt", "save_attentions("), ("w.pt", ""), ("old.pt", "")):
        said = subprocess.run([PROGRAM, "check", path(name)], capture_output=True, text=True, timeout=600)
        assert said.returncode == 1 and "python3 tools/record_trace.py convert " in said.stderr, said
        assert part in said.stderr and ("save_attentions(" in said.stderr) == bool(part), said.stderr
        command = "python3" + said.stderr.partition("python3")[2].rstrip().partition(" (in")[0].replace(" and then:", " &&")
        done = subprocess.run(command.replace("python3", sys.executable), shell=True, cwd=FOLDER, capture_output=True, text=True)
        assert done.returncode == 0, (command, done)
        assert os.path.exists(path(name[:-3] + ".safetensors"))
    os.remove(path("tools/record_trace.py"))
    os.rmdir(path("tools"))
    odd = path("it's $(odd).pt")
    os.rename(path("w.pt"), odd)
    said = subprocess.run([PROGRAM, "check", odd], capture_output=True, text=True, timeout=600)
    assert "convert 'FILE' 'OUT.safetensors'" in said.stderr, said.stderr


def what_check_advises_of_a_folder_works():
    """A folder with pytorch_model.bin alone opens after the command that headsup check prints for it."""
    for family in ("gpt2", "bert"):
        model = Checkpoint(family)
        folder = model.write(path(family))
        tensors = {name: torch.frombuffer(bytearray(raw), dtype=DTYPES[dtype]).view(shape)
                   for name, (dtype, shape, raw) in model.tensors.items()}
        os.remove(path(f"{family}/model.safetensors"))
        torch.save(tensors, path(f"{family}/pytorch_model.bin"))
        said = subprocess.run([PROGRAM, "check", folder], capture_output=True, text=True, timeout=600)
        assert said.returncode == 1 and "torch 2" not in said.stderr, said
        command = said.stderr[said.stderr.index("python3 tools"):].rstrip()
        done = subprocess.run(command.replace("python3", sys.executable + " -B", 1), shell=True, capture_output=True, text=True,
                              cwd=os.path.dirname(os.path.dirname(TOOL)))
        assert done.returncode == 0, (command, done)
        said = subprocess.run([PROGRAM, "check", folder], capture_output=True, text=True, timeout=600)
        assert said.returncode == 0 and "sound" in said.stdout, said
        shutil.rmtree(folder)


torch.manual_seed(4)
torch.set_num_threads(1)
for test in (attentions_become_a_recording, python_alone_is_enough, one_sentence_of_a_batch, weights_of_a_model_stay_weights, nothing_in_it_is_run,
             what_is_no_such_file, sizes_are_checked, hostile_pickles_are_refused, a_memo_of_a_large_number_takes_no_memory,
             what_check_advises_works, what_check_advises_of_a_folder_works):
    test()
    print(f"ok {test.__name__}")
for name in os.listdir(FOLDER):
    os.remove(path(name))
os.rmdir(FOLDER)
