"""Rows 24 to 28: .npy, .npz and recordings. Nothing in a file is evaluated, and what is ambiguous is asked."""
import array
import os
import struct

from made import npy, put, safetensors, zip_of
from program import Wrong


def _refused(program, at, content, says, name="weights.npy", code=1, **how):
    put(os.path.join(at, name), content)
    program.refused("check", name, says=says, code=code, out_empty=False, **how)
    program.refused("trace", "--from", name, "--out", "out.safetensors", says="", code=(1, 2), **how)
    if os.path.exists(os.path.join(at, "out.safetensors")):
        raise Wrong("a refused file was written on")


def _floats(*values):
    return array.array("f", values).tobytes()


def objects_are_never_opened(program, at):
    _refused(program, at, npy("'|O'", data=b"\x80\x04cos\nsystem\n(S'touch owned'\ntR."), "Python objects.*code")
    _refused(program, at, npy("[('a', '<f4')]"), "record|descr|parts")
    for wrong in ("'<c8'", "'<M8[ns]'", "'|V2'", "'<f16'", "'<f3'", "'x4'", "7", "None"):
        _refused(program, at, npy(wrong), "weights.npy")
    if os.path.exists(os.path.join(at, "owned")):
        raise Wrong("the pickle was run")


def headers_that_are_no_dict(program, at):
    for header in ("__import__('os').system('touch owned')", "{'descr': __import__('os'), 'fortran_order': False, 'shape': (1,)}", "", "{",
                   "{'descr': '<f4', 'fortran_order': False, 'shape': (3)}", "{'descr': '<f4', 'fortran_order': 0, 'shape': (1,)}",
                   "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), 'extra': 1}", "{'descr': '<f4', 'shape': (1,)}",
                   "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (1,)}", "[" * 5000, "{'descr': '\x1b[2J', ",
                   "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}", "{'descr': '<f4', 'fortran_order': False, 'shape': (1.0,)}"):
        _refused(program, at, npy(header=header), "header|shape|dict|weights.npy")
    sound = npy()
    for cut in (0, 5, 7, 9, 20, len(sound) - 17):
        _refused(program, at, sound[:cut], "weights.npy")
    for version in ((9, 9), (0, 0), (255, 255)):
        _refused(program, at, npy(version=version), "version|weights.npy")
    _refused(program, at, b"\x93NUMPY\1\0\xff\xff{", "header")
    _refused(program, at, b"\x93NUMPY\2\0\xff\xff\xff\x7f{", "header")


def sizes_beyond_the_file(program, at):
    for shape in ("(1000000000000,)", "(4294967296, 4294967296)", "(9223372036854775807, 2)", "(18446744073709551616,)", "(3, 3)",
                  "(" + "1, " * 33 + ")", "(0, 9223372036854775807, 9223372036854775807)"):
        _refused(program, at, npy(shape=shape), "weights.npy", code=(1, 2), peak_mb=80)


def a_small_archive_of_a_large_array(program, at):
    zeros = npy(shape="(1, 1, 5000, 5000)", data=bytes(100_000_000))
    _refused(program, at, zip_of({"weights.npy": zeros}, 8), "64 times its size", "zeros.npz")


