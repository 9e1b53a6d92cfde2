"""What the scripts of this folder share: curves, pictures, Blender and its Collada exporter."""
