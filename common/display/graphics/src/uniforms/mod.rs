//! Values for the uniforms of a shader, arrays included.

pub mod check;

pub use check::check;

use glam::{Affine3A, Mat4, Vec2, Vec3, Vec4};
use glium::{
    texture::SrgbTexture2d,
    uniforms::{SamplerBehavior, UniformValue},
};
use std::fmt::Write;

/// Names and values. A later value of the same name wins.
///
/// ```
/// use graphics::Uniforms;
/// use glam::Mat4;
///
/// let u_model = [Mat4::IDENTITY; 3];
/// let uniforms = Uniforms::new().mat4("u_clip_from_world", Mat4::IDENTITY).mat4s("u_model", &u_model);
/// assert_eq!(uniforms.names().collect::<Vec<_>>(), ["u_clip_from_world", "u_model"]);
/// ```
#[derive(Clone, Default)]
pub struct Uniforms<'a> {
    values: Vec<(String, Value<'a>)>,
}

#[derive(Clone)]
enum Value<'a> {
    One(UniformValue<'a>),
    /// glium knows arrays only by their elements: `u_model[0]`, `u_model[1]`, ...
    Array(Vec<UniformValue<'a>>),
}

impl<'a> Uniforms<'a> {
    pub fn new() -> Self {
        Self::default()
    }

    /// `uniform mat4 name;`
    #[must_use]
    pub fn mat4(self, name: &str, matrix: Mat4) -> Self {
        self.value(name, UniformValue::Mat4(matrix.to_cols_array_2d()))
    }

    /// `uniform mat4 name[..];`, its first elements in order. Elements beyond the shader's array are
    /// left out; elements of it that are not given stay as they were (zero at first).
    #[must_use]
    pub fn mat4s(self, name: &str, matrices: &[Mat4]) -> Self {
        self.array(name, matrices.iter().map(|m| UniformValue::Mat4(m.to_cols_array_2d())))
    }

    /// `uniform mat4 name[..];` from matrices without a last row, such as a skin's palette.
    #[must_use]
    pub fn affines(self, name: &str, matrices: &[Affine3A]) -> Self {
        self.array(name, matrices.iter().map(|m| UniformValue::Mat4(Mat4::from(*m).to_cols_array_2d())))
    }

    /// `uniform vec2 name;`
    #[must_use]
    pub fn vec2(self, name: &str, vector: Vec2) -> Self {
        self.value(name, UniformValue::Vec2(vector.into()))
    }

    /// `uniform vec3 name;`
    #[must_use]
    pub fn vec3(self, name: &str, vector: Vec3) -> Self {
        self.value(name, UniformValue::Vec3(vector.into()))
    }

    /// `uniform vec3 name[..];`, as [`mat4s`](Self::mat4s).
    #[must_use]
    pub fn vec3s(self, name: &str, vectors: &[Vec3]) -> Self {
        self.array(name, vectors.iter().map(|v| UniformValue::Vec3((*v).into())))
    }

    /// `uniform vec4 name;`
    #[must_use]
    pub fn vec4(self, name: &str, vector: Vec4) -> Self {
        self.value(name, UniformValue::Vec4(vector.into()))
    }

    /// `uniform vec4 name[..];`, as [`mat4s`](Self::mat4s).
    #[must_use]
    pub fn vec4s(self, name: &str, vectors: &[Vec4]) -> Self {
        self.array(name, vectors.iter().map(|v| UniformValue::Vec4((*v).into())))
    }

    /// `uniform float name;`
    #[must_use]
    pub fn float(self, name: &str, number: f32) -> Self {
        self.value(name, UniformValue::Float(number))
    }

    /// `uniform int name;`
    #[must_use]
    pub fn int(self, name: &str, number: i32) -> Self {
        self.value(name, UniformValue::SignedInt(number))
    }

    /// `uniform bool name;`
    #[must_use]
    pub fn flag(self, name: &str, flag: bool) -> Self {
        self.value(name, UniformValue::Bool(flag))
    }

    /// `uniform sampler2D name;`. The shader reads linear light: the texture decodes sRGB itself.
    #[must_use]
    pub fn texture(self, name: &str, texture: &'a SrgbTexture2d, sampler: SamplerBehavior) -> Self {
        self.value(name, UniformValue::SrgbTexture2d(texture, Some(sampler)))
    }

    /// Any other value that glium knows.
    #[must_use]
    pub fn value(mut self, name: &str, value: UniformValue<'a>) -> Self {
        self.values.push((name.into(), Value::One(value)));
        self
    }

    /// Adds all of `others`.
    #[must_use]
    pub fn with(mut self, others: Uniforms<'a>) -> Self {
        self.values.extend(others.values);
        self
    }

    fn array(mut self, name: &str, values: impl Iterator<Item = UniformValue<'a>>) -> Self {
        self.values.push((name.into(), Value::Array(values.collect())));
        self
    }

    /// The names as given, arrays without `[..]`, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.values.iter().map(|(name, _)| name.as_str())
    }

    /// Returns the name of each uniform, without an index, and its type in GLSL.
    pub fn types(&self) -> impl Iterator<Item = (&str, &'static str)> {
        self.entries().filter_map(|(name, value, _)| Some((name, check::glsl_of_value(value?))))
    }

    /// Name, first value and, of an array, number of elements.
    fn entries(&self) -> impl Iterator<Item = (&str, Option<&UniformValue<'a>>, Option<usize>)> {
        self.values.iter().map(|(name, value)| match value {
            Value::One(value) => (name.as_str(), Some(value), None),
            Value::Array(values) => (name.as_str(), values.first(), Some(values.len())),
        })
    }
}

impl glium::uniforms::Uniforms for Uniforms<'_> {
    fn visit_values<'b, F: FnMut(&str, UniformValue<'b>)>(&'b self, mut set: F) {
        let mut element = String::new(); // one for all, so that a frame's hundreds of names cost nothing
        for (name, value) in &self.values {
            match value {
                Value::One(value) => set(name, *value),
                Value::Array(values) => {
                    for (index, value) in values.iter().enumerate() {
                        element.clear();
                        let _ = write!(element, "{name}[{index}]"); // writing to a String cannot fail
                        set(&element, *value);
                    }
                }
            }
        }
    }
}
