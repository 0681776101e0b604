#!/usr/bin/env python3
"""What the recorder writes of a layer behind its heads: joined, the heads side by side times W_O, and block, what the next
layer receives; and that neither is written where it is not what its name says.

usage: record_layers_test.py PROGRAM"""
import contextlib
import io
import math
import os
import subprocess
import sys
import tempfile

from recorder import Recorder, read_header

import torch
import torch.nn as nn
import torch.nn.functional as F

PROGRAM = os.path.abspath(sys.argv[1])
FOLDER = tempfile.mkdtemp()
FILE = os.path.join(FOLDER, "r.safetensors")


def read(name=FILE):
    metadata, tensors, data = read_header(name)
    raw = open(name, "rb").read()
    out = {}
    for key, tensor in tensors.items():
        begin, last = tensor["data_offsets"]
        if tensor["dtype"] == "F32":
            out[key] = torch.frombuffer(bytearray(raw[data + begin:data + last]), dtype=torch.float32).view(tensor["shape"])
    return metadata, out


def recorded(model, *inputs, **options):
    model.eval()
    with contextlib.redirect_stderr(io.StringIO()) as said, torch.no_grad(), Recorder(FILE, model, **options):
        model(*inputs)
    assert "is written" in said.getvalue()
    metadata, tensors = read()
    assert not options.get("keep") or "joined" in options["keep"] or not parts(tensors, "joined")
    return metadata, tensors


def parts(tensors, part):
    return sorted(name for name in tensors if name.endswith("." + part))


def near(a, b, limit=2e-6):
    assert a.shape == b.shape, (a.shape, b.shape)
    assert (a - b).abs().max().item() <= limit * max(1.0, b.abs().max().item()), (a - b).abs().max().item()


class Seen:
    """What modules gave, by their names, in the run that is recorded."""

    def __init__(self, model, *names):
        modules = dict(model.named_modules())
        self.of, self.handles = {}, [modules[name].register_forward_hook(self.hook(name)) for name in names]

    def hook(self, name):
        def keep(module, inputs, output):
            self.of.setdefault(name, (output[0] if isinstance(output, tuple) else output).detach().clone())
        return keep

    def remove(self):
        for handle in self.handles:
            handle.remove()
        return self.of


