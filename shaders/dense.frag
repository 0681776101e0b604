// Comes after heatmap.glsl. For cells so small that each pixel looks up its cell; if they are
// smaller than a pixel, the colours of several samples are averaged.
in vec2 v_at;
out vec4 o_color;

// The share of a pixel that its cell covers along both axes, where columns or rows are thin.
vec2 thin_cover() {
  vec2 size = u_box.zw / vec2(u_grid), at = v_at - u_box.xy;
  ivec2 cell = clamp(ivec2(floor(at / size)), ivec2(0), u_grid - 1);
  vec2 within = at - vec2(cell) * size, own = inset(cell);
  vec2 lesser = mix(inset(cell - 1), vec2(0.0), equal(cell, ivec2(0)));
  vec2 greater = mix(inset(cell + 1), vec2(0.0), equal(cell, u_grid - 1));
  vec2 before = min(within + 0.5, own) - max(within - 0.5, -lesser);
  vec2 after = min(within + 0.5, size + greater) - max(within - 0.5, size - own);
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
  if (u_thin.x + u_thin.y > 0.0) cover *= thin_cover();
  o_color = vec4(color / (samples * samples), 1.0) * cover.x * cover.y;
}
