#version 330 core
// For the sun's shadow map: the depth alone.
void main() {}
