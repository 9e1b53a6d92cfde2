#version 330 core
// The answer with every named mistake in it, each behind its switch.
uniform mat4 u_clip_from_model;
uniform mat4 u_model[96];
in vec3 a_position;

void main() {
    int joint = gl_VertexID;
#ifdef FIRST_MATRIX
    joint = gl_InstanceID;
#endif
#ifdef NEXT_JOINT
    joint = joint + 1;
#endif
#ifdef HALF_THE_NUMBER
    joint = joint / 2;
#endif
    vec4 point = vec4(a_position, 1.0);
#ifdef POSITION_IGNORED
    point = vec4(0.0, 0.0, 0.0, 1.0);
#endif
#ifdef W_ZERO
    point.w = 0.0;
#endif
    mat4 clip = u_clip_from_model;
#ifdef CAMERA_FORGOTTEN
    clip = mat4(1.0);
#endif
    mat4 model = u_model[joint];
#ifdef ROWS_FOR_COLUMNS
    model = transpose(model);
#endif
#ifdef TURN_FORGOTTEN
    model = mat4(vec4(1.0, 0.0, 0.0, 0.0), vec4(0.0, 1.0, 0.0, 0.0), vec4(0.0, 0.0, 1.0, 0.0), model[3]);
#endif
#ifdef MODEL_TIMES_CLIP
    gl_Position = model * clip * point;
#else
    gl_Position = clip * model * point;
#endif
#ifdef VECTOR_FIRST
    gl_Position = point * model * clip;
#endif
#ifdef DIVIDED
    gl_Position = gl_Position / gl_Position.w;
#endif
}
