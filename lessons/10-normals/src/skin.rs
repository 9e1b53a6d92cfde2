//! The dancers on the graphics card, and the shaders that somebody draws them with.

use crate::checks::REFERENCE;
use crate::dancer::{Dancer, PAINTS};
use crate::probes::{self, Pixels};
use crate::{Answers, patches};
use anyhow::{Result, anyhow};
use common::app::{View, Watchdog};
use common::check::Probe;
use common::check::shader::{positions_on, trouble};
use common::graphics::{
    Gl, ShaderError, ShaderFile, ShaderSource, Target, Uniforms, feedback, patch, shader, shadow,
};
use common::mesh::SkinnedVertex;
use glam::{Mat4, Vec3, Vec4};
use glium::index::{IndexBuffer, PrimitiveType};
use glium::texture::{MipmapsOption, RawImage2d, SrgbTexture2d};
use glium::uniforms::{
    MagnifySamplerFilter, MinifySamplerFilter, SamplerBehavior, SamplerWrapFunction,
};
use glium::{Depth, DepthTest, DrawParameters, Program, Surface, VertexBuffer};
use std::rc::Rc;

/// Of the lamp and of what comes from all around, as light.
const LAMP: Vec3 = Vec3::new(0.86, 0.83, 0.78);
const AMBIENT: Vec3 = Vec3::new(0.20, 0.22, 0.25);
const SHADOW: Vec3 = Vec3::new(0.33, 0.38, 0.43);
/// The paints lie side by side: between the first two there is a ramp, the others are hit in the middle.
const SAMPLER: SamplerBehavior = SamplerBehavior {
    wrap_function: (
        SamplerWrapFunction::Clamp,
        SamplerWrapFunction::Clamp,
        SamplerWrapFunction::Clamp,
    ),
    minify_filter: MinifySamplerFilter::Linear,
    magnify_filter: MagnifySamplerFilter::Linear,
    depth_texture_comparison: None,
    max_anisotropy: 1,
};

/// Somebody's two shaders, tried.
pub(crate) struct Programs {
    tried: [Tried; 2],
    /// Whose shaders draw: the finished ones' where these cannot.
    pub(crate) vertex: ShaderFile,
    fragment: ShaderFile,
    lit: Program,
    plain: Program,
    said: Vec<String>,
}

/// A shader file, and its text when it was tried.
#[derive(PartialEq)]
struct Tried(ShaderFile, Option<String>);

/// One dancer's mesh.
struct Body {
    mesh: Vec<SkinnedVertex>,
    vertices: VertexBuffer<SkinnedVertex>,
    indices: IndexBuffer<u32>,
    place: Vec3,
    shine: (f32, f32),
}

/// All of them.
pub(crate) struct Skin {
    gl: Gl,
    bodies: Vec<Body>,
    paints: SrgbTexture2d,
    texel: SrgbTexture2d,
    /// Those that have been tried: the student's, and the finished ones.
    programs: Vec<Rc<Programs>>,
}

impl Skin {
    pub(crate) fn new(gl: &Gl, dancers: &[Dancer]) -> Result<Self> {
        let body = |dancer: &Dancer| -> Result<Body> {
            Ok(Body {
                mesh: dancer.mesh.vertices.clone(),
                vertices: VertexBuffer::new(gl, &dancer.mesh.vertices)?,
                indices: IndexBuffer::new(gl, PrimitiveType::TrianglesList, &dancer.mesh.indices)?,
                place: dancer.place,
                shine: dancer.shine,
            })
        };
        let row = PAINTS.iter().flat_map(|[red, green, blue]| [*red, *green, *blue, 255]).collect();
        let image = RawImage2d::from_raw_rgba(row, (PAINTS.len() as u32, 1));
        Ok(Skin {
            gl: gl.clone(),
            bodies: dancers.iter().map(body).collect::<Result<_>>()?,
            paints: SrgbTexture2d::with_mipmaps(gl, image, MipmapsOption::NoMipmap)?,
            texel: patches::texture(gl).map_err(|error| anyhow!(error))?,
            programs: Vec::new(),
        })
    }

    /// The programs of somebody's shaders, as far as they do what is needed to draw with them; the
    /// finished ones for the rest. Tried again when a file has changed.
    pub(crate) fn programs(
        &mut self,
        answers: &Answers,
        palette: &[Mat4],
        watchdog: &mut Watchdog,
    ) -> Result<Rc<Programs>> {
        let tried = [answers.vertex, answers.fragment].map(|file| Tried(file, file.text().ok()));
        let known = self.programs.iter().find(|known| known.tried == tried);
        let programs = if let Some(known) = known {
            known.clone()
        } else {
            let loaded = Rc::new(self.load(answers, tried, palette)?);
            let files = |programs: &Programs| [programs.tried[0].0, programs.tried[1].0];
            self.programs.retain(|known| files(known) != files(&loaded));
            self.programs.push(loaded.clone());
            loaded
        };
        programs.said.iter().for_each(|line| watchdog.report(line.as_str()));
        Ok(programs)
    }

