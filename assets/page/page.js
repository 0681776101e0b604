/* page.js -- what is on show, the controls and the pointer. */

const NARROW_MOST = 560; /* points of room below which the picture is that of a phone */
const ROOM_LEAST = 360, LONG_SENTENCE = 160, WHOLE_LEAST = 720;
const state = {leaf: 0, show: 0, stage: "", view: "stage", layer: 0, head: 0, theme: null,
  focus: null, held: false, rest: null, picture: -1}; /* rest: what the page itself has chosen */
const $ = id => document.getElementById(id);
const prefersDark = window.matchMedia("(prefers-color-scheme: dark)");
let drawn = null; /* what drawPicture gave */

/* ---- where one is ---- */

const leaf = () => DATA.leaves[state.leaf];
/* A picture of the page's own; of a stage too, where steps or a cover keep numbers back. */
const isOwn = () => state.picture >= 0;
const isOwnStage = () => isOwn() && state.picture === leaf().picture && leaf().view === "stage";
/* Whether the picture on show has a stage's cells to point at. */
const hasCells = () => !isOwn() || isOwnStage();
const covered = () => state.view === "stage" && isCovered(state.leaf, leaf().lesson, state.stage);
const show = () => DATA.shows[state.show];
const layer = () => show().layers[state.layer];
const head = () => layer().heads[state.head];
const place = () => placeOf(show(), layer(), head());
const theme = () => (state.theme || (prefersDark.matches ? "dark" : "light")) === "dark" ? DARK : LIGHT;

function keyOf(stageName, headIndex = state.head) {
  if (stageName === "overview") return `overview.${layer().number}.${headIndex + 1}`;
  const stage = show().stages.find(each => each.name === stageName);
  if (!stage) return "";
  return `${stageName}.${stage.layer ? layer().number : 0}.${stage.head ? headIndex + 1 : 0}`;
}

/* What a number is and why it is so, [] where the page does not say. The sentences are with the
   stage whose result the part is. */
function sentencesOf(partName, row, col) {
  for (const stage of stagesHere()) {
    const texts = entryOf(stage.name)[7];
    if (texts && partName in texts) return cellSentences(place(), partOf(show(), partName), texts[partName], row, col);
  }
  return [];
}

/* What is the same for all layers stands under the first of them. */
function entryOf(stageName, headIndex) {
  return show().pictures[keyOf(stageName, headIndex)];
}

const stagesHere = () => show().stages.filter(stage => entryOf(stage.name));
const stageIndex = () => stagesHere().findIndex(stage => stage.name === state.stage);
const isNarrow = () => $("picture").clientWidth < NARROW_MOST;

function pictureNumber() {
  if (state.picture >= 0) return state.picture;
  if (state.view === "overview") return (entryOf("overview") || [-1])[0];
  const entry = entryOf(state.stage);
  return entry ? entry[isNarrow() ? 1 : 0] : -1;
}

/* ---- going somewhere ---- */

function go(changes) {
  Object.assign(state, {picture: -1}, changes);
  state.layer = Math.min(Math.max(state.layer, 0), show().layers.length - 1);
  state.head = Math.min(Math.max(state.head, 0), layer().heads.length - 1);
  if (stageIndex() < 0) state.stage = stagesHere()[0].name;
  render();
}

function step(by) {
  const stages = stagesHere(), index = stageIndex() + by;
  if (state.view === "overview" || !hasCells()) go({view: "stage"});
  else if (index >= 0 && index < stages.length) go({stage: stages[index].name});
}

function goToLeaf(index) {
  const leaf = DATA.leaves[index];
  if (!leaf) return;
  state.leaf = index;
  state.show = leaf.show;
  const layerIndex = Math.max(show().layers.findIndex(each => each.number === leaf.layer), 0);
  go({stage: leaf.stage, view: leaf.view === "overview" ? "overview" : "stage", layer: layerIndex,
    head: leaf.head - 1, picture: leaf.picture, held: false, focus: null, rest: null});
  const main = mainHeatmap();
  if (hasCells() && main && leaf.row >= 0 && leaf.row < main.values.rows)
    state.rest = {part: main.part, row: leaf.row, col: leaf.column < main.values.cols ? leaf.column : -1};
  focusOn(state.rest, false);
}

