#version 330 core
// Given: paint under a lamp, with a highlight. All of it in linear light; the last line encodes for the screen.
uniform vec3 u_color; // sRGB
uniform vec3 u_eye;   // world space
uniform vec3 u_to_lamp;

in vec3 v_position;
in vec3 v_normal;

out vec4 color;

const vec3 LAMP = vec3(0.82, 0.79, 0.74);
const vec3 SKY = vec3(0.42, 0.45, 0.50);
const vec3 GROUND = vec3(0.23, 0.22, 0.21);

vec3 light_of(vec3 srgb) {
    return mix(srgb / 12.92, pow((srgb + 0.055) / 1.055, vec3(2.4)), greaterThan(srgb, vec3(0.04045)));
}

vec3 srgb_of(vec3 light) {
    vec3 l = clamp(light, 0.0, 1.0);
    return mix(12.92 * l, 1.055 * pow(l, vec3(1.0 / 2.4)) - 0.055, greaterThan(l, vec3(0.0031308)));
}

void main() {
    float size = length(v_normal);
    vec3 normal = size > 0.0 ? v_normal / size : vec3(0.0, 1.0, 0.0);
    float facing = dot(normal, u_to_lamp);
    vec3 light = mix(GROUND, SKY, 0.5 + 0.5 * normal.y) + LAMP * max((facing + 0.2) / 1.2, 0.0);
    vec3 to_eye = normalize(u_eye - v_position);
    vec3 halfway = normalize(u_to_lamp + to_eye);
    float highlight = facing > 0.0 ? 0.22 * pow(max(dot(normal, halfway), 0.0), 60.0) : 0.0;
    color = vec4(srgb_of(light_of(u_color) * light + highlight), 1.0);
}
