#version 330 core
// A cached texture of heatmaps, drawn pixel by pixel where the heatmaps lie.
uniform vec4 u_quad; // left, top, right, bottom, pixels, y down
uniform vec2 u_view;

out vec2 v_at;

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  v_at = vec2(corner.x, 1.0 - corner.y);
  gl_Position = vec4(mix(u_quad.xy, u_quad.zw, corner) * u_view + vec2(-1.0, 1.0), 0.0, 1.0);
}
