"""Files for the cases: small whole checkpoints, and the pieces to make broken ones of. Standard library only.

A checkpoint made here is sound and has random numbers; a case then breaks one thing in it.
"""
import array
import json
import os
import random
import struct
import zlib

SIZES = {"F64": 8, "F32": 4, "F16": 2, "BF16": 2, "I64": 8, "U8": 1, "BOOL": 1}


def count_of(shape):
    product = 1
    for size in shape:
        product *= size
    return product


def with_header(header, data=b""):
    """A safetensors file with these bytes as its header, whatever they are."""
    return struct.pack("<Q", len(header)) + header + data


def safetensors(tensors, metadata=None):
    """tensors: name -> (dtype, shape, bytes)."""
    header, data = ({"__metadata__": metadata} if metadata is not None else {}), b""
    for name, (dtype, shape, numbers) in tensors.items():
        header[name] = {"dtype": dtype, "shape": list(shape), "data_offsets": [len(data), len(data) + len(numbers)]}
        data += numbers
    return with_header(json.dumps(header).encode(), data)


def numbers(rng, shape, around=0.0, value=None):
    count = count_of(shape)
    return array.array("f", [value if value is not None else around + rng.gauss(0, 0.1) for _ in range(count)]).tobytes()


class Checkpoint:
    """A folder of GPT-2 or BERT: change config, tensors or files, then write()."""

    def __init__(self, family="gpt2", layers=1, heads=2, width=8, words=None, positions=16):
        rng = random.Random(1)
        self.family, self.files, self.tensors = family, {}, {}
        f32 = lambda name, *shape, around=0.0: self.tensors.__setitem__(name, ("F32", shape, numbers(rng, shape, around)))
        if family == "gpt2":
            self._gpt2(f32, layers, heads, width, words, positions)
        else:
            self._bert(f32, layers, heads, width, positions)

    def _gpt2(self, f32, layers, heads, width, words, positions):
        characters = [chr(b) for b in [*range(33, 127), *range(161, 173), *range(174, 256)]]
        characters += [chr(256 + i) for i in range(256 - len(characters))]
        merges = ["t h", "th e", "a t", "Ġ c", "Ġc at"]
        vocab = characters + [merge.replace(" ", "") for merge in merges] + ["<|endoftext|>"]
        vocab_size = words or len(vocab)
        self.config = {"model_type": "gpt2", "n_layer": layers, "n_head": heads, "n_embd": width, "n_positions": positions,
                       "vocab_size": vocab_size, "activation_function": "gelu_new"}
        f32("wte.weight", vocab_size, width)
        f32("wpe.weight", positions, width)
        for i in range(layers):
            for name, shape, around in (("ln_1.weight", (width,), 1), ("ln_1.bias", (width,), 0),
                                        ("attn.c_attn.weight", (width, 3 * width), 0), ("attn.c_attn.bias", (3 * width,), 0),
                                        ("attn.c_proj.weight", (width, width), 0), ("attn.c_proj.bias", (width,), 0),
                                        ("ln_2.weight", (width,), 1), ("ln_2.bias", (width,), 0),
                                        ("mlp.c_fc.weight", (width, 4 * width), 0), ("mlp.c_fc.bias", (4 * width,), 0),
                                        ("mlp.c_proj.weight", (4 * width, width), 0), ("mlp.c_proj.bias", (width,), 0)):
                f32(f"h.{i}.{name}", *shape, around=around)
        f32("ln_f.weight", width, around=1)
        f32("ln_f.bias", width)
        self.vocab = {token: i for i, token in enumerate(vocab)}
        self.merges = "#version: 0.2\n" + "\n".join(merges) + "\n"

    def _bert(self, f32, layers, heads, width, positions):
        self.words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "the", "cat", "sat", "##s", ".", ","]
        vocab_size = len(self.words)
        self.config = {"model_type": "bert", "num_hidden_layers": layers, "num_attention_heads": heads, "hidden_size": width,
                       "intermediate_size": 4 * width, "max_position_embeddings": positions, "vocab_size": vocab_size,
                       "type_vocab_size": 2, "hidden_act": "gelu"}
        for name, rows in (("word", vocab_size), ("position", positions), ("token_type", 2)):
            f32(f"embeddings.{name}_embeddings.weight", rows, width)
        f32("embeddings.LayerNorm.weight", width, around=1)
        f32("embeddings.LayerNorm.bias", width)
        for i in range(layers):
            at = f"encoder.layer.{i}."
            for name, rows, cols in (("attention.self.query", width, width), ("attention.self.key", width, width),
                                     ("attention.self.value", width, width), ("attention.output.dense", width, width),
                                     ("intermediate.dense", 4 * width, width), ("output.dense", width, 4 * width)):
                f32(at + name + ".weight", rows, cols)
                f32(at + name + ".bias", rows)
            for name in ("attention.output.LayerNorm", "output.LayerNorm"):
                f32(at + name + ".weight", width, around=1)
                f32(at + name + ".bias", width)

    def fill(self, name, value):
        dtype, shape, _ = self.tensors[name]
        self.tensors[name] = (dtype, shape, numbers(None, shape, value=value))

    def write(self, folder):
        os.makedirs(folder, exist_ok=True)
        files = {"config.json": json.dumps(self.config), "model.safetensors": safetensors(self.tensors)}
        if self.family == "gpt2":
            files["vocab.json"], files["merges.txt"] = json.dumps(self.vocab), self.merges
        else:
            files["vocab.txt"] = "\n".join(self.words) + "\n"
            files["tokenizer_config.json"] = json.dumps({"do_lower_case": True})
        files.update(self.files)
        for name, content in files.items():
            if content is not None:
                put(os.path.join(folder, name), content)
        return folder


def put(path, content):
    with open(path, "wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)
    return path


def npy(descr="'<f4'", shape="(2, 2)", order="False", data=b"\0" * 16, header=None, version=(1, 0)):
    """A .npy file; header replaces the whole text of the dict."""
    text = header if header is not None else f"{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}"
    body = text.encode()
    size = struct.pack("<H" if version[0] == 1 else "<I", len(body) + 1)
    return b"\x93NUMPY" + bytes(version) + size + body + b"\n" + data


def zip_of(members, method=0):
    """A zip archive: name -> bytes. Written by hand so that a case can change any field."""
    body, directory = b"", b""
    for name, content in members.items():
        packed = content
        if method == 8:
            deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
            packed = deflate.compress(content) + deflate.flush()
        fields = struct.pack("<HHHHHIIIHH", 20, 0, method, 0, 33, zlib.crc32(content), len(packed), len(content), len(name), 0)
        directory += b"PK\1\2" + struct.pack("<H", 20) + fields + struct.pack("<HHHII", 0, 0, 0, 0, len(body)) + name.encode()
        body += b"PK\3\4" + fields + name.encode() + packed
    end = struct.pack("<HHHHIIH", 0, 0, len(members), len(members), len(directory), len(body), 0)
    return body + directory + b"PK\5\6" + end
