#version 330 core
// Given: one colour without light, see-through.
uniform vec4 u_color; // sRGB, and how much of it
out vec4 color;

void main() {
    color = u_color;
}
