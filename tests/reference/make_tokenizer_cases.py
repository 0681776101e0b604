#!/usr/bin/env python3
"""Tokenizers written a second time, as plainly as can be, on random vocabularies and texts.

usage: make_tokenizer_cases.py > tokenizer_cases.json
Needs Python's standard library only. The seed is fixed: the same Python version gives the same bytes.

A case is the files of a folder and texts; of each text the ids, the segments and where each token lies: [first byte,
bytes]. Nothing here is fast: the lowest-ranked pair is looked for anew each time, prefixes are tried one by one.
"""
import json
import random
import re
import string
import sys
import unicodedata

rnd = random.Random(20)
WHITE = "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
LETTERS = "abelowsträéßÅΣςİŁмж中文測한글あアעبʼ" + "\U00020000" + string.ascii_letters
NUMBERS = "0123²½①٣"
OTHER = "'.,!?-_$€+<|>[]{}«。，\u0301\u0327\u20dd\u200d\u200b\u00ad\ufeff\ue000👩👧🏽\u0903"
SPACES = "      \n\t\u00a0\u2028\u3000\u180e\x0b\x85"
CHARACTERS = LETTERS + NUMBERS + OTHER + SPACES


def kind(c):
    return "white" if c in WHITE else unicodedata.category(c)[0].lower()


def one_of(test):
    return "[" + "".join(re.escape(c) for c in sorted(set(CHARACTERS + WHITE)) if test(kind(c))) + "]"


letter, number = one_of(lambda k: k == "l"), one_of(lambda k: k == "n")
space, other = one_of(lambda k: k == "white"), one_of(lambda k: k not in ("l", "n", "white"))
PIECES = re.compile(f"'s|'t|'re|'ve|'m|'ll|'d| ?{letter}+| ?{number}+| ?{other}+|{space}+(?!{letter}|{number}|{other})|{space}+")


def byte_characters():
    seen = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    moved = [b for b in range(256) if b not in seen]
    return {**{b: chr(b) for b in seen}, **{b: chr(256 + i) for i, b in enumerate(moved)}}


BYTES = byte_characters()


def mapped(data):
    return "".join(BYTES[b] for b in data)


# ---- BPE -------------------------------------------------------------------------------------------------------------

def merge(symbols, ranks):
    """symbols: [name, bytes]; one occurrence at a time, by rank and then from the left."""
    while True:
        pairs = [(ranks[a[0], b[0]], i) for i, (a, b) in enumerate(zip(symbols, symbols[1:])) if (a[0], b[0]) in ranks]
        if not pairs:
            return symbols
        _, i = min(pairs)
        symbols[i:i + 2] = [[symbols[i][0] + symbols[i + 1][0], symbols[i][1] + symbols[i + 1][1]]]


def bpe_ids(text, model, first, out):
    """text: bytes of a stretch as typed, its first byte's place."""
    words, shift = text.decode(), 0
    if model["space"] and not words.startswith(" "):
        words, shift = " " + words, 1
    at = 0  # in the text with its space
    assert "".join(PIECES.findall(words)) == words
    for piece in PIECES.findall(words) if model["regex"] else [words]:
        data = piece.encode()
        if model["whole"] and mapped(data) in model["vocab"]:
            symbols = [[mapped(data), len(data)]]
        else:
            symbols = []
            for b in data:
                known = BYTES[b] in model["vocab"]
                if not known and model["fuse"] and symbols and symbols[-1][0] == model["unk"]:
                    symbols[-1][1] += 1
                else:
                    symbols.append([BYTES[b] if known else model["unk"], 1])
            merge(symbols, model["ranks"])
        for name, count in symbols:
            start, end = max(at - shift, 0), max(at + count - shift, 0)
            out.append([model["vocab"][name], first + start, end - start])
            at += count


def train(words, count):
    """Merges learned from words, most frequent pair first."""
    words = [[BYTES[b] for b in w.encode()] for w in words]
    merges = []
    for _ in range(count):
        pairs = {}
        for w in words:
            for pair in zip(w, w[1:]):
                pairs[pair] = pairs.get(pair, 0) + 1
        pairs = {p: n for p, n in pairs.items() if n > 1}
        if not pairs:
            break
        best = max(pairs, key=lambda p: (pairs[p], p))
        merges.append(best)
        for w in words:
            i = 0
            while i + 1 < len(w):
                if (w[i], w[i + 1]) == best:
                    w[i:i + 2] = [w[i] + w[i + 1]]
                i += 1
    return merges


