#version 330 core
// The answer with every named mistake in it, each behind its switch: uniforms, so that one program serves all.
uniform bool UNSKINNED;
uniform bool SHORTCUT;
uniform bool TRANSLATED;
uniform bool TRANSPOSED_ONLY;
uniform bool TRANSPOSED_TWICE;
uniform bool EACH_BONE;
uniform bool FIRST_JOINT_ONLY;
uniform bool FIRST_JOINT_ONLY_STRONGEST;
uniform bool CAMERA_TOO;
uniform bool SIGN_LOST;
uniform bool NOT_NORMALISED;

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

mat3 of_joint(int slot) {
    return transpose(inverse(mat3(u_palette[a_joints[slot]])));
}

void main() {
    mat4 model_from_bind = a_weights.x * u_palette[a_joints.x]
                         + a_weights.y * u_palette[a_joints.y]
                         + a_weights.z * u_palette[a_joints.z]
                         + a_weights.w * u_palette[a_joints.w];
    mat4 whole = CAMERA_TOO ? u_clip_from_model * model_from_bind : model_from_bind;
    mat3 linear = mat3(whole);
    mat3 each_bone = a_weights.x * of_joint(0) + a_weights.y * of_joint(1)
                   + a_weights.z * of_joint(2) + a_weights.w * of_joint(3);

    vec3 normal = transpose(inverse(linear)) * a_normal;
    if (UNSKINNED) normal = a_normal;
    if (SHORTCUT) normal = linear * a_normal;
    if (TRANSLATED) normal = (whole * vec4(a_normal, 1.0)).xyz;
    if (TRANSPOSED_ONLY) normal = transpose(linear) * a_normal;
    if (TRANSPOSED_TWICE) normal = inverse(linear) * a_normal;
    if (EACH_BONE) normal = each_bone * a_normal;
    if (FIRST_JOINT_ONLY) normal = of_joint(0) * a_normal;
    if (FIRST_JOINT_ONLY_STRONGEST) {
        int strongest = 0;
        for (int slot = 1; slot < 4; slot++) if (a_weights[slot] > a_weights[strongest]) strongest = slot;
        normal = of_joint(strongest) * a_normal;
    }
    if (SIGN_LOST) normal *= sign(determinant(linear));
    if (!NOT_NORMALISED) normal = normalize(normal);

    v_position = (model_from_bind * vec4(a_position, 1.0)).xyz;
    v_normal = normal;
    v_texcoord = a_texcoord;
    gl_Position = u_clip_from_model * vec4(v_position, 1.0);
}
