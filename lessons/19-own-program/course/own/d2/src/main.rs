mod files;
mod gltf;
