/* work.js -- what is said of one cell: its number, and how that was made, with the numbers of the
   computation. Numbers are written as the program writes them (src/scene/number.c). */

/* ---- numbers ---- */

const MINUS = "\u2212", RAISED = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"];

function special(value) {
  return isNaN(value) ? "NaN" : value < 0 ? MINUS + "∞" : "∞";
}

/* Half away from zero, and never −0. */
function fixed(value, decimals) {
  if (!isFinite(value)) return special(value);
  const power = 10 ** decimals, scaled = Math.abs(value) * power;
  const rounded = scaled < 1e15 ? Math.floor(scaled + 0.5) / power : Math.abs(value);
  return (value < 0 && rounded > 0 ? MINUS : "") + rounded.toFixed(decimals);
}

function scientific(value, decimals) {
  const [digits, power] = Math.abs(value).toExponential(decimals).split("e");
  const raised = (power < 0 ? "⁻" : "") + [...String(Math.abs(power))].map(d => RAISED[d]).join("");
  return `${value < 0 ? MINUS : ""}${digits}×10${raised}`;
}

function full(value) {
  if (!isFinite(value)) return special(value);
  const size = Math.abs(value);
  if (size >= 1 && size < 99999.5 && Math.floor(value) === value) return fixed(value, 0);
  if (size >= 99999.5 || (size > 0 && size < 0.0005)) return scientific(value, 2);
  return fixed(value, size > 0 && size < 0.0995 ? 4 : 2);
}

/* As in a row of cells: two decimals, but where they would be 0. */
function hundredths(value) {
  const size = Math.abs(value);
  return size >= 0.005 && size < 99999.5 && Math.floor(value) !== value ? fixed(value, 2) : full(value);
}

const term = value => Math.abs(value) < 1000 ? fixed(value, 3) : full(value);

/* A tiny share is told apart from none. */
const share = value => value !== 0 && value < 0.0005 ? full(value) : term(value);

/* ---- words ---- */

const WORDS = DATA.words;

function html(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const key in attributes)
    if (key.startsWith("on")) made.addEventListener(key.slice(2), attributes[key]);
    else if (attributes[key] !== false) made.setAttribute(key, attributes[key]);
  made.append(...children.filter(child => child !== null));
  return made;
}

/* A symbol of a formula: ᵀ is a raised T, _x a lowered x, ^x a raised x, and ^(…) all within. */
function symbolNodes(text) {
  return text.split(/(ᵀ|[_^]\([^)]*\)|[_^].)/u).filter(part => part).map(part => {
    if (part === "ᵀ") return html("sup", {}, "T");
    if (part.length < 2 || !/^[_^]/.test(part)) return part;
    return html(part[0] === "_" ? "sub" : "sup", {}, part.slice(1).replace(/^\((.*)\)$/u, "$1"));
  });
}

/* The words with their %s and %d, or %2$s, filled in by nodes or texts. */
function filled(words, ...things) {
  let next = 0;
  return words.split(/(%(?:\d\$)?[sd])/).filter(part => part).map(part => {
    const named = /^%(?:(\d)\$)?[sd]$/.exec(part);
    return named ? things[named[1] ? named[1] - 1 : next++] : part;
  });
}

const name = (text, kind) => html("bdi", {class: kind}, text);

/* ---- the numbers of a place ---- */

/* show, layer, head: as in DATA. parts: by name. */
function placeOf(show, layer, head) {
  return {show, layer, head, m: Object.assign({}, layer.m, head.m)};
}

function partOf(show, partName) {
  const found = show.parts.find(part => part[0] === partName);
  return {name: found[0], title: found[1], kind: found[2], rows: found[3][0], cols: found[3][1],
    isShare: found[4] === 1};
}

const has = (place, partName) => partName in place.m;
const values = (place, partName) => matrix(place.m[partName]);
const at = (m, row, col) => m.at[row * m.cols + col];

function labels(place, size, count) {
  const list = size === "t" ? place.layer.tokens : size === "k" ? place.layer.keys
    : size === "s" ? place.layer.sources : [];
  return list.length === count ? list : Array.from({length: count}, (_, i) => String(i + 1));
}

/* Numbers of vectors are told as their cells are; of what is added up, as the sum has them. */
const isInCells = part => part.cols !== "k" && part.name !== "output" && part.name !== "joined";

function numberOf(place, part, row, col) {
  const value = at(values(place, part.name), row, col);
  if (isInCells(part)) return hundredths(value);
  if (part.isShare && value === 0) return "0";
  return part.isShare && value >= 0.0005 ? fixed(value, 3) : full(value);
}

/* In a table, where a small share is read beside large ones. */
function numberInTable(place, part, row, col) {
  const value = at(values(place, part.name), row, col);
  return part.isShare && value !== 0 ? fixed(value, 3) : numberOf(place, part, row, col);
}

