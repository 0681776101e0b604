#!/usr/bin/env python3
"""The files of tests/reference/numpy, written by NumPy and PyTorch themselves.

usage: make_numpy_files.py FOLDER        (needs numpy and torch; the files are small)

Element i of an array, counted in C order, is i * 0.5 - 1 where it holds floats, i % 2 where it holds booleans,
and i - 1 (i where it has no sign) where it holds whole numbers.
"""
import io
import pathlib
import sys
import zipfile

import numpy
import torch

folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)


def values(dtype, shape):
    index = numpy.arange(int(numpy.prod(shape, dtype=int))).reshape(shape)
    kind = numpy.dtype(dtype).kind
    if kind == "f":
        return (index * 0.5 - 1).astype(dtype)
    return (index % 2 if kind == "b" else index if kind == "u" else index - 1).astype(dtype)


types = ["f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "b1"]
every = {order + name: values({"little": "<", "big": ">"}[order] + name, (2, 3)) for name in types for order in ("little", "big")}
every["scalar"] = values("<f4", ())
every["empty"] = values("<f4", (3, 0, 2))
every["layers/0/fortran"] = numpy.asfortranarray(values("<f4", (2, 3, 4, 5)))
every["big_fortran"] = numpy.asfortranarray(values(">f8", (40, 30)))
every["fortran_ids"] = numpy.asfortranarray(values("<i2", (3, 4)))
words = numpy.array([["the", "cat", ""], ["猫", "🐈", "é"]])
every["words"] = words
every["big_words"] = words.astype(">U3")
every["fortran_words"] = numpy.asfortranarray(words)
every["bytes"] = numpy.array([b"the", "é".encode(), b"\xff!", b""])
numpy.savez(folder / "every.npz", **every)
numpy.savez_compressed(folder / "packed.npz", **every)
numpy.savez(folder / "none.npz")
numpy.save(folder / "plain.npy", values("<f4", (2, 3)))
numpy.save(folder / "turned.npy", every["layers/0/fortran"])
for version in (1, 2, 3):
    with open(folder / f"version{version}.npy", "wb") as file:
        numpy.lib.format.write_array(file, values("<f4", (2, 3)), version=(version, 0))
numpy.save(folder / "objects.npy", numpy.array([{"a": 1}, None], dtype=object), allow_pickle=True)
numpy.save(folder / "complex.npy", numpy.array([1 + 2j]))
numpy.save(folder / "records.npy", numpy.array([(1, 2.0)], dtype=[("a", "<i4"), ("b", "<f4")]))
numpy.save(folder / "dates.npy", numpy.array(["2001-01-01"], dtype="M8[D]"))
numpy.save(folder / "raw.npy", numpy.zeros(2, dtype="V2"))

# A member whose sizes and sum follow its data, as a writer makes it that cannot go back.
class NoSeek(io.RawIOBase):
    def __init__(self, file):
        self.file = file

    def writable(self):
        return True

    def write(self, data):
        return self.file.write(data)


with open(folder / "streamed.npz", "wb") as file:
    with zipfile.ZipFile(NoSeek(file), "w", zipfile.ZIP_DEFLATED) as archive:
        buffer = io.BytesIO()
        numpy.save(buffer, values("<f4", (2, 3)))
        archive.writestr("a.npy", buffer.getvalue())

torch.save({"w": torch.zeros(1)}, folder / "zipped.pt")
torch.save({"w": torch.zeros(1)}, folder / "legacy.pt", _use_new_zipfile_serialization=False)
