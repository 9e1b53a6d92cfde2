//! The shaders of lessons 08 to 10, tried before they draw a figure.

use crate::earlier::{Earlier, FINISHED};
use anyhow::{Result, anyhow};
use common::app::Watchdog;
use common::check::Probe;
use common::check::shader::positions_on;
use common::graphics::renderer::{SAMPLER, white_texture};
use common::graphics::{Gl, ShaderFile, ShaderSource, Uniforms, patch, shader};
use common::mesh::SkinnedVertex;
use glam::{Mat4, Vec3};
use glium::Program;
use glium::texture::SrgbTexture2d;
use std::rc::Rc;

/// Elements of `u_palette` in the shaders of lessons 08 to 10.
pub(crate) const SLOTS: usize = 96;
/// Of the lamp and of what comes from all around, as light.
const LAMP: Vec3 = Vec3::new(0.80, 0.78, 0.74);
const AMBIENT: Vec3 = Vec3::new(0.30, 0.32, 0.35);

/// All that have been tried: the student's, and the finished ones.
pub(crate) struct Shaders {
    gl: Gl,
    white: SrgbTexture2d,
    known: Vec<Rc<Programs>>,
}

/// Four programs, and the files that they were made of.
pub(crate) struct Programs {
    files: [ShaderFile; 4],
    texts: [Option<String>; 4],
    /// The figure.
    pub(crate) lit: Program,
    pub(crate) ghost: Program,
    /// What follows a single joint.
    pub(crate) stiff: Program,
    pub(crate) stiff_ghost: Program,
    said: Vec<String>,
}

impl Shaders {
    /// # Errors
    /// If the graphics card has no room.
    pub(crate) fn new(gl: &Gl) -> Result<Self> {
        let white = white_texture(gl).map_err(|error| anyhow!(error))?;
        Ok(Shaders { gl: gl.clone(), white, known: Vec::new() })
    }

    /// The programs of somebody's shaders; the finished ones where these cannot be used. Tried again when
    /// a file has changed.
    ///
    /// # Errors
    /// If not even those can be used.
    pub(crate) fn programs(
        &mut self,
        earlier: &Earlier,
        watchdog: &mut Watchdog,
    ) -> Result<Rc<Programs>> {
        let files = shaders(earlier);
        let texts = files.map(|file| file.text().ok());
        let is_known = |known: &&Rc<Programs>| known.files == files && known.texts == texts;
        let known = self.known.iter().find(is_known).cloned();
        let programs = if let Some(known) = known {
            known
        } else {
            let loaded = Rc::new(self.load(files, texts)?);
            self.known.retain(|known| known.files != files);
            self.known.push(loaded.clone());
            loaded
        };
        for line in &programs.said {
            watchdog.report(line.as_str());
        }
        Ok(programs)
    }

    fn load(&self, files: [ShaderFile; 4], texts: [Option<String>; 4]) -> Result<Programs> {
        let finished = shaders(&FINISHED);
        let mut said = Vec::new();
        let mut use_of = files;
        for (place, todo) in ["10.3", "10.1", "09.2", "08.3"].into_iter().enumerate() {
            let tried = if place == 1 { self.colors(files[1]) } else { self.places(files[place]) };
            if let Err(why) = tried {
                said.push(format!("{todo} {why} (The finished one draws instead.)"));
                use_of[place] = finished[place];
            }
        }
        let link = |vertex, fragment| shader::load(&self.gl, vertex, fragment);
        let ghost = ShaderFile("12-playback/ghost.frag");
        // What one hands over, the other must take.
        let lit = link(use_of[0], use_of[1]).or_else(|error| {
            said.push(format!("10.3 {error} (The finished ones draw instead.)"));
            link(finished[0], finished[1])
        })?;
        let stiff = link(use_of[3], use_of[1]).or_else(|_| link(finished[3], finished[1]))?;
        let [smooth, rigid] = [2, 3]
            .map(|place| link(use_of[place], ghost).or_else(|_| link(finished[place], ghost)));
        let (ghost, stiff_ghost) = (smooth?, rigid?);
        Ok(Programs { files, texts, lit, ghost, stiff, stiff_ghost, said })
    }

    /// Reading back finds what would only show while drawing: an attribute that is misspelt.
    fn places(&self, file: ShaderFile) -> Result<(), String> {
        let uniforms = skinning(Mat4::IDENTITY, &[Mat4::IDENTITY; SLOTS]);
        let vertices =
            [SkinnedVertex { weights: [1.0, 0.0, 0.0, 0.0], ..SkinnedVertex::default() }];
        let places = positions_on(&self.gl, file, &uniforms, &vertices);
        places.map(drop).map_err(|trouble| trouble.to_string())
    }

    fn colors(&self, file: ShaderFile) -> Result<(), String> {
        let [pixels, ..] = lesson_10::probes::pixels(&Probe { seed: 10, index: 0 });
        let uniforms = lit(Uniforms::new(), pixels.eye, pixels.to_light)
            .vec3("u_diffuse", pixels.diffuse)
            .vec3("u_specular", pixels.specular)
            .float("u_shininess", pixels.shininess)
            .texture("u_texture", &self.white, SAMPLER);
        let drawn = ShaderSource::read(file)
            .and_then(|source| patch::draw(&self.gl, &source, &uniforms, &pixels.corners));
        drawn.map(drop).map_err(|error| error.to_string())
    }
}

/// Of the figure, of its light, of ghosts, of what is stiff.
fn shaders(earlier: &Earlier) -> [ShaderFile; 4] {
    let normals = earlier.normals;
    [normals.vertex, normals.fragment, earlier.smooth_skin.vertex, earlier.bind_pose.vertex]
}

/// What all vertex shaders are given.
pub(crate) fn skinning(clip_from_world: Mat4, palette: &[Mat4]) -> Uniforms<'static> {
    Uniforms::new().mat4("u_clip_from_model", clip_from_world).mat4s("u_palette", palette)
}

/// What the fragment shader is given besides, of the light.
pub(crate) fn lit(uniforms: Uniforms<'_>, eye: Vec3, to_light: Vec3) -> Uniforms<'_> {
    uniforms
        .vec3("u_eye", eye)
        .vec3("u_to_light", to_light)
        .vec3("u_lamp", LAMP)
        .vec3("u_ambient", AMBIENT)
}
