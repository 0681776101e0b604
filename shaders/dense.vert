#version 330 core
// The quad of a matrix with cells of a few pixels or less, or of one tile of it.
uniform vec4 u_quad; // left, top, right, bottom, pixels, y down
uniform vec2 u_view;

out vec2 v_at;

void main() {
  v_at = mix(u_quad.xy, u_quad.zw, vec2(gl_VertexID & 1, gl_VertexID >> 1));
  gl_Position = vec4(v_at * u_view + vec2(-1.0, 1.0), 0.0, 1.0);
}
