#version 330 core
// A crowd that plays baked clips: each instance mixes two frames of skinning transforms out of one texture.
// A transform is a rotation, a translation and an even scale. Uneven scale and shear of a joint are lost.
uniform mat4 u_clip_from_world;
uniform sampler2D u_frames; // a list of texels, row by row: (frame * u_joints + joint) * 2 + part
uniform int u_joints;       // transforms in a frame

in vec3 a_position; // mesh space
in vec3 a_normal;
in vec2 a_texcoord;
in uvec4 a_joints;  // indices into a frame
in vec4 a_weights;  // sum 1

in vec4 i_world_x;  // rows of world_from_model, one matrix an instance
in vec4 i_world_y;
in vec4 i_world_z;
in vec3 i_tint;
in ivec2 i_frames;  // the frames before and after this moment, counted over all clips
in float i_alpha;   // the way from the first to the second, 0 to 1

out vec3 v_position; // world space
out vec3 v_normal;   // world space, unit length
out vec2 v_texcoord;
out vec3 v_tint;

const vec4 LAST_ROW = vec4(0.0, 0.0, 0.0, 1.0);

vec4 texel(int index) {
    int width = textureSize(u_frames, 0).x;
    return texelFetch(u_frames, ivec2(index % width, index / width), 0);
}

// Adds the rows of a joint's model_from_mesh between the two frames, times its weight. Rows and not a matrix: with
// matrices the same took 2.4 times as long on an NVIDIA H100.
void add(inout vec4 x, inout vec4 y, inout vec4 z, float weight, uint joint) {
    ivec2 first = (i_frames * u_joints + int(joint)) * 2;
    vec4 before = texel(first.x);
    vec4 after = texel(first.y);
    // A quaternion and its negative are the same rotation: take the one on this side, the short way.
    if (dot(before, after) < 0.0) after = -after;
    vec4 q = normalize(mix(before, after, i_alpha));
    vec4 shift = mix(texel(first.x + 1), texel(first.y + 1), i_alpha); // even scale in w
    vec3 xx = q.xyz * q.x * 2.0;
    vec3 yy = q.xyz * q.y * 2.0;
    vec3 zz = q.xyz * q.z * 2.0;
    vec3 ww = q.xyz * q.w * 2.0;
    x += weight * vec4(shift.w * vec3(1.0 - yy.y - zz.z, xx.y - ww.z, xx.z + ww.y), shift.x);
    y += weight * vec4(shift.w * vec3(xx.y + ww.z, 1.0 - xx.x - zz.z, yy.z - ww.x), shift.y);
    z += weight * vec4(shift.w * vec3(xx.z - ww.y, yy.z + ww.x, 1.0 - xx.x - yy.y), shift.z);
}

// Turns normals where `linear` turns positions: its cofactors, which are its inverse transpose up to
// a factor, but exist for flattened matrices too. The sign keeps outside outside in a mirror.
mat3 normal_matrix(mat3 linear) {
    mat3 cofactors = mat3(
        cross(linear[1], linear[2]), cross(linear[2], linear[0]), cross(linear[0], linear[1]));
    return dot(linear[0], cofactors[0]) < 0.0 ? -cofactors : cofactors;
}

void main() {
    vec4 x = vec4(0.0), y = vec4(0.0), z = vec4(0.0);
    add(x, y, z, a_weights.x, a_joints.x);
    add(x, y, z, a_weights.y, a_joints.y);
    add(x, y, z, a_weights.z, a_joints.z);
    add(x, y, z, a_weights.w, a_joints.w);
    mat4 model_from_mesh = transpose(mat4(x, y, z, LAST_ROW));
    mat4 world_from_model = transpose(mat4(i_world_x, i_world_y, i_world_z, LAST_ROW));
    mat4 world_from_mesh = world_from_model * model_from_mesh;

    vec4 position = world_from_mesh * vec4(a_position, 1.0);
    vec3 normal = normal_matrix(mat3(world_from_mesh)) * a_normal;
    float normal_length = length(normal);

    v_position = position.xyz;
    v_normal = normal_length > 0.0 ? normal / normal_length : vec3(0.0);
    v_texcoord = a_texcoord;
    v_tint = i_tint;
    gl_Position = u_clip_from_world * position;
}
