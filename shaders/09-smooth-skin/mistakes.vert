#version 330 core
// The answer with every named mistake in it, each behind its switch.
uniform mat4 u_clip_from_model;
uniform mat4 u_palette[96];
in vec3 a_position;
in uvec4 a_joints;
in vec4 a_weights;

mat4 skinning(int slot) {
#if defined(SLOT_FOR_JOINT)
    int joint = slot;
#elif defined(NEXT_JOINT)
    int joint = int(a_joints[slot]) + 1;
#else
    int joint = int(a_joints[slot]);
#endif
    return u_palette[joint];
}

float weight(int slot) {
#if defined(EQUAL_WEIGHTS)
    return 0.25;
#elif defined(NO_WEIGHTS)
    return 1.0;
#elif defined(WEIGHT_BY_JOINT)
    return a_weights[a_joints[slot]];
#else
    return a_weights[slot];
#endif
}

void main() {
#ifdef SLOT_DROPPED
    const int SLOTS = 3;
#else
    const int SLOTS = 4;
#endif
    mat4 model_from_bind = mat4(0.0);
    for (int slot = 0; slot < SLOTS; slot++) model_from_bind += weight(slot) * skinning(slot);
#ifdef RAW_BEYOND
    if (a_joints.x >= 64u) model_from_bind = mat4(1.0);
#endif
#ifdef ROWS_FOR_COLUMNS
    model_from_bind = transpose(model_from_bind);
#endif
#ifdef TURNED_ONLY
    vec3 position = mat3(model_from_bind) * a_position;
#else
    vec3 position = (model_from_bind * vec4(a_position, 1.0)).xyz;
#endif
    gl_Position = u_clip_from_model * vec4(position, 1.0);
}
