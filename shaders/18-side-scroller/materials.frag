#version 330 core
// The level's textures, drawn once at the start, one after the other. Each is a square of two metres that repeats;
// sRGB, and in alpha how high the surface stands out.
uniform int u_material;
uniform float u_pixels; // along one side

out vec4 color;

float hash(ivec2 cell, int salt) {
    uint h = uint(cell.x) * 374761393u + uint(cell.y) * 668265263u + uint(salt) * 2246822519u;
    h = (h ^ (h >> 13)) * 1274126177u;
    return float((h ^ (h >> 16)) & 0xffffffu) / 16777216.0;
}

// Smooth random numbers from 0 to 1, `period` of them across the square.
float noise(vec2 place, ivec2 period, int salt) {
    vec2 p = place * vec2(period);
    ivec2 low = ivec2(floor(p)), a = low % period, b = (low + 1) % period;
    vec2 u = smoothstep(0.0, 1.0, p - vec2(low));
    float below = mix(hash(a, salt), hash(ivec2(b.x, a.y), salt), u.x);
    float above = mix(hash(ivec2(a.x, b.y), salt), hash(b, salt), u.x);
    return mix(below, above, u.y);
}

float rough(vec2 place, int period, int salt) {
    float sum = 0.0, share = 0.5;
    for (int octave = 0; octave < 4; octave++) {
        sum += share * noise(place, ivec2(period << octave), salt + octave);
        share *= 0.5;
    }
    return sum;
}

// Rows of stones with joints between them: how far the nearest joint is, in metres, and the stone's number.
float stones(vec2 place, ivec2 count, float wander, int salt, out ivec2 stone) {
    float y = place.y * float(count.y);
    int row = int(floor(y));
    float x = place.x * float(count.x) + (row % 2 == 0 ? 0.0 : 0.5) + wander * hash(ivec2(row, 7), salt);
    int column = int(floor(x));
    float left = wander * (hash(ivec2(column % count.x, row), salt + 1) - 0.5);
    float right = wander * (hash(ivec2((column + 1) % count.x, row), salt + 1) - 0.5);
    float from = x - float(column) - left, to = float(column + 1) + right - x;
    if (from < 0.0) { column -= 1; }
    if (to < 0.0) { column += 1; }
    stone = ivec2((column + count.x) % count.x, row);
    vec2 metres = 2.0 / vec2(count);
    float along = min(abs(from), abs(to)) * metres.x;
    float across = min(fract(y), 1.0 - fract(y)) * metres.y;
    // Rounded corners.
    vec2 inside = max(0.05 - vec2(along, across), 0.0);
    return 0.05 - length(inside);
}

vec4 masonry(vec2 p, ivec2 count, float wander, float joint, vec3 dark, vec3 light, vec3 mortar, int salt) {
    ivec2 stone;
    vec2 bent = p + 0.004 * (vec2(rough(p, 8, salt + 20), rough(p, 8, salt + 30)) - 0.5);
    float away = stones(bent, count, wander, salt, stone);
    float solid = smoothstep(joint, joint + 0.018, away);
    float grain = rough(p, 12, salt + 40), fine = noise(p, ivec2(128), salt + 50);
    vec3 face = mix(dark, light, clamp(0.25 + 0.9 * (hash(stone, salt + 60) - 0.5) + 0.75 * grain, 0.0, 1.0));
    face *= 0.90 + 0.20 * fine;
    float high = solid * (0.55 + 0.30 * grain + 0.10 * hash(stone, salt + 61));
    return vec4(mix(mortar * (0.8 + 0.4 * fine), face, solid), high);
}

vec4 wood(vec2 p) {
    float boards = 8.0;
    float board = floor(p.x * boards), across = fract(p.x * boards);
    float edge = smoothstep(0.0, 0.09, min(across, 1.0 - across));
    float shift = hash(ivec2(int(board), 3), 5);
    float wave = noise(p + vec2(0.0, shift), ivec2(8, 3), 6);
    float grain = noise(vec2(fract(p.x + 0.02 * wave), fract(p.y + shift)), ivec2(96, 5), 7);
    float rings = 0.5 + 0.5 * sin(40.0 * (across + 0.5 * wave + shift));
    vec3 face = mix(vec3(0.31, 0.20, 0.12), vec3(0.60, 0.43, 0.27), 0.25 + 0.4 * grain + 0.25 * rings);
    face *= 0.85 + 0.3 * shift;
    return vec4(face * mix(0.35, 1.0, edge), edge * (0.6 + 0.3 * grain));
}

