#version 330 core
// Coverage of a pixel by a rounded rectangle, from its signed distance.
in vec2 v_at; // from the centre
flat in vec4 v_box;
flat in vec2 v_shape;
flat in vec4 v_fill;
flat in vec4 v_stroke;
out vec4 o_color;

// The part of the pixel from d - 1/2 to d + 1/2 that lies between low and high.
float overlap(float d, float low, float high) {
  return clamp(min(d + 0.5, high) - max(d - 0.5, low), 0.0, 1.0);
}

void main() {
  float radius = v_shape.x;
  vec2 beyond = abs(v_at) - v_box.zw + radius;
  float distance = radius > 0.0
      ? length(max(beyond, 0.0)) + min(max(beyond.x, beyond.y), 0.0) - radius
      : max(beyond.x, beyond.y);
  float straight = overlap(v_at.x, -v_box.z, v_box.z) * overlap(v_at.y, -v_box.w, v_box.w);
  float fill = min(straight, clamp(0.5 - distance, 0.0, 1.0));
  float stroke = overlap(distance, -v_shape.y, v_shape.y);
  vec4 ink = v_stroke * stroke;
  o_color = ink + v_fill * fill * (1.0 - ink.a);
}