def bpe_vocab(merges, alphabet):
    names = list(alphabet)
    for a, b in merges:
        if a + b not in names:
            names.append(a + b)
    rnd.shuffle(names)
    return {n: i for i, n in enumerate(names)}


# ---- BERT ------------------------------------------------------------------------------------------------------------

HAN = [(0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F), (0x2B740, 0x2B81F), (0x2B920, 0x2CEAF),
       (0xF900, 0xFAFF), (0x2F800, 0x2FA1F)]


def plain(text, first, model):
    """[character, first byte, bytes] of the text made plain."""
    made = []
    for c in text:
        size = len(c.encode())
        parts = c
        if model["clean"]:
            if c in "\0\ufffd" or (c not in "\t\n\r" and unicodedata.category(c) in ("Cc", "Cf", "Co")):
                parts = ""
            elif c in WHITE:
                parts = " "
        if model["chinese"] and parts and any(a <= ord(parts) <= b for a, b in HAN):
            parts = f" {parts} "
        if model["strip"]:
            parts = "".join(p for p in unicodedata.normalize("NFD", parts) if unicodedata.category(p) != "Mn")
        if model["lower"]:
            parts = "".join(p.lower() for p in parts)
        made += [[p, first, size] for p in parts]
        first += size
    return made


def is_punctuation(c):
    return (ord(c) < 128 and c.isprintable() and not c.isalnum() and c != " ") or unicodedata.category(c).startswith("P")


def words_of(made):
    word = []
    for entry in made:
        if entry[0] in WHITE or is_punctuation(entry[0]):
            if word:
                yield word
            word = []
            if entry[0] not in WHITE:
                yield [entry]
        else:
            word.append(entry)
    if word:
        yield word


def word_ids(word, model, out):
    def place(part):
        return [part[0][1], part[-1][1] + part[-1][2] - part[0][1]]
    found, at = [], 0
    text = "".join(e[0] for e in word)
    while at < len(text) and len(text) <= model["most"]:
        mark = model["mark"] if at else ""
        ends = [e for e in range(len(text), at, -1) if mark + text[at:e] in model["vocab"]]
        if not ends:
            break
        found.append([model["vocab"][mark + text[at:ends[0]]], *place(word[at:ends[0]])])
        at = ends[0]
    out += found if at == len(text) else [[model["vocab"][model["unk"]], *place(word)]]


# ---- added tokens ----------------------------------------------------------------------------------------------------

