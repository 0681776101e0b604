#version 330 core
// Coverage of a pixel by the area between both sides, also if they are less than a pixel apart.
in vec4 v_at;
flat in vec3 v_first;
flat in vec3 v_second;
flat in vec2 v_ends;
flat in vec4 v_from;
flat in vec4 v_to;
out vec4 o_color;

float within(float first, float second) {
  return max(0.0, clamp(first + 0.5, 0.0, 1.0) + clamp(second + 0.5, 0.0, 1.0) - 1.0);
}

void main() {
  float across = within(dot(v_first.xy, v_at.xy) + v_first.z, dot(v_second.xy, v_at.xy) + v_second.z);
  vec4 color = mix(v_from, v_to, clamp(v_at.w, 0.0, 1.0));
  o_color = vec4(color.rgb * color.a, color.a) * across * within(v_at.z - v_ends.x, v_ends.y - v_at.z);
}
