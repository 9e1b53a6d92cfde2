#version 330 core
// The answer with every named mistake in it, each behind its switch.
uniform mat4 u_clip_from_model;
uniform mat4 u_palette[96];
in vec3 a_position;
#ifdef READ_AS_FLOATS
in vec4 a_joints;
#else
in uvec4 a_joints;
#endif

void main() {
    int joint = int(a_joints.x);
#ifdef FIRST_MATRIX
    joint = gl_InstanceID;
#endif
#ifdef VERTEX_NUMBER
    joint = gl_VertexID;
#endif
#ifdef SECOND_NUMBER
    joint = int(a_joints.y);
#endif
#ifdef NEXT_JOINT
    joint = joint + 1;
#endif
    mat4 model_from_bind = u_palette[joint];
#ifdef RAW_BEYOND
    if (joint >= 64) model_from_bind = mat4(1.0);
#endif
#ifdef ROWS_FOR_COLUMNS
    model_from_bind = transpose(model_from_bind);
#endif
    gl_Position = u_clip_from_model * model_from_bind * vec4(a_position, 1.0);
}
