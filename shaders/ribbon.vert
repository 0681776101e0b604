#version 330 core
// A slab of a filled path between two of its sides. Pixels, y down.
layout(location = 0) in vec4 a_at;     // x, y, the coordinate along the path, and 0 … 1 along the gradient
layout(location = 1) in vec3 a_first;  // distance inwards from one side: dot(xy, (x, y)) + z
layout(location = 2) in vec3 a_second; // the same from the other side
layout(location = 3) in vec2 a_ends;   // begin and end of the path along it
layout(location = 4) in vec4 a_from;   // the colours of the gradient
layout(location = 5) in vec4 a_to;
uniform vec2 u_view;

out vec4 v_at;
flat out vec3 v_first;
flat out vec3 v_second;
flat out vec2 v_ends;
flat out vec4 v_from;
flat out vec4 v_to;

void main() {
  v_at = a_at;
  v_first = a_first;
  v_second = a_second;
  v_ends = a_ends;
  v_from = a_from;
  v_to = a_to;
  gl_Position = vec4(a_at.xy * u_view + vec2(-1.0, 1.0), 0.0, 1.0);
}
