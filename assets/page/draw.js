/* draw.js -- draws a picture of the program, given as lines of text, as SVG. What each line says is
   told in src/export/page_list.h. Nothing here knows stages or heads. */

const DATA = JSON.parse(unpacked(document.getElementById("data").textContent));
const SVG = "http://www.w3.org/2000/svg";
const LIGHT = 0, DARK = 1;
const CELLS_AS_RECTANGLES_MOST = 2500;

const SANS = 'Inter, system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif';
const MONO = '"JetBrains Mono", ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace';
const SERIF = '"STIX Two Text", STIXGeneral, "Latin Modern Roman", Georgia, serif';
const FACES = [[SANS, 400], [SANS, 500], [SANS, 600], [SANS, 700], [MONO, 400], [MONO, 700],
  [SERIF, 400], [SERIF, 700], [SERIF, 400], [SERIF, 700]];

function node(name, attributes, parent) {
  const made = document.createElementNS(SVG, name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  if (parent) parent.appendChild(made);
  return made;
}

/* ---- tables ---- */

const matrices = new Map();
/* {rows, cols, at}: the numbers of the computation, float32 as they were computed. */
function matrix(number) {
  if (matrices.has(number)) return matrices.get(number);
  const [rows, cols, base64] = DATA.matrices[number].split(" ");
  const bytes = bytesOf(base64), view = new DataView(bytes.buffer);
  const at = new Float32Array(bytes.length / 4);
  for (let i = 0; i < at.length; i++) at[i] = view.getFloat32(4 * i, true);
  const made = {rows: +rows, cols: +cols, at};
  matrices.set(number, made);
  return made;
}

const bitSets = new Map();
function bits(number) {
  if (number < 0) return null;
  if (!bitSets.has(number)) bitSets.set(number, bytesOf(DATA.bits[number]));
  return bitSets.get(number);
}
const isSet = (set, i) => set !== null && (set[i >> 3] >> (i & 7) & 1) === 1;

const palettes = DATA.palettes.map(pair => pair.map(bytesOf));

/* "#rrggbbaa"; what is no colour is seen through. */
function color(number, theme) {
  if (number < 0) return "#00000000";
  return theme === DARK ? DATA.colors[number].slice(9) : DATA.colors[number].slice(0, 9);
}

/* Colour and opacity apart, which every reader of SVG knows. attribute: fill, stroke, stop. */
function paint(attribute, tone) {
  const opacity = parseInt(tone.slice(7, 9), 16) / 255, made = {};
  if (opacity === 0 && attribute !== "stop") return {[attribute]: "none"};
  made[attribute === "stop" ? "stop-color" : attribute] = tone.slice(0, 7);
  if (opacity < 1) made[attribute + "-opacity"] = opacity.toFixed(3);
  return made;
}
const themeColor = (name, theme) => DATA.theme[name][theme];

/* ---- a matrix as cells ---- */

/* {x, y, w, h, part, matrix, palette, low, high, …} of the line that begins with H. */
function heatmapOf(fields) {
  const [x, y, w, h, part, number, palette, low, high, gap, corner, transposed, hatched, covered,
    filled] = fields.map(Number);
  const values = matrix(number);
  return {x, y, w, h, part, values, palette, low, high, gap, corner, transposed: transposed === 1,
    hatched: bits(hatched), covered: bits(covered), filled,
    rows: transposed ? values.cols : values.rows, cols: transposed ? values.rows : values.cols};
}

/* Rows and columns as drawn; the matrix of a transposed picture is upright. */
function valueAt(heatmap, row, col) {
  const v = heatmap.values;
  return heatmap.transposed ? v.at[col * v.cols + row] : v.at[row * v.cols + col];
}

/* [red, green, blue], or the name of a colour of the theme. The table of colours has as many steps
   as the program's. */
function cellColor(heatmap, row, col, theme) {
  const i = row * heatmap.cols + col, value = valueAt(heatmap, row, col);
  if (heatmap.filled >= 0 && i >= heatmap.filled) return "empty_cell";
  if (isSet(heatmap.hatched, i) || !isFinite(value)) return "hatch_ground";
  if (isSet(heatmap.covered, i)) return "paper";
  const table = palettes[heatmap.palette][theme], steps = table.length / 3;
  const span = Math.fround(heatmap.high - heatmap.low);
  const u = span > 0 ? Math.fround((value - heatmap.low) / span) : 0.5;
  const step = Math.floor(Math.min(Math.max(u, 0), 1) * (steps - 1) + 0.5);
  return [table[3 * step], table[3 * step + 1], table[3 * step + 2]];
}

function cellPaint(heatmap, row, col, theme) {
  const found = cellColor(heatmap, row, col, theme);
  return typeof found === "string" ? themeColor(found, theme) : "rgb(" + found.join(",") + ")";
}

function cellBox(heatmap, row, col) {
  const w = heatmap.w / heatmap.cols, h = heatmap.h / heatmap.rows, gap = heatmap.gap;
  return {x: heatmap.x + col * w + gap / 2, y: heatmap.y + row * h + gap / 2, w: w - gap, h: h - gap};
}

/* A pixel for each cell. */
function cellCanvas(heatmap, theme, canvas) {
  canvas.width = heatmap.cols;
  canvas.height = heatmap.rows;
  const context = canvas.getContext("2d"), pixels = context.createImageData(heatmap.cols, heatmap.rows);
  for (let i = 0; i < heatmap.rows * heatmap.cols; i++) {
    let found = cellColor(heatmap, Math.floor(i / heatmap.cols), i % heatmap.cols, theme);
    if (typeof found === "string")
      found = [1, 3, 5].map(at => parseInt(themeColor(found, theme).slice(at, at + 2), 16));
    pixels.data.set([...found, 255], 4 * i);
  }
  context.putImageData(pixels, 0, 0);
  return canvas;
}

/* The lines of hatching of a cell, as scene/matrix/hatch.h has them. */
function hatching(cell) {
  const width = 0.8, spacing = 6, inset = width / 2, side = Math.min(cell.w, cell.h);
  if (side < 3) return "";
  const apart = spacing * Math.SQRT2, least = 2 * inset + spacing / 2;
  const right = side < 8 ? 0 : Math.floor(Math.max(cell.w - least, 0) / apart);
  const up = side < 8 ? 0 : Math.floor(Math.max(cell.h - least, 0) / apart);
  let path = "";
  for (let i = -up; i <= right; i++) {
    const shift = apart * i, start = Math.max(0, -shift) + inset;
    const end = Math.max(Math.min(cell.h, cell.w - shift) - inset, start);
    path += `M${cell.x + shift + start} ${cell.y + cell.h - start}` +
      `L${cell.x + shift + end} ${cell.y + cell.h - end}`;
  }
  return path;
}

function drawCells(heatmap, theme, parent) {
  const isImage = heatmap.gap <= 0 || heatmap.rows * heatmap.cols > CELLS_AS_RECTANGLES_MOST;
  if (isImage) {
    const canvas = cellCanvas(heatmap, theme, document.createElement("canvas"));
    node("image", {x: heatmap.x, y: heatmap.y, width: heatmap.w, height: heatmap.h,
      preserveAspectRatio: "none", "image-rendering": "pixelated", class: "cells",
      href: canvas.toDataURL()}, parent);
  }
  let lines = "";
  for (let i = 0; i < heatmap.rows * heatmap.cols; i++) {
    const row = Math.floor(i / heatmap.cols), col = i % heatmap.cols, box = cellBox(heatmap, row, col);
    if (!isImage)
      node("rect", {x: box.x, y: box.y, width: Math.max(box.w, 0), height: Math.max(box.h, 0),
        rx: heatmap.corner, fill: cellPaint(heatmap, row, col, theme)}, parent);
    const isFilled = heatmap.filled < 0 || i < heatmap.filled;
    if (isFilled && isSet(heatmap.hatched, i)) lines += hatching(box);
    if (isSet(heatmap.covered, i) && Math.min(box.w, box.h) >= 8)
      node("rect", {x: box.x + 0.4, y: box.y + 0.4, width: box.w - 0.8, height: box.h - 0.8,
        rx: Math.max(heatmap.corner - 0.4, 0), fill: "none", stroke: themeColor("hatch", theme),
        "stroke-width": 0.8}, parent);
  }
  if (lines)
    node("path", {d: lines, fill: "none", stroke: themeColor("hatch", theme), "stroke-width": 0.8},
      parent);
}

/* ---- the other lines ---- */

/* n fields, and what is behind them as it is. */
function split(line, n) {
  const fields = [];
  let at = 0;
  for (; n > 0; n--) {
    const end = line.indexOf(" ", at);
    fields.push(line.slice(at, end));
    at = end + 1;
  }
  return [...fields, line.slice(at)];
}

function drawText(line, theme, parent) {
  const isTurned = line[0] === "A";
  const [kind, x, y, style, width, ...rest] = split(line, isTurned ? 6 : 5);
  const [face, size, ink] = DATA.styles[style].split(" ").map(Number);
  const made = node("text", {x, y, "font-family": FACES[face][0], "font-weight": FACES[face][1],
    "font-size": size, ...paint("fill", color(ink, theme))}, parent);
  if (+width > 0) {
    made.setAttribute("textLength", width);
    made.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
  if (kind === "J") {
    made.setAttribute("direction", "rtl");
    made.setAttribute("text-anchor", "end");
  }
  if (isTurned) made.setAttribute("transform", `rotate(${-rest[0]} ${x} ${y})`);
  made.textContent = rest[rest.length - 1];
}

function drawBox(fields, theme, parent) {
  const [x, y, w, h, corner, fill, stroke, width] = fields.map(Number);
  if (w < 0 || h < 0) return;
  const made = node("rect", {x, y, width: w, height: h, ...paint("fill", color(fill, theme))}, parent);
  if (corner > 0) made.setAttribute("rx", corner);
  if (stroke < 0) return;
  const line = {...paint("stroke", color(stroke, theme)), "stroke-width": width};
  for (const key in line) made.setAttribute(key, line[key]);
}

/* M p, then for each piece C and two control points and an end. */
function pathOf(numbers) {
  let path = `M${numbers[0]} ${numbers[1]}`;
  for (let i = 2; i + 5 < numbers.length; i += 6) path += "C" + numbers.slice(i, i + 6).join(" ");
  return path;
}

function drawCurve(fields, theme, parent) {
  node("path", {d: pathOf(fields.slice(2)), fill: "none", "stroke-width": fields[0],
    ...paint("stroke", color(+fields[1], theme))}, parent);
}

let idCount = 0;

function drawRibbon(fields, theme, parent) {
  const from = color(+fields[0], theme), to = color(+fields[1], theme);
  let fill = paint("fill", from);
  if (from !== to) {
    const id = "id" + ++idCount;
    const gradient = node("linearGradient", {id, gradientUnits: "userSpaceOnUse", x1: fields[2],
      y1: fields[3], x2: fields[4], y2: fields[5]}, parent);
    node("stop", {offset: 0, ...paint("stop", from)}, gradient);
    node("stop", {offset: 1, ...paint("stop", to)}, gradient);
    fill = {fill: `url(#${id})`};
  }
  node("path", {d: pathOf(fields.slice(6)) + "Z", ...fill}, parent);
}

function clipped(fields, svg) {
  if (fields.length === 0) return svg;
  const id = "id" + ++idCount, clip = node("clipPath", {id}, svg);
  node("rect", {x: fields[0], y: fields[1], width: fields[2], height: fields[3]}, clip);
  return node("g", {"clip-path": `url(#${id})`}, svg);
}

/* ---- a whole picture ---- */

function linesOf(number) {
  const [width, height, ground, runs] = split(DATA.pictures[number], 3);
  const lines = [];
  for (const run of runs.split(",")) {
    if (!run) continue;
    const [first, last] = run.split("-").map(Number);
    for (let i = first; i <= (last === undefined ? first : last); i++) lines.push(DATA.items[i]);
  }
  return {width: +width, height: +height, ground: +ground, lines};
}

/* The matrices of a picture, without drawing it. */
function heatmapsOf(number) {
  return linesOf(number).lines.filter(line => line[0] === "H").map(
    line => heatmapOf(line.slice(2).split(" ")));
}

/* {svg, heatmaps, front}: front is a group above all, for the frame of what is chosen. */
function drawPicture(number, theme) {
  const {width, height, ground, lines} = linesOf(number), heatmaps = [];
  const svg = node("svg", {viewBox: `0 0 ${width} ${height}`, "stroke-linejoin": "round"});
  let parent = svg;
  if (ground >= 0) node("rect", {width, height, ...paint("fill", color(ground, theme))}, svg);
  for (const line of lines) {
    const kind = line[0];
    if (kind === "T" || kind === "J" || kind === "A") {
      drawText(line, theme, parent);
      continue;
    }
    const fields = line.length > 1 ? line.slice(2).split(" ") : [];
    if (kind === "R") drawBox(fields, theme, parent);
    if (kind === "C") drawCurve(fields, theme, parent);
    if (kind === "B") drawRibbon(fields, theme, parent);
    if (kind === "K") parent = clipped(fields, svg);
    if (kind === "H") {
      heatmaps.push(heatmapOf(fields));
      drawCells(heatmaps[heatmaps.length - 1], theme, parent);
    }
  }
  return {svg, heatmaps, front: node("g", {}, svg), width, height};
}
