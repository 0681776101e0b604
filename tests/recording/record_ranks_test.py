#!/usr/bin/env python3
"""Recording where several processes each have a part of the model: heads split as tensor parallelism does it, layers as
pipelines do, over torch.distributed with gloo. One file comes out; when a process fails, what the others recorded stays.

usage: record_ranks_test.py                              the test
       record_ranks_test.py works|fails FOLDER RANK PORT one process of it"""
import os
import socket
import subprocess
import sys
import tempfile

from recorder import Recorder, merge, read_header

import torch
import torch.distributed as dist
import torch.nn as nn
import torch.nn.functional as F

WORLD, HEADS, GROUPS, WIDTH = 2, 4, 2, 4


class Attention(nn.Module):
    """As the engines shard it: each process has the rows of q_proj … of its heads, and the columns of o_proj; the results
    are summed over all processes."""

    def __init__(self, seed, rank=0, world=1):
        super().__init__()
        random = torch.Generator().manual_seed(seed)
        whole = {"q_proj": (16, 16), "k_proj": (8, 16), "v_proj": (8, 16), "o_proj": (16, 16)}
        for name, shape in whole.items():
            weight = torch.randn(shape, generator=random) / 4
            shard = weight.chunk(world, 1 if name == "o_proj" else 0)[rank]
            linear = nn.Linear(shard.shape[1], shard.shape[0], False)
            linear.weight = nn.Parameter(shard.clone())
            setattr(self, name, linear)
        self.world, self.heads, self.groups = world, HEADS // world, GROUPS // world

    def forward(self, x):
        b, t, _ = x.shape
        q, k, v = (p(x).view(b, t, -1, WIDTH).transpose(1, 2) for p in (self.q_proj, self.k_proj, self.v_proj))
        k, v = (y.repeat_interleave(HEADS // GROUPS, 1) for y in (k, v))
        mask = torch.full((t, t), torch.finfo(x.dtype).min).triu(1)
        weights = F.softmax(q @ k.transpose(-1, -2) / WIDTH ** 0.5 + mask, -1)
        out = self.o_proj((weights @ v).transpose(1, 2).reshape(b, t, -1))
        if self.world > 1:
            dist.all_reduce(out)
        return out


class Model(nn.Module):
    def __init__(self, rank=0, world=1, layers=4):
        super().__init__()
        self.layers = nn.ModuleList(nn.ModuleDict({"self_attn": Attention(i, rank, world)}) for i in range(layers))

    def forward(self, x, fail_after=None):
        for index, layer in enumerate(self.layers):
            if index == fail_after:
                raise RuntimeError("out of memory")
            x = x + layer["self_attn"](x)
        return x


def sentence():
    torch.manual_seed(6)
    return torch.randn(1, 5, 16)


def options(rank):
    return {"tokens": list("abcde"), "name": "Model", "part": rank, "parts": WORLD}


def tensor_parallel(path, rank, fail_after=None):
    model, x = Model(rank, WORLD), sentence()
    here, groups_here = HEADS // WORLD, GROUPS // WORLD
    with torch.no_grad(), Recorder(path, model, head_offset=rank * here, key_head_offset=rank * groups_here, **options(rank)):
        model(x, fail_after if rank == 1 else None)


def pipeline(path, rank):
    model, x = Model(), sentence()
    model.layers = model.layers[rank * 2:rank * 2 + 2]
    with torch.no_grad(), Recorder(path, model, layer_offset=rank * 2, **options(rank)):
        if rank == 0:
            dist.send(model(x), 1)
        else:
            dist.recv(x, 0)
            model(x)
    dist.barrier()


def data_parallel(path, rank):
    """Replicas and flattened parameters change nothing: one process records."""
    model = nn.parallel.DistributedDataParallel(Model())
    if rank == 0:
        with Recorder(path, model, tokens=list("abcde"), name="Model"):
            model(sentence())
    else:
        model(sentence())


def same_file(path, rank):
    """Two processes that were given one name: one is told, and the file is whole."""
    model, x = Model(), sentence()
    recorder = Recorder(path, model, tokens=list("abcde"), name="Model")
    if rank == 0:
        with recorder, torch.no_grad():
            dist.barrier()
            dist.barrier()
            model(x)
        return
    dist.barrier()
    try:
        recorder.__enter__()
        raise AssertionError("two processes wrote one file")
    except RuntimeError as problem:
        assert "another process" in str(problem) and "part=" in str(problem)
    dist.barrier()


def child(kind, folder, rank, port):
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port), GLOO_SOCKET_IFNAME="lo")
    dist.init_process_group("gloo", rank=rank, world_size=WORLD)
    torch.set_num_threads(1)
    if kind == "fails":
        tensor_parallel(os.path.join(folder, "fails"), rank, fail_after=2)
        return
    for one in WAYS:
        WAYS[one](os.path.join(folder, one), rank)
        dist.barrier()


