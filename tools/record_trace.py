#!/usr/bin/env python3
"""Records the attention of a PyTorch model into one file that Heads Up opens.

    from record_trace import Recorder
    with Recorder("trace.safetensors", model, tokens=["the", "cat", "sat"]):
        model(inputs)

Inside the block every attention that runs is written down as it happens: Q, K and V as they were multiplied (after
rotary positions, with grouped heads), the weights after softmax, which keys were hidden, and what else was added to
the scores. That covers torch.nn.MultiheadAttention and the Transformer layers built on it,
torch.nn.functional.scaled_dot_product_attention, and any attention that multiplies queries with keys and calls
softmax, as the eager attentions of HuggingFace do.

Nothing is moved: a model spread over several devices stays there, and each matrix is copied to the processor by
itself, one layer at a time. Only torch is needed (1.13 or later); neither safetensors nor NumPy is. A problem of the
recording never stops the model: it is raised where the block ends.

What was computed where this cannot see it is said by hand:

    with Recorder("trace.safetensors", tokens=words) as recorder:
        recorder.record(q=q, k=k, v=v, layer=0, causal=True)         # [H,T,D] or [B,H,T,D]
    save_attentions("trace.safetensors", outputs.attentions, tokens=words)   # HuggingFace, output_attentions=True

On the command line:

    record_trace.py model FOLDER TEXT OUT     a HuggingFace model on one text; needs the transformers package too
    record_trace.py show FILE                 what a recording holds
    record_trace.py merge OUT PART PART …     joins what several processes recorded
    record_trace.py convert FILE OUT          a file of torch.save: attentions as a recording, weights as safetensors

docs/recordings.md tells the rest, and what the file looks like.
"""
import argparse
import contextlib
import ctypes
import json
import math
import os
import pickle
import re
import struct
import sys
import threading
import time
import weakref
import zipfile

HIDDEN_BELOW = -9000.0  # what models add to a hidden pair: -1e4, the lowest float, or -inf
GROUPS = ("layers", "cross", "encoder")
PER_HEAD = ("q", "k", "v", "scores", "scaled", "masked", "weights", "output")
CROSS_NAME = re.compile(r"cross|encoder_attn|enc_?dec", re.IGNORECASE)
ATTENTION_NAME = re.compile(r"atten|attn", re.IGNORECASE)
PROJECTIONS = ("q_proj", "query", "c_attn", "q_lin", "qkv", "query_key_value", "in_proj_weight", "q", "Wqkv", "to_q",
               "to_qkv", "qkv_proj", "q_proj_weight", "W_q", "wq", "W_Q")
KEEP = ("q", "k", "v", "weights", "masked", "joined", "block")
ADDING = {"add", "add_", "__add__", "__radd__", "__iadd__", "sub", "sub_", "__sub__", "__rsub__", "__isub__"}
COPY_BYTES = 1 << 22
HEADER_ROOM = 1 << 18  # kept free before the data, so that a large file need not be copied for its header
SMALL_BYTES = 1 << 26
NAMES_SHOWN = 3
TEXT_SHOWN = 60
ROWS_COMPARED = 16  # of V, …
HEADS_COMPARED = 8
PLACES_COMPARED = 64  # … where they may lie


def few(names):
    """The first few of many names, for a sentence."""
    names = list(dict.fromkeys(name or "the model" for name in names))
    more = f" and {len(names) - NAMES_SHOWN} more" if len(names) > NAMES_SHOWN else ""
    return ", ".join(names[:NAMES_SHOWN]) + more


def counted(count, noun):
    return f"{count} {noun}" if count == 1 else f"{count} {'queries' if noun == 'query' else noun + 's'}"


def kind_of(thing):
    """What it is, with its article."""
    name = type(thing).__name__
    return "None" if thing is None else f"{'an' if name[:1] in 'AEIOUaeiou' else 'a'} {name}"


def plain(text):
    """One line for a terminal: what would steer it, or turn its letters about, is shown as its code."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def check_path(path, call):
    """The file comes first everywhere here; whoever gives the model first is told so."""
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"the name of the file comes first, as in {call}; the first argument is {kind_of(path)}")


def listed(key, words, batch):
    """The words (or numbers) of one sentence as a list; key is the argument they were given for."""
    example = "[5, 18, 7]" if key == "ids" else '["the", "cat", "sat"]'
    words = words.tolist() if hasattr(words, "tolist") else words
    if isinstance(words, (str, bytes)):
        text = words.decode(errors="replace") if isinstance(words, bytes) else words
        text = text if len(text) <= TEXT_SHOWN else text[:TEXT_SHOWN] + "…"
        raise ValueError(f"{key} is the text “{text}”; give a list with one entry for each place of the sentence, as in "
                         f"{key}={example}")
    if not hasattr(words, "__iter__"):
        raise TypeError(f"{key} is {words!r}; it must be a list, as in {key}={example}")
    words = list(words)
    if words and all(isinstance(row, (list, tuple)) for row in words):  # one row a sentence, as a tokenizer gives them
        if batch >= len(words):
            raise ValueError(f"{key} has {counted(len(words), 'row')}, but batch is {batch} (sentences count from 0)")
        words = list(words[batch])
    if key != "ids":
        return [str(word) for word in words]
    for word in words:
        if isinstance(word, str) or not hasattr(word, "__int__"):
            raise ValueError(f"ids holds “{word}”; ids are whole numbers, as in ids={example} (words belong to tokens)")
    return [int(word) for word in words]


def together(notes):
    """Each note once; what is said of several layers, with their names before it."""
    places = {}
    for note in notes:
        place, colon, text = note.partition(": ")
        of_layer = colon and place.partition(".")[0] in GROUPS
        places.setdefault(text if of_layer else note, []).extend([place] if of_layer else [])
    return [f"{few(names)}: {text}" if names else text for text, names in places.items()]


def kept_notes(notes):
    """As they stand in a file, where “; ” ends each."""
    return "; ".join(note.replace("; ", ", ") for note in notes)


# ---- the file ----------------------------------------------------------------------------------


def lock(file):
    """False: another process has it. The lock ends with the process, whatever ends that."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True  # a file system without locks
    return True


class TraceFile:
    """Named tensors in the safetensors layout, written as they come: data first, the header at the end.

    The data go to PATH.data; close() puts the header before them and gives the file its name, so that a run that ends
    early leaves no half file, and an earlier file stays until then.
    """

    def __init__(self, path):
        self.path = os.path.abspath(path)
        self.tensors = {}
        self.repeats = {}  # name → how often each of its matrices is to be written
        self.metadata = {"format": "heads-up-trace-1"}
        self.bytes = 0
        self.data = None

    def open(self):
        if os.path.exists(self.path) and not os.path.isfile(self.path):
            raise ValueError(f"{self.path} is no file; give the name of one, which is replaced")
        try:
            data = open(self.path + ".data", "ab+")
        except OSError as problem:
            raise type(problem)(f"{self.path} cannot be written: {problem.strerror}") from None
        if not lock(data):
            data.close()
            raise RuntimeError(f"{self.path} is being recorded by another process; give every process its own file, or "
                               "all of them part=… and parts=… (see “Many devices” in docs/recordings.md)")
        data.close() if os.name == "nt" else None
        self.data = open(self.path + ".data", "wb+") if os.name == "nt" else data
        self.data.truncate(0)
        self._put(b"\0" * HEADER_ROOM)

    def _put(self, piece):
        try:
            self.data.write(piece)
        except OSError as problem:
            raise OSError(f"{self.path} cannot be written: {problem.strerror}") from None

    def add(self, name, dtype, shape, pieces):
        """pieces: bytes-like objects that together are the tensor, little-endian and row-major."""
        if name in self.tensors:
            raise ValueError(f"{self.path}: {name} is recorded twice; give another layer")
        begin = self.bytes
        for piece in pieces:
            self._put(piece)
            self.bytes += memoryview(piece).nbytes
        self.tensors[name] = {"dtype": dtype, "shape": list(shape), "data_offsets": [begin, self.bytes]}

    def _header(self, tensors, multiple):
        header = json.dumps({"__metadata__": self.metadata, **tensors}, ensure_ascii=False).encode()
        return header + b" " * (-(len(header) + 8) % multiple)

    def close(self):
        try:
            header = self._header(self.tensors, HEADER_ROOM)
            if not self.repeats and self.bytes > SMALL_BYTES and len(header) + 8 == HEADER_ROOM:
                self._finish_in_place(header)
            else:
                self._copy()
        except OSError as problem:
            raise OSError(f"{self.path} cannot be written: {problem.strerror or problem}") from None
        self.discard()

    def _finish_in_place(self, header):
        self.data.flush()
        with open(self.path + ".data", "rb+") as file:  # the other one appends
            file.write(struct.pack("<Q", len(header)) + header)
        os.replace(self.path + ".data", self.path)

    def written(self):
        """The tensors as the header of the file lists them."""
        tensors, end = {}, 0
        for name, tensor in self.tensors.items():
            begin, last = tensor["data_offsets"]
            times = self.repeats.get(name, 1)
            shape = [tensor["shape"][0] * times] + tensor["shape"][1:] if times > 1 else tensor["shape"]
            tensors[name] = {**tensor, "shape": shape, "data_offsets": [end, end + (last - begin) * times]}
            end += (last - begin) * times
        return tensors

    def _copy(self):
        header = self._header(self.written(), 8)
        self.data.flush()
        with open(self.path + ".new", "wb") as out:
            out.write(struct.pack("<Q", len(header)) + header)
            for name, tensor in self.tensors.items():
                self._copy_tensor(out, tensor, self.repeats.get(name, 1))
        os.replace(self.path + ".new", self.path)

    def _copy_tensor(self, out, tensor, times):
        begin, end = tensor["data_offsets"]
        step = (end - begin) // tensor["shape"][0] if times > 1 else end - begin
        for first in range(begin, end, step) if step else ():
            for _ in range(times):
                for piece in read_pieces(self.path + ".data", HEADER_ROOM + first, HEADER_ROOM + first + step):
                    out.write(piece)

    def discard(self):
        if self.data is None:
            return
        for leftover in (self.path + ".data", self.path + ".new"):
            if os.path.exists(leftover):
                os.remove(leftover)
        try:
            self.data.close()
        except OSError:
            pass  # what a full disk did not take
        self.data = None


# ---- files of torch.save -----------------------------------------------------------------------

STORAGES = {"FloatStorage": ("F32", 4), "DoubleStorage": ("F64", 8), "HalfStorage": ("F16", 2), "BFloat16Storage": ("BF16", 2),
            "LongStorage": ("I64", 8), "IntStorage": ("I32", 4), "ShortStorage": ("I16", 2), "CharStorage": ("I8", 1),
            "ByteStorage": ("U8", 1), "BoolStorage": ("BOOL", 1)}
ITEMS = {1: "B", 2: "H", 4: "I", 8: "Q"}  # of a memoryview, by size
PICKLE_BYTES_MOST = 1 << 24  # that of a large model has one million
TUPLES_MOST = 16  # inside each other
EXPANDED_BYTES_MOST = 1 << 28
SHARED_MOST = 4  # tensors of a file may be written so many times its size, since some share their numbers
LAYERS_MOST = 4096
AXES_MOST = 8
LISTS_OF = {"attentions": "layers", "decoder_attentions": "layers", "cross_attentions": "cross", "encoder_attentions": "encoder"}
STATES = ("state_dict", "model_state_dict", "model", "module")


class StoredTensor:
    """Where the numbers of a tensor lie: offset and strides count elements of a member of the archive."""

    def __init__(self, storage, offset, shape, strides, *_):
        (self.dtype, self.size), self.member = STORAGES[storage[0]], storage[1]
        self.offset, self.shape, self.strides = offset, list(shape), list(strides)
        whole = [offset, *self.shape, *self.strides]
        if len(self.shape) != len(self.strides) or len(self.shape) > AXES_MOST or \
                not all(isinstance(n, int) and 0 <= n < 1 << 48 for n in whole):
            raise pickle.UnpicklingError("a tensor has no such shape")

    def count(self):
        return math.prod(self.shape)

    def end(self):
        """The first element behind all of its own."""
        return self.offset + sum((n - 1) * step for n, step in zip(self.shape, self.strides)) + 1 if self.count() else 0

    def at(self, index):
        """One entry of the first axis."""
        return self.cut(self.offset + index * self.strides[0], self.shape[1:], self.strides[1:])

    def cut(self, offset, shape, strides):
        part = object.__new__(StoredTensor)
        part.dtype, part.size, part.member = self.dtype, self.size, self.member
        part.offset, part.shape, part.strides = offset, shape, strides
        return part


class HoldsCode(Exception):
    """What a pickle asks to be called."""


class Tuple(tuple):
    """One of a pickle, which knows how many are inside each other."""


