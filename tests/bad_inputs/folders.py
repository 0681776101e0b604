"""Rows 12 to 18: folders of models whose index, config.json or numbers are wrong."""
import json
import os

from made import Checkpoint, safetensors
from program import Wrong

_NAN, _INF = float("nan"), float("inf")


def _made(at, change=lambda model: None, family="gpt2", **sizes):
    model = Checkpoint(family, **sizes)
    change(model)
    return model.write(os.path.join(at, f"model{len(os.listdir(at))}"))


def _config(program, at, says, family="gpt2", **changes):
    folder = _made(at, lambda model: model.config.update(changes), family)
    program.refused("check", folder, says="config.json.*" + says)


def an_index_that_leads_elsewhere(program, at):
    def indexed(content):
        text = content if isinstance(content, str) else json.dumps({"weight_map": content})
        return _made(at, lambda model: model.files.update({"model.safetensors": None, "model.safetensors.index.json": text}))

    for wrong in ("../../etc/passwd", "/etc/passwd", "a/b.safetensors", ".", "..", ""):
        program.refused("check", indexed({"wte.weight": wrong}), says="index.json: weight_map.*“wte.weight”")
    program.refused("check", indexed({"wte.weight": 7}), says="names no file for “wte.weight”")
    program.refused("check", indexed({"wte.weight": "model-00001-of-00002.safetensors"}), says="00001-of-00002.*No such file")
    program.refused("check", indexed('{"weight_map":{"a":"x","a":"y"}}'), says="duplicate")
    program.refused("check", indexed({"w\x1b[2J": "\x1b]0;x\x07.safetensors"}), says=r"w\\x1B\[2J")
    for wrong in ({}, "{}", "[]", "", '{"weight_map":[]}', '{"weight_map":' + "[" * 100_000):
        program.refused("check", indexed(wrong), says="index.json")
    program.refused("check", indexed({"wte.weight": "config.json"}), says="JSON text")
    program.refused("check", indexed({f"t{i}": f"m{i}.safetensors" for i in range(100_000)}), says="", peak_mb=200)


def _sharded(model, files):
    """Without model.safetensors, with an index that says of each tensor in which of the files it is."""
    weight_map = {tensor: name for name, (tensors, _) in files.items() for tensor in tensors}
    model.files = {"model.safetensors": None, "model.safetensors.index.json": json.dumps({"weight_map": weight_map}),
                   **{name: safetensors(tensors, metadata) for name, (tensors, metadata) in files.items()}}


def one_file_under_many_names(program, at):
    model = Checkpoint(layers=20)
    _sharded(model, {"all.safetensors": (model.tensors, {f"k{i}": "x" * 40 for i in range(40_000)})})
    names = {tensor: f"m{i}.safetensors" for i, tensor in enumerate(model.tensors)}
    model.files["model.safetensors.index.json"] = json.dumps({"weight_map": names})
    for make in (os.symlink, os.link):
        folder = model.write(os.path.join(at, make.__name__))
        for name in names.values():
            make("all.safetensors" if make is os.symlink else os.path.join(folder, "all.safetensors"), os.path.join(folder, name))
        # Where each name is opened anew, its header alone takes half a gigabyte.
        program.done("check", folder, says="sound", peak_mb=60)


def headers_that_are_large_together(program, at):
    model = Checkpoint()
    metadata = {f"k{i}": "x" * 40 for i in range(40_000)}
    files = {f"m{i:02}.safetensors": ({name: model.tensors[name]}, metadata) for i, name in enumerate(model.tensors)}
    _sharded(model, {**files, **{f"n{i:02}.safetensors": ({f"t{i}": ("F32", (0,), b"")}, metadata) for i in range(8)}})
    program.refused("check", model.write(os.path.join(at, "model")), says="headers of the files .* together have more than")


