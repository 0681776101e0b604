#!/usr/bin/env python3
"""What tools/record_trace.py says: of dropout, of a batch, of arguments that are no such thing, and of the file it wrote."""
import contextlib
import io
import json
import os
import tempfile

from recorder import Recorder, read_header, record_trace, save_attentions

import torch
import torch.nn as nn
import torch.nn.functional as F

FOLDER = tempfile.mkdtemp()
WORDS = "the cat sat on the mat".split()


def path(name):
    return os.path.join(FOLDER, name)


def said_of(act):
    """What was printed, which goes to standard error alone: standard output is the user's."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        act()
    assert out.getvalue() == "", out.getvalue()
    return err.getvalue()


def notes_of(name):
    return read_header(path(name))[0].get("notes", "")


def run(model, *inputs, where="a", **options):
    def act():
        with Recorder(path(where), model, **options), torch.no_grad():
            model(*inputs)
    return said_of(act)


def refused(parts, act):
    before = sorted(os.listdir(FOLDER))
    try:
        act()
    except (TypeError, ValueError) as problem:
        for part in parts:
            assert part in str(problem), (part, str(problem))
    else:
        assert False, f"nothing was said of {parts}"
    assert sorted(os.listdir(FOLDER)) == before


class Attention(nn.MultiheadAttention):
    def forward(self, x, **more):
        return super().forward(x, x, x, **more)[0]


def attention(dropout=0.0):
    return Attention(12, 3, dropout, batch_first=True)


# ---- dropout -----------------------------------------------------------------------------------


def dropout_of_torchs_own_attention():
    """nn.MultiheadAttention drops weights in train() only. What is recorded gives the weights before that."""
    x = torch.randn(1, 6, 12)
    for model, layers in ((attention(0.5), "layers.0: "),
                          (nn.TransformerEncoder(nn.TransformerEncoderLayer(12, 3, 24, 0.5, batch_first=True), 2),
                           "layers.0, layers.1: ")):
        said = run(model.train(), x)
        assert f"{layers}dropout of 0.5 was on" in said and "eval()" in said and "weights before it" in said, said
        assert "dropout of 0.5 was on" in notes_of("a")
        assert "dropout" not in run(model.eval(), x) and "dropout" not in notes_of("a")
    assert "dropout" not in run(attention(0.0).train(), x)


def dropout_of_the_fused_call():
    """scaled_dot_product_attention drops whenever dropout_p says so; what is seen of it is given by hand (torch 1.13)."""
    q = torch.randn(1, 3, 6, 4)
    for p in (0.25, 0.0):
        with contextlib.redirect_stderr(io.StringIO()) as said, Recorder(path("b")) as recorder:
            recorder.saw_sdpa(q, q, q, dropout_p=p)
        assert ("layers.0: dropout of 0.25 was on" in said.getvalue()) == (p > 0), said.getvalue()


# ---- sentences of a batch ------------------------------------------------------------------------


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.query = nn.Linear(12, 12)
        self.num_heads = 3

    def forward(self, x):
        q = self.query(x).view(*x.shape[:2], 3, 4).transpose(1, 2)
        return (F.softmax(q @ q.transpose(-1, -2) / 2, -1) @ q).transpose(1, 2).reshape(x.shape)


def several_sentences():
    """Which of them is recorded is said in the note and in the line, unless it was asked for."""
    x = torch.randn(3, 6, 12)
    for model in (attention().eval(), Plain()):
        said = run(model, x)
        assert "3 sentences ran" in notes_of("a") and "batch=1" in notes_of("a"), said
        assert said.count("sentence 1 of 3") == 1, said
        said = run(model, x, batch=2)
        assert notes_of("a") == "" and said.count("sentence 3 of 3") == 1, said
        assert notes_of("a") == "" and "batch=" not in run(model, x, batch=0)
        assert "sentence" not in run(model, x[:1])
    weights = torch.softmax(torch.randn(2, 3, 6, 6), -1)
    assert "2 sentences" in said_of(lambda: save_attentions(path("c"), [weights, weights]))


def keys_of_another_input():
    """A name that does not say cross leaves it self-attention; what the inputs say is noted, and cross= settles it."""
    class Cross(nn.Module):
        def __init__(self):
            super().__init__()
            self.q, self.kv, self.num_heads = nn.Linear(12, 12), nn.Linear(10, 24), 3

        def forward(self, x, y):
            heads = lambda z: z.view(*z.shape[:2], 3, 4).transpose(1, 2)
            q, (k, v) = heads(self.q(x)), map(heads, self.kv(y).chunk(2, -1))
            return F.softmax(q @ k.transpose(-1, -2) / 2, -1) @ v

    torchs = nn.MultiheadAttention(12, 3, kdim=10, vdim=10, batch_first=True).eval()
    x, y = torch.randn(1, 4, 12), torch.randn(1, 6, 10)
    for model, inputs in ((Cross(), (x, y)), (torchs, (x, y, y))):
        assert "layers.0: its keys are rows of another input" in run(model, *inputs) and "cross='.*'" in notes_of("a")
        assert "another input" not in run(model, *inputs, cross=".*")
        assert any(name.startswith("cross.0.") for name in read_header(path("a"))[1])
    assert "another input" not in run(attention().eval(), x)


def notes_are_whole():
    """A file holds them one behind the other with “; ” between, so none may have it inside."""
    run(attention(0.5).train(), torch.randn(2, 6, 12), tokens=WORDS[:3])
    assert len(notes_of("a").split("; ")) == 3, notes_of("a")


# ---- arguments ------------------------------------------------------------------------------------


def words_given_as_a_text():
    for key in ("tokens", "key_tokens", "ids"):
        refused([key, "is the text “the cat sat on the mat”", f"{key}=[", "one"],
                lambda: Recorder(path("d"), attention(), **{key: " ".join(WORDS)}))
    refused(["tokens is 7", "a list"], lambda: Recorder(path("d"), attention(), tokens=7))
    refused(["ids", "“cat”", "whole numbers"], lambda: Recorder(path("d"), attention(), ids=["the", "cat"][1:]))


def ids_as_a_tokenizer_gives_them():
    """A tensor, and one row a sentence: the row is that of the sentence recorded."""
    ids = torch.tensor([[5, 6, 7], [8, 9, 1]])
    with contextlib.redirect_stderr(io.StringIO()):
        run(attention().eval(), torch.randn(2, 3, 12), batch=1, ids=ids, tokens=[list("abc"), list("xyz")])
    metadata = read_header(path("a"))[0]
    assert json.loads(metadata["ids"]) == [8, 9, 1] and json.loads(metadata["tokens"]) == list("xyz")
    refused(["ids has 2 rows", "batch is 2"], lambda: Recorder(path("d"), attention(), ids=ids, batch=2))


def arguments_in_the_wrong_order():
    model = attention()
    refused(["the name of the file comes first", "an Attention", "Recorder(“trace.safetensors”, model"],
            lambda: Recorder(model, path("d")))
    refused(["the name of the file comes first", "argument is None"], lambda: Recorder(None))
    refused(["model is a list", "torch.nn.Module", "tokens="], lambda: Recorder(path("d"), WORDS))
    weights = torch.softmax(torch.randn(1, 3, 6, 6), -1)
    refused(["the name of the file comes first"], lambda: save_attentions([weights], path("d")))
    refused(["attentions is one tensor [1, 3, 6, 6]", "[B,H,T,S]"], lambda: save_attentions(path("d"), weights))
    refused(["attentions is a dict", "attentions"], lambda: save_attentions(path("d"), {"attentions": [weights]}))
    refused(["attentions is None", "output_attentions=True"], lambda: save_attentions(path("d"), None))
    refused(["layer 1 is None", "[B,H,T,S]"], lambda: save_attentions(path("d"), [weights, None]))


# ---- the line of a file that was written -----------------------------------------------------------


def what_was_written():
    """One line: the file, what is in it, and what of the stages can be shown."""
    said = run(attention().eval(), torch.randn(1, 6, 12), where="a", tokens=WORDS)
    assert said == f"record_trace: {path('a')} is written: 1 layer, 3 heads, 6 queries, 6 keys; stages qkv, scores, " \
                   "scaled, masked, weights, output, joined; no notes\n", said
    model = nn.Transformer(12, 3, 2, 1, 24, 0.0, batch_first=True).eval()
    said = run(model, torch.randn(1, 4, 12), torch.randn(1, 5, 12))
    assert said.startswith(f"record_trace: {path('a')} is written: ") and said.count("\n") == 1
    for part in ("self-attention of 1 layer, 3 heads, 5 queries, 5 keys", "cross-attention of 1 layer, 3 heads, 5 queries, "
                 "4 keys", "attention of the encoder of 2 layers, 3 heads, 4 queries, 4 keys"):
        assert part in said, (part, said)
    weights = torch.softmax(torch.randn(1, 3, 6, 6), -1)
    said = said_of(lambda: save_attentions(path("c"), [weights] * 2, tokens=WORDS[:5]))
    lines = said.splitlines()
    assert len(lines) == 2 and "tokens has 5 words" in lines[0], said
    assert lines[1].endswith("2 layers, 3 heads, 6 queries, 6 keys; stages weights; 1 note, above"), said

    def fails():
        raise KeyError

    model = Plain()
    model.register_forward_hook(lambda *_: fails())
    try:
        said_of(lambda: run(model, torch.randn(1, 6, 12), where="e"))
    except KeyError:
        assert not os.path.exists(path("e"))
    else:
        assert False, "the failure of the model was not passed on"


def what_was_joined():
    q = torch.randn(2, 6, 4)
    for part in (0, 1):
        said = said_of(lambda: by_hand(q, part=part, parts=2, layer_offset=part))
    assert "different times" in said, said
    parts = [path(f"p.part-{part}-of-2") for part in (0, 1)]
    with contextlib.redirect_stderr(io.StringIO()) as said:
        record_trace.merge(path("p"), parts)
    assert said.getvalue() == f"record_trace: {path('p')} is written: 2 layers, 2 heads, 6 queries, 6 keys; stages qkv, " \
                              "scores, scaled, masked, weights; no notes\n", said.getvalue()


def what_another_process_joined():
    """The others may take a part away as soon as it has its name, before this process says that it is written."""
    q, close = torch.randn(2, 6, 4), record_trace.TraceFile.close

    def closed_and_joined(file):
        close(file)
        os.remove(file.path)

    record_trace.TraceFile.close = closed_and_joined
    try:
        said = said_of(lambda: by_hand(q, part=0, parts=2))
    finally:
        record_trace.TraceFile.close = close
    assert said.endswith(".part-0-of-2 is written: 1 layer, 2 heads, 6 queries, 6 keys; stages qkv, scores, scaled, masked, "
                         "weights; no notes\n"), said


def a_part_that_ends_while_another_looks():
    """Its process finds the lock taken, so who has it looks again when it has let it go."""
    q, exists, last = torch.randn(2, 6, 4), os.path.exists, path("late.part-1-of-2")

    def exists_a_moment_later(name):
        there = exists(name)
        if name == last and not there and exists(path("hidden")):
            os.rename(path("hidden"), last)
        return there

    try:
        with Recorder(path("late"), part=0, parts=2) as first:
            first.record(q=q, k=q)
            assert "is joined when late.part-0-of-2 is there" in said_of(lambda: by_hand(q, "late", part=1, parts=2, layer_offset=1))
            os.rename(last, path("hidden"))
            os.path.exists = exists_a_moment_later
    finally:
        os.path.exists = exists
    assert len(read_header(path("late"))[1]) == 4 and not exists(last) and not exists(path("late.joining"))


def by_hand(q, where="p", **options):
    with Recorder(path(where), **options) as recorder:
        recorder.record(q=q, k=q)


torch.manual_seed(2)
torch.set_num_threads(1)
for test in (dropout_of_torchs_own_attention, dropout_of_the_fused_call, several_sentences,
             keys_of_another_input, notes_are_whole, words_given_as_a_text,
             ids_as_a_tokenizer_gives_them, arguments_in_the_wrong_order, what_was_written, what_was_joined,
             what_another_process_joined, a_part_that_ends_while_another_looks):
    test()
    print(f"ok {test.__name__}")
for name in os.listdir(FOLDER):
    os.remove(path(name))
os.rmdir(FOLDER)
