#version 330 core
uniform mat4 u_clip_from_world;
in vec3 a_position; // in the world
out vec3 v_position;

void main() {
    v_position = a_position;
    gl_Position = u_clip_from_world * vec4(a_position, 1.0);
}
