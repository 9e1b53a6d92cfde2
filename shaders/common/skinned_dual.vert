#version 330 core
// Dual quaternion skinning: each vertex is moved by a blend of four rigid motions, after a blend of their
// even scales. Uneven scale and shear of a joint are lost.
// Source: Kavan et al., "Geometric skinning with approximate dual quaternion blending", 2008.
uniform mat4 u_clip_from_world;
uniform mat4 u_world_from_model;
uniform int u_heat_place; // the palette entry whose weight is passed on; -1: none
layout(std140) uniform DualPalette {
    vec4 u_dual[3 * 341]; // model_from_mesh of entry i: real part 3 i, dual part 3 i + 1, and in 3 i + 2 x is the scale
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

// The first of the influences with the greatest weight.
int heaviest() {
    int best = 0;
    for (int i = 1; i < 4; i++) {
        if (a_weights[i] > a_weights[best]) best = i;
    }
    return best;
}

vec3 rotated(vec4 q, vec3 v) {
    return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

void main() {
    vec4 pivot = u_dual[3 * int(a_joints[heaviest()])];
    vec4 real = vec4(0.0);
    vec4 dual = vec4(0.0);
    float scale = 0.0;
    for (int i = 0; i < 4; i++) {
        int entry = 3 * int(a_joints[i]);
        vec4 part = u_dual[entry];
        float weight = dot(pivot, part) < 0.0 ? -a_weights[i] : a_weights[i];
        real += weight * part;
        dual += weight * u_dual[entry + 1];
        scale += a_weights[i] * u_dual[entry + 2].x;
    }
    float size = length(real);
    if (size > 0.0) {
        real /= size;
        dual /= size;
        scale /= a_weights.x + a_weights.y + a_weights.z + a_weights.w;
    } else {
        real = vec4(0.0, 0.0, 0.0, 1.0); // no weight: as modelled
        scale = 1.0;
    }

    vec3 translation = 2.0 * (real.w * dual.xyz - dual.w * real.xyz + cross(real.xyz, dual.xyz));
    vec3 in_model = rotated(real, scale * a_position) + translation;
    vec4 position = u_world_from_model * vec4(in_model, 1.0);
    vec3 turned = rotated(real, scale < 0.0 ? -a_normal : a_normal);
    vec3 normal = normal_matrix(mat3(u_world_from_model)) * turned;
    float normal_size = length(normal);

    v_position = position.xyz;
    v_normal = normal_size > 0.0 ? normal / normal_size : vec3(0.0);
    v_texcoord = a_texcoord;
    v_heat = dot(a_weights, vec4(equal(ivec4(a_joints), ivec4(u_heat_place))));
    gl_Position = u_clip_from_world * position;
}
