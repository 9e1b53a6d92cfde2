#version 330 core
// One figure of the crowd, its palette in uniforms: the way that needs a draw call for each. PALETTE_SIZE is defined by
// the program.
uniform mat4 u_clip_from_world;
uniform mat4 u_world_from_model;
uniform mat4 u_palette[PALETTE_SIZE]; // model_from_mesh of each joint
uniform vec3 u_tint;

in vec3 a_position; // mesh space
in vec3 a_normal;
in vec2 a_texcoord;
in uvec4 a_joints;  // indices into the palette
in vec4 a_weights;  // sum 1

out vec3 v_position; // world space
out vec3 v_normal;   // world space, unit length
out vec2 v_texcoord;
out vec3 v_tint;

// Turns normals where `linear` turns positions: its cofactors, which are its inverse transpose up to
// a factor, but exist for flattened matrices too. The sign keeps outside outside in a mirror.
mat3 normal_matrix(mat3 linear) {
    mat3 cofactors = mat3(
        cross(linear[1], linear[2]), cross(linear[2], linear[0]), cross(linear[0], linear[1]));
    return dot(linear[0], cofactors[0]) < 0.0 ? -cofactors : cofactors;
}

void main() {
    mat4 model_from_mesh = a_weights.x * u_palette[a_joints.x]
                         + a_weights.y * u_palette[a_joints.y]
                         + a_weights.z * u_palette[a_joints.z]
                         + a_weights.w * u_palette[a_joints.w];
    mat4 world_from_mesh = u_world_from_model * model_from_mesh;

    vec4 position = world_from_mesh * vec4(a_position, 1.0);
    vec3 normal = normal_matrix(mat3(world_from_mesh)) * a_normal;
    float size = length(normal);

    v_position = position.xyz;
    v_normal = size > 0.0 ? normal / size : vec3(0.0);
    v_texcoord = a_texcoord;
    v_tint = u_tint;
    gl_Position = u_clip_from_world * position;
}
