#version 330 core
// One picture, as a strip of two triangles made from gl_VertexID alone.
uniform mat4 u_clip_from_picture;
uniform vec2 u_size; // of the picture, in its pixels

out vec2 v_place; // on the picture, 0 to 1, from the lower left corner

void main() {
    v_place = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    gl_Position = u_clip_from_picture * vec4(v_place * u_size, 0.0, 1.0);
}
