#version 330 core
// Numbers to colours by the formula of scene/matrix/draw_heatmap.h. A new range, palette or step
// changes only uniforms. Shared by heatmap.vert (a colour per cell) and dense.frag (per pixel).
uniform sampler2D u_values, u_before; // one number per texel
uniform sampler2D u_mask;             // above 0: hidden
uniform sampler2D u_palettes;                   // one palette per row
uniform vec4 u_box;    // left, top, width, height of the whole matrix, pixels, y down
uniform ivec2 u_grid;  // columns and rows as drawn
uniform ivec2 u_first; // column and row of the matrix in texel (0, 0)
uniform ivec4 u_flags; // transposed, has before, has mask, columns of the matrix
uniform ivec4 u_steps; // palette row, palette row before, cells filled (-1 all), samples
uniform vec4 u_range;  // low, span (0: middle), the same for before; all times RANGE_SCALE
uniform vec2 u_mix;    // blend from before to values, strength of hatching
uniform vec3 u_empty, u_hatch, u_ground, u_paper;
uniform vec4 u_thin; // half the share that columns and rows leave bare, and which do not
uniform sampler2D u_kept; // per row: the least number kept, the last column equal to it
uniform int u_has_kept;

const float RANGE_SCALE = 0.125; // COLOR_RANGE_SCALE of scene/matrix/draw_heatmap.h

// draw_thin_inset of the column and row of a cell as drawn.
vec2 inset(ivec2 cell) {
  vec2 whole = vec2(equal(cell, ivec2(u_thin.zw)));
  return (1.0 - whole) * u_thin.xy * u_box.zw / vec2(u_grid);
}

bool is_finite(float value) { return (floatBitsToUint(value) & 0x7F800000u) != 0x7F800000u; }

vec3 palette(int row, float value, vec2 range) {
  float place = range.y > 0.0 ? clamp((value * RANGE_SCALE - range.x) / range.y, 0.0, 1.0) : 0.5;
  return texelFetch(u_palettes, ivec2(int(place * 1023.0 + 0.5), row), 0).rgb;
}

bool is_dropped(float value, ivec2 element, int row) {
  float least = texelFetch(u_kept, ivec2(0, row), 0).r;
  return value < least || (value <= least && float(element.x) > texelFetch(u_kept, ivec2(1, row), 0).r);
}

// The colour of a cell as drawn; hatched is the strength of its lines, covered whether the
// threshold hides it.
vec3 cell_color(ivec2 cell, out float hatched, out float covered) {
  ivec2 element = u_flags.x != 0 ? cell.yx : cell;
  ivec2 texel = clamp(element - u_first, ivec2(0), textureSize(u_values, 0) - 1);
  hatched = covered = 0.0;
  if (u_steps.z >= 0 && element.y * u_flags.w + element.x >= u_steps.z) return u_empty;
  float now = texelFetch(u_values, texel, 0).r;
  bool known = is_finite(now), hidden = !known;
  if (u_flags.z != 0) hidden = hidden || texelFetch(u_mask, texel, 0).r > 0.0;
  if (u_has_kept != 0 && !hidden && is_dropped(now, element, texel.y)) {
    covered = 1.0;
    return u_paper;
  }
  float at_end = now, at_start = now;
  if (u_flags.y != 0) {
    float before = texelFetch(u_before, texel, 0).r;
    bool was_known = is_finite(before);
    if (was_known) at_start = before;
    if (!known) at_end = at_start;
    known = known || was_known;
  }
  hatched = hidden ? u_mix.y : 0.0;
  if (!known) return u_ground;
  vec3 color = palette(u_steps.x, at_end, u_range.xy);
  if (u_flags.y != 0) color = mix(palette(u_steps.y, at_start, u_range.zw), color, u_mix.x);
  return mix(color, u_ground, hatched);
}
