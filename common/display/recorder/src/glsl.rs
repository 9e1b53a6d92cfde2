//! Types of a shader's variables.

/// What one number of a variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// `float`, and those of vectors and matrices.
    Float,
    /// `int`.
    Int,
    /// `uint`.
    Uint,
    /// `bool`.
    Bool,
    /// `double`.
    Double,
    /// A texture's sampler: its number is the texture unit.
    Sampler,
}

/// Type of a uniform or of an attribute in a shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glsl {
    /// As in the shader: "mat4".
    pub name: &'static str,
    pub scalar: Scalar,
    /// Columns of a matrix; 1 for all others.
    pub columns: usize,
    /// Rows of a matrix, or components of a vector.
    pub rows: usize,
}

impl Glsl {
    /// Numbers of one value: 16 for a `mat4`.
    pub fn numbers(self) -> usize {
        self.columns * self.rows
    }

    /// Returns the type that OpenGL calls by this number, or `None` for those that are not looked into.
    pub(crate) fn from_gl(kind: u32) -> Option<Self> {
        use Scalar::{Bool, Double, Float, Int, Sampler, Uint};
        let (name, scalar, columns, rows) = match kind {
            0x1406 => ("float", Float, 1, 1),
            0x8B50 => ("vec2", Float, 1, 2),
            0x8B51 => ("vec3", Float, 1, 3),
            0x8B52 => ("vec4", Float, 1, 4),
            0x8B5A => ("mat2", Float, 2, 2),
            0x8B5B => ("mat3", Float, 3, 3),
            0x8B5C => ("mat4", Float, 4, 4),
            0x8B65 => ("mat2x3", Float, 2, 3),
            0x8B66 => ("mat2x4", Float, 2, 4),
            0x8B67 => ("mat3x2", Float, 3, 2),
            0x8B68 => ("mat3x4", Float, 3, 4),
            0x8B69 => ("mat4x2", Float, 4, 2),
            0x8B6A => ("mat4x3", Float, 4, 3),
            0x1404 => ("int", Int, 1, 1),
            0x8B53 => ("ivec2", Int, 1, 2),
            0x8B54 => ("ivec3", Int, 1, 3),
            0x8B55 => ("ivec4", Int, 1, 4),
            0x1405 => ("uint", Uint, 1, 1),
            0x8DC6 => ("uvec2", Uint, 1, 2),
            0x8DC7 => ("uvec3", Uint, 1, 3),
            0x8DC8 => ("uvec4", Uint, 1, 4),
            0x8B56 => ("bool", Bool, 1, 1),
            0x8B57 => ("bvec2", Bool, 1, 2),
            0x8B58 => ("bvec3", Bool, 1, 3),
            0x8B59 => ("bvec4", Bool, 1, 4),
            0x140A => ("double", Double, 1, 1),
            0x8FFC => ("dvec2", Double, 1, 2),
            0x8FFD => ("dvec3", Double, 1, 3),
            0x8FFE => ("dvec4", Double, 1, 4),
            0x8F46 => ("dmat2", Double, 2, 2),
            0x8F47 => ("dmat3", Double, 3, 3),
            0x8F48 => ("dmat4", Double, 4, 4),
            0x8B5D => ("sampler1D", Sampler, 1, 1),
            0x8B5E => ("sampler2D", Sampler, 1, 1),
            0x8B5F => ("sampler3D", Sampler, 1, 1),
            0x8B60 => ("samplerCube", Sampler, 1, 1),
            0x8B62 => ("sampler2DShadow", Sampler, 1, 1),
            0x8DC1 => ("sampler2DArray", Sampler, 1, 1),
            0x8DC2 => ("samplerBuffer", Sampler, 1, 1),
            0x8DC4 => ("sampler2DArrayShadow", Sampler, 1, 1),
            0x8DCA => ("isampler2D", Sampler, 1, 1),
            0x8DD0 => ("isamplerBuffer", Sampler, 1, 1),
            0x8DD2 => ("usampler2D", Sampler, 1, 1),
            0x8DD8 => ("usamplerBuffer", Sampler, 1, 1),
            0x9108 => ("sampler2DMS", Sampler, 1, 1),
            _ => return None,
        };
        Some(Self { name, scalar, columns, rows })
    }

    /// Returns target and binding, as OpenGL numbers them, of the textures that the sampler reads.
    pub(crate) fn texture_target(self) -> Option<(u32, u32)> {
        Some(match self.name {
            "sampler1D" => (0x0DE0, 0x8068),
            "sampler2D" | "sampler2DShadow" | "isampler2D" | "usampler2D" => (0x0DE1, 0x8069),
            "sampler3D" => (0x806F, 0x806A),
            "samplerCube" => (0x8513, 0x8514),
            "sampler2DArray" | "sampler2DArrayShadow" => (0x8C1A, 0x8C1D),
            "samplerBuffer" | "isamplerBuffer" | "usamplerBuffer" => (0x8C2A, 0x8C2C),
            "sampler2DMS" => (0x9100, 0x9104),
            _ => return None,
        })
    }
}