    fn load(&self, answers: &Answers, tried: [Tried; 2], palette: &[Mat4]) -> Result<Programs> {
        let mut said = Vec::new();
        let mut usable = |todo: &str, file, finished, why: Result<(), String>| match why {
            Ok(()) => file,
            Err(why) => {
                said.push(format!("{todo} {why} (The finished one draws instead.)"));
                finished
            }
        };
        // Reading back finds what would only show while drawing: an attribute that is misspelt.
        let corners = &self.bodies[0].mesh[..1];
        let placed =
            positions_on(&self.gl, answers.vertex, &skinning(Mat4::IDENTITY, palette), corners);
        let placed = placed.map(drop).map_err(|trouble| trouble.to_string());
        let mut vertex = usable("10.3", answers.vertex, REFERENCE.vertex, placed);
        let colored = self.colors(answers.fragment, &samples()[0]);
        let colored = colored.map(drop).map_err(|error| trouble(&error).to_string());
        let fragment = usable("10.1", answers.fragment, REFERENCE.fragment, colored);
        // What one hands over, the other must take.
        if let Err(error) = shader::load(&self.gl, vertex, fragment) {
            vertex = usable("10.3", vertex, REFERENCE.vertex, Err(error.to_string()));
        }
        let lit = shader::load(&self.gl, vertex, fragment)?;
        let plain = shader::load(&self.gl, vertex, ShaderFile("common/one_color.frag"))?;
        Ok(Programs { tried, vertex, fragment, lit, plain, said })
    }

    /// What a fragment shader makes of a few pixels.
    fn colors(&self, file: ShaderFile, pixels: &Pixels) -> Result<Vec<Vec4>, ShaderError> {
        let uniforms = patches::uniforms(pixels, &self.texel);
        let source = ShaderSource::read(file)?;
        Ok(patch::draw(&self.gl, &source, &uniforms, &pixels.corners)?.colors)
    }

    /// How far the colours of two fragment shaders are apart at the worst of some pixels, in steps of
    /// the screen, 0 to 255.
    pub(crate) fn colors_apart(&self, mine: &Programs, right: &Programs) -> f32 {
        let colors = |programs: &Programs| -> Vec<Vec4> {
            let each = samples().into_iter().map(|p| self.colors(programs.fragment, &p));
            each.flat_map(Result::unwrap_or_default).collect()
        };
        let pairs = colors(mine).into_iter().zip(colors(right));
        255.0 * pairs.map(|(a, b)| (a - b).abs().max_element()).fold(0.0, f32::max)
    }

    /// Place and normal of every vertex of a dancer, in the world's space: nothing if they cannot be read
    /// back.
    pub(crate) fn normals(
        &self,
        dancer: usize,
        programs: &Programs,
        palette: &[Mat4],
    ) -> Vec<(Vec3, Vec3)> {
        let (body, uniforms) = (&self.bodies[dancer], skinning(Mat4::IDENTITY, palette));
        let Ok(source) = ShaderSource::read(programs.vertex) else { return Vec::new() };
        let read = |name| {
            feedback::output::<_, [f32; 3]>(&self.gl, &source, &uniforms, &body.mesh, name)
                .unwrap_or_default()
        };
        let (places, normals) = (read("v_position"), read("v_normal"));
        let pairs = places.into_iter().zip(normals);
        pairs.map(|(at, normal)| (body.place + Vec3::from(at), Vec3::from(normal))).collect()
    }

    /// Draws both dancers, each in one call.
    pub(crate) fn draw(
        &self,
        target: &mut Target<'_>,
        view: &View,
        to_light: Vec3,
        programs: &Programs,
        palette: &[Mat4],
    ) -> Result<()> {
        let parameters = DrawParameters {
            depth: Depth { test: DepthTest::IfLess, write: true, ..Depth::default() },
            ..DrawParameters::default()
        };
        for body in &self.bodies {
            let clip_from_model = view.clip_from_world() * Mat4::from_translation(body.place);
            let (mirrored, shininess) = body.shine;
            let uniforms = skinning(clip_from_model, palette)
                .vec3("u_eye", view.camera.eye() - body.place)
                .vec3("u_to_light", to_light)
                .vec3("u_lamp", LAMP)
                .vec3("u_ambient", AMBIENT)
                .vec3("u_diffuse", Vec3::ONE)
                .vec3("u_specular", Vec3::splat(mirrored))
                .float("u_shininess", shininess)
                .texture("u_texture", &self.paints, SAMPLER);
            target.draw(&body.vertices, &body.indices, &programs.lit, &uniforms, &parameters)?;
        }
        Ok(())
    }

    /// Their shadows on the ground.
    pub(crate) fn draw_shadows(
        &self,
        target: &mut Target<'_>,
        view: &View,
        to_light: Vec3,
        programs: &Programs,
        palette: &[Mat4],
    ) -> Result<()> {
        let parameters = DrawParameters {
            depth: Depth { test: DepthTest::IfLess, write: false, ..Depth::default() },
            blend: shadow::darker(),
            ..DrawParameters::default()
        };
        for body in &self.bodies {
            let clip_from_model = view.clip_from_world()
                * shadow::flattened(to_light)
                * Mat4::from_translation(body.place);
            let uniforms = skinning(clip_from_model, palette).vec3("u_color", SHADOW);
            target.draw(&body.vertices, &body.indices, &programs.plain, &uniforms, &parameters)?;
        }
        Ok(())
    }
}

/// Pixels to try a fragment shader on.
fn samples() -> [Pixels; 4] {
    probes::pixels(&Probe { seed: 10, index: 0 })
}

fn skinning(clip_from_model: Mat4, palette: &[Mat4]) -> Uniforms<'static> {
    Uniforms::new().mat4("u_clip_from_model", clip_from_model).mat4s("u_palette", palette)
}
