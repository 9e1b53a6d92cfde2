//! Name of the graphics driver.

use super::Gl;

/// A driver's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlInfo {
    /// Such as "4.5 (Core Profile) Mesa 22.3.6".
    pub version: String,
    /// Such as "llvmpipe (LLVM 15.0.6, 256 bits)".
    pub renderer: String,
    /// True if the processor draws: slower, but the same pixels on every run.
    pub software: bool,
}

impl GlInfo {
    /// Queries the driver.
    pub fn new(gl: &Gl) -> Self {
        let renderer = gl.get_opengl_renderer_string().to_string();
        Self { version: gl.get_opengl_version_string().to_string(), software: is_software(&renderer), renderer }
    }
}

fn is_software(renderer: &str) -> bool {
    let known = ["llvmpipe", "softpipe", "swiftshader", "software", "microsoft basic", "gdi generic"];
    let renderer = renderer.to_lowercase();
    known.iter().any(|name| renderer.contains(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_draws_with_the_processor() {
        assert!(is_software("llvmpipe (LLVM 15.0.6, 256 bits)"));
        assert!(is_software("Apple Software Renderer"));
        assert!(!is_software("NVIDIA GeForce RTX 3060/PCIe/SSE2"));
        assert!(!is_software("Mesa Intel(R) UHD Graphics 620 (KBL GT2)"));
    }
}
