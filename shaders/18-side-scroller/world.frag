#version 330 core
// Level and figures in the light of sun and sky, torches and flashlight. Linear light until the last line.
// SUN_ALONE: neither torch, nor flashlight, nor a dark passage is near; where the processor draws, that is a fifth of
// the time.
uniform vec3 u_eye;
uniform vec3 u_to_sun;
uniform mat4 u_shadow_from_world; // to the shadow map, from 0 to 1
uniform sampler2DShadow u_shadow;
uniform int u_dark_count, u_torch_count;
uniform vec4 u_darks[4];          // from x, to x, below y; neither sun nor sky is seen from there
uniform vec4 u_torches[5];        // where, and how bright it is just now
uniform vec3 u_flashlight;        // where it is held
uniform vec3 u_beam;              // unit length: where it points
uniform float u_flash;            // 0: it is off
uniform float u_hurt;             // 1: a figure that has just been hurt

in vec3 v_position;
in vec3 v_normal;
in vec2 v_texcoord;
#ifdef LEVEL
uniform sampler2DArray u_materials; // two metres each; alpha is the height
flat in float v_material;
#else
uniform vec4 u_tint; // w: how grey
uniform vec4 u_diffuse; // linear light, and opacity
uniform vec3 u_specular;
uniform float u_shininess;
uniform vec3 u_emission;
uniform sampler2D u_emission_texture;
uniform sampler2D u_texture;
uniform float u_cutout; // where texture and vertices are less opaque than this there is a hole
uniform bool u_solid;   // their opacity makes holes, and nothing else
uniform bool u_unlit;   // the colour needs no light
in vec4 v_color;        // linear light, and opacity: times the surface's colour
#endif

out vec4 color;

const vec3 SUN = vec3(1.16, 0.96, 0.70);
const vec3 SKY = vec3(0.34, 0.43, 0.58), GROUND = vec3(0.24, 0.19, 0.13);
const vec3 CAVE = vec3(0.016, 0.018, 0.026); // what is left in the dark
const vec3 GLEAM = vec3(0.17, 0.20, 0.26), TO_GLEAM = vec3(0.30, 0.60, 0.74); // on figures, in the dark
const vec3 FIRE = vec3(1.00, 0.46, 0.14), LAMP = vec3(1.00, 0.93, 0.78);
const vec3 HAZE = vec3(0.56, 0.63, 0.70);

// 1 outside, 0 in a dark passage.
float daylight(vec3 at) {
    float share = 1.0;
#ifndef SUN_ALONE
    for (int dark = 0; dark < u_dark_count; dark++) {
        vec4 d = u_darks[dark];
        float inside = smoothstep(d.x, d.x + 2.5, at.x) * (1.0 - smoothstep(d.y - 2.5, d.y, at.x));
        share *= 1.0 - inside * (1.0 - smoothstep(d.z - 1.1, d.z + 0.7, at.y));
    }
#endif
    return share;
}

float sunlit(vec3 at, vec3 normal) {
    vec3 place = (u_shadow_from_world * vec4(at + 0.03 * normal, 1.0)).xyz;
    if (any(greaterThan(abs(place - 0.5), vec3(0.5)))) return 1.0;
    vec2 texel = 1.0 / vec2(textureSize(u_shadow, 0));
    float near = texture(u_shadow, vec3(place.xy + texel * vec2(-0.6, -0.3), place.z));
    return 0.5 * (near + texture(u_shadow, vec3(place.xy + texel * vec2(0.6, 0.3), place.z)));
}

#ifdef LEVEL
// Where the texture says that the surface stands out, it does: its slope from pixel to pixel turns the normal.
vec3 embossed(vec3 normal, float height) {
    vec3 right = dFdx(v_position), up = dFdy(v_position);
    vec3 a = cross(up, normal), b = cross(normal, right);
    float area = dot(right, a);
    vec3 slope = sign(area) * (dFdx(height) * a + dFdy(height) * b);
    vec3 turned = abs(area) * normal - 0.030 * slope;
    return dot(turned, turned) > 0.0 ? normalize(turned) : normal;
}
#endif

vec3 srgb(vec3 linear) {
    vec3 l = clamp(linear, 0.0, 1.0);
    return mix(12.92 * l, 1.055 * pow(l, vec3(1.0 / 2.4)) - 0.055, greaterThan(l, vec3(0.0031308)));
}

