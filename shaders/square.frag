#version 330 core
// A pixel is covered by what the rectangle covers of it along both axes.
in vec2 v_at; // the middle of the pixel
flat in vec4 v_edges;
flat in vec4 v_color;
out vec4 o_color;

void main() {
  vec2 covered = min(v_at + 0.5, v_edges.zw) - max(v_at - 0.5, v_edges.xy);
  o_color = v_color * (max(covered.x, 0.0) * max(covered.y, 0.0));
}