class TensorReader(pickle._Unpickler):
    """Knows tensors, the kinds of their numbers and OrderedDict; whatever else a pickle asks for is refused by its name,
    before it is called. What is known is given as functions, of which nothing can be inherited, and no attribute is set
    on anything. It is the reader in Python since the memo of the one in C takes memory for the largest number in it."""

    dispatch = dict(pickle._Unpickler.dispatch)

    def find_class(self, module, name):
        if module == "torch" and name in STORAGES:
            return name
        known = {("torch._utils", "_rebuild_tensor_v2"): lambda *tensor: StoredTensor(*tensor),
                 ("torch._utils", "_rebuild_parameter"): lambda tensor, *_: tensor,
                 ("collections", "OrderedDict"): lambda *entries: dict(*entries),
                 ("torch", "Size"): lambda sizes: Tuple(int(size) for size in sizes)}
        if (module, name) not in known:
            raise HoldsCode(f"holds {module}.{name}, which is neither a tensor nor a list of them and is not run here; save "
                             "the tensors alone: torch.save(outputs.attentions, …), torch.save(model.state_dict(), …)")
        return known[module, name]

    def persistent_load(self, what):
        if not isinstance(what, tuple) or len(what) < 3 or what[0] != "storage" or what[1] not in STORAGES:
            raise pickle.UnpicklingError("a tensor has no such storage")
        return what[1], str(what[2])

    def _tuple(self, load):
        """The hash of a tuple calls that of what is in it, and the program ends where the stack does."""
        load(self)
        made = Tuple(self.stack[-1])
        made.depth = 1 + max((getattr(x, "depth", 0) for x in made), default=0)
        if made.depth > TUPLES_MOST:
            raise pickle.UnpicklingError(f"more than {TUPLES_MOST} tuples stand inside each other")
        self.stack[-1] = made

    def _leave_aside(self):
        self.stack.pop()

    for _code in (pickle.TUPLE, pickle.TUPLE1, pickle.TUPLE2, pickle.TUPLE3):
        dispatch[_code[0]] = lambda self, load=dispatch[_code[0]]: self._tuple(load)
    dispatch[pickle.BUILD[0]] = _leave_aside


