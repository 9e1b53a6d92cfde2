#version 330 core
// Lesson 09: the vertex shader of a smooth skin. Each vertex follows up to four joints, by its weights.

uniform mat4 u_clip_from_model; // the camera: from the model's space to clip space
uniform mat4 u_palette[96];     // lesson 08's skinning matrices: from where a point was modelled to where the joint carries it
in vec3 a_position;             // in the model's space, where it was modelled
in vec3 a_normal;
in vec2 a_texcoord;
in uvec4 a_joints;              // the joint's index of each influence
// BEGIN 09.2
in vec4 a_weights;              // how much it pulls; they sum to 1
// STUB // TODO 09.2: and how much it pulls: a_weights, four floats that sum to 1. Declare them here.
// END 09.2

out vec3 v_position; // in the model's space, where it is now
out vec3 v_normal;
out vec2 v_texcoord;

void main() {
    // BEGIN 09.2
    mat4 model_from_bind = a_weights.x * u_palette[a_joints.x]
                         + a_weights.y * u_palette[a_joints.y]
                         + a_weights.z * u_palette[a_joints.z]
                         + a_weights.w * u_palette[a_joints.w];
    // STUB // TODO 09.2: then blend the matrices of all four influences. This is lesson 08: the first alone.
    // STUB mat4 model_from_bind = u_palette[a_joints.x];
    // END 09.2
    v_position = (model_from_bind * vec4(a_position, 1.0)).xyz;
    v_normal = mat3(model_from_bind) * a_normal; // right as long as nothing is stretched: lesson 10
    v_texcoord = a_texcoord;
    gl_Position = u_clip_from_model * vec4(v_position, 1.0);
}
