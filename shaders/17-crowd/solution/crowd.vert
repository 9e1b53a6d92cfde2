#version 330 core
// Lesson 17: the vertex shader of a crowd. One call draws all of it; each character finds its palette in a texture.

uniform mat4 u_clip_from_world; // the camera
uniform sampler2D u_palettes;   // a list of texels, line by line: of each character, of each joint, three rows
uniform int u_joints;           // how many joints a palette has
in vec3 a_position;             // where the vertex was modelled
in vec3 a_normal;
in vec2 a_texcoord;
in uvec4 a_joints;              // the joints that it follows ...
in vec4 a_weights;              // ... and how much; sum 1
in int i_instance;              // the character's number, the first is 0
in vec4 i_world_x;              // the place of the character: the rows of its world_from_model
in vec4 i_world_y;
in vec4 i_world_z;
in vec3 i_tint;                 // its colour

out vec3 v_position; // world space
out vec3 v_normal;
out vec2 v_texcoord;
out vec3 v_tint;

// Given: a point by a matrix of three rows, a dot product with each; and a normal by lesson 10's inverse transpose.
vec3 moved(vec4 rows[3], vec3 point) {
    vec4 p = vec4(point, 1.0);
    return vec3(dot(rows[0], p), dot(rows[1], p), dot(rows[2], p));
}

vec3 turned(vec4 rows[3], vec3 normal) {
    vec3 x = cross(rows[1].xyz, rows[2].xyz);
    vec3 y = cross(rows[2].xyz, rows[0].xyz);
    vec3 z = cross(rows[0].xyz, rows[1].xyz);
    vec3 n = vec3(dot(x, normal), dot(y, normal), dot(z, normal));
    return dot(rows[0].xyz, x) < 0.0 ? -n : n; // in a mirror, too, outside is outside
}

void main() {
    // BEGIN 17.2
    int width = textureSize(u_palettes, 0).x;
    vec4 rows[3] = vec4[3](vec4(0.0), vec4(0.0), vec4(0.0));
    for (int i = 0; i < 4; i++) {
        for (int row = 0; row < 3; row++) {
            int texel = (i_instance * u_joints + int(a_joints[i])) * 3 + row;
            rows[row] += a_weights[i] * texelFetch(u_palettes, ivec2(texel % width, texel / width), 0);
        }
    }
    // STUB // TODO 17.2: blend the rows of the four joints that this vertex follows, out of this character's palette.
    // STUB // This is the matrix that leaves everything as it was modelled.
    // STUB vec4 rows[3] = vec4[3](vec4(1.0, 0.0, 0.0, 0.0), vec4(0.0, 1.0, 0.0, 0.0), vec4(0.0, 0.0, 1.0, 0.0));
    // END 17.2

    vec4 world[3] = vec4[3](i_world_x, i_world_y, i_world_z);
    vec3 normal = turned(world, turned(rows, a_normal));
    float normal_length = length(normal);

    v_position = moved(world, moved(rows, a_position));
    v_normal = normal_length > 0.0 ? normal / normal_length : vec3(0.0);
    v_texcoord = a_texcoord;
    v_tint = i_tint;
    gl_Position = u_clip_from_world * vec4(v_position, 1.0);
}
