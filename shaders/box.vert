#version 330 core
// One rounded rectangle per instance. All lengths are pixels, y down.
layout(location = 0) in vec4 a_quad;  // left, top, right, bottom of the part that is drawn
layout(location = 1) in vec4 a_box;   // centre, half width and half height
layout(location = 2) in vec2 a_shape; // corner radius, half the width of the outline
layout(location = 3) in vec4 a_fill;
layout(location = 4) in vec4 a_stroke;
uniform vec2 u_view; // 2 / width, -2 / height

out vec2 v_at;
flat out vec4 v_box;
flat out vec2 v_shape;
flat out vec4 v_fill;
flat out vec4 v_stroke;

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 at = mix(a_quad.xy, a_quad.zw, corner);
  v_at = at - a_box.xy;
  v_box = a_box;
  v_shape = a_shape;
  v_fill = vec4(a_fill.rgb * a_fill.a, a_fill.a);
  v_stroke = vec4(a_stroke.rgb * a_stroke.a, a_stroke.a);
  gl_Position = vec4(at * u_view + vec2(-1.0, 1.0), 0.0, 1.0);
}