def shown_by_program(part, layer, expected):
    """headsup trace --from hands the same numbers on."""
    out = os.path.join(FOLDER, "all.safetensors")
    done = subprocess.run([PROGRAM, "trace", "--from", FILE, "--reading", "self", "--out", out], capture_output=True, text=True,
                          timeout=600)
    assert done.returncode == 0, done.stderr
    assert torch.equal(read(out)[1][f"layers.{layer}.{part}"], expected)
    os.remove(out)
    done = subprocess.run([PROGRAM, "check", "--reading", "self", FILE], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0 and f" {part}" in done.stdout.partition("can be shown:")[2].partition("\n")[0], done


# ---- torch's own layers ------------------------------------------------------------------------------


def torchs_layers():
    for first in (False, True):
        for norm_first in (False, True):
            layer = nn.TransformerEncoderLayer(12, 3, 24, batch_first=first, norm_first=norm_first)
            model = nn.TransformerEncoder(layer, 3).eval()
            x = torch.randn(2, 5, 12) if first else torch.randn(5, 2, 12)
            names = [f"layers.{i}{end}" for i in range(3) for end in ("", ".self_attn")]
            seen = Seen(model, *names)
            _, tensors = recorded(model, x, batch=1)
            seen = seen.remove()
            for i in range(3):
                for part, end in (("joined", ".self_attn"), ("block", "")):
                    truth = seen[f"layers.{i}{end}"]
                    near(tensors[f"layers.{i}.{part}"], truth[1] if first else truth[:, 1])
            shown_by_program("joined", 2, tensors["layers.2.joined"])
            shown_by_program("block", 1, tensors["layers.1.block"])
    model = nn.TransformerEncoderLayer(12, 3, 24, batch_first=True).eval()  # one layer, in no list
    x = torch.randn(1, 5, 12)
    _, tensors = recorded(model, x)
    near(tensors["layers.0.block"], model(x)[0], 1e-5)


def attention_alone():
    """nn.MultiheadAttention of its own has an output projection, and no layer around it."""
    class Alone(nn.MultiheadAttention):
        def forward(self, x):
            return super().forward(x, x, x)[0]

    for x, take in ((torch.randn(5, 2, 12), lambda y: y[:, 1]), (torch.randn(5, 12), lambda y: y)):
        model = Alone(12, 3).eval()
        _, tensors = recorded(model, x, batch=1 if x.dim() == 3 else 0)
        with torch.no_grad():
            near(tensors["layers.0.joined"], take(model(x)))
        assert parts(tensors, "block") == []


def decoder_layers():
    """Self-attention and cross-attention of one layer: each has its own joined, and both end in the same block."""
    model = nn.Transformer(12, 3, 2, 2, 24, batch_first=True).eval()
    names = [f"decoder.layers.{i}{end}" for i in (0, 1) for end in ("", ".self_attn", ".multihead_attn")]
    seen = Seen(model, *names, "encoder.layers.0", "encoder.layers.1")
    _, tensors = recorded(model, torch.randn(1, 7, 12), torch.randn(1, 4, 12))
    seen = seen.remove()
    for i in (0, 1):
        near(tensors[f"layers.{i}.joined"], seen[f"decoder.layers.{i}.self_attn"][0])
        near(tensors[f"cross.{i}.joined"], seen[f"decoder.layers.{i}.multihead_attn"][0])
        near(tensors[f"layers.{i}.block"], seen[f"decoder.layers.{i}"][0])
        near(tensors[f"cross.{i}.block"], seen[f"decoder.layers.{i}"][0])
        near(tensors[f"encoder.{i}.block"], seen[f"encoder.layers.{i}"][0])
    shown_by_program("block", 1, tensors["layers.1.block"])


# ---- attention written by hand ------------------------------------------------------------------------


class Conv1D(nn.Module):
    """As GPT-2's: a linear map by addmm over the rows of all sentences."""

    def __init__(self, width):
        super().__init__()
        self.weight, self.bias = nn.Parameter(torch.randn(width, width) / 4), nn.Parameter(torch.randn(width))

    def forward(self, x):
        return torch.addmm(self.bias, x.view(-1, x.size(-1)), self.weight).view(x.shape)


class Times(Conv1D):
    def forward(self, x):
        return x @ self.weight + self.bias


class Own(nn.Module):
    """out: what comes behind the heads side by side. gate: they are multiplied before that."""

    def __init__(self, out=lambda: nn.Linear(12, 12), gate=False, fused=False, einsum=False):
        super().__init__()
        self.qkv, self.out, self.gate, self.fused, self.einsum = nn.Linear(12, 36), out(), gate, fused, einsum
        self.num_heads = 3

    def forward(self, x):
        b, t, _ = x.shape
        q, k, v = (y.view(b, t, 3, 4).transpose(1, 2) for y in self.qkv(x).split(12, -1))
        if self.fused:
            out = scaled_dot_product_attention(q, k, v)
        else:
            weights = F.softmax(q @ k.transpose(-1, -2) / 2, -1)
            out = weights @ v if not self.einsum else torch.einsum("bhqk,bhkd->bqhd", weights, v).transpose(1, 2)
        out = out.transpose(1, 2).reshape(b, t, 12)
        if self.gate:
            out = out * torch.sigmoid(x)
        self.joined = self.out(out)
        return self.joined


def scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None):
    """What torch 2 has, for torch 1.13: it passes on to who listens, as the real one does."""
    if torch.overrides.has_torch_function((query, key, value)):
        return torch.overrides.handle_torch_function(scaled_dot_product_attention, (query, key, value), query, key, value)
    return (query @ key.transpose(-1, -2) / math.sqrt(query.shape[-1])).softmax(-1) @ value


