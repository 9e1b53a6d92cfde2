#version 330 core
// One colour without light.
uniform vec3 u_color; // sRGB
out vec4 color;

void main() {
    color = vec4(u_color, 1.0);
}