WAYS = {"heads": tensor_parallel, "layers": pipeline, "replicas": data_parallel, "same": same_file}


def run(kind):
    folder = tempfile.mkdtemp()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    children = [subprocess.Popen([sys.executable, os.path.abspath(__file__), kind, folder, str(rank), str(port)],
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) for rank in range(WORLD)]
    said = [child.communicate(timeout=600)[0] for child in children]
    return folder, [child.returncode for child in children], said


def clear(folder):
    for name in os.listdir(folder):
        os.remove(os.path.join(folder, name))
    os.rmdir(folder)


def content(path):
    """Metadata, and tensors as (dtype, shape, bytes), in any order."""
    metadata, tensors, data = read_header(path)
    raw = open(path, "rb").read()
    return metadata, {name: (t["dtype"], t["shape"], raw[data + t["data_offsets"][0]:data + t["data_offsets"][1]])
                      for name, t in tensors.items()}


def numbers(entry):
    dtype, shape, raw = entry
    return torch.frombuffer(bytearray(raw), dtype=torch.float32).view(shape)


def one_process(folder):
    path = os.path.join(folder, "one")
    with torch.no_grad(), Recorder(path, Model(), tokens=list("abcde"), name="Model") as recorder:
        recorder.model(sentence())
    return content(path)


def same_numbers(found, expected):
    metadata, tensors = found
    assert metadata == expected[0], (metadata, expected[0])
    assert tensors.keys() == expected[1].keys()
    for name, entry in tensors.items():
        assert entry[:2] == expected[1][name][:2], name
        assert (numbers(entry) - numbers(expected[1][name])).abs().max() < 1e-5, name


def a_whole_file():
    folder, codes, said = run("works")
    assert codes == [0, 0], said
    assert sorted(os.listdir(folder)) == sorted(WAYS), os.listdir(folder)
    whole = one_process(folder)
    for one in WAYS:
        # W_O of some heads gives a part of the sum that joined is, so processes with heads of their own have none.
        without = {name: x for name, x in whole[1].items() if not name.endswith(".joined")}
        same_numbers(content(os.path.join(folder, one)), (whole[0], without if one == "heads" else whole[1]))
    assert len(without) == len(whole[1]) - 4
    clear(folder)


def a_process_fails():
    folder, codes, said = run("fails")
    assert all(codes), "both end with the failure"
    names = sorted(os.listdir(folder))
    assert names == [f"fails.part-{rank}-of-2.incomplete" for rank in (0, 1)], names
    whole = one_process(folder)
    paths = [os.path.join(folder, name) for name in names]
    metadata, tensors = content(paths[0])
    assert "ended early" in metadata["notes"] and "layers.1.q" in tensors
    notes = merge(os.path.join(folder, "joined"), paths)
    metadata, tensors = content(os.path.join(folder, "joined"))
    assert {name.rpartition(".")[0] for name in tensors} == {"layers.0", "layers.1"}
    for name, entry in tensors.items():
        assert (numbers(entry) - numbers(whole[1][name])).abs().max() < 1e-5, name
    assert metadata["mask"] == "causal" and "ended early" in notes
    clear(folder)


def parts_that_do_not_belong():
    folder = tempfile.mkdtemp()
    x = torch.randn(2, 5, 4)
    at = lambda name: os.path.join(folder, name)
    for name, more in (("a", {}), ("b", {}), ("c", {"tokens": list("vwxyz")}), ("d", {"layer_offset": 1})):
        with Recorder(at(name), **{"tokens": list("abcde"), **more}) as recorder:
            recorder.record(q=x, k=x, causal=name != "d")
    for pair, why in ((("a", "b"), "head_offset"), (("a", "c"), "other tokens")):
        try:
            merge(at("out"), [at(name) for name in pair])
            raise AssertionError(f"{pair} were joined")
        except ValueError as problem:
            assert why in str(problem), problem
    merge(at("out"), [at("a"), at("d")])
    metadata, tensors = content(at("out"))
    assert metadata["layers.0.mask"] == "causal" and metadata["layers.1.mask"] == "none" and "layers.1.k" in tensors
    # A part of an earlier run is no part of this one.
    for part in (0, 1):
        with Recorder(at("old"), part=part, parts=2, layer_offset=part) as recorder:
            recorder.record(q=x, k=x)
    assert sorted(os.listdir(folder)) == ["a", "b", "c", "d", "old.part-0-of-2", "old.part-1-of-2", "out"]
    clear(folder)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        child(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
        sys.exit(0)
    torch.set_num_threads(1)
    for test in (a_whole_file, a_process_fails, parts_that_do_not_belong):
        test()
        print(f"ok {test.__name__}")
