#version 330 core
// As skinned.vert, with a palette of three rows for each matrix,
// since the fourth is always 0 0 0 1. It is uploaded as one uniform block, not matrix by matrix.
uniform mat4 u_clip_from_world;
uniform mat4 u_world_from_model;
uniform int u_heat_place;     // the palette entry whose weight is passed on; -1: none
layout(std140) uniform Palette {
    vec4 u_rows[3 * 341]; // model_from_mesh: rows 3 i, 3 i + 1 and 3 i + 2 are entry i's
};

in vec3 a_position; // mesh space
in vec3 a_normal;
in vec2 a_texcoord;
in uvec4 a_joints;  // indices into the palette
in vec4 a_weights;  // sum 1

out vec3 v_position; // world space
out vec3 v_normal;   // world space, unit length
out vec2 v_texcoord;
out float v_heat;

// Turns normals where `linear` turns positions: its cofactors, which are its inverse transpose up to
// a factor, but exist for flattened matrices too. The sign keeps outside outside in a mirror.
mat3 normal_matrix(mat3 linear) {
    mat3 cofactors = mat3(
        cross(linear[1], linear[2]), cross(linear[2], linear[0]), cross(linear[0], linear[1]));
    return dot(linear[0], cofactors[0]) < 0.0 ? -cofactors : cofactors;
}

// One row of the blended matrix: 0 for x, 1 for y, 2 for z.
vec4 blended_row(int row) {
    ivec4 at = 3 * ivec4(a_joints) + row;
    return a_weights.x * u_rows[at.x] + a_weights.y * u_rows[at.y]
         + a_weights.z * u_rows[at.z] + a_weights.w * u_rows[at.w];
}

void main() {
    // GLSL fills a matrix column by column, so these rows are its transpose.
    mat4 rows = mat4(blended_row(0), blended_row(1), blended_row(2), vec4(0.0, 0.0, 0.0, 1.0));
    mat4 world_from_mesh = u_world_from_model * transpose(rows);

    vec4 position = world_from_mesh * vec4(a_position, 1.0);
    vec3 normal = normal_matrix(mat3(world_from_mesh)) * a_normal;
    float size = length(normal);

    v_position = position.xyz;
    v_normal = size > 0.0 ? normal / size : vec3(0.0);
    v_texcoord = a_texcoord;
    v_heat = dot(a_weights, vec4(equal(ivec4(a_joints), ivec4(u_heat_place))));
    gl_Position = u_clip_from_world * position;
}
