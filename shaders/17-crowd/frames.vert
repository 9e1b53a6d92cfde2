#version 330 core
// Lesson 17: the vertex shader of a crowd that nobody poses. The frames of all clips are in a texture since the start;
// each character says between which two of them it is.

uniform mat4 u_clip_from_world; // the camera
uniform sampler2D u_frames;     // a list of texels, line by line: of each frame, of each joint, two texels
uniform int u_joints;           // how many joints a frame has
in vec3 a_position;             // where the vertex was modelled
in vec3 a_normal;
in vec2 a_texcoord;
in uvec4 a_joints;              // the joints that it follows ...
in vec4 a_weights;              // ... and how much; sum 1
in ivec2 i_frames;              // the frame before and the frame after
in float i_alpha;               // how far it is from the one to the other
in vec4 i_world_x;              // the place of the character: the rows of its world_from_model
in vec4 i_world_y;
in vec4 i_world_z;
in vec3 i_tint;                 // its colour

out vec3 v_position; // world space
out vec3 v_normal;
out vec2 v_texcoord;
out vec3 v_tint;

// Given: the texel of this number, as in 17.2.
vec4 baked(int texel) {
    int width = textureSize(u_frames, 0).x;
    return texelFetch(u_frames, ivec2(texel % width, texel / width), 0);
}

// Where a joint is between the two frames. In the texture each frame has for each joint a rotation (a quaternion x, y,
// z, w of length 1), then a texel with the translation in xyz and the scale in w.
void between(int joint, out vec4 rotation, out vec4 place) {
    // TODO 17.4: four texels, and the mix of each pair: the rotation the short way and of length 1, the place
    // straight. This is the joint as it was modelled.
    rotation = vec4(0.0, 0.0, 0.0, 1.0);
    place = vec4(0.0, 0.0, 0.0, 1.0);
}

// Given: adds the rows of the matrix that scales, rotates and translates, times its weight.
void add(inout vec4 rows[3], float weight, vec4 q, vec4 place) {
    vec3 d = 2.0 * q.xyz;
    float xx = d.x * q.x, yy = d.y * q.y, zz = d.z * q.z;
    float xy = d.x * q.y, xz = d.x * q.z, yz = d.y * q.z;
    vec3 w = d * q.w;
    rows[0] += weight * vec4(place.w * vec3(1.0 - yy - zz, xy - w.z, xz + w.y), place.x);
    rows[1] += weight * vec4(place.w * vec3(xy + w.z, 1.0 - xx - zz, yz - w.x), place.y);
    rows[2] += weight * vec4(place.w * vec3(xz - w.y, yz + w.x, 1.0 - xx - yy), place.z);
}

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
    // Given: four joints, blended as ever.
    vec4 rows[3] = vec4[3](vec4(0.0), vec4(0.0), vec4(0.0));
    for (int i = 0; i < 4; i++) {
        vec4 rotation, place;
        between(int(a_joints[i]), rotation, place);
        add(rows, a_weights[i], rotation, place);
    }

    vec4 world[3] = vec4[3](i_world_x, i_world_y, i_world_z);
    vec3 normal = turned(world, turned(rows, a_normal));
    float normal_length = length(normal);

    v_position = moved(world, moved(rows, a_position));
    v_normal = normal_length > 0.0 ? normal / normal_length : vec3(0.0);
    v_texcoord = a_texcoord;
    v_tint = i_tint;
    gl_Position = u_clip_from_world * vec4(v_position, 1.0);
}
