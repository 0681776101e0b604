#!/usr/bin/env python3
"""tools/record_trace.py writes what a model computed: Q, K, V, weights and masks against PyTorch's own, for the attentions
people have."""
import contextlib
import io
import json
import math
import os
import resource
import signal
import sys
import tempfile
import threading
import types

from recorder import Recorder, merge, read_header, save_attentions, record_trace

import torch
import torch.nn as nn
import torch.nn.functional as F

FOLDER = tempfile.mkdtemp()
DTYPES = {"F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16, "BOOL": torch.uint8}


def path(name):
    return os.path.join(FOLDER, name)


def read(name):
    metadata, tensors, data = read_header(path(name))
    raw = open(path(name), "rb").read()
    end = 0
    out = {}
    for key, tensor in tensors.items():
        begin, last = tensor["data_offsets"]
        assert begin == end, f"a hole before {key}"
        end = last
        flat = torch.frombuffer(bytearray(raw[data + begin:data + last]), dtype=DTYPES[tensor["dtype"]])
        out[key] = flat.view(tensor["shape"]).float()
    assert data + end == len(raw), "bytes behind the last tensor"
    return metadata, out


def near(a, b, limit=2e-6):
    assert a.shape == b.shape, (a.shape, b.shape)
    finite = torch.isfinite(b)
    assert bool((torch.isfinite(a) == finite).all())
    difference = (a - b)[finite].abs().max().item() if finite.any() else 0
    assert difference <= limit * max(1.0, b[finite].abs().max().item()), f"differs by {difference}"


def weights_of(tensors, prefix, metadata, causal):
    """What a reader of the file computes."""
    q, k = tensors[prefix + ".q"], tensors[prefix + ".k"]
    k = k.repeat_interleave(q.shape[0] // k.shape[0], 0)
    divisor = float(metadata.get(prefix + ".divisor", math.sqrt(q.shape[-1])))
    scores = q @ k.transpose(-1, -2) / divisor
    mask = tensors.get(prefix + ".mask")
    if mask is not None:
        scores = scores.masked_fill(mask > 0, -math.inf) if mask.max() == 1 and mask.min() == 0 else scores + mask
    if causal:
        scores = scores.masked_fill(~torch.ones(scores.shape[-2:], dtype=torch.bool).tril(), -math.inf)
    return scores.softmax(-1)


class Rotary(nn.Module):
    """A grouped, rotated, causal attention as Llama's eager one: 4 query heads, 2 key heads of width 6."""

    def __init__(self, dtype=torch.float32):
        super().__init__()
        self.q_proj, self.k_proj = nn.Linear(24, 24, False, dtype=dtype), nn.Linear(24, 12, False, dtype=dtype)
        self.v_proj, self.o_proj = nn.Linear(24, 12, False, dtype=dtype), nn.Linear(24, 24, False, dtype=dtype)

    @staticmethod
    def turn(x):
        angle = torch.arange(x.shape[2]).float()[:, None] * torch.tensor([1.0, 0.1, 0.01])
        sine, cosine = (torch.cat([f(angle)] * 2, -1).to(x.dtype) for f in (torch.sin, torch.cos))
        return x * cosine + torch.cat([-x[..., 3:], x[..., :3]], -1) * sine

    def forward(self, x):
        b, t, _ = x.shape
        q = self.turn(self.q_proj(x).view(b, t, 4, 6).transpose(1, 2))
        k = self.turn(self.k_proj(x).view(b, t, 2, 6).transpose(1, 2)).repeat_interleave(2, 1)
        v = self.v_proj(x).view(b, t, 2, 6).transpose(1, 2).repeat_interleave(2, 1)
        mask = torch.full((t, t), torch.finfo(x.dtype).min, dtype=x.dtype).triu(1)
        weights = torch.matmul(q, k.transpose(2, 3)) / math.sqrt(6) + mask
        weights = F.softmax(weights, dim=-1, dtype=torch.float32).to(q.dtype)
        self.last = (q, k, v, weights)
        return self.o_proj(torch.matmul(weights, v).transpose(1, 2).reshape(b, t, 24))


class Packed(nn.Module):
    """As GPT-2's: one projection for Q, K and V, where() for the mask, and division by the layer's number too."""

    def __init__(self, layer, einsum=False, bias=False):
        super().__init__()
        self.c_attn, self.c_proj, self.num_heads = nn.Linear(12, 36), nn.Linear(12, 12), 3
        self.layer, self.einsum, self.bias = layer, einsum, bias

    def forward(self, x):
        b, t, _ = x.shape
        q, k, v = (y.view(b, t, 3, 4).transpose(1, 2) for y in self.c_attn(x).split(12, -1))
        scores = torch.einsum("bhqd,bhkd->bhqk", q, k) if self.einsum else q @ k.transpose(-1, -2)
        scores = scores / 2 / (self.layer + 1)
        if self.bias:
            scores = scores + torch.linspace(0, 3, t)
        scores = torch.where(torch.ones(t, t, dtype=torch.bool).tril(), scores, torch.finfo(scores.dtype).min)
        weights = nn.functional.dropout(torch.softmax(scores, -1), 0.1, self.training)
        self.last = (q, k, v, weights)
        out = torch.einsum("bhqk,bhkd->bqhd", weights, v) if self.einsum else (weights @ v).transpose(1, 2)
        return self.c_proj(out.reshape(b, t, 12))


class Stack(nn.Module):
    def __init__(self, layers):
        super().__init__()
        self.h = nn.ModuleList(layers)

    def forward(self, x):
        for layer in self.h:
            x = x + layer(x)
        return torch.softmax(x, -1)  # of something else


def rotary_grouped():
    model, x = Stack([Rotary(), Rotary()]).eval(), torch.randn(2, 5, 24)
    with Recorder(path("a"), model, tokens=list("abcde"), batch=1), torch.no_grad():
        model(x)
    metadata, tensors = read("a")
    assert metadata["mask"] == "causal" and metadata["d_head"] == "6" and json.loads(metadata["tokens"]) == list("abcde")
    for layer in (0, 1):
        q, k, v, weights = model.h[layer].last
        near(tensors[f"layers.{layer}.q"], q[1])
        near(tensors[f"layers.{layer}.k"], k[1, ::2])  # stored once a group
        near(tensors[f"layers.{layer}.v"], v[1, ::2])
        near(tensors[f"layers.{layer}.weights"], weights[1])
        near(weights_of(tensors, f"layers.{layer}", metadata, True), weights[1])


def half_precision():
    model, x = Stack([Rotary(torch.bfloat16)]).eval(), torch.randn(1, 5, 24).bfloat16()
    with Recorder(path("b"), model, dtype="bfloat16"), torch.no_grad():
        model(x)
    _, tensors = read("b")
    near(tensors["layers.0.k"], model.h[0].last[1][0, ::2].float(), 0)
    near(tensors["layers.0.weights"], model.h[0].last[3][0].float(), 0)


def packed_and_scaled():
    for einsum in (False, True):
        model, x = Stack([Packed(i, einsum) for i in range(3)]).eval(), torch.randn(1, 6, 12)
        with Recorder(path("c"), model):
            model(x)
        metadata, tensors = read("c")
        assert "layers.0.divisor" not in metadata and abs(float(metadata["layers.2.divisor"]) - 6) < 1e-4
        for layer in range(3):
            q, _, v, weights = model.h[layer].last
            near(tensors[f"layers.{layer}.q"], q[0])
            near(tensors[f"layers.{layer}.v"], v[0])
            near(weights_of(tensors, f"layers.{layer}", metadata, True), weights[0], 1e-5)


def position_bias():
    """What is added besides what hides is in the mask, so that Q, K and the mask give the weights; where the scores are bent
    (capped, say) they cannot, and what softmax received is recorded."""
    model, x = Stack([Packed(0, bias=True)]).eval(), torch.randn(1, 6, 12)
    with Recorder(path("d"), model):
        model(x)
    metadata, tensors = read("d")
    near(tensors["layers.0.q"], model.h[0].last[0][0])
    near(weights_of(tensors, "layers.0", metadata, False), model.h[0].last[3][0])
    near(tensors["layers.0.mask"][3, :4], torch.linspace(0, 3, 6)[:4])
    assert tensors["layers.0.mask"][3, 4] == -math.inf
    q, k, v = torch.randn(3, 1, 2, 5, 4).unbind(0)
    with Recorder(path("d")):
        scores = torch.tanh(q @ k.transpose(-1, -2) / 3) * 3
        weights = F.softmax(scores, -1)
        weights @ v
    metadata, tensors = read("d")
    assert "layers.0.q" not in tensors and "what softmax received is recorded" in metadata["notes"]
    near(tensors["layers.0.masked"].softmax(-1), tensors["layers.0.weights"])


def torch_attention():
    for kdim, add_zero in ((None, False), (10, False), (None, True)):
        model = nn.MultiheadAttention(12, 3, batch_first=True, kdim=kdim, vdim=kdim, add_bias_kv=add_zero, add_zero_attn=add_zero)
        model.eval()
        x, y = torch.randn(2, 4, 12), torch.randn(2, 7, kdim or 12)
        padding = torch.zeros(2, 7, dtype=torch.bool)
        padding[1, 5:] = True
        with Recorder(path("e"), model, tokens=list("abcd"), key_tokens=list("uvwxyz!"), batch=1), torch.no_grad():
            _, weights = model(x, y, y, key_padding_mask=padding, average_attn_weights=False)
        metadata, tensors = read("e")
        assert metadata["mask"] == "edited" and list(tensors["layers.0.mask"].shape)[-1] == weights.shape[-1]
        near(weights_of(tensors, "layers.0", metadata, False), weights[1])


def torch_transformer():
    for first in (False, True):
        model = nn.Transformer(12, 3, 2, 2, 24, batch_first=True, norm_first=first).eval()
        source, target = torch.randn(1, 7, 12), torch.randn(1, 4, 12)
        hidden = model.generate_square_subsequent_mask(4)
        layer = model.decoder.layers[1].multihead_attn
        kept = []
        handle = layer.register_forward_hook(lambda m, inputs, out: kept.append(inputs))
        with Recorder(path("f"), model, tokens=list("abcd"), key_tokens=list("opqrstu")), torch.no_grad():
            model(source, target, tgt_mask=hidden)
        handle.remove()
        metadata, tensors = read("f")
        assert {k.rsplit(".", 1)[0] for k in tensors} == {f"{g}.{i}" for g in ("layers", "cross", "encoder") for i in (0, 1)}
        assert metadata["layers.0.mask"] == "causal" and metadata["cross.0.mask"] == metadata["encoder.1.mask"] == "none"
        expected = layer(*kept[0], average_attn_weights=False)[1]
        near(weights_of(tensors, "cross.1", metadata, False), expected[0])


def by_hand():
    q, k, v = torch.randn(2, 3, 5, 4), torch.randn(2, 3, 7, 4), torch.randn(2, 3, 7, 6)
    bias = torch.linspace(-1, 1, 35).view(5, 7)
    bias[0, 1] = -math.inf
    with Recorder(path("g"), tokens=list("abcde"), key_tokens=list("tuvwxyz"), batch=1) as recorder:
        recorder.record(q=q, k=k, v=v, mask=bias, layer=0, kind="cross")
        recorder.record(scores=q[0] @ k[0].transpose(1, 2), layer=3, kind="cross", divisor=2.0)
        try:
            recorder.record(scores=q[0, 0] @ k[0, 0].t(), kind="cross")
            assert False, "one head beside three was taken"
        except ValueError as problem:
            assert "1 heads where the first has 3" in str(problem)
    metadata, tensors = read("g")
    near(tensors["cross.0.v"], v[1])
    near(tensors["cross.0.mask"], bias)
    assert list(tensors["cross.3.scores"].shape) == [3, 5, 7] and metadata["cross.3.divisor"] == "2.0"
    weights = torch.rand(1, 2, 4, 4)
    save_attentions(path("h"), (weights, weights), tokens=list("abcd"))
    metadata, tensors = read("h")
    near(tensors["layers.1.weights"], weights[0])
    assert "mask" not in metadata


def plain_function():
    q, k, v = torch.randn(1, 2, 5, 4), torch.randn(1, 2, 5, 4), torch.randn(1, 2, 5, 4)
    with Recorder(path("i")):
        weights = F.softmax(q @ k.transpose(-1, -2) * 0.5, -1)
        weights @ v
    metadata, tensors = read("i")
    near(tensors["layers.0.q"], q[0])
    near(tensors["layers.0.v"], v[0])
    if hasattr(F, "scaled_dot_product_attention"):
        with Recorder(path("j")):
            F.scaled_dot_product_attention(q, k, v, is_causal=True)
        metadata, tensors = read("j")
        near(tensors["layers.0.k"], k[0])
        assert metadata["mask"] == "causal"


def sdpa_arguments():
    """Debian's torch 1.13 has no scaled_dot_product_attention to call, so what is seen of one is given by hand."""
    q, k, v = torch.randn(2, 4, 5, 6), torch.randn(2, 2, 5, 6), torch.randn(2, 2, 5, 6)
    seen = torch.ones(2, 1, 5, 5, dtype=torch.bool)
    seen[1, :, :, 4] = False
    with Recorder(path("k"), batch=1) as recorder:
        recorder.saw_sdpa(q, k, v, attn_mask=seen, scale=0.25)
        recorder.saw_sdpa(q, k, v, is_causal=True)
    metadata, tensors = read("k")
    assert metadata["layers.0.divisor"] == "4.0" and metadata["layers.1.mask"] == "causal"
    near(tensors["layers.0.mask"], (~seen[1, 0]).float())
    near(tensors["layers.0.k"], k[1])


def generating():
    model, x = Stack([Rotary()]).eval(), torch.randn(1, 5, 24)
    with Recorder(path("l"), model), torch.no_grad():
        model(x)
        model(x[:, :3])  # again: not written
    assert list(read("l")[1]["layers.0.q"].shape) == [4, 5, 6]
    shared = Rotary()
    model = Stack([shared, shared]).eval()
    with Recorder(path("l"), model, calls="each"), torch.no_grad():
        model(x)
    assert "layers.1.q" in read("l")[1]


def merged_heads():
    q, k = torch.randn(6, 5, 4), torch.randn(2, 5, 4)
    with Recorder(path("whole"), tokens=list("abcde")) as recorder:
        recorder.record(q=q, k=k, causal=True)
    for rank in (2, 0, 1):  # two heads each; ranks 0 and 1 share a key head, as tensor parallelism does
        key = 0 if rank < 2 else 1
        with Recorder(path(f"part{rank}"), tokens=list("abcde"), head_offset=2 * rank, key_head_offset=key) as recorder:
            recorder.record(q=q[2 * rank:2 * rank + 2], k=k[key:key + 1], causal=True)
    merge(path("joined"), [path(f"part{rank}") for rank in (1, 2, 0)])
    assert open(path("joined"), "rb").read() == open(path("whole"), "rb").read()
    try:
        merge(path("bad"), [path("part0"), path("part2")])
        assert False, "a missing part was not noticed"
    except ValueError as problem:
        assert "begins at head 4 where 2 is the next" in str(problem)
    assert not os.path.exists(path("bad")) and not os.path.exists(path("bad.data"))


def failures_leave_nothing():
    try:
        with Recorder(path("m")):
            pass
        assert False, "an empty recording was written"
    except RuntimeError as problem:
        assert "no attention was seen" in str(problem)
    try:
        with Recorder(path("m")) as recorder:
            recorder.record(q=torch.randn(1, 2, 2), k=torch.randn(1, 2, 2))
            raise KeyError("the user's own")
    except KeyError:
        pass
    assert not [name for name in os.listdir(FOLDER) if name.startswith("m")]


def fails(why, act):
    """It ends with a sentence that says why, and the folder is as it was."""
    before = sorted(os.listdir(FOLDER))
    try:
        act()
    except (OSError, RuntimeError, ValueError) as problem:
        assert why in str(problem), (why, problem)
    else:
        assert False, f"nothing was said of {why}"
    assert sorted(os.listdir(FOLDER)) == before


def one_run(model, x, where="o", **options):
    with Recorder(path(where), model, **options), torch.no_grad():
        model(x)


def files_that_cannot_be_written():
    model, x = Stack([Packed(i) for i in range(3)]).eval(), torch.randn(1, 60, 12)
    fails("cannot be written", lambda: one_run(model, x, "none/o"))
    fails("is no file", lambda: one_run(model, x, "."))
    fails("is no file", lambda: one_run(model, x, os.path.relpath("/dev/null", FOLDER)))
    with open(path("o"), "w") as file:
        file.write("earlier")
    # A disk that is full stops neither the model nor what waits for it; the earlier file stays.
    limits, ran = resource.getrlimit(resource.RLIMIT_FSIZE), []
    handle = model.h[2].register_forward_hook(lambda *_: ran.append(True))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, limits[1]))
    fails("cannot be written", lambda: one_run(model, x))
    resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    handle.remove()
    assert ran and open(path("o")).read() == "earlier"
    first = Recorder(path("o"), model)
    with first:
        fails("another process", lambda: one_run(model, x))
        here = os.getcwd()
        os.chdir("/")
        model(x)
        os.chdir(here)
    assert "layers.2.q" in read("o")[1]
    fails("has been used", lambda: first.__enter__())


