#version 330 core
// Given: one colour and no light, for shadows and for what is only a sign.
uniform vec3 u_color; // sRGB

out vec4 color;

void main() {
    color = vec4(u_color, 1.0);
}