/* ---- the chosen cell ---- */

const partNameOf = heatmap => heatmap.part >= 0 ? show().parts[heatmap.part][0] : "";

/* The matrix that the arrows walk in: the stage's result. */
function mainHeatmap() {
  if (!drawn) return null;
  const stage = show().stages.find(each => each.name === state.stage);
  const named = drawn.heatmaps.filter(heatmap => heatmap.part >= 0 && has(place(), partNameOf(heatmap)));
  const wanted = state.view === "overview" ? "weights" : stage && stage.part;
  return named.find(heatmap => partNameOf(heatmap) === wanted) || named[0] || null;
}

function heatmapOfFocus() {
  return state.focus && drawn && drawn.heatmaps.find(heatmap => heatmap.part === state.focus.part);
}

/* row and col of the matrix, which may be drawn upright; col −1: the whole row. */
function focusOn(focus, held) {
  state.focus = focus;
  state.held = held;
  drawFocus();
  renderPanel();
}

/* The same cell in the picture on show, or of the matrix of the stage; null: it has no such one. */
function here(focus) {
  if (!focus || !drawn) return null;
  const own = drawn.heatmaps.find(heatmap => heatmap.part === focus.part), main = mainHeatmap();
  if (own && has(place(), partNameOf(own))) return focus;
  const m = main && main.values;
  const part = main && partOf(show(), partNameOf(main));
  const was = partOf(show(), show().parts[focus.part][0]);
  const isAlike = part && part.rows === was.rows && part.cols === was.cols;
  return isAlike && focus.row < m.rows && focus.col < m.cols ? {part: main.part, row: focus.row, col: focus.col} : null;
}

/* A chosen cell stays where the next picture has such a matrix. */
function keepFocus() {
  state.focus = here(state.focus);
  if (!state.focus) state.held = false;
}

/* Row or column −1: all of them. */
function boxOfFocus(heatmap, {row, col}) {
  const m = heatmap.values, rows = row < 0 ? [0, m.rows - 1] : [row, row], cols = col < 0 ? [0, m.cols - 1] : [col, col];
  const [a, b] = [0, 1].map(end =>
    cellBox(heatmap, heatmap.transposed ? cols[end] : rows[end], heatmap.transposed ? rows[end] : cols[end]));
  return {x: a.x, y: a.y, w: b.x + b.w - a.x, h: b.y + b.h - a.y};
}

/* Whether steps or a cover keep back the number, or one of the row. */
function isUnseen(heatmap, {row, col}) {
  if (heatmap.filled < 0) return false;
  const last = col < 0 ? heatmap.values.cols - 1 : col;
  return (heatmap.transposed ? last * heatmap.cols + row : row * heatmap.cols + last) >= heatmap.filled;
}

function frame(heatmap, spot) {
  const box = boxOfFocus(heatmap, spot);
  for (const [color, width] of [["focus_halo", 8], ["focus_edge", 4.5], ["focus", 3]])
    node("rect", {x: box.x - 1, y: box.y - 1, width: box.w + 2, height: box.h + 2,
      rx: heatmap.corner, fill: "none", stroke: themeColor(color, theme()), "stroke-width": width,
      class: "focus"}, drawn.front);
}

function drawFocus() {
  const heatmap = heatmapOfFocus();
  if (!drawn) return;
  drawn.front.replaceChildren();
  if (heatmap) frame(heatmap, state.focus);
}

/* What a word of a lesson points at, as long as it does. */
function light(spot) {
  drawFocus();
  const heatmap = spot && drawn && (spot.part ? drawn.heatmaps.find(each => partNameOf(each) === spot.part) : mainHeatmap());
  if (heatmap && spot.row < heatmap.values.rows && spot.col < heatmap.values.cols) frame(heatmap, spot);
}

