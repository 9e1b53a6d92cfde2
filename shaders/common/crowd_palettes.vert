#version 330 core
// A crowd: each instance is skinned by a palette of its own, and all palettes lie in one texture.
uniform mat4 u_clip_from_world;
uniform sampler2D u_palettes; // a list of texels, row by row: (instance * u_joints + joint) * 3 + row
uniform int u_joints;         // matrices in a palette

in vec3 a_position; // mesh space
in vec3 a_normal;
in vec2 a_texcoord;
in uvec4 a_joints;  // indices into the palette
in vec4 a_weights;  // sum 1

in vec4 i_world_x;  // rows of world_from_model, one matrix an instance
in vec4 i_world_y;
in vec4 i_world_z;
in vec3 i_tint;
in int i_instance;  // its palette's number

out vec3 v_position; // world space
out vec3 v_normal;   // world space, unit length
out vec2 v_texcoord;
out vec3 v_tint;

const vec4 LAST_ROW = vec4(0.0, 0.0, 0.0, 1.0);

vec4 texel(int index) {
    int width = textureSize(u_palettes, 0).x;
    return texelFetch(u_palettes, ivec2(index % width, index / width), 0);
}

// model_from_mesh of one joint, as a matrix whose columns are the rows.
mat4 rows_of(uint joint) {
    int first = (i_instance * u_joints + int(joint)) * 3;
    return mat4(texel(first), texel(first + 1), texel(first + 2), LAST_ROW);
}

// Turns normals where `linear` turns positions: its cofactors, which are its inverse transpose up to
// a factor, but exist for flattened matrices too. The sign keeps outside outside in a mirror.
mat3 normal_matrix(mat3 linear) {
    mat3 cofactors = mat3(
        cross(linear[1], linear[2]), cross(linear[2], linear[0]), cross(linear[0], linear[1]));
    return dot(linear[0], cofactors[0]) < 0.0 ? -cofactors : cofactors;
}

void main() {
    mat4 rows = a_weights.x * rows_of(a_joints.x)
              + a_weights.y * rows_of(a_joints.y)
              + a_weights.z * rows_of(a_joints.z)
              + a_weights.w * rows_of(a_joints.w);
    mat4 world_from_model = transpose(mat4(i_world_x, i_world_y, i_world_z, LAST_ROW));
    mat4 world_from_mesh = world_from_model * transpose(rows);

    vec4 position = world_from_mesh * vec4(a_position, 1.0);
    vec3 normal = normal_matrix(mat3(world_from_mesh)) * a_normal;
    float normal_length = length(normal);

    v_position = position.xyz;
    v_normal = normal_length > 0.0 ? normal / normal_length : vec3(0.0);
    v_texcoord = a_texcoord;
    v_tint = i_tint;
    gl_Position = u_clip_from_world * position;
}
