"""Rows 1 to 11: files of weights that are broken, mistaken for others, or no files at all.

Each file is opened twice: by itself (headsup check FILE) and as the weights of a model (headsup check FOLDER).
"""
import json
import os
import socket
import struct

from made import Checkpoint, npy, put, with_header, zip_of
from program import Wrong

_TENSOR = {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}


def _both(program, at, content, says, **how):
    folder = Checkpoint()
    folder.files["model.safetensors"] = content
    put(os.path.join(at, "file.safetensors"), content)
    program.refused("check", "file.safetensors", says=says, **how)
    program.refused("check", folder.write(os.path.join(at, "folder")), says=says, **how)


def _header(program, at, header, says, data=b"1234", **how):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    _both(program, at, with_header(text, data), says, **how)


def _tensor(program, at, says, data=b"1234", **fields):
    _header(program, at, {"a": {**_TENSOR, **fields}}, f"tensor “a”.*{says}|“a”.*{says}", data)


def files_shorter_than_their_beginning(program, at):
    for size in (0, 1, 7):
        _both(program, at, b"\2" * size, f"this one has {size} byte" + "s" * (size != 1))
    _both(program, at, struct.pack("<Q", 2), "2 bytes, of the file's 8")


def impossible_header_sizes(program, at):
    for size in (0, 200):
        _both(program, at, struct.pack("<Q", size) + b"{}", f"said to have {size} bytes, of the file's 10")
    for size in (100_000_001, 2**63, 2**64 - 1):
        _both(program, at, struct.pack("<Q", size) + b"{}", f"said to have {size} bytes; the limit is 100000000", peak_mb=80)


def headers_that_are_no_json(program, at):
    _header(program, at, b'{"a\xe9":1}', "byte 3: a string holds what is not UTF-8")
    _header(program, at, b'{"a":{"dtype":"F32"', "byte 19: a comma or a closing bracket")
    _header(program, at, b"[" * 100_000, "too deep")
    _header(program, at, b'{"a":' * 100_000, "too deep")
    _header(program, at, b"{}" + b"\0" * 6, "not JSON")


def a_header_of_a_million_keys(program, at):
    keys = b",".join(b'"k%07d":1' % i for i in range(1_000_000))
    put(os.path.join(at, "file.safetensors"), with_header(b"{" + keys + b"}"))
    program.refused("check", "file.safetensors", says="k0000000|tensors", peak_mb=200)


def names_that_are_twice_or_strange(program, at):
    twice = json.dumps(_TENSOR).encode()
    _header(program, at, b'{"a":' + twice + b',"a":' + twice + b"}", "its name stands twice")
    _header(program, at, {"a\n\x1b[31m\u202eb\u0085": {**_TENSOR, "dtype": "X"}}, r"a\\n\\x1B\[31m\\u202Eb")
    _header(program, at, {"n" * 1_000_000: {**_TENSOR, "dtype": "X"}}, "n{60,80}…”: dtype X")


def offsets_that_do_not_follow_each_other(program, at):
    _tensor(program, at, "4 to 0 where byte 0", data_offsets=[4, 0])
    _header(program, at, {f"a{i}": _TENSOR for i in range(10)}, "“a1” has data_offsets 0 to 4 where byte 4")
    _header(program, at, {"a": _TENSOR, "b": {**_TENSOR, "data_offsets": [8, 12]}}, "“b” has data_offsets 8 to 12", b"1" * 12)
    _header(program, at, {"a": _TENSOR}, "take 4 bytes, but there is room for 8", b"1" * 8)
    for wrong in ([0], [0, 4, 4], [-4, 4], [0, 1.5], "0", [0, "4"], [0, None], [0, 2**64]):
        _tensor(program, at, "", data_offsets=wrong)
    _header(program, at, b'{"a":{"dtype":"F32","shape":[250],"data_offsets":[0,1e3]}}', "two whole numbers", b"1" * 1000)


def shapes_that_cannot_be(program, at):
    for wrong in ([2, 2**64 - 2], [2, 2**63 - 1], [2**32, 2**32], [2**62]):
        _tensor(program, at, "too large for any file|disagree", shape=wrong)
    _tensor(program, at, "more than 8 dimensions", shape=[1] * 1000)
    _tensor(program, at, "", shape=[2])
    _tensor(program, at, "", shape=[-1])
    _tensor(program, at, "", shape="1")


