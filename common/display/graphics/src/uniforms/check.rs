//! Compares the uniforms that are set with those that a program reads: OpenGL ignores misspelt names.

use super::Uniforms;
use glium::{
    Program,
    program::BlockLayout,
    uniforms::{UniformType, UniformValue},
};
use std::collections::BTreeMap;
use verdict::wording::nearest_of;

/// Compares the uniforms that are set with those that `program` reads. Returns notes on legal but suspicious uniforms:
/// arrays of another length, whose elements without a value are zero, and uniforms that the program does not read.
///
/// # Errors
/// If a uniform is read and never set, and would silently be zero; or is set with another type, so that drawing fails.
pub fn check(program: &Program, uniforms: &Uniforms<'_>) -> Result<Vec<String>, String> {
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
    for name in declared.keys().copied().chain(blocks.keys().map(String::as_str)) {
        if !uniforms.names().any(|given| given == name) {
            let given = nearest_of(name, uniforms.names());
            return Err(format!("the uniform {name} is never set; set are {given}"));
        }
    }
    let mut too_short = Vec::new();
    let mut too_long = Vec::new();
    let mut unused = Vec::new();
    for (name, value, length) in uniforms.entries().filter(|(name, ..)| !blocks.contains_key(*name)) {
        let Some(&(count, ty)) = declared.get(name) else {
            unused.push(format!("uniform {name} has no effect in the shader"));
            continue;
        };
        if let Some(value) = value.filter(|value| !value.is_usable_with(&ty)) {
            let declared = glsl_of_type(ty);
            let given = glsl_of_value(value);
            return Err(format!("the uniform {name} is declared {declared}, and set with {given}"));
        }
        let given = length.unwrap_or(1);
        if count != given {
            let notes = if count > given { &mut too_short } else { &mut too_long };
            notes.push(format!("uniform {name} has {count} elements in the shader; {given} are set"));
        }
    }
    Ok([too_short, too_long, unused].concat())
}

pub(super) fn glsl_of_value(value: &UniformValue<'_>) -> &'static str {
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
