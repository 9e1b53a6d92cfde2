#version 330 core
// One triangle that covers the whole picture, made from gl_VertexID alone.
out float v_height; // 0 at the bottom of the picture, 1 at its top

void main() {
    vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    v_height = 0.5 + 0.5 * corner.y;
    gl_Position = vec4(corner, 0.0, 1.0);
}
