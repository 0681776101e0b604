#version 330 core
uniform sampler2D u_picture; // premultiplied
in vec2 v_at;
out vec4 o_color;

void main() { o_color = texture(u_picture, v_at); }
