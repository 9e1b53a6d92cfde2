#version 330 core
// A corner of a flat scene, which the processor has placed.
uniform mat4 u_clip_from_world;

in vec2 a_position;
in vec2 a_texcoord;
in vec4 a_color;

out vec2 v_texcoord;
out vec4 v_color;

void main() {
    v_texcoord = a_texcoord;
    v_color = a_color;
    gl_Position = u_clip_from_world * vec4(a_position, 0.0, 1.0);
}
