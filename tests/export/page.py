#!/usr/bin/env python3
"""A page to share, opened in headless Chromium: its pictures beside the program's, pixel by pixel; its numbers beside those of a trace
file, bit by bit; cells worked out; keys, pointer, themes, paper, a phone; pages of a script and of a lesson; texts that look like HTML; a notebook; no request.

usage: page.py HEADSUP GROUP      (files, pictures, words or hands: the checks below)
"""
import base64
import html
import io
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import time
import zlib

import numpy
from PIL import Image

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools"))
from browser import PATIENCE_S, Browser  # noqa: E402

headsup = os.path.abspath(sys.argv[1])
PAGE_BYTES_MOST = 2_000_000
SENTENCE = "The animal didn't cross the street because it was too tired"  # eleven tokens
NASTY = '<script>document.title="run"</script> مرحبا "it" \'q\' 👩‍👩‍👧 &lt; </title> <img src=x onerror=alert(1)>'
problems = []


def expect(holds, words):
    if not holds:
        problems.append(str(words))


def run(*words):
    done = subprocess.run([headsup, *words], capture_output=True, text=True)
    return done.returncode, done.stderr


def make(path, *words):
    code, said = run("export", "--page", path, *words)
    expect(code == 0, f"{words}: {said}")
    return said


def data_of(path):
    text = open(path, encoding="utf-8").read()
    size, packed = re.search(r'<script type="text/plain" id="data">(.*?)</script>', text, re.S).group(1).split(" ")
    data = zlib.decompress(base64.b64decode(packed), -15)
    expect(len(data) == int(size), f"{path}: {len(data)} bytes of data, not {size}")
    return json.loads(data)


def matrix_of(data, number):
    rows, cols, numbers = data["matrices"][number].split(" ")
    return numpy.frombuffer(base64.b64decode(numbers), "<f4").reshape(int(rows), int(cols))


# ---- the file ----

def check_size(folder):
    """Eleven tokens, eight heads, two layers, all stages: at most 2 MB."""
    for model in ("random heads 8", "random like llama heads 8", "random like gpt2 heads 8"):
        path = os.path.join(folder, "eight.html")
        make(path, "--model", model, SENTENCE)
        expect(os.path.getsize(path) <= PAGE_BYTES_MOST, f"{model}: {os.path.getsize(path)} bytes")
    make(path, "--model", "translator", "the old dog and the small cat sleep under the big green tree")
    expect(os.path.getsize(path) <= PAGE_BYTES_MOST, f"translator: {os.path.getsize(path)} bytes")


def check_bytes(folder):
    paths = [os.path.join(folder, name) for name in ("one.html", "two.html")]
    for path in paths:
        make(path, SENTENCE)
    one, two = (open(path, "rb").read() for path in paths)
    expect(one == two, "the same page twice has other bytes")
    text = one.decode()
    expect("default-src 'none'" in text, "no content security policy")
    expect(not re.findall(r"(?:https?:)?//[a-z]+\.[a-z]", text.replace("http://www.w3.org/2000/svg", "")), "an address in the page")


def check_unpacking(browser, folder):
    """Every kind of block of DEFLATE, as zlib makes them: stored, with fixed codes and with codes of their own."""
    page = os.path.join(folder, "unpack.html")
    make(page, "a")
    browser.open(page)
    mixed = bytes(range(256)) * 40 + numpy.random.default_rng(1).bytes(70_000)
    for data in (b"", b"a", "Größe 猫 ".encode() * 3, b"ab" * 40_000, mixed):
        for level, strategy in ((0, zlib.Z_DEFAULT_STRATEGY), (6, zlib.Z_FIXED), (1, zlib.Z_DEFAULT_STRATEGY), (9, zlib.Z_DEFAULT_STRATEGY)):
            packer = zlib.compressobj(level, zlib.DEFLATED, -15, 8, strategy)
            packed = base64.b64encode(packer.compress(data) + packer.flush()).decode()
            out = browser.run(f"(() => {{ let s = ''; for (const b of inflate(bytesOf('{packed}'), {len(data)})) s += String.fromCharCode(b); return btoa(s); }})()")
            expect(base64.b64decode(out) == data, f"{len(data)} bytes at level {level}, {strategy}: unpacked as something else")