def links_that_leave_the_folder(program, at):
    outside = os.path.join(at, "outside")
    Checkpoint().write(outside)

    def linked(name, target, family="gpt2"):
        folder = _made(at, family=family)
        if os.path.exists(os.path.join(folder, name)):
            os.remove(os.path.join(folder, name))
        os.symlink(target, os.path.join(folder, name))
        return folder

    for name in ("config.json", "model.safetensors", "vocab.json", "merges.txt", "tokenizer_config.json"):
        target = os.path.join(outside, name)
        if name == "tokenizer_config.json":
            with open(target, "w") as file:
                file.write("{}")
        for way in (target, os.path.relpath(target, os.path.join(at, "model0"))):
            folder = linked(name, way)
            program.refused("check", folder, says=f"{name} is a link to .*outside/{name}, which is outside the folder", out_empty=False)
            if name != "model.safetensors":
                program.refused("tokens", "--model", folder, "the", says=f"{name} is a link")
    folder = linked("model.safetensors.index.json", os.path.join(outside, "config.json"))
    os.remove(os.path.join(folder, "model.safetensors"))
    program.refused("check", folder, says="index.json is a link")
    # Within the folder, and the folder itself, a link is as good as a file.
    folder = _made(at)
    os.rename(os.path.join(folder, "config.json"), os.path.join(folder, "first.json"))
    os.symlink("first.json", os.path.join(folder, "config.json"))
    os.symlink(folder, os.path.join(at, "other-name"))
    program.done("check", os.path.join(at, "other-name"), says="sound")


def links_of_the_cache(program, at):
    repository = os.path.join(at, "hub", "models--o--n")
    blobs, snapshot = os.path.join(repository, "blobs"), os.path.join(repository, "snapshots", "0" * 40)
    os.makedirs(blobs)
    Checkpoint().write(snapshot)
    for i, name in enumerate(sorted(os.listdir(snapshot))):
        os.rename(os.path.join(snapshot, name), os.path.join(blobs, f"{i:040x}"))
        os.symlink(f"../../blobs/{i:040x}", os.path.join(snapshot, name))
    program.done("check", snapshot, says="sound")
    program.done("tokens", "--model", snapshot, "the cat", says="the")
    # The blobs of another repository, and a blob that is a link itself, are outside.
    other = os.path.join(at, "hub", "models--o--m")
    os.makedirs(os.path.join(other, "blobs"))
    os.rename(os.path.join(blobs, f"{0:040x}"), os.path.join(other, "blobs", f"{0:040x}"))
    for link, target in ((os.path.join(snapshot, "config.json"), f"../../../models--o--m/blobs/{0:040x}"),
                         (os.path.join(blobs, f"{0:040x}"), os.path.join(other, "blobs", f"{0:040x}"))):
        if os.path.islink(link):
            os.remove(link)
        os.symlink(target, link)
        program.refused("check", snapshot, says="config.json is a link to .*outside the folder")
        os.remove(os.path.join(snapshot, "config.json"))
        os.symlink(f"../../blobs/{0:040x}", os.path.join(snapshot, "config.json"))


def weights_of_other_programs(program, at):
    for name, says in (("pytorch_model.bin", r"pickle.*convert .*/pytorch_model\.bin .*/model\.safetensors"), ("model.pt", r"pickle.*convert .*/model\.pt "), ("tf_model.h5", "from_tf"),
                       ("model.gguf", "gguf_file"), ("flax_model.msgpack", "from_flax"), ("nothing.txt", "model.safetensors is missing")):
        folder = _made(at, lambda model: model.files.update({"model.safetensors": None, name: b"\x80\x02}"}))
        program.refused("check", folder, says=says)


def a_config_that_is_no_json_object(program, at):
    for content, says in ((None, "missing"), ("", "not JSON"), ("[]", "no JSON object"), ("7", "JSON"), ("{", "not JSON"),
                          (b"\xff\xfe{\0}\0", "JSON"), ('{"a":1,"a":2}', "duplicate"), ('{"a":' * 100_000, "deep"),
                          ('{"model_type":"gpt2\\u0000"}', "u0000"), ("<html>", "not JSON")):
        folder = _made(at, lambda model: model.files.update({"config.json": content}))
        program.refused("check", folder, says="config.json.*" + says)
    model = Checkpoint()
    marked = b"\xef\xbb\xbf" + json.dumps({**model.config, "x": _NAN, "y": -_INF}).encode()
    program.done("check", _made(at, lambda m: m.files.update({"config.json": marked})), says="sound")


