#version 330 core
// Given: a striped candy bar under a lamp.
uniform vec3 u_eye;      // model space
uniform vec3 u_to_light; // model space, unit length
uniform vec3 u_paint[2]; // sRGB: of the stripes

in vec3 v_position;
in vec3 v_normal;
in vec2 v_texcoord; // x around the bar: a pair of stripes for each unit; y along it, 0 to 1

out vec4 color;

const vec3 LAMP = vec3(0.80, 0.77, 0.72);
const vec3 SKY = vec3(0.44, 0.47, 0.52);
const vec3 GROUND = vec3(0.26, 0.24, 0.23);
const float BANDS = 24.0; // fine lines around the bar

vec3 light_of(vec3 srgb) {
    return mix(srgb / 12.92, pow((srgb + 0.055) / 1.055, vec3(2.4)), greaterThan(srgb, vec3(0.04045)));
}

vec3 srgb_of(vec3 light) {
    vec3 l = clamp(light, 0.0, 1.0);
    return mix(12.92 * l, 1.055 * pow(l, vec3(1.0 / 2.4)) - 0.055, greaterThan(l, vec3(0.0031308)));
}

vec3 paint() {
    float stripe = abs(fract(v_texcoord.x) - 0.5) * 2.0; // 0 in the middle of a stripe, 1 between two
    float edge = max(fwidth(v_texcoord.x) * 2.0, 1e-4);
    float place = v_texcoord.y * BANDS;
    float from_line = abs(fract(place + 0.5) - 0.5) / max(fwidth(place), 1e-4);
    vec3 stripes = mix(u_paint[0], u_paint[1], smoothstep(0.5 - edge, 0.5 + edge, stripe));
    return stripes * (1.0 - 0.16 * (1.0 - clamp(from_line, 0.0, 1.0)));
}

void main() {
    float size = length(v_normal);
    vec3 to_eye = normalize(u_eye - v_position);
    vec3 normal = size > 0.0 ? v_normal / size : to_eye;
    float facing = dot(normal, u_to_light);
    vec3 light = mix(GROUND, SKY, 0.5 + 0.5 * normal.y) + LAMP * max((facing + 0.2) / 1.2, 0.0);
    vec3 halfway = normalize(u_to_light + to_eye);
    float highlight = facing > 0.0 ? 0.35 * pow(max(dot(normal, halfway), 0.0), 60.0) : 0.0;
    color = vec4(srgb_of(light_of(paint()) * light + highlight), 1.0);
}
