#version 330 core
// The answer to 17.4 with every named mistake in it, each behind its switch: uniforms, so that one program serves all.
uniform bool NO_SHORT_WAY;
uniform bool SHORT_WAY_TURNED_ROUND;
uniform bool SIGN_OF_W;
uniform bool SIGN_OF_W_AFTER;
uniform bool SIGN_OF_XYZ;
uniform bool PART_NEGATED;
uniform bool PART_NEGATED_XYZ;
uniform bool ALWAYS_NEGATED;
uniform bool PLACE_NEGATED;
uniform bool NOT_NORMALISED;
uniform bool ALPHA_REVERSED;
uniform bool FROM_ALONE;
uniform bool TO_ALONE;
uniform bool ROTATION_OF_ONE_FRAME;
uniform bool ROTATION_OF_ONE_FRAME_AFTER;
uniform bool PLACE_OF_ONE_FRAME;
uniform bool PLACE_OF_ONE_FRAME_AFTER;
uniform bool PLACE_ELSEWHERE;
uniform bool PLACE_ELSEWHERE_TWO;
uniform bool PLACE_ELSEWHERE_SAME;
uniform bool W_NOT_LAST;
uniform bool W_NOT_LAST_LAST_TO_FIRST;
uniform bool HALFWAY;
uniform bool NEARER_ALONE;
uniform bool NEXT_COUNTED;
uniform bool FRAME_STRIDE;
uniform bool PARTS_FORGOTTEN;
uniform bool PARTS_FORGOTTEN_OF_THE_JOINT;
uniform bool PARTS_ON_JOINT;
uniform bool PARTS_APART;
uniform bool THREE_TEXELS;
uniform bool PARTS_SWAPPED;
uniform bool SCALE_ONE;
uniform bool SCALE_OF_ONE_FRAME;
uniform bool JOINT_ZERO;
uniform bool PLACE_NORMALISED;

uniform mat4 u_clip_from_world;
uniform sampler2D u_frames;
uniform int u_joints;
in vec3 a_position;
in vec3 a_normal;
in vec2 a_texcoord;
in uvec4 a_joints;
in vec4 a_weights;
in ivec2 i_frames;
in float i_alpha;
in vec4 i_world_x;
in vec4 i_world_y;
in vec4 i_world_z;
in vec3 i_tint;

out vec3 v_position;
out vec3 v_normal;
out vec2 v_texcoord;
out vec3 v_tint;

vec4 baked(int texel) {
    int width = textureSize(u_frames, 0).x;
    return texelFetch(u_frames, ivec2(texel % width, texel / width), 0);
}

vec4 part(int frame, int joint, int part) {
    if (JOINT_ZERO) joint = 0;
    if (PARTS_SWAPPED) part = 1 - part;
    if (part == 1) part = PLACE_ELSEWHERE ? 3 : PLACE_ELSEWHERE_TWO ? 2 : PLACE_ELSEWHERE_SAME ? 0 : 1;
    if (FRAME_STRIDE) return baked((frame + joint) * 2 + part);
    if (PARTS_FORGOTTEN) return baked(frame * u_joints + joint + part);
    if (PARTS_FORGOTTEN_OF_THE_JOINT) return baked(frame * u_joints * 2 + joint + part);
    if (PARTS_ON_JOINT) return baked(frame * u_joints + joint * 2 + part);
    if (PARTS_APART) return baked((frame * 2 + part) * u_joints + joint);
    if (THREE_TEXELS) return baked((frame * u_joints + joint) * 3 + part);
    return baked((frame * u_joints + joint) * 2 + part);
}

void between(int joint, out vec4 rotation, out vec4 place) {
    float alpha = ALPHA_REVERSED ? 1.0 - i_alpha : FROM_ALONE ? 0.0 : TO_ALONE ? 1.0 : HALFWAY ? 0.5 : i_alpha;
    if (NEARER_ALONE) alpha = step(0.5, i_alpha);
    vec4 before = part(i_frames[0], joint, 0);
    int next = NEXT_COUNTED ? i_frames[0] + 1 : i_frames[1];
    vec4 after = part(next, joint, 0);
    vec4 there = part(next, joint, 1);
    float side = dot(before, after);
    if (SIGN_OF_W) side = before.w * after.w;
    if (SIGN_OF_W_AFTER) side = after.w;
    if (SIGN_OF_XYZ) side = dot(before.xyz, after.xyz);
    if (NO_SHORT_WAY) side = 1.0;
    if (ALWAYS_NEGATED) side = -1.0;
    if (SHORT_WAY_TURNED_ROUND) side = -side;
    if (side < 0.0) {
        after = PART_NEGATED ? vec4(after.xyz, -after.w) : PART_NEGATED_XYZ ? vec4(-after.xyz, after.w) : -after;
        if (PLACE_NEGATED) there = -there;
    }
    rotation = mix(before, after, ROTATION_OF_ONE_FRAME ? 0.0 : ROTATION_OF_ONE_FRAME_AFTER ? 1.0 : alpha);
    if (!NOT_NORMALISED) rotation = normalize(rotation);
    if (W_NOT_LAST) rotation = rotation.wxyz;
    if (W_NOT_LAST_LAST_TO_FIRST) rotation = rotation.yzwx;
    place = mix(part(i_frames[0], joint, 1), there, PLACE_OF_ONE_FRAME ? 0.0 : PLACE_OF_ONE_FRAME_AFTER ? 1.0 : alpha);
    if (SCALE_ONE) place.w = 1.0;
    if (SCALE_OF_ONE_FRAME) place.w = part(i_frames[0], joint, 1).w;
    if (PLACE_NORMALISED) place = normalize(place);
}

void add(inout vec4 rows[3], float weight, vec4 q, vec4 place) {
    vec3 d = 2.0 * q.xyz;
    float xx = d.x * q.x, yy = d.y * q.y, zz = d.z * q.z;
    float xy = d.x * q.y, xz = d.x * q.z, yz = d.y * q.z;
    vec3 w = d * q.w;
    rows[0] += weight * vec4(place.w * vec3(1.0 - yy - zz, xy - w.z, xz + w.y), place.x);
    rows[1] += weight * vec4(place.w * vec3(xy + w.z, 1.0 - xx - zz, yz - w.x), place.y);
    rows[2] += weight * vec4(place.w * vec3(xz - w.y, yz + w.x, 1.0 - xx - yy), place.z);
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
    vec4 rows[3] = vec4[3](vec4(0.0), vec4(0.0), vec4(0.0));
    for (int slot = 0; slot < 4; slot++) {
        vec4 rotation, place;
        between(int(a_joints[slot]), rotation, place);
        add(rows, a_weights[slot], rotation, place);
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
