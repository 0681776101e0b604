/* keys.js -- the theme, the list of keys, and what they do. */

/* ---- theme, help ---- */

function switchTheme() {
  state.theme = theme() === DARK ? "light" : "dark";
  document.documentElement.dataset.theme = state.theme;
  render();
}

function openHelp() {
  const steps = leaf().lesson ? [["← →", "help_leaf"], ["Ctrl-← →", "help_stage"], ["Enter", "help_answer"],
    ["Backspace", "help_back"]] : [["← →", "help_stage"]];
  const rows = [...steps, ["Home End", "help_ends"], ["↑ ↓, Shift", "help_cell"],
    ["[ ]", "help_head"], ["1 … 9", "help_number"], [", .", "help_layer"],
    ["PageUp PageDown", "help_leaf"], ["o", "help_overview"], ["t", "help_theme"],
    ["Esc", "help_escape"], ["?", "help_help"]];
  $("help").replaceChildren(html("h2", {}, WORDS.keys), html("dl", {}, ...rows.flatMap(([key, words]) =>
    [html("dt", {}, html("kbd", {}, key)), html("dd", {}, WORDS[words])])),
  button(WORDS.close, false, () => $("help").close(), {autofocus: ""}));
  if (!$("help").open) $("help").showModal();
}

/* ---- keys ---- */

/* Before a lesson the arrows turn its pages, as in the program. */
const turn = by => leaf().lesson ? goToLeaf(state.leaf + by) : step(by);

function letGo() {
  state.rest = null;
  focusOn(null, false);
}

const KEYS = {
  ArrowRight: () => turn(1), ArrowLeft: () => turn(-1),
  ArrowDown: () => walk(1, 0), ArrowUp: () => walk(-1, 0),
  Home: () => go({view: "stage", stage: stagesHere()[0].name}),
  End: () => go({view: "stage", stage: stagesHere()[stagesHere().length - 1].name}),
  "]": () => go({head: state.head + 1}), "[": () => go({head: state.head - 1}),
  ".": () => go({layer: state.layer + 1}), ",": () => go({layer: state.layer - 1}),
  PageDown: () => goToLeaf(state.leaf + 1), PageUp: () => goToLeaf(state.leaf - 1),
  o: () => go({view: state.view === "overview" ? "stage" : "overview"}),
  t: switchTheme, "?": openHelp, Escape: letGo,
};
const SHIFTED = {ArrowRight: () => walk(0, 1), ArrowLeft: () => walk(0, -1),
  ArrowDown: () => walk(1, 0), ArrowUp: () => walk(-1, 0)};

/* Of a lesson alone. */
const OF_LESSON = {Backspace: () => goToLeaf(state.leaf), Enter: () => beginAnswer(state.leaf, leaf().lesson)};
const OF_STAGES = {ArrowRight: () => step(1), ArrowLeft: () => step(-1)};

/* What the key does; nothing of what the browser does itself. */
function actOf(event) {
  if (event.ctrlKey) return leaf().lesson && OF_STAGES[event.key];
  if (event.key === "Enter" && /BUTTON|SUMMARY/.test(event.target.tagName)) return null;
  return event.shiftKey && SHIFTED[event.key] || KEYS[event.key] || leaf().lesson && OF_LESSON[event.key];
}

function pressed(event) {
  const isOfOther = $("help").open || event.target.tagName === "INPUT" || event.altKey || event.metaKey;
  const isScrolled = event.target.closest && event.target.closest(".scroll");
  if (isOfOther || (isScrolled && /Arrow|Page|Home|End/.test(event.key))) return;
  if (/^[1-9]$/.test(event.key) && !event.ctrlKey && layer().heads[event.key - 1]) go({head: event.key - 1});
  else {
    const act = actOf(event);
    if (!act) return;
    act();
  }
  event.preventDefault();
}
