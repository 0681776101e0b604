#!/usr/bin/env python3
"""Numbers of the experiments beside attention: strides, views and copies as PyTorch has them, the norm of the derivative of softmax,
standard deviations and counts as NumPy has them.

usage: make_experiment_fixture.py > experiment_fixture.json
"""
import json

import numpy
import torch

rng = numpy.random.default_rng(5)

# A chain: a shape, then operations; after each shape, strides, contiguous, and the numbers in the order of the shape.
CHAINS = ([[2, 3], [["transpose", 0, 1], ["contiguous"], ["view", 6]]],
          [[2, 3], [["transpose", 0, 1], ["view", 6], ["reshape", 6]]],
          [[1, 2, 2], [["view", 1, 2, 2, 1], ["transpose", 1, 2], ["contiguous"], ["transpose", 1, 2], ["reshape", 1, 2, 2]]],
          [[2, 3, 4], [["view", 2, 3, 2, 2], ["transpose", 1, 2], ["contiguous"], ["transpose", 1, 2], ["reshape", 2, 3, 4]]],
          [[1, 4, 6], [["view", 1, 4, 3, 2], ["transpose", 1, 2], ["view", 3, 4, 2], ["transpose", 0, 1], ["reshape", 4, 6]]],
          [[2, 1, 4], [["view", 2, 1, 2, 2], ["transpose", 1, 2], ["contiguous"], ["view", 4, 2]]],
          [[4, 6], [["transpose", 0, 1], ["view", 3, 2, 4], ["transpose", 1, 2], ["reshape", 3, 8], ["view", 2, 2, 6]]])


def state_of(x, base):
    return {"shape": list(x.shape), "strides": list(x.stride()), "contiguous": x.is_contiguous(), "copied": x.data_ptr() != base.data_ptr(),
            "numbers": x.flatten().tolist()}


def chain_of(shape, operations):
    x = torch.arange(1, int(numpy.prod(shape)) + 1).reshape(shape)
    steps = [{"operation": ["start"], **state_of(x, x)}]
    for name, *arguments in operations:
        before = x
        if name == "view":
            try:
                x = before.view(arguments)
            except RuntimeError:
                steps.append({"operation": [name, *arguments], "refused": True})
                x = before
                continue
        elif name == "transpose":
            x = before.transpose(*arguments)
        elif name == "contiguous":
            x = before.contiguous()
        else:
            x = before.reshape(arguments)
        steps.append({"operation": [name, *arguments], **state_of(x, before)})
    return steps


def jacobian_of(count, scale):
    x = torch.tensor(rng.normal(size=count) * scale, dtype=torch.float64)
    derivative = torch.autograd.functional.jacobian(lambda v: torch.softmax(v, 0), x)
    return {"shares": torch.softmax(x, 0).tolist(), "norm": float(torch.linalg.norm(derivative))}


def spread_of(count, scale):
    x = (rng.normal(size=count) * scale).astype(numpy.float32)
    high = float(numpy.ceil(3 * scale))
    return {"x": x.tolist(), "mean": float(x.astype(float).mean()), "deviation": float(x.astype(float).std()), "high": high,
            "counts": numpy.histogram(numpy.clip(x, -high, high), bins=9, range=(-high, high))[0].tolist()}


print(json.dumps({"chains": [chain_of(*chain) for chain in CHAINS],
                  "jacobians": [jacobian_of(count, scale) for count in (1, 2, 5, 16) for scale in (0.3, 1, 8)],
                  "spreads": [spread_of(count, scale) for count, scale in ((1, 1), (40, 2.83), (300, 22.6))]}, indent=1))
