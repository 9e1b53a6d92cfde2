//! The mesh on the graphics card, and the vertex shaders that somebody draws it with.

use crate::checks::REFERENCE;
use crate::worm::Worm;
use anyhow::Result;
use common::app::{View, Watchdog};
use common::check::shader::positions_on;
use common::graphics::{Gl, ShaderFile, Target, Uniforms, shader, shadow};
use common::mesh::SkinnedVertex;
use glam::{Mat4, Vec3};
use glium::draw_parameters::PolygonOffset;
use glium::index::{IndexBuffer, PrimitiveType};
use glium::{Depth, DepthTest, DrawParameters, PolygonMode, Program, Surface, VertexBuffer};
use std::rc::Rc;

/// The labels of the three tins, tin, white, black; sRGB.
const PAINTS: [Vec3; 6] = [
    Vec3::new(0.86, 0.22, 0.16),
    Vec3::new(0.95, 0.66, 0.10),
    Vec3::new(0.10, 0.52, 0.60),
    Vec3::new(0.70, 0.73, 0.77),
    Vec3::new(0.98, 0.98, 0.96),
    Vec3::new(0.06, 0.06, 0.08),
];
const SHADOW: Vec3 = Vec3::new(0.33, 0.38, 0.43);
/// Of the finished worm, over somebody's.
const GHOST: Vec3 = Vec3::new(1.0, 0.2, 0.75);

/// How a worm is drawn.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Look {
    Painted,
    Clay,
    Shadow,
    /// Its triangles' edges, through everything.
    Ghost,
}

/// A vertex shader that has been tried, with what it draws in light and in one colour.
pub(crate) struct Programs {
    file: ShaderFile,
    text: Option<String>,
    /// Whose shader it is that draws: the finished one's where this cannot.
    pub(crate) drawn_by: ShaderFile,
    lit: Program,
    plain: Program,
    said: Option<String>,
}

/// The mesh twice: as it is, and with its joints as a shader gets them that reads their bits as floats.
pub(crate) struct Skin {
    gl: Gl,
    mesh: Vec<SkinnedVertex>,
    vertices: VertexBuffer<SkinnedVertex>,
    as_floats: VertexBuffer<SkinnedVertex>,
    indices: IndexBuffer<u32>,
    /// Those that have been tried: the student's, and the finished one.
    shaders: Vec<Rc<Programs>>,
}

/// What the bits of a whole number mean to a shader that reads them as a float, and then takes the whole
/// part for its index.
pub(crate) fn bits_as_float(joint: u16) -> u16 {
    f32::from_bits(u32::from(joint)) as u16
}

impl Skin {
    pub(crate) fn new(gl: &Gl, worm: &Worm) -> Result<Self> {
        let misread = |vertex: &SkinnedVertex| SkinnedVertex {
            joints: vertex.joints.map(bits_as_float),
            ..*vertex
        };
        let as_floats: Vec<SkinnedVertex> = worm.mesh.vertices.iter().map(misread).collect();
        Ok(Skin {
            gl: gl.clone(),
            vertices: VertexBuffer::new(gl, &worm.mesh.vertices)?,
            as_floats: VertexBuffer::new(gl, &as_floats)?,
            indices: IndexBuffer::new(gl, PrimitiveType::TrianglesList, &worm.mesh.indices)?,
            mesh: worm.mesh.vertices.clone(),
            shaders: Vec::new(),
        })
    }

    /// The programs of a vertex shader that does what is needed to draw with it; else the finished
    /// one's. Tried again when its file has changed.
    pub(crate) fn programs(
        &mut self,
        file: ShaderFile,
        palette: &[Mat4],
        watchdog: &mut Watchdog,
    ) -> Result<Rc<Programs>> {
        let text = file.text().ok();
        let known = self.shaders.iter().find(|known| known.file == file && known.text == text);
        let programs = if let Some(known) = known {
            known.clone()
        } else {
            let loaded = Rc::new(self.load(file, text, palette)?);
            self.shaders.retain(|known| known.file != file);
            self.shaders.push(loaded.clone());
            loaded
        };
        programs.said.iter().for_each(|line| watchdog.report(line.as_str()));
        Ok(programs)
    }