function cellUnder(event) {
  if (!drawn) return null;
  const to = drawn.svg.getScreenCTM().inverse();
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(to);
  for (const heatmap of [...drawn.heatmaps].reverse()) {
    const col = Math.floor((point.x - heatmap.x) / heatmap.w * heatmap.cols);
    const row = Math.floor((point.y - heatmap.y) / heatmap.h * heatmap.rows);
    if (row < 0 || col < 0 || row >= heatmap.rows || col >= heatmap.cols) continue;
    if (heatmap.part < 0 || !has(place(), partNameOf(heatmap))) return null;
    return heatmap.transposed ? {part: heatmap.part, row: col, col: row}
      : {part: heatmap.part, row, col};
  }
  return null;
}

const isSame = (a, b) => a && b && a.part === b.part && a.row === b.row && a.col === b.col;

function pointed(event) {
  const cell = hasCells() && cellUnder(event) || here(state.rest);
  if (!state.held && !isSame(cell, state.focus)) focusOn(cell, false);
}

function clicked(event) {
  const cell = hasCells() ? cellUnder(event) : null;
  focusOn(cell, cell !== null && !(state.held && isSame(cell, state.focus)));
}

function walk(rows, cols) {
  const heatmap = heatmapOfFocus() || mainHeatmap();
  if (!heatmap || !hasCells()) return;
  const m = heatmap.values, at = state.focus || {row: rows < 0 ? m.rows : -1, col: 0};
  const clamp = (value, count) => Math.min(Math.max(value, 0), count - 1);
  focusOn({part: heatmap.part, row: clamp(at.row + rows, m.rows), col: clamp(at.col + cols, m.cols)},
    true);
}

/* ---- drawing ---- */

function button(words, isNow, press, attributes) {
  return html("button", Object.assign({type: "button", "aria-pressed": isNow ? "true" : "false",
    onclick: press}, attributes), words);
}

function renderNames() {
  $("sentence").textContent = show().sentence;
  $("sentence").classList.toggle("long", show().sentence.length > LONG_SENTENCE);
  const about = [show().second, show().model, layer().attention].filter(text => text);
  $("about").replaceChildren(...about.flatMap((text, i) => [i ? " · " : "", name(text, "")]));
  if (show().laid) $("about").append(html("span", {class: "laid"}, " ", show().laid));
}

function renderLeaves() {
  const count = DATA.leaves.length, text = DATA.leaves[state.leaf].text;
  $("leaves").hidden = count < 2;
  $("note").hidden = !text;
  $("note").textContent = text;
  $("leaves").replaceChildren(
    html("button", {type: "button", onclick: () => goToLeaf(state.leaf - 1),
      "aria-label": WORDS.before}, "‹"),
    html("span", {}, ...filled(WORDS.leaf, String(state.leaf + 1), String(count))),
    html("button", {type: "button", onclick: () => goToLeaf(state.leaf + 1),
      "aria-label": WORDS.after}, "›"));
}

function renderRail() {
  const isOfStage = state.view === "stage" && hasCells();
  $("rail").setAttribute("aria-label", WORDS.stages);
  $("rail").replaceChildren(
    button(WORDS.overview, state.view === "overview" && state.picture < 0, () => go({view: "overview"})),
    ...stagesHere().map(stage => button(stage.rail, isOfStage && stage.name === state.stage,
      () => go({view: "stage", stage: stage.name}), {title: stage.title})));
  const now = $("rail").querySelector("[aria-pressed=true]");
  if (now) $("rail").scrollLeft = now.offsetLeft - ($("rail").clientWidth - now.offsetWidth) / 2;
}

