// Comes after heatmap.glsl. For cells so small that each pixel looks up its cell; if they are
// smaller than a pixel, the colours of several samples are averaged.
in vec2 v_at;
out vec4 o_color;

// The share of a pixel that its row of cells covers, where rows are lower than their places.
float row_cover() {
  float high = u_box.w / float(u_grid.y), at = v_at.y - u_box.y;
  int row = clamp(int(floor(at / high)), 0, u_grid.y - 1);
  float within = at - float(row) * high;
  float above = row > 0 ? inset(row - 1) : 0.0, below = row + 1 < u_grid.y ? inset(row + 1) : 0.0;
  float before = min(within + 0.5, inset(row)) - max(within - 0.5, -above);
  float after = min(within + 0.5, high + below) - max(within - 0.5, high - inset(row));
  return clamp(1.0 - max(before, 0.0) - max(after, 0.0), 0.0, 1.0);
}

void main() {
  vec2 per_pixel = vec2(u_grid) / u_box.zw;
  vec3 color = vec3(0.0);
  float hatched, covered, samples = float(u_steps.w);
  for (int y = 0; y < u_steps.w; y++)
    for (int x = 0; x < u_steps.w; x++) {
      vec2 at = v_at + (vec2(x, y) + 0.5) / samples - 0.5;
      ivec2 cell = ivec2(floor((at - u_box.xy) * per_pixel));
      color += cell_color(clamp(cell, ivec2(0), u_grid - 1), hatched, covered);
    }
  vec2 low = min(v_at + 0.5, u_box.xy + u_box.zw) - max(v_at - 0.5, u_box.xy);
  vec2 cover = clamp(low, 0.0, 1.0);
  o_color = vec4(color / (samples * samples), 1.0) * cover.x * cover.y * row_cover();
}
