//! Programs that a check builds over and over, kept by the text of their shaders.

use super::ShaderError;
use crate::Gl;
use glium::Program;
use std::{cell::RefCell, collections::HashMap, rc::Rc};

/// More programs than one lesson's checks build; then the cache is cleared.
const MAX_PROGRAMS: usize = 256;

/// Returns the program that was built for `key`, or builds one. A key is two texts that identify the program within
/// its OpenGL context.
pub(crate) fn cached(
    gl: &Gl,
    key: (&str, &str),
    build: impl FnOnce() -> Result<Program, ShaderError>,
) -> Result<Rc<Program>, ShaderError> {
    type Key = (usize, String, String);
    thread_local! {
        static KNOWN: RefCell<HashMap<Key, Rc<Program>>> = RefCell::default();
    }
    // A program holds on to its context, so a context's address is not reused while it is a key.
    let key = (Rc::as_ptr(gl) as usize, key.0.to_owned(), key.1.to_owned());
    if let Some(program) = KNOWN.with_borrow(|known| known.get(&key).cloned()) {
        return Ok(program);
    }
    let program = Rc::new(build()?);
    KNOWN.with_borrow_mut(|known| {
        if known.len() >= MAX_PROGRAMS {
            known.clear();
        }
        known.insert(key, program.clone());
    });
    Ok(program)
}
