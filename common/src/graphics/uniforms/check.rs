//! Compares the uniforms that are set with those that a program reads: OpenGL ignores misspelt names.

use super::Uniforms;
use glium::{
    Program,
    program::BlockLayout,
    uniforms::{UniformType, UniformValue},
};
use std::{collections::BTreeMap, fmt};

/// A mismatch that OpenGL does not report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Set, but the shader has no such uniform, or does not use it.
    Unused {
        /// Its name.
        name: String,
    },
    /// Read by the shader, and zero because it is never set.
    Unset {
        /// Its name.
        name: String,
        /// What is set.
        given: Vec<String>,
    },
    /// The shader's array has another length: elements without a value are zero.
    Length {
        /// Its name.
        name: String,
        /// How many elements the shader has.
        declared: usize,
        /// How many are set.
        given: usize,
    },
    /// Drawing will fail.
    Type {
        /// Its name.
        name: String,
        /// The GLSL type in the shader.
        declared: String,
        /// The GLSL type of the value.
        given: String,
    },
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finding::Unused { name } => write!(f, "uniform {name} has no effect in the shader"),
            Finding::Unset { name, given } => {
                write!(f, "uniform {name} is never set; set are {}", given.join(", "))
            }
            Finding::Length { name, declared, given } => {
                write!(f, "uniform {name} has {declared} elements in the shader; {given} are set")
            }
            Finding::Type { name, declared, given } => {
                write!(
                    f,
                    "uniform {name} is declared {declared} in the shader, and set with {given}"
                )
            }
        }
    }
}

/// Compares what is set with what `program` reads. Errors come first, unused uniforms last.
pub fn check(program: &Program, uniforms: &Uniforms<'_>) -> Vec<Finding> {
    // The shader's own uniforms: how many elements, and their type. glium lists each element.
    let mut declared: BTreeMap<&str, (usize, UniformType)> = BTreeMap::new();
    for (name, uniform) in program.uniforms() {
        let (base, index) = name.split_once('[').unwrap_or((name, "0]"));
        let index: usize = index.trim_end_matches(']').parse().unwrap_or(0);
        let entry = declared.entry(base).or_insert((0, uniform.ty));
        entry.0 = entry.0.max(index + 1);
    }
    // Members of a block are set as a whole, by the block's name.
    let blocks = program.get_uniform_blocks();
    for block in blocks.values() {
        if let BlockLayout::Struct { members } = &block.layout {
            declared.retain(|name, _| !members.iter().any(|(member, _)| member == name));
        }
    }
    let mut findings = Vec::new();
    for name in declared.keys().copied().chain(blocks.keys().map(String::as_str)) {
        if !uniforms.names().any(|given| given == name) {
            let given = uniforms.names().map(str::to_string).collect();
            findings.push(Finding::Unset { name: name.into(), given });
        }
    }
    for (name, value, length) in uniforms.entries().filter(|(name, ..)| !blocks.contains_key(*name))
    {
        let name = name.to_string();
        let Some(&(count, ty)) = declared.get(name.as_str()) else {
            findings.push(Finding::Unused { name });
            continue;
        };
        let given = length.unwrap_or(1);
        if value.is_some_and(|value| !value.is_usable_with(&ty)) {
            let given = value.map_or("nothing", glsl_of_value).to_string();
            findings.push(Finding::Type { name, declared: glsl_of_type(ty), given });
        } else if count != given {
            findings.push(Finding::Length { name, declared: count, given });
        }
    }
    // Stable: within a kind they keep their order.
    findings.sort_by_key(|finding| match finding {
        Finding::Unset { .. } | Finding::Type { .. } => 0,
        Finding::Length { declared, given, .. } if declared > given => 1,
        Finding::Length { .. } => 2,
        Finding::Unused { .. } => 3,
    });
    findings
}

fn glsl_of_value(value: &UniformValue<'_>) -> &'static str {
    match value {
        UniformValue::Bool(_) => "bool",
        UniformValue::SignedInt(_) => "int",
        UniformValue::UnsignedInt(_) => "uint",
        UniformValue::Float(_) => "float",
        UniformValue::Vec2(_) => "vec2",
        UniformValue::Vec3(_) => "vec3",
        UniformValue::Vec4(_) => "vec4",
        UniformValue::Mat2(_) => "mat2",
        UniformValue::Mat3(_) => "mat3",
        UniformValue::Mat4(_) => "mat4",
        UniformValue::Texture2d(..) | UniformValue::SrgbTexture2d(..) => "sampler2D",
        _ => "a value of another type",
    }
}

fn glsl_of_type(ty: UniformType) -> String {
    let name = match ty {
        UniformType::Bool => "bool",
        UniformType::Int => "int",
        UniformType::UnsignedInt => "uint",
        UniformType::Float => "float",
        UniformType::FloatVec2 => "vec2",
        UniformType::FloatVec3 => "vec3",
        UniformType::FloatVec4 => "vec4",
        UniformType::IntVec2 => "ivec2",
        UniformType::IntVec3 => "ivec3",
        UniformType::IntVec4 => "ivec4",
        UniformType::FloatMat2 => "mat2",
        UniformType::FloatMat3 => "mat3",
        UniformType::FloatMat4 => "mat4",
        UniformType::Sampler2d => "sampler2D",
        other => return format!("{other:?}"),
    };
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graphics::{
        shader::{self, ShaderSource},
        testing::headless_or_skip,
    };
    use glam::{Mat4, Vec3};

    const VERTEX: &str = "#version 330 core
uniform mat4 u_clip;
uniform mat4 u_model[4];
uniform vec3 u_shift;
uniform float u_size;
void main() { gl_Position = u_clip * u_model[gl_VertexID] * vec4(u_shift, u_size); }
";

    #[test]
    fn misspelt_and_mismatched_uniforms() {
        let Some(gl) = headless_or_skip("misspelt_and_mismatched_uniforms") else { return };
        let fragment = "#version 330 core\nout vec4 color;\nvoid main() { color = vec4(1.0); }\n";
        let vertex = ShaderSource::from_text("test.vert", VERTEX);
        let fragment = ShaderSource::from_text("test.frag", fragment);
        let program = shader::program(&gl, &vertex, &fragment).unwrap();
        let said = |uniforms: &Uniforms<'_>| {
            check(&program, uniforms).iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let models = [Mat4::IDENTITY; 5];
        let right = Uniforms::new()
            .mat4("u_clip", Mat4::IDENTITY)
            .mat4s("u_model", &models[..4])
            .vec3("u_shift", Vec3::ZERO)
            .float("u_size", 1.0);
        assert_eq!(said(&right), [""; 0]);
        let wrong = Uniforms::new()
            .mat4("u_clop", Mat4::IDENTITY)
            .mat4s("u_model", &models)
            .float("u_shift", 1.0)
            .float("u_size", 1.0);
        assert_eq!(
            said(&wrong),
            [
                "uniform u_clip is never set; set are u_clop, u_model, u_shift, u_size",
                "uniform u_shift is declared vec3 in the shader, and set with float",
                "uniform u_model has 4 elements in the shader; 5 are set",
                "uniform u_clop has no effect in the shader",
            ]
        );
    }
}
