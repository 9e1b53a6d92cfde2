#version 330 core
// A picture without light, or the same shape all in one colour, for shadows and ghosts.
uniform sampler2D u_picture; // sRGB-encoded, opacity multiplied into the colours
uniform vec4 u_tint;         // a colour, and its opacity
uniform float u_opacity;

in vec2 v_place;

out vec4 color;

void main() {
    vec4 picture = texture(u_picture, v_place);
    color = u_opacity * vec4(mix(picture.rgb, u_tint.rgb * picture.a, u_tint.a), picture.a);
}