def tensors_of(path):
    with open(path, "rb") as file:
        size = struct.unpack("<Q", file.read(8))[0]
        head, body = json.loads(file.read(size)), file.read()
    return {name: numpy.frombuffer(body[t["data_offsets"][0]:t["data_offsets"][1]], "<f4").reshape(t["shape"])
            for name, t in head.items() if name != "__metadata__" and t["dtype"] == "F32"}


def check_numbers(folder):
    """Every matrix of a layer and a head that a trace file has too has the same bits on the page."""
    page, trace = os.path.join(folder, "numbers.html"), os.path.join(folder, "numbers.safetensors")
    words = ("--mask", "causal", "--positions", "alibi", SENTENCE)
    make(page, *words)
    code, said = run("trace", "--out", trace, *words)
    expect(code == 0, said)
    data, tensors, count = data_of(page), tensors_of(trace), 0
    for number, layer in enumerate(data["shows"][0]["layers"]):
        for name in ("scores", "scaled", "masked", "weights", "output", "q", "k", "v"):
            tensor = next((t for key, t in tensors.items() if key in (f"layers.{number}.{name}", f"layer.{number}.{name}",
                                                                      f"layers.{number}.attn.{name}")), None)
            for h, head in enumerate(layer["heads"]):
                if tensor is None or name not in head["m"]:
                    continue
                count += 1
                expect(matrix_of(data, head["m"][name]).tobytes() == tensor.reshape(-1, *tensor.shape[-2:])[h].tobytes(),
                       f"layer {number + 1} head {h + 1} {name}: other bits than the trace")
    expect(count >= 2 * 4 * 8, f"only {count} matrices compared: {sorted(tensors)[:12]}")


# ---- pictures ----

def picture_of_page(browser, number, theme, width, height):
    browser.resize(width, height)
    browser.run(f"(() => {{ const {{svg}} = drawPicture({number}, {theme}); document.querySelectorAll('body > svg').forEach(s => s.remove());"
                f"svg.setAttribute('width', {width}); svg.setAttribute('height', {height});"
                f"svg.style.cssText = 'position:fixed;left:0;top:0;z-index:9'; document.body.append(svg); }})()")
    return numpy.asarray(Image.open(io.BytesIO(browser.picture())).convert("RGB")).astype(int)