def numbers_of_the_config_out_of_range(program, at):
    for key, most in (("n_head", 1024), ("n_layer", 512), ("n_embd", 65536), ("n_positions", 1048576), ("vocab_size", 4000000)):
        for wrong in (0, -1, 10**9, 12.5, "12", [2], True, 2**62, 1e30, -2**63):
            _config(program, at, f"{key} is .*; allowed are whole numbers from 1 to {most}", **{key: wrong})
    _config(program, at, "n_head is 3; it must divide n_embd, which is 8", n_head=3)
    for wrong in (0, -1, 1e30, "x", 2):
        _config(program, at, "layer_norm_epsilon is .*; allowed are numbers above 0 and below 1", layer_norm_epsilon=wrong)
    _config(program, at, "activation_function is \"swish9\"; allowed are", activation_function="swish9")


def values_that_the_config_leaves_out(program, at):
    sound = program.done("check", _made(at, lambda model: model.config.update(layer_norm_epsilon=1e-5), width=24, heads=12))
    if "notice" in sound.out:
        raise Wrong(f"nothing is left out: {sound}")
    folder = _made(at, lambda model: [model.config.pop(key) for key in ("n_head", "activation_function")], width=24, heads=12)
    program.done("check", folder, says="notice .*leaves values out.*GPT2Config are taken: n_head = 12, layer_norm_epsilon = 1e-05, activation_function = gelu_new")
    folder = _made(at, lambda model: model.config.pop("num_attention_heads"), "bert", width=24, heads=12)
    program.done("check", folder, says="BertConfig are taken: num_attention_heads = 12, layer_norm_eps = 1e-12", warns="")
    # Where the default cannot be, it is named.
    program.refused("check", _made(at, lambda model: model.config.pop("n_head")), says="n_head is 12.*must divide n_embd, which is 8")


def a_config_that_does_not_fit_the_tensors(program, at):
    for key, value, says in (("vocab_size", 300, r"wte.weight has the shape \[262, 8\].*\[300, 8\]"),
                             ("n_layer", 2, "n_layer is 2, but .* 1 layer$"), ("n_embd", 16, "wte.weight has the shape"),
                             ("n_positions", 17, "wpe.weight has the shape"), ("n_inner", 16, "c_fc.weight has the shape")):
        folder = _made(at, lambda model: model.config.update({key: value}))
        program.refused("check", folder, says=says)

    def turned(model):
        dtype, shape, data = model.tensors["h.0.attn.c_attn.weight"]
        model.tensors["h.0.attn.c_attn.weight"] = (dtype, shape[::-1], data)

    program.refused("check", _made(at, turned), says=r"c_attn.weight has the shape \[24, 8\].*\[8, 24\].*turned")
    program.refused("check", _made(at, lambda model: model.tensors.clear()), says="lacks 16 tensors: wte.weight.*…")
    program.refused("check", _made(at, lambda model: model.tensors.pop("ln_f.bias")), says="ln_f.bias")
    program.refused("check", _made(at, lambda model: model.tensors.update({"wpe.weight": ("I64", (16, 8), bytes(1024))})), says="I64")


def tables_of_one_row(program, at):
    """Nothing is wrong with them."""
    def one_segment(model):
        dtype, shape, data = model.tensors["embeddings.token_type_embeddings.weight"]
        model.tensors["embeddings.token_type_embeddings.weight"] = (dtype, (1, shape[1]), data[:4 * shape[1]])
        model.config["type_vocab_size"] = 1

    folder = _made(at, one_segment, "bert")
    program.done("check", folder, says="sound")
    program.done("trace", "--model", folder, "--out", "t.safetensors", "the cat [SEP] the cat")
    os.remove(os.path.join(at, "t.safetensors"))
    program.done("check", _made(at, positions=1), says="sound")
    program.done("check", _made(at, heads=1, width=1), says="sound")


