//! Name and limits of the graphics driver.

use super::Gl;
use std::{
    cell::RefCell,
    ffi::c_void,
    rc::{Rc, Weak},
};

/// Every OpenGL 3.3 driver holds at least this many floats in a vertex shader's uniforms: 64 `mat4`.
/// `uniform mat4 u_model[96]` needs 1536 of them, which desktop drivers have.
/// Source: OpenGL 3.3 specification, table 6.49, `MAX_VERTEX_UNIFORM_COMPONENTS`.
pub const GUARANTEED_VERTEX_UNIFORM_FLOATS: u32 = 1024;

/// A driver's name and limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlInfo {
    /// Such as "4.5 (Core Profile) Mesa 22.3.6".
    pub version: String,
    /// Such as "llvmpipe (LLVM 15.0.6, 256 bits)".
    pub renderer: String,
    /// Number of floats that all uniforms of a vertex shader may hold together.
    pub vertex_uniform_floats: u32,
    /// True if the processor draws: slower, but the same pixels on every run.
    pub software: bool,
}

impl GlInfo {
    /// Queries the driver. If the limit was not recorded when the context was made, it is the guaranteed one.
    pub fn new(gl: &Gl) -> Self {
        let renderer = gl.get_opengl_renderer_string().to_string();
        Self {
            version: gl.get_opengl_version_string().to_string(),
            software: is_software(&renderer),
            vertex_uniform_floats: noted_limit(gl).unwrap_or(GUARANTEED_VERTEX_UNIFORM_FLOATS),
            renderer,
        }
    }

    /// Number of `mat4` that fit beside `other_floats` of other uniforms.
    pub fn matrices_beside(&self, other_floats: u32) -> u32 {
        self.vertex_uniform_floats.saturating_sub(other_floats) / 16
    }
}

fn is_software(renderer: &str) -> bool {
    let known = ["llvmpipe", "softpipe", "swiftshader", "software", "microsoft basic", "gdi generic"];
    let renderer = renderer.to_lowercase();
    known.iter().any(|name| renderer.contains(name))
}

thread_local! {
    /// glium does not query this limit and does not expose the function that could, so it is queried while a context
    /// is being made. Contexts stay on their thread.
    static LIMITS: RefCell<Vec<(Weak<glium::backend::Context>, u32)>> = const { RefCell::new(Vec::new()) };
}

fn noted_limit(gl: &Gl) -> Option<u32> {
    LIMITS.with_borrow(|limits| {
        let (_, floats) = limits.iter().find(|(known, _)| std::ptr::eq(known.as_ptr(), Rc::as_ptr(gl)))?;
        Some(*floats)
    })
}

/// Records the limit of a new context. `floats` comes from [`query_vertex_uniform_floats`].
pub fn note_limit(gl: &Gl, floats: u32) {
    LIMITS.with_borrow_mut(|limits| {
        limits.retain(|(known, _)| known.strong_count() > 0);
        limits.push((Rc::downgrade(gl), floats));
    });
}

/// Reads `GL_MAX_VERTEX_UNIFORM_COMPONENTS` through `load`, the driver's function table.
///
/// # Safety
/// A context must be current on this thread, and `load` must give that context's functions.
#[allow(unsafe_code)]
pub unsafe fn query_vertex_uniform_floats(load: impl Fn(&str) -> *const c_void) -> u32 {
    const MAX_VERTEX_UNIFORM_COMPONENTS: u32 = 0x8B4A; // from Khronos' gl.xml
    let get_integer = load("glGetIntegerv");
    if get_integer.is_null() {
        return GUARANTEED_VERTEX_UNIFORM_FLOATS;
    }
    let mut floats: i32 = 0;
    // SAFETY: glGetIntegerv has this signature in every OpenGL, and writes one integer for this name.
    unsafe {
        let get_integer: extern "system" fn(u32, *mut i32) = std::mem::transmute(get_integer);
        get_integer(MAX_VERTEX_UNIFORM_COMPONENTS, &raw mut floats);
    }
    u32::try_from(floats).unwrap_or(0).max(GUARANTEED_VERTEX_UNIFORM_FLOATS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::headless_or_skip;

    #[test]
    fn the_driver_says_its_limit() {
        let Some(gl) = headless_or_skip("the_driver_says_its_limit") else { return };
        let info = GlInfo::new(&gl);
        assert!(noted_limit(&gl).is_some(), "queried when the context was made");
        assert!(!info.version.is_empty() && !info.renderer.is_empty());
        assert_eq!(info.matrices_beside(info.vertex_uniform_floats - 33), 2);
        assert_eq!(info.matrices_beside(u32::MAX), 0);
    }

    /// A driver's `glGetIntegerv`.
    extern "system" fn says<const FLOATS: i32>(name: u32, floats: &mut i32) {
        *floats = if name == 0x8B4A { FLOATS } else { -2 };
    }

    #[test]
    #[allow(unsafe_code)]
    fn the_limit_is_the_drivers_or_the_least_allowed() {
        let missing = std::ptr::null();
        let drivers =
            [(says::<4096> as *const c_void, 4096), (says::<96> as _, 1024), (says::<-1> as _, 1024), (missing, 1024)];
        for (driver, floats) in drivers {
            // SAFETY: `driver` is null or has the signature of glGetIntegerv, and needs no context.
            let limit = unsafe { query_vertex_uniform_floats(|_| driver) };
            assert_eq!(limit, floats);
        }
    }

    #[test]
    fn who_draws_with_the_processor() {
        assert!(is_software("llvmpipe (LLVM 15.0.6, 256 bits)"));
        assert!(is_software("Apple Software Renderer"));
        assert!(!is_software("NVIDIA GeForce RTX 3060/PCIe/SSE2"));
        assert!(!is_software("Mesa Intel(R) UHD Graphics 620 (KBL GT2)"));
    }
}
