#version 330 core
// A skin moved by dual quaternions: each vertex follows a blend of four rigid motions of a palette.
// Source: Kavan et al., "Geometric skinning with approximate dual quaternion blending", 2008.
uniform mat4 u_clip_from_model;
uniform vec4 u_real[96]; // model_from_bind for each entry of the palette: unit quaternions, x y z w ...
uniform vec4 u_dual[96]; // ... and half of the translation times the real part

in vec3 a_position; // model space, as modelled
in vec3 a_normal;
in vec2 a_texcoord;
in uvec4 a_joints;  // indices into the palette, the strongest first
in vec4 a_weights;  // sum 1

out vec3 v_position; // model space
out vec3 v_normal;   // model space, unit length
out vec2 v_texcoord;

vec3 rotated(vec4 q, vec3 v) {
    return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

void main() {
    vec4 real = vec4(0.0);
    vec4 dual = vec4(0.0);
    for (int i = 0; i < 4; i++) {
        int joint = int(a_joints[i]);
        // A quaternion and its negative are the same rotation: take the one on the first one's side.
        bool is_far = dot(u_real[a_joints.x], u_real[joint]) < 0.0;
        float weight = is_far ? -a_weights[i] : a_weights[i];
        real += weight * u_real[joint];
        dual += weight * u_dual[joint];
    }
    float size = length(real);
    real /= size;
    dual /= size;

    vec3 translation = 2.0 * (real.w * dual.xyz - dual.w * real.xyz + cross(real.xyz, dual.xyz));
    v_position = rotated(real, a_position) + translation;
    v_normal = rotated(real, a_normal);
    v_texcoord = a_texcoord;
    gl_Position = u_clip_from_model * vec4(v_position, 1.0);
}