class Layer(nn.Module):
    """Residual inside, a tuple given back, as in the library."""

    def __init__(self, attention, as_tuple=False):
        super().__init__()
        self.attention, self.mlp, self.norm, self.as_tuple = attention, nn.Linear(12, 12), nn.LayerNorm(12), as_tuple

    def forward(self, x):
        x = x + self.attention(self.norm(x))
        self.given = x + torch.relu(self.mlp(x))
        return (self.given, None) if self.as_tuple else self.given


class Model(nn.Module):
    def __init__(self, *layers, outside=False):
        super().__init__()
        self.h, self.norm, self.outside = nn.ModuleList(layers), nn.LayerNorm(12), outside

    def forward(self, x):
        for layer in self.h:
            out = layer(x)
            out = out[0] if isinstance(out, tuple) else out
            x = x + out if self.outside else out
        return self.norm(x)


def written_by_hand():
    ways = [Own, lambda: Own(lambda: Conv1D(12)), lambda: Own(lambda: Times(12)), lambda: Own(einsum=True), lambda: Own(fused=True)]
    for way in ways:
        for as_tuple in (False, True):
            model = Model(Layer(way(), as_tuple), Layer(way(), as_tuple)).eval()
            _, tensors = recorded(model, torch.randn(2, 5, 12), batch=1)
            for i, layer in enumerate(model.h):
                near(tensors[f"layers.{i}.joined"], layer.attention.joined[1])
                near(tensors[f"layers.{i}.block"], layer.given[1])
    shown_by_program("joined", 1, tensors["layers.1.joined"])
    model = nn.Sequential(nn.Linear(12, 12), Layer(Own()), Layer(Own()), nn.Linear(12, 2)).eval()
    _, tensors = recorded(model, torch.randn(1, 5, 12))
    near(tensors["layers.0.block"], model[1].given[0])
    near(tensors["layers.1.block"], model[2].given[0])


class Bert(nn.Module):
    """The projection lies outside of the module that attends."""

    def __init__(self):
        super().__init__()
        self.attention = nn.ModuleDict({"self": Own(nn.Identity), "output": nn.ModuleDict({"dense": nn.Linear(12, 12)})})

    def forward(self, x):
        self.joined = self.attention["output"]["dense"](self.attention["self"](x))
        self.given = F.layer_norm(x + self.joined, (12,))
        return self.given


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.query, self.key, self.value = (nn.Linear(12, 4) for _ in range(3))

    def forward(self, x):
        weights = F.softmax(self.query(x) @ self.key(x).transpose(-1, -2) / 2, -1)
        return weights @ self.value(x)


class Heads(nn.Module):
    """Heads that are modules of their own."""

    def __init__(self):
        super().__init__()
        self.heads, self.proj = nn.ModuleList(Head() for _ in range(3)), nn.Linear(12, 12)

    def forward(self, x):
        self.joined = self.proj(torch.cat([head(x) for head in self.heads], -1))
        return self.joined


def projections_outside():
    model = Model(Bert(), Bert()).eval()
    _, tensors = recorded(model, torch.randn(1, 5, 12))
    for i, layer in enumerate(model.h):
        near(tensors[f"layers.{i}.joined"], layer.joined[0])
        near(tensors[f"layers.{i}.block"], layer.given[0])
    model = Model(Layer(Heads()), Layer(Heads())).eval()
    _, tensors = recorded(model, torch.randn(2, 5, 12), batch=1)
    for i, layer in enumerate(model.h):
        near(tensors[f"layers.{i}.joined"], layer.attention.joined[1])
        near(tensors[f"layers.{i}.block"], layer.given[1])


