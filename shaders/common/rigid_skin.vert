#version 330 core
// A rigid skin: each vertex follows one matrix of a palette, with all its weight.
uniform mat4 u_clip_from_model;
uniform mat4 u_palette[96]; // model_from_bind for each entry of the palette

in vec3 a_position; // model space, as modelled
in vec3 a_normal;
in vec2 a_texcoord;
in uvec4 a_joints;  // indices into the palette; only the first counts

out vec3 v_position; // model space
out vec3 v_normal;   // right for rotations and uniform scales
out vec2 v_texcoord;

void main() {
    mat4 model_from_bind = u_palette[a_joints.x];
    vec4 position = model_from_bind * vec4(a_position, 1.0);
    v_position = position.xyz;
    v_normal = mat3(model_from_bind) * a_normal;
    v_texcoord = a_texcoord;
    gl_Position = u_clip_from_model * position;
}
