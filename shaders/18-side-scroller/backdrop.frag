#version 330 core
// The sky and three ranges of hills, each slower than the one before it. Painted in sRGB.
uniform vec2 u_camera;  // where it looks, in metres
uniform float u_aspect;
uniform float u_meadow;  // where the ground behind the trees ends, in half heights from the middle
uniform vec4 u_darks[4]; // as in world.frag, but in half heights of the picture from its middle
uniform float u_inside;  // how dark it is where the camera is: 0 outside, 1 in a passage

out vec4 color;

uniform vec2 u_size; // of the picture, in pixels

float hash(float cell, float salt) {
    uint h = uint(int(cell) + 4096) * 374761393u + uint(salt) * 668265263u;
    h = (h ^ (h >> 13)) * 1274126177u;
    return float((h ^ (h >> 16)) & 0xffffffu) / 16777216.0;
}

float noise(float x, float salt) {
    float low = floor(x);
    return mix(hash(low, salt), hash(low + 1.0, salt), smoothstep(0.0, 1.0, x - low));
}

float ridge(float x, float salt) {
    return 0.55 * noise(x, salt) + 0.28 * noise(2.1 * x, salt + 1.0) + 0.12 * noise(4.7 * x, salt + 2.0)
        + 0.05 * noise(11.0 * x, salt + 3.0);
}

void main() {
    vec2 place = (2.0 * gl_FragCoord.xy / u_size - 1.0) * vec2(u_aspect, 1.0);
    float up = 0.5 + 0.5 * place.y;

    vec3 sky = mix(vec3(0.96, 0.83, 0.66), vec3(0.47, 0.62, 0.80), smoothstep(0.25, 1.05, up));
    float sun = length(place - vec2(-0.95, 0.55));
    sky += vec3(0.30, 0.20, 0.08) * exp(-2.2 * sun) + vec3(0.5, 0.42, 0.3) * smoothstep(0.11, 0.095, sun);
    // Thin clouds.
    float x = place.x + 0.02 * u_camera.x;
    float streak = ridge(1.3 * x + 3.0 * place.y, 50.0) * ridge(0.7 * x - 7.0 * place.y, 60.0);
    sky = mix(sky, vec3(1.0, 0.95, 0.88), 0.55 * smoothstep(0.22, 0.55, streak) * smoothstep(0.35, 0.75, up));

    vec3 seen = sky;
    for (int range = 0; range < 3; range++) {
        float near = float(range);
        float along = place.x * (1.1 + 0.15 * near) + u_camera.x * (0.035 + 0.05 * near) + 17.0 * near;
        float top = 0.10 - 0.26 * near + (0.62 - 0.10 * near) * ridge(0.8 * along, 10.0 * near)
            - 0.015 * (1.0 + near) * u_camera.y;
        if (range == 2) { // a wood behind the meadow
            top = u_meadow + 0.02 + 0.16 * ridge(0.5 * along, 20.0)
                + 0.035 * noise(26.0 * along, 77.0) * noise(3.0 * along, 78.0);
        }
        float inside = smoothstep(0.0, 2.0 / u_size.y, top - place.y);
        float deep = clamp(1.6 * (top - place.y), 0.0, 1.0);
        vec3 crest = mix(vec3(0.62, 0.66, 0.71), vec3(0.27, 0.36, 0.30), 0.5 * near);
        vec3 foot = mix(vec3(0.86, 0.79, 0.70), vec3(0.50, 0.52, 0.42), 0.5 * near);
        seen = mix(seen, mix(crest, foot, deep), inside);
    }
    vec3 meadow = mix(vec3(0.50, 0.58, 0.36), vec3(0.35, 0.47, 0.21), clamp(2.5 * (u_meadow - place.y), 0.0, 1.0));
    seen = mix(seen, meadow, smoothstep(-0.004, 0.004, u_meadow - place.y));
    float day = 1.0;
    for (int dark = 0; dark < 4; dark++) {
        vec4 d = u_darks[dark];
        float inside = smoothstep(d.x - 0.1, d.x + 0.1, place.x) * (1.0 - smoothstep(d.y - 0.1, d.y + 0.1, place.x));
        day *= 1.0 - inside * (1.0 - smoothstep(d.z - 0.05, d.z + 0.05, place.y));
    }
    // From outside a passage the sky above it is the sky.
    color = vec4(seen * mix(1.0, mix(0.03, 1.0, day), u_inside), 1.0);
}
