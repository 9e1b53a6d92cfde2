#version 330 core
// Given: a knitted skin under a lamp, in the colours of the joints that pull at it, or in those of one joint's weight.
const int RINGS = 48;    // bands between the rings, from the lower end to the upper
const int SLICES = 32;

uniform vec3 u_eye;      // model space
uniform vec3 u_to_light; // model space, unit length
uniform vec3 u_ring[RINGS + 1]; // the weights of tail, middle, head at each ring
uniform vec3 u_paint[5]; // sRGB: of tail, middle and head, white, black
uniform int u_joint;     // the joint whose weight is shown; -1: none, the worm is painted
uniform vec3 u_ramp[5];  // sRGB: colours of the weights 0, 1/4, 1/2, 3/4, 1
uniform float u_lines;   // 1: with the mesh's lines

in vec3 v_position;
in vec3 v_normal;
in vec2 v_texcoord; // x around the worm, 0 to 1; y: the height, below 1; from 1 on what is on the head

out vec4 color;

const vec3 LAMP = vec3(0.80, 0.77, 0.72);
const vec3 SKY = vec3(0.44, 0.47, 0.52);
const vec3 GROUND = vec3(0.24, 0.22, 0.21);
const vec3 CREAM = vec3(1.0, 0.97, 0.88);
const vec3 UNTOUCHED = vec3(0.58, 0.58, 0.60);

vec3 light_of(vec3 srgb) {
    return mix(srgb / 12.92, pow((srgb + 0.055) / 1.055, vec3(2.4)), greaterThan(srgb, vec3(0.04045)));
}

vec3 srgb_of(vec3 light) {
    vec3 l = clamp(light, 0.0, 1.0);
    return mix(12.92 * l, 1.055 * pow(l, vec3(1.0 / 2.4)) - 0.055, greaterThan(l, vec3(0.0031308)));
}

// The weights are interpolated between two rings, as everything is in a triangle.
vec3 weights() {
    float place = clamp(v_texcoord.y, 0.0, 1.0) * float(RINGS);
    int below = min(int(place), RINGS - 1);
    return mix(u_ring[below], u_ring[below + 1], place - float(below));
}

// A grey for what the joint does not touch, so that a small weight can be told from none.
vec3 heat(float weight) {
    float place = clamp(weight, 0.0, 1.0) * 4.0;
    int below = min(int(place), 3);
    return mix(UNTOUCHED, mix(u_ramp[below], u_ramp[below + 1], place - float(below)), smoothstep(0.0, 0.02, weight));
}

// Each joint's paint by its weight, and lighter stripes of two rings each.
vec3 knit() {
    vec3 pull = max(weights(), 0.0);
    vec3 paint = (pull.x * u_paint[0] + pull.y * u_paint[1] + pull.z * u_paint[2]) / max(pull.x + pull.y + pull.z, 0.001);
    float stripe = abs(fract(v_texcoord.y * 12.0) - 0.5) * 2.0; // 0 in the middle of a stripe, 1 between two
    float edge = fwidth(v_texcoord.y * 24.0);
    float light = v_texcoord.y < 1.0 ? 1.0 - smoothstep(0.5 - edge, 0.5 + edge, stripe) : 0.0;
    return mix(paint, CREAM, 0.55 * light);
}

float line() {
    vec2 place = v_texcoord * vec2(SLICES, RINGS);
    vec2 from_line = abs(fract(place + 0.5) - 0.5) / max(fwidth(place), vec2(1e-6));
    return v_texcoord.y < 1.0 ? 1.0 - clamp(min(from_line.x, from_line.y), 0.0, 1.0) : 0.0;
}

void main() {
    int part = int(v_texcoord.y + 0.01); // 0 and 1: skin
    vec3 paint = part < 2 ? knit() : part == 4 ? u_paint[2] : u_paint[part + 1];
    float shine = part < 2 ? 0.08 : 0.3;
    if (u_joint >= 0 && part < 2) {
        paint = heat(weights()[u_joint]);
        shine = 0.0;
    }
    paint *= 1.0 - 0.22 * u_lines * line();

    float size = length(v_normal);
    vec3 to_eye = normalize(u_eye - v_position);
    vec3 normal = size > 0.0 ? v_normal / size : to_eye;
    float facing = dot(normal, u_to_light);
    vec3 light = mix(GROUND, SKY, 0.5 + 0.5 * normal.y) + LAMP * max((facing + 0.2) / 1.2, 0.0);
    vec3 halfway = normalize(u_to_light + to_eye);
    float highlight = facing > 0.0 ? shine * pow(max(dot(normal, halfway), 0.0), 40.0) : 0.0;
    color = vec4(srgb_of(light_of(paint) * light + highlight), 1.0);
}
