#version 330 core
uniform sampler2D u_words; // coverage
in vec2 v_at;
flat in vec4 v_color;
out vec4 o_color;

void main() { o_color = v_color * texture(u_words, v_at).r; }
