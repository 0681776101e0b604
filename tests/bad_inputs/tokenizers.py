"""Rows 19 to 23: vocabularies, merges and tokenizer files that are wrong. What is wrong is named by file and line or token."""
import json
import os

from made import Checkpoint
from program import Wrong


def _made(at, change, family="gpt2"):
    model = Checkpoint(family)
    change(model)
    return model.write(os.path.join(at, f"model{len(os.listdir(at))}"))


def _refused(program, at, change, says, family="gpt2", **how):
    folder = _made(at, change, family)
    program.refused("tokens", "--model", folder, "the cat", says=says, **how)
    program.refused("check", folder, says=says, out_empty=False, **how)


def _accepted(program, at, change, tokens, family="gpt2", text="the cat", warns=None, **how):
    answer = program.done("tokens", "--model", _made(at, change, family), text, warns=warns, **how)
    got = [line.split("\t")[0] for line in answer.out.splitlines()]
    if got != tokens:
        raise Wrong(f"{got}, not {tokens}")


def _file(name, content):
    return lambda model: model.files.update({name: content})


def merges_that_are_none(program, at):
    for line, says in (("th", "merges.txt:2: a merge is two tokens.*“th”"), ("t h e", "merges.txt:2: a merge is two tokens"),
                       (" ", "merges.txt:2"), ("q z", "merges.txt:2: the vocabulary has no token “qz”"), ("t\0 h", "merges.txt:2"),
                       ("t" * 5_000_000 + " h", "merges.txt:2.*t{40,80}”"), ("\x1b[2J h", r"merges.txt:2.*x1B"), ("\xff \xfe", "merges.txt:2")):
        _refused(program, at, _file("merges.txt", "#version: 0.2\n" + line + "\n"), says)
    _refused(program, at, _file("merges.txt", bytes(range(256)) * 10), "merges.txt:1")
    _refused(program, at, _file("merges.txt", None), "merges.txt")
    _accepted(program, at, _file("merges.txt", "#version: 0.2\r\nt h\r\nth e\r\n"), ["the", "␣", "c", "a", "t"])
    _accepted(program, at, _file("merges.txt", ""), ["t", "h", "e", "␣", "c", "a", "t"])
    _accepted(program, at, _file("merges.txt", "#version: 0.2\n" + "t h\n" * 1_000_000), ["th", "e", "␣", "c", "a", "t"])


def ids_that_are_none(program, at):
    def with_id(token, number):
        return lambda model: model.vocab.update({token: number})

    for number, says in ((-1, "“!” has the id -1"), (1, "same id 1"), (0.5, "“!” is not a whole number"), (2**33, "8589934592"),
                         (2**70, "“!” is not a whole number"), ("0", "“!” is not a whole number"), (None, "“!”"), ([], "“!”"), (True, "“!”")):
        _refused(program, at, with_id("!", number), says)
    _refused(program, at, with_id("zzz", 262), "“zzz” has the id 262, but the model's table has 262 rows")
    _refused(program, at, lambda model: model.vocab.clear(), "vocab.json: the vocabulary is empty")
    _accepted(program, at, lambda model: model.vocab.pop("~"), ["a", "b"], text="a~b", warns="left out")


def vocabularies_that_are_none(program, at):
    for content, says in (("[]", "JSON object"), ("", "not JSON"), ('{"a":0,"a":1}', "duplicate"), ('{"\\ud800":0}', "Unicode"),
                          ("{" * 100_000, "JSON|deep"), (None, "vocab.json"), (b"\xff\xfe", "JSON")):
        _refused(program, at, _file("vocab.json", content), "vocab.json.*(" + says + ")|" + says)
    for content, says in (("", "vocab.txt: the vocabulary is empty"), ("\n" * 11, "vocab.txt: the vocabulary is empty"), (bytes(range(256)), "vocab.txt:2.*UTF-8")):
        _refused(program, at, _file("vocab.txt", content), says, "bert")
    _refused(program, at, lambda model: model.words.append("more"), "“more” has the id 11.*11 rows", "bert")
    for needed in ("[UNK]", "[CLS]", "[SEP]"):
        def without(model, needed=needed):
            model.words[model.words.index(needed)] = "other"
        _refused(program, at, without, f"no token “\\{needed}”", "bert")


def odd_vocabularies_are_read(program, at):
    def change(model):
        model.words[5] = "\x1b]0;owned\x07the"
        model.words[7] = "\u202eevil"
    _accepted(program, at, change, ["[CLS]", "[UNK]", "cat", "[SEP]"], "bert")
    _accepted(program, at, lambda model: model.words.__delitem__(slice(7, None)), ["[CLS]", "the", "cat", "[SEP]"], "bert")

    def again(model):
        model.words[-1] = "the"
    _accepted(program, at, again, ["[CLS]", "the", "cat", "[SEP]"], "bert", warns="the later one counts")


def companions_that_are_wrong(program, at):
    name = "tokenizer_config.json"
    for content in ("{", "[]", json.dumps({"do_lower_case": "yes"}), json.dumps({"unk_token": 5}), json.dumps({"unk_token": "[NOPE]"})):
        _refused(program, at, _file(name, content), name + "|NOPE", "bert")
    _accepted(program, at, _file(name, json.dumps({"do_lower_case": True, "model_max_length": 1e30})), ["[CLS]", "the", "[SEP]"], "bert", "the")
    _accepted(program, at, _file(name, "{}"), ["[CLS]", "the", "[SEP]"], "bert", "THE", warns="do_lower_case")


