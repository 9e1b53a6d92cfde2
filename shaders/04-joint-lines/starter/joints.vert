#version 330 core
// Lesson 04: the vertex shader of the joint lines. It runs once for every vertex, and vertex i belongs to joint i.

uniform mat4 u_clip_from_model; // the camera: from the model's space to clip space
uniform mat4 u_model[96];       // what 04.2 uploads: model_from_joint of every joint
in vec3 a_position;             // in the joint's own space: (0, 0, 0), for every vertex of this lesson

void main() {
    // TODO 04.1: from the joint's space to the model's, and on to clip space. gl_VertexID is this vertex's index.
    gl_Position = vec4(a_position, 1.0);
}