/* The name of a cell: "query it, key animal", "it, column 3". */
function cellName(place, part, row, col) {
  const m = values(place, part.name);
  const rows = labels(place, part.rows, m.rows), cols = labels(place, part.cols, m.cols);
  if (part.rows === "t" && part.cols === "k")
    return filled(WORDS.pair, name(rows[row], "query"), name(cols[col], "key"));
  const words = part.rows === "n" ? WORDS.number : WORDS.cell;
  return filled(words, name(rows[row], part.rows === "t" ? "query" : "key"), String(col + 1));
}

/* The row of a query, whose numbers are told together. */
function rowName(place, part, row) {
  const rows = labels(place, part.rows, values(place, part.name).rows);
  return filled(WORDS.whole, name(rows[row], part.rows === "t" ? "query" : "key"));
}

/* One line, for a reader of the screen: "Scores: query it, key animal = 19.92". */
function cellLine(place, part, row, col) {
  const words = html("span", {}, ...cellName(place, part, row, col)).textContent;
  return `${part.title}: ` + filled(WORDS.is, words, numberOf(place, part, row, col)).join("");
}

/* ---- tables ---- */

/* rows: of texts; lit: the row that is framed, or −1; foot: the sum below, or null. */
function table(heads, rows, lit, foot) {
  const body = html("tbody", {}, ...rows.map((row, i) => html("tr", {class: i === lit && "lit"},
    ...row.map((cell, j) => html(j ? "td" : "th", {scope: !j && "row"}, html("bdi", {}, cell))))));
  return html("div", {class: "scroll", tabindex: rows.length > 12 ? "0" : false},
    html("table", {}, html("thead", {}, html("tr", {},
      ...heads.map(head => html("th", {scope: "col"}, head)))), body,
    foot && html("tfoot", {}, html("tr", {}, ...foot.map((cell, j) =>
      html(j ? "td" : "th", {scope: !j && "row"}, cell))))));
}

/* A sum is shown where it is the number of the computation. */
function agrees(sum, value, size) {
  return isFinite(value) && Math.abs(sum - value) <= 1e-4 * size + 1e-6;
}

/* terms: [name, left, right]; heads: of name, left and right. */
function products(words, heads, terms, value, more) {
  let sum = more || 0, size = Math.abs(sum);
  for (const [, left, right] of terms) {
    sum += left * right;
    size += Math.abs(left * right);
  }
  if (!agrees(sum, value, size)) return null;
  const rows = terms.map(([title, left, right]) =>
    [title, term(left), term(right), term(left * right)]);
  if (more !== undefined) rows.push([WORDS.bias, "", "", term(more)]);
  return html("section", {}, html("p", {}, words),
    table([...heads, WORDS.product], rows, -1, [WORDS.sum, "", "", term(value)]));
}

/* ---- how a number is made: a function for each rule ---- */

const RULES = {
  map(place, value, row, col, input, weights, bias) {
    const x = values(place, input), w = values(place, weights);
    if (x.cols !== w.rows) return null;
    const terms = Array.from({length: x.cols}, (_, i) => [String(i + 1), at(x, row, i), at(w, i, col)]);
    const more = bias && has(place, bias) ? at(values(place, bias), 0, col) : undefined;
    return products(WORDS.map, [WORDS.column, WORDS.row, WORDS.matrix], terms, value, more);
  },
  dot(place, value, row, col, queries, keys) {
    const q = values(place, queries), k = values(place, keys);
    if (q.cols !== k.cols) return null;
    const terms = Array.from({length: q.cols}, (_, i) => [String(i + 1), at(q, row, i), at(k, col, i)]);
    return products(WORDS.dot, [WORDS.column, WORDS.query, WORDS.key], terms, value);
  },
  divide(place, value, row, col, before) {
    const score = at(values(place, before), row, col), divisor = place.layer.divisor;
    if (!agrees(score / divisor, value, Math.abs(value))) return null;
    return html("section", {}, html("p", {}, ...filled(WORDS.divide, place.layer.divided)),
      html("p", {class: "equation"}, `${full(score)} ÷ ${full(divisor)} = ${full(value)}`));
  },
  add(place, value, row, col, first, second) {
    const a = at(values(place, first), row, col), b = at(values(place, second), row, col);
    if (!agrees(a + b, value, Math.abs(a) + Math.abs(b))) return null;
    const signed = b < 0 ? `(${full(b)})` : full(b);
    return html("section", {}, html("p", {}, WORDS.add),
      html("p", {class: "equation"}, `${full(a)} + ${signed} = ${full(value)}`));
  },
  mask(place, value, row, col, before) {
    const score = at(values(place, before), row, col);
    if (isFinite(value) && !agrees(score, value, Math.abs(score))) return null;
    const added = isFinite(value) ? "0" : special(value);
    const sign = isFinite(value) ? added : `(${added})`;
    return html("section", {}, html("p", {}, isFinite(value) ? WORDS.seen : WORDS.masked),
      html("p", {class: "equation"}, `${full(score)} + ${sign} = ${full(value)}`));
  },
  softmax(place, value, row, col, before) {
    const m = values(place, before), numbers = Array.from({length: m.cols}, (_, i) => at(m, row, i));
    const largest = Math.max(...numbers);
    if (largest === -Infinity) return html("p", {}, WORDS.nothing);
    const powers = numbers.map(number => Math.exp(number - largest));
    const sum = powers.reduce((a, b) => a + b, 0);
    if (!agrees(powers[col] / sum, value, 1)) return null;
    const keys = labels(place, "k", m.cols);
    return html("section", {}, html("p", {}, WORDS.softmax),
      html("p", {class: "equation"}, `${share(powers[col])} ÷ ${term(sum)} = ${share(value)}`),
      table([WORDS.key, partOf(place.show, before).title, WORDS.power, WORDS.share],
        numbers.map((number, i) => [keys[i], full(number), term(powers[i]), term(powers[i] / sum)]),
        col, [WORDS.sum, "", term(sum), "1"]));
  },
  blend(place, value, row, col, weights, ofValues) {
    const w = values(place, weights), v = values(place, ofValues);
    if (w.cols !== v.rows) return null;
    const keys = labels(place, "k", w.cols);
    const terms = Array.from({length: w.cols}, (_, i) => [keys[i], at(w, row, i), at(v, i, col)]);
    return products(WORDS.blend, [WORDS.token, WORDS.weight, WORDS.value], terms, value);
  },
};

