#version 330 core
// The answer with every named mistake in it, each behind its switch: uniforms, so that one program serves all.
uniform bool WEIGHT_BY_JOINT;
uniform bool EQUAL_WEIGHTS;
uniform bool NO_WEIGHTS;
uniform bool SLOT_DROPPED;
uniform bool TWO_SLOTS;
uniform bool IDENTITY_TOO;
uniform bool SLOT_FOR_JOINT;
uniform bool NEXT_JOINT;
uniform bool SAME_JOINT;
uniform bool SAME_JOINT_SECOND_FOR_THIRD;
uniform bool SAME_JOINT_THIRD_FOR_FOURTH;
uniform bool RAW_BEYOND;
uniform bool ROWS_FOR_COLUMNS;
uniform bool TURNED_ONLY;
uniform bool NORMAL_LEFT_BEHIND;
uniform bool POSITION_LEFT_BEHIND;
uniform bool CLIP_LEFT_BEHIND;

uniform mat4 u_clip_from_model;
uniform mat4 u_palette[96];
in vec3 a_position;
in vec3 a_normal;
in vec2 a_texcoord;
in uvec4 a_joints;
in vec4 a_weights;
out vec3 v_position;
out vec3 v_normal;
out vec2 v_texcoord;

mat4 skinning(int slot) {
    int named = slot;
    if (SAME_JOINT && slot == 1) named = 0;
    if (SAME_JOINT_SECOND_FOR_THIRD && slot == 2) named = 1;
    if (SAME_JOINT_THIRD_FOR_FOURTH && slot == 3) named = 2;
    int joint = int(a_joints[named]);
    if (SLOT_FOR_JOINT) joint = slot;
    if (NEXT_JOINT) joint = joint + 1;
    return u_palette[joint];
}

float weight(int slot) {
    if (EQUAL_WEIGHTS) return 0.25;
    if (NO_WEIGHTS) return 1.0;
    if (WEIGHT_BY_JOINT) return a_weights[a_joints[slot]];
    return a_weights[slot];
}

void main() {
    int slots = SLOT_DROPPED ? 3 : TWO_SLOTS ? 2 : 4;
    mat4 model_from_bind = mat4(IDENTITY_TOO ? 1.0 : 0.0);
    for (int slot = 0; slot < slots; slot++) model_from_bind += weight(slot) * skinning(slot);
    if (RAW_BEYOND && a_joints.x >= 64u) model_from_bind = mat4(1.0);
    if (ROWS_FOR_COLUMNS) model_from_bind = transpose(model_from_bind);
    vec3 position = (model_from_bind * vec4(a_position, 1.0)).xyz;
    if (TURNED_ONLY) position = mat3(model_from_bind) * a_position;
    v_normal = NORMAL_LEFT_BEHIND ? a_normal : mat3(model_from_bind) * a_normal;
    v_position = POSITION_LEFT_BEHIND ? a_position : position;
    v_texcoord = a_texcoord;
    gl_Position = u_clip_from_model * vec4(CLIP_LEFT_BEHIND ? a_position : position, 1.0);
}
