#version 330 core
// The answer to 17.2 with every named mistake in it, each behind its switch: uniforms, so that one program serves all.
uniform bool ROW_BY_ROW;
uniform bool JOINTS_FORGOTTEN;
uniform bool JOINTS_FORGOTTEN_ON_THE_JOINT;
uniform bool ROWS_FORGOTTEN;
uniform bool ROWS_FORGOTTEN_OF_THE_JOINT;
uniform bool ROWS_ON_JOINT;
uniform bool ROW_TIMES_THREE;
uniform bool ROW_TIMES_THREE_ON_JOINT;
uniform bool FOUR_ROWS;
uniform bool ONE_PALETTE;
uniform bool X_Y_SWAPPED;
uniform bool WIDTH_IGNORED;
uniform bool LINE_FOR_EACH_PALETTE;
uniform bool ROW_BESIDE_THE_LINE;
uniform bool HEIGHT_FOR_WIDTH;
uniform bool FILTERED;
uniform bool FILTERED_TEXELS;
uniform bool SLOT_FOR_JOINT;
uniform bool FIRST_SLOT;
uniform bool FIRST_SLOT_WEIGHTED;
uniform bool SLOT_DROPPED;
uniform bool SLOT_DROPPED_TWO;
uniform bool LAST_SLOT;
uniform bool IDENTITY_KEPT;
uniform bool WEIGHTS_FORGOTTEN;
uniform bool EQUAL_WEIGHTS;
uniform bool WEIGHT_BY_JOINT;
uniform bool ONE_ROW;
uniform bool ROWS_TURNED_ROUND;

uniform mat4 u_clip_from_world;
uniform sampler2D u_palettes;
uniform int u_joints;
in vec3 a_position;
in vec3 a_normal;
in vec2 a_texcoord;
in uvec4 a_joints;
in vec4 a_weights;
in int i_instance;
in vec4 i_world_x;
in vec4 i_world_y;
in vec4 i_world_z;
in vec3 i_tint;

out vec3 v_position;
out vec3 v_normal;
out vec2 v_texcoord;
out vec3 v_tint;

int texel_of(int joint, int row) {
    int instance = ONE_PALETTE ? 0 : i_instance;
    if (ROW_BY_ROW) return instance * u_joints * 3 + row * u_joints + joint;
    if (JOINTS_FORGOTTEN) return (instance + joint) * 3 + row;
    if (JOINTS_FORGOTTEN_ON_THE_JOINT) return (instance + joint * u_joints) * 3 + row;
    if (ROWS_FORGOTTEN) return instance * u_joints + joint + row;
    if (ROWS_FORGOTTEN_OF_THE_JOINT) return instance * u_joints * 3 + joint + row;
    if (ROWS_ON_JOINT) return instance * u_joints + joint * 3 + row;
    if (ROW_TIMES_THREE) return (instance * u_joints + joint + row) * 3;
    if (ROW_TIMES_THREE_ON_JOINT) return instance * u_joints + (joint + row) * 3;
    if (FOUR_ROWS) return (instance * u_joints + joint) * 4 + row;
    return (instance * u_joints + joint) * 3 + row;
}

vec4 fetched(int texel, int row) {
    ivec2 size = textureSize(u_palettes, 0);
    int width = HEIGHT_FOR_WIDTH ? size.y : LINE_FOR_EACH_PALETTE ? 3 * u_joints : size.x;
    ivec2 at = ivec2(texel % width, texel / width);
    if (X_Y_SWAPPED) at = at.yx;
    if (ROW_BESIDE_THE_LINE) at = ivec2((texel - row) % width + row, (texel - row) / width);
    if (WIDTH_IGNORED) at = ivec2(texel, 0);
    if (FILTERED) return texture(u_palettes, vec2(at) / vec2(size));
    if (FILTERED_TEXELS) return texture(u_palettes, vec2(at));
    return texelFetch(u_palettes, at, 0);
}

float weight(int slot) {
    if (WEIGHTS_FORGOTTEN || FIRST_SLOT) return 1.0;
    if (EQUAL_WEIGHTS) return 0.25;
    if (WEIGHT_BY_JOINT) return a_weights[int(a_joints[slot]) % 4];
    return a_weights[slot];
}

vec3 moved(vec4 rows[3], vec3 point) {
    vec4 p = vec4(point, 1.0);
    return vec3(dot(rows[0], p), dot(rows[1], p), dot(rows[2], p));
}

vec3 turned(vec4 rows[3], vec3 normal) {
    vec3 x = cross(rows[1].xyz, rows[2].xyz);
    vec3 y = cross(rows[2].xyz, rows[0].xyz);
    vec3 z = cross(rows[0].xyz, rows[1].xyz);
    vec3 n = vec3(dot(x, normal), dot(y, normal), dot(z, normal));
    return dot(rows[0].xyz, x) < 0.0 ? -n : n; // in a mirror, too, outside is outside
}

void main() {
    int first = LAST_SLOT ? 3 : 0;
    int slots = FIRST_SLOT || FIRST_SLOT_WEIGHTED ? 1 : SLOT_DROPPED ? 3 : SLOT_DROPPED_TWO ? 2 : 4;
    float kept = IDENTITY_KEPT ? 1.0 : 0.0;
    vec4 rows[3] = vec4[3](vec4(kept, 0.0, 0.0, 0.0), vec4(0.0, kept, 0.0, 0.0), vec4(0.0, 0.0, kept, 0.0));
    for (int slot = first; slot < slots; slot++) {
        int joint = SLOT_FOR_JOINT ? slot : int(a_joints[slot]);
        for (int row = 0; row < 3; row++) {
            int taken = ONE_ROW ? 0 : ROWS_TURNED_ROUND ? 2 - row : row;
            rows[row] += weight(slot) * fetched(texel_of(joint, taken), taken);
        }
    }

    vec4 world[3] = vec4[3](i_world_x, i_world_y, i_world_z);
    vec3 normal = turned(world, turned(rows, a_normal));
    float normal_length = length(normal);

    v_position = moved(world, moved(rows, a_position));
    v_normal = normal_length > 0.0 ? normal / normal_length : vec3(0.0);
    v_texcoord = a_texcoord;
    v_tint = i_tint;
    gl_Position = u_clip_from_world * vec4(v_position, 1.0);
}
