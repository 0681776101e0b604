#version 330 core
// Rectangles with square corners; two triangles each, over all pixels that one touches.
layout(location = 0) in vec2 a_at;    // pixels, y down
layout(location = 1) in vec4 a_edges; // left, top, right, bottom
layout(location = 2) in vec4 a_color;
uniform vec2 u_view;                  // 2 / width, -2 / height

out vec2 v_at;
flat out vec4 v_edges;
flat out vec4 v_color;

void main() {
  v_at = a_at;
  v_edges = a_edges;
  v_color = vec4(a_color.rgb * a_color.a, a_color.a);
  gl_Position = vec4(a_at * u_view + vec2(-1.0, 1.0), 0.0, 1.0);
}
