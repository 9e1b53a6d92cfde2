#version 330 core
// Given: one colour, see-through, a little darker where it is turned away from the light.
uniform vec4 u_color;    // sRGB, and its opacity
uniform vec3 u_to_light; // the direction to the lamp, of length 1

in vec3 v_normal;

out vec4 color;

void main() {
    float facing = dot(normalize(v_normal), u_to_light);
    color = vec4(u_color.rgb * (0.8 + 0.2 * facing), u_color.a);
}