function working(place, part, row, col) {
  const rule = place.show.rules[part.name];
  if (!rule) return null;
  const [how, ...from] = rule, needed = how === "map" ? from.slice(0, 2) : from;
  if (!needed.every(partName => has(place, partName))) return null;
  return RULES[how](place, at(values(place, part.name), row, col), row, col, ...from);
}

/* A pair from the first stage to the last, or to the one that is covered. */
function path(place, part, row, col, hidden) {
  const end = place.show.pairs.indexOf(hidden);
  const parts = place.show.pairs.filter((partName, i) => has(place, partName) && (end < 0 || i < end));
  if (parts.length < 2 || !parts.includes(part.name)) return null;
  const rows = parts.map(partName => {
    const each = partOf(place.show, partName);
    return [each.title, numberOf(place, each, row, col)];
  });
  return html("section", {}, html("h3", {}, WORDS.path),
    table(["", ""], rows, parts.indexOf(part.name), null));
}

const cellTexts = new Map();
/* A text for each cell of a matrix, row by row. */
function textsOf(number) {
  if (!cellTexts.has(number)) cellTexts.set(number, DATA.cells[number].split("|"));
  return cellTexts.get(number);
}

/* "pattern number number …" as a sentence (src/export/page_cells.h). */
function sentence(text, row, col) {
  const [pattern, ...numbers] = text.split(" ");
  return DATA.sentences[pattern].replace(/%[qkd%]/g, sign =>
    sign === "%q" ? row : sign === "%k" ? col : sign === "%d" ? numbers.shift() : "%");
}

/* [what it is, why it is so]. */
function cellSentences(place, part, number, row, col) {
  const m = values(place, part.name), text = textsOf(number)[row * m.cols + col];
  const rows = labels(place, part.rows, m.rows), cols = labels(place, part.cols, m.cols);
  return text.split(";").filter(each => each).map(each => sentence(each, rows[row], cols[col]));
}

/* What a stage without cells says of each token. */
function tokenList(place, number) {
  const texts = textsOf(number), rows = labels(place, "t", texts.length);
  const said = texts.map((text, row) => text.split(";").filter(each => each).map(each => sentence(each, rows[row], "")));
  return html("section", {class: "said"}, ...said.flatMap((sentences, row) => sentences.length === 0 ? [] :
    [html("h3", {dir: "auto"}, rows[row]),
      ...sentences.map((each, i) => html("p", {dir: "auto", class: i > 0 ? "muted" : ""}, each))]));
}

/* All that is said of a cell; sentences: what it is, and why. */
function cellPanel(place, part, row, col, sentences, hidden) {
  return [html("h2", {}, ...cellName(place, part, row, col)),
    html("p", {class: "result"}, html("span", {class: part.kind}, part.title),
      " = ", html("b", {}, numberOf(place, part, row, col))),
    ...sentences.map(text => html("p", {dir: "auto"}, text)),
    working(place, part, row, col) || (sentences.length ? null : html("p", {class: "muted"}, WORDS.plain)),
    path(place, part, row, col, hidden), html("p", {class: "muted"}, WORDS.rounded)];
}

function rowPanel(place, part, row) {
  const m = values(place, part.name), cols = labels(place, part.cols, m.cols);
  return [html("h2", {}, ...rowName(place, part, row)),
    table([part.cols === "k" ? WORDS.key : WORDS.column, part.title],
      cols.map((col, i) => [col, numberInTable(place, part, row, i)]), -1, null),
    html("p", {class: "muted"}, WORDS.rounded)];
}

/* The matrix of a stage with names, for readers of the screen and for copying. */
function matrixTable(place, part) {
  const m = values(place, part.name);
  const rows = labels(place, part.rows, m.rows), cols = labels(place, part.cols, m.cols);
  return table(["", ...cols], rows.map((row, i) =>
    [row, ...cols.map((_, j) => numberInTable(place, part, i, j))]), -1, null);
}
