//! The mesh on the graphics card, with weights of several hands, and the vertex shaders that draw it.

use crate::checks::REFERENCE;
use crate::worm::Worm;
use anyhow::Result;
use common::app::{View, Watchdog};
use common::check::shader::positions_on;
use common::graphics::{Gl, ShaderFile, Target, Uniforms, shader, shadow, weight_ramp};
use common::mesh::SkinnedVertex;
use glam::{Mat4, Vec3};
use glium::draw_parameters::PolygonOffset;
use glium::index::{IndexBuffer, PrimitiveType};
use glium::{Depth, DepthTest, DrawParameters, Program, Surface, VertexBuffer};
use std::rc::Rc;

/// Tail, middle and head, white, black; sRGB.
pub(crate) const PAINTS: [Vec3; 5] = [
    Vec3::new(0.86, 0.22, 0.16),
    Vec3::new(0.95, 0.66, 0.10),
    Vec3::new(0.10, 0.52, 0.60),
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
    /// By the weight of a joint.
    Heat(usize),
    /// The same, with the mesh's lines.
    Model(usize),
    Shadow,
    /// A cage of some of its edges, through everything.
    Ghost,
}

/// A vertex shader that has been tried, with what it draws in light and in one colour.
pub(crate) struct Programs {
    file: ShaderFile,
    text: Option<String>,
    /// Whose shader it is that draws: the finished one's where this cannot.
    drawn_by: ShaderFile,
    lit: Program,
    plain: Program,
    said: Option<String>,
}

/// The mesh with the weights of every ring.
pub(crate) struct Weighted {
    pub(crate) rings: Vec<[f32; 3]>,
    mesh: Vec<SkinnedVertex>,
    vertices: VertexBuffer<SkinnedVertex>,
}

/// What the worms share.
pub(crate) struct Skin {
    gl: Gl,
    indices: IndexBuffer<u32>,
    cage: IndexBuffer<u32>,
    /// The last two: the student's, and the finished ones.
    weighted: Vec<Rc<Weighted>>,
    /// Those that have been tried: the student's, and the finished one.
    shaders: Vec<Rc<Programs>>,
}

impl Skin {
    pub(crate) fn new(gl: &Gl, worm: &Worm) -> Result<Self> {
        Ok(Skin {
            gl: gl.clone(),
            indices: IndexBuffer::new(gl, PrimitiveType::TrianglesList, worm.indices())?,
            cage: IndexBuffer::new(gl, PrimitiveType::LinesList, &worm.cage())?,
            weighted: Vec::new(),
            shaders: Vec::new(),
        })
    }

    /// The mesh with these weights.
    pub(crate) fn weighted(&mut self, worm: &Worm, rings: Vec<[f32; 3]>) -> Result<Rc<Weighted>> {
        if let Some(known) = self.weighted.iter().find(|known| known.rings == rings) {
            return Ok(known.clone());
        }
        let mesh = worm.skinned(&rings);
        let vertices = VertexBuffer::new(&self.gl, &mesh)?;
        let made = Rc::new(Weighted { rings, mesh, vertices });
        self.weighted.truncate(1);
        self.weighted.insert(0, made.clone());
        Ok(made)
    }

    /// The programs of a vertex shader that does what is needed to draw with it; else the finished
    /// one's. Tried again when its file has changed.
    pub(crate) fn programs(
        &mut self,
        file: ShaderFile,
        palette: &[Mat4],
        weighted: &Weighted,
        watchdog: &mut Watchdog,
    ) -> Result<Rc<Programs>> {
        let text = file.text().ok();
        let known = self.shaders.iter().find(|known| known.file == file && known.text == text);
        let programs = if let Some(known) = known {
            known.clone()
        } else {
            let loaded = Rc::new(self.load(file, text, palette, &weighted.mesh[..1])?);
            self.shaders.retain(|known| known.file != file);
            self.shaders.push(loaded.clone());
            loaded
        };
        programs.said.iter().for_each(|line| watchdog.report(line.as_str()));
        Ok(programs)
    }

