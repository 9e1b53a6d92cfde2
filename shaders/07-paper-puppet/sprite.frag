#version 330 core
// Given: paper without light, or the same piece all in one colour, for shadows and ghosts.
uniform sampler2D u_picture; // sRGB-encoded, opacity multiplied into the colours
uniform vec4 u_tint;         // a colour, and its opacity
uniform float u_opacity;

in vec2 v_place;

out vec4 color;

void main() {
    vec4 paper = texture(u_picture, v_place);
    color = u_opacity * vec4(mix(paper.rgb, u_tint.rgb * paper.a, u_tint.a), paper.a);
}
