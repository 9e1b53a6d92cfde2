#version 330 core
// The answer with every named mistake in it, each behind its switch: uniforms, so that one program serves all but one.
uniform bool FIRST_MATRIX;
uniform bool VERTEX_NUMBER;
uniform bool SECOND_NUMBER;
uniform bool NEXT_JOINT;
uniform bool RAW_BEYOND;
uniform bool ROWS_FOR_COLUMNS;
uniform bool NORMAL_LEFT_BEHIND;

uniform mat4 u_clip_from_model;
uniform mat4 u_palette[96];
in vec3 a_position;
in vec3 a_normal;
#ifdef READ_AS_FLOATS
in vec4 a_joints;
#else
in uvec4 a_joints;
#endif
out vec3 v_normal;

void main() {
    int joint = int(a_joints.x);
    if (FIRST_MATRIX) joint = 0;
    if (VERTEX_NUMBER) joint = gl_VertexID;
    if (SECOND_NUMBER) joint = int(a_joints.y);
    if (NEXT_JOINT) joint = joint + 1;
    mat4 model_from_bind = u_palette[joint];
    if (RAW_BEYOND && joint >= 64) model_from_bind = mat4(1.0);
    if (ROWS_FOR_COLUMNS) model_from_bind = transpose(model_from_bind);
    v_normal = NORMAL_LEFT_BEHIND ? a_normal : mat3(model_from_bind) * a_normal;
    gl_Position = u_clip_from_model * model_from_bind * vec4(a_position, 1.0);
}
