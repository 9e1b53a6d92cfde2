#version 330 core
// The answer with every named mistake in it, each behind its switch.
uniform vec3 u_eye;
uniform vec3 u_to_light;
uniform vec3 u_lamp;
uniform vec3 u_ambient;
uniform vec3 u_diffuse;
uniform vec3 u_specular;
uniform float u_shininess;
uniform sampler2D u_texture;
in vec3 v_position;
in vec3 v_normal;
in vec2 v_texcoord;
out vec4 color;

vec3 srgb_of(vec3 light) {
    vec3 l = clamp(light, 0.0, 1.0);
    return mix(12.92 * l, 1.055 * pow(l, vec3(1.0 / 2.4)) - 0.055, greaterThan(l, vec3(0.0031308)));
}

void main() {
    vec3 surface = u_diffuse * texture(u_texture, v_texcoord).rgb;
#ifdef NOT_RENORMALISED
    vec3 normal = v_normal;
#else
    vec3 normal = normalize(v_normal);
#endif
#ifdef LIGHT_REVERSED
    vec3 to_light = -u_to_light;
#else
    vec3 to_light = u_to_light;
#endif
#if defined(EYE_AT_ORIGIN)
    vec3 to_eye = normalize(-v_position);
#elif defined(EYE_NOT_NORMALISED)
    vec3 to_eye = u_eye - v_position;
#else
    vec3 to_eye = normalize(u_eye - v_position);
#endif
    float facing = dot(normal, to_light);
    vec3 mirrored = reflect(-to_light, normal);
    float along = dot(mirrored, to_eye);
#ifdef HALF_VECTOR
    along = dot(normal, normalize(to_light + to_eye));
#endif
#ifdef UNREFLECTED
    along = dot(to_light, to_eye);
#endif
#ifdef WITHOUT_EYE
    along = dot(normal, to_light);
#endif
    float highlight = pow(max(along, 0.0), u_shininess);
#ifdef NO_HIGHLIGHT
    highlight = 0.0;
#endif
#ifndef SHINES_THROUGH
    if (facing <= 0.0) highlight = 0.0;
#endif
#ifndef NO_MAX
    facing = max(facing, 0.0);
#endif
    vec3 ambient = u_ambient;
#ifdef AMBIENT_FORGOTTEN
    ambient = vec3(0.0);
#endif
    vec3 mirror = u_specular * u_lamp;
#ifdef TINTED
    mirror *= surface;
#endif
    color = vec4(srgb_of(surface * (ambient + u_lamp * facing) + mirror * highlight), 1.0);
}
