//! OpenGL: headless contexts, shaders from files, renderers for models, debug drawing, pictures.
//!
//! Everything is drawn into one multisampled [`canvas`], which a window shows and a picture reads:
//! the same pixels on the screen, in a screenshot and in a test.
//!
//! ```no_run
//! use graphics::{headless, shader::{self, ShaderFile}};
//!
//! let gl = headless::context()?;
//! let program = shader::load(&gl, ShaderFile("common/lines.vert"), ShaderFile("common/lines.frag"))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod backdrop;
pub mod bones;
pub mod camera;
pub mod canvas;
mod color;
pub mod debug_draw;
pub mod draw_state;
pub mod feedback;
pub mod headless;
pub mod info;
pub mod patch;
pub mod phong_materials;
pub mod picture;
pub mod quiet;
pub mod reload;
pub mod renderer;
pub mod shader;
pub mod shadow;
pub mod skinned_points;
pub mod testing;
pub mod uniforms;
pub mod vertex;

pub use camera::OrbitCamera;
pub use canvas::{Canvas, Target};
pub use color::linear;
pub use info::GlInfo;
pub use picture::Picture;
pub use reload::LiveProgram;
pub use shader::{ShaderError, ShaderFile, ShaderSource};
pub use uniforms::Uniforms;
pub use vertex::{Attributes, LineVertex, attribute, attributes};

/// The crate behind it, for programs that need more of it than is wrapped here.
pub use glium;

/// An OpenGL context: what every constructor asks for. Cloning it is cheap, and it stays on its thread.
pub type Gl = std::rc::Rc<glium::backend::Context>;
