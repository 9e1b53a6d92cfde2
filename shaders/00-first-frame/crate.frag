#version 330 core
// Given: the colour of one pixel of the crate. Wood or paint, under the sun and the sky.
uniform sampler2D u_texture; // the wood; its fourth channel says how much paint covers it
uniform vec3 u_paint;        // sRGB, as you give it in 00.1
uniform vec3 u_to_sun;       // world space, unit length

in vec3 v_normal;
in vec2 v_texcoord;

out vec4 color;

const vec3 SUN = vec3(0.86, 0.80, 0.70);
const vec3 SKY = vec3(0.42, 0.46, 0.52);    // from above, all around
const vec3 GROUND = vec3(0.20, 0.19, 0.17); // reflected by the ground

// sRGB numbers are spaced for the eye: twice the number is four times the light or more. Light adds up, these
// numbers do not. So: decode to linear light, compute there, encode again. IEC 61966-2-1.
vec3 light_of(vec3 srgb) {
    vec3 c = clamp(srgb, 0.0, 1.0);
    return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), greaterThan(c, vec3(0.04045)));
}

vec3 srgb_of(vec3 light) {
    vec3 l = clamp(light, 0.0, 1.0);
    return mix(12.92 * l, 1.055 * pow(l, vec3(1.0 / 2.4)) - 0.055, greaterThan(l, vec3(0.0031308)));
}

void main() {
    vec4 wood = texture(u_texture, v_texcoord); // decoded already
    vec3 surface = mix(wood.rgb, light_of(u_paint), wood.a);

    vec3 normal = normalize(v_normal);
    vec3 around = mix(GROUND, SKY, 0.5 + 0.5 * normal.y);
    vec3 light = around + SUN * max(dot(normal, u_to_sun), 0.0);
    color = vec4(srgb_of(surface * light), 1.0);
}
