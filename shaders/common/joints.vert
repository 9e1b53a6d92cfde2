#version 330 core
// Joint lines: vertex i lies in the space of joint i.
uniform mat4 u_clip_from_model;
uniform mat4 u_model[96]; // model_from_joint
in vec3 a_position;       // in the joint's own space, metres

void main() {
    gl_Position = u_clip_from_model * u_model[gl_VertexID] * vec4(a_position, 1.0);
}
