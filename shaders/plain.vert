#version 330 core
// Plain triangles for the insides of large boxes: whole pixels, opaque, no antialiasing.
layout(location = 0) in vec2 a_at;    // pixels, y down
layout(location = 1) in vec4 a_color;
uniform vec2 u_view;

out vec4 v_color;

void main() {
  v_color = a_color;
  gl_Position = vec4(a_at * u_view + vec2(-1.0, 1.0), 0.0, 1.0);
}