def components_that_are_not_known(program, at):
    sound = {"version": "1.0", "model": {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": ["a b"]},
             "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False}, "decoder": {"type": "ByteLevel"}, "added_tokens": []}

    def with_part(**part):
        return _file("tokenizer.json", json.dumps({**sound, **part}))

    bpe = sound["model"]
    for part, says in (({"model": {"type": "Unigram", "vocab": []}}, "Unigram"), ({"pre_tokenizer": {"type": "Metaspace"}}, "Metaspace"),
                       ({"model": {"type": 7}}, "model"), ({"model": None}, "model"), ({"version": "9"}, "version"),
                       ({"model": {**bpe, "merges": [["a", "b", "c"]]}}, "merge"), ({"model": {**bpe, "merges": [7]}}, "merge"),
                       ({"model": {**bpe, "vocab": {"a": -1}}}, "-1"), ({"model": {**bpe, "vocab": []}}, "vocab"),
                       ({"added_tokens": [{"id": -1, "content": "x", "special": True}]}, "added|id"),
                       ({"added_tokens": [{"id": 2**40, "content": "x", "special": True}]}, "added|id|x"),
                       ({"added_tokens": [{"id": 5}]}, "added|content"), ({"added_tokens": 7}, "added"),
                       ({"normalizer": {"type": "\x1b[2J"}}, r"x1B")):
        _refused(program, at, with_part(**part), "tokenizer.json.*(" + says + ")")
    for content in ("", "[]", "[" * 100_000, '{"version":"1.0","model":{"type":"B\\u0000PE"}}', '{"\\u0000": 1}', b"\xff", b"\0"):
        _refused(program, at, _file("tokenizer.json", content), "tokenizer.json")


def ids_beyond_the_table(program, at):
    folder = _made(at, lambda model: None)
    for ids in ("262", "0,1,99999", "2147483647"):
        program.refused("next", "--model", folder, "--ids", ids, says="262|rows|id", code=(1, 2))
    for ids in ("", "-1", "a", "1,,2", "1.5", "99999999999", "1 2", "1,", "\x1b"):
        program.refused("next", "--model", folder, "--ids", ids, says="", code=(1, 2))


def _described(**part):
    """A tokenizer.json of GPT-2's kind that knows the letters of a sentence."""
    sound = {"version": "1.0", "model": {"type": "BPE", "vocab": {letter: i for i, letter in enumerate("abcdefgh")}, "merges": []},
             "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False}, "added_tokens": []}
    return json.dumps({**sound, **part})


def patterns_that_take_for_ever(program, at):
    for pattern, letters in (("[^q]*[qz]", 30_000), ("[^q]*[qz]", 99_000), ("[^q]*+q|.", 99_000), ("a{20000}b|.", 99_000), ("(a|aa)+$", 99)):
        cut = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated"}
        cuts = {"type": "Sequence", "pretokenizers": [cut, {"type": "ByteLevel", "add_prefix_space": False, "use_regex": False}]}
        folder = _made(at, _file("tokenizer.json", _described(pre_tokenizer=cuts)))
        program.refused("tokens", "--model", folder, "a" * letters + "b"[:letters == 99], says="pre_tokenizer.*takes too long on this text")
        program.done("tokens", "--model", folder, "hag", says="h", warns="left out")


def words_that_take_for_ever(program, at):
    long = "a" * 40_000 + "b"
    words = {word: i for i, word in enumerate(["[UNK]", "a", "##a", long, "##" + long])}

    def described(**more):
        model = {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "vocab": words, **more}
        return _file("tokenizer.json", _described(model=model, pre_tokenizer={"type": "BertPreTokenizer"}))

    endless = _made(at, described(max_input_chars_per_word=10**9))
    program.refused("tokens", "--model", endless, "a" * 50_000, says="WordPiece.*takes too long on this text")
    program.done("tokens", "--model", endless, "aa", says="##a")
    answer = program.done("tokens", "--model", _made(at, described()), "a" * 50_000)
    if answer.out.count("\n") != 1 or "[UNK]" not in answer.out:
        raise Wrong(f"a word of 50,000 letters is one [UNK]: {answer}")


def added_tokens_by_the_ten_thousand(program, at):
    tokens = [{"id": 8 + i, "content": f"<{i}>", "special": True} for i in range(60_000)]
    decoder = {str(8 + i): {"content": f"<{i}>", "special": True} for i in range(30_000, 90_000)}
    model = {**json.loads(_described())["model"]}

    def change(checkpoint):
        checkpoint.files["tokenizer.json"] = _described(model=model, added_tokens=tokens)
        checkpoint.files["tokenizer_config.json"] = json.dumps({"added_tokens_decoder": decoder})
    program.done("tokens", "--model", _made(at, change), "abc", says="c", warns="left out", cpu_s=2.0)
    prefix = "<" + "a" * 1000
    alike = _described(added_tokens=[{"id": 8 + i, "content": prefix + str(i)} for i in range(2_000)])
    answer = program.done("tokens", "--model", _made(at, _file("tokenizer.json", alike)), "<aa" * 30_000, warns="left out")
    if answer.out.count("\n") != 60_000:
        raise Wrong("60,000 letters are left where no added token is whole")
    program.refused("tokens", "--model", _made(at, _file("tokenizer.json", alike.replace("<", "a"))), "a" * 99_000, says="added_tokens.*takes too long on this text")


def a_file_of_millions_of_values(program, at):
    _refused(program, at, _file("tokenizer.json", '{"version":"1.0","added_tokens":[' + "{}," * 5_000_000 + "{}]}"),
             "tokenizer.json: its values would take 1[0-9]{3} MiB", peak_mb=80)
