//! A program, as far as the recorder knows it.

use crate::{
    clip::Twin,
    gl::Functions,
    inputs::{self, BlockInput, Variable},
};
use std::collections::HashSet;

pub(crate) struct Program {
    /// Number in the order of linking, from 1 on.
    pub(crate) number: usize,
    /// Locations of uniforms that were set.
    pub(crate) set: HashSet<i32>,
    /// Its inputs and the program that gives clip positions, once it is drawn with.
    pub(crate) looked_into: Option<Inputs>,
}

pub(crate) struct Inputs {
    pub(crate) uniforms: Vec<Variable>,
    pub(crate) attributes: Vec<Variable>,
    pub(crate) blocks: Vec<BlockInput>,
    pub(crate) twin: Option<Twin>,
}

impl Inputs {
    /// Asks the driver.
    ///
    /// # Safety
    /// The context must be current, and `program` linked.
    pub(crate) unsafe fn of(gl: &Functions, program: u32) -> Self {
        // SAFETY: the caller's promise.
        unsafe {
            let attributes = inputs::attributes(gl, program);
            let twin = Twin::link(gl, program, &attributes);
            Self { uniforms: inputs::uniforms(gl, program), attributes, blocks: inputs::blocks(gl, program), twin }
        }
    }
}
