/* print.js -- what is printed: a stage on each sheet of paper, or a page of a script or a lesson. */

/* A sheet of paper: light, whatever the screen is. */
function printedSheet(title, text, formula, number) {
  const {svg} = drawPicture(number, LIGHT);
  return html("section", {}, html("h2", {}, title), text && html("p", {dir: "auto"}, text),
    formula && html("div", {class: "formula"}, ...formula.map(formulaPiece)), svg);
}

/* An answer is written by hand: on a line, or as a cross. */
function printedQuestion(question) {
  const answers = question.kind === "choice"
    ? question.choices.map(([words]) => html("p", {}, "☐ ", ...printedSpans(words))) : [html("p", {class: "blank"})];
  return html("div", {class: "question"}, html("p", {}, ...printedSpans(question.words)), ...answers);
}

const printedSpans = list => list.map(([look, text]) => look === "" ? text : html("b", {}, text));

/* The words and questions of a page beside its picture. */
function printedPage(lesson, number) {
  const words = lesson.blocks.map(([kind, content]) => kind === "question" ? printedQuestion(content)
    : html(kind === "li" ? "p" : kind, {class: kind === "li" && "item", dir: "auto"}, ...printedSpans(content)));
  return html("section", {class: "lesson"}, html("div", {}, html("p", {class: "muted"}, lesson.title),
    html("h2", {}, lesson.page), ...words), html("div", {}, html("p", {class: "muted", dir: "auto"},
    `${show().sentence} · ${head().title}`), drawPicture(number, LIGHT).svg));
}

/* All stages of the head on show, or all pages of a script. */
function fillPrinted() {
  const kept = Object.assign({}, state), sheets = [];
  const add = leafText => {
    const entry = state.picture < 0 && state.view === "stage" ? entryOf(state.stage) : null;
    const number = state.picture >= 0 ? state.picture
      : entry ? entry[0] : (entryOf("overview") || [-1])[0];
    const title = `${show().sentence} · ${head().title}`;
    if (number < 0) return;
    if (leaf().lesson) {
      sheets.push(printedPage(leaf().lesson, number));
      return;
    }
    sheets.push(printedSheet(title, leafText || (entry ? DATA.texts[entry[5]] : ""),
      entry && DATA.formulas[entry[6]], number));
  };
  if (DATA.leaves.length > 1)
    DATA.leaves.forEach((leaf, i) => {
      Object.assign(state, {leaf: i, show: leaf.show, stage: leaf.stage, picture: leaf.picture,
        view: leaf.view === "overview" ? "overview" : "stage", head: leaf.head - 1});
      state.layer = Math.max(show().layers.findIndex(each => each.number === leaf.layer), 0);
      add(leaf.text);
    });
  else {
    Object.assign(state, {view: "overview", picture: -1});
    add("");
    for (const stage of stagesHere()) {
      Object.assign(state, {view: "stage", stage: stage.name});
      add("");
    }
  }
  Object.assign(state, kept);
  $("printed").replaceChildren(...sheets);
}
