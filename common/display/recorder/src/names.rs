//! Names of OpenGL's numbers.

use crate::{
    gl,
    trace::{Compare, Primitive},
};

pub(crate) fn primitive(mode: u32) -> Primitive {
    match mode {
        0 => Primitive::Points,
        1 => Primitive::Lines,
        2 => Primitive::LineLoop,
        3 => Primitive::LineStrip,
        4 => Primitive::Triangles,
        5 => Primitive::TriangleStrip,
        6 => Primitive::TriangleFan,
        _ => Primitive::Other,
    }
}

pub(crate) fn compare(function: u32) -> Compare {
    match function {
        0x0200 => Compare::Never,
        0x0201 => Compare::Less,
        0x0202 => Compare::Equal,
        0x0203 => Compare::LessOrEqual,
        0x0204 => Compare::Greater,
        0x0205 => Compare::NotEqual,
        0x0206 => Compare::GreaterOrEqual,
        _ => Compare::Always,
    }
}

/// Returns how two products are combined, or the factor of one.
pub(crate) fn blend(number: u32) -> &'static str {
    match number {
        0 => "zero",
        1 => "one",
        0x0300 => "source color",
        0x0301 => "one minus source color",
        0x0302 => "source alpha",
        0x0303 => "one minus source alpha",
        0x0304 => "destination alpha",
        0x0305 => "one minus destination alpha",
        0x0306 => "destination color",
        0x0307 => "one minus destination color",
        0x0308 => "source alpha, saturated",
        0x8001 => "constant color",
        0x8002 => "one minus constant color",
        0x8003 => "constant alpha",
        0x8004 => "one minus constant alpha",
        0x8006 => "sum",
        0x8007 => "smaller",
        0x8008 => "larger",
        0x800A => "difference",
        0x800B => "reverse difference",
        _ => "other",
    }
}

/// Returns Rust's name of a number in a vertex buffer, or "packed" for those that are not looked into.
pub(crate) fn number(kind: u32) -> &'static str {
    match kind {
        gl::BYTE => "i8",
        gl::UNSIGNED_BYTE => "u8",
        gl::SHORT => "i16",
        gl::UNSIGNED_SHORT => "u16",
        gl::INT => "i32",
        gl::UNSIGNED_INT => "u32",
        gl::FLOAT => "f32",
        gl::DOUBLE => "f64",
        _ => "packed",
    }
}

/// Returns OpenGL's name of a texture's format.
pub(crate) fn format(number: u32) -> String {
    let name = match number {
        0x1903 | 0x8229 => "R8",
        0x8227 | 0x822B => "RG8",
        0x1907 | 0x8051 => "RGB8",
        0x1908 | 0x8058 => "RGBA8",
        0x8C40 | 0x8C41 => "SRGB8",
        0x8C42 | gl::SRGB8_ALPHA8 => "SRGB8_ALPHA8",
        0x8C4D => "SRGB_ALPHA_S3TC_DXT1",
        0x8C4E => "SRGB_ALPHA_S3TC_DXT3",
        0x8C4F => "SRGB_ALPHA_S3TC_DXT5",
        0x822D => "R16F",
        0x822F => "RG16F",
        0x881B => "RGB16F",
        0x881A => "RGBA16F",
        0x822E => "R32F",
        0x8230 => "RG32F",
        0x8815 => "RGB32F",
        0x8814 => "RGBA32F",
        0x81A5 => "DEPTH_COMPONENT16",
        gl::DEPTH_COMPONENT24 => "DEPTH_COMPONENT24",
        0x8CAC => "DEPTH_COMPONENT32F",
        0x88F0 => "DEPTH24_STENCIL8",
        other => return format!("{other:#06X}"),
    };
    name.into()
}
