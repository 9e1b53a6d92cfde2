#version 330 core
// The answer with every named mistake in it, each behind its switch: uniforms, so that one program serves all.
uniform bool NOT_RENORMALISED;
uniform bool LIGHT_REVERSED;
uniform bool EYE_AT_ORIGIN;
uniform bool EYE_NOT_NORMALISED;
uniform bool EYE_FOR_DIRECTION;
uniform bool SRGB_TWICE;
uniform bool TURNED_AWAY;
uniform bool HALF_VECTOR;
uniform bool UNREFLECTED;
uniform bool WITHOUT_EYE;
uniform bool NO_HIGHLIGHT;
uniform bool SHINES_THROUGH;
uniform bool NO_MAX;
uniform bool AMBIENT_FORGOTTEN;
uniform bool DIMMED;
uniform bool LAMP_FORGOTTEN;
uniform bool TINTED;
uniform bool TIMES_FOR_POWER;
uniform bool POWER_OF_NEGATIVE;
uniform bool OVERWRITTEN;
uniform bool LAMP_NOT_DIFFUSED;
uniform bool AMBIENT_UNPAINTED;

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
    vec3 normal = NOT_RENORMALISED ? v_normal : normalize(v_normal);
    vec3 to_light = LIGHT_REVERSED ? -u_to_light : u_to_light;
    vec3 to_eye = EYE_AT_ORIGIN ? -v_position : u_eye - v_position;
    if (EYE_FOR_DIRECTION) to_eye = u_eye;
    if (!EYE_NOT_NORMALISED) to_eye = normalize(to_eye);

    float facing = dot(normal, to_light);
    float along = dot(reflect(-to_light, normal), to_eye);
    if (TURNED_AWAY) along = -along;
    if (HALF_VECTOR) along = dot(normal, normalize(to_light + to_eye));
    if (UNREFLECTED) along = dot(to_light, to_eye);
    if (WITHOUT_EYE) along = facing;
    float base = POWER_OF_NEGATIVE ? along : max(along, 0.0);
    float highlight = TIMES_FOR_POWER ? base * u_shininess : pow(base, u_shininess);
    if (NO_HIGHLIGHT) highlight = 0.0;
    if (!SHINES_THROUGH && facing <= 0.0) highlight = 0.0;
    bool overwritten = OVERWRITTEN && facing > 0.0;
    if (!NO_MAX) facing = max(facing, 0.0);

    vec3 ambient = AMBIENT_FORGOTTEN ? vec3(0.0) : u_ambient;
    vec3 mirror = LAMP_FORGOTTEN ? u_specular : u_specular * u_lamp;
    if (DIMMED) mirror *= facing;
    if (TINTED) mirror *= surface;
    vec3 diffuse = surface * (LAMP_NOT_DIFFUSED ? vec3(facing) : u_lamp * facing);
    vec3 thrown_back = (AMBIENT_UNPAINTED ? ambient : surface * ambient) + diffuse;
    if (overwritten) thrown_back = vec3(0.0);
    vec3 light = thrown_back + mirror * highlight;
    if (SRGB_TWICE) light = srgb_of(light);
    color = vec4(srgb_of(light), 1.0);
}
