// Comes after heatmap.glsl. One cell per instance: its number is looked up four times, not for each
// pixel.
uniform ivec3 u_tile; // visible part: columns, and its first column and row in the texture
uniform vec2 u_cell;  // gap, corner radius
uniform vec2 u_view;

out vec2 v_within;          // from the cell's upper left corner, gap included
flat out vec4 v_bare;       // where what is bare before and after the cell begins and ends
flat out vec2 v_edge;       // half the gap, and what is bare of a thin column or row
flat out vec3 v_color;
flat out float v_hatched, v_covered;

void main() {
  ivec2 element = u_first + u_tile.yz + ivec2(gl_InstanceID % u_tile.x, gl_InstanceID / u_tile.x);
  ivec2 cell = u_flags.x != 0 ? element.yx : element;
  v_color = cell_color(cell, v_hatched, v_covered);
  vec2 size = u_box.zw / vec2(u_grid);
  bvec2 first = equal(cell, ivec2(0)), last = equal(cell, u_grid - 1);
  float half_gap = u_cell.x * 0.5;
  vec2 before = vec2(half_gap), after = before;
  v_edge = before;
  if (u_thin.x + u_thin.y > 0.0) {
    v_edge += inset(cell);
    before += inset(cell - 1);
    after += inset(cell + 1);
  }
  v_bare.xy = -mix(before, vec2(9.0), first);
  v_bare.zw = size + mix(after, vec2(9.0), last);
  // Half a pixel beyond the filled part, but never into a neighbour.
  vec2 inner = v_edge - min(v_edge, vec2(0.5)), outer = v_edge - 0.5;
  vec2 low = vec2(first.x ? outer.x : inner.x, first.y ? outer.y : inner.y);
  vec2 high = size - vec2(last.x ? outer.x : inner.x, last.y ? outer.y : inner.y);
  v_within = mix(low, high, vec2(gl_VertexID & 1, gl_VertexID >> 1));
  vec2 at = u_box.xy + vec2(cell) * size + v_within;
  gl_Position = vec4(at * u_view + vec2(-1.0, 1.0), 0.0, 1.0);
}
