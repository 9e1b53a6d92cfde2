#version 330 core
// A smooth skin with normals for the light: each vertex follows a blend of four matrices of a palette.
uniform mat4 u_clip_from_model;
uniform mat4 u_palette[96]; // model_from_bind for each entry of the palette

in vec3 a_position; // model space, as modelled
in vec3 a_normal;
in vec2 a_texcoord;
in uvec4 a_joints;  // indices into the palette
in vec4 a_weights;  // sum 1

out vec3 v_position; // model space
out vec3 v_normal;   // model space, unit length
out vec2 v_texcoord;

// Turns normals where `linear` turns positions: its cofactors, which are its inverse transpose up to
// a factor, but exist for flattened matrices too. The sign keeps outside outside in a mirror.
mat3 normal_matrix(mat3 linear) {
    mat3 cofactors = mat3(
        cross(linear[1], linear[2]), cross(linear[2], linear[0]), cross(linear[0], linear[1]));
    return dot(linear[0], cofactors[0]) < 0.0 ? -cofactors : cofactors;
}

void main() {
    mat4 model_from_bind = a_weights.x * u_palette[a_joints.x]
                         + a_weights.y * u_palette[a_joints.y]
                         + a_weights.z * u_palette[a_joints.z]
                         + a_weights.w * u_palette[a_joints.w];
    vec3 normal = normal_matrix(mat3(model_from_bind)) * a_normal;
    float size = length(normal);

    v_position = (model_from_bind * vec4(a_position, 1.0)).xyz;
    v_normal = size > 0.0 ? normal / size : vec3(0.0);
    v_texcoord = a_texcoord;
    gl_Position = u_clip_from_model * vec4(v_position, 1.0);
}
