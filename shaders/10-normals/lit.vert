#version 330 core
// Lesson 10: lesson 09's vertex shader, with normals that are right wherever the skin goes.

uniform mat4 u_clip_from_model; // the camera: from the model's space to clip space
uniform mat4 u_palette[96];     // for every joint, from where a point was modelled to where the joint has carried it
in vec3 a_position;             // in the model's space, where it was modelled
in vec3 a_normal;               // of length 1, as it was modelled
in vec2 a_texcoord;
in uvec4 a_joints;              // the joints that this vertex follows
in vec4 a_weights;              // and how much, the first number for the first joint; sum 1

out vec3 v_position; // in the model's space, where it is now
out vec3 v_normal;   // of length 1, in the model's space, as it is now
out vec2 v_texcoord;

void main() {
    mat4 model_from_bind = a_weights.x * u_palette[a_joints.x]
                         + a_weights.y * u_palette[a_joints.y]
                         + a_weights.z * u_palette[a_joints.z]
                         + a_weights.w * u_palette[a_joints.w];
    v_position = (model_from_bind * vec4(a_position, 1.0)).xyz;
    // TODO 10.3: this is the shortcut of lessons 08 and 09. Make it right, and of length 1.
    v_normal = mat3(model_from_bind) * a_normal;
    v_texcoord = a_texcoord;
    gl_Position = u_clip_from_model * vec4(v_position, 1.0);
}
