#version 330 core
// Lesson 08: the vertex shader of a rigid skin. It runs once for every vertex, and each vertex follows one joint.

uniform mat4 u_clip_from_model; // the camera: from the model's space to clip space
uniform mat4 u_palette[96];     // what 08.2 gives: for every joint, from where a point was modelled to where it is now
in vec3 a_position;             // in the model's space, where it was modelled
in vec3 a_normal;
in vec2 a_texcoord;
// TODO 08.3: a vertex carries one thing more, a_joints: four unsigned integers. Declare it here.

out vec3 v_position; // in the model's space, where it is now
out vec3 v_normal;
out vec2 v_texcoord;

void main() {
    // TODO 08.3: then fetch the matrix of the joint that this vertex follows, the first of the four.
    mat4 model_from_bind = mat4(1.0);
    vec4 position = model_from_bind * vec4(a_position, 1.0);
    v_position = position.xyz;
    v_normal = mat3(model_from_bind) * a_normal; // right as long as nothing is stretched: lesson 10
    v_texcoord = a_texcoord;
    gl_Position = u_clip_from_model * position;
}
