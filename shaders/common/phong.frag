#version 330 core
// Phong's model: light from all around, one lamp, its highlight. Linear light until the last line.
uniform vec3 u_eye;       // model space
uniform vec3 u_to_light;  // model space, unit length
uniform vec3 u_lamp;      // linear light
uniform vec3 u_ambient;   // linear light
uniform vec3 u_diffuse;   // linear light: the surface, times its texture
uniform vec3 u_specular;  // how much of the lamp it mirrors
uniform float u_shininess;
uniform sampler2D u_texture;

in vec3 v_position; // model space
in vec3 v_normal;   // of any length but zero
in vec2 v_texcoord;

out vec4 color;

// The sRGB transfer function, IEC 61966-2-1.
vec3 srgb_of(vec3 light) {
    vec3 l = clamp(light, 0.0, 1.0);
    return mix(12.92 * l, 1.055 * pow(l, vec3(1.0 / 2.4)) - 0.055, greaterThan(l, vec3(0.0031308)));
}

void main() {
    vec3 surface = u_diffuse * texture(u_texture, v_texcoord).rgb;
    vec3 normal = normalize(v_normal);
    vec3 to_eye = normalize(u_eye - v_position);

    float facing = max(dot(normal, u_to_light), 0.0);
    vec3 mirrored = reflect(-u_to_light, normal);
    float highlight = facing > 0.0 ? pow(max(dot(mirrored, to_eye), 0.0), u_shininess) : 0.0;

    vec3 light = surface * (u_ambient + u_lamp * facing) + u_specular * u_lamp * highlight;
    color = vec4(srgb_of(light), 1.0);
}