    fn load(
        &self,
        file: ShaderFile,
        text: Option<String>,
        palette: &[Mat4],
        vertex: &[SkinnedVertex],
    ) -> Result<Programs> {
        // Reading it back first finds what would only show while drawing: an attribute that is misspelt.
        let tried = positions_on(&self.gl, file, &uniforms(Mat4::IDENTITY, palette), vertex)
            .map_err(|trouble| trouble.to_string())
            .and_then(|_| self.link(file).map_err(|error| error.to_string()));
        let (drawn_by, (lit, plain), said) = match tried {
            Ok(programs) => (file, programs, None),
            Err(why) => {
                let said = format!("09.2 {why} (The finished one draws instead.)");
                (REFERENCE.vertex, self.link(REFERENCE.vertex)?, Some(said))
            }
        };
        Ok(Programs { file, text, drawn_by, lit, plain, said })
    }

    fn link(&self, vertex: ShaderFile) -> Result<(Program, Program)> {
        let with = |fragment| shader::load(&self.gl, vertex, ShaderFile(fragment));
        Ok((with("09-smooth-skin/worm.frag")?, with("common/one_color.frag")?))
    }

    /// Where a shader puts every vertex, in the model's space; none if it cannot be read back.
    pub(crate) fn places(
        &self,
        programs: &Programs,
        weighted: &Weighted,
        palette: &[Mat4],
    ) -> Vec<Vec3> {
        let uniforms = uniforms(Mat4::IDENTITY, palette);
        let told = positions_on(&self.gl, programs.drawn_by, &uniforms, &weighted.mesh);
        told.map_or(Vec::new(), |told| told.positions.iter().map(|p| p.truncate() / p.w).collect())
    }

    /// Draws a worm in one call: one mesh, one palette. `rings` are the weights that it is coloured by.
    pub(crate) fn draw(
        &self,
        target: &mut Target<'_>,
        view: &View,
        programs: &Programs,
        worm: (&Weighted, &[Mat4]),
        rings: &[[f32; 3]],
        look: Look,
    ) -> Result<()> {
        let (weighted, palette) = worm;
        let mut parameters = DrawParameters {
            depth: Depth { test: DepthTest::IfLess, write: true, ..Depth::default() },
            ..DrawParameters::default()
        };
        let mut clip_from_model = view.clip_from_world();
        let (mut color, mut joint, mut lines) = (GHOST, -1, 0.0);
        match look {
            Look::Painted => lines = 0.6,
            Look::Heat(shown) => (joint, lines) = (shown as i32, 0.6),
            Look::Model(shown) => {
                (joint, lines) = (shown as i32, 1.0);
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
            Look::Ghost => parameters.depth = Depth::default(),
        }
        let of_rings: Vec<Vec3> = rings.iter().map(|weights| Vec3::from(*weights)).collect();
        let uniforms = uniforms(clip_from_model, palette)
            .vec3("u_color", color)
            .vec3s("u_ring", &of_rings)
            .vec3s("u_paint", &PAINTS)
            .int("u_joint", joint)
            .vec3s("u_ramp", &weight_ramp())
            .float("u_lines", lines)
            .vec3("u_eye", view.camera.eye())
            .vec3("u_to_light", view.to_light());
        let is_lit = !matches!(look, Look::Shadow | Look::Ghost);
        let program = if is_lit { &programs.lit } else { &programs.plain };
        let indices = if look == Look::Ghost { &self.cage } else { &self.indices };
        target.draw(&weighted.vertices, indices, program, &uniforms, &parameters)?;
        Ok(())
    }
}

fn uniforms(clip_from_model: Mat4, palette: &[Mat4]) -> Uniforms<'static> {
    Uniforms::new().mat4("u_clip_from_model", clip_from_model).mat4s("u_palette", palette)
}
