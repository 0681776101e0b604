#!/usr/bin/env python3
"""What tools/record_trace.py writes of the attentions people have, against the numbers the model itself used: the eager
attentions of well-known families written anew, own ones in every notation, half floats, caches, padding, windows. Every
recording is opened by the program too, and its stages are compared. The model must compute the very same while it is
recorded.

usage: record_models_test.py PROGRAM"""
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
DTYPES = {"F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16, "BOOL": torch.uint8}


# ---- what the models share ------------------------------------------------------------------------


def heads_of(x, heads):
    return x.view(*x.shape[:2], heads, -1).transpose(1, 2)


def joined(x):
    return x.transpose(1, 2).reshape(x.shape[0], x.shape[2], -1)


def causal_mask(rows, columns, dtype=torch.float32, value=None):
    value = torch.finfo(dtype).min if value is None else value
    return torch.full((rows, columns), value, dtype=dtype).triu(columns - rows + 1)


class Linears(nn.Module):
    """Projections by their names: Linears.make(self, 12, q_proj=12, k_proj=6)."""

    def linears(self, width, bias=True, **sizes):
        for name, size in sizes.items():
            setattr(self, name, nn.Linear(width, size, bias))

    def keep(self, q, k, v, weights):
        """The numbers of this run, [B,H,T,D] with all heads of K and V."""
        self.last = tuple(x.detach().clone() for x in (q, k, v, weights))


class Stack(nn.Module):
    def __init__(self, *layers):
        super().__init__()
        self.layers = nn.ModuleList(layers)

    def forward(self, x, **more):
        for layer in self.layers:
            x = x + layer(x, **more)
        return x


# ---- families --------------------------------------------------------------------------------------


class Gpt2Attention(Linears):
    """c_attn in one; divided by a tensor without axes, hidden by where()."""

    def __init__(self, upcast=False, layer=0):
        super().__init__()
        self.linears(12, c_attn=36, c_proj=12)
        self.num_heads, self.upcast, self.layer = 3, upcast, layer

    def forward(self, x):
        q, k, v = (heads_of(y, 3) for y in self.c_attn(x).split(12, dim=2))
        rows, columns = q.shape[-2], k.shape[-2]
        if self.upcast:  # reorder_and_upcast_attn
            scores = torch.zeros(x.shape[0] * 3, rows, columns)
            with torch.autocast("cpu", enabled=False):
                left, right = q.reshape(-1, rows, 4), k.transpose(-1, -2).reshape(-1, 4, columns)
                scores = torch.baddbmm(scores, left.float(), right.float(), beta=1, alpha=0.5 / (self.layer + 1))
                scores = scores.reshape(x.shape[0], 3, rows, columns)
        else:
            scores = torch.matmul(q, k.transpose(-1, -2)) / torch.full([], 2.0, dtype=v.dtype)
            scores = scores / float(self.layer + 1)
        seen = torch.ones(rows, columns, dtype=torch.bool).tril().view(1, 1, rows, columns)
        scores = torch.where(seen, scores, torch.full([], torch.finfo(scores.dtype).min, dtype=scores.dtype))
        weights = nn.functional.softmax(scores, dim=-1).type(v.dtype)
        self.keep(q, k, v, weights)
        weights = nn.functional.dropout(weights, 0.1, self.training)
        return self.c_proj(joined(torch.matmul(weights, v)))


class BertSelfAttention(Linears):
    """With the mask of old: (1 − mask) · −10000."""

    def __init__(self):
        super().__init__()
        self.linears(12, query=12, key=12, value=12)
        self.num_attention_heads = 3

    def forward(self, x, attention_mask=None, head_mask=None):
        q, k, v = (heads_of(y(x), 3) for y in (self.query, self.key, self.value))
        scores = torch.matmul(q, k.transpose(-1, -2)) / math.sqrt(4)
        if attention_mask is not None:
            scores = scores + (1.0 - attention_mask[:, None, None, :]) * -10000.0
        weights = nn.functional.softmax(scores, dim=-1)
        self.keep(q, k, v, weights)
        if head_mask is not None:
            weights = weights * head_mask
        return joined(torch.matmul(weights, v))


class BertAttention(nn.Module):
    def __init__(self):
        super().__init__()
        self.self, self.output = BertSelfAttention(), nn.Linear(12, 12)

    def forward(self, x, **more):
        return self.output(self.self(x, **more))


def repeat_kv(x, times):
    return x[:, :, None].expand(*x.shape[:2], times, *x.shape[2:]).reshape(x.shape[0], -1, *x.shape[2:])


def eager_attention_forward(module, q, k, v, mask, scaling):
    k, v = repeat_kv(k, module.num_key_value_groups), repeat_kv(v, module.num_key_value_groups)
    weights = torch.matmul(q, k.transpose(2, 3)) * scaling
    if mask is not None:
        weights = weights + mask[:, :, :, : k.shape[-2]]
    weights = nn.functional.softmax(weights, dim=-1, dtype=torch.float32).to(q.dtype)
    weights = nn.functional.dropout(weights, p=0.0, training=module.training)
    module.keep(q, k, v, weights)
    return torch.matmul(weights, v).transpose(1, 2).contiguous(), weights


class LlamaAttention(Linears):
    """Rotary, grouped, with a cache that grows."""

    def __init__(self, layer, dtype=torch.float32):
        super().__init__()
        self.linears(16, False, q_proj=16, k_proj=8, v_proj=8, o_proj=16)
        self.layer, self.num_key_value_groups, self.head_dim = layer, 2, 4
        self.to(dtype)

    @staticmethod
    def rotate(x, positions):
        angles = positions.float()[:, None] * torch.tensor([1.0, 0.05])
        cosine, sine = (torch.cat([f(angles)] * 2, -1).to(x.dtype) for f in (torch.cos, torch.sin))
        return x * cosine + torch.cat([-x[..., 2:], x[..., :2]], -1) * sine

    def forward(self, hidden_states, past_key_values=None, cache_position=None, attention_mask=None):
        shape = (*hidden_states.shape[:-1], -1, self.head_dim)
        q, k, v = (p(hidden_states).view(shape).transpose(1, 2) for p in (self.q_proj, self.k_proj, self.v_proj))
        q, k = self.rotate(q, cache_position), self.rotate(k, cache_position)
        if past_key_values is not None:
            if self.layer in past_key_values:
                k, v = (torch.cat(pair, dim=-2) for pair in zip(past_key_values[self.layer], (k, v)))
            past_key_values[self.layer] = (k, v)
        out, _ = eager_attention_forward(self, q, k, v, attention_mask, self.head_dim ** -0.5)
        return self.o_proj(out.reshape(*hidden_states.shape[:-1], -1))


class LlamaModel(nn.Module):
    """Calls its attention with names only, as the library does."""

    def __init__(self, dtype=torch.float32):
        super().__init__()
        self.layers = nn.ModuleList(nn.ModuleDict({"self_attn": LlamaAttention(i, dtype)}) for i in range(2))

    def forward(self, x, past_key_values=None, padding=None):
        past = past_key_values[0][0].shape[-2] if past_key_values else 0
        rows, columns = x.shape[1], past + x.shape[1]
        mask = causal_mask(rows, columns, x.dtype)[None, None].repeat(x.shape[0], 1, 1, 1)
        if padding is not None:
            mask = mask.masked_fill(padding[:, None, None, :], torch.finfo(x.dtype).min)
        for layer in self.layers:
            x = x + layer["self_attn"](hidden_states=x, past_key_values=past_key_values, attention_mask=mask,
                                       cache_position=torch.arange(past, columns))
        return x


class T5Attention(Linears):
    """Not scaled; position biases are added in place."""

    def __init__(self, biased):
        super().__init__()
        self.linears(12, False, q=12, k=12, v=12, o=12)
        self.n_heads, self.biased = 3, biased
        if biased:
            self.relative_attention_bias = nn.Embedding(32, 3)

    def forward(self, x, key_value_states=None, mask=None):
        source = x if key_value_states is None else key_value_states
        q, k, v = heads_of(self.q(x), 3), heads_of(self.k(source), 3), heads_of(self.v(source), 3)
        scores = torch.matmul(q, k.transpose(3, 2))
        bias = torch.zeros(1, 3, *scores.shape[-2:])
        if self.biased:
            away = torch.arange(scores.shape[-1])[None] - torch.arange(scores.shape[-2])[:, None]
            bias = self.relative_attention_bias((away + 16).clamp(0, 31)).permute(2, 0, 1)[None]
        if mask is not None:
            bias = bias + mask
        scores += bias
        weights = nn.functional.softmax(scores.float(), dim=-1).type_as(scores)
        weights = nn.functional.dropout(weights, p=0.1, training=self.training)
        self.keep(q, k, v, weights)
        return self.o(joined(torch.matmul(weights, v)))


class T5Layer(nn.Module):
    def __init__(self, name, biased=False):
        super().__init__()
        setattr(self, name, T5Attention(biased))
        self.name = name

    def forward(self, x, **more):
        return x + getattr(self, self.name)(x, **more)


class T5(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.decoder = nn.Module(), nn.Module()
        self.encoder.block = nn.ModuleList(T5Layer("SelfAttention", i == 0) for i in range(2))
        self.decoder.block = nn.ModuleList(nn.ModuleList([T5Layer("SelfAttention", i == 0), T5Layer("EncDecAttention")])
                                           for i in range(2))

    def forward(self, source, target):
        for block in self.encoder.block:
            source = block(source)
        for own, cross in self.decoder.block:
            target = cross(own(target, mask=causal_mask(target.shape[1], target.shape[1])), key_value_states=source)
        return target


class BartAttention(Linears):
    """Q is scaled before; sentences and heads lie in one axis."""

    def __init__(self):
        super().__init__()
        self.linears(12, q_proj=12, k_proj=12, v_proj=12, out_proj=12)
        self.num_heads, self.head_dim = 3, 4

    def forward(self, hidden_states, key_value_states=None, attention_mask=None):
        b, t, _ = hidden_states.shape
        source = hidden_states if key_value_states is None else key_value_states
        q = heads_of(self.q_proj(hidden_states) * 0.5, 3).reshape(b * 3, t, 4)
        k, v = (heads_of(p(source), 3).reshape(b * 3, -1, 4) for p in (self.k_proj, self.v_proj))
        scores = torch.bmm(q, k.transpose(1, 2))
        if attention_mask is not None:
            scores = (scores.view(b, 3, t, -1) + attention_mask).view(b * 3, t, -1)
            scores = torch.max(scores, torch.tensor(torch.finfo(scores.dtype).min))  # as OPT
        weights = nn.functional.softmax(scores, dim=-1)
        self.keep(*(x.view(b, 3, *x.shape[1:]) for x in (q, k, v, weights)))
        probabilities = nn.functional.dropout(weights, p=0.1, training=self.training)
        out = torch.bmm(probabilities, v).view(b, 3, t, 4)
        return self.out_proj(joined(out))


class Bart(nn.Module):
    """Encoder, decoder, and 5 queries over 40 keys, as Whisper's 40 × 1500 are."""

    def __init__(self):
        super().__init__()
        self.encoder, self.decoder = nn.Module(), nn.Module()
        self.encoder.layers = nn.ModuleList(nn.ModuleDict({"self_attn": BartAttention()}) for _ in range(2))
        self.decoder.layers = nn.ModuleList(nn.ModuleDict({"self_attn": BartAttention(), "encoder_attn": BartAttention()})
                                            for _ in range(2))

    def forward(self, source, target):
        for layer in self.encoder.layers:
            source = source + layer["self_attn"](hidden_states=source)
        mask = causal_mask(target.shape[1], target.shape[1])[None, None]
        for layer in self.decoder.layers:
            target = target + layer["self_attn"](hidden_states=target, attention_mask=mask)
            target = target + layer["encoder_attn"](hidden_states=target, key_value_states=source)
        return target


class GptNeoXAttention(Linears):
    """Q, K and V of a head lie side by side; the scores are multiplied in baddbmm."""

    def __init__(self):
        super().__init__()
        self.linears(12, query_key_value=36, dense=12)
        self.num_attention_heads, self.head_size = 3, 4

    def forward(self, x):
        b, t, _ = x.shape
        qkv = self.query_key_value(x).view(b, t, 3, 12)
        q, k, v = (y.permute(0, 2, 1, 3) for y in qkv.split(4, -1))
        scores = torch.zeros(b * 3, t, t, dtype=q.dtype)
        scores = torch.baddbmm(scores, q.reshape(b * 3, t, 4), k.reshape(b * 3, t, 4).transpose(1, 2), beta=1.0, alpha=0.5)
        scores = torch.where(torch.ones(t, t, dtype=torch.bool).tril(), scores.view(b, 3, t, t),
                             torch.tensor(torch.finfo(scores.dtype).min, dtype=scores.dtype))
        weights = nn.functional.softmax(scores, dim=-1).to(v.dtype)
        self.keep(q, k, v, weights)
        return self.dense(joined(torch.matmul(weights, v)))


class BloomAttention(Linears):
    """ALiBi is what baddbmm adds to, as a method with names."""

    def __init__(self):
        super().__init__()
        self.linears(12, query_key_value=36, dense=12)
        self.num_heads = 3

    def forward(self, x):
        b, t, _ = x.shape
        q, k, v = (y.transpose(1, 2) for y in self.query_key_value(x).view(b, t, 3, 3, 4).unbind(3))
        alibi = (torch.tensor([0.5, 0.25, 0.125])[:, None] * torch.arange(t)).repeat(b, 1)[:, None]
        scores = alibi.baddbmm(batch1=q.reshape(b * 3, t, 4), batch2=k.reshape(b * 3, t, 4).transpose(-1, -2), beta=1.0,
                               alpha=0.5)
        scores = torch.masked_fill(scores.view(b, 3, t, t), torch.ones(t, t, dtype=torch.bool).triu(1),
                                   torch.finfo(scores.dtype).min)
        weights = F.softmax(scores, dim=-1, dtype=torch.float32).to(x.dtype)
        self.keep(q, k, v, weights)
        out = torch.bmm(weights.view(b * 3, t, t), v.reshape(b * 3, t, 4)).view(b, 3, t, 4)
        return self.dense(joined(out))


class FalconAttention(Linears):
    """All heads of Q share one of K and V, which matmul spreads."""

    def __init__(self):
        super().__init__()
        self.linears(12, False, query_key_value=20, dense=12)
        self.num_heads = 3

    def forward(self, x):
        b, t, _ = x.shape
        qkv = self.query_key_value(x).view(b, t, 5, 4).transpose(1, 2)
        q, k, v = qkv[:, :3], qkv[:, 3:4], qkv[:, 4:]
        scores = q @ k.transpose(-1, -2)
        scores /= math.sqrt(4)
        weights = F.softmax(scores + causal_mask(t, t), dim=-1, dtype=x.dtype)
        self.keep(q, k.expand_as(q), v.expand_as(q), weights)
        return self.dense(joined(weights @ v))


class DebertaAttention(Linears):
    """K is divided before; products with positions are gathered and added."""

    def __init__(self):
        super().__init__()
        self.linears(12, query_proj=12, key_proj=12, value_proj=12, pos_proj=12)
        self.num_attention_heads = 3
        self.register_buffer("positions", torch.randn(1, 9, 12))

    def forward(self, x):
        b, t, _ = x.shape
        q, k, v = (heads_of(p(x), 3).reshape(b * 3, t, 4) for p in (self.query_proj, self.key_proj, self.value_proj))
        scores = torch.bmm(q, k.transpose(-1, -2) / torch.tensor(math.sqrt(8.0)))
        places = heads_of(self.pos_proj(self.positions), 3).repeat(b, 1, 1, 1).view(b * 3, 9, 4)
        away = torch.bmm(q, places.transpose(-1, -2))
        index = (torch.arange(t)[:, None] - torch.arange(t)[None]).add(4).clamp(0, 8).expand(b * 3, t, t)
        scores = (scores + torch.gather(away, -1, index) / math.sqrt(8.0)).view(b, 3, t, t)
        weights = nn.Softmax(dim=-1)(scores)
        self.keep(*(y.view(b, 3, t, 4) for y in (q, k / math.sqrt(8.0), v)), weights)
        return joined(torch.bmm(weights.view(b * 3, t, t), v).view(b, 3, t, 4))


class SwinWindows(Linears):
    """Windows are sentences of the batch; a table of biases is added, and −100 between strangers."""

    def __init__(self):
        super().__init__()
        self.linears(12, qkv=36, proj=12)
        self.num_heads, self.table = 3, nn.Parameter(torch.randn(3, 4, 4))

    def forward(self, x):
        b, t, _ = x.shape
        windows = x.view(b * t // 4, 4, 12)
        q, k, v = self.qkv(windows).reshape(-1, 4, 3, 3, 4).permute(2, 0, 3, 1, 4).unbind(0)
        scores = (q * 0.5) @ k.transpose(-2, -1) + self.table.unsqueeze(0)
        scores[:, :, 0, 3] -= 100.0
        weights = scores.softmax(dim=-1)
        self.keep(q * 0.5, k, v, weights)
        return self.proj((weights @ v).transpose(1, 2).reshape(b, t, 12))


# ---- own notations ------------------------------------------------------------------------------------


class Einsums(Linears):
    """One attention in several spellings; all are the same numbers."""

    def __init__(self, scores, values, keys_last=True, grouped=False):
        super().__init__()
        self.linears(12, wq=12, wk=12, wv=12)
        self.scores, self.values, self.keys_last, self.grouped = scores, values, keys_last, grouped

    def forward(self, x):
        b, t, _ = x.shape
        q, k, v = (p(x).view(b, t, 3, 4) for p in (self.wq, self.wk, self.wv))
        scores = torch.einsum(self.scores, q, k) if "q" in self.scores.split(",")[0] else torch.einsum(self.scores, k, q)
        axis = self.scores.partition("->")[2].index("k")
        weights = torch.softmax(scores * 0.5, dim=axis)
        order = [self.scores.partition("->")[2].index(c) for c in "bhqk"]
        self.keep(q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2), weights.permute(order))
        first = self.values.partition(",")[0]
        pair = (weights, v) if "q" in first else (v, weights)
        return torch.einsum(self.values, *pair).reshape(b, t, 12)


class GroupedEinsum(Linears):
    """Five axes: groups, heads of a group."""

    def __init__(self):
        super().__init__()
        self.linears(16, wq=16, wk=8, wv=8)

    def forward(self, x):
        b, t, _ = x.shape
        q, k, v = self.wq(x).view(b, t, 2, 2, 4), self.wk(x).view(b, t, 2, 4), self.wv(x).view(b, t, 2, 4)
        scores = torch.einsum("bqgnd,bkgd->bgnqk", q, k) / 2
        weights = (scores + causal_mask(t, t)).softmax(-1)
        self.keep(q.permute(0, 2, 3, 1, 4).flatten(1, 2), *(y.transpose(1, 2).repeat_interleave(2, 1) for y in (k, v)),
                  weights.flatten(1, 2))
        return torch.einsum("bgnqk,bkgd->bqgnd", weights, v).reshape(b, t, 16)


class GroupedMatmul(GroupedEinsum):
    def forward(self, x):
        b, t, _ = x.shape
        q = self.wq(x).view(b, t, 2, 2, 4).permute(0, 2, 3, 1, 4)
        k, v = (p(x).view(b, t, 2, 1, 4).permute(0, 2, 3, 1, 4) for p in (self.wk, self.wv))
        weights = torch.softmax(input=torch.matmul(q, other=k.transpose(-1, -2)).mul(0.5), dim=-1)
        self.keep(q.flatten(1, 2), *(y.expand(b, 2, 2, t, 4).flatten(1, 2) for y in (k, v)), weights.flatten(1, 2))
        return (weights @ v).permute(0, 3, 1, 2, 4).reshape(b, t, 16)


class HeadsFirst(Linears):
    """[H,B,T,D]"""

    def __init__(self):
        super().__init__()
        self.linears(12, to_qkv=36)
        self.heads = 3

    def forward(self, x):
        b, t, _ = x.shape
        q, k, v = self.to_qkv(x).view(b, t, 3, 3, 4).permute(2, 3, 0, 1, 4)
        weights = ((q @ k.transpose(-1, -2)) / 2).softmax(-1)
        self.keep(*(y.transpose(0, 1) for y in (q, k, v, weights)))
        return (weights @ v).permute(1, 2, 0, 3).reshape(b, t, 12)


class HeadsAndSentences(HeadsFirst):
    """[H·B,T,D], heads before sentences in one axis; from_cache: V is none that a linear map makes here."""

    def __init__(self, merged, from_cache=False):
        super().__init__()
        self.merged, self.from_cache = merged, from_cache

    def forward(self, x):
        b, t, _ = x.shape
        q, k, v = self.to_qkv(x).view(b, t, 3, 3, 4).permute(2, 3, 0, 1, 4)
        v = v * 2 if self.from_cache else v
        if self.merged:
            q, k, v = (y.reshape(3 * b, t, 4) for y in (q, k, v))
        weights = ((q @ k.transpose(-1, -2)) / 2).softmax(-1)
        out = (weights @ v).reshape(3, b, t, 4)
        self.keep(*(y.reshape(3, b, *y.shape[-2:]).transpose(0, 1) for y in (q, k, v, weights)))
        return out.permute(1, 2, 0, 3).reshape(b, t, 12)


class Head(Linears):
    """A module a head, without an axis of heads: the one many write first."""

    def __init__(self):
        super().__init__()
        self.linears(12, False, key=4, query=4, value=4)
        self.register_buffer("tril", torch.tril(torch.ones(16, 16)))

    def forward(self, x):
        t = x.shape[1]
        k, q, v = self.key(x), self.query(x), self.value(x)
        scores = q @ k.transpose(-2, -1) * 4 ** -0.5
        scores = scores.masked_fill(self.tril[:t, :t] == 0, float("-inf"))
        weights = F.softmax(scores, dim=-1)
        self.keep(*(y[:, None] for y in (q, k, v, weights)))
        return weights @ v


class ManyHeads(nn.Module):
    def __init__(self):
        super().__init__()
        self.heads = nn.ModuleList(Head() for _ in range(3))

    def forward(self, x):
        return torch.cat([head(x) for head in self.heads], -1)


class TimeFirst(Linears):
    """[T,B,E], heads in the axis of sentences, as fairseq."""

    def __init__(self):
        super().__init__()
        self.linears(12, q_proj=12, k_proj=12, v_proj=12)

    def forward(self, x):
        t, b, _ = x.shape
        q, k, v = (p(x).contiguous().view(t, b * 3, 4).transpose(0, 1) for p in (self.q_proj, self.k_proj, self.v_proj))
        q = q * 0.5
        weights = F.softmax(torch.bmm(q, k.transpose(1, 2)), -1)
        self.keep(*(y.view(b, 3, *y.shape[1:]) for y in (q, k, v, weights)))
        return torch.bmm(weights, v).transpose(0, 1).reshape(t, b, 12)


class Twice(nn.Module):
    """Attends in slices, as to save memory."""

    def __init__(self):
        super().__init__()
        self.query = nn.Linear(12, 12)

    def forward(self, x):
        q = heads_of(self.query(x), 2)
        return joined(torch.cat([F.softmax(q[:, i:i + 1] @ q[:, i:i + 1].transpose(2, 3), -1) @ q[:, i:i + 1] for i in (0, 1)], 1))


class Halves(Linears):
    """Scores that are the sum of two products: content and position."""

    def __init__(self):
        super().__init__()
        self.linears(12, q_proj=12, k_proj=12, q_rope=6, k_rope=6)

    def forward(self, x):
        q, k, more_q, more_k = (heads_of(p(x), 3) for p in (self.q_proj, self.k_proj, self.q_rope, self.k_rope))
        scores = (q @ k.transpose(-1, -2) + more_q @ more_k.transpose(-1, -2)) * 6 ** -0.5
        weights = scores.softmax(-1)
        self.keep(q, k, q, weights)
        return joined(weights @ q)


class OptimizedModule(nn.Module):
    """What torch.compile returns is called so."""

    def __init__(self, model):
        super().__init__()
        self._orig_mod = model


class MergedRows(Linears):
    """Heads lie in the axis of queries (one head of K): not what a [T,S] matrix of a head can be told from."""

    def __init__(self):
        super().__init__()
        self.linears(12, c_attn=20)
        self.num_heads = 3

    def forward(self, x):
        b, t, _ = x.shape
        q, k, v = self.c_attn(x).split((12, 4, 4), -1)
        scores = torch.bmm(q.reshape(b, t * 3, 4), k.transpose(1, 2)).view(b, t, 3, t) / 2
        weights = scores.softmax(-1)
        return torch.bmm(weights.view(b, t * 3, t), v).view(b, t, 12)


def scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None,
                                 enable_gqa=False):
    """What torch 2 has, for torch 1.13: it passes on to who listens, as the real one does."""
    if torch.overrides.has_torch_function((query, key, value)):
        return torch.overrides.handle_torch_function(
            scaled_dot_product_attention, (query, key, value), query, key, value, attn_mask=attn_mask, dropout_p=dropout_p,
            is_causal=is_causal, scale=scale, enable_gqa=enable_gqa)
    if enable_gqa:
        key, value = (repeat_kv(x, query.shape[1] // x.shape[1]) for x in (key, value))
    scores = query @ key.transpose(-1, -2) * (scale if scale else query.shape[-1] ** -0.5)
    if is_causal:
        scores = scores.masked_fill(~torch.ones(scores.shape[-2:], dtype=torch.bool).tril(), -math.inf)
    if attn_mask is not None:
        scores = scores.masked_fill(~attn_mask, -math.inf) if attn_mask.dtype == torch.bool else scores + attn_mask
    return scores.softmax(-1) @ value


class Fused(Linears):
    def __init__(self, **options):
        super().__init__()
        self.linears(16, q_proj=16, k_proj=8, v_proj=8)
        self.options, self.watched = options, True

    def forward(self, x):
        q, k, v = heads_of(self.q_proj(x), 4), heads_of(self.k_proj(x), 2), heads_of(self.v_proj(x), 2)
        options = dict(self.options)
        if not options.get("enable_gqa"):
            k, v = repeat_kv(k, 2), repeat_kv(v, 2)
        out = scaled_dot_product_attention(q, k, v, **options)
        if self.watched:
            k, v = (repeat_kv(y, 4 // y.shape[1]) for y in (k, v))
            eye = torch.eye(k.shape[-2]).expand(*k.shape[:2], -1, -1)
            self.keep(q, k, v, scaled_dot_product_attention(q, k, eye, **{**options, "enable_gqa": False}))
        return joined(out)


# ---- reading back -------------------------------------------------------------------------------------


def read(name):
    metadata, tensors, data = read_header(name)
    raw = open(name, "rb").read()
    out = {}
    for key, tensor in tensors.items():
        begin, last = tensor["data_offsets"]
        flat = torch.frombuffer(bytearray(raw[data + begin:data + last]), dtype=DTYPES[tensor["dtype"]])
        out[key] = flat.view(tensor["shape"]).float()
    return metadata, out


def near(what, a, b, limit):
    assert a.shape == b.shape, (what, a.shape, b.shape)
    difference = (a - b).abs().max().item()
    assert difference <= limit * max(1.0, b.abs().max().item()), f"{what} differs by {difference}"


def program(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=600)


def check_program(name, group, expected, limit):
    """What Heads Up makes of the file: weights and output of every layer."""
    reading = ["--reading", {"layers": "self"}.get(group, group)]
    groups = {key.partition(".")[0] for key in read_header(name)[1]}
    reading = reading if len(groups) > 1 else []
    checked = program("check", *reading, name)
    assert checked.returncode == 0, (checked.returncode, checked.stdout, checked.stderr)
    out = name.replace("r.safetensors", "all.safetensors")
    made = program("trace", "--from", name, *reading, "--out", out)
    assert made.returncode == 0, made.stderr
    _, tensors = read(out)
    for layer, (q, k, v, weights) in expected.items():
        near(f"weights of the program {group} {layer}", tensors[f"{group}.{layer}.weights"], weights, limit)
        near(f"output of the program {group} {layer}", tensors[f"{group}.{layer}.output"], weights @ v, limit)
    os.remove(out)


def recorded(model, *inputs, batch=0, context=contextlib.nullcontext, notes=(), **options):
    """Runs it before, inside and after: three times the same, and nothing stays. Returns metadata and tensors."""
    name, said = os.path.join(FOLDER, "r.safetensors"), io.StringIO()
    more = options.pop("more", {})
    model.eval()
    with context():
        before = model(*inputs, **more)
        with contextlib.redirect_stderr(said), Recorder(name, model, batch=batch, **options):
            during = model(*inputs, **more)
        after = model(*inputs, **more)
    # Two runs of torch itself may differ in the last digit: its vector code begins where memory is aligned.
    near("the model recorded", during, before, 0.01 if before.dtype == torch.bfloat16 else 1e-6)
    near("the model after it", after, before, 0.01 if before.dtype == torch.bfloat16 else 1e-6)
    assert not any(m._forward_hooks or m._forward_pre_hooks for m in model.modules()), "hooks stay"
    assert os.listdir(FOLDER) == ["r.safetensors"], os.listdir(FOLDER)
    for note in notes:
        assert note in said.getvalue(), (note, said.getvalue())
    lines = said.getvalue().splitlines()
    assert f"{name} is written: " in lines[-1] and (notes or len(lines) == 1), said.getvalue()
    return read(name)


def same_as_model(model, *inputs, modules=None, batch=0, limit=2e-6, group="layers", has_q=True, **options):
    """Every layer of the file has the numbers the module used, in its order of heads, and so the program shows it."""
    metadata, tensors = recorded(model, *inputs, batch=batch, **options)
    compare(model, metadata, tensors, modules, batch, limit, group, has_q)
    return metadata, tensors


def compare(model, metadata, tensors, modules, batch, limit, group, has_q=True):
    modules = modules if modules is not None else [m for m in model.modules() if hasattr(m, "last")]
    expected = {i: tuple(x[batch].float() for x in module.last) for i, module in enumerate(modules)}
    assert {key.split(".")[1] for key in tensors if key.startswith(group + ".")} == set(map(str, expected))
    for layer, (q, k, v, weights) in expected.items():
        prefix = f"{group}.{layer}."
        assert has_q == (prefix + "q" in tensors)
        for part, x in (("q", q), ("k", k), ("v", v), ("weights", weights)):
            if prefix + part in tensors:
                near(prefix + part, tensors[prefix + part].repeat_interleave(len(x) // len(tensors[prefix + part]), 0), x, limit)
        assert prefix + "v" in tensors
    check_program(os.path.join(FOLDER, "r.safetensors"), group, expected, max(limit, 2e-5))


# ---- the users -----------------------------------------------------------------------------------------


def gpt2():
    for upcast in (False, True):
        metadata, _ = same_as_model(Stack(Gpt2Attention(upcast), Gpt2Attention(upcast, 1)), torch.randn(2, 5, 12), batch=1)
        assert metadata["mask"] == "causal" and float(metadata["layers.1.divisor"]) == 4


def bert():
    mask = torch.ones(2, 6)
    mask[1, 4:] = 0
    model = Stack(BertAttention(), BertAttention())
    with torch.no_grad():
        for layer in model.layers:
            layer.self.query.weight.mul_(9)  # scores of a size that −10000 + score must not be mistaken for a seen pair
    for batch in (0, 1):
        metadata, tensors = same_as_model(model, torch.randn(2, 6, 12), batch=batch, more={"attention_mask": mask}, limit=1e-5)
        assert metadata["mask"] == ("none", "edited")[batch]
        assert batch == 0 or torch.equal(tensors["layers.0.mask"], (1 - mask[1]).expand(6, 6))
    off = torch.tensor([1.0, 0, 1]).view(1, 3, 1, 1)
    metadata, _ = recorded(model, torch.randn(2, 6, 12), more={"head_mask": off}, notes=["weights were changed between"])
    assert "weights were changed" in metadata["notes"]
    shown = program("check", os.path.join(FOLDER, "r.safetensors"))
    assert "noted when it was recorded: weights were changed between softmax" in shown.stdout, shown.stdout


def llama():
    model, x = LlamaModel(), torch.randn(2, 5, 16)
    padding = torch.zeros(2, 5, dtype=torch.bool)
    padding[1, :2] = True
    metadata, tensors = same_as_model(model, x)
    assert metadata["mask"] == "causal" and tensors["layers.0.k"].shape[0] == 2
    # Padding on the left hides all keys of a row, and softmax of equal numbers spreads evenly: so it ran.
    same_as_model(model, x, batch=1, more={"padding": padding}, limit=1e-5)


def half_floats():
    for dtype in (torch.bfloat16,):
        same_as_model(LlamaModel(dtype), torch.randn(1, 7, 16).to(dtype), limit=0.02)
    autocast = lambda: torch.autocast("cpu", dtype=torch.bfloat16)
    same_as_model(Stack(Gpt2Attention()), torch.randn(1, 7, 12), limit=0.02, context=autocast)
    same_as_model(Stack(Gpt2Attention()), torch.randn(1, 7, 12), context=torch.inference_mode)
    same_as_model(Stack(Gpt2Attention()), torch.randn(1, 7, 12), context=torch.no_grad)


class Generate(nn.Module):
    """The loop of generate(): the prompt, then a word at a time over a growing cache."""

    def __init__(self):
        super().__init__()
        self.model = LlamaModel()

    def forward(self, x):
        cache, parts = {}, []
        for _ in range(3):
            parts.append(self.model(x, past_key_values=cache))
            x = parts[-1][:, -1:]
        return torch.cat(parts, 1)


def generating():
    with torch.no_grad():
        model, x = Generate(), torch.randn(1, 4, 16)
        metadata, tensors = recorded(model, x, notes=["ran 3 times; run 0 is recorded"])
        assert tensors["layers.1.q"].shape == (4, 4, 4) and metadata["mask"] == "causal"
        metadata, tensors = recorded(model, x, calls=2, notes=["ran 3 times; run 2 is recorded"])
        assert tensors["layers.1.q"].shape == (4, 1, 4) and tensors["layers.1.k"].shape == (2, 6, 4)
        attentions = [layer["self_attn"] for layer in model.model.layers]
        compare(model, metadata, tensors, attentions, 0, 2e-6, "layers")
        recorded(model, x, calls="each", notes=["left out", "1 queries where the first has 4"])
        recorded(Stack(Gpt2Attention()), torch.randn(1, 4, 12))


def encoder_decoder():
    model, source, target = T5(), torch.randn(1, 7, 12), torch.randn(1, 4, 12)
    metadata, tensors = recorded(model, source, target)
    for group, modules in (("encoder", [b.SelfAttention for b in model.encoder.block]),
                           ("layers", [b[0].SelfAttention for b in model.decoder.block]),
                           ("cross", [b[1].EncDecAttention for b in model.decoder.block])):
        compare(model, metadata, tensors, modules, 0, 1e-5, group)
    assert tensors["encoder.0.mask"].shape == (3, 7, 7) and metadata["encoder.1.mask"] == "none"
    model, source = Bart(), torch.randn(2, 40, 12)
    metadata, tensors = recorded(model, source, torch.randn(2, 5, 12), batch=1)
    for group, layers, name in (("encoder", model.encoder, "self_attn"), ("layers", model.decoder, "self_attn"),
                                ("cross", model.decoder, "encoder_attn")):
        compare(model, metadata, tensors, [layer[name] for layer in layers.layers], 1, 1e-5, group)
    assert tensors["cross.0.weights"].shape == (3, 5, 40) and metadata["layers.0.mask"] == "causal"


def fused_projections():
    for kind in (GptNeoXAttention, FalconAttention):
        metadata, tensors = same_as_model(Stack(kind(), kind()), torch.randn(2, 5, 12), batch=1)
        assert metadata["mask"] == "causal" and "layers.0.divisor" not in metadata
    assert tensors["layers.0.k"].shape == (1, 5, 4)


def biases():
    _, tensors = same_as_model(Stack(BloomAttention()), torch.randn(2, 5, 12), batch=1, limit=1e-5)
    assert tensors["layers.0.mask"].shape == (3, 5, 5) and tensors["layers.0.mask"][0, 0, 1] == -math.inf
    metadata, _ = recorded(Stack(DebertaAttention()), torch.randn(2, 5, 12))
    same_as_model(Stack(DebertaAttention()), torch.randn(2, 5, 12), batch=1, limit=1e-5)
    assert float(metadata["layers.0.divisor"]) == 1
    model = Stack(SwinWindows())
    metadata, tensors = recorded(model, torch.randn(1, 8, 12), batch=1, notes=["2 parts of 1 sentences"])
    compare(model, metadata, tensors, None, 1, 1e-5, "layers")


def einsums():
    spellings = [("bqhd,bkhd->bhqk", "bhqk,bkhd->bqhd"), ("bkhd,bqhd->bhqk", "bkhd,bhqk->bqhd"),
                 ("bqhd,bkhd->bqhk", "bqhk,bkhd->bqhd"), ("bqhd,bkhd->bqkh", "bqkh,bkhd->bqhd"),
                 ("bkhd,bqhd->hbkq", "hbkq,bkhd->bqhd"), ("b q h d , b k h d -> b h q k", "b h q k , b k h d -> b q h d")]
    for scores, values in spellings:
        model = Stack(Einsums(scores, values))
        model.layers[0].scores = scores
        same_as_model(model, torch.randn(2, 5, 12), batch=1) if " " not in scores else recorded(Spaced(model), torch.randn(2, 5, 12))
    for kind in (GroupedEinsum, GroupedMatmul):
        _, tensors = same_as_model(Stack(kind()), torch.randn(2, 5, 16), batch=1)
        assert tensors["layers.0.k"].shape == (2, 5, 4)


class Spaced(nn.Module):
    """Spaces and an ellipsis in the letters."""

    def __init__(self, model):
        super().__init__()
        self.attention = Linears()
        self.attention.forward = self.attend
        self.attention.q = nn.Linear(12, 12)

    def attend(self, x):
        q = heads_of(self.attention.q(x), 3)
        weights = torch.einsum("... q d, ... k d -> ... q k", q, q).div(2).softmax(-1)
        return torch.einsum("...qk,...kd->...qd", weights, q)

    def forward(self, x):
        return self.attention(x)


def orders_of_axes():
    for batch in (0, 1):
        same_as_model(Stack(HeadsFirst()), torch.randn(2, 5, 12), batch=batch)
        same_as_model(Stack(TimeFirst()), torch.randn(5, 2, 12), batch=batch)
    model = Stack(ManyHeads(), ManyHeads())
    metadata, tensors = recorded(model, torch.randn(2, 5, 12), batch=1)
    assert metadata["mask"] == "causal"
    for layer in (0, 1):
        for index, part in enumerate(("q", "k", "v", "weights")):
            expected = torch.cat([head.last[index][1] for head in model.layers[layer].heads])
            near(part, tensors[f"layers.{layer}.{part}"], expected, 2e-6)
    try:
        recorded(Stack(MergedRows()), torch.randn(1, 5, 12))
        assert False, "heads in the axis of queries were taken for something"
    except RuntimeError as problem:
        assert "layers.0 ran" in str(problem) and "record()" in str(problem)
    os.listdir(FOLDER) and os.remove(os.path.join(FOLDER, "r.safetensors"))


def refused(part, *arguments, **options):
    try:
        recorded(*arguments, **options)
        assert False, f"recorded, where “{part}” was to be said"
    except ValueError as problem:
        assert part in str(problem), problem


def heads_before_sentences():
    """Where as many sentences run as there are heads, or both lie in one axis, the numbers tell, or it is asked."""
    three, two = torch.randn(3, 5, 12), torch.randn(2, 5, 12)
    said = "heads come before sentences in [3, 3]; say heads_first=True"
    refused(said, Stack(HeadsAndSentences(False)), three, batch=1)
    refused("heads come before sentences in [6]; say heads_first=True", Stack(HeadsAndSentences(True)), two, batch=1)
    asked = "[3, 3] are as many sentences as heads, and the numbers do not tell which axis is which"
    refused(asked, Stack(HeadsAndSentences(False, from_cache=True)), three, batch=1)
    recorded(Stack(HeadsAndSentences(True, from_cache=True)), two, batch=1,
             notes=["of 6 in one axis sentences were taken to come before heads"])
    for batch in (0, 2):
        same_as_model(Stack(HeadsAndSentences(False)), three, batch=batch, heads_first=True)
        same_as_model(Stack(HeadsAndSentences(True)), three, batch=batch, heads_first=True)
        same_as_model(Stack(HeadsAndSentences(False, from_cache=True)), three, batch=batch, heads_first=True)
        same_as_model(Stack(Gpt2Attention()), three, batch=batch)
        same_as_model(Stack(Gpt2Attention()), three, batch=batch, heads_first=False)
    os.listdir(FOLDER) and os.remove(os.path.join(FOLDER, "r.safetensors"))


def what_is_more_than_one():
    x = torch.randn(1, 5, 12)
    same_as_model(Stack(Halves(), Halves()), x, limit=1e-5, notes=["layers.0, layers.1: the scores are a sum of several products"])
    recorded(Stack(Twice()), x, notes=["computes several attentions in a run; the first is recorded"])
    recorded(Stack(Gpt2Attention()), x, tokens=list("abc"), notes=["tokens has 3 words, but layers have 5 queries"])
    same_as_model(Stack(Gpt2Attention(), BertAttention()).double(), x.double(), limit=1e-6)
    try:
        Recorder(os.path.join(FOLDER, "c"), Stack(OptimizedModule(Gpt2Attention())))
        assert False, "a compiled model was taken"
    except ValueError as problem:
        assert "layers.0 is compiled" in str(problem)


def fused_attention():
    for options in ({}, {"is_causal": True}, {"scale": 0.3}, {"enable_gqa": True, "is_causal": True},
                    {"attn_mask": torch.ones(1, 1, 5, 5, dtype=torch.bool).tril(-1).logical_or(torch.eye(5, dtype=torch.bool))},
                    {"attn_mask": torch.randn(2, 1, 5, 5)}, {"attn_mask": torch.randn(4, 5, 5).masked_fill(torch.eye(5) > 0, -math.inf)}):
        model, x = Stack(Fused(**options)), torch.randn(2, 5, 16)
        model(x)
        model.layers[0].watched = False  # the weights it would have are one more attention
        metadata, tensors = recorded(model, x, batch=1)
        truth = tuple(y[1] for y in model.layers[0].last)
        check_program(os.path.join(FOLDER, "r.safetensors"), "layers", {0: truth}, 2e-5)
        near("q", tensors["layers.0.q"], truth[0], 2e-6)
        assert tensors["layers.0.k"].shape == (2, 5, 4)
        assert ("scale" in options) == ("layers.0.divisor" in metadata)


if __name__ == "__main__":
    torch.manual_seed(3)
    torch.set_num_threads(1)
    wanted = sys.argv[2:]
    for test in (gpt2, bert, llama, half_floats, generating, encoder_decoder, fused_projections, biases, einsums,
                 orders_of_axes, heads_before_sentences, what_is_more_than_one, fused_attention):
        if not wanted or test.__name__ in wanted:
            test()
            print(f"ok {test.__name__}")
    for name in os.listdir(FOLDER):
        os.remove(os.path.join(FOLDER, name))
    os.rmdir(FOLDER)
