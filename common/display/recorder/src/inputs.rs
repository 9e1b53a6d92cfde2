//! Inputs of a program: what its shaders read, as the driver knows it.

use crate::{
    gl::{self, Functions},
    glsl::Glsl,
};
use std::ffi::{CStr, CString, c_char};

/// An active uniform or attribute.
pub(crate) struct Variable {
    /// Without brackets, if it is an array.
    pub(crate) name: String,
    pub(crate) glsl: Glsl,
    pub(crate) is_array: bool,
    /// Location of each element.
    pub(crate) locations: Vec<i32>,
}

impl Variable {
    /// Returns the name of an element, or of the only one.
    pub(crate) fn element_name(&self, element: usize) -> String {
        if self.is_array { format!("{}[{element}]", self.name) } else { self.name.clone() }
    }
}

pub(crate) struct BlockInput {
    pub(crate) name: String,
    pub(crate) index: u32,
    pub(crate) bytes: usize,
}

/// The longest name of a variable that is read, in bytes.
const MAX_NAME: usize = 512;

/// Returns the uniforms that have a location: those of blocks have none.
///
/// # Safety
/// The context must be current, and `program` linked.
pub(crate) unsafe fn uniforms(gl: &Functions, program: u32) -> Vec<Variable> {
    let mut uniforms = Vec::new();
    // SAFETY: the context is current; names have room for `MAX_NAME` bytes, and end in 0.
    unsafe {
        for index in 0..count(gl, program, gl::ACTIVE_UNIFORMS) {
            let mut size = 0;
            let mut kind = 0;
            let mut name = [0; MAX_NAME];
            gl.get_active_uniform(
                program,
                index,
                MAX_NAME as i32,
                std::ptr::null_mut(),
                &raw mut size,
                &raw mut kind,
                name.as_mut_ptr(),
            );
            let Some(glsl) = Glsl::from_gl(kind) else { continue };
            let name = text(&name);
            let base = name.strip_suffix("[0]").unwrap_or(&name);
            let is_array = base.len() < name.len();
            let mut locations = Vec::new();
            for element in 0..size {
                let element = if is_array { format!("{base}[{element}]") } else { base.to_string() };
                let Ok(element) = CString::new(element) else { continue };
                locations.push(gl.get_uniform_location(program, element.as_ptr()));
            }
            if locations.first().is_some_and(|location| *location >= 0) {
                uniforms.push(Variable { name: base.to_string(), glsl, is_array, locations });
            }
        }
    }
    uniforms
}

/// # Safety
/// The context must be current, and `program` linked.
pub(crate) unsafe fn attributes(gl: &Functions, program: u32) -> Vec<Variable> {
    let mut attributes = Vec::new();
    // SAFETY: as in `uniforms`.
    unsafe {
        for index in 0..count(gl, program, gl::ACTIVE_ATTRIBUTES) {
            let mut size = 0;
            let mut kind = 0;
            let mut name = [0; MAX_NAME];
            gl.get_active_attrib(
                program,
                index,
                MAX_NAME as i32,
                std::ptr::null_mut(),
                &raw mut size,
                &raw mut kind,
                name.as_mut_ptr(),
            );
            let Some(glsl) = Glsl::from_gl(kind) else { continue };
            let first = gl.get_attrib_location(program, name.as_ptr());
            // gl_VertexID and its like have none. A matrix has one location for each column.
            if first >= 0 {
                let locations = (0..glsl.columns as i32).map(|column| first + column).collect();
                attributes.push(Variable { name: text(&name), glsl, is_array: false, locations });
            }
        }
    }
    attributes
}

/// # Safety
/// The context must be current, and `program` linked.
pub(crate) unsafe fn blocks(gl: &Functions, program: u32) -> Vec<BlockInput> {
    let mut blocks = Vec::new();
    // SAFETY: as in `uniforms`.
    unsafe {
        for index in 0..count(gl, program, gl::ACTIVE_UNIFORM_BLOCKS) {
            let mut bytes = 0;
            let mut name = [0; MAX_NAME];
            gl.get_active_uniform_blockiv(program, index, gl::UNIFORM_BLOCK_DATA_SIZE, &raw mut bytes);
            let name_at = name.as_mut_ptr();
            gl.get_active_uniform_block_name(program, index, MAX_NAME as i32, std::ptr::null_mut(), name_at);
            blocks.push(BlockInput { name: text(&name), index, bytes: usize::try_from(bytes).unwrap_or(0) });
        }
    }
    blocks
}

unsafe fn count(gl: &Functions, program: u32, what: u32) -> u32 {
    let mut count = 0;
    // SAFETY: called with the context current.
    unsafe { gl.get_programiv(program, what, &raw mut count) };
    u32::try_from(count).unwrap_or(0)
}

fn text(name: &[c_char; MAX_NAME]) -> String {
    let bytes = name.map(|byte| byte as u8);
    CStr::from_bytes_until_nul(&bytes).map_or_else(|_| String::new(), |name| name.to_string_lossy().into_owned())
}
