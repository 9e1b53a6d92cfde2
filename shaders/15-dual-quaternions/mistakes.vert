#version 330 core
// The answer with every named mistake in it, each behind its switch: uniforms, so that one program serves all.
uniform bool NO_SIGNS;
uniform bool ONE_PART_FLIPPED;
uniform bool ONE_PART_FLIPPED_DUAL;
uniform bool NEIGHBOUR;
uniform bool SUM_SO_FAR;
uniform bool LAST;
uniform bool FIRST_JOINT;
uniform bool SIGN_OF_W;
uniform bool ALL_EIGHT;
uniform bool BY_DUAL;
uniform bool SIGNS_TURNED_ROUND;
uniform bool NOT_NORMALISED;
uniform bool ONLY_REAL_DIVIDED;
uniform bool OWN_LENGTHS;
uniform bool LENGTH_SQUARED;
uniform bool IDENTITY_TOO;
uniform bool FIRST_TWICE;
uniform bool FIRST_TWICE_IN_FULL;
uniform bool FIRST_SLOT;
uniform bool SLOT_DROPPED;
uniform bool SLOT_DROPPED_TWO;
uniform bool SLOT_DROPPED_FIRST;
uniform bool SLOT_FOR_JOINT;
uniform bool SLOT_FOR_JOINT_LOOP;
uniform bool WEIGHT_BY_JOINT;
uniform bool EQUAL_WEIGHTS;
uniform bool CONJUGATE_FORGOTTEN;
uniform bool ORDER;
uniform bool NOT_DOUBLED;
uniform bool TRANSLATION_LEFT_OUT;
uniform bool DUAL_ALONE;
uniform bool TRANSLATED_FIRST;
uniform bool TURNED_BACK;
uniform bool ONE_SIDE_ONLY;
uniform bool NUMBER_BY_NUMBER;
uniform bool NUMBER_BY_NUMBER_POINT;
uniform bool LINEAR;
uniform bool NORMAL_LEFT_BEHIND;
uniform bool NORMAL_OF_THE_FIRST;
uniform bool NORMAL_ONE_SIDE;
uniform bool NORMAL_TRANSLATED;
uniform bool NORMAL_TURNED_BACK;
uniform bool ONE_POSITION_STAYS;
uniform bool ONE_POSITION_STAYS_V;

uniform mat4 u_clip_from_model;
uniform vec4 u_real[96];
uniform vec4 u_dual[96];
in vec3 a_position;
in vec3 a_normal;
in vec2 a_texcoord;
in uvec4 a_joints;
in vec4 a_weights;
out vec3 v_position;
out vec3 v_normal;
out vec2 v_texcoord;

vec4 product(vec4 a, vec4 b) {
    if (NUMBER_BY_NUMBER) return a * b;
    return vec4(a.w * b.xyz + b.w * a.xyz + cross(a.xyz, b.xyz), a.w * b.w - dot(a.xyz, b.xyz));
}

vec4 conjugate(vec4 q) {
    return vec4(-q.xyz, q.w);
}

int joint(int slot) {
    return SLOT_FOR_JOINT ? slot : int(a_joints[slot]);
}

float weight(int slot) {
    if (EQUAL_WEIGHTS) return 0.25;
    if (WEIGHT_BY_JOINT) return a_weights[joint(slot)];
    return a_weights[slot];
}

vec3 rotated(vec4 q, vec3 v, bool back, bool one_side) {
    if (back) q = conjugate(q);
    vec4 left = product(q, vec4(v, 0.0));
    return one_side ? left.xyz : product(left, conjugate(q)).xyz;
}

void by_linear_blending() {
    v_position = vec3(0.0);
    v_normal = vec3(0.0);
    for (int slot = 0; slot < 4; slot++) {
        vec4 r = u_real[a_joints[slot]];
        vec3 translation = 2.0 * product(u_dual[a_joints[slot]], conjugate(r)).xyz;
        v_position += a_weights[slot] * (rotated(r, a_position, false, false) + translation);
        v_normal += a_weights[slot] * rotated(r, a_normal, false, false);
    }
    v_normal = normalize(v_normal);
}

void main() {
    int slots = FIRST_SLOT ? 1 : SLOT_DROPPED ? 3 : SLOT_DROPPED_TWO ? 2 : 4;
    vec4 first = u_real[joint(0)];
    vec4 identity = vec4(0.0, 0.0, 0.0, 1.0);
    float start = FIRST_TWICE ? 1.0 : FIRST_TWICE_IN_FULL ? 1.0 - weight(0) : 0.0;
    vec4 real = IDENTITY_TOO ? identity : start * first;
    vec4 dual = start * u_dual[joint(0)];
    for (int slot = SLOT_DROPPED_FIRST ? 1 : 0; slot < slots; slot++) {
        int each = SLOT_FOR_JOINT_LOOP ? slot : joint(slot);
        vec4 r = u_real[each];
        vec4 d = u_dual[each];
        vec4 pivot = first;
        if (NEIGHBOUR) pivot = u_real[joint(max(slot - 1, 0))];
        if (SUM_SO_FAR) pivot = real;
        if (LAST) pivot = u_real[joint(3)];
        if (FIRST_JOINT) pivot = u_real[0];
        if (SIGN_OF_W) pivot = identity;
        float near = dot(pivot, r);
        if (ALL_EIGHT || BY_DUAL) near = (BY_DUAL ? 0.0 : near) + dot(u_dual[joint(0)], d);
        if (SIGNS_TURNED_ROUND && slot > 0) near = -near;
        float side = near < 0.0 && !NO_SIGNS ? -1.0 : 1.0;
        real += weight(slot) * (ONE_PART_FLIPPED_DUAL ? 1.0 : side) * r;
        dual += weight(slot) * (ONE_PART_FLIPPED ? 1.0 : side) * d;
    }
    float size = LENGTH_SQUARED ? dot(real, real) : length(real);
    float dual_size = OWN_LENGTHS ? length(dual) : size;
    if (!NOT_NORMALISED) {
        real /= size;
        if (!ONLY_REAL_DIVIDED) dual /= dual_size;
    }

    vec4 back = conjugate(real);
    vec4 moved = ORDER ? product(back, dual) : product(dual, CONJUGATE_FORGOTTEN ? real : back);
    vec3 translation = (NOT_DOUBLED ? 1.0 : 2.0) * (DUAL_ALONE ? dual : moved).xyz;
    if (TRANSLATION_LEFT_OUT) translation = vec3(0.0);
    v_position = TRANSLATED_FIRST
        ? rotated(real, a_position + translation, TURNED_BACK, ONE_SIDE_ONLY)
        : rotated(real, a_position, TURNED_BACK, ONE_SIDE_ONLY) + translation;
    if (NUMBER_BY_NUMBER_POINT) v_position = (real * vec4(a_position, 0.0) * back).xyz + translation;
    v_normal = rotated(NORMAL_OF_THE_FIRST ? u_real[joint(0)] : real, a_normal, NORMAL_TURNED_BACK, NORMAL_ONE_SIDE);
    if (NORMAL_LEFT_BEHIND) v_normal = a_normal;
    if (NORMAL_TRANSLATED) v_normal += translation;
    if (LINEAR) by_linear_blending();
    v_texcoord = a_texcoord;
    gl_Position = u_clip_from_model * vec4(ONE_POSITION_STAYS ? a_position : v_position, 1.0);
    if (ONE_POSITION_STAYS_V) v_position = a_position;
}
