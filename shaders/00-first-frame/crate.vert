#version 330 core
// Given: takes a corner of the crate through all the spaces between the crate and the picture.
uniform mat4 u_world_from_crate;  // where the crate stands, and how it is turned
uniform mat4 u_camera_from_world; // where the camera stands: at its own origin, looking along -z
uniform mat4 u_clip_from_camera;  // the projection, which is 00.2

in vec3 a_position; // in the crate's own space, metres
in vec3 a_normal;   // unit length, away from the crate
in vec2 a_texcoord; // (0, 0) is a side's lower left corner, (1, 1) its upper right

out vec3 v_normal;  // world space
out vec2 v_texcoord;

void main() {
    v_normal = mat3(u_world_from_crate) * a_normal; // turned with the crate; a direction has no position
    v_texcoord = a_texcoord;
    gl_Position = u_clip_from_camera * u_camera_from_world * u_world_from_crate * vec4(a_position, 1.0);
}