class SavedFile:
    """An archive of torch.save, opened: value is what it holds, with StoredTensor in the place of tensors."""

    def __init__(self, path):
        self.path = path
        if not os.path.exists(path):
            raise ValueError(f"there is no {path}")
        if not zipfile.is_zipfile(path):
            with open(path, "rb") as file:
                old = file.read(2) in (b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05")
            raise ValueError(f"{path} is " + ("a pickle as torch.save wrote it before 1.6: load and save it again with a later "
                                              "PyTorch, if you trust it" if old else "no file of torch.save"))
        try:
            self.archive = zipfile.ZipFile(path)
        except zipfile.BadZipFile as problem:
            raise ValueError(f"{path} is damaged: {problem}") from None
        self.bytes = 0
        names = [name for name in self.archive.namelist() if name.rpartition("/")[2] == "data.pkl"]
        if len(names) != 1:
            raise ValueError(f"{path} is no file of torch.save: it has {len(names)} members data.pkl, not one")
        self.root = names[0][:-len("data.pkl")]
        if self._info("data.pkl").file_size > PICKLE_BYTES_MOST:
            raise ValueError(f"{path}: data.pkl has {self._info('data.pkl').file_size} bytes, at most {PICKLE_BYTES_MOST} are read")
        try:
            with self.archive.open(self._info("data.pkl")) as member:
                self.value = TensorReader(member, encoding="utf-8").load()
        except HoldsCode as problem:
            raise ValueError(f"{path} {problem}") from None
        except Exception as problem:  # a damaged pickle fails in any way
            raise ValueError(f"{path} is damaged: data.pkl cannot be read ({problem})") from None

    def _info(self, name):
        try:
            info = self.archive.getinfo(self.root + name)
        except KeyError:
            raise ValueError(f"{self.path}: {name} is missing") from None
        if info.compress_type != zipfile.ZIP_STORED:
            raise ValueError(f"{self.path}: {name} is packed, which torch.save never does")
        return info

    def check(self, name, tensor):
        there, needed = self._info(f"data/{tensor.member}").file_size, tensor.end() * tensor.size
        if needed > there:
            raise ValueError(f"{self.path}: {name} needs {needed} bytes of data/{tensor.member}, which has {there}")
        if tensor.count() * tensor.size > max(there, EXPANDED_BYTES_MOST):
            raise ValueError(f"{self.path}: {name} is {tensor.shape}, which repeats the {there} bytes of data/{tensor.member} "
                             "to more than memory")
        self.bytes += tensor.count() * tensor.size
        most = EXPANDED_BYTES_MOST + SHARED_MOST * os.path.getsize(self.path)
        if self.bytes > most:
            raise ValueError(f"{self.path}: the tensors together, up to {name}, repeat the numbers of the file to more than "
                             f"{most} bytes")

    def pieces(self, tensor):
        """The numbers of a tensor, row-major."""
        try:
            yield from self._pieces(tensor)
        except zipfile.BadZipFile as problem:
            raise ValueError(f"{self.path} is damaged: {problem}") from None

    def _pieces(self, tensor):
        if not tensor.count():
            return
        with self.archive.open(self._info(f"data/{tensor.member}")) as member:
            if self._lies_together(tensor):
                member.seek(tensor.offset * tensor.size)
                left = tensor.count() * tensor.size
                while left:
                    piece = member.read(min(COPY_BYTES, left))
                    if not piece:
                        raise ValueError(f"{self.path}: data/{tensor.member} is cut short")
                    left -= len(piece)
                    yield piece
                return
            numbers = memoryview(member.read(tensor.end() * tensor.size)).cast(ITEMS[tensor.size])
        yield from strided(numbers, tensor)

    @staticmethod
    def _lies_together(tensor):
        step = 1
        for n, stride in zip(reversed(tensor.shape), reversed(tensor.strides)):
            if n > 1 and stride != step:
                return False
            step *= n
        return True


def strided(numbers, tensor):
    """The rows of a view of other strides, one after the other."""
    if len(tensor.shape) > 1:
        for index in range(tensor.shape[0]):
            yield from strided(numbers, tensor.at(index))
        return
    count, step, first = tensor.shape[0], tensor.strides[0], tensor.offset
    yield numbers[first:first + (count - 1) * step + 1:step].tobytes() if step else numbers[first:first + 1].tobytes() * count


def listed_tensors(value):
    """One tensor a layer, of a list, a dict of layers or one tensor of all; None: these are no attentions."""
    if isinstance(value, StoredTensor) and len(value.shape) == 5 and value.shape[0] <= LAYERS_MOST:
        return [value.at(layer) for layer in range(value.shape[0])]
    if isinstance(value, StoredTensor):
        value = [value]
    values = list(value.values()) if isinstance(value, dict) else value
    if not isinstance(values, (list, tuple)) or not values:
        return None
    return list(values) if all(isinstance(x, StoredTensor) and len(x.shape) in (3, 4) and x.dtype in ("F32", "F16", "BF16", "F64")
                               and x.count() for x in values) else None


def attentions_of(value):
    """What is listed by group, as the outputs of a model have it; empty: these are no attentions."""
    if isinstance(value, dict) and any(key in LISTS_OF for key in value):
        found = {LISTS_OF[key]: listed_tensors(value[key]) for key in LISTS_OF if value.get(key) is not None}
        return found if all(found.values()) else {}
    layers = listed_tensors(value)
    return {"layers": layers} if layers else {}


def state_of(value):
    """The tensors of a dict by their names, or of the one in it that is called so; what else is there is left out."""
    for key in STATES:
        if isinstance(value, dict) and isinstance(value.get(key), dict):
            value = value[key]
            break
    entries = value.items() if isinstance(value, dict) else ()
    tensors = {name: x for name, x in entries if isinstance(name, str) and isinstance(x, StoredTensor)}
    return tensors, [str(name) for name, _ in entries if name not in tensors]


def convert(path, out, tokens=None, batch=None):
    """Attentions that torch.save wrote as a recording, any other tensors as a safetensors file of the same names.
    Nothing in the file is run, and torch is not needed."""
    if os.path.exists(path) and os.path.exists(out) and os.path.samefile(path, out):
        raise ValueError(f"{out} is the file that is read; give another name to write")
    if batch is not None and batch < 0:
        raise ValueError(f"batch is {batch}; sentences count from 0")
    saved = SavedFile(path)
    attentions = attentions_of(saved.value)
    file = TraceFile(out)
    if attentions:
        tensors, notes = recorded_attentions(saved.path, attentions, batch)
        file.metadata.update({"model": os.path.basename(path), **({"notes": kept_notes(notes)} if notes else {})})
        if tokens is not None:
            file.metadata["tokens"] = json.dumps(tokens, ensure_ascii=False)
    else:
        tensors, others = state_of(saved.value)
        notes = [f"left out, as they are no tensors: {few(others)}"] if others else []
        file.metadata = {"format": "pt"}
        if "__metadata__" in tensors:
            raise ValueError(f"{path} holds a tensor called __metadata__, which a safetensors file cannot have")
    if not tensors:
        raise ValueError(f"{path} holds no tensors with names, nor a list of attentions [B,H,T,S]")
    for name, tensor in tensors.items():
        saved.check(name, tensor)
    file.open()
    try:
        for name, tensor in tensors.items():
            file.add(name, tensor.dtype, tensor.shape, saved.pieces(tensor))
        file.close()
    except BaseException:
        file.discard()
        raise
    if attentions:
        say_written(file, notes)
        return
    for line in (*notes, f"{file.path} is written: {counted(len(tensors), 'tensor')} of {os.path.basename(path)}"):
        print(f"record_trace: {plain(line)}", file=sys.stderr)


def recorded_attentions(path, attentions, batch):
    """Tensors by their names in a recording, of one sentence."""
    tensors, sentences = {}, 1
    for group, layers in attentions.items():
        for layer, tensor in enumerate(layers):
            if len(tensor.shape) == 4:
                sentences = max(sentences, tensor.shape[0])
                if (batch or 0) >= tensor.shape[0]:
                    raise ValueError(f"{path}: batch is {batch}, but only {counted(tensor.shape[0], 'sentence')} are there "
                                     "(they count from 0)")
                tensor = tensor.at(batch or 0)
            tensors[f"{group}.{layer}.weights"] = tensor
    ran = sentences > 1 and batch is None
    return tensors, [f"{sentences} sentences are there and the first is taken (--batch 1 takes the second)"] if ran else []


def read_pieces(path, begin, end):
    with open(path, "rb") as file:
        file.seek(begin)
        while begin < end:
            piece = file.read(min(COPY_BYTES, end - begin))
            if not piece:
                raise ValueError(f"{path}: cut short")
            begin += len(piece)
            yield piece


def bytes_of(tensor):
    """The memory of a tensor on the processor, without NumPy."""
    count = tensor.numel() * tensor.element_size()
    return bytes((ctypes.c_char * count).from_address(tensor.data_ptr())) if count else b""


# ---- what has become of a product ---------------------------------------------------------------

KEEPING = {"add", "add_", "__add__", "__radd__", "__iadd__", "sub", "sub_", "__sub__", "__isub__", "subtract",
           "masked_fill", "masked_fill_", "where", "maximum", "max", "clamp", "clamp_", "to", "float", "half",
           "bfloat16", "double", "type", "type_as", "contiguous", "clone", "detach", "dropout", "dropout_",
           "feature_dropout", "cpu", "cuda"}
SCALING = {"mul", "mul_", "multiply", "multiply_", "__mul__", "__rmul__", "__imul__"}
DIVIDING = {"div", "div_", "divide", "divide_", "true_divide", "true_divide_", "__truediv__", "__itruediv__"}
TURNING = {"transpose", "transpose_", "swapaxes", "swapdims", "permute", "movedim", "moveaxis"}
SHAPING = {"view", "reshape", "unsqueeze", "squeeze", "flatten", "unflatten", "view_as", "reshape_as"}


class Product:
    """left [..., T, D] times right [..., D, S], as Q with Kᵀ; lead: the axes before, of the result."""

    def __init__(self, left, right, lead, element_bytes):
        self.left, self.right, self.lead, self.element_bytes = left.detach(), right.detach(), tuple(lead), element_bytes
        self.is_sum = False  # another product was added

    def turned(self):
        turned = Product(self.right.transpose(-1, -2), self.left.transpose(-1, -2), self.lead, self.element_bytes)
        turned.is_sum = self.is_sum
        return turned


class Track:
    """A tensor that comes of another: factor times it, plus anything; its axes in this order are those of the other."""

    def __init__(self, tensor, origin, factor, order):
        self.tensor, self.origin, self.factor, self.order = weakref.ref(tensor), origin, factor, tuple(order)


class Tracks:
    """Scores on their way to softmax (origin: their Product), and weights on theirs to V (origin: their Call)."""

    def __init__(self):
        self.of = {}

    def get(self, tensor):
        track = self.of.get(id(tensor))
        return track if track is not None and track.tensor() is tensor else None

    def put(self, tensor, origin, factor, order):
        self.of = {key: track for key, track in self.of.items() if track.tensor() is not None}
        self.of[id(tensor)] = Track(tensor, origin, factor, order)

    def follow(self, name, args, kwargs, result):
        """An operation by its name: does its result come of one that is followed?"""
        import torch

        if not isinstance(result, torch.Tensor):
            return
        operands = list(args) + list(kwargs.values())
        found = [(i, self.get(x)) for i, x in enumerate(operands) if isinstance(x, torch.Tensor)]
        found = [(i, track) for i, track in found if track is not None]
        if not found:
            return
        index, track = found[0]
        if len(found) > 1 and name in KEEPING and isinstance(track.origin, Product):
            track.origin.is_sum = any(other.origin is not track.origin for _, other in found[1:])
        before, is_product = operands[index], isinstance(track.origin, Product)
        others = [x for i, x in enumerate(operands) if i != index and not isinstance(x, (str, bool, type(None)))]
        factor, order = None, track.order
        if name in TURNING:
            order = _turned(before, result, order, name, args, kwargs)
            factor = track.factor if order else None
        elif name in SHAPING:
            keeps = result.dim() >= 2 and result.shape[-2:] == before.shape[-2:] and \
                result.numel() == before.numel() and order[-2:] == (len(order) - 2, len(order) - 1) and \
                order == tuple(range(len(order)))
            factor, order = (track.factor, tuple(range(result.dim()))) if keeps else (None, None)
        elif result.shape != before.shape:
            pass
        elif name in KEEPING:
            factor = track.factor
        elif name in SCALING or (name in DIVIDING and index == 0 and not kwargs.get("rounding_mode")):
            number = one_number(others)
            if not is_product:
                factor = 1.0
            elif number:
                factor = track.factor * number if name in SCALING else track.factor / number
        if factor is not None:
            self.put(result, track.origin, factor, order)
        elif result is before:
            del self.of[id(result)]  # changed in a way that is not understood


def one_number(operands):
    """The only operand, if it is a single number."""
    import torch

    if len(operands) != 1:
        return None
    number = operands[0]
    if isinstance(number, torch.Tensor):
        return float(number.item()) if number.numel() == 1 and number.dtype.is_floating_point else None
    return float(number) if isinstance(number, (int, float)) else None


def _turned(before, result, order, name, args, kwargs):
    """The order after axes were exchanged: tried on a small tensor of as many axes."""
    import torch

    marked = torch.empty(tuple(range(2, 2 + before.dim())), device="meta")
    options = {key: value for key, value in kwargs.items() if value is not before and key != "input"}
    rest = [x for x in args if x is not before]
    axes = [size - 2 for size in getattr(torch.Tensor, name.rstrip("_"))(marked, *rest, **options).shape]
    return tuple(axes.index(axis) for axis in order)


# ---- what one attention computed -----------------------------------------------------------------


class Call:
    """One attention of one sentence: what is known of it so far, each [H, rows, columns]."""

    def __init__(self):
        self.q = self.k = self.v = self.masked = self.weights = self.scores = None
        self.hidden = None  # bool [T,S] or [H,T,S]; True: may not be seen
        self.bias = None  # float, added to the scaled scores
        self.divisor = None  # of the scores; None: the square root of D
        self.is_exact = False  # divisor was followed, not fitted
        self.is_sum = False  # the scores are the sum of several products
        self.element_bytes = 4  # of the least exact number on the way
        self.lead, self.sentences, self.heads_first, self.shape, self.order = (), 1, False, None, None
        self.is_doubtful = False  # which of two axes, or of the parts of one, counts the sentences
        self.output = None  # [H,T,F]: weights · V as the model went on with it
        self.joined = None  # [T,E]: the same of all heads, after the output projection
        self.block = None  # [T,E]: what leaves the layer, given by hand
        self.dropout = 0.0  # share of the weights dropped between softmax and V, where it is one call of torch


class Frame:
    """An attention module that is running, or what is outside of all (name None)."""

    def __init__(self, name, heads, inputs, others=()):
        self.name, self.heads, self.inputs, self.others = name, heads, inputs, others
        self.tracks, self.call, self.products = Tracks(), None, []
        self.rows = []  # what the last linear maps made: Q, K and V come from there
        self.recorded = self.written = False

    def has_other_keys(self, queries, keys):
        """Has the module an input with a row for each key beside the one with a row for each query?"""
        axis = [[x.shape[i] for i in (0, 1)] for x in (*self.inputs, *self.others) if x.dim() == 3]
        return queries != keys and len(axis) > 1 and any(
            axis[0][i] == queries and axis[0][1 - i] == other[1 - i] and other[i] == keys for other in axis[1:] for i in (0, 1))

    def batch(self, rows):
        """How many sentences went into the module; None where that is not known."""
        for x in self.inputs:
            if x.dim() == 3 and x.shape[1] != rows and x.shape[0] == rows:
                return x.shape[1]  # [T,B,E]
            if x.dim() >= 3:
                return x.shape[0]
            if x.dim() == 2 and x.shape[0] == rows:
                return 1
        return None


def fewer_heads(first, second):
    """[H,T,D] with every n-th head repeated n times as [H/n,T,D], the same n for both."""
    import torch

    heads = first.shape[0]
    for groups in range(1, heads):
        if heads % groups or any(x is not None and x.shape[0] != heads for x in (first, second)):
            continue
        step = heads // groups
        if all(x is None or all(torch.equal(x[i], x[i - i % step]) for i in range(heads)) for x in (first, second)):
            return first[::step], second if second is None else second[::step]
    return first, second


def exact(x):
    """Half floats as float32; the others as they are."""
    return x.float() if x.element_size() < 4 else x


def raw_scores(call, head):
    """Q Kᵀ of one head."""
    serves = call.q.shape[0] // call.k.shape[0]
    return exact(call.q[head]) @ exact(call.k[head // serves]).transpose(-1, -2)


def fit_factor(call):
    """The factor that makes Q Kᵀ what softmax received, where nothing is hidden; None: there is none."""
    products = squares = 0.0
    for head in range(call.q.shape[0]):
        masked = exact(call.masked[head])
        visible = masked > HIDDEN_BELOW
        raw, seen = raw_scores(call, head).masked_fill(~visible, 0), masked.masked_fill(~visible, 0)
        products += (raw.double() * seen.double()).sum().item()
        squares += (raw.double() * raw.double()).sum().item()
    factor = products / squares if squares > 0 else 1 / math.sqrt(call.q.shape[-1])
    return factor if factor > 0 else None


def take_masked_apart(call, factor):
    """masked = factor Q Kᵀ + added. Returns what hides ([T,S] or [H,T,S]) and whether that is all that was added.

    A bfloat16 score has 8 significant bits and is rounded three times; half floats have 11.
    """
    import torch

    relative = {2: 0.02, 4: 1e-4, 8: 1e-9}[call.element_bytes]
    hides, plain = [], True
    for head in range(call.q.shape[0]):
        masked, product = exact(call.masked[head]), raw_scores(call, head) * factor
        hidden = masked - product < HIDDEN_BELOW
        largest = product.masked_fill(hidden, 0).abs().max().item()
        away = (masked - product).masked_fill(hidden, 0).abs() - relative * (product.abs() + 0.1 * largest)
        plain = plain and not bool((away > 0).any())
        hidden = hidden.cpu()
        if hides and torch.equal(hides[0], hidden):
            hidden = hides[0]  # kept once
        hides.append(hidden)
    same = all(hidden is hides[0] for hidden in hides)
    return (hides[0] if same else torch.stack(hides)), plain


def added_to_scores(call, factor, hidden):
    """What was added besides what hides: [T,S] where all heads have the same, else [H,T,S]."""
    import torch

    added = []
    for head in range(call.q.shape[0]):
        rest = (exact(call.masked[head]) - raw_scores(call, head) * factor).float().cpu()
        added.append(rest.masked_fill(hidden if hidden.dim() == 2 else hidden[head], 0.0))
    relative = {2: 0.02, 4: 1e-4, 8: 1e-9}[call.element_bytes] * max(x.abs().max().item() for x in added)
    if all((x - added[0]).abs().max().item() <= 0.01 * relative for x in added):
        return added[0]
    return torch.stack(added)


# ---- recording -----------------------------------------------------------------------------------


class Recorder:
    """Writes every attention that runs inside its `with` block.

    path        the file to write
    model       names the layers by its modules; without it they are numbered as they run
    tokens      the words of the sentence, of the queries; key_tokens those of the keys where they are others (and of
                the encoder); ids their numbers
    batch       which sentence of the batch, from 0; where it is not given the first is taken, and said
    keep        what to write of q, k, v, weights, masked, joined, block
    calls       which run of a module that runs again (a text being generated): "first", or its number, from 0;
                "each": every run is a layer of its own (layers that share their weights)
    heads       how many, where sentences and heads lie in one axis and nothing else tells
    heads_first True where heads come before sentences, in [H,B,T,S] or in one axis of both; False where they do not;
                asked for where the numbers do not tell
    cross       a pattern: modules with such a name are cross-attention
    head_offset, key_head_offset   where this process' heads begin, of all
    layer_offset                   where this process' layers begin
    part, parts                    which of so many processes this is; the last one to end joins them all
    dtype       "float32", "float16" or "bfloat16" in the file
    """

    def __init__(self, path, model=None, tokens=None, key_tokens=None, ids=None, batch=None, name=None,
                 keep=KEEP, calls="first", heads=None, cross=None, head_offset=None,
                 key_head_offset=None, layer_offset=0, part=None, parts=None, dtype="float32", heads_first=None):
        if calls not in ("first", "each") and not (isinstance(calls, int) and calls >= 0):
            raise ValueError(f"calls is {calls!r}; it may be 'first', 'each' or a number from 0")
        if dtype not in ("float32", "float16", "bfloat16"):
            raise ValueError(f"dtype is {dtype!r}; it may be float32, float16 or bfloat16")
        if isinstance(keep, str) or set(keep) - set(KEEP):
            raise ValueError(f"keep is {keep!r}; it may hold {', '.join(KEEP)}, as in keep=('q', 'k')")
        if (part is None) != (parts is None) or (parts is not None and not 0 <= part < parts):
            raise ValueError(f"part is {part!r} of {parts!r}; parts is the number of processes, part one of them from 0")
        check_path(path, "Recorder(“trace.safetensors”, model, tokens=[…])")
        self._refuse_no_model(model)
        self.batch_is_said, batch = batch is not None, batch or 0
        if batch < 0:
            raise ValueError(f"batch is {batch}; sentences count from 0")
        if sys.byteorder != "little":
            raise RuntimeError("the file is little-endian; this machine is not")
        self.path, self.part, self.parts = os.path.abspath(path), part, parts
        self.file = TraceFile(path if parts is None else part_path(self.path, part, parts))
        self.model, self.batch, self.keep, self.dtype = model, batch, set(keep), dtype
        self.calls = 0 if calls == "first" else calls
        self.heads, self.layer_offset, self.heads_first = heads, layer_offset, heads_first
        self.cross_name = re.compile(cross) if cross else None
        self.notes, self.runs, self.next, self.masks, self.d_head = [], {}, {}, {}, {}
        self.shapes, self.groups = {}, {}  # of the first layer of a group; heads of K and V by tensor
        self.unseen, self.waiting, self.left_out = [], {}, []
        self.frames, self.handles, self.mode = [Frame(None, heads, [])], [], None
        self.problem = None
        self.sentences = 1  # the most that ran at once
        self.is_share = head_offset is not None  # of the heads
        self.written = []  # (prefix, queries, sentences) of each layer
        self.heads_out = None  # a HeadsOut on its way to the output projection
        self.projected = None  # a Projected that may get its bias yet
        self.layer_out, self.running = None, []  # a LayerOut until it is seen where it goes; layers that run
        self.widths = {}  # of joined and block, by group
        self._refuse_what_hides()
        self.modules = dict(model.named_modules()) if model is not None else {}
        self.places = self._find_places()
        self.layer_names = self._find_layers()
        metadata = self.file.metadata
        metadata["model"] = name or (type(model).__name__ if model is not None else "recorded")
        for key, words in (("tokens", tokens), ("key_tokens", key_tokens), ("ids", ids)):
            if words is not None:
                metadata[key] = json.dumps(listed(key, words, batch), ensure_ascii=False)
        for key, offset in (("head_offset", head_offset), ("key_head_offset", key_head_offset)):
            if offset is not None:
                metadata[key] = str(int(offset))

    @staticmethod
    def _refuse_no_model(model):
        import torch

        if model is not None and not isinstance(model, torch.nn.Module):
            raise TypeError(f"model is {kind_of(model)}; it must be the torch.nn.Module whose attention is recorded, or be "
                            "left out (the words go to tokens=)")

    def _refuse_what_hides(self):
        import torch

        for name, module in self.model.named_modules() if self.model is not None else ():
            if type(module).__name__ == "OptimizedModule" or getattr(module, "_compiled_call_impl", None) is not None:
                raise ValueError(f"{name or 'the model'} is compiled, which hides its attention; record the model before "
                                 "torch.compile (its ._orig_mod), which has the same weights")
        if isinstance(self.model, torch.nn.DataParallel) and len(self.model.device_ids) > 1:
            raise ValueError("DataParallel runs copies of the model in threads, where nothing is seen; give its .module, "
                             "and call that")

    # -- where a layer's number comes from --

    def _find_places(self):
        """Module name → (group, layer, head, heads): attentions in the order the model lists them."""
        import torch

        modules = self.modules
        marked = [n for n, m in modules.items() if any(hasattr(m, mark) for mark in PROJECTIONS)]
        marked = [n for n in marked if not any(inside(o, n) for o in marked)]
        named = [n for n, m in modules.items() if ATTENTION_NAME.search(type(m).__name__)]
        named = [n for n in named if not any(o == n or inside(o, n) or inside(n, o) for o in marked)]
        names = marked + [n for n in named if not any(inside(o, n) for o in named)]
        compiled = [n for n in names if isinstance(modules[n], torch.jit.ScriptModule)]
        self.unseen += compiled
        names = [n for n in names if n not in compiled]
        order = {name: index for index, name in enumerate(modules)}
        names.sort(key=order.get)
        crosses = {n for n in names if self._is_cross(n)}
        places, counts, lists = {}, dict.fromkeys(GROUPS, self.layer_offset), {}
        for name in names:
            in_encoder = crosses and any(part.startswith("encoder") and "attn" not in part for part in name.split("."))
            group = "cross" if name in crosses else "encoder" if in_encoder else "layers"
            parent = name.rpartition(".")[0]
            if isinstance(modules.get(parent), torch.nn.ModuleList) and "head" in parent.rpartition(".")[2].lower():
                if parent not in lists:  # one module a head
                    lists[parent] = counts[group]
                    counts[group] += 1
                places[name] = (group, lists[parent], int(name.rpartition(".")[2]), len(modules[parent]))
                continue
            places[name] = (group, counts[group], 0, 1)
            counts[group] += 1
        if lists and self.calls == "each":
            raise ValueError(f"{few(lists)} has a module for every head, which calls='each' cannot tell from layers")
        self.next = counts if self.calls != "each" else {}
        return places

    def _find_layers(self):
        """The modules that are layers around an attention: torch's own, and entries of a list in which others attend too
        (or which is the only one). What leaves another module need not be what leaves a layer."""
        import torch

        own = (torch.nn.TransformerEncoderLayer, torch.nn.TransformerDecoderLayer)
        groups, found = {}, set()
        for name, (group, *_) in self.places.items():
            for parent in parents_of(name):
                groups.setdefault(parent, set()).add(group)
        for name, (group, *_) in self.places.items():
            for parent in parents_of(name):
                around = self.modules.get(parent.rpartition(".")[0]) if parent else None
                in_list = isinstance(around, (torch.nn.ModuleList, torch.nn.Sequential))
                beside = groups_beside(parent, groups) if in_list else []
                if isinstance(self.modules[parent], own) or any(group in other for other in beside) or \
                        (beside == [] and isinstance(around, torch.nn.ModuleList) and len(around) == 1):
                    found.add(parent)
                    break
        return sorted(found)

    def _is_cross(self, name):
        if self.cross_name is not None:
            return bool(self.cross_name.search(name))
        parent, _, own = name.rpartition(".")
        beside_self = own == "multihead_attn" and hasattr(self.modules.get(parent), "self_attn")
        return bool(beside_self or CROSS_NAME.search(name) or getattr(self.modules[name], "is_cross_attention", False))

    def _heads_of(self, name):
        if self.heads:
            return self.heads
        for attribute in ("num_heads", "num_attention_heads", "n_heads", "n_head", "nhead", "heads"):
            value = getattr(self.modules.get(name), attribute, None)
            if isinstance(value, int) and value > 0:
                return value
        return None

    def _place_of(self, frame):
        """None: a run of a module that is not wanted."""
        name = frame.name
        if name is None or self.calls == "each":
            group = self.places[name][0] if name in self.places else "layers"
            return group, self._next(group), 0, 1
        return self.places[name]

    def _next(self, group):
        self.next[group] = self.next.get(group, self.layer_offset) + 1
        return self.next[group] - 1

    # -- the block --

    def __enter__(self):
        if self.mode is not None:
            raise RuntimeError("this Recorder has been used; make another one")
        self.file.open()
        self.file.metadata["began"] = repr(time.time())
        self.thread = threading.get_ident()
        for name in self.layer_names if "block" in self.keep else ():
            self._hook(name, self.modules[name], self._enter_layer, self._leave_layer)
        for name in self.places:
            self._hook(name, self.modules[name], self._enter, lambda name, _: self._leave(name))
        self.mode = _make_mode(self)
        self.mode.__enter__()
        return self

    def _hook(self, name, module, entered, left):
        enter = lambda module, args, kwargs=None: self._look(entered, name, args, kwargs or {})
        try:
            self.handles.append(module.register_forward_pre_hook(enter, with_kwargs=True))
        except TypeError:  # torch 1.13
            self.handles.append(module.register_forward_pre_hook(enter))
        self.handles.append(module.register_forward_hook(lambda module, inputs, out: self._look(left, name, out)))

    def __exit__(self, kind, problem, traceback):
        self.mode.__exit__(kind, problem, traceback)
        for handle in self.handles:
            handle.remove()
        if kind is not None:
            self._give_up(problem)
            return False
        try:
            while self.frames:
                self._look(self._finish_call, self.frames[-1])
                self.frames.pop()
            for waiting in list(self.waiting):
                self._look(self._write_heads, waiting)
            self._look(self._write_joined)
            self._look(self._write_block)
            if self.problem is not None:
                raise self.problem
            self._finish()
        except BaseException:
            self.file.discard()
            raise
        return False

    def _give_up(self, problem):
        """The model failed. What one of several processes has recorded until then is kept."""
        if self.parts is None or not self.file.tensors or self.problem is not None:
            self.file.discard()
            return
        self.file.path, data = self.file.path + ".incomplete", self.file.path + ".data"
        os.replace(data, self.file.path + ".data")
        self.notes.append(f"part {self.part} ended early ({type(problem).__name__})")
        try:
            self._finish()
        except Exception as second:
            print(f"record_trace: {second}", file=sys.stderr)
            self.file.discard()

    def _finish(self):
        self._tell_what_was_not_seen()
        if not self.file.tensors:
            ran = f" ({few(self.unseen)} ran)" if self.unseen else ""
            why = "; ".join(dict.fromkeys(self.notes))
            raise RuntimeError(f"{self.file.path}: no attention was seen inside the block{ran}, so nothing is recorded; "
                               "compiled and fused attentions are not seen: run the eager model, or use record()"
                               + (f" ({why})" if why else ""))
        metadata = self.file.metadata
        names = set(self.masks.values())
        if len(names) == 1:
            metadata["mask"] = names.pop()
        else:
            metadata.update({f"{place}.mask": name for place, name in self.masks.items() if name != "edited"})
        widths = set(self.d_head.values())
        if len(widths) == 1:
            metadata["d_head"] = str(widths.pop())
        elif widths:
            metadata.update({f"{place}.d_head": str(width) for place, width in self.d_head.items()})
        self._count_words()
        self._even_out_groups()
        self.notes = together(self.notes)
        if self.notes:
            metadata["notes"] = kept_notes(self.notes)
        began = metadata.pop("began")
        if self.parts is not None:
            metadata.update({"part": str(self.part), "parts": str(self.parts), "began": began, "ended": repr(time.time())})
        self.file.close()
        say_written(self.file, self.notes, f"sentence {self.batch + 1} of {self.sentences}" if self.sentences > 1 else "")
        if self.parts is not None and not self.file.path.endswith(".incomplete"):
            join_when_complete(self.path, self.part, self.parts)

    def _tell_what_was_not_seen(self):
        again = {name: count for name, count in self.runs.items() if count > 1}
        if again and self.calls != "each":
            most = max(again.values())
            self.notes.append(f"{few(again)} ran {most} times; run {self.calls} is recorded (calls= says which, from 0, "
                              "and “each” makes every run a layer)")
        if isinstance(self.calls, int) and self.runs and self.calls >= max(self.runs.values()):
            self.notes.append(f"no module ran {self.calls + 1} times, so run {self.calls} is not there")
        if self.unseen and self.file.tensors:
            self.notes.append(f"{few(self.unseen)} ran without an attention that could be seen, and is not recorded")
        idle = [name for name in self.places if name not in self.runs]
        if idle and self.file.tensors and self.runs:
            self.notes.append(f"{few(idle)} did not run where it can be seen (not used, or compiled), and is not recorded")
        if self.sentences > 1 and not self.batch_is_said and self.file.tensors:
            self.notes.append(f"{self.sentences} sentences ran at once and the first is recorded (batch=1 takes the second)")
        if self.left_out:
            self.notes.append(f"left out, as all layers of a file have the same shape: {few(self.left_out)}")

    def _count_words(self):
        """Words that do not fit would be left aside without a word."""
        counts = {key: len(json.loads(self.file.metadata[key])) for key in ("tokens", "key_tokens") if key in self.file.metadata}
        for group, (_, queries, keys, *_) in self.shapes.items():
            wanted = [("tokens", queries, "queries")] if group != "encoder" else [("key_tokens", queries, "queries")]
            wanted += [("key_tokens", keys, "keys")] if group == "cross" or queries != keys else []
            for key, count, what in wanted:
                if counts.get(key, count) != count:
                    self.notes.append(f"{key} has {counts[key]} words, but {group} have {count} {what}, which will be numbered")

    def _even_out_groups(self):
        """All layers of a file have as many heads of K and V as the one with most."""
        for group in GROUPS:
            counts = {name: n for name, n in self.groups.items() if name.startswith(group + ".")}
            most = max(counts.values(), default=1)
            if any(most % count for count in counts.values()):
                most = self.shapes[group][0]
            self.file.repeats.update({name: most // count for name, count in counts.items() if count != most})

    def _look(self, action, *args):
        """Whatever goes wrong in the recording is told when the block ends: the model goes on, and so do the other
        processes that wait for it."""
        import torch

        if threading.get_ident() != self.thread:
            self.notes.append("something ran in another thread than the block, where it is not seen")
            return
        if self.problem is not None:
            return
        try:
            with torch.no_grad():
                action(*args)
        except Exception as problem:
            self.problem = problem

    def _enter(self, name, args, kwargs):
        import torch

        inputs = [x for x in list(args) + list(kwargs.values()) if isinstance(x, torch.Tensor) and x.dim() >= 2]
        self.frames[-1].recorded = True  # the inner one is
        self.frames.append(Frame(name, self._heads_of(name), inputs[:1], inputs[1:]))
        self.runs[name] = self.runs.get(name, 0) + 1

    def _leave(self, name):
        if name not in [frame.name for frame in self.frames]:
            return
        while self.frames[-1].name != name:
            self.frames.pop()  # an inner one that failed
        frame = self.frames[-1]
        self._finish_call(frame)
        self.frames.pop()
        if not frame.recorded and self._is_wanted(frame):
            self.unseen.append(name)

    def _enter_layer(self, name, args, kwargs):
        before = self.layer_out
        if before is not None and next_in_list(before.name) == name:
            first = next(iter(tensors_in([*args, *kwargs.values()])), None)
            before.goes_on = first is not None and is_same(first, before.tensor)
        self._write_block()
        self.running.append((name, len(self.written)))

    def _leave_layer(self, name, out):
        import torch

        while self.running and self.running[-1][0] != name:
            self.running.pop()  # an inner one that failed
        if not self.running:
            return
        _, first = self.running.pop()
        mine = self.written[first:]
        groups = [prefix.partition(".")[0] for prefix, *_ in mine]
        tensor = next(iter(tensors_in(out if isinstance(out, (list, tuple, dict)) else [out])), None)
        if tensor is None or not mine or len(set(groups)) < len(groups):
            return
        self._write_block()
        self.layer_out = LayerOut(name, tensor)
        for prefix, queries, sentences in mine:
            rows = rows_of_sentence(tensor, queries, sentences, self.batch, self._is_batch_first(name))
            if rows is not None:
                self.layer_out.blocks.append((prefix, rows.detach().clone(memory_format=torch.contiguous_format)))

    def _is_batch_first(self, name):
        """Of torch's attention in a layer; None: there is none."""
        said = {module.batch_first for other, module in self.modules.items()
                if inside(other, name) and hasattr(module, "batch_first")}
        return said.pop() if len(said) == 1 else None

    def _write_block(self):
        """What left a layer, unless it was seen to go elsewhere than into the next."""
        out, self.layer_out = self.layer_out, None
        if out is not None and out.goes_on:
            for prefix, rows in out.blocks:
                self._write_rows(prefix, "block", rows)

    def _is_wanted(self, frame):
        return frame.name is None or self.calls == "each" or self.runs[frame.name] == self.calls + 1

    # -- what the mode reports --

    def saw(self, name, args, kwargs, result):
        """One operation that has been done."""
        frame = self.frames[-1]
        if self.layer_out is not None and name in ADDING:
            self.layer_out.saw_sum([*args, *kwargs.values()])
        if not self._is_wanted(frame):
            return
        if self.projected is not None:
            self._saw_bias(name, [*args, *kwargs.values()], result)
        if self.heads_out is not None:
            self._saw_projection(name, args, kwargs, result)
        if name in ("matmul", "bmm", "mm", "__matmul__"):
            left, right = operands(args, kwargs, (("self", "input"), ("mat2", "other", "tensor2")))
            self._saw_product(left, right, result, 1.0)
        elif name in ("baddbmm", "baddbmm_"):
            _, left, right = operands(args, kwargs, (("self", "input"), ("batch1",), ("batch2",)))
            self._saw_product(left, right, result, float(kwargs.get("alpha", 1)))
        elif name == "einsum":
            self._saw_einsum(args, result)
        elif name in ("softmax", "special_softmax"):
            masked, dim = operands(args, kwargs, (("input", "self"), ("dim",)))
            self._saw_softmax(masked, result, dim)
        elif name in ("linear", "addmm"):
            if name == "linear" and not frame.inputs:
                frame.inputs = [x for x in args[:1] if x.dim() >= 3]
            frame.rows = frame.rows[-3:] + [result.detach()]
        else:
            frame.tracks.follow(name, args, kwargs, result)

    def _saw_projection(self, name, args, kwargs, result):
        """The first linear map of the heads side by side."""
        import torch

        if name == "addmm":
            _, rows, _ = operands(args, kwargs, (("self", "input"), ("mat1",), ("mat2",)))
        elif name in ("linear", "matmul", "mm", "__matmul__"):
            rows, matrix = operands(args, kwargs, (("input", "self"), ("weight", "other", "mat2")))
            if not isinstance(matrix, torch.Tensor) or matrix.dim() != 2:
                return
        else:
            return
        place = self.heads_out.find(rows, result, self.batch)
        if place is not None:
            self.projected = Projected(self.heads_out.prefix, result, place)
            self.heads_out = None
            if name in ("linear", "addmm"):
                self._write_joined()

    def _saw_bias(self, name, values, result):
        """x @ W is followed by + b, or not."""
        out = self.projected
        if not any(x is out.tensor for x in values):
            return
        if name in ADDING and is_bias(values, out.tensor) and result.shape == out.tensor.shape:
            out.rows = result[out.place].detach().clone()
        self._write_joined()

    def _write_joined(self):
        out, self.projected = self.projected, None
        if out is not None:
            self._write_rows(out.prefix, "joined", out.rows)

    def _saw_product(self, left, right, result, factor):
        """right is [..., D, S] before softmax and [..., S, D] after it."""
        if left.dim() < 2 or right.dim() < 2:
            return
        frame = self.frames[-1]
        call, track = frame.call, frame.tracks.get(left)
        if call is not None and track is not None and track.origin is call:
            if track.order == tuple(range(left.dim())):
                self._saw_values(left, right, result)
        elif call is not None and left.shape == call.shape and call.order == tuple(range(left.dim())) and track is None:
            self._saw_values(left, right, result)
        else:
            self._keep_product(left, right, result, factor, range(result.dim()))

    def _keep_product(self, left, right, result, factor, order):
        frame = self.frames[-1]
        lead = [result.shape[i] for i in order][:-2]
        product = Product(left, right, lead, min(left.element_size(), right.element_size()))
        frame.tracks.put(result, product, factor, order)
        if result.dim() > 2 or frame.name is not None:
            frame.products = frame.products[-3:] + [(tuple(result.shape), product)]

    def _saw_einsum(self, args, result):
        """A product in letters: ...qd,...kd->...qk and ...qk,...kd->...qd, in any order of the letters."""
        factors = args[1:] if len(args) == 3 else args[1] if len(args) == 2 and isinstance(args[1], (list, tuple)) else ()
        letters = einsum_letters(args[0], factors) if len(factors) == 2 and isinstance(args[0], str) else None
        if letters is None:
            return
        frame = self.frames[-1]
        tracks = [frame.tracks.get(x) for x in factors]
        mine = [frame.call is not None and track is not None and track.origin is frame.call for track in tracks]
        if any(mine):
            w = mine.index(True)
            order = [letters[w][i] for i in tracks[w].order]
            rest = [c for c in letters[1 - w] if c not in order]
            if order[-1] in letters[1 - w] and order[-1] not in letters[2] and len(rest) == 1 and order[-2] not in letters[1 - w]:
                self._saw_values(factors[w].permute(tracks[w].order),
                                 arranged(factors[1 - w], letters[1 - w], order[:-2] + [order[-1], rest[0]]),
                                 arranged(result, letters[2], order[:-1] + rest))
            return
        first, second, out = letters
        summed = [c for c in first if c in second and c not in out]
        rows, columns = ([c for c in out if c in mine and c not in other] for mine, other in ((first, second), (second, first)))
        if len(summed) != 1 or not rows or not columns:
            return
        lead = [c for c in out if c not in (rows[-1], columns[-1])]
        self._keep_product(arranged(factors[0], first, lead + [rows[-1], summed[0]]),
                           arranged(factors[1], second, lead + [summed[0], columns[-1]]), result, 1.0,
                           [out.index(c) for c in lead + [rows[-1], columns[-1]]])

    def _saw_softmax(self, masked, weights, dim):
        frame = self.frames[-1]
        if masked.dim() < 2 or dim is None:
            return
        dim = dim % masked.dim()
        track, product, factor, order = frame.tracks.get(masked), None, None, tuple(range(masked.dim()))
        if track is not None and isinstance(track.origin, Product):
            product, factor, order = track.origin, track.factor, track.order
            if order[-2] == dim:
                product, order = product.turned(), order[:-2] + (order[-1], order[-2])
            if order[-1] != dim:
                return  # over another axis than the keys
        else:
            same = [found for shape, found in frame.products if shape == tuple(masked.shape)]
            product = same[-1] if same else None
            if dim != masked.dim() - 1 or (frame.name is None and product is None):
                return  # of something else
        self._finish_call(frame)
        call = frame.call = Call()
        call.order, call.shape = order, tuple(weights.shape)
        whole = masked.detach().permute(order)
        call.lead, rows = tuple(whole.shape[:-2]), whole.shape[-2]
        call.sentences, call.heads_first = self._sentences(call.lead, rows, frame)
        call.is_doubtful = is_doubtful(call.lead, call.sentences)
        call.element_bytes = min(masked.element_size(), product.element_bytes if product else 8)
        call.masked = self._of_sentence(whole, call.lead, call)
        call.weights = self._of_sentence(weights.detach().permute(order), call.lead, call)
        if product is not None:
            call.is_sum = product.is_sum
            call.q = self._of_sentence(product.left, product.lead, call)
            call.k = self._of_sentence(product.right, product.lead, call).transpose(-1, -2)
            call.divisor, call.is_exact = (1 / factor, True) if factor and factor > 0 else (None, False)
            if factor is not None and factor < 0:
                call.q = call.k = None
        frame.tracks.put(weights, call, 1.0, order)

    def _saw_values(self, left, right, result):
        """left: the weights as they are multiplied with V; result: [..., T, F]."""
        import torch

        frame = self.frames[-1]
        call = frame.call
        if call.v is not None:
            return
        lead = torch.broadcast_shapes(left.shape[:-2], right.shape[:-2])
        used = self._of_sentence(left.detach(), lead, call)
        tolerance = {1: 0.1, 2: 0.01, 4: 1e-5, 8: 1e-10}[min(left.element_size(), call.weights.element_size())]
        same = used.data_ptr() == call.weights.data_ptr() or used.shape != call.weights.shape
        if not same and any((x.float() - y.float()).abs().max().item() > tolerance for x, y in zip(used, call.weights)):
            self.notes.append("weights were changed between softmax and the product with V (dropout, or a mask of heads); "
                              "those of softmax are recorded")
        call.v = self._of_sentence(right, lead, call)
        call.output = self._of_sentence(result, lead, call)
        self._check_sentence(frame, right)
        self._finish_call(frame)

    # -- one sentence of a batch --

    def _sentences(self, lead, rows, frame):
        """How many sentences lie in the axes before the matrix, and do heads come before them?"""
        batch, first = frame.batch(rows), bool(self.heads_first)
        if len(lead) == 0:
            return 1, False
        if len(lead) == 1:
            count = lead[0]
            if self.heads and count % self.heads == 0:
                return count // self.heads, first
            if batch and count % batch == 0:
                return batch, first
            if frame.heads and count % frame.heads == 0:
                return count // frame.heads, first
            if count > 1:
                self.notes.append(f"three axes were taken as {count} heads, queries and keys of one sentence; if the first "
                                  "counts sentences too, say heads=…")
            return 1, False
        rest = math.prod(lead[1:])
        heads = self.heads or frame.heads
        if len(lead) == 2 and self.heads_first is not None:
            return (lead[1], True) if first else (lead[0], False)
        if len(lead) == 2 and lead[0] != lead[1] and (heads == lead[0] or batch == lead[1]) and heads != lead[1] and \
                batch != lead[0]:
            return rest, True
        if batch and lead[0] != batch:
            self.notes.append(f"{frame.name} attends within {lead[0]} parts of {batch} sentences (windows, say); part "
                              f"{self.batch} of them is recorded (batch=)")
        return lead[0], False

    def _check_sentence(self, frame, value):
        """Of one axis for sentences and heads, or of two as long as each other, sentences were taken to come first. A
        row of V tells: neighbouring heads come from one row of what a linear map made of the sentence."""
        import torch

        call = frame.call
        if not call.is_doubtful or self.heads_first is not None or call.v.shape[0] < 2:
            return
        if value.dim() == 4 and value.shape[1] == 1 < value.shape[0]:
            return  # one head of V for each sentence
        pairs = ((token, head) for token in range(min(call.v.shape[1], ROWS_COMPARED))
                 for head in range(min(call.v.shape[0] - 1, HEADS_COMPARED)))
        for token, head in pairs:
            first, second = call.v[head, token], call.v[head + 1, token]
            if torch.equal(first, second):
                continue  # the same in every sentence, or one head that serves two
            for rows in frame.rows:
                places = [rows_with(rows, x) for x in (first, second)]
                if all(places) and places[0] & places[1]:
                    return
                if all(places):
                    raise ValueError(f"{frame.name or 'an attention'}: heads come before sentences in {list(call.lead)}; "
                                     "say heads_first=True")
        if len(call.lead) > 1:
            raise ValueError(f"{frame.name or 'an attention'}: {list(call.lead)} are as many sentences as heads, and the "
                             "numbers do not tell which axis is which; say heads_first=True or heads_first=False")
        self.notes.append(f"{frame.name or 'an attention'}: of {call.lead[0]} in one axis sentences were taken to come before "
                          "heads (heads_first= says it)")

    def _of_sentence(self, x, lead, call):
        """[lead…, R, C], or what is broadcast to it, as [H, R, C] of one sentence; lead may be shaped otherwise than
        the call's."""
        x = x.detach()
        tail = x.shape[-2:]
        if tuple(lead) != call.lead:
            x = x.expand(*lead, *tail).reshape(*call.lead, *tail)
        x = x[(None,) * (len(call.lead) + 2 - x.dim())]
        if len(call.lead) == 0:
            return x[None]
        if self.batch >= call.sentences:
            raise ValueError(f"batch is {self.batch}, but only {call.sentences} ran (sentences count from 0)")
        if len(call.lead) == 1:
            heads = call.lead[0] // call.sentences
            if call.heads_first and x.shape[0] > 1:
                return x[self.batch::call.sentences]
            return x if x.shape[0] == 1 else x[self.batch * heads:(self.batch + 1) * heads]
        if call.heads_first:
            x = x.transpose(0, 1)
        x = x[self.batch if x.shape[0] > 1 else 0]
        inner = (call.lead[0],) if call.heads_first else call.lead[1:]
        shared = len(inner) > 1 and x.shape[0] == inner[0] and all(n == 1 for n in x.shape[1:-2])  # [G,1,R,C] of [G,n]
        if x.dim() > 3:
            x = x.flatten(0, -3) if shared else x.expand(*inner, *tail).flatten(0, -3)
        return x

    # -- attentions that are one call of torch --

    def saw_sdpa(self, query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False,
                 result=None):
        import torch

        frame = self.frames[-1]
        if not self._is_wanted(frame):
            return
        self._finish_call(frame)
        call = Call()
        lead = query.shape[:-2]
        sentences, call.heads_first = self._sentences(lead, query.shape[-2], frame)
        call.is_doubtful = is_doubtful(lead, sentences)
        for part, x in (("q", query), ("k", key), ("v", value)):
            call.lead, call.sentences = tuple(x.shape[:-2]), sentences
            setattr(call, part, self._of_sentence(x, call.lead, call))
        if scale:
            call.divisor = 1 / scale
        call.dropout = float(dropout_p)
        if is_causal:
            shape = (call.q.shape[-2], call.k.shape[-2])
            call.hidden = ~torch.ones(shape, dtype=torch.bool, device="cpu").tril()
        if attn_mask is not None:
            call.lead = tuple(lead)
            whole = attn_mask.expand(*query.shape[:-1], key.shape[-2])
            self._take_mask(call, self._of_sentence(whole, lead, call), true_hides=False)
        if result is not None:
            call.lead = tuple(result.shape[:-2])
            call.output = self._of_sentence(result, call.lead, call)
        frame.call = call
        self._check_sentence(frame, value)
        self._finish_call(frame)

    def saw_mha(self, query, key, value, _width, heads, in_weight, in_bias, bias_k, bias_v, add_zero, dropout, _ow, _ob,
                training=True, key_padding_mask=None, need_weights=True, attn_mask=None, use_separate_proj_weight=False,
                q_proj_weight=None, k_proj_weight=None, v_proj_weight=None, static_k=None, static_v=None, result=None, **_):
        """The arguments of torch.nn.functional.multi_head_attention_forward; query [T,B,E] or [T,E], result its own."""
        import torch
        import torch.nn.functional as F

        frame = self.frames[-1]
        if not self._is_wanted(frame):
            return
        self._finish_call(frame)
        out = None if result is None else result[0]
        if query.dim() == 2:
            out = None if out is None else out[:, None]
            query, key, value = query[:, None], key[:, None], value[:, None]
        if self.batch >= query.shape[1]:
            raise ValueError(f"batch is {self.batch}, but only {query.shape[1]} ran (sentences count from 0)")
        batch, count = self.batch, query.shape[1]
        weights = (q_proj_weight, k_proj_weight, v_proj_weight) if use_separate_proj_weight else in_weight.chunk(3)
        biases = in_bias.chunk(3) if in_bias is not None else (None,) * 3
        rows = [F.linear(x[:, batch], w, b) for x, w, b in zip((query, key, value), weights, biases)]
        for i, (extra, static) in enumerate(((bias_k, static_k), (bias_v, static_v)), 1):
            if extra is not None:
                rows[i] = torch.cat([rows[i], extra[0]])
            rows[i] = rows[i].view(-1, heads, rows[i].shape[-1] // heads).transpose(0, 1)
            if static is not None:
                rows[i] = static[batch * heads:(batch + 1) * heads]
            if add_zero:
                rows[i] = torch.cat([rows[i], rows[i].new_zeros(heads, 1, rows[i].shape[-1])], 1)
        call = Call()
        call.sentences, call.dropout = count, float(dropout) if training else 0.0
        call.q = rows[0].view(-1, heads, rows[0].shape[-1] // heads).transpose(0, 1).detach()
        call.k, call.v = rows[1].detach(), rows[2].detach()
        added = call.k.shape[1] - key.shape[0] if static_k is None else 0
        if attn_mask is not None:
            if attn_mask.dim() == 3 and attn_mask.shape[0] == heads * count:
                attn_mask = attn_mask[batch * heads:(batch + 1) * heads]
            self._take_mask(call, F.pad(attn_mask, (0, added)), true_hides=True)
        if key_padding_mask is not None:
            padding = (key_padding_mask if key_padding_mask.dim() == 2 else key_padding_mask[None])[batch]
            self._take_mask(call, F.pad(padding, (0, added))[None].expand(call.q.shape[1], -1), true_hides=True)
        call.joined = None if out is None else out[:, batch].detach()
        frame.call = call
        self._finish_call(frame)

    @staticmethod
    def _take_mask(call, mask, true_hides):
        """Adds a mask to what hides already: bool, or float that is added to the scores."""
        import torch

        mask = mask.detach()
        if mask.dim() == 3 and (mask.shape[0] == 1 or bool((mask == mask[:1]).all())):
            mask = mask[0]
        if mask.dtype in (torch.bool, torch.uint8):
            hidden = mask.bool() if true_hides else ~mask.bool()
        else:
            hidden = mask <= HIDDEN_BELOW
            rest = mask.float().masked_fill(hidden, 0.0).cpu()
            if bool((rest != 0).any()):
                call.bias = rest if call.bias is None else call.bias + rest
        hidden = hidden.cpu()
        call.hidden = hidden if call.hidden is None else call.hidden | hidden

    # -- writing --

    def _finish_call(self, frame):
        call, frame.call = frame.call, None
        if call is None or (call.v is None and (call.q is None or frame.name is None)):
            return  # nothing says that it was an attention; classifiers call softmax too
        if frame.written and frame.name is not None and self.calls != "each":
            self.notes.append(f"{frame.name} computes several attentions in a run; the first is recorded (calls='each' makes "
                              "every one a layer)")
            return
        frame.recorded = frame.written = True
        group, layer, head, heads = self._place_of(frame)
        pair = call.weights.shape[-2:] if call.weights is not None else (call.q.shape[-2], call.k.shape[-2])
        if group == "layers" and self.cross_name is None and frame.has_other_keys(*pair):
            self.notes.append(f"{group}.{layer}: its keys are rows of another input, as in cross-attention, but its name does "
                              "not say so (cross='.*' records it as that)")
        if heads == 1:
            self._write((group, layer), call)
            return
        waiting = self.waiting.setdefault((group, layer), [None] * heads)
        waiting[head] = call
        if all(waiting):
            self._write_heads((group, layer))

    def _write_heads(self, place):
        """Heads that are modules of their own, as one layer."""
        import torch

        calls = self.waiting.pop(place)
        parts = ("q", "k", "v", "masked", "weights")
        if not all(calls):
            self.left_out.append(f"{place[0]}.{place[1]} (only {sum(map(bool, calls))} of its {len(calls)} heads ran)")
            return
        for part in parts:
            if any(getattr(call, part) is None for call in calls):
                for call in calls:
                    setattr(call, part, None)
        whole = calls[0]
        if any(call.hidden is not None or call.bias is not None for call in calls):
            self.left_out.append(f"{place[0]}.{place[1]} (its heads bring masks of their own)")
            return
        outputs = [call.output for call in calls]
        whole.output = torch.cat(outputs) if all(x is not None for x in outputs) else None
        whole.is_exact = all(call.is_exact and call.divisor == whole.divisor for call in calls)
        for part in parts:
            if getattr(whole, part) is not None:
                setattr(whole, part, torch.cat([getattr(call, part) for call in calls]))
        self._write(place, whole)

    def record(self, q=None, k=None, v=None, scores=None, weights=None, mask=None, layer=None, kind="layers",
               causal=False, divisor=None, joined=None, block=None):
        """Writes one attention by hand, each [H,T,D], [B,H,T,D] or [T,D] ([H,T,S] for scores and weights).

        scores   before they are divided: Q Kᵀ; divisor is what they are divided by (the square root of D)
        mask     bool, True where a key may not be seen, or float that is added; [T,S], [H,T,S] or [B,H,T,S]
        joined   all heads side by side times the output projection; block: what the next layer receives; [T,E] or [B,T,E]
        """
        import torch

        if kind not in GROUPS:
            raise ValueError(f"kind is {kind!r}; it may be {', '.join(GROUPS)}")
        call = Call()
        for key, tensor in {"q": q, "k": k, "v": v, "scores": scores, "weights": weights}.items():
            setattr(call, key, self._by_hand(key, tensor))
        first, second = (call.q, call.k) if call.q is not None and call.k is not None else (call.scores, call.weights)
        if first is None and second is None:
            raise ValueError("give q and k, or scores, or weights")
        pair = (first.shape[-2], second.shape[-2]) if first is call.q and first is not None else \
            tuple((first if first is not None else second).shape[-2:])
        call.divisor = divisor
        if mask is not None:
            mask = mask if mask.dim() == 2 else self._by_hand("mask", mask)
            if tuple(mask.shape[-2:]) != pair:
                raise ValueError(f"mask is {list(mask.shape)}; its last axes must be {pair[0]} queries and {pair[1]} keys")
            self._take_mask(call, mask, true_hides=True)
        if causal:
            hidden = ~torch.ones(*pair, dtype=torch.bool, device="cpu").tril()
            call.hidden = hidden if call.hidden is None else call.hidden | hidden
        for key, tensor in (("joined", joined), ("block", block)):
            setattr(call, key, self._rows_by_hand(key, tensor, pair[0]))
        layer = self._next(kind) if layer is None else int(layer)
        other = self._other_shape(kind, call)
        if other:
            raise ValueError(f"{kind}.{layer}: {other}; all layers of a file have the same")
        self._write((kind, layer), call)

    def _by_hand(self, key, tensor):
        if tensor is None:
            return None
        tensor = tensor.detach()
        if not 2 <= tensor.dim() <= 4:
            raise ValueError(f"{key} is {list(tensor.shape)}; it must be [T,D], [H,T,D] or [B,H,T,D]")
        if tensor.dim() == 2:
            return tensor[None]
        if tensor.dim() == 3:
            return tensor
        self.sentences = max(self.sentences, tensor.shape[0])
        if self.batch >= tensor.shape[0] > 1:
            raise ValueError(f"batch is {self.batch}, but {key} holds {tensor.shape[0]} sentences (counted from 0)")
        return tensor[self.batch if tensor.shape[0] > 1 else 0]

    def _rows_by_hand(self, key, tensor, queries):
        if tensor is None:
            return None
        rows = tensor.detach()
        rows = rows[self.batch if rows.shape[0] > 1 else 0] if rows.dim() == 3 and self.batch < max(rows.shape[0], 1) else rows
        if rows.dim() != 2 or rows.shape[0] != queries:
            raise ValueError(f"{key} is {list(tensor.shape)}; it must be [T,E] or [B,T,E] with T = {queries} queries")
        return rows

    def _write(self, place, call):
        prefix = f"{place[0]}.{place[1]}"
        self.sentences = max(self.sentences, call.sentences)
        if call.dropout > 0:
            self.notes.append(f"{prefix}: dropout of {call.dropout:g} was on, as in train(); Q and K give the weights before it, "
                              "and the model went on with others (run model.eval() first)")
        half = [x.dtype for x in (call.q, call.k, call.v, call.weights, call.masked) if x is not None and x.element_size() < 4]
        if half:  # what was rounded on the way cannot agree to the last digit
            self.file.metadata["computed_in"] = str(half[0]).rpartition(".")[2]
        other = self._other_shape(place[0], call)
        if other:
            self.left_out.append(f"{prefix} ({other})")
            return
        if call.masked is not None:
            self._settle_scores(prefix, call)
        elif call.divisor is None and call.q is not None:
            call.divisor = math.sqrt(call.q.shape[-1])
        if call.k is not None:
            call.k, call.v = fewer_heads(call.k, call.v)
        if call.q is not None:
            self.d_head[prefix] = call.q.shape[-1]
            if abs(call.divisor - math.sqrt(call.q.shape[-1])) > 1e-6 * call.divisor:
                self.file.metadata[f"{prefix}.divisor"] = repr(call.divisor)
        elif call.divisor is not None:
            self.file.metadata[f"{prefix}.divisor"] = repr(call.divisor)
        if (call.q is not None and {"q", "k"} <= self.keep) or call.scores is not None:
            call.masked = None  # follows from what is written
        for part in ("q", "k", "v", "scores", "masked", "weights"):
            tensor = getattr(call, part)
            if tensor is not None and (part in self.keep or part == "scores"):
                self._write_tensor(f"{prefix}.{part}", tensor)
                if part in ("k", "v"):
                    self.groups[f"{prefix}.{part}"] = tensor.shape[0]
        self._write_mask(prefix, call)
        self._write_behind(prefix, call)

    def _write_behind(self, prefix, call):
        """What comes behind the heads, or waits to be seen."""
        pair = next(x for x in (call.q, call.weights, call.scores, call.masked) if x is not None)
        self.written.append((prefix, pair.shape[-2], call.sentences))
        self.heads_out = None
        self._write_joined()
        for part in ("joined", "block"):
            if getattr(call, part) is not None:
                self._write_rows(prefix, part, getattr(call, part))
        if call.joined is None and call.output is not None and "joined" in self.keep:
            self.heads_out = HeadsOut(prefix, call.output, call.sentences)

    def _write_rows(self, prefix, part, rows):
        """joined and block, [T,E] of the same width in all layers. A process with some of the heads has a part of the sum
        that joined is."""
        if part not in self.keep or (part == "joined" and self.is_share):
            return
        if self.widths.setdefault(prefix.partition(".")[0], rows.shape[-1]) != rows.shape[-1]:
            self.left_out.append(f"{prefix}.{part} ({rows.shape[-1]} columns)")
            return
        self._write_tensor(f"{prefix}.{part}", rows)

    def _other_shape(self, group, call):
        """Heads, queries, keys and columns are those of the first layer of its kind; or what is not."""
        pair = next((x for x in (call.weights, call.scores, call.masked) if x is not None), None)
        q, k = call.q, call.k
        queries = q.shape[-2] if q is not None else pair.shape[-2]
        keys = k.shape[-2] if k is not None else pair.shape[-1] if pair is not None else None
        heads = q.shape[0] if q is not None else pair.shape[0]
        shape = [heads, queries, keys, q.shape[-1] if q is not None else None,
                 call.v.shape[-1] if call.v is not None else None]
        first = self.shapes.setdefault(group, shape)
        words = ("heads", "queries", "keys", "columns of Q", "columns of V")
        for i, (mine, others) in enumerate(zip(shape, first)):
            if mine is not None and others is not None and mine != others:
                return f"{mine} {words[i]} where the first has {others}"
            first[i] = others if others is not None else mine
        return None

    def _settle_scores(self, prefix, call):
        """Are Q and K what softmax received, and what hides or is added?"""
        if call.q is None:
            self.notes.append(f"{prefix}: the product of Q and K was not seen; what softmax received is recorded")
        else:
            factor = 1 / call.divisor if call.is_exact else fit_factor(call)
            hidden, plain = take_masked_apart(call, factor) if factor else (None, False)
            if call.is_sum and not plain:
                self.notes.append(f"{prefix}: the scores are a sum of several products; Q and K are those of the first, and "
                                  "the others are in the mask")
            if factor and (plain or call.is_exact):
                usual = math.sqrt(call.q.shape[-1])
                near = 1e-3 if call.element_bytes == 2 or not call.is_exact else 1e-6
                call.divisor = usual if abs(1 / factor - usual) <= near * usual else 1 / factor
                call.hidden = hidden
                if not plain:
                    call.bias = added_to_scores(call, 1 / call.divisor, hidden)
                return
            self.notes.append(f"{prefix}: more happens to the scores than scaling and a mask, so Q and K are left out and "
                              "what softmax received is recorded")
        call.q = call.k = call.divisor = None
        self._take_mask(call, call.masked.float().masked_fill(call.masked > HIDDEN_BELOW, 0.0), true_hides=True)

    def _write_mask(self, prefix, call):
        import torch

        hidden, bias = call.hidden, call.bias
        if hidden is None and bias is None:
            self.masks[prefix] = "none"
            return
        if bias is None:
            rows, columns = hidden.shape[-2:]
            if not bool(hidden.any()):
                self.masks[prefix] = "none"
                return
            causal = ~torch.ones(rows, columns, dtype=torch.bool, device="cpu").tril()
            if rows == columns and bool((hidden == causal).all()):
                self.masks[prefix] = "causal"
                return
        self.masks[prefix] = "edited"
        if bias is None:
            self.file.add(f"{prefix}.mask", "BOOL", hidden.shape, [bytes_of(hidden.to(torch.uint8).contiguous())])
            return
        added = bias if hidden is None else bias.clone().expand(torch.broadcast_shapes(bias.shape, hidden.shape))
        added = added if hidden is None else added.masked_fill(hidden, -math.inf)
        self.file.add(f"{prefix}.mask", "F32", added.shape, [bytes_of(added.float().contiguous())])

    def _write_tensor(self, name, tensor):
        import torch

        if tensor.is_meta:
            raise RuntimeError(f"{name} is on the meta device, without numbers: run the model with its weights loaded")
        if type(tensor).__name__ == "DTensor":
            raise RuntimeError(f"{name} is a DTensor, spread over processes: record where the attention has its local part, "
                               "or give record() its to_local() or full_tensor()")
        kept = {"float32": (torch.float32, "F32"), "float16": (torch.float16, "F16"),
                "bfloat16": (torch.bfloat16, "BF16")}[self.dtype]

        def heads():
            for head in tensor if tensor.dim() == 3 else (tensor,):
                yield bytes_of(head.detach().to(kept[0]).cpu().contiguous())

        self.file.add(name, kept[1], tensor.shape, heads())


class HeadsOut:
    """weights · V of all heads of a sentence, [H,T,F], which a linear map is looked for that takes them side by side."""

    def __init__(self, prefix, output, sentences):
        self.prefix, self.output, self.sentences = prefix, output, sentences

    def find(self, rows, result, batch):
        """rows is what a linear map took, result what it gave: where the sentence lies in both if it took the heads side by
        side, else None."""
        import torch

        heads, queries, width = self.output.shape
        if not isinstance(rows, torch.Tensor) or rows.dim() not in (2, 3) or rows.shape[-1] != heads * width or \
                rows.shape[:-1] != result.shape[:-1]:
            return None
        wanted = self.output.transpose(0, 1).reshape(queries, heads * width).to(rows.dtype)
        for place in places_of_sentence(rows, queries, self.sentences, batch):
            if torch.equal(rows[place], wanted):
                return place
        return None


class Projected:
    """What the output projection gave, [T,E] of the sentence at place; copied, since it may be changed where it lies."""

    def __init__(self, prefix, tensor, place):
        self.prefix, self.tensor, self.place, self.rows = prefix, tensor, place, tensor[place].detach().clone()


def is_bias(values, tensor):
    import torch

    others = [x for x in values if isinstance(x, torch.Tensor) and x is not tensor]
    return len(others) == 1 and others[0].dim() == 1


class LayerOut:
    """What left a layer, until it is seen where it goes: into the next layer, or into a sum outside, which then is what the
    next layer receives."""

    def __init__(self, name, tensor):
        self.name, self.tensor, self.blocks, self.goes_on = name, tensor, [], True

    def saw_sum(self, values):
        import torch

        terms = [x for x in values if isinstance(x, torch.Tensor) and x.shape == self.tensor.shape]
        if len(terms) > 1 and any(x is self.tensor for x in terms):
            self.goes_on = False


def places_of_sentence(rows, queries, sentences, batch):
    """Where the rows of one sentence may lie, of all rows of several."""
    if rows.dim() == 3:
        return [place for place, shape in ((batch, (sentences, queries)), ((slice(None), batch), (queries, sentences)))
                if tuple(rows.shape[:2]) == shape]
    if rows.shape[0] != queries * sentences:
        return []
    return [slice(batch * queries, (batch + 1) * queries), slice(batch, None, sentences)]


def rows_of_sentence(rows, queries, sentences, batch, batch_first):
    """[T,E] of what left a layer; None: it has another shape, or as many sentences as queries and nothing says which axis
    is which."""
    if rows.dim() == 2:
        return rows if rows.shape[0] == queries and sentences == 1 else None
    if rows.dim() != 3:
        return None
    places = places_of_sentence(rows, queries, sentences, batch)
    if len(places) > 1 and queries > 1:
        return None if batch_first is None else rows[places[0 if batch_first else 1]]
    return rows[places[0]] if places else None


def tensors_in(values):
    """Those among what goes into a module, or comes out of it, that may hold a row for each word."""
    import torch

    values = values.values() if isinstance(values, dict) else values
    return [x for x in values if isinstance(x, torch.Tensor) and x.dim() >= 2 and x.dtype.is_floating_point]


def is_same(one, other):
    import torch

    return one is other or (one.shape == other.shape and (one.data_ptr() == other.data_ptr() or torch.equal(one, other)))


def parents_of(name):
    """The names of the modules around one, from the nearest on; the last is the model."""
    while name:
        name = name.rpartition(".")[0]
        yield name


def groups_beside(name, groups):
    """Which kinds of attention the other entries of the same list have."""
    parent, _, index = name.rpartition(".")
    return [found for other, found in groups.items()
            if other != name and other.rpartition(".")[0] == parent and other and index.isdigit()]


def next_in_list(name):
    parent, dot, index = name.rpartition(".")
    return f"{parent}{dot}{int(index) + 1}" if index.isdigit() else None


def is_doubtful(lead, sentences):
    """Sentences and heads in one axis, or in two as long as each other."""
    return sentences > 1 and (len(lead) == 1 or (len(lead) == 2 and lead[0] == lead[1]))


def rows_with(rows, vector):
    """Which rows of a matrix hold this vector somewhere."""
    import torch

    flat, width = rows.reshape(-1, rows.shape[-1]), vector.shape[-1]
    if flat.shape[1] < width or flat.dtype != vector.dtype:
        return set()
    begins = (flat[:, :flat.shape[1] - width + 1] == vector[0]).nonzero()[:PLACES_COMPARED].tolist()
    return {row for row, column in begins if torch.equal(flat[row, column:column + width], vector)}


def inside(name, other):
    """Is the module of that name inside the other?"""
    return name != other and (other == "" or name.startswith(other + "."))


def operands(args, kwargs, names):
    """The first operands of an operation, given by place or by name; None where one is not given."""
    found = []
    for index, spellings in enumerate(names):
        named = [kwargs[word] for word in spellings if word in kwargs]
        found.append(args[index] if index < len(args) else named[0] if named else None)
    return found


def einsum_letters(equation, factors):
    """The letters of two factors and of the result; the axes of “...” get capital letters of their own."""
    inputs, arrow, out = equation.replace(" ", "").partition("->")
    pieces = inputs.split(",")
    if len(pieces) != 2:
        return None
    spare = [c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if c not in equation]
    counts = [x.dim() - len(piece.replace("...", "")) if "..." in piece else 0 for piece, x in zip(pieces, factors)]
    wide = spare[:max(counts)]
    letters = [piece.replace("...", "".join(wide[len(wide) - n:])) for piece, n in zip(pieces, counts)]
    if not arrow:
        both = "".join(letters)
        out = "..." * ("..." in inputs) + "".join(sorted(c for c in set(both) if both.count(c) == 1 and c not in wide))
    letters.append(out.replace("...", "".join(wide)))
    return letters if all(len(set(x)) == len(x) for x in letters) else None


def arranged(tensor, letters, wanted):
    """The axes in the order wanted; an axis the tensor does not have gets length 1."""
    tensor = tensor.permute([letters.index(c) for c in wanted if c in letters])
    return tensor[tuple(slice(None) if c in letters else None for c in wanted)]


def _make_mode(recorder):
    """Sees every call of torch inside the block, whoever makes it. While it is on, torch itself leaves its fused
    Transformer path, which would compute attention out of sight."""
    from torch.overrides import TorchFunctionMode

    class Mode(TorchFunctionMode):
        def __torch_function__(self, func, types, args=(), kwargs=None):
            kwargs = kwargs or {}
            name = getattr(func, "__name__", "")
            result = func(*args, **kwargs)
            if name == "multi_head_attention_forward":
                recorder._look(lambda: recorder.saw_mha(*args, **kwargs, result=result))
            elif name == "scaled_dot_product_attention":
                recorder._look(lambda: recorder.saw_sdpa(*args, **kwargs, result=result))
            elif name != "__get__":
                recorder._look(recorder.saw, name, args, kwargs, result)
            return result

    return Mode()


def save_attentions(path, attentions, tokens=None, key_tokens=None, kind="layers", **options):
    """Writes the weights a HuggingFace model returns with output_attentions=True: one [B,H,T,S] a layer."""
    import torch

    check_path(path, "save_attentions(“trace.safetensors”, outputs.attentions)")
    if isinstance(attentions, torch.Tensor) and attentions.dim() != 5:
        raise ValueError(f"attentions is one tensor {list(attentions.shape)}; give a list with one [B,H,T,S] a layer, of one "
                         "layer [attentions]")
    if not isinstance(attentions, (list, tuple, torch.Tensor)):
        hint = "; give the list in it" if isinstance(attentions, dict) else ""
        raise TypeError(f"attentions is {kind_of(attentions)}{hint}: one [B,H,T,S] a layer, as the model's outputs have them "
                        "with output_attentions=True")
    for layer, weights in enumerate(attentions):
        if not isinstance(weights, torch.Tensor):
            raise TypeError(f"attentions: layer {layer} is {kind_of(weights)}, where a tensor [B,H,T,S] belongs")
    with Recorder(path, tokens=tokens, key_tokens=key_tokens, **options) as recorder:
        for layer, weights in enumerate(attentions):
            recorder.record(weights=weights, layer=layer, kind=kind)
        recorder.masks = {}  # which keys were hidden is not known


# ---- reading and joining files ---------------------------------------------------------------------


def read_header(path):
    with open(path, "rb") as file:
        start = file.read(8)
        if len(start) < 8:
            raise ValueError(f"{path}: shorter than a header")
        length = struct.unpack("<Q", start)[0]
        if length > min(100_000_000, os.path.getsize(path) - 8):
            raise ValueError(f"{path}: a header of {length} bytes does not fit in the file")
        header = json.loads(file.read(length))
    metadata = header.pop("__metadata__", {})
    if metadata.get("format") != "heads-up-trace-1":
        raise ValueError(f"{path}: not a recording (its format is not heads-up-trace-1)")
    return metadata, header, 8 + length


def part_path(path, part, parts):
    return f"{path}.part-{part}-of-{parts}"


def what_is_in(metadata, tensors):
    """Of a header: which attentions it holds, and the stages that can be shown of all of them, as words."""
    found, shown = [], None
    for group, kind in (("layers", "self-attention"), ("cross", "cross-attention"), ("encoder", "attention of the encoder")):
        layers = {}
        for name, tensor in tensors.items():
            place, _, part = name.rpartition(".")
            if place.partition(".")[0] == group:
                layers.setdefault(place, {})[part] = tensor["shape"]
        if not layers:
            continue
        parts = next(iter(layers.values()))
        pair = next((parts[x] for x in ("weights", "scores", "scaled", "masked") if x in parts), [])
        sizes = [*zip(pair, ("head", "query", "key"))] or \
            [*zip(parts.get("q", []), ("head", "query")), *zip(parts.get("k", [])[1:], ("key",))]
        found.append((kind, ", ".join([counted(len(layers), "layer"), *(counted(n, noun) for n, noun in sizes)])))
        for place, parts in layers.items():
            stages = stages_of(metadata, place, parts)
            shown = stages if shown is None else [stage for stage in shown if stage in stages]
    kinds = [words if [kind] == ["self-attention"] and len(found) == 1 else f"{kind} of {words}" for kind, words in found]
    return "; ".join(kinds), shown or []


def stages_of(metadata, place, parts):
    """What follows from the tensors of one layer, as the program has it (docs/recordings.md)."""
    has = lambda *names: all(name in parts for name in names)
    divided = has("q", "k") or any(key in metadata for key in (f"{place}.divisor", "divisor", f"{place}.d_head", "d_head"))
    scores = has("q", "k") or has("scores")
    scaled = has("scaled") or (scores and divided)
    masked = has("masked") or (scaled and (has("mask") or metadata.get(f"{place}.mask", metadata.get("mask", "edited")) !=
                                           "edited"))
    weights = has("weights") or masked
    output = has("output") or (weights and has("v"))
    there = {"qkv": has("q") or has("k") or has("v"), "scores": scores, "scaled": scaled, "masked": masked,
             "weights": weights, "output": output, "joined": has("joined"), "block": has("block")}
    return [stage for stage, is_there in there.items() if is_there]


def say_written(file, notes, sentence=""):
    """The notes, and one line about a file that is complete. It may be gone by now: another process joins parts."""
    kinds, stages = what_is_in(file.metadata, file.written())
    said = [f"{file.path} is written: {kinds}", *([sentence] if sentence else []), f"stages {', '.join(stages)}",
            f"{counted(len(notes), 'note')}, above" if notes else "no notes"]
    for line in (*notes, "; ".join(said)):
        print(f"record_trace: {line}", file=sys.stderr)


def join_when_complete(path, part, parts):
    """Whichever process ends last joins the parts. They are of one run when all ran at one time."""
    paths = [part_path(path, number, parts) for number in range(parts)]
    missing = paths
    while missing and os.path.exists(paths[part]):  # else another process has joined it
        with open(path + ".joining", "wb") as file:
            if not lock(file):
                return  # who has it looks again
            missing = [name for name in paths if not os.path.exists(name)]
            if not missing:
                _join(path, paths)
        with contextlib.suppress(FileNotFoundError):
            os.remove(path + ".joining")
        still = [os.path.basename(name) for name in missing if not os.path.exists(name)]
        if still and len(still) == len(missing):
            if os.path.exists(paths[part]):
                print(f"record_trace: {path} is joined when {few(still)} is there too", file=sys.stderr)
            return


def _join(path, paths):
    heads = [read_header(name)[0] for name in paths]
    if max(float(x["began"]) for x in heads) > min(float(x["ended"]) for x in heads):
        print(f"record_trace: the parts of {path} were recorded at different times and are not joined; “merge” joins them "
              "anyway", file=sys.stderr)
        return
    merge(path, paths)
    for name in paths:
        os.remove(name)


class Part:
    def __init__(self, path):
        self.path = path
        self.metadata, self.tensors, self.data = read_header(path)
        offset = self.metadata.get("head_offset")
        self.offset = None if offset is None else int(offset)
        self.key_offset = int(self.metadata.get("key_head_offset", offset or 0))

    def layers(self):
        return {name.rpartition(".")[0] for name in self.tensors}


def merge(out, paths):
    """Joins recordings of one run: heads that lie in several files, in the order of head_offset, and layers. Returns
    what is to be said of it."""
    parts = [Part(path) for path in paths]
    parts.sort(key=lambda part: part.offset or 0)
    offsets = {part.offset for part in parts}
    for part in parts:
        for key in ("tokens", "key_tokens", "ids"):
            if part.metadata.get(key, parts[0].metadata.get(key)) != parts[0].metadata.get(key, part.metadata.get(key)):
                raise ValueError(f"{part.path}: has other {key} than {parts[0].path}")
    names = list(dict.fromkeys(name for part in parts for name in part.tensors))
    whole, broken = {}, []
    for layer in dict.fromkeys(name.rpartition(".")[0] for name in names):
        having = [part for part in parts if layer in part.layers()]
        _refuse_twice(layer, having)
        (broken.append(layer) if {part.offset for part in having} != offsets else whole.update({layer: having}))
    if not whole:
        raise ValueError(f"{paths[0]}: no layer is in all parts")
    names = [name for name in names if name.rpartition(".")[0] in whole]
    file = TraceFile(out)
    file.open()
    try:
        for name in names:
            _merge_tensor(file, name, whole[name.rpartition(".")[0]])
        notes = _merge_metadata(file, parts, whole, broken)
        file.close()
    except BaseException:
        file.discard()
        raise
    say_written(file, notes)
    return "; ".join(notes)


def _refuse_twice(layer, having):
    for index, part in enumerate(having):
        for other in having[:index]:
            if part.offset is None or other.offset is None:
                raise ValueError(f"{layer} is in {other.path} and in {part.path}: if they have different heads of it, record "
                                 "with head_offset=…; if these are different layers, with layer_offset=…")
            if part.offset == other.offset:
                raise ValueError(f"{layer} is in {other.path} and in {part.path} with the same head_offset {part.offset}")
        if part.tensors.keys() and {n for n in part.tensors if n.startswith(layer + ".")} != \
                {n for n in having[0].tensors if n.startswith(layer + ".")}:
            raise ValueError(f"{part.path}: holds other tensors of {layer} than {having[0].path}")


def _merge_metadata(file, parts, whole, broken):
    """What all parts say of the file, and what one says of its layers."""
    own = ("head_offset", "key_head_offset", "part", "parts", "began", "ended", "notes")
    everywhere = {}
    for key in ("mask", "d_head", "divisor"):
        values = {part.metadata.get(key) for part in parts}
        everywhere[key] = len(values) == 1
    for part in parts:
        for key, value in part.metadata.items():
            if key in own:
                continue
            if everywhere.get(key, True):
                file.metadata.setdefault(key, value)
            else:
                file.metadata.update({f"{layer}.{key}": value for layer in part.layers() if layer in whole
                                      and f"{layer}.{key}" not in part.metadata and value != "edited"})
    notes = [part.metadata["notes"] for part in parts if "notes" in part.metadata]
    if broken:
        notes.append(f"left out, as not every part has them: {few(broken)}")
    expected = max(int(part.metadata.get("parts", 0)) for part in parts)
    if expected > len(parts):
        notes.append(f"joined from {len(parts)} of {expected} parts")
    notes = list(dict.fromkeys(notes))
    if notes:
        file.metadata["notes"] = "; ".join(notes)
    return notes


def _merge_tensor(file, name, parts):
    part_name = name.rpartition(".")[2]
    chosen, expected, taken = [], 0, set()
    first = parts[0].tensors[name]
    for part in parts:
        tensor = part.tensors[name]
        if tensor["dtype"] != first["dtype"] or tensor["shape"][1:] != first["shape"][1:]:
            raise ValueError(f"{part.path}: {name} is {tensor['shape']} {tensor['dtype']}, not like {first['shape']} "
                             f"{first['dtype']} of {parts[0].path}")
        if part_name not in PER_HEAD and not (part_name == "mask" and len(tensor["shape"]) == 3):
            if not chosen:
                chosen.append((part, tensor))
            continue
        offset = part.offset or 0
        if part_name in ("k", "v"):
            if part.key_offset in taken:
                continue  # the same heads on several processes
            taken.add(part.key_offset)
        elif offset != expected:
            raise ValueError(f"{part.path}: {name} begins at head {offset} where {expected} is the next")
        expected = offset + tensor["shape"][0]
        chosen.append((part, tensor))
    shape = list(first["shape"])
    if len(chosen) > 1:
        shape[0] = sum(tensor["shape"][0] for _, tensor in chosen)
    pieces = (piece for part, tensor in chosen
              for piece in read_pieces(part.path, part.data + tensor["data_offsets"][0], part.data + tensor["data_offsets"][1]))
    file.add(name, first["dtype"], shape, pieces)


def show(path):
    metadata, tensors, _ = read_header(path)
    for key, value in sorted(metadata.items()):
        print(f"{key}: {value if len(value) <= 100 else value[:99] + '…'!s}".encode("unicode_escape").decode())
    for name, tensor in tensors.items():
        print(f"{name}  {tensor['dtype']}  {tensor['shape']}".encode("unicode_escape").decode())


def record_model(folder, text, out):
    """One forward pass of a HuggingFace model, by its folder or its name."""
    import torch

    try:
        from transformers import AutoModel, AutoTokenizer
    except ImportError as problem:
        raise ImportError(f"recording a model by its folder or name needs the transformers package ({problem}); where it "
                          "is not installed, give the model itself to Recorder (docs/recordings.md)") from None
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModel.from_pretrained(folder, attn_implementation="eager").eval()
    inputs = tokenizer(text, return_tensors="pt")
    ids = [int(i) for i in inputs["input_ids"][0]]
    both = getattr(model.config, "is_encoder_decoder", False)
    more = {"decoder_input_ids": inputs["input_ids"]} if both else {}
    words = [tokenizer.decode([i]) for i in ids]
    with torch.no_grad(), Recorder(out, model, tokens=words, key_tokens=words if both else None):
        model(**inputs, **more)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("model", help="records a HuggingFace model on one text")
    run.add_argument("folder")
    run.add_argument("text")
    run.add_argument("out")
    one = commands.add_parser("show", help="what a recording holds")
    one.add_argument("file")
    other = commands.add_parser("convert", help="a file of torch.save as a recording or a safetensors file")
    other.add_argument("file")
    other.add_argument("out")
    other.add_argument("--tokens", metavar="TEXT", help="the words of the sentence, parted by spaces")
    other.add_argument("--batch", type=int, help="which sentence, from 0")
    several = commands.add_parser("merge", help="joins the heads of several recordings")
    several.add_argument("out")
    several.add_argument("parts", nargs="+")
    arguments = parser.parse_args()
    try:
        if arguments.command == "show":
            show(arguments.file)
        elif arguments.command == "convert":
            convert(arguments.file, arguments.out, arguments.tokens and arguments.tokens.split(), arguments.batch)
        elif arguments.command == "model":
            record_model(arguments.folder, arguments.text, arguments.out)
        else:
            merge(arguments.out, arguments.parts)
    except (ImportError, OSError, ValueError, KeyError, TypeError) as problem:
        print(f"record_trace: {plain(str(problem))}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