    fn load(&self, file: ShaderFile, text: Option<String>, palette: &[Mat4]) -> Result<Programs> {
        // Reading it back first finds what would only show while drawing: an attribute that is misspelt.
        let tried =
            positions_on(&self.gl, file, &uniforms(Mat4::IDENTITY, palette), &self.mesh[..1])
                .map_err(|trouble| trouble.to_string())
                .and_then(|_| self.link(file).map_err(|error| error.to_string()));
        let (drawn_by, (lit, plain), said) = match tried {
            Ok(programs) => (file, programs, None),
            Err(why) => {
                let said = format!("08.3 {why} (The finished one draws instead.)");
                (REFERENCE.vertex, self.link(REFERENCE.vertex)?, Some(said))
            }
        };
        Ok(Programs { file, text, drawn_by, lit, plain, said })
    }

    fn link(&self, vertex: ShaderFile) -> Result<(Program, Program)> {
        let with = |fragment| shader::load(&self.gl, vertex, ShaderFile(fragment));
        Ok((with("08-bind-pose/worm.frag")?, with("common/one_color.frag")?))
    }

    /// Where a shader puts every vertex, in the model's space; none if it cannot be read back.
    pub(crate) fn places(&self, programs: &Programs, palette: &[Mat4]) -> Vec<Vec3> {
        let uniforms = uniforms(Mat4::IDENTITY, palette);
        let told = positions_on(&self.gl, programs.drawn_by, &uniforms, &self.mesh);
        told.map_or(Vec::new(), |told| told.positions.iter().map(|p| p.truncate() / p.w).collect())
    }

    /// Draws the worm in one call: one mesh, one palette.
    pub(crate) fn draw(
        &self,
        target: &mut Target<'_>,
        view: &View,
        programs: &Programs,
        palette: &[Mat4],
        look: Look,
        as_floats: bool,
    ) -> Result<()> {
        let mut parameters = DrawParameters {
            depth: Depth { test: DepthTest::IfLess, write: true, ..Depth::default() },
            ..DrawParameters::default()
        };
        let mut clip_from_model = view.clip_from_world();
        let mut color = GHOST;
        match look {
            Look::Painted => {}
            Look::Clay => {
                // A little farther away than it is: in the bind pose the painted one stands in its place.
                parameters.polygon_offset = PolygonOffset {
                    factor: 1.0,
                    units: 4.0,
                    fill: true,
                    ..PolygonOffset::default()
                };
            }
            Look::Shadow => {
                clip_from_model *= shadow::flattened(view.to_light());
                color = SHADOW;
                parameters.depth.write = false;
                parameters.blend = shadow::darker();
            }
            Look::Ghost => {
                parameters.depth = Depth::default();
                parameters.polygon_mode = PolygonMode::Line;
            }
        }
        let clay = if look == Look::Clay { 1.0 } else { 0.0 };
        let uniforms = uniforms(clip_from_model, palette)
            .vec3("u_color", color)
            .vec3s("u_paint", &PAINTS)
            .float("u_clay", clay)
            .vec3("u_eye", view.camera.eye())
            .vec3("u_to_light", view.to_light());
        let is_lit = matches!(look, Look::Painted | Look::Clay);
        let program = if is_lit { &programs.lit } else { &programs.plain };
        let vertices = if as_floats { &self.as_floats } else { &self.vertices };
        target.draw(vertices, &self.indices, program, &uniforms, &parameters)?;
        Ok(())
    }
}

fn uniforms(clip_from_model: Mat4, palette: &[Mat4]) -> Uniforms<'static> {
    Uniforms::new().mat4("u_clip_from_model", clip_from_model).mat4s("u_palette", palette)
}