def is_word(c):
    return unicodedata.category(c) in ("Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "Pc") or c in "\u200c\u200d"


def cut(text, added):
    """Yields (token or None, first, end) in characters."""
    at, done = 0, 0
    while at < len(text):
        token = max((t for t in added if text.startswith(t["content"], at)), key=lambda t: len(t["content"]), default=None)
        end = at + len(token["content"]) if token else at + 1
        if token and token.get("single_word") and ((at and is_word(text[at - 1])) or (end < len(text) and is_word(text[end]))):
            token = None
        if token:
            first = at
            while token.get("lstrip") and first > done and text[first - 1] in WHITE:
                first -= 1
            while token.get("rstrip") and end < len(text) and text[end] in WHITE:
                end += 1
            if first > done:
                yield None, done, first
            yield token, first, end
            done = end
        at = end
    if done < len(text):
        yield None, done, len(text)


def tokenize(text, model):
    out, at = [], 0
    for token, first, end in cut(text, [t for t in model["added"] if not t.get("normalized")]):
        stretch = text[first:end]
        size = len(stretch.encode())
        if token:
            out.append([token["id"], at, size])
        elif model["kind"] == "bpe":
            inner = at
            for inside, a, b in cut(stretch, [t for t in model["added"] if t.get("normalized")]):
                part = stretch[a:b].encode()
                out.append([inside["id"], inner, len(part)]) if inside else bpe_ids(part, model, inner, out)
                inner += len(part)
        else:
            made = plain(stretch, at, model)
            known = [dict(t, content="".join(e[0] for e in plain(t["content"], 0, model)))
                     for t in model["added"] if t.get("normalized")]
            for inside, a, b in cut("".join(e[0] for e in made), [t for t in known if t["content"]]):
                if inside:
                    out.append([inside["id"], made[a][1], made[b - 1][1] + made[b - 1][2] - made[a][1]])
                else:
                    for word in words_of(made[a:b]):
                        word_ids(word, model, out)
        at += size
    segments, segment = [], 0
    for entry in out:
        segments.append(segment)
        if entry[0] == model.get("separator"):
            segment = 1
    before, behind = model.get("around", ([], []))
    ids = before + [e[0] for e in out] + behind
    return {"text": text, "ids": ids, "segments": [0] * len(before) + segments + [segment] * len(behind),
            "places": [[0, 0]] * len(before) + [e[1:] for e in out] + [[len(text.encode()), 0]] * len(behind)}


# ---- cases -----------------------------------------------------------------------------------------------------------

def random_text(extra):
    text = ""
    for _ in range(rnd.randrange(1, 28)):
        roll = rnd.random()
        if roll < .15:
            text += rnd.choice(extra)
        elif roll < .5:
            text += rnd.choice("lowestrab ")
        elif roll < .6:
            text += rnd.choice(["'s", "'t", "'re", "'ll", "'VE", " low", "  ", "\r\n", "lower"])
        else:
            text += rnd.choice(CHARACTERS)
    return text


def texts(model, extra, count=14):
    chosen = ["", " ", "low lower newer", "a  b \n\n c"] + [random_text(extra) for _ in range(count)]
    return [tokenize(t, model) for t in chosen]


def bpe_case(name, count=60, alphabet=None, shuffled=False, tuples=None, added=(), special=(), template=None, **settings):
    alphabet = alphabet or list(BYTES.values())
    words = ["".join(rnd.choice("lowestra bé中'") for _ in range(rnd.randrange(2, 9))) for _ in range(120)]
    merges = [m for m in train(words, count) if all(c in alphabet for c in m[0] + m[1])]
    if shuffled:
        rnd.shuffle(merges)
    vocab = bpe_vocab(merges, alphabet + list(special))
    model = {"kind": "bpe", "vocab": vocab, "ranks": {}, "space": False, "regex": True, "whole": False, "fuse": False, "unk": None,
             "added": []}
    model.update(settings)
    for rank, pair in enumerate(merges):
        model["ranks"][pair] = rank
    model["added"] = [dict(t, id=vocab.get(t["content"], len(vocab) + i)) for i, t in enumerate(added)]
    rows = max([len(vocab)] + [t["id"] + 1 for t in model["added"]])
    if tuples is None:
        files = {"vocab.json": json.dumps(vocab), "merges.txt": "#version: 0.2\n" + "".join(f"{a} {b}\n" for a, b in merges)}
        model["added"] = [{"content": t, "id": vocab[t]} for t in special]
    else:
        parts = {"type": "BPE", "dropout": None, "unk_token": model["unk"], "continuing_subword_prefix": "", "end_of_word_suffix": "",
                 "fuse_unk": model["fuse"], "ignore_merges": model["whole"], "vocab": vocab,
                 "merges": merges if tuples else [f"{a} {b}" for a, b in merges]}
        flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": False}
        files = {"tokenizer.json": json.dumps({
            "version": "1.0", "truncation": None, "padding": None, "added_tokens": [{**flags, **t} for t in model["added"]],
            "normalizer": None, "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": model["space"], "trim_offsets": True,
                                                  **({} if model["regex"] else {"use_regex": False})},
            "post_processor": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": False}, "decoder": {"type": "ByteLevel"},
            "model": parts})}
    return {"name": name, "kind": "bpe", "rows": rows, "files": files,
            "texts": texts(model, [t["content"] for t in model["added"]] or ["low"])}


def bert_vocab(model, specials, count=90):
    pieces = set()
    for _ in range(400):
        for word in words_of(plain(random_text(["low"]), 0, model)):
            text = "".join(e[0] for e in word)
            a = rnd.randrange(len(text))
            b = rnd.randrange(a, min(len(text), a + 3)) + 1
            pieces.add((model["mark"] if a else "") + text[a:b])
    names = list(specials) + sorted(pieces)
    return {n: i for i, n in enumerate(names[:len(specials)] + rnd.sample(names[len(specials):], min(count, len(pieces))))}