void main() {
    float opacity = 1.0;
    vec3 to_eye = normalize(u_eye - v_position);
    vec3 normal = normalize(v_normal);
    if (!gl_FrontFacing) normal = -normal;
#ifdef LEVEL
    vec4 texel = texture(u_materials, vec3(0.5 * v_texcoord, v_material));
    // Patches, so that nobody sees it repeat.
    vec2 p = v_position.xy + v_position.z;
    float patches = sin(1.3 * p.x + 1.9 * sin(0.7 * p.y)) * sin(0.9 * p.y + 1.4 * sin(0.6 * p.x));
    vec3 surface = texel.rgb * (1.0 + 0.16 * patches);
    float rim = 0.0;
    if (v_material == 6.0) { // a flame
        float heart = max(dot(normal, to_eye), 0.0);
        color = vec4(srgb(mix(vec3(1.0, 0.22, 0.02), vec3(1.0, 0.85, 0.45), heart * heart)), 1.0);
        return;
    }
    normal = embossed(normal, texel.a);
#else
    vec4 texel = texture(u_texture, v_texcoord) * v_color;
    if (texel.a < u_cutout) discard;
    opacity = u_diffuse.a * (u_solid ? 1.0 : texel.a);
    vec3 surface = u_diffuse.rgb * texel.rgb;
    surface = u_tint.rgb * mix(surface, vec3(dot(surface, vec3(0.3, 0.6, 0.1))), u_tint.w);
    float rim = pow(1.0 - max(dot(normal, to_eye), 0.0), 3.0);
#endif

    float day = daylight(v_position);
    vec3 light = mix(CAVE, mix(GROUND, SKY, 0.5 + 0.5 * normal.y) * (1.0 + 0.8 * rim), day);
#ifndef LEVEL
    vec3 shine = vec3(0.0);
    // Who moves is never lost in the dark.
    light += (1.0 - day) * (GLEAM * (0.4 + 0.6 * max(dot(normal, TO_GLEAM), 0.0)) + 1.6 * GLEAM * rim);
#endif

    float facing = (dot(normal, u_to_sun) + 0.15) / 1.15;
    if (facing > 0.0 && day > 0.0) {
        vec3 sun = SUN * day * sunlit(v_position, normalize(v_normal));
        light += sun * facing;
#ifndef LEVEL
        shine += sun * pow(max(dot(reflect(-u_to_sun, normal), to_eye), 0.0), u_shininess);
#endif
    }
#ifndef SUN_ALONE
    for (int torch = 0; torch < u_torch_count; torch++) {
        vec3 to_fire = u_torches[torch].xyz - v_position;
        float square = dot(to_fire, to_fire);
        if (square < 49.0) {
            float fade = 1.0 - square / 49.0;
            float wrapped = 0.35 + 0.65 * dot(normal, to_fire) * inversesqrt(square);
            light += FIRE * u_torches[torch].w * fade * fade / (0.35 + 0.8 * square) * max(wrapped, 0.0);
        }
    }
    vec3 from_lamp = v_position - u_flashlight;
    float away = max(length(from_lamp), 0.05);
    float beam = smoothstep(0.86, 0.955, dot(from_lamp, u_beam) / away) * u_flash;
    if (beam > 0.0) {
        vec3 lamp = LAMP * beam * 11.0 / (1.2 + 0.55 * away * away);
        float faces = 0.25 + 0.75 * max(dot(normal, -from_lamp) / away, 0.0);
        light += lamp * faces;
#ifndef LEVEL
        shine += lamp * pow(max(dot(reflect(from_lamp / away, normal), to_eye), 0.0), u_shininess);
#endif
    }

    light += LAMP * u_flash * 0.20 / (0.8 + away * away); // what the air around the lamp scatters
#endif

#ifndef LEVEL
    if (u_unlit) light = vec3(1.0);
#endif
    vec3 seen = surface * light;
#ifdef LEVEL
    seen = mix(seen, HAZE * day, 0.55 * smoothstep(2.0, 9.0, -v_position.z) * day);
#else
    seen += u_specular * shine + u_emission * texture(u_emission_texture, v_texcoord).rgb;
    seen = mix(seen, vec3(1.0, 0.08, 0.04), 0.75 * u_hurt);
#endif
    seen = seen / (1.0 + 0.22 * seen); // bright things do not burn out at once
    color = vec4(srgb(1.12 * seen), opacity);
}