/* The matrix of a head, small: of the stage on show, or its weights. */
function thumbnail(index) {
  const stage = show().stages.find(each => each.name === state.stage);
  if (covered()) return null;
  const source = stage && stage.head ? stage : show().stages.find(each => each.name === "weights");
  const entry = source && entryOf(source.name, index);
  if (!entry || entry.length < 2) return null;
  const heatmap = heatmapsOf(entry[1]).find(each => partNameOf(each) === source.part);
  if (!heatmap) return null;
  const canvas = html("canvas", {"aria-hidden": "true"});
  return cellCanvas(heatmap, theme(), canvas);
}

function renderChoices() {
  const layers = show().layers, heads = layer().heads;
  const group = (label, kind, buttons) => html("div", {role: "group", "aria-label": label, class: kind},
    html("h3", {}, label), ...buttons);
  $("choices").replaceChildren(
    layers.length < 2 ? "" : group(WORDS.layers, "layers", layers.map((each, i) =>
      button(each.mark, i === state.layer, () => go({layer: i}), {title: each.title}))),
    heads.length < 2 ? "" : group(WORDS.heads, "heads", heads.map((each, i) =>
      html("button", {type: "button", "aria-pressed": i === state.head ? "true" : "false",
        title: each.role ? `${each.title} · ${each.role}` : each.title, "aria-label": each.title,
        onclick: () => go({head: i})}, thumbnail(i), String(i + 1)))));
}

const colored = (symbol, stage, kind, always) =>
  html("span", {class: always || stage === state.stage ? kind : "muted",
    "data-lit": stage === state.stage ? "yes" : false}, ...symbolNodes(symbol));

function formulaPiece([kind, symbol, below, stage, stageBelow, tone, always, before, after]) {
  const made = kind === "/"
    ? html("span", {class: "fraction"}, colored(symbol, stage, tone, always),
      colored(below, stageBelow, tone, always))
    : html("span", {}, colored(kind === "s" ? symbol : kind, stage, tone, always));
  made.style.marginInlineStart = `${before}em`;
  made.style.marginInlineEnd = `${after}em`;
  return made;
}

function renderHeadline() {
  const entry = state.view === "overview" || !hasCells() ? null : entryOf(state.stage);
  $("headline").hidden = !entry;
  if (!entry) return;
  $("title").textContent = DATA.texts[entry[3]];
  $("formula").replaceChildren(...DATA.formulas[entry[6]].map(formulaPiece));
}

/* The picture is as high as the window leaves room for below what stands above it. */
function giveRoom() {
  const above = $("picture").getBoundingClientRect().top + window.scrollY;
  const room = Math.max(window.innerHeight - above - 36, ROOM_LEAST);
  $("picture").style.setProperty("--room", room + "px");
  if (drawn) $("picture").style.setProperty("--least", Math.min(WHOLE_LEAST, room * drawn.width / drawn.height) + "px");
}

function renderLesson() {
  const lesson = leaf().lesson;
  $("lesson").hidden = lesson === null;
  if (lesson === null) return;
  $("lesson").replaceChildren(...lessonNodes(state.leaf, lesson, () => state.focus, render));
}


function renderCover() {
  const show = () => { uncover(state.leaf, leaf().lesson); render(); };
  drawn = null;
  $("picture").replaceChildren(html("div", {class: "cover"}, html("p", {}, WORDS.covered),
    html("button", {type: "button", onclick: show}, WORDS.uncover)));
}

function renderPicture() {
  if (state.picture < 0 && covered()) {
    renderCover();
    return;
  }
  const number = pictureNumber();
  $("picture").setAttribute("aria-label", WORDS.picture);
  $("picture").classList.toggle("whole", state.view === "overview" || state.picture >= 0);
  drawn = number >= 0 ? drawPicture(number, theme()) : null;
  $("picture").replaceChildren(drawn ? drawn.svg : html("p", {}, WORDS.missing));
  giveRoom();
  keepFocus();
  drawFocus();
}

