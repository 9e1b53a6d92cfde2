#version 330 core
// The answer with every named mistake in it, each behind its switch: uniforms, so that one program serves all.
uniform bool FIRST_MATRIX;
uniform bool VERTEX_NUMBER;
uniform bool SECOND_NUMBER;
uniform bool SECOND_NUMBER_THIRD;
uniform bool SECOND_NUMBER_FOURTH;
uniform bool NEXT_JOINT;
uniform bool SEVERAL_JOINTS;
uniform bool SEVERAL_JOINTS_TWO;
uniform bool SEVERAL_JOINTS_SUM;
uniform bool RAW_BEYOND;
uniform bool ROWS_FOR_COLUMNS;
uniform bool NORMAL_LEFT_BEHIND;
uniform bool POSITION_LEFT_BEHIND;
uniform bool CLIP_LEFT_BEHIND;
uniform bool TURNED_ONLY;
uniform bool CAMERA_FIRST;

uniform mat4 u_clip_from_model;
uniform mat4 u_palette[96];
in vec3 a_position;
in vec3 a_normal;
in vec2 a_texcoord;
in uvec4 a_joints;
out vec3 v_position;
out vec3 v_normal;
out vec2 v_texcoord;

void main() {
    int joint = int(a_joints.x);
    if (FIRST_MATRIX) joint = 0;
    if (VERTEX_NUMBER) joint = gl_VertexID;
    if (SECOND_NUMBER) joint = int(a_joints.y);
    if (SECOND_NUMBER_THIRD) joint = int(a_joints.z);
    if (SECOND_NUMBER_FOURTH) joint = int(a_joints.w);
    if (NEXT_JOINT) joint = joint + 1;
    mat4 model_from_bind = u_palette[joint];
    mat4 first_two = u_palette[a_joints.x] + u_palette[a_joints.y];
    mat4 all_four = first_two + u_palette[a_joints.z] + u_palette[a_joints.w];
    if (SEVERAL_JOINTS) model_from_bind = 0.25 * all_four;
    if (SEVERAL_JOINTS_TWO) model_from_bind = 0.5 * first_two;
    if (SEVERAL_JOINTS_SUM) model_from_bind = all_four;
    if (RAW_BEYOND && joint >= 64) model_from_bind = mat4(1.0);
    if (ROWS_FOR_COLUMNS) model_from_bind = transpose(model_from_bind);
    v_normal = NORMAL_LEFT_BEHIND ? a_normal : mat3(model_from_bind) * a_normal;
    vec4 position = model_from_bind * vec4(a_position, TURNED_ONLY ? 0.0 : 1.0);
    v_position = POSITION_LEFT_BEHIND ? a_position : position.xyz;
    v_texcoord = a_texcoord;
    gl_Position = u_clip_from_model * (CLIP_LEFT_BEHIND ? vec4(a_position, 1.0) : position);
    if (CAMERA_FIRST) gl_Position = model_from_bind * u_clip_from_model * vec4(a_position, 1.0);
}