def types_that_are_not_read(program, at):
    for dtype in ("F8_E4M3", "F4", "C64", "X", "f32", ""):
        _tensor(program, at, f"dtype {dtype} is not supported", dtype=dtype)
    _tensor(program, at, "its dtype is not a string", dtype=7)


def metadata_that_is_no_list_of_texts(program, at):
    for wrong in ({"a": 1}, {"a": {}}, {"a": None}):
        _header(program, at, {"__metadata__": wrong, "a": _TENSOR}, "__metadata__ “a” is not a string")
    _header(program, at, {"__metadata__": 7, "a": _TENSOR}, "__metadata__")
    model = Checkpoint()
    header = {"__metadata__": {"a": "x" * 10_000_000}}
    data = b""
    for name, (dtype, shape, numbers) in model.tensors.items():
        header[name] = {"dtype": dtype, "shape": list(shape), "data_offsets": [len(data), len(data) + len(numbers)]}
        data += numbers
    model.files["model.safetensors"] = with_header(json.dumps(header).encode(), data)
    program.done("check", model.write(os.path.join(at, "long")), says="sound")


def other_files_in_its_place(program, at):
    wide = b"\0" * 60
    for content, says in ((b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 548105171\n", "git lfs pull"),
                          (b"<!DOCTYPE html><html><head><title>404", "web page"), (b"\x80\x02}q\0.", "pickle.*torch"),
                          (b"GGUF\3\0\0\0" + wide, "GGUF"), (b"\x89HDF\r\n\x1a\n" + wide, "HDF5"), (b"\x1f\x8b\x08" + wide, "gzip"),
                          (b"PAR1" + wide, "Parquet"), (b'{"a": 1}', "JSON")):
        _both(program, at, content, says)
    pickle = zip_of({"archive/data.pkl": b"\x80\x02}q\0.", "archive/version": b"3\n"})
    _both(program, at, pickle, "pickle.*torch")
    folder = Checkpoint()
    folder.files["model.safetensors"] = zip_of({"x": b"1"})
    program.refused("check", folder.write(os.path.join(at, "zip")), says="zip archive")
    folder.files["model.safetensors"] = npy()
    program.refused("check", folder.write(os.path.join(at, "npy")), says="model.safetensors")


def a_path_that_is_no_file(program, at):
    pipe, listening = os.path.join(at, "pipe"), socket.socket(socket.AF_UNIX)
    os.mkfifo(pipe)
    listening.bind(os.path.join(at, "socket"))
    os.symlink("nowhere", os.path.join(at, "dangling"))
    os.symlink("loop", os.path.join(at, "loop"))
    os.mkdir(os.path.join(at, "empty"))
    for path in ("pipe", "socket", "dangling", "loop", "empty", "/dev/zero", "/dev/null", "/dev/tty", "/proc/self/mem", "/proc/kmsg",
                 "nowhere", "/", "", "a\nb", "x" * 5000, "\udcff\udcfe"):
        program.refused("check", path, says="", code=(1, 2))
        program.refused("trace", "--model", os.path.join(at, path) if path else "./", "--out", "x.safetensors", "a", says="",
                        code=(1, 2))
    for name in ("model.safetensors", "config.json", "vocab.json", "merges.txt"):
        for target in ("/dev/zero", pipe, at, "nowhere", name):
            folder = Checkpoint()
            folder.files[name] = None
            place = folder.write(os.path.join(at, f"m-{name}-{target.strip('/').replace('/', '-')}"))
            os.symlink(target, os.path.join(place, name))
            program.refused("check", place, says=name.split(".")[0], out_empty=False)
    listening.close()


def a_file_cut_short_while_it_is_read(program, at):
    """A model of many megabytes, cut while its numbers are on their way: an error or a whole model, never a signal."""
    model = Checkpoint(width=256, words=40_000, positions=64)
    model.files["vocab.json"] = model.files["merges.txt"] = None
    place = model.write(os.path.join(at, "model"))
    weights = os.path.join(place, "model.safetensors")
    size = os.path.getsize(weights)
    said = set()

    def cut(pid):
        with open(weights, "r+b") as file:
            file.truncate(size // 2)

    for delay in (0.0, 0.002, 0.005, 0.01, 0.02, 0.04):
        os.truncate(weights, size)

        def later(pid, delay=delay):
            import time
            time.sleep(delay)
            cut(pid)

        answer = program.judged("check", place, code=(0, 1), during=later, peak_mb=400, cpu_s=3)
        said.add(answer.code)
    if 1 not in said:
        raise Wrong("never cut in time")
    cut(None)
    program.refused("check", place, says="but there is room for|cut short")
