#version 330 core
in vec2 v_place; // distance from the middle line, distance from its start
flat in vec2 v_size;
flat in vec4 v_color;
out vec4 o_color;

float overlap(float d, float low, float high) {
  return clamp(min(d + 0.5, high) - max(d - 0.5, low), 0.0, 1.0);
}

void main() {
  o_color = v_color * overlap(v_place.x, -v_size.y, v_size.y) * overlap(v_place.y, 0.0, v_size.x);
}
