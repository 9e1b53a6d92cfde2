#version 330 core
// A flat scene without light: a picture, its shape in one colour, or a colour alone.
uniform sampler2D u_picture; // sRGB-encoded, opacity multiplied into the colours

in vec2 v_texcoord; // below 0 where there is no picture
in vec4 v_color;    // with its opacity, which is below 0 where the picture has the colours

out vec4 color;

void main() {
    vec4 picture = texture(u_picture, v_texcoord);
    if (v_texcoord.x < 0.0) picture = vec4(1.0);
    color = v_color.a < 0.0 ? picture : vec4(v_color.rgb, 1.0) * v_color.a * picture.a;
}
