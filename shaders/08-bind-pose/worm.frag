#version 330 core
// Given: painted tin under a lamp. All of it in linear light; the last line encodes for the screen.
uniform vec3 u_eye;      // model space
uniform vec3 u_to_light; // model space, unit length
uniform vec3 u_paint[6]; // sRGB: the labels of the three tins, tin, white, black
uniform float u_clay;    // 1: unpainted, as the model stands in the workshop

in vec3 v_position;
in vec3 v_normal;
in vec2 v_texcoord; // x around the tin, 0 to 1; y: the paint's index plus the position on it, 0 to 1

out vec4 color;

const vec3 LAMP = vec3(0.80, 0.77, 0.72);
const vec3 SKY = vec3(0.44, 0.47, 0.52);
const vec3 GROUND = vec3(0.24, 0.22, 0.21);
const vec3 CLAY = vec3(0.80, 0.78, 0.74);

vec3 light_of(vec3 srgb) {
    return mix(srgb / 12.92, pow((srgb + 0.055) / 1.055, vec3(2.4)), greaterThan(srgb, vec3(0.04045)));
}

vec3 srgb_of(vec3 light) {
    vec3 l = clamp(light, 0.0, 1.0);
    return mix(12.92 * l, 1.055 * pow(l, vec3(1.0 / 2.4)) - 0.055, greaterThan(l, vec3(0.0031308)));
}

// A wavy band on the label.
vec3 label(vec3 paint) {
    float place = fract(v_texcoord.y);
    float wave = 0.5 + 0.09 * sin(6.2831853 * 8.0 * v_texcoord.x);
    float edge = fwidth(place);
    float band = 1.0 - smoothstep(0.12 - edge, 0.12 + edge, abs(place - wave));
    return mix(paint, mix(paint, vec3(1.0, 0.97, 0.88), 0.75), band);
}

void main() {
    int number = clamp(int(v_texcoord.y), 0, 5);
    vec3 paint = u_paint[number];
    if (number < 3) paint = label(paint);
    float shine = number == 4 ? 0.15 : 0.35;
    paint = mix(paint, CLAY, u_clay);
    shine = mix(shine, 0.0, u_clay);

    float size = length(v_normal);
    vec3 to_eye = normalize(u_eye - v_position);
    vec3 normal = size > 0.0 ? v_normal / size : to_eye;
    float facing = dot(normal, u_to_light);
    vec3 light = mix(GROUND, SKY, 0.5 + 0.5 * normal.y) + LAMP * max((facing + 0.2) / 1.2, 0.0);
    vec3 halfway = normalize(u_to_light + to_eye);
    float highlight = facing > 0.0 ? shine * pow(max(dot(normal, halfway), 0.0), 50.0) : 0.0;
    color = vec4(srgb_of(light_of(paint) * light + highlight), 1.0);
}
