/* lesson.js -- a page of a lesson: its words, and its questions, which the reader answers. */

/* The questions that are settled: "leaf block". */
const settled = new Set();
const keyOfQuestion = (leaf, index) => `${leaf} ${index}`;

/* Set by page.js: chooses a row or a cell of the matrix on show; frames a place, null: none. */
let choosePlace = () => {}, lightPlace = () => {};

/* A word that points at a row, a column, a cell or, by its name, a matrix. */
function handle(text, row, col) {
  const spot = typeof row === "string" ? {part: row, row: -1, col: -1} : {row, col};
  const light = () => lightPlace(spot), leave = () => lightPlace(null);
  const choose = () => spot.row < 0 ? light() : choosePlace(row, col);
  const press = event => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    choose();
  };
  return html("span", {role: "button", tabindex: "0", class: "handle", onclick: choose, onkeydown: press,
    onpointerenter: light, onpointerleave: leave, onfocus: light, onblur: leave}, text);
}

function span([look, text, row, col]) {
  if (row !== undefined) return handle(text, row, col);
  if (look === "") return text;
  return html(look === "code" ? "code" : "b", {class: look === "number" && "number"}, text);
}
const spans = list => list.map(span);

/* What is said of an answer; right: whether it is right. */
function verdict(question, right, hint) {
  const more = right ? question.because : hint && hint.length ? hint : question.hint;
  return html("p", {class: right ? "right" : "wrong", role: "status"},
    html("b", {}, right ? WORDS.right : WORDS.wrong), " ", ...spans(more));
}

/* answered(right, hint) is called with each answer. chosen() gives the cell that is chosen. */
const ANSWERS = {
  choice(question, answered) {
    return question.choices.map(([words, right, hint]) =>
      html("button", {type: "button", class: "choice", onclick: () => answered(right === 1, hint)}, ...spans(words)));
  },
  number(question, answered) {
    if (question.answer === undefined) return [];
    const field = html("input", {type: "text", inputmode: "decimal", size: 10, "aria-label": WORDS.number_field});
    const check = () => {
      const given = parseFloat(field.value.trim().replace(MINUS, "-").replace(",", "."));
      if (!isNaN(given)) answered(Math.abs(given - question.answer) <= question.within + 1e-9);
    };
    field.addEventListener("keydown", event => {
      event.stopPropagation();
      if (event.key === "Enter") check();
    });
    return [field, html("button", {type: "button", onclick: check}, WORDS.check)];
  },
  cell(question, answered, chosen) {
    if (question.row === undefined) return [];
    return [html("button", {type: "button", onclick: () => {
      const cell = chosen();
      if (cell) answered(cell.row === question.row && (cell.col === question.col || question.col < 0));
    }}, WORDS.check_cell)];
  },
};

function questionNode(question, key, chosen, changed) {
  const answer = html("div", {});
  const answered = (right, hint) => {
    const isNew = right && !settled.has(key);
    if (right) settled.add(key);
    answer.replaceChildren(verdict(question, right, hint));
    if (isNew) changed();
  };
  if (settled.has(key)) answer.append(verdict(question, true));
  return html("div", {class: "question", role: "group"}, html("p", {}, ...spans(question.words)),
    ...ANSWERS[question.kind](question, answered, chosen), answer);
}

/* Goes to the first answer that is asked for; gives it where a cell is to be chosen. */
function beginAnswer(leaf, lesson) {
  const index = lesson.blocks.findIndex(([kind], i) => kind === "question" && !settled.has(keyOfQuestion(leaf, i)));
  if (index < 0) return;
  const asked = lesson.blocks.slice(0, index).filter(([kind]) => kind === "question").length;
  const control = document.querySelectorAll("#lesson .question")[asked].querySelector("input, button");
  if (!control) return;
  control.focus();
  if (lesson.blocks[index][1].kind === "cell") control.click();
}

/* Whether a stage is covered until the questions of the page are settled. */
function isCovered(leaf, lesson, stageName) {
  return lesson !== null && lesson.cover === stageName && lesson.blocks.some(([kind], i) =>
    kind === "question" && !settled.has(keyOfQuestion(leaf, i)));
}

function uncover(leaf, lesson) {
  lesson.blocks.forEach(([kind], i) => kind === "question" && settled.add(keyOfQuestion(leaf, i)));
}

/* chosen: the cell on show; changed: a question was settled. */
function lessonNodes(leaf, lesson, chosen, changed) {
  const show = () => {
    uncover(leaf, lesson);
    changed();
  };
  return [html("p", {class: "muted"}, lesson.title), html("h2", {dir: "auto"}, lesson.page),
    ...lesson.blocks.map(([kind, content], i) => kind === "question"
      ? questionNode(content, keyOfQuestion(leaf, i), chosen, changed)
      : html(kind === "li" ? "p" : kind, {class: kind === "li" && "item", dir: "auto"}, ...spans(content))),
    isCovered(leaf, lesson, lesson.cover) ? html("button", {type: "button", onclick: show}, WORDS.uncover) : ""];
}
