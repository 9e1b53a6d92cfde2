#version 330 core
// The answer with every named mistake in it, each behind its switch.
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

mat4 followed(int slot) {
    return u_palette[a_joints[slot]];
}

mat3 inverse_transpose(mat3 linear) {
    return transpose(inverse(linear));
}

void main() {
    mat4 blend = a_weights.x * followed(0) + a_weights.y * followed(1)
               + a_weights.z * followed(2) + a_weights.w * followed(3);
    mat4 whole = blend;
#ifdef CAMERA_TOO
    whole = u_clip_from_model * blend;
#endif
    mat3 linear = mat3(whole);
    vec3 normal = inverse_transpose(linear) * a_normal;
#ifdef UNSKINNED
    normal = a_normal;
#endif
#ifdef SHORTCUT
    normal = linear * a_normal;
#endif
#ifdef TRANSLATED
    normal = (whole * vec4(a_normal, 1.0)).xyz;
#endif
#ifdef TRANSPOSED_ONLY
    normal = transpose(linear) * a_normal;
#endif
#ifdef TRANSPOSED_TWICE
    normal = inverse(linear) * a_normal;
#endif
#ifdef FIRST_JOINT_ONLY
    normal = inverse_transpose(mat3(followed(0))) * a_normal;
#endif
#ifdef EACH_BONE
    normal = (a_weights.x * inverse_transpose(mat3(followed(0)))
            + a_weights.y * inverse_transpose(mat3(followed(1)))
            + a_weights.z * inverse_transpose(mat3(followed(2)))
            + a_weights.w * inverse_transpose(mat3(followed(3)))) * a_normal;
#endif
#ifdef SIGN_LOST
    normal *= sign(determinant(linear));
#endif
#ifndef NOT_NORMALISED
    normal = normalize(normal);
#endif
    v_position = (blend * vec4(a_position, 1.0)).xyz;
    v_normal = normal;
    v_texcoord = a_texcoord;
    gl_Position = u_clip_from_model * vec4(v_position, 1.0);
}
