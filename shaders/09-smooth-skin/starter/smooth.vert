#version 330 core
// Lesson 09: the vertex shader of a smooth skin. Each vertex follows up to four joints, by its weights.

uniform mat4 u_clip_from_model; // the camera: from the model's space to clip space
uniform mat4 u_palette[96];     // lesson 08's skinning matrices: from where a point was modelled to where the joint carries it
in vec3 a_position;             // in the model's space, where it was modelled
in vec3 a_normal;
in vec2 a_texcoord;
in uvec4 a_joints;              // the joint's index of each influence
// TODO 09.2: and how much it pulls: a_weights, four floats that sum to 1. Declare them here.

out vec3 v_position; // in the model's space, where it is now
out vec3 v_normal;
out vec2 v_texcoord;

void main() {
    // TODO 09.2: then blend the matrices of all four influences. This is lesson 08: the first alone.
    mat4 model_from_bind = u_palette[a_joints.x];
    v_position = (model_from_bind * vec4(a_position, 1.0)).xyz;
    v_normal = mat3(model_from_bind) * a_normal; // right as long as nothing is stretched: lesson 10
    v_texcoord = a_texcoord;
    gl_Position = u_clip_from_model * vec4(v_position, 1.0);
}
