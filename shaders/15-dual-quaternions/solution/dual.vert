#version 330 core
// Lesson 15: the vertex shader of a skin that is moved by dual quaternions. Each vertex follows up to four joints.

uniform mat4 u_clip_from_model; // the camera: from the model's space to clip space
uniform vec4 u_real[96];        // of every joint's dual quaternion the real part, as x, y, z, w ...
uniform vec4 u_dual[96];        // ... and the dual part: from where a point was modelled to where the joint has carried it
in vec3 a_position;             // in the model's space, where it was modelled
in vec3 a_normal;               // of length 1, as it was modelled
in vec2 a_texcoord;
in uvec4 a_joints;              // the joints that this vertex follows, the one that pulls most first
in vec4 a_weights;              // and how much, the first number for the first joint; sum 1

out vec3 v_position; // in the model's space, where it is now
out vec3 v_normal;   // of length 1, in the model's space, as it is now
out vec2 v_texcoord;

// Given: the product of two quaternions, in glam's order. GLSL's own `*` would multiply x by x, y by y, ...
vec4 product(vec4 a, vec4 b) {
    return vec4(a.w * b.xyz + b.w * a.xyz + cross(a.xyz, b.xyz), a.w * b.w - dot(a.xyz, b.xyz));
}

// Given: the rotation back.
vec4 conjugate(vec4 q) {
    return vec4(-q.xyz, q.w);
}

void main() {
    // BEGIN 15.4
    vec4 first = u_real[a_joints[0]];
    vec4 real = vec4(0.0);
    vec4 dual = vec4(0.0);
    for (int i = 0; i < 4; i++) {
        vec4 joint = u_real[a_joints[i]];
        float weight = dot(first, joint) < 0.0 ? -a_weights[i] : a_weights[i];
        real += weight * joint;
        dual += weight * u_dual[a_joints[i]];
    }
    float size = length(real);
    real /= size;
    dual /= size;

    vec3 rotated = product(product(real, vec4(a_position, 0.0)), conjugate(real)).xyz;
    vec3 translation = 2.0 * product(dual, conjugate(real)).xyz;
    v_position = rotated + translation;
    v_normal = product(product(real, vec4(a_normal, 0.0)), conjugate(real)).xyz;
    // STUB // TODO 15.4: blend the four dual quaternions as in 15.3; then rotate the point, translate it, and rotate
    // STUB // the normal. This leaves both as they were modelled.
    // STUB v_position = a_position;
    // STUB v_normal = a_normal;
    // END 15.4
    v_texcoord = a_texcoord;
    gl_Position = u_clip_from_model * vec4(v_position, 1.0);
}