SPECIALS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def bert_case(name, files, added=(), processor="template", **settings):
    model = {"kind": "bert", "clean": True, "chinese": True, "strip": True, "lower": True, "most": 100, "mark": "##", "unk": "[UNK]"}
    model.update(settings)
    vocab = model["vocab"] = bert_vocab(model, SPECIALS)
    model["added"] = [{"content": s, "id": vocab[s]} for s in SPECIALS]
    model["added"] += [dict(t, id=vocab.get(t["content"], len(vocab) + i)) for i, t in enumerate(added)]
    model["separator"], model["around"] = vocab["[SEP]"], ([vocab["[CLS]"]], [vocab["[SEP]"]])
    rows = max([len(vocab)] + [t["id"] + 1 for t in model["added"]])
    if files == "txt":
        made = {"vocab.txt": "\n".join(vocab) + "\n"}
        made["tokenizer_config.json"] = json.dumps({"do_lower_case": model["lower"], "strip_accents": None if model["strip"] == model["lower"]
                                                    else model["strip"], "tokenize_chinese_chars": model["chinese"],
                                                    "model_max_length": int(1e30), "mask_token": {"content": "[MASK]", "lstrip": False}})
    else:
        special = {s: {"id": s, "ids": [vocab[s]], "tokens": [s]} for s in ("[CLS]", "[SEP]")}
        item = lambda k, i, t: {k: {"id": i, "type_id": t}}
        single = [item("SpecialToken", "[CLS]", 0), item("Sequence", "A", 0), item("SpecialToken", "[SEP]", 0)]
        pair = single + [item("Sequence", "B", 1), item("SpecialToken", "[SEP]", 1)]
        made = {"tokenizer.json": json.dumps({
            "version": "1.0", "added_tokens": [{"special": True, **t} for t in model["added"]],
            "normalizer": {"type": "BertNormalizer", "clean_text": model["clean"], "handle_chinese_chars": model["chinese"],
                           "strip_accents": None if model["strip"] == model["lower"] else model["strip"], "lowercase": model["lower"]},
            "pre_tokenizer": {"type": "BertPreTokenizer"},
            "post_processor": {"type": "TemplateProcessing", "single": single, "pair": pair, "special_tokens": special}
            if processor == "template" else {"type": "BertProcessing", "sep": ["[SEP]", vocab["[SEP]"]], "cls": ["[CLS]", vocab["[CLS]"]]},
            "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
            "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": model["mark"],
                      "max_input_chars_per_word": model["most"], "vocab": vocab}})}
    return {"name": name, "kind": "wordpiece", "rows": rows, "files": made,
            "texts": texts(model, [t["content"] for t in model["added"]] + ["[sep]", "low[SEP]"])}


FLAGS = [{"content": "<|x|>", "lstrip": True}, {"content": "<|x|>y", "rstrip": True}, {"content": "low", "single_word": True},
         {"content": "Å>", "normalized": True}, {"content": "<mask>", "lstrip": True, "rstrip": True, "normalized": True, "special": True}]
few = [BYTES[b] for b in " 'abelowstrLOWST.0123\xc3\xa9".encode("latin-1")]
cases = [
    bpe_case("merges in training order", special=["<|endoftext|>"]),
    bpe_case("merges in any order", shuffled=True, special=["<|endoftext|>"]),
    bpe_case("a space before, merges as texts, flags of added tokens", tuples=False, space=True, added=FLAGS),
    bpe_case("no pieces, whole tokens first, merges as lists", tuples=True, regex=False, added=FLAGS[:2]),
    bpe_case("whole tokens first", tuples=True, whole=True, shuffled=True, count=90),
    bpe_case("unknown bytes", tuples=True, alphabet=few, special=["<unk>"], unk="<unk>"),
    bpe_case("unknown bytes, fused", tuples=False, alphabet=few, special=["<unk>"], unk="<unk>", fuse=True),
    bert_case("uncased vocab.txt", "txt"),
    bert_case("cased vocab.txt", "txt", lower=False, strip=False),
    bert_case("accents go, capitals stay", "json", lower=False, strip=True, added=FLAGS),
    bert_case("small letters with accents, short words", "json", strip=False, most=4, processor="bert", added=FLAGS[3:]),
    bert_case("nothing made plain", "json", clean=False, chinese=False, lower=False, strip=False, mark="@@"),
]
json.dump({"cases": cases}, sys.stdout, ensure_ascii=True, separators=(",", ":"))
sys.stdout.write("\n")