def check_pictures(browser, folder):
    """Wide and narrow, light and dark: the same as the figure of the program. Letters may be a fraction of a pixel off; the colour in the
    middle of what is no letter is the same."""
    page = os.path.join(folder, "pictures.html")
    words = ("--mask", "causal", "--do", "layer 2; head 3", SENTENCE)
    make(page, *words)
    pictures = data_of(page)["shows"][0]["pictures"]
    browser.open(page)
    stages = ("tokens", "embed", "qkv", "scores", "masked", "weights", "output", "joined", "block", "logits")
    for i, stage in enumerate(stages):
        entry = next(pictures[key] for key in (f"{stage}.2.3", f"{stage}.2.0", f"{stage}.0.0") if key in pictures)
        for form in (0, 1) if stage in ("scores", "weights") else (i % 2,):
            (width, height), theme = ((820, 600), (400, 470))[form], (i // 2 + form) % 2
            path = os.path.join(folder, "figure.png")
            code, said = run("export", "--out", path, "--view", "stage", "--stage", stage, "--layer", "2", "--head", "3", "--axis-words",
                             "classroom", "--size", f"{width}x{height}", "--theme", ("light", "dark")[theme], *words)
            expect(code == 0, said)
            drawn = picture_of_page(browser, entry[form], theme, width, height)
            figure = numpy.asarray(Image.open(path).convert("RGB")).astype(int)
            expect(drawn.shape == figure.shape, f"{stage}: {drawn.shape} {figure.shape}")
            off = numpy.abs(drawn - figure).max(axis=2)
            expect(off.mean() < 8, f"{stage} form {form}: {off.mean():.2f} of 255 off on average")
            expect((off > 48).mean() < 0.06, f"{stage} form {form}: {(off > 48).mean():.4f} of the pixels differ")


# ---- one page in use ----

def focus_box(browser):
    """The middle of a cell of the matrix of the stage, in pixels of the window."""
    return browser.run("(() => { const h = mainHeatmap(), b = cellBox(h, 7, 1), m = drawn.svg.getScreenCTM();"
                       "const p = new DOMPoint(b.x + b.w / 2, b.y + b.h / 2).matrixTransform(m); return [p.x, p.y]; })()")


def line(browser):
    return browser.run('document.getElementById("line").textContent')


def check_hands(browser, folder):
    page = os.path.join(folder, "hands.html")
    make(page, "--do", "stage scores; layer 2; head 4", SENTENCE)
    browser.resize(1280, 900)
    browser.media(color="light")
    browser.open(page)
    now = "[state.stage, state.layer, state.head, state.view]"
    expect(browser.run(now) == ["scores", 1, 3, "stage"], browser.run(now))
    browser.point(*focus_box(browser))
    text = line(browser)
    expect(re.fullmatch(r"Scores: query it, key animal = −?[0-9.]+", text), f"pointing says “{text}”")
    panel = browser.run('document.getElementById("panel").textContent')
    expect("product" in panel and "sum" in panel, "the score is not worked out")
    browser.point(5, 5)
    expect(line(browser) == "", "the pointer left, and the cell is still told")
    browser.point(*focus_box(browser), click=True)
    browser.point(5, 5)
    expect(line(browser) == text, "a click does not hold the cell")
    for key, shift, want in (("ArrowRight", False, "Scaled: query it, key animal"), ("ArrowDown", False, "Scaled: query was, key animal"),
                             ("ArrowRight", True, "Scaled: query was, key didn't"), ("ArrowUp", True, "Scaled: query it, key didn't"),
                             ("ArrowLeft", False, "Scores: query it, key didn't")):
        browser.press(key, shift)
        expect(line(browser).startswith(want), f"{key}: “{line(browser)}”, not “{want}”")
    browser.press("Escape")
    expect(line(browser) == "", "Esc does not let go")
    for key, want in (("]", ["scores", 1, 3, "stage"]), ("[", ["scores", 1, 2, "stage"]), ("1", ["scores", 1, 0, "stage"]),
                      (",", ["scores", 0, 0, "stage"]), (",", ["scores", 0, 0, "stage"]), (".", ["scores", 1, 0, "stage"]),
                      ("o", ["scores", 1, 0, "overview"]), ("o", ["scores", 1, 0, "stage"]), ("Home", ["tokens", 1, 0, "stage"]),
                      ("End", ["logits", 1, 0, "stage"]), ("ArrowRight", ["logits", 1, 0, "stage"])):
        browser.press(key)
        expect(browser.run(now) == want, f"{key}: {browser.run(now)}, not {want}")
    browser.press("?")
    expect(browser.run('document.getElementById("help").open') is True, "? opens no list of keys")
    browser.press("Escape")
    expect(browser.run('document.getElementById("help").open') is False, "Esc does not close it")


def check_workings(browser, folder):
    """At every stage with a rule every cell's working gives its number, or the page says that it has none."""
    page = os.path.join(folder, "workings.html")
    for kinds, without in (((), set()), (("--mask", "causal", "--positions", "alibi"), set()), (("--positions", "rope"), set()),
                           (("--score", "cosine"), {"scores"}), (("--approximate", "performer 8"), {"weights"}),
                           (("--mask", "causal", "--do", "mistake softmax-over-queries"), {"weights"}),
                           (("--mask", "causal", "--do", "mistake mask-with-zero"), {"masked"})):
        make(page, *kinds, "the cat sat on the mat")
        browser.open(page)
        lacking = browser.run("""(() => { const lacking = [];
            show().layers.forEach((l, li) => l.heads.forEach((h, hi) => { Object.assign(state, {layer: li, head: hi}); const p = place();
              for (const name in show().rules) { if (!name || !has(p, name)) continue; const m = values(p, name);
                for (const [r, c] of [[0, 0], [1, 0], [m.rows - 1, m.cols - 1], [2, Math.min(4, m.cols - 1)]])
                  if (!working(p, partOf(show(), name), r, c)) lacking.push(name); } })); return [...new Set(lacking)]; })()""")
        expect(set(lacking) <= without, f"{kinds}: not worked out: {lacking}")
        expect(without <= set(lacking), f"{kinds}: worked out by a rule that is not theirs: {without - set(lacking)}")


def said_by_program(folder, words, commands):
    """All words of the window, with single spaces."""
    path = os.path.join(folder, "window.svg")
    code, said = run("export", "--out", path, "--view", "screen", "--size", "1920x2160", "--do", commands, *words)
    expect(code == 0, f"{commands}: {said}")
    texts = re.findall(r"<text.*?</text>", open(path, encoding="utf-8").read(), re.S)
    return " ".join(" ".join(html.unescape(re.sub("<[^>]*>", "", text)) for text in texts).split())


# where in the window and where on the page: a stage, what is behind "cell" there, the part
PLACES = [("embed", "3 7", "x"), ("qkv", "3 2 q", "q"), ("qkv", "4 5 k", "k"), ("qkv", "2 1 v", "v"), ("scores", "3 2", "scores"),
          ("scaled", "2 4", "scaled"), ("masked", "2 5", "masked"), ("weights", "5 2", "weights"), ("weights", "2 5", "weights"),
          ("output", "5 3", "output"), ("joined", "5 3", "joined"), ("block", "5 3", "block")]


def check_words(browser, folder):
    """What a number is and why it is so: the program's own two sentences, of every stage, with kinds, bent steps and mistakes laid over."""
    page = os.path.join(folder, "words.html")
    nasty = ("--", "the cat % 4 a ;| the")
    for words, laid_over, places in ((("the cat sat on the mat",), "mask causal", PLACES), (nasty, "positions alibi", PLACES[4:10]),
                                     (("the cat sat on the mat",), "score cosine; set weights 5 2 0.5", PLACES[4:8]),
                                     (("the cat sat on the mat",), "mistake mask-with-zero; mask causal; head off 3", PLACES[5:10])):
        make(page, "--do", f"{laid_over}; layer 2; head 3", *words)
        browser.open(page)
        for stage, cell, part in places:
            row, col = (int(n) - 1 for n in cell.split()[:2])
            said = said_by_program(folder, words, f"{laid_over}; layer 2; head 3; stage {stage}; cell {cell}")
            told = browser.run(f"sentencesOf('{part}', {row}, {col})")
            expect(len(told) == 2, f"{laid_over}, {stage} {cell}: {told}")
            for sentence in told:
                expect(" ".join(sentence.split()) in said, f"{laid_over}, {stage} {cell}: “{sentence}” is not what the program says: {said[:300]}…")
            browser.run(f"go({{view: 'stage', stage: '{stage}'}}); focusOn({{part: show().parts.findIndex(p => p[0] === '{part}'), row: {row}, col: {col}}}, true)")
            panel = browser.run('document.getElementById("panel").textContent')
            expect(all(sentence in panel for sentence in told), f"{stage} {cell}: the panel does not say {told}: {panel}")


def check_words_of_tokens(browser, folder):
    """At the tokens and the prediction the page says of each token what the program says of it."""
    page = os.path.join(folder, "tokens.html")
    words = ("the cat sat on the mat",)
    make(page, *words)
    browser.open(page)
    for stage, cell in (("tokens", "3 row"), ("logits", "3 1")):
        said = said_by_program(folder, words, f"stage {stage}; cell {cell}")
        browser.run(f"go({{view: 'stage', stage: '{stage}'}})")
        told = browser.run('[...document.querySelectorAll("#panel .said h3")][2].nextElementSibling.textContent')
        expect("sat" in told and " ".join(told.split()) in said, f"{stage} {cell}: “{told}” is not what the program says: {said[:300]}…")
        count = browser.run('document.querySelectorAll("#panel .said h3").length')
        expect(count == 6, f"{stage}: {count} tokens instead of 6")


def check_tiny_shares(browser, folder):
    page = os.path.join(folder, "tiny.html")
    make(page, "--do", "stage weights", SENTENCE)
    browser.open(page)
    told = browser.run("""(() => { const p = place(), part = partOf(show(), "weights"), m = values(p, "weights");
        const i = m.at.findIndex(x => x > 0 && x < 4e-4); if (i < 0) return null;
        return working(p, part, Math.floor(i / m.cols), i % m.cols).querySelector(".equation").textContent; })()""")
    expect(told is not None and re.fullmatch(r"\S+ ÷ [0-9.]+ = \S+×10⁻\S+", told), f"a tiny share is worked out as {told}")


def check_whose_words(browser, folder):
    """Every sentence tells of its own cell: it has the number that the panel shows there, whatever the kind, the halves and the second sentence."""
    page = os.path.join(folder, "whose.html")
    for words in (("--cross", "a dog ran home to eat", "the cat sat"), ("--model", "translator", "the small cat sleeps"), ("--positions", "rope", "the cat sat"),
                  ("--mask", "causal", "--kv-heads", "2", "--model", "random heads 4", "the cat sat"), ("--approximate", "linformer 2", "the cat sat"),
                  ("--approximate", "performer 8", "the cat sat"), ("--dropout", "0.3", "the cat sat"), ("--model", "random like t5", "the cat sat")):
        make(page, *words)
        browser.open(page)
        count, wrong = browser.run("""(() => { let count = 0; const wrong = [], amount = text => text.replace(/^[+\u2212]/, "");
            show().layers.forEach((l, li) => l.heads.forEach((h, hi) => { Object.assign(state, {layer: li, head: hi, view: "stage"}); const p = place();
              for (const stage of stagesHere()) for (const name in entryOf(stage.name)[7]) if (name) { const part = partOf(show(), name), m = values(p, name);
                for (let r = 0; r < m.rows; r++) for (let c = 0; c < m.cols; c++) { const [what, why] = sentencesOf(name, r, c), value = at(m, r, c); count++;
                  const said = [full(value), numberOf(p, part, r, c), fixed(value, 3), full(Math.fround(value))];
                  if (!what || !why || !(said.some(each => what.includes(each)) || (value === 0 && / 0[ :.]|share of 0|−∞/.test(what)) || !isFinite(value)))
                    wrong.push([l.title, name, r, c, value, what]); } } })); return [count, wrong.slice(0, 4)]; })()""")
        expect(count > 300, f"{words}: only {count} cells have sentences")
        expect(not wrong, f"{words}: {wrong}")


def check_looks(browser, folder):
    page = os.path.join(folder, "looks.html")
    make(page, "--do", "stage weights", SENTENCE)
    ground = 'getComputedStyle(document.body).backgroundColor'
    grounds = []
    for scheme in ("light", "dark"):
        browser.media(color=scheme)
        browser.open(page)
        grounds.append(browser.run(ground))
    expect(grounds[0] != grounds[1], "the page does not follow the theme of the system")
    browser.press("t")
    expect(browser.run(ground) == grounds[0], "t does not change the theme")
    browser.media(color="light", contrast="more")
    muted = 'getComputedStyle(document.getElementById("about")).color'
    strong = browser.run(muted)
    browser.media(color="light")
    expect(browser.run(muted) != strong, "more contrast is not given where the system asks for it")
    browser.media(color="light")
    for width, height in ((1440, 900), (960, 600), (390, 844), (320, 640), (1920, 1080)):
        browser.resize(width, height)
        browser.open(page)
        wide = browser.run("document.documentElement.scrollWidth")
        expect(wide <= width, f"{width}×{height}: the page is {wide} wide")
        number = browser.run("pictureNumber() === entryOf('weights')[0]")
        expect(number == (width > 700), f"{width}: the picture for the other width")
    browser.press("ArrowDown")
    expect(line(browser) != "", "the arrows choose no cell")
    table = browser.run('(() => { const t = document.getElementById("table"); t.open = true; renderTable();'
                        'return [t.querySelectorAll("th[scope=row]").length, t.querySelectorAll("th[scope=col]").length,'
                        't.querySelectorAll("td").length]; })()')
    expect(table == [11, 12, 121], f"the table of numbers has {table}")
    unnamed = browser.run('[...document.querySelectorAll("button")].filter(b => !(b.getAttribute("aria-label") || b.textContent)).length')
    expect(unnamed == 0, f"{unnamed} buttons without a name")


def check_paper(browser, folder):
    page, pdf = os.path.join(folder, "paper.html"), os.path.join(folder, "paper.pdf")
    make(page, "--do", "stage weights", SENTENCE)
    browser.media(color="dark")
    browser.resize(1280, 900)
    browser.open(page)
    browser.print(pdf)
    browser.media(color="light")
    info = subprocess.run(["pdfinfo", pdf], capture_output=True, text=True).stdout
    count = browser.run("stagesHere().length") + 1
    expect(f"Pages:           {count}" in info, f"{count} pages expected: {info}")
    expect(browser.run('document.getElementById("printed").children.length') == 0, "what was printed stays in the page")


def check_texts(browser, folder):
    """What looks like HTML is text, and what looks like a field of the template too."""
    page = os.path.join(folder, "texts.html")
    make(page, "--do", 'note "</script><b>bold</b> @DATA@"', "--", NASTY)
    browser.open(page)
    expect(browser.run("document.title") != "run", "a script of the sentence ran")
    expect(browser.run('document.getElementById("sentence").textContent') == NASTY, "the sentence is not as typed")
    expect(browser.run('document.querySelectorAll("b, img").length') == 0, "the sentence became elements")
    expect("@DATA@" in browser.run('document.getElementById("note").textContent'), "the note is not as written")


def check_script(browser, folder):
    page, script = os.path.join(folder, "script.html"), os.path.join(folder, "talk.txt")
    open(script, "w", encoding="utf-8").write(
        'sentence "the cat sat on the mat"\nmodel hand-made\nstage scores\nnote "One."\nwait 1000\nmask causal\nstage weights; cell 5 row\n'
        'note "Two."\nwait 20\nview saturation\nnote "Three."\nwait 10\nstage weights\nview stage\nstep row\nnote "Four."\n')
    said = make(page, script)
    expect("4 pages" in said, said)
    data = data_of(page)
    expect([leaf["text"] for leaf in data["leaves"]] == ["One.", "Two.", "Three.", "Four."], data["leaves"])
    expect(len(data["shows"]) == 2, f"{len(data['shows'])} traces for two masks")
    expect([leaf["picture"] >= 0 for leaf in data["leaves"]] == [False, False, True, True], data["leaves"])
    browser.resize(400, 850)
    browser.open(page)
    browser.run("goToLeaf(2)")
    free = browser.run("(() => { const s = drawn.svg.getBoundingClientRect(); return s.width - s.height * drawn.width / drawn.height; })()")
    expect(abs(free) <= 2, f"on a phone a picture of its own stands in {free} pixels of nothing")
    browser.resize(1280, 900)
    browser.open(page)
    note = 'document.getElementById("note").textContent'
    for key, want in ((None, "One."), ("PageDown", "Two."), ("PageDown", "Three."), ("PageDown", "Four."), ("PageDown", "Four."),
                      ("PageUp", "Three.")):
        if key:
            browser.press(key)
        expect(browser.run(note) == want, f"{key}: {browser.run(note)}, not {want}")
    browser.press("PageUp")
    expect(browser.run("[state.stage, state.focus.row, state.focus.col]") == ["weights", 4, -1], "the row of the page is not chosen")
    state = os.path.join(folder, "kept.headsup")
    run("export", "--out", os.path.join(folder, "x.png"), "--do", f'mask causal; stage masked; head 2; save "{state}"', SENTENCE)
    make(page, state)
    leaf = data_of(page)["leaves"][0]
    expect((leaf["stage"], leaf["head"]) == ("masked", 2), leaf)


LESSON = """# A test
level: beginner
command: model hand-made; sentence "the cat sat on the mat"; layer 1; head 4

## One
command: stage masked; cell 5 row
The row of [cat](row cat) is asked, and {{masked cat sat}} is **a number**.
- an item

question: Which key is largest?
cell: most masked cat
because: It is {{most masked cat}}.

## Two
command: stage weights; cell 2 row
cover: weights
question: How much?
- [ ] nothing
  hint: It is {{weights cat sat}}.
- [x] something
because: So it is.

question: And the sum?
number: sum weights cat within 0.001
"""


def check_lesson(browser, folder):
    page, lesson = os.path.join(folder, "lesson.html"), os.path.join(folder, "made.lesson")
    open(lesson, "w", encoding="utf-8").write(LESSON)
    said = make(page, lesson)
    expect("2 pages" in said, said)
    browser.resize(1280, 900)
    browser.open(page)
    text = 'document.getElementById("lesson").textContent'
    expect("The row of cat is asked" in browser.run(text) and "–" not in browser.run(text), browser.run(text))
    browser.run('document.querySelector(".handle").click()')
    expect(browser.run("[state.focus.row, state.focus.col]") == [1, -1], "a handle chooses no row")
    browser.press("Escape")
    expect(browser.run("state.focus") is None, "Esc lets no row go")
    browser.press("Backspace")
    expect(browser.run("[state.focus.row, state.focus.col]") == [4, -1], "Backspace does not bring the page's picture back")
    row, col = browser.run('(() => { const q = leaf().lesson.blocks.find(b => b[0] === "question")[1]; return [q.row, q.col]; })()')
    check = '[...document.querySelectorAll(".question button")].pop().click(); document.querySelector(".question").lastChild.textContent'
    browser.run(f"choosePlace({row}, {(col + 1) % 6})")
    expect(browser.run(check).startswith("Look again:"), "a wrong cell is right")
    browser.run(f"choosePlace({row}, {col})")
    expect(browser.run(check).startswith("Right."), "the right cell is wrong")
    browser.press("ArrowRight")
    expect(browser.run("[state.leaf, covered()]") == [1, True], "→ turns no page, or the stage is not covered")
    expect(browser.run('drawn.heatmaps.find(h => partNameOf(h) === "weights").filled') == 0, "a covered stage shows its numbers")
    place = browser.run("(() => { const h = mainHeatmap(), b = cellBox(h, 1, 2), m = drawn.svg.getScreenCTM();"
                        "const p = new DOMPoint(b.x + b.w / 2, b.y + b.h / 2).matrixTransform(m); return [p.x, p.y]; })()")
    width = browser.run('document.getElementById("picture").clientWidth')
    browser.point(*place)
    expect(browser.run('document.getElementById("picture").clientWidth') == width, "the picture moves away under the pointer")
    panel = browser.run('document.getElementById("panel").textContent')
    expect("key sat" in panel and "covered" in panel and not re.search(r"[0-9]\.[0-9]", panel), f"a covered cell under the pointer: {panel}")
    browser.point(*place, click=True)
    browser.point(5, 5)
    expect(browser.run("[state.held, state.focus.row, state.focus.col]") == [True, 1, 2], "a covered cell cannot be chosen")
    browser.run("go({stage: 'masked'}); focusOn({part: mainHeatmap().part, row: 1, col: 2}, true)")
    panel = browser.run('document.getElementById("panel").textContent')
    expect("Masked" in panel and "Weights" not in panel, f"the way of a pair tells what is covered: {panel}")
    browser.press("Backspace")
    browser.press("Enter")
    expect(browser.run("document.activeElement.className") == "choice", "Enter begins no answer")
    choose = lambda i: browser.run(f'document.querySelectorAll(".choice")[{i}].click(); document.querySelector(".question").lastChild.textContent')
    expect(choose(0).startswith("Look again: It is 0."), "a wrong choice has no hint")
    expect(choose(1).startswith("Right. So it is."), "the right choice is not")
    expect(browser.run('(() => { const i = document.querySelector("input"); i.value = "1,0005"; i.nextSibling.click(); return covered(); })()') is False,
           "answered, and still covered")
    expect(browser.run("state.picture") == -1 and browser.run("mainHeatmap().filled") == -1, "answered, and the numbers are not there")
    pdf = os.path.join(folder, "lesson.pdf")
    browser.print(pdf)
    text = subprocess.run(["pdftotext", "-layout", pdf, "-"], capture_output=True, text=True).stdout
    expect(text.count("\f") == 2, f"{text.count(chr(12))} sheets of two pages")
    for words in ("The row of cat is asked", "an item", "Which key is largest?", "☐ something", "And the sum?"):
        expect(words in text, f"on paper the lesson lacks “{words}”: {text}")


def check_notebook(browser, folder):
    """tools/heads_up.py: a sentence and a recording in a frame of a notebook, which is drawn there; a failure is the program's sentence."""
    import heads_up
    recording = os.path.join(folder, "recorded.safetensors")
    run("trace", "--out", recording, "--mask", "causal", "the cat sat")
    pages = [heads_up.show("the cat sat", mask="causal", do="stage weights; layer 2", program=headsup), heads_up.show(recording, program=headsup)]
    expect("the cat sat" in pages[1].html and ">the cat sat<" in pages[0].html, "another sentence in the notebook")
    notebook = os.path.join(folder, "notebook.html")
    open(notebook, "w", encoding="utf-8").write(f'<meta charset="utf-8"><h1>1 + 1</h1>{pages[0]._repr_html_()}')
    browser.resize(1100, 900)
    browser.open(notebook)
    until, purple = time.monotonic() + PATIENCE_S, 0
    while purple < 300 and time.monotonic() < until:  # a frame of its own is drawn after its page
        colors = numpy.asarray(Image.open(io.BytesIO(browser.picture())).convert("RGB")).reshape(-1, 3)
        purple = ((colors[:, 2] > 200) & (colors[:, 0] < 165) & (colors[:, 1] < 120)).sum()
    expect(purple >= 300, f"no matrix of weights in the frame of a notebook: {purple} pixels")
    try:
        heads_up.show("the cat", model="no-such-model", program=headsup)
        expect(False, "a model that is not there is shown")
    except heads_up.HeadsUpError as error:
        expect("no-such-model" in str(error), error)
    try:
        heads_up.show("not-there.safetensors", program=headsup)
        expect(False, "the name of a recording that is not there is taken for a sentence")
    except FileNotFoundError:
        pass
    saved = heads_up.show("the cat", program=headsup).save(os.path.join(folder, "saved.html"))
    expect(data_of(saved)["shows"][0]["sentence"] == "the cat", "the page that is saved is another")


def check_refused(folder):
    for words, want in ((("--page", folder), "is a folder"), (("--page", "x.html", "--out", "x.png"), "leave it out with --page"),
                        (("--page", "x.html", "--format", "png"), "leave it out with --page"),
                        (("--page", os.path.join(folder, "no", "x.html")), "no folder"), (("--page", ""), "--page takes the file"), (("--page", "x.png"), "ends in .html"),
                        (("--page", os.path.join(folder, "x.html"), ""), "no words")):
        code, said = run("export", *words)
        expect(code != 0 and want in said, f"{words}: {code} {said}")
    expect(not os.path.exists(os.path.join(folder, "x.html")), "a refused page is on the disk")


def check_commands(folder):
    """The command and the form write the same bytes as the option."""
    paths = [os.path.join(folder, name) for name in ("option.html", "command.html")]
    make(paths[0], "--do", "stage masked", SENTENCE)
    code, said = run("export", "--out", os.path.join(folder, "x.png"), "--do", f'stage masked; export "{paths[1]}"', SENTENCE)
    expect(code == 0, said)
    one, two = (open(path, "rb").read() for path in paths)
    expect(one == two, "export FILE.html writes another page than --page")


IN_BROWSER = {"pictures": (check_unpacking, check_pictures, check_workings, check_looks, check_paper, check_notebook),
              "words": (check_words, check_words_of_tokens, check_whose_words, check_tiny_shares),
              "hands": (check_hands, check_texts, check_script, check_lesson)}


def in_browser(checks, place):
    browser = Browser()
    try:
        for check in checks:
            check(browser, place)
        foreign = [url for url in browser.requests if not url.startswith(("file://", "data:"))]
        expect(not foreign, f"the page asked for {foreign[:3]}")
        expect(not browser.complaints, browser.complaints[:3])
    finally:
        browser.close()


with tempfile.TemporaryDirectory() as place:
    if sys.argv[2] == "files":
        for check in (check_size, check_bytes, check_numbers, check_refused, check_commands):
            check(place)
    else:
        in_browser(IN_BROWSER[sys.argv[2]], place)

print("\n".join(problems) or "pages to share are as the program draws and computes")
sys.exit(1 if problems else 0)