def archives_that_lie(program, at):
    sound = {"weights.npy": npy(shape="(1, 1, 2, 2)", data=_floats(1, 0, 0.5, 0.5))}
    put(os.path.join(at, "sound.npz"), zip_of(sound, 8))
    program.done("check", "sound.npz")
    big = npy(shape="(2000, 2000, 250)", data=b"\0" * (10**9 // 250))
    _refused(program, at, zip_of({"weights.npy": big}, 8), "weights", "bomb.npz", peak_mb=200)
    for name in ("../weights.npy", "/weights.npy", "a/../../weights.npy", "weights.txt", "weights.npy\x1b[2J"):
        _refused(program, at, zip_of({name: sound["weights.npy"]}), "member|weights", "name.npz")
    raw = bytearray(zip_of(sound))
    place = raw.index(b"PK\1\2")
    for what, offset, value in (("encrypted", 8, 1), ("method", 10, 12), ("sum", 16, 0xFF), ("packed size", 20, 0xFF), ("size", 24, 0xFF),
                                ("name length", 28, 0xFF), ("local header", 42, 0x55)):
        changed = bytearray(raw)
        changed[place + offset] ^= value
        _refused(program, at, bytes(changed), "changed.npz", "changed.npz")
    lies = bytearray(zip_of(sound, 8))
    place = lies.index(b"PK\1\2")
    for size in (0, 1, 2**31, 2**32 - 2):
        struct.pack_into("<I", lies, place + 24, size)
        struct.pack_into("<I", lies, 22, size)
        _refused(program, at, bytes(lies), "lies.npz", "lies.npz", peak_mb=100)
    for cut in range(1, len(raw), 37):
        _refused(program, at, bytes(raw[:cut]), "", "cut.npz", code=(1, 2))
    _refused(program, at, zip_of({f"a{i}.npy": b"x" for i in range(5000)}), "5000|4096|member", "many.npz")


def numbers_that_cannot_be_read_are_not_exported(program, at):
    """A wrong sum is found when the numbers are read, which is while a file is made: none is written, and no old one is replaced."""
    raw = bytearray(zip_of({"weights.npy": npy(shape="(1, 1, 2, 2)", data=_floats(1, 0, 0.5, 0.5))}))
    raw[raw.index(b"PK\1\2") + 16] ^= 0xFF
    raw[14] ^= 0xFF
    put(os.path.join(at, "crc.npz"), bytes(raw))
    for name in ("csv", "json", "npy", "png", "svg", "pdf"):
        kept = f"kept.{name}"
        put(os.path.join(at, kept), "as it was")
        for out in (kept, "-"):
            program.refused("export", "--model", "crc.npz", "--format", name, "--out", out, says="weights.*CRC")
        for view in ("overview", "screen", "stage"):
            if name in ("png", "svg", "pdf"):
                program.refused("export", "--model", "crc.npz", "--view", view, "--out", kept, says="weights.*CRC")
        if open(os.path.join(at, kept)).read() != "as it was":
            raise Wrong(f"{kept} was replaced")
    before = set(os.listdir(at))
    program.refused("export", "--model", "crc.npz", "--stage", "all", "--head", "all", "--out", "folder", "--format", "png,csv,npy",
                    says="weights.*CRC.*what is written is whole")
    if [name for name in os.listdir(os.path.join(at, "folder")) if "tokens" not in name]:
        raise Wrong(f"written without numbers: {os.listdir(os.path.join(at, 'folder'))}")
    program.refused("play", "-", "--write", "--headless", stdin=b'model "crc.npz"\nview stage; stage weights\nexport "new.csv"\n', says="weights.*CRC")
    program.refused("trace", "--from", "crc.npz", "--out", "new.safetensors", says="weights.*CRC")
    if set(os.listdir(at)) != before | {"folder"}:
        raise Wrong(f"left behind: {set(os.listdir(at)) - before}")
    nan = npy(shape="(1, 1, 2, 2)", data=_floats(1, 0, float("nan"), 0.5))
    put(os.path.join(at, "nan.npz"), zip_of({"weights.npy": nan}))
    program.done("export", "--model", "nan.npz", "--out", "nan.csv", warns="")
    if "nan" not in open(os.path.join(at, "nan.csv")).read():
        raise Wrong("a NaN of the file is none in the export")


def a_million_keys_are_drawn(program, at):
    """One query and 1,048,576 keys: as every format, and as every picture, in a few seconds of the processor; what is too much for a file is said."""
    keys = 1 << 20
    put(os.path.join(at, "wide.npy"), npy(shape=f"(1, 1, 1, {keys})", data=struct.pack("<f", 1 / keys) * keys))
    put(os.path.join(at, "long.npy"), npy(shape=f"(1, 1, 1, {keys // 5})", data=struct.pack("<f", 5 / keys) * (keys // 5)))
    how = {"cpu_s": 3.0, "peak_mb": 700, "warns": ""}
    recording = ["export", "--model", "wide.npy", "--reading", "weights"]
    program.done(*recording, "--stage", "all", "--layer", "all", "--head", "all", "--format", "png,svg,pdf,csv,npy,json", "--out", "all", **{**how, "cpu_s": 12.0})
    for view in ("overview", "heads", "arcs"):
        program.done(*recording, "--view", view, "--stage", "weights", "--out", f"{view}.svg", **how)
    program.refused("export", "--model", "long.npy", "--reading", "weights", "--view", "sentence", "--stage", "weights", "--out", "sentence.svg", says="parts, and an SVG or a PDF takes at most", cpu_s=3.0, peak_mb=400)


def arrays_that_do_not_fit(program, at):
    def trace(tensors, **metadata):
        return safetensors({name: ("F32", shape, b"\0" * 4 * _product(shape)) for name, shape in tensors.items()},
                           {"format": "heads-up-trace-1", **metadata})

    for tensors, says in (({"layers.0.q": (2, 3, 4), "layers.0.k": (2, 3, 5)}, "k"), ({"layers.0.q": (2, 3, 4), "layers.0.k": (3, 3, 4)}, "k"),
                          ({"layers.0.weights": (2, 3, 3), "layers.1.weights": (2, 4, 4)}, "layer"), ({"layers.0.q": (2, 3, 4), "layers.0.k": (2, 3, 4), "layers.0.v": (2, 9, 4)}, "v"), ({"other": (2, 3)}, "trace")):
        _refused(program, at, trace(tensors), says, "trace.safetensors", code=(1, 2))
    for metadata in ({"tokens": "["}, {"tokens": "7"}, {"tokens": '["a"]'}, {"mask": "sideways"}, {"d_head": "0"}, {"d_head": "x"}, {"ids": '["a"]'},
                     {"mask": "padding:99999999999"}):
        put(os.path.join(at, "trace.safetensors"), trace({"layers.0.weights": (2, 3, 3)}, **metadata))
        answer = program.judged("check", "trace.safetensors", code=(0, 1))
        if next(iter(metadata)) not in answer.err + answer.out and "1 word does not fit" not in answer.out:
            raise Wrong(f"{metadata} without a word: {answer}")
    put(os.path.join(at, "trace.safetensors"), trace({"layers.0.weights": (1, 2, 2)}, tokens='["\\u001b[2J","\\u202e"]', model="\x1b]0;x\x07"))
    program.done("check", "trace.safetensors")
    program.done("trace", "--from", "trace.safetensors", "--out", "again.safetensors")


def _product(shape):
    product = 1
    for size in shape:
        product *= size
    return product


def a_million_names_are_read_in_linear_time(program, at):
    """Four kilobytes packed, four megabytes unpacked."""
    count = 1 << 20
    names = npy(descr="'<U1'", shape=f"({count},)", data=b"a\0\0\0" * count)
    put(os.path.join(at, "names.npz"), zip_of({"weights.npy": npy(shape="(1, 2, 2)", data=_floats(1, 0, 0.5, 0.5)), "tokens.npy": names}, 8))
    program.done("check", "names.npz", says="1048576", cpu_s=4, peak_mb=400)
    program.done("export", "--model", "names.npz", "--out", "names.csv", cpu_s=4, peak_mb=400)


def numbers_that_disagree(program, at):
    put(os.path.join(at, "weights.npy"), npy(shape="(1, 1, 2, 2)", data=_floats(0.25, 0.25, 0.5, 0.5)))
    program.refused("check", "weights.npy", says="sum|1", out_empty=False)
    for bad in (float("nan"), float("inf"), 3e38):
        put(os.path.join(at, "weights.npy"), npy(shape="(1, 1, 2, 2)", data=_floats(bad, 0, 0.5, 0.5)))
        program.refused("check", "weights.npy", says="", out_empty=False)
    put(os.path.join(at, "array.npy"), npy(shape="(3, 3)", data=b"\0" * 36))
    program.refused("check", "array.npy", says="--reading", code=2)


def readings_that_are_none(program, at):
    put(os.path.join(at, "weights.npy"), npy(shape="(2, 2, 2, 2)", data=_floats(*[0.5] * 16)))
    for reading in ("", ",", "XYZ", "LHTSLHTSLHTSLHTSLHTS", "batch=0", "batch=99", "heads=0", "d=0", "d=1e999", "\x1b[2J", "raw,scaled", "LHT" * 1000):
        program.judged("check", "weights.npy", "--reading", reading, code=(0, 1, 2))
