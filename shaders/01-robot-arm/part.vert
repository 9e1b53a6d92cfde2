#version 330 core
// Given: a rigid part. Its matrix is made of your answers.
uniform mat4 u_world_from_part;
uniform mat4 u_clip_from_world; // the camera

in vec3 a_position; // in the part's own space, metres
in vec3 a_normal;

out vec3 v_position; // world space
out vec3 v_normal;

void main() {
    vec4 position = u_world_from_part * vec4(a_position, 1.0);
    v_position = position.xyz;
    v_normal = mat3(u_world_from_part) * a_normal; // a direction is only turned
    gl_Position = u_clip_from_world * position;
}