def what_cannot_be_seen_is_said():
    x, good = torch.randn(1, 5, 12), Packed(0)
    heard = io.StringIO()
    model = Stack([good, Packed(1)]).train()
    with contextlib.redirect_stderr(heard):
        one_run(model, x)
    assert "changed between softmax and the product with V" in heard.getvalue()  # dropout
    model.eval()
    fails("batch is 2, but only 1 ran", lambda: one_run(model, x, batch=2))
    fails("sentences count from 0", lambda: one_run(model, x, batch=-1))
    fails("it may hold", lambda: one_run(model, x, keep="weights"))
    thread = threading.Thread(target=lambda: model(x))

    def in_a_thread():
        with Recorder(path("p"), model):
            thread.start()
            thread.join()

    fails("another thread", in_a_thread)
    fails("compiled and fused", lambda: one_run(torch.jit.trace(model, x), x, "p"))
    heard = io.StringIO()
    with contextlib.redirect_stderr(heard):
        one_run(Stack([good, Linear()]).eval(), x)
    assert "h.1 ran without an attention that could be seen" in heard.getvalue()
    assert json.loads(json.dumps(read("o")[0]))["notes"] in heard.getvalue()
    with contextlib.redirect_stderr(heard):
        one_run(Stack([Rotary(), Narrow()]).eval(), torch.randn(1, 5, 24))
    assert "layers.1 (1 heads where the first has 4)" in heard.getvalue()
    assert sorted({name.split(".")[1] for name in read("o")[1]}) == ["0"]


