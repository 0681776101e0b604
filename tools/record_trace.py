#!/usr/bin/env python3
"""Records the attention of a PyTorch model into one file that Heads Up opens.

    from record_trace import Recorder
    with Recorder("trace.safetensors", model, tokens=["the", "cat", "sat"]):
        model(inputs)

Inside the block every attention that runs is written down as it happens: Q, K and V as they were multiplied (after
rotary positions, with grouped heads), the weights after softmax, and which keys were hidden. That covers
torch.nn.MultiheadAttention and the Transformer layers built on it, torch.nn.functional.scaled_dot_product_attention,
and any attention that multiplies queries with keys and calls softmax, as the eager attentions of HuggingFace do.

Nothing is moved: a model spread over several devices stays there, and each matrix is copied to the processor by
itself, one layer at a time. Only torch is needed (1.13 or later); neither safetensors nor NumPy is.

What was computed where this cannot see it is said by hand:

    with Recorder("trace.safetensors", tokens=words) as recorder:
        recorder.record(q=q, k=k, v=v, layer=0, causal=True)         # [H,T,D] or [B,H,T,D]
    save_attentions("trace.safetensors", outputs.attentions, tokens=words)   # HuggingFace, output_attentions=True

On the command line:

    record_trace.py model FOLDER TEXT OUT     a HuggingFace model on one text; needs the transformers package too
    record_trace.py show FILE                 what a recording holds
    record_trace.py merge OUT PART PART …     joins the heads that several processes recorded (head_offset=…)

docs/recordings.md tells the rest, and what the file looks like.
"""
import argparse
import ctypes
import json
import math
import os
import re
import struct
import sys

HIDDEN_BELOW = -9999.0  # what models add to a hidden pair: -1e4, the lowest float, or -inf
GROUPS = ("layers", "cross", "encoder")
PER_HEAD = ("q", "k", "v", "scores", "scaled", "masked", "weights", "output")
CROSS_NAME = re.compile(r"cross|encoder_attn|multihead_attn|enc_?dec", re.IGNORECASE)
COPY_BYTES = 1 << 22


# ---- the file ----------------------------------------------------------------------------------


class TraceFile:
    """Named tensors in the safetensors layout, written as they come: data first, the header at the end.

    The data go to PATH.data; close() puts the header before them and gives the file its name, so that a run that ends
    early leaves no half file.
    """

    def __init__(self, path):
        self.path = path
        self.tensors = {}
        self.metadata = {"format": "heads-up-trace-1"}
        self.bytes = 0
        self.data = open(path + ".data", "w+b")

    def add(self, name, dtype, shape, pieces):
        """pieces: bytes-like objects that together are the tensor, little-endian and row-major."""
        if name in self.tensors:
            raise ValueError(f"{self.path}: {name} is recorded twice; give another layer")
        begin = self.bytes
        for piece in pieces:
            self.data.write(piece)
            self.bytes += memoryview(piece).nbytes
        self.tensors[name] = {"dtype": dtype, "shape": list(shape), "data_offsets": [begin, self.bytes]}

    def close(self):
        header = json.dumps({"__metadata__": self.metadata, **self.tensors}, ensure_ascii=False).encode()
        header += b" " * (-len(header) % 8)
        self.data.seek(0)
        with open(self.path + ".new", "wb") as out:
            out.write(struct.pack("<Q", len(header)) + header)
            while piece := self.data.read(COPY_BYTES):
                out.write(piece)
        os.replace(self.path + ".new", self.path)
        self.discard()

    def discard(self):
        self.data.close()
        for leftover in (self.path + ".data", self.path + ".new"):
            if os.path.exists(leftover):
                os.remove(leftover)


def bytes_of(tensor):
    """The memory of a tensor on the processor, without NumPy."""
    count = tensor.numel() * tensor.element_size()
    return bytes((ctypes.c_char * count).from_address(tensor.data_ptr())) if count else b""


# ---- what one attention computed -----------------------------------------------------------------


class Call:
    """One attention of one sentence: what is known of it so far, each [H, rows, columns]."""

    def __init__(self, name):
        self.name = name
        self.q = self.k = self.v = self.masked = self.weights = self.scores = None
        self.hidden = None  # bool [T,S] or [H,T,S]; True: may not be seen
        self.bias = None  # float, added to the scaled scores
        self.divisor = None  # of the scores; None: the square root of D
        self.products = []  # (left, right, shape of the result), the latest at the end


