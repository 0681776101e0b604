#!/usr/bin/python3
"""Makes approximate_fixture.json: outputs of attention by random features (M-59), and keys and values mixed into fewer (M-58).

NumPy in float64, written from the formulas of core/features.h and model/mixtures.h. Numbers that go in are multiples of 1/64, so that
both sides start from the same. Features of the large case run from e^-200 to e^80: their outputs are worked out by logarithms.
usage: make_approximate_fixture.py > approximate_fixture.json
"""
import json

import numpy

random = numpy.random.default_rng(58)


def draw(rows, cols, deviation=1.0):
    return numpy.round(64 * deviation * random.standard_normal((rows, cols))) / 64


def exponents(x, omega, divisor):
    x = x / divisor ** 0.5
    return x @ omega.T - (x ** 2).sum(1, keepdims=True) / 2


def feature_case(name, queries, keys, width, values, features, deviation=1.0, ends=None, left_out=()):
    q, k, v = draw(queries, width, deviation), draw(keys, width, deviation), draw(keys, values)
    omega, divisor = draw(features, width), width ** 0.5
    a, b = exponents(q, omega, divisor), exponents(k, omega, divisor)
    seen = numpy.array([[j < (ends[i] if ends else keys) and j not in left_out for j in range(keys)] for i in range(queries)])
    products = a[:, None, :] + b[None, :, :]
    most = numpy.where(seen[:, :, None], products, -numpy.inf).max((1, 2), keepdims=True)
    most = numpy.where(numpy.isfinite(most), most, 0)
    weights = numpy.where(seen, numpy.exp(products - most).sum(2), 0)
    total = weights.sum(1, keepdims=True)
    weights = weights / numpy.where(total > 0, total, 1)
    case = {"name": name, "q": q, "k": k, "v": v, "omega": omega, "hidden": [[int(not x) for x in row] for row in seen],
            "weights": weights, "output": weights @ v}
    if deviation <= 1:
        case["features_q"], case["features_k"] = (numpy.exp(x) / features ** 0.5 for x in (a, b))
    return case


def mixture_case(mixtures, keys, width):
    e, k = draw(mixtures, keys), draw(keys, width)
    return {"e": e, "k": k, "mixed": e @ k}


def plain(value):
    if isinstance(value, numpy.ndarray):
        return value.tolist()
    if isinstance(value, dict):
        return {key: plain(x) for key, x in value.items()}
    return [plain(x) for x in value] if isinstance(value, list) else value


causal = list(range(1, 10))
cases = [feature_case("all keys", 5, 5, 4, 4, 8),
         feature_case("one token", 1, 1, 3, 2, 1),
         feature_case("other keys", 3, 7, 6, 5, 10),
         feature_case("causal", 9, 9, 5, 3, 7, ends=causal),
         feature_case("causal, padding", 9, 9, 5, 3, 7, ends=[min(x, 7) for x in causal], left_out=(7, 8)),
         feature_case("prefix", 6, 6, 4, 4, 12, ends=[3, 3, 3, 4, 5, 6]),
         feature_case("large", 6, 6, 8, 4, 6, deviation=12, ends=[1, 2, 3, 4, 5, 6]),
         feature_case("nothing seen", 3, 3, 4, 4, 5, ends=[0, 0, 2]),
         feature_case("longer than a band", 70, 70, 4, 3, 5, ends=list(range(1, 71)))]
print(json.dumps(plain({"features": cases, "mixtures": [mixture_case(3, 7, 4), mixture_case(5, 2, 3), mixture_case(1, 1, 1)]})))
