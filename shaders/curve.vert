#version 330 core
// A thick line as triangles that never overlap, so that a transparent line has an even colour.
layout(location = 0) in vec2 a_at;     // pixels, y down
layout(location = 1) in vec4 a_stroke; // distance across, distance along, total length, half width
layout(location = 2) in vec4 a_color;
uniform vec2 u_view;

out vec2 v_place;
flat out vec2 v_size;
flat out vec4 v_color;

void main() {
  v_place = a_stroke.xy;
  v_size = a_stroke.zw;
  v_color = vec4(a_color.rgb * a_color.a, a_color.a);
  gl_Position = vec4(a_at * u_view + vec2(-1.0, 1.0), 0.0, 1.0);
}
