#version 330 core
// The level's pieces, all of them in one list: they are in world space already.
uniform mat4 u_clip_from_world;

in vec3 a_position;
in vec3 a_normal;
in vec2 a_texcoord; // metres
in float a_material;

out vec3 v_position;
out vec3 v_normal;
out vec2 v_texcoord;
flat out float v_material;

void main() {
    v_position = a_position;
    v_normal = a_normal;
    v_texcoord = a_texcoord;
    v_material = a_material;
    gl_Position = u_clip_from_world * vec4(a_position, 1.0);
    // Where two faces lie in one plane, the same one is always seen: turf, then stone, wood, bricks.
    float order = a_material == 3.0 ? 3.0 : a_material == 0.0 ? 2.0 : a_material == 2.0 ? 1.5 : a_material == 1.0 ? 1.0 : 0.0;
    gl_Position.z -= 1e-4 * order * gl_Position.w;
}