function renderTable() {
  const stage = show().stages.find(each => each.name === state.stage), box = $("table");
  const isThere = !covered() && state.view === "stage" && state.picture < 0 && stage && stage.part && has(place(), stage.part);
  box.hidden = !isThere;
  box.querySelector("summary").textContent = WORDS.table;
  box.lastElementChild.replaceChildren(
    isThere && box.open ? matrixTable(place(), partOf(show(), stage.part)) : "");
}

/* The result of the stage that the page has covered; "": none. */
function coveredPart() {
  const lesson = leaf().lesson, stage = lesson && show().stages.find(each => each.name === lesson.cover);
  return stage && isCovered(state.leaf, lesson, stage.name) ? stage.part : "";
}

/* Of what is chosen, and the line for readers of the screen. */
function told(heatmap) {
  const part = partOf(show(), partNameOf(heatmap)), {row, col} = state.focus;
  const title = col < 0 ? rowName(place(), part, row) : cellName(place(), part, row, col);
  if (isUnseen(heatmap, state.focus))
    return [[html("h2", {}, ...title), html("p", {}, covered() ? WORDS.covered : WORDS.unseen)], title];
  if (col < 0) return [rowPanel(place(), part, row), title];
  return [cellPanel(place(), part, row, col, sentencesOf(part.name, row, col), coveredPart()), [cellLine(place(), part, row, col)]];
}

function renderPanel() {
  const heatmap = heatmapOfFocus(), entry = hasCells() && !covered() && state.view === "stage" && entryOf(state.stage);
  const explained = entry ? [html("p", {class: "headline"}, DATA.texts[entry[3]]),
    html("p", {class: "muted"}, DATA.texts[entry[4]]), html("p", {}, DATA.texts[entry[5]])] : [];
  $("panel").hidden = !hasCells();
  document.querySelector("main").classList.toggle("alone", $("panel").hidden && leaf().lesson === null);
  if (!heatmap) {
    const ofTokens = entry && entry[7] && "" in entry[7];
    $("panel").replaceChildren(...explained,
      ofTokens ? tokenList(place(), entry[7][""]) : html("p", {class: "muted"}, WORDS.point));
    $("line").textContent = "";
    return;
  }
  const [nodes, title] = told(heatmap);
  $("panel").replaceChildren(...nodes.filter(child => child), ...explained);
  $("line").textContent = title.map(each => each.textContent || each).join("");
}

function render() {
  const lesson = leaf().lesson;
  if (lesson && lesson.cover && !covered() && state.picture === leaf().picture) state.picture = -1;
  renderNames();
  renderLeaves();
  renderLesson();
  renderRail();
  renderChoices();
  renderHeadline();
  renderPicture();
  renderTable();
  renderPanel();
}

/* ---- from here on ---- */

function begin() {
  $("page").hidden = false;
  $("tools").append(button(WORDS.theme, false, switchTheme), button(WORDS.print, false, () => window.print()),
    button(WORDS.keys, false, openHelp));
  for (const each of $("tools").children) each.removeAttribute("aria-pressed");
  $("picture").addEventListener("pointermove", pointed);
  $("picture").addEventListener("pointerleave", () => state.held || focusOn(here(state.rest), false));
  $("picture").addEventListener("click", clicked);
  $("table").addEventListener("toggle", renderTable);
  document.addEventListener("keydown", pressed);
  prefersDark.addEventListener("change", render);
  window.addEventListener("beforeprint", fillPrinted);
  window.addEventListener("afterprint", () => $("printed").replaceChildren());
  choosePlace = (row, col) => {
    const main = mainHeatmap();
    if (main && row < main.values.rows && col < main.values.cols) focusOn({part: main.part, row, col}, true);
  };
  lightPlace = light;
  goToLeaf(0);
  window.addEventListener("resize", giveRoom);
  let wasNarrow = isNarrow();
  new ResizeObserver(() => {
    if (isNarrow() === wasNarrow) return;
    wasNarrow = isNarrow();
    renderPicture();
    renderPanel();
  }).observe($("picture"));
}

begin();