vec4 grass(vec2 p) {
    float tufts = rough(p, 10, 11), blades = noise(p, ivec2(110, 44), 12), lawn = rough(p, 3, 13);
    vec3 green = mix(vec3(0.16, 0.27, 0.09), vec3(0.47, 0.58, 0.22), clamp(0.6 * tufts + 0.5 * blades, 0.0, 1.0));
    return vec4(mix(green, vec3(0.62, 0.58, 0.28), 0.45 * smoothstep(0.5, 0.8, lawn)), 0.5 * tufts + 0.4 * blades);
}

vec4 earth(vec2 p) {
    float clods = rough(p, 6, 21), fine = noise(p, ivec2(96), 22), layers = rough(vec2(p.x, p.y), 3, 23);
    vec3 soil = mix(vec3(0.23, 0.16, 0.11), vec3(0.47, 0.35, 0.24), clods * (0.7 + 0.5 * fine));
    soil = mix(soil, vec3(0.36, 0.25, 0.20), 0.5 * smoothstep(0.45, 0.6, layers));
    ivec2 cells = ivec2(9);
    vec2 q = p * vec2(cells);
    ivec2 cell = ivec2(floor(q));
    vec2 middle = 0.5 + 0.3 * (vec2(hash(cell, 24), hash(cell, 25)) - 0.5);
    float size = 0.10 + 0.22 * hash(cell, 26);
    float pebble = 1.0 - smoothstep(0.75 * size, size, length((fract(q) - middle) * vec2(0.8, 1.1)));
    pebble *= step(0.45, hash(cell, 27));
    vec3 gray = vec3(0.50, 0.47, 0.42) * (0.7 + 0.5 * hash(cell, 28));
    return vec4(mix(soil, gray, pebble), 0.4 * clods + 0.15 * fine + 0.35 * pebble);
}

vec4 iron(vec2 p) {
    float rust = rough(p, 7, 31), scratch = noise(p, ivec2(7, 150), 32);
    vec3 bare = vec3(0.20, 0.21, 0.23) * (0.8 + 0.5 * scratch);
    return vec4(mix(bare, vec3(0.33, 0.20, 0.13), smoothstep(0.45, 0.7, rust)), 0.5 + 0.2 * rust);
}

vec4 leaf(vec2 p) {
    float clumps = rough(p, 5, 41), leaves = noise(p, ivec2(46), 42), fine = noise(p, ivec2(92), 43);
    float shade = clamp(0.5 * clumps + 0.4 * leaves + 0.2 * fine, 0.0, 1.0);
    return vec4(mix(vec3(0.09, 0.17, 0.06), vec3(0.42, 0.55, 0.20), shade), shade);
}

void main() {
    vec2 p = gl_FragCoord.xy / u_pixels;
    vec4 found;
    switch (u_material) {
        case 0: found = masonry(p, ivec2(3, 4), 0.25, 0.010, vec3(0.40, 0.39, 0.37), vec3(0.72, 0.69, 0.62), vec3(0.25, 0.24, 0.20), 101); break;
        case 1: found = masonry(p, ivec2(7, 14), 0.06, 0.012, vec3(0.42, 0.22, 0.16), vec3(0.68, 0.42, 0.29), vec3(0.47, 0.43, 0.37), 201); break;
        case 2: found = wood(p); break;
        case 3: found = grass(p); break;
        case 4: found = earth(p); break;
        case 5: found = iron(p); break;
        case 6: found = vec4(1.0, 0.72, 0.25, 1.0); break;
        default: found = leaf(p); break;
    }
    color = clamp(found, 0.0, 1.0);
}
