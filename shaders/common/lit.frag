#version 330 core
// Phong's model with one soft light and light from the sky and the ground around.
// All of it in linear light; the last line encodes for the screen.
uniform vec3 u_eye;      // world space
uniform vec3 u_to_light; // world space, unit length
uniform vec4 u_diffuse;  // linear light, and opacity
uniform vec3 u_specular;
uniform float u_shininess;
uniform vec3 u_emission;
uniform sampler2D u_emission_texture;
uniform sampler2D u_texture;
uniform float u_cutout;  // where texture and vertices are less opaque than this there is a hole
uniform bool u_solid;    // their opacity makes holes, and nothing else
uniform bool u_plain;    // nor does their colour
uniform bool u_unlit;    // the colour needs no light
uniform int u_winding;   // of triangles seen from their front: 1 counter-clockwise, -1 clockwise, 0 some either way
uniform bool u_show_heat;
uniform vec3 u_ramp[5];  // linear light: colours of the weights 0, 1/4, 1/2, 3/4, 1

in vec3 v_position;
in vec3 v_normal;
in vec2 v_texcoord;
in vec4 v_color; // linear light, times the surface's colour, or a weight; and opacity

out vec4 color;

const vec3 LIGHT = vec3(0.80, 0.77, 0.72);
const vec3 SKY = vec3(0.42, 0.45, 0.50);
const vec3 GROUND = vec3(0.23, 0.21, 0.20);
const float SOFTNESS = 0.25; // how far light reaches round into the shade

vec3 ramp(float weight) {
    float place = clamp(weight, 0.0, 1.0) * 4.0;
    int below = min(int(place), 3);
    return mix(u_ramp[below], u_ramp[below + 1], place - float(below));
}

// The normal of the side that is seen: on a triangle's back the other way round, and only there. Normals need not be
// those of the faces: a figure's author may have bent them.
// Source: glTF 2.0 specification, 3.9.5, "Double Sided".
vec3 seen_normal(vec3 to_eye) {
    vec3 flat_normal = cross(dFdx(v_position), dFdy(v_position));
    if (dot(flat_normal, to_eye) < 0.0) flat_normal = -flat_normal;
    if (dot(v_normal, v_normal) == 0.0) return normalize(flat_normal);
    // Where some joints mirror and others do not, the winding says nothing.
    bool is_back = u_winding == 0 ? dot(v_normal, flat_normal) < 0.0 : gl_FrontFacing != (u_winding > 0);
    return normalize(is_back ? -v_normal : v_normal);
}

// The sRGB transfer function, IEC 61966-2-1.
vec3 srgb(vec3 linear) {
    vec3 l = clamp(linear, 0.0, 1.0);
    return mix(12.92 * l, 1.055 * pow(l, vec3(1.0 / 2.4)) - 0.055, greaterThan(l, vec3(0.0031308)));
}

void main() {
    vec4 texel = texture(u_texture, v_texcoord) * v_color;
    if (texel.a < u_cutout) discard;
    if (u_solid) texel.a = 1.0;
    if (u_plain) texel = vec4(1.0);
    vec4 diffuse = u_diffuse * texel;
    if (u_show_heat) {
        // A grey for what the joint does not touch, so that a small weight can be told from none.
        vec3 untouched = vec3(0.30);
        diffuse = vec4(mix(untouched, ramp(v_color.r), smoothstep(0.0, 0.02, v_color.r)), 1.0);
    }

    vec3 to_eye = normalize(u_eye - v_position);
    vec3 normal = seen_normal(to_eye);
    float facing = (dot(normal, u_to_light) + SOFTNESS) / (1.0 + SOFTNESS);
    vec3 around = mix(GROUND, SKY, 0.5 + 0.5 * normal.y);
    vec3 light = u_unlit && !u_show_heat ? vec3(1.0) : around + LIGHT * max(facing, 0.0);

    vec3 mirrored = reflect(-u_to_light, normal);
    float highlight = facing > 0.0 ? pow(max(dot(mirrored, to_eye), 0.0), u_shininess) : 0.0;
    vec3 specular = u_show_heat ? vec3(0.0) : u_specular * highlight;

    vec3 emission = u_emission * texture(u_emission_texture, v_texcoord).rgb;

    color = vec4(srgb(diffuse.rgb * light + LIGHT * specular + emission), diffuse.a);
}