def fewer_heads(first, second):
    """[H,T,D] with every n-th head repeated n times as [H/n,T,D], the same n for both."""
    import torch

    heads = first.shape[0]
    for groups in range(1, heads):
        if heads % groups or any(x is not None and x.shape[0] != heads for x in (first, second)):
            continue
        step = heads // groups
        if all(x is None or torch.equal(x, x[::step].repeat_interleave(step, 0)) for x in (first, second)):
            return first[::step], second if second is None else second[::step]
    return first, second


def fit_divisor(call):
    """Is masked = Q Kᵀ / divisor where nothing is hidden? Returns the divisor, or None."""
    visible = call.masked > HIDDEN_BELOW
    q, k = call.q.float(), call.k.float()
    if q.shape[0] != k.shape[0]:
        k = k.repeat_interleave(q.shape[0] // k.shape[0], 0)
    raw, seen = (q @ k.transpose(-1, -2))[visible], call.masked.float()[visible]
    square = (raw * raw).sum().item()
    if not square > 0:
        return math.sqrt(q.shape[-1])
    factor = (raw * seen).sum().item() / square
    largest = seen.abs().max().item()
    # A bfloat16 score has 8 significant bits, and Q and K were rounded too.
    tolerance = {2: 0.03, 4: 1e-3, 8: 1e-6}[call.masked.element_size()]
    if not factor > 0 or not (seen - factor * raw).abs().max().item() <= tolerance * largest:
        return None
    divisor, usual = 1 / factor, math.sqrt(q.shape[-1])
    return usual if abs(divisor - usual) <= tolerance * usual else divisor


def batch_row(tensor, batch, heads):
    """[B,H,T,X], [B·H,T,X], [H,T,X] or [T,X] as [H,T,X] of one sentence of the batch."""
    if tensor is None:
        return None
    tensor = tensor.detach()
    if tensor.dim() == 2:
        return tensor[None]
    if tensor.dim() == 4:
        return tensor[batch if tensor.shape[0] > 1 else 0]
    if heads and tensor.shape[0] > heads and tensor.shape[0] % heads == 0:
        return tensor[batch * heads:(batch + 1) * heads]
    return tensor


# ---- recording -----------------------------------------------------------------------------------


class Recorder:
    """Writes every attention that runs inside its `with` block.

    path        the file to write
    model       names the layers by its modules; without it they are numbered as they run
    tokens      the words of the sentence, of the queries; key_tokens those of the keys where they are others (and of
                the encoder); ids their numbers
    batch       which sentence of the batch, from 0
    keep        what to write of q, k, v, weights, masked
    calls       "first": of a module that runs again (a text being generated) only the first run is written;
                "each": every run is a layer of its own (layers that share their weights)
    head_offset, key_head_offset   where this process' heads begin, for `merge`
    dtype       "float32", "float16" or "bfloat16" in the file
    """

    def __init__(self, path, model=None, tokens=None, key_tokens=None, ids=None, batch=0, name=None,
                 keep=("q", "k", "v", "weights", "masked"), calls="first", head_offset=None, key_head_offset=None,
                 dtype="float32"):
        if calls not in ("first", "each"):
            raise ValueError(f"calls is {calls!r}; it may be 'first' or 'each'")
        if dtype not in ("float32", "float16", "bfloat16"):
            raise ValueError(f"dtype is {dtype!r}; it may be float32, float16 or bfloat16")
        if sys.byteorder != "little":
            raise RuntimeError("the file is little-endian; this machine is not")
        self.file = TraceFile(path)
        self.model, self.batch, self.keep, self.calls, self.dtype = model, batch, set(keep), calls, dtype
        self.notes, self.seen, self.counts, self.masks, self.d_head = [], set(), {}, {}, {}
        self.stack, self.call, self.handles, self.mode = [], None, [], None
        self.places = self._find_places()
        metadata = self.file.metadata
        metadata["model"] = name or (type(model).__name__ if model is not None else "recorded")
        for key, words in (("tokens", tokens), ("key_tokens", key_tokens), ("ids", ids)):
            if words is not None:
                metadata[key] = json.dumps([int(x) if key == "ids" else str(x) for x in words], ensure_ascii=False)
        for key, offset in (("head_offset", head_offset), ("key_head_offset", key_head_offset)):
            if offset is not None:
                metadata[key] = str(int(offset))

    # -- where a layer's number comes from --

    def _find_places(self):
        """Module name → (group, layer): attentions in the order the model lists them."""
        if self.model is None:
            return {}
        modules = dict(self.model.named_modules())
        marks = ("q_proj", "query", "c_attn", "q_lin", "qkv", "query_key_value", "in_proj_weight", "q", "Wqkv", "to_q",
                 "qkv_proj", "q_proj_weight", "W_q", "wq")
        names = [n for n, m in modules.items() if any(hasattr(m, mark) for mark in marks)]
        by_class = [n for n, m in modules.items() if re.search("atten|attn", type(m).__name__, re.IGNORECASE)]
        names += [n for n in by_class if not any(o == n or o.startswith(n + ".") or not n for o in names)]
        order = {name: index for index, name in enumerate(modules)}
        names.sort(key=order.get)
        crosses = [n for n in names if CROSS_NAME.search(n) or getattr(modules[n], "is_cross_attention", False)]
        places, counts = {}, dict.fromkeys(GROUPS, 0)
        for name in names:
            in_encoder = crosses and any(part.startswith("encoder") and "attn" not in part for part in name.split("."))
            group = "cross" if name in crosses else "encoder" if in_encoder else "layers"
            places[name] = (group, counts[group])
            counts[group] += 1
        return places

    def _heads_of(self, name):
        module = dict(self.model.named_modules())[name] if name in self.places else None
        for attribute in ("num_heads", "num_attention_heads", "n_heads", "n_head", "nhead"):
            value = getattr(module, attribute, None)
            if isinstance(value, int) and value > 0:
                return value
        return None

    def _place_of(self, name):
        """None: a run of a module that has been written."""
        if name in self.places and self.calls == "first":
            again = name in self.seen
            self.seen.add(name)
            return None if again else self.places[name]
        group = self.places[name][0] if name in self.places else "layers"
        return group, self._next(group)

    def _next(self, group):
        self.counts[group] = self.counts.get(group, 0) + 1
        return self.counts[group] - 1

    # -- the block --

    def __enter__(self):
        if self.model is not None:
            for name, module in self.model.named_modules():
                if name in self.places:
                    self.handles.append(module.register_forward_pre_hook(lambda *_, name=name: self._enter(name)))
                    self.handles.append(module.register_forward_hook(lambda *_: self._leave()))
        self.mode = _make_mode(self)
        self.mode.__enter__()
        return self

    def __exit__(self, kind, problem, traceback):
        self.mode.__exit__(kind, problem, traceback)
        for handle in self.handles:
            handle.remove()
        if kind is not None:
            self.file.discard()
            return False
        try:
            self._finish_call()
            self._finish()
        except BaseException:
            self.file.discard()
            raise
        return False

    def _finish(self):
        if not self.file.tensors:
            raise RuntimeError(f"{self.file.path}: no attention ran inside the block, so nothing was recorded; "
                               "compiled and fused attentions are not seen: run the eager model, or use record()")
        metadata = self.file.metadata
        names = set(self.masks.values())
        if len(names) == 1:
            metadata["mask"] = names.pop()
        else:
            metadata.update({f"{place}.mask": name for place, name in self.masks.items() if name != "edited"})
        widths = set(self.d_head.values())
        if len(widths) == 1:
            metadata["d_head"] = str(widths.pop())
        if self.notes:
            metadata["notes"] = "; ".join(dict.fromkeys(self.notes))
        self.file.close()
        for note in dict.fromkeys(self.notes):
            print(f"record_trace: {note}", file=sys.stderr)

    def _where(self):
        """The innermost attention module that is running; None outside of all."""
        return self.stack[-1] if self.stack else None

    def _enter(self, name):
        self.stack.append(name)

    def _leave(self):
        self._finish_call()  # one that ends without a product with V
        self.stack.pop()

    # -- what the mode reports --

    def saw_product(self, left, right, result):
        """right is [..., D, S] before softmax and [..., S, D] after it."""
        call = self.call
        name = self._where()
        if call is not None and call.weights is not None and call.name == name:
            if call.v is None and left.shape == call.weights_shape and left.dim() == right.dim():
                call.v = batch_row(right, self.batch, self._heads_of(name))
                self._finish_call()
                return
        if call is None or call.name != name:
            self._finish_call()
            call = self.call = Call(name)
        call.products = call.products[-3:] + [(left, right, result.shape)]

    def saw_softmax(self, masked, weights, dim):
        name = self._where()
        if masked.dim() < 2 or dim not in (-1, masked.dim() - 1):
            return
        call = self.call if self.call is not None and self.call.name == name else Call(name)
        if call.weights is not None:
            self._finish_call()
            call = Call(name)
        found = [p for p in call.products if p[2] == masked.shape and (p[1].dim() > 2 or name is not None)]
        if not found and (name is None or masked.dim() < 3):
            return  # a softmax of something else
        heads = self._heads_of(name)
        if found:
            call.q = batch_row(found[-1][0], self.batch, heads)
            call.k = batch_row(found[-1][1].transpose(-1, -2), self.batch, heads)
        call.products = []
        call.weights_shape = weights.shape
        call.masked = batch_row(masked, self.batch, heads)
        call.weights = batch_row(weights, self.batch, heads)
        self.call = call

    def saw_sdpa(self, query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, **_):
        import torch

        self._finish_call()
        name = self._where()
        call = Call(name)
        heads = self._heads_of(name)
        call.q, call.k, call.v = (batch_row(x, self.batch, heads) for x in (query, key, value))
        if scale:
            call.divisor = 1 / scale
        if is_causal:
            shape = (call.q.shape[-2], call.k.shape[-2])
            call.hidden = ~torch.ones(shape, dtype=torch.bool).tril()
        if attn_mask is not None:
            wide = attn_mask.expand(*query.shape[:-1], key.shape[-2])
            self._take_mask(call, batch_row(wide, self.batch, heads), true_hides=False)
        self.call = call
        self._finish_call()

    def saw_mha(self, query, key, value, _width, heads, in_weight, in_bias, bias_k, bias_v, add_zero, _dropout, _ow, _ob,
                training=True, key_padding_mask=None, need_weights=True, attn_mask=None, use_separate_proj_weight=False,
                q_proj_weight=None, k_proj_weight=None, v_proj_weight=None, static_k=None, static_v=None, **_):
        """The arguments of torch.nn.functional.multi_head_attention_forward; query [T,B,E] or [T,E]."""
        import torch
        import torch.nn.functional as F

        self._finish_call()
        if query.dim() == 2:
            query, key, value = query[:, None], key[:, None], value[:, None]
        batch = self.batch if query.shape[1] > 1 else 0
        count = query.shape[1]
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
        call = Call(self._where())
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
        self.call = call
        self._finish_call()

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
        call.hidden = hidden if call.hidden is None else call.hidden.cpu() | hidden

    # -- writing --

    def _finish_call(self):
        call, self.call = self.call, None
        if call is None or all(x is None for x in (call.q, call.weights, call.scores, call.masked)):
            return
        place = self._place_of(call.name)
        if place is not None:
            self._write(place, call)

    def record(self, q=None, k=None, v=None, scores=None, weights=None, mask=None, layer=None, kind="layers",
               causal=False, divisor=None):
        """Writes one attention by hand, each [H,T,D], [B,H,T,D] or [T,D] ([H,T,S] for scores and weights).

        scores   before they are divided: Q Kᵀ; divisor is what they are divided by (the square root of D)
        mask     bool, True where a key may not be seen, or float that is added; [T,S], [H,T,S] or [B,H,T,S]
        """
        import torch

        if kind not in GROUPS:
            raise ValueError(f"kind is {kind!r}; it may be {', '.join(GROUPS)}")
        call = Call(None)
        names = {"q": q, "k": k, "v": v, "scores": scores, "weights": weights}
        for key, tensor in names.items():
            setattr(call, key, batch_row(tensor, self.batch, None))
        call.divisor = divisor
        if mask is not None:
            self._take_mask(call, mask if mask.dim() == 2 else batch_row(mask, self.batch, None), true_hides=True)
        if causal:
            shape = (scores if scores is not None else weights).shape[-2:] if q is None else (q.shape[-2], k.shape[-2])
            hidden = ~torch.ones(*shape, dtype=torch.bool).tril()
            call.hidden = hidden if call.hidden is None else call.hidden | hidden
        self._write((kind, self._next(kind) if layer is None else int(layer)), call)

    def _write(self, place, call):
        prefix = f"{place[0]}.{place[1]}"
        if call.masked is not None and call.hidden is None:
            self._take_mask(call, call.masked.float().masked_fill(call.masked > HIDDEN_BELOW, 0.0), true_hides=True)
        if call.q is not None and call.masked is not None:
            call.divisor = fit_divisor(call)
            if call.divisor is None:
                self.notes.append("some layers add more to the scores than a mask (a position bias, say), so Q and K are "
                                  "left out there and what softmax received is recorded")
                call.q = call.k = None
        elif call.masked is None and call.divisor is None and call.q is not None:
            call.divisor = math.sqrt(call.q.shape[-1])
        if call.k is not None:
            call.k, call.v = fewer_heads(call.k, call.v)
        if call.q is not None:
            self.d_head[prefix] = call.q.shape[-1]
            if abs(call.divisor - math.sqrt(call.q.shape[-1])) > 1e-6 * call.divisor:
                self.file.metadata[f"{prefix}.divisor"] = repr(call.divisor)
        elif call.divisor is not None:
            self.file.metadata[f"{prefix}.divisor"] = repr(call.divisor)
        if call.q is not None or call.scores is not None:
            call.masked = None  # follows from what is written
        for part in ("q", "k", "v", "scores", "masked", "weights"):
            tensor = getattr(call, part)
            if tensor is not None and (part in self.keep or part == "scores"):
                self._write_tensor(f"{prefix}.{part}", tensor)
        self._write_mask(prefix, call)

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
            if rows == columns and bool((hidden == ~torch.ones(rows, columns, dtype=torch.bool).tril()).all()):
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
        kept = {"float32": (torch.float32, "F32"), "float16": (torch.float16, "F16"),
                "bfloat16": (torch.bfloat16, "BF16")}[self.dtype]

        def heads():
            for head in tensor:
                yield bytes_of(head.detach().to(kept[0]).cpu().contiguous())

        self.file.add(name, kept[1], tensor.shape, heads())


def _make_mode(recorder):
    """Sees every call of torch inside the block, whoever makes it. While it is on, torch itself leaves its fused
    Transformer path, which would compute attention out of sight."""
    import torch
    import torch.nn.functional as F
    from torch.overrides import TorchFunctionMode

    products = {torch.matmul, torch.bmm, torch.Tensor.matmul, torch.Tensor.bmm, torch.Tensor.__matmul__,
                getattr(torch.Tensor, "__rmatmul__", None)}
    added = {torch.baddbmm, torch.Tensor.baddbmm}
    softmaxes = {F.softmax, torch.softmax, torch.Tensor.softmax}
    sdpa = getattr(F, "scaled_dot_product_attention", None)

    class Mode(TorchFunctionMode):
        def __torch_function__(self, func, types, args=(), kwargs=None):
            kwargs = kwargs or {}
            if func is F.multi_head_attention_forward:
                recorder.saw_mha(*args, **kwargs)
                return func(*args, **kwargs)
            if sdpa is not None and func is sdpa:
                recorder.saw_sdpa(*args, **kwargs)
                return func(*args, **kwargs)
            result = func(*args, **kwargs)
            if func in products:
                recorder.saw_product(args[0], args[1], result)
            elif func in added:
                recorder.saw_product(args[1], args[2], result)
            elif func is torch.einsum:
                _saw_einsum(recorder, args, result)
            elif func in softmaxes:
                dim = kwargs.get("dim", args[1] if len(args) > 1 else -1)
                recorder.saw_softmax(args[0], result, dim)
            return result

    return Mode()


def _saw_einsum(recorder, args, result):
    """A product in letters: ...qd,...kd->...qk, in any order of the letters of its factors."""
    operands = args[1:] if len(args) == 3 else args[1] if len(args) == 2 and isinstance(args[1], (list, tuple)) else ()
    if len(operands) != 2 or not isinstance(args[0], str) or "." in args[0]:
        return
    inputs, _, out = args[0].replace(" ", "").partition("->")
    first, _, second = inputs.partition(",")
    shared = [c for c in first if c in second and c in out]
    summed = [c for c in first if c in second and c not in out]
    row, column = [c for c in first if c not in second], [c for c in second if c not in first]
    if len(summed) != 1 or len(row) != 1 or len(column) != 1:
        return
    left = operands[0].permute([first.index(c) for c in shared + row + summed])
    right = operands[1].permute([second.index(c) for c in shared + summed + column])
    recorder.saw_product(left, right, result.permute([out.index(c) for c in shared + row + column]))


def save_attentions(path, attentions, tokens=None, key_tokens=None, kind="layers", **options):
    """Writes the weights a HuggingFace model returns with output_attentions=True: one [B,H,T,S] a layer."""
    recorder = Recorder(path, tokens=tokens, key_tokens=key_tokens, **options)
    try:
        for layer, weights in enumerate(attentions):
            recorder.record(weights=weights, layer=layer, kind=kind)
        recorder.masks = {}  # which keys were hidden is not known
        recorder._finish()
    except BaseException:
        recorder.file.discard()
        raise


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


def _read_pieces(path, begin, end):
    with open(path, "rb") as file:
        file.seek(begin)
        while begin < end:
            piece = file.read(min(COPY_BYTES, end - begin))
            if not piece:
                raise ValueError(f"{path}: cut short")
            begin += len(piece)
            yield piece


def merge(out, paths):
    """Joins recordings of the same run whose heads lie in several files, in the order of head_offset."""
    parts = []
    for path in paths:
        metadata, tensors, data = read_header(path)
        if "head_offset" not in metadata:
            raise ValueError(f"{path}: says no head_offset; record it with Recorder(…, head_offset=…)")
        parts.append((int(metadata["head_offset"]), path, metadata, tensors, data))
    parts.sort(key=lambda part: part[0])
    names = list(parts[0][3])
    for _, path, _, tensors, _ in parts:
        if set(tensors) != set(names):
            raise ValueError(f"{path}: holds other tensors than {parts[0][1]}")
    file = TraceFile(out)
    try:
        for name in names:
            _merge_tensor(file, name, parts)
        file.metadata.update({k: v for k, v in parts[0][2].items() if k not in ("head_offset", "key_head_offset")})
        file.close()
    except BaseException:
        file.discard()
        raise


def _merge_tensor(file, name, parts):
    part_name = name.rsplit(".", 1)[-1]
    chosen, expected, taken = [], 0, set()
    first = parts[0][3][name]
    for offset, path, metadata, tensors, data in parts:
        tensor = tensors[name]
        if tensor["dtype"] != first["dtype"] or tensor["shape"][1:] != first["shape"][1:]:
            raise ValueError(f"{path}: {name} is {tensor['shape']} {tensor['dtype']}, not like {first['shape']} "
                             f"{first['dtype']} of {parts[0][1]}")
        if part_name not in PER_HEAD and not (part_name == "mask" and len(tensor["shape"]) == 3):
            if not chosen:
                chosen.append((path, tensor, data))
            continue
        if part_name in ("k", "v"):
            offset = int(metadata.get("key_head_offset", offset))
            if offset in taken:
                continue  # the same heads on several processes
            taken.add(offset)
        elif offset != expected:
            raise ValueError(f"{path}: {name} begins at head {offset} where {expected} is the next")
        expected = offset + tensor["shape"][0]
        chosen.append((path, tensor, data))
    shape = list(first["shape"])
    if len(chosen) > 1:
        shape[0] = sum(tensor["shape"][0] for _, tensor, _ in chosen)
    pieces = (piece for path, tensor, data in chosen
              for piece in _read_pieces(path, data + tensor["data_offsets"][0], data + tensor["data_offsets"][1]))
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
    from transformers import AutoModel, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModel.from_pretrained(folder, attn_implementation="eager").eval()
    inputs = tokenizer(text, return_tensors="pt")
    ids = [int(i) for i in inputs["input_ids"][0]]
    more = {"decoder_input_ids": inputs["input_ids"]} if getattr(model.config, "is_encoder_decoder", False) else {}
    with torch.no_grad(), Recorder(out, model, tokens=[tokenizer.decode([i]) for i in ids]):
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
    several = commands.add_parser("merge", help="joins the heads of several recordings")
    several.add_argument("out")
    several.add_argument("parts", nargs="+")
    arguments = parser.parse_args()
    try:
        if arguments.command == "show":
            show(arguments.file)
        elif arguments.command == "model":
            record_model(arguments.folder, arguments.text, arguments.out)
        else:
            merge(arguments.out, arguments.parts)
    except (ImportError, OSError, ValueError, KeyError, TypeError) as problem:
        print(f"record_trace: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