def runs_of_a_module():
    """The run that is recorded is that of joined and block."""
    model, x = Model(Layer(Own()), Layer(Own())).eval(), torch.randn(3, 1, 5, 12)

    class Three(nn.Module):
        def __init__(self):
            super().__init__()
            self.model, self.given = model, []

        def forward(self):
            for y in x:
                self.model(y)
                self.given.append([(layer.attention.joined, layer.given) for layer in model.h])

    for calls, run in (("first", 0), (1, 1), (2, 2)):
        whole = Three()
        _, tensors = recorded(whole, calls=calls)
        for i in (0, 1):
            near(tensors[f"layers.{i}.joined"], whole.given[run][i][0][0])
            near(tensors[f"layers.{i}.block"], whole.given[run][i][1][0])
    whole = Three()
    _, tensors = recorded(whole, calls="each")
    for place in range(6):
        near(tensors[f"layers.{place}.block"], whole.given[place // 2][place % 2][1][0])


# ---- where there is none ------------------------------------------------------------------------------


def what_is_no_joined_or_block():
    x = torch.randn(1, 5, 12)
    for model, joined, block in (
            (Model(Own(), Own(), outside=True), 2, 0),  # the list has the attentions themselves
            (Model(Layer(Own()), Layer(Own()), outside=True), 2, 0),  # the residual is added outside
            (Model(Layer(Own()), outside=True), 1, 0),
            (Model(Layer(Own())), 1, 1),
            (Model(Layer(Own(gate=True)), Layer(Own(gate=True))), 0, 2),  # more happens before W_O
            (Model(Layer(Own(nn.Identity)), Layer(Own(nn.Identity))), 0, 2),  # no W_O
            (nn.Sequential(Model(Layer(Own())), nn.Linear(12, 2)), 1, 1),
            (nn.Sequential(Layer(Own()), nn.Linear(12, 2)), 1, 0)):  # nothing says that this is a layer
        _, tensors = recorded(model, x)
        found = len(parts(tensors, "joined")), len(parts(tensors, "block"))
        assert found == (joined, block), (model, found, joined, block)
    same = torch.randn(5, 5, 12)  # as many sentences as words: is it [B,T,E] or [T,B,E]?
    _, tensors = recorded(Model(Layer(Own()), Layer(Own())), same, batch=1)
    assert parts(tensors, "block") == [] and len(parts(tensors, "joined")) == 2
    for first in (False, True):  # torch's own layers say it
        model = nn.TransformerEncoder(nn.TransformerEncoderLayer(12, 3, 24, batch_first=first), 2).eval()
        seen = Seen(model, "layers.1")
        _, tensors = recorded(model, same, batch=1)
        truth = seen.remove()["layers.1"]
        near(tensors["layers.1.block"], truth[1] if first else truth[:, 1])


def what_is_asked_for():
    x = torch.randn(1, 5, 12)
    for keep in (("weights",), ("q", "k", "v"), ("q", "joined"), ("weights", "block")):
        _, tensors = recorded(Model(Layer(Own()), Layer(Own())), x, keep=keep)
        assert {name.rpartition(".")[2] for name in tensors} == set(keep)
    _, tensors = recorded(Model(Layer(Own()), Layer(Own())), x, head_offset=0)  # W_O of these heads alone is a part of a sum
    assert parts(tensors, "joined") == [] and len(parts(tensors, "block")) == 2
    with contextlib.redirect_stderr(io.StringIO()), Recorder(FILE, batch=1) as recorder:
        q, joined = torch.randn(2, 3, 5, 4), torch.randn(2, 5, 12)
        recorder.record(q=q, k=q, joined=joined, block=joined[1] * 2)
        for wrong, part in ((joined[:, :4], "[2, 4, 12]"), (joined[:, :, None], "[2, 5, 1, 12]")):
            try:
                recorder.record(q=q, k=q, block=wrong)
                assert False, "a block of another shape was taken"
            except ValueError as problem:
                assert part in str(problem) and "[T,E]" in str(problem), problem
    _, tensors = read()
    assert torch.equal(tensors["layers.0.joined"], joined[1]) and torch.equal(tensors["layers.0.block"], joined[1] * 2)


torch.manual_seed(5)
torch.set_num_threads(1)
wanted = sys.argv[2:]
for test in (torchs_layers, attention_alone, decoder_layers, written_by_hand, projections_outside, runs_of_a_module,
             what_is_no_joined_or_block, what_is_asked_for):
    if not wanted or test.__name__ in wanted:
        test()
        print(f"ok {test.__name__}")
for name in os.listdir(FOLDER):
    os.remove(os.path.join(FOLDER, name))
os.rmdir(FOLDER)
