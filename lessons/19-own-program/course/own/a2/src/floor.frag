#version 330 core
in vec3 v_position; // of this pixel, in the world
out vec4 color;

void main() {
    // Tiles of one metre: the sum of the tile's numbers is even on one, odd on the next.
    float tile = mod(floor(v_position.x) + floor(v_position.z), 2.0);
    color = vec4(mix(vec3(0.28, 0.31, 0.34), vec3(0.36, 0.39, 0.43), tile), 1.0);
}
