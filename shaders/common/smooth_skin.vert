#version 330 core
// A smooth skin: each vertex follows up to four matrices of a palette, blended by its weights.
uniform mat4 u_clip_from_model;
uniform mat4 u_palette[96]; // model_from_bind for each entry of the palette

in vec3 a_position; // model space, as modelled
in vec3 a_normal;
in vec2 a_texcoord;
in uvec4 a_joints;  // indices into the palette
in vec4 a_weights;  // sum 1

out vec3 v_position; // model space
out vec3 v_normal;   // right for rotations and uniform scales
out vec2 v_texcoord;

void main() {
    mat4 model_from_bind = a_weights.x * u_palette[a_joints.x]
                         + a_weights.y * u_palette[a_joints.y]
                         + a_weights.z * u_palette[a_joints.z]
                         + a_weights.w * u_palette[a_joints.w];
    v_position = (model_from_bind * vec4(a_position, 1.0)).xyz;
    v_normal = mat3(model_from_bind) * a_normal;
    v_texcoord = a_texcoord;
    gl_Position = u_clip_from_model * vec4(v_position, 1.0);
}
