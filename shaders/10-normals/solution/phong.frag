#version 330 core
// Lesson 10: the fragment shader. It runs once for every pixel of a figure, and says how much light comes from there.
// All points and directions are in the model's space.

uniform vec3 u_eye;       // where the viewer is
uniform vec3 u_to_light;  // the direction to the lamp, of length 1
uniform vec3 u_lamp;      // the lamp's light: red, green, blue
uniform vec3 u_ambient;   // the light from all around
uniform vec3 u_diffuse;   // the surface's colour, multiplied by its texture
uniform vec3 u_specular;  // how much of the lamp it mirrors
uniform float u_shininess; // the exponent: how small the highlight is
uniform sampler2D u_texture;

in vec3 v_position; // of this pixel: interpolated from what lit.vert gave to the three corners of its triangle
in vec3 v_normal;   // interpolated too, so its length is not 1
in vec2 v_texcoord;

out vec4 color;

// From linear light to sRGB, as in lesson 00.
vec3 srgb_of(vec3 light) {
    vec3 l = clamp(light, 0.0, 1.0);
    return mix(12.92 * l, 1.055 * pow(l, vec3(1.0 / 2.4)) - 0.055, greaterThan(l, vec3(0.0031308)));
}

void main() {
    vec3 surface = u_diffuse * texture(u_texture, v_texcoord).rgb;
    // BEGIN 10.1
    vec3 normal = normalize(v_normal);
    vec3 to_eye = normalize(u_eye - v_position);
    float facing = max(dot(normal, u_to_light), 0.0);
    vec3 mirrored = reflect(-u_to_light, normal);
    float highlight = 0.0;
    if (facing > 0.0) highlight = pow(max(dot(mirrored, to_eye), 0.0), u_shininess);
    vec3 light = surface * (u_ambient + u_lamp * facing) + u_specular * u_lamp * highlight;
    // STUB // TODO 10.1: the three terms of Phong. This is the surface without any light on it.
    // STUB vec3 light = surface;
    // END 10.1
    color = vec4(srgb_of(light), 1.0);
}
