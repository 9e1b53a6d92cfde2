#version 330 core
// Figures of one model: each instance is skinned by a palette of its own, and all palettes lie in one texture.
uniform mat4 u_clip_from_world;
uniform sampler2D u_palettes; // a list of texels, row by row: (instance * u_joints + joint) * 3 + row
uniform int u_joints;         // entries in a palette
uniform bool u_show_heat;     // a weight is passed on in place of the colour
uniform int u_heat_place;     // the palette entry whose weight that is; -1: none

in vec3 a_position; // mesh space
in vec3 a_normal;
in vec2 a_texcoord;
in uvec4 a_joints;  // indices into the palette
in vec4 a_weights;  // sum 1
in vec4 a_color;    // linear light, and opacity

in vec4 i_world_x;  // rows of world_from_model, one matrix an instance
in vec4 i_world_y;
in vec4 i_world_z;
in vec3 i_tint;
in int i_instance;  // its palette's number

out vec3 v_position; // world space
out vec3 v_normal;   // world space, unit length
out vec2 v_texcoord;
out vec4 v_color;

const vec4 LAST_ROW = vec4(0.0, 0.0, 0.0, 1.0);

// The place of a joint's first texel. Rows hold a whole number of entries: the others are to its right.
ivec2 entry(uint joint) {
    int first = (i_instance * u_joints + int(joint)) * 3;
    int width = textureSize(u_palettes, 0).x;
    return ivec2(first % width, first / width);
}

#ifdef DUAL
vec3 rotated(vec4 q, vec3 v) {
    return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

// model_from_mesh by dual quaternions: a blend of rigid motions, after a blend of their even scales. Uneven scale and
// shear of a joint are lost. An entry is the real part, the dual part, and in x the scale.
// Source: Kavan et al., "Geometric skinning with approximate dual quaternion blending", 2008.
mat4 model_from_mesh() {
    int heaviest = 0;
    for (int i = 1; i < 4; i++) {
        if (a_weights[i] > a_weights[heaviest]) heaviest = i;
    }
    vec4 pivot = texelFetch(u_palettes, entry(a_joints[heaviest]), 0);
    vec4 real = vec4(0.0), dual = vec4(0.0);
    float scale = 0.0;
    for (int i = 0; i < 4; i++) {
        ivec2 at = entry(a_joints[i]);
        vec4 part = texelFetch(u_palettes, at, 0);
        float weight = dot(pivot, part) < 0.0 ? -a_weights[i] : a_weights[i];
        real += weight * part;
        dual += weight * texelFetch(u_palettes, at + ivec2(1, 0), 0);
        scale += a_weights[i] * texelFetch(u_palettes, at + ivec2(2, 0), 0).x;
    }
    float size = length(real);
    if (size == 0.0) return mat4(1.0); // no weight: as modelled
    real /= size;
    dual /= size;
    scale /= a_weights.x + a_weights.y + a_weights.z + a_weights.w;
    vec3 translation = 2.0 * (real.w * dual.xyz - dual.w * real.xyz + cross(real.xyz, dual.xyz));
    return mat4(vec4(scale * rotated(real, vec3(1.0, 0.0, 0.0)), 0.0),
                vec4(scale * rotated(real, vec3(0.0, 1.0, 0.0)), 0.0),
                vec4(scale * rotated(real, vec3(0.0, 0.0, 1.0)), 0.0), vec4(translation, 1.0));
}
#else
// model_from_mesh as a weighted sum of matrices in three rows.
mat4 model_from_mesh() {
    vec4 x = vec4(0.0), y = vec4(0.0), z = vec4(0.0);
    for (int i = 0; i < 4; i++) {
        ivec2 at = entry(a_joints[i]);
        x += a_weights[i] * texelFetch(u_palettes, at, 0);
        y += a_weights[i] * texelFetch(u_palettes, at + ivec2(1, 0), 0);
        z += a_weights[i] * texelFetch(u_palettes, at + ivec2(2, 0), 0);
    }
    // GLSL fills a matrix column by column, so these rows are its transpose.
    return transpose(mat4(x, y, z, LAST_ROW));
}
#endif

// Turns normals where `linear` turns positions: its cofactors, which are its inverse transpose up to
// a factor, but exist for flattened matrices too. The sign keeps outside outside in a mirror.
mat3 normal_matrix(mat3 linear) {
    mat3 cofactors = mat3(
        cross(linear[1], linear[2]), cross(linear[2], linear[0]), cross(linear[0], linear[1]));
    return dot(linear[0], cofactors[0]) < 0.0 ? -cofactors : cofactors;
}

void main() {
    mat4 world_from_model = transpose(mat4(i_world_x, i_world_y, i_world_z, LAST_ROW));
    mat4 world_from_mesh = world_from_model * model_from_mesh();
    vec4 position = world_from_mesh * vec4(a_position, 1.0);
    vec3 normal = normal_matrix(mat3(world_from_mesh)) * a_normal;
    float size = length(normal);

    v_position = position.xyz;
    v_normal = size > 0.0 ? normal / size : vec3(0.0);
    v_texcoord = a_texcoord;
    float heat = dot(a_weights, vec4(equal(ivec4(a_joints), ivec4(u_heat_place))));
    v_color = vec4(u_show_heat ? vec3(heat) : a_color.rgb * i_tint, a_color.a);
    gl_Position = u_clip_from_world * position;
}
