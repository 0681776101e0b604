#version 330 core
// One rasterised word per instance. Lengths are pixels, y down.
layout(location = 0) in vec2 a_origin; // start of the line's baseline
layout(location = 1) in vec4 a_place;  // left, top, width, height from the origin, before rotation
layout(location = 2) in vec2 a_atlas;  // left, top in the atlas
layout(location = 3) in vec2 a_turn;   // cosine and sine, counter-clockwise
layout(location = 4) in vec4 a_color;
uniform vec2 u_view;
uniform vec2 u_atlas; // 1 / width, 1 / height

out vec2 v_at;
flat out vec4 v_color;

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 flat_at = a_place.xy + corner * a_place.zw;
  vec2 at = a_origin + vec2(flat_at.x * a_turn.x + flat_at.y * a_turn.y,
                            flat_at.y * a_turn.x - flat_at.x * a_turn.y);
  v_at = (a_atlas + corner * a_place.zw) * u_atlas;
  v_color = vec4(a_color.rgb * a_color.a, a_color.a);
  gl_Position = vec4(at * u_view + vec2(-1.0, 1.0), 0.0, 1.0);
}
