#version 330 core
// One colour for each chain.
uniform vec3 u_color; // sRGB
out vec4 color;

void main() {
    color = vec4(u_color, 1.0);
}
