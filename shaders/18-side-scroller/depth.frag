#version 330 core
// For the sun's shadow map: the depth alone. A figure has holes where it is less opaque than u_cutout.
#ifdef FIGURE
uniform sampler2D u_texture;
uniform float u_cutout;

in vec2 v_texcoord;
in vec4 v_color;

void main() {
    if (texture(u_texture, v_texcoord).a * v_color.a < u_cutout) discard;
}
#else
void main() {}
#endif