class Linear(nn.Module):
    """Attention without softmax."""

    def __init__(self):
        super().__init__()
        self.query = nn.Linear(12, 12)

    def forward(self, x):
        q = F.elu(self.query(x)) + 1
        return q @ (q.transpose(1, 2) @ x)


class Narrow(nn.Module):
    def __init__(self):
        super().__init__()
        self.query = nn.Linear(24, 24)

    def forward(self, x):
        q = self.query(x)
        return F.softmax(q @ q.transpose(1, 2) / 5, -1) @ q


def layers_with_fewer_key_heads():
    """Models may share K and V among more heads in some layers; in the file all layers have the most there are."""
    q, k = torch.randn(4, 5, 6), torch.randn(4, 5, 6)
    with Recorder(path("q"), dtype="float32") as recorder:
        for layer, groups in enumerate((2, 1, 4)):
            recorder.record(q=q, k=k[:groups], v=k[:groups], layer=layer)
    _, tensors = read("q")
    for layer, groups in enumerate((2, 1, 4)):
        near(tensors[f"layers.{layer}.k"], k[:groups].repeat_interleave(4 // groups, 0))
        near(tensors[f"layers.{layer}.v"], k[:groups].repeat_interleave(4 // groups, 0))


def a_large_file():
    """Past 64 MiB the data are not copied for their header; the file reads the same."""
    small, record_trace.SMALL_BYTES = record_trace.SMALL_BYTES, 100
    q = torch.randn(2, 5, 6)
    with Recorder(path("r"), tokens=list("abcde")) as recorder:
        recorder.record(q=q, k=q)
    record_trace.SMALL_BYTES = small
    near(read("r")[1]["layers.0.k"], q)
    assert os.path.getsize(path("r")) == record_trace.HEADER_ROOM + 2 * 2 * 5 * 6 * 4


def nothing_is_left_behind():
    """Hooks and the mode are gone, and the model's own output is what it was without recording."""
    model, x = nn.TransformerEncoder(nn.TransformerEncoderLayer(12, 3, 24, batch_first=True), 2).eval(), torch.randn(1, 4, 12)
    with torch.no_grad():
        before = model(x)
        with Recorder(path("n"), model):
            during = model(x)
        after = model(x)
    near(during, before, 1e-5)
    assert torch.equal(before, after)
    assert not any(module._forward_hooks or module._forward_pre_hooks for module in model.modules())
    assert sorted(read("n")[1]) == [f"layers.{i}.{p}" for i in (0, 1) for p in ("block", "joined", "k", "q", "v")]


class StandIn(nn.Module):
    """What the program asks of a HuggingFace model: from_pretrained, config, and keyword arguments."""

    def __init__(self, encoder_decoder):
        super().__init__()
        self.config = types.SimpleNamespace(is_encoder_decoder=encoder_decoder)
        self.embedding = nn.Embedding(9, 12)
        self.layers = nn.TransformerEncoder(nn.TransformerEncoderLayer(12, 3, 24, batch_first=True), 2)

    @classmethod
    def from_pretrained(cls, folder, attn_implementation):
        assert attn_implementation == "eager"
        return cls(folder == "both")

    def forward(self, input_ids, decoder_input_ids=None):
        assert (decoder_input_ids is not None) == self.config.is_encoder_decoder
        return self.layers(self.embedding(input_ids))


class StandInTokenizer:
    from_pretrained = classmethod(lambda cls, folder: cls())
    decode = staticmethod(lambda ids: "abcdefghi"[ids[0]])

    def __call__(self, text, return_tensors):
        assert return_tensors == "pt"
        return {"input_ids": torch.tensor([["abcdefghi".index(c) for c in text]])}


def a_model_by_its_folder():
    """The command a refused model is answered with; the library is stood in for, since it need not be there."""
    library = types.ModuleType("transformers")
    library.AutoModel, library.AutoTokenizer = StandIn, StandInTokenizer
    arguments, sys.argv = sys.argv, None
    for folder in ("one", "both"):
        sys.modules["transformers"] = library
        sys.argv = ["record_trace.py", "model", folder, "badge", path("s")]
        assert record_trace.main() == 0
        metadata, tensors = read("s")
        assert json.loads(metadata["tokens"]) == ["b", "a", "d", "g", "e"]
        assert tensors["layers.1.q"].shape == (3, 5, 4)
    sys.modules["transformers"] = None  # as if it were not installed
    said = io.StringIO()
    with contextlib.redirect_stderr(said):
        assert record_trace.main() == 1
    assert "needs the transformers package" in said.getvalue() and "Recorder" in said.getvalue(), said.getvalue()
    del sys.modules["transformers"]
    sys.argv = arguments


torch.manual_seed(1)
torch.set_num_threads(1)
tests = [rotary_grouped, half_precision, packed_and_scaled, position_bias, torch_attention, torch_transformer, by_hand,
         plain_function, sdpa_arguments, generating, merged_heads, failures_leave_nothing, files_that_cannot_be_written,
         what_cannot_be_seen_is_said, layers_with_fewer_key_heads, a_large_file, nothing_is_left_behind, a_model_by_its_folder]
for test in tests:
    test()
    print(f"ok {test.__name__}")
record_trace.show(path("f"))
for name in os.listdir(FOLDER):
    os.remove(path(name))
os.rmdir(FOLDER)
