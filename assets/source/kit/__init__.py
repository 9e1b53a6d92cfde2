"""What the scripts of this folder share: shapes, curves, joints, pictures, and files of Collada."""