def families_that_are_not_run(program, at):
    for family, name in (("roberta", "RoBERTa"), ("llama", "Llama"), ("t5", "T5"), ("distilbert", "DistilBERT")):
        _config(program, at, f"{name}.*record_trace.py", model_type=family)
    _config(program, at, r"nope\\x1B\[2J.*record", model_type="nope\x1b[2J")
    _config(program, at, "x{40,80}", model_type="x" * 100_000)
    _config(program, at, "model_type is 7", model_type=7)
    _config(program, at, "quantised .gptq", quantization_config={"quant_method": "gptq"})
    _config(program, at, "cross-attention", add_cross_attention=True)
    _config(program, at, "relative", "bert", position_embedding_type="relative_key")


def _screen_of(program, at, folder, *words, warns):
    """What the window of that model says, without notices that pass."""
    path = os.path.join(at, "window.svg")
    program.done("export", "--view", "screen", "--model", folder, "--out", "window.svg", *words, "the cat", warns=warns, peak_mb=250)
    with open(path, encoding="utf-8") as file:
        said = file.read()
    os.remove(path)
    return said


def numbers_that_are_none(program, at):
    for value in (_NAN, _INF, -_INF):
        folder = _made(at, lambda model: model.fill("h.0.attn.c_attn.weight", value))
        program.refused("check", folder, says=r"192 numbers are NaN or infinite, the first one h.0.attn.c_attn.weight\[0, 0\]", out_empty=False)
        for out in ("t.safetensors", "t.svg", "t.png", "t.csv"):
            program.done("trace" if out[2:] == "safetensors" else "export", "--model", folder, "--out", out, "the cat", warns="not finite")
            os.remove(os.path.join(at, out))
        program.refused("next", "--model", folder, "the cat", says="not finite")
        # A badge that stays while the numbers are on show, and the card.
        if "not all numbers are finite" not in _screen_of(program, at, folder, warns="not finite"):
            raise Wrong("the window says nothing")
        if "192 numbers are NaN" not in _screen_of(program, at, folder, "--do", "menu card", warns="not finite"):
            raise Wrong("the card of the model says nothing")
    if "not all numbers are finite" in _screen_of(program, at, _made(at), warns=""):
        raise Wrong("the window says it of a sound model")


def numbers_that_are_odd(program, at):
    def all_of(value):
        return lambda model: [model.fill(name, value) for name in model.tensors]

    for value, says in ((0.0, "warning.*zero|warning.*0"), (1e-40, "warning"), (3e38, "sound")):
        folder = _made(at, all_of(value))
        program.done("check", folder, says=says)
        answer = program.judged("export", "--model", folder, "--out", "x.csv", "--stage", "weights", "the cat", code=0)
        if "nan" in open(os.path.join(at, "x.csv")).read() and "not finite" not in answer.err:
            raise Wrong(f"NaN without a word: {answer}")


def half_a_model(program, at):
    """Every file of the folder cut at several places, and left out."""
    whole = _made(at)
    for name in sorted(os.listdir(whole)):
        path = os.path.join(whole, name)
        content = open(path, "rb").read()
        for share in (0, 0.1, 0.5, 0.9):
            with open(path, "wb") as file:
                file.write(content[:int(len(content) * share)])
            program.judged("check", whole, code=(0, 1) if name == "merges.txt" else 1)
        os.remove(path)
        program.judged("check", whole, code=1)
        with open(path, "wb") as file:
            file.write(content)
    program.done("check", whole, says="sound")


def names_that_lead_round_in_circles(program, at):
    """A cache of the hub whose refs and snapshots point at each other, upwards and nowhere."""
    hub = os.path.join(at, ".state", "hub", "models--a--b")
    os.makedirs(os.path.join(hub, "refs"))
    os.makedirs(os.path.join(hub, "snapshots"))
    for target in ("../../../../etc", "/etc", "", "x" * 5000, "\0", "\x1b[2J", "loop"):
        with open(os.path.join(hub, "refs", "main"), "w") as file:
            file.write(target)
        program.refused("check", "a/b", says="")
    os.symlink("loop", os.path.join(hub, "snapshots", "loop"))
    program.refused("check", "a/b", says="")
    program.refused("check", "../b", says="")
    program.refused("check", "a/../../b", says="")
