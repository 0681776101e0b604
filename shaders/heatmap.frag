#version 330 core
// A cell: rounded, antialiased at its edges, hatched if hidden.
uniform vec2 u_cell; // gap, corner radius
uniform vec4 u_box;
uniform ivec2 u_grid;
uniform vec3 u_hatch;
uniform vec3 u_hatch_size; // spacing, half width, least size of a cell with several lines
uniform float u_outline;   // width of the outline inside a covered cell, 0: none
in vec2 v_within;
flat in vec4 v_bare;
flat in vec2 v_edge;
flat in vec3 v_color;
flat in float v_hatched, v_covered;
out vec4 o_color;

// Coverage along both axes: the gap around a cell and everything outside the matrix are uncovered.
float covered(vec2 size) {
  vec2 before = max(vec2(0.0), min(v_within + 0.5, v_edge) - max(v_within - 0.5, v_bare.xy));
  vec2 after = max(vec2(0.0), min(v_within + 0.5, v_bare.zw) - max(v_within - 0.5, size - v_edge));
  vec2 cover = clamp(1.0 - before - after, 0.0, 1.0);
  return cover.x * cover.y;
}

// Lines at 45 degrees through the cell's lower left corner; a small cell has only that one.
float hatch_lines(vec2 up, vec2 size) {
  float place = (up.x - up.y) * 0.70710678;
  if (min(size.x, size.y) >= u_hatch_size.z) {
    float line = round(place / u_hatch_size.x) * u_hatch_size.x;
    float shift = line * 1.41421356, least = 2.0 * u_hatch_size.y + 0.5 * u_hatch_size.x;
    if (shift > max(size.x - least, 0.0) || -shift > max(size.y - least, 0.0)) return 0.0;
    place -= line;
  }
  return clamp(min(place + 0.5, u_hatch_size.y) - max(place - 0.5, -u_hatch_size.y), 0.0, 1.0);
}

// Coverage of a pixel by the outline along the inside of the edge.
float outline(vec2 size) {
  vec2 inside = min(v_within, size - v_within) - v_edge;
  float depth = min(inside.x, inside.y);
  vec2 corner = vec2(u_cell.y) - inside;
  if (min(corner.x, corner.y) > 0.0) depth = u_cell.y - length(corner);
  return clamp(u_outline + 0.5 - depth, 0.0, 1.0) * min(u_outline, 1.0);
}

void main() {
  vec2 size = u_box.zw / vec2(u_grid);
  float cover = covered(size);
  vec2 beyond = max(abs(v_within - size * 0.5) - size * 0.5 + v_edge + u_cell.y, vec2(0.0));
  float rounded = clamp(0.5 + u_cell.y - length(beyond), 0.0, 1.0);
  if (u_cell.y > 0.0 && min(beyond.x, beyond.y) > 0.0) cover = min(cover, rounded);
  vec2 up = vec2(v_within.x - v_edge.x, size.y - v_edge.y - v_within.y);
  float lines = hatch_lines(up, size - 2.0 * v_edge) * v_hatched;
  if (v_covered > 0.0) lines = outline(size);
  o_color = vec4(mix(v_color, u_hatch, lines), 1.0) * cover;
}
