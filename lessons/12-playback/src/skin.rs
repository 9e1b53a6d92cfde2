//! The figure in the skin and the light of lessons 08 to 11: what `--mine` draws.
//!
//! ```text
//! file -> 11.1 .. 11.4: slots, weights, joint_from_mesh -> 08.2, with 02.2's poses: the palette
//!      -> 10.3 lit.vert and 10.1 phong.frag; ghosts by 09.2 smooth.vert; what is stiff by 08.3 rigid.vert
//! ```

use crate::earlier::{Earlier, FINISHED};
use crate::figure::File;
use crate::playing::Frame;
use crate::shaders::{Programs, SLOTS, Shaders, lit, skinning};
use anyhow::{Result, anyhow};
use common::app::{View, Watchdog};
use common::graphics::renderer::{SAMPLER, load_texture, white_texture};
use common::graphics::{Gl, Target};
use common::mesh::SkinnedVertex;
use common::model::{Material, Model, Part};
use common::skin::Binding;
use glam::{Affine3A, Mat4, Vec3, Vec4};
use glium::index::{IndexBuffer, PrimitiveType};
use glium::texture::SrgbTexture2d;
use glium::{Blend, Depth, DepthTest, DrawParameters, Surface, VertexBuffer};
use std::path::Path;
use std::rc::Rc;

/// Highlights are at least as sharp as this: some files say 0, and mean none.
const LEAST_SHININESS: f32 = 4.0;

/// The file's meshes, and somebody's answers to the questions about them.
pub struct Skin {
    gl: Gl,
    /// `None` where nothing is skinned.
    file: Option<lesson_11::File>,
    /// What hangs on a single joint, as `common` has read it.
    stiff: Vec<Worn>,
    textures: Vec<Option<SrgbTexture2d>>,
    white: SrgbTexture2d,
    ties: Vec<(Key, Rc<Tied>)>,
    shaders: Shaders,
}

/// Which functions were asked.
type Key = [usize; 5];

/// A mesh on the graphics card.
struct Worn {
    vertices: VertexBuffer<SkinnedVertex>,
    indices: IndexBuffer<u32>,
    material: Option<usize>,
    /// Place in the palettes.
    skin: usize,
}

/// Which joint each slot of a palette follows, and how it was bound.
struct Slots {
    /// `None` follows nothing.
    joints: Vec<Option<usize>>,
    /// By 11.3, out of the file.
    binds: Vec<Mat4>,
    /// By 08.1, out of the pose at rest, where the file was bound in that.
    at_rest: Vec<Mat4>,
}

/// The meshes as 11's answers tie them to joints.
pub struct Tied {
    skins: Vec<Slots>,
    parts: Vec<Worn>,
    said: Vec<String>,
    /// Whether 08.1's matrices are the file's own.
    pub bound_at_rest: bool,
}

/// A frame's palettes, with what draws them.
pub struct Dressed {
    programs: Rc<Programs>,
    /// As 11's answers tie it.
    pub tied: Rc<Tied>,
    /// For each moment and each skin, `world_from_mesh` of every slot; behind the skins what is stiff.
    palettes: Vec<Vec<Vec<Mat4>>>,
}

impl Skin {
    /// `None` if a skin of the file has more joints than the shaders' palette has room for.
    ///
    /// # Errors
    /// If the file cannot be read, or the graphics card has no room.
    pub fn new(gl: &Gl, path: &Path, model: &Model) -> Result<Option<Self>> {
        let has_skin = !model.skins.iter().all(is_stiff);
        let file = if has_skin { Some(lesson_11::File::read(path)?) } else { None };
        let mut skins = file.iter().flat_map(|file| &file.skins);
        if skins.any(|tied| tied.skin.names.len() >= SLOTS) {
            return Ok(None);
        }
        let texture = |material: &Material| -> Result<Option<SrgbTexture2d>> {
            let Some(texture) = &material.texture else { return Ok(None) };
            Ok(Some(load_texture(gl, texture).map_err(|error| anyhow!(error))?.0))
        };
        let stiff = model.parts.iter().filter(|part| is_stiff(&model.skins[part.skin]));
        Ok(Some(Skin {
            textures: model.materials.iter().map(texture).collect::<Result<_>>()?,
            white: white_texture(gl).map_err(|error| anyhow!(error))?,
            stiff: stiff.map(|part| worn(gl, part)).collect::<Result<_>>()?,
            ties: Vec::new(),
            shaders: Shaders::new(gl)?,
            gl: gl.clone(),
            file,
        }))
    }

    /// Puts the questions of lessons 08 to 11 for one frame.
    ///
    /// # Errors
    /// If the graphics driver refuses, or not even the finished shaders can be used.
    pub fn ask(
        &mut self,
        file: &File,
        earlier: &Earlier,
        watchdog: &mut Watchdog,
        frame: &Frame,
    ) -> Result<Dressed> {
        let tied = self.tie(file, earlier, watchdog)?;
        let programs = self.shaders.programs(earlier, watchdog)?;
        let mut asked = Vec::new();
        for (number, moment) in frame.moments.iter().enumerate() {
            for slots in &tied.skins {
                let posed = |joint: &Option<usize>| {
                    let posed = joint.and_then(|joint| moment.model_from_joint.get(joint));
                    posed.copied().unwrap_or(Mat4::IDENTITY)
                };
                let binds = if number == 0 { &slots.binds } else { &slots.at_rest };
                asked.push((slots.joints.iter().map(posed).collect::<Vec<_>>(), binds.clone()));
            }
        }
        let multiply = |earlier: &Earlier, asked: &Lists| -> Vec<Vec<Mat4>> {
            let one = |(posed, binds): &(Vec<Mat4>, Vec<Mat4>)| {
                (earlier.bind_pose.skinning_matrices)(posed, binds)
            };
            asked.iter().map(one).collect()
        };
        let (mine, known) = (*earlier, asked.clone());
        let multiplied = watchdog.call(
            "08.2 skinning_matrices",
            move || multiply(&mine, &known),
            || multiply(&FINISHED, &asked),
        );
        let wrong =
            multiplied.iter().zip(&asked).find(|(got, (posed, _))| got.len() != posed.len());
        if let Some((got, (posed, _))) = wrong {
            let (got, wanted) = (got.len(), posed.len());
            watchdog.report(format!("08.2 skinning_matrices: {got} matrices for {wanted} slots"));
        }
        let mut multiplied = multiplied.into_iter();
        let mut palettes = Vec::new();
        for moment in &frame.moments {
            let world = moment.stage.world_from_model;
            let mut skins: Vec<Vec<Mat4>> = Vec::new();
            for model_from_mesh in multiplied.by_ref().take(tied.skins.len()) {
                let mut palette: Vec<Mat4> = model_from_mesh.iter().map(|m| world * *m).collect();
                palette.resize(SLOTS, Mat4::ZERO);
                skins.push(palette);
            }
            skins.extend(file.model.skins.iter().map(|skin| {
                let joint = skin.bindings.first().and_then(|binding| binding.joint);
                let posed = joint.and_then(|joint| moment.model_from_joint.get(joint));
                vec![world * posed.copied().unwrap_or(Mat4::IDENTITY); SLOTS]
            }));
            palettes.push(skins);
        }
        Ok(Dressed { programs, tied, palettes })
    }

    /// 11's four and 08.1, once.
    fn tie(&mut self, file: &File, earlier: &Earlier, watchdog: &mut Watchdog) -> Result<Rc<Tied>> {
        let lesson_11::Answers { influences, skeleton_joints, joint_from_mesh, four_strongest } =
            earlier.skin;
        let key = [
            influences as usize,
            skeleton_joints as usize,
            joint_from_mesh as usize,
            four_strongest as usize,
            earlier.bind_pose.inverse_binds as usize,
        ];
        let known = self.ties.iter().find(|(known, _)| *known == key).map(|(_, tied)| tied.clone());
        let tied = if let Some(known) = known {
            known
        } else {
            let before = watchdog.take_reports();
            let mut tied = self.ask_ties(file, earlier, watchdog)?;
            tied.said = watchdog.take_reports();
            for line in before {
                watchdog.report(line);
            }
            let tied = Rc::new(tied);
            self.ties.truncate(2);
            self.ties.insert(0, (key, tied.clone()));
            tied
        };
        for line in &tied.said {
            watchdog.report(line.as_str());
        }
        Ok(tied)
    }

    fn ask_ties(&self, file: &File, earlier: &Earlier, watchdog: &mut Watchdog) -> Result<Tied> {
        let Some(skinned) = &self.file else {
            return Ok(Tied {
                skins: Vec::new(),
                parts: Vec::new(),
                said: Vec::new(),
                bound_at_rest: false,
            });
        };
        let (model, _) = lesson_11::tie(skinned, &earlier.skin, watchdog);
        let joints: Vec<lesson_08::Joint> = file
            .joints
            .iter()
            .map(|joint| lesson_08::Joint { name: joint.name.clone(), parent: joint.parent })
            .collect();
        let locals: Vec<Mat4> = file.joints.iter().map(|joint| joint.parent_from_joint).collect();
        let (mine, known, at) = (earlier.bind_pose, joints.clone(), locals.clone());
        let at_rest = watchdog.call(
            "08.1 inverse_binds",
            move || (mine.inverse_binds)(&known, &at),
            || (FINISHED.bind_pose.inverse_binds)(&joints, &locals),
        );
        let finished = (FINISHED.bind_pose.inverse_binds)(&joints, &locals);
        let bound_at_rest = is_bound_at_rest(skinned, &finished);
        let mut skins = Vec::new();
        for (number, skin) in model.skins.iter().enumerate() {
            let joints: Vec<Option<usize>> = skin
                .bindings
                .iter()
                .map(|binding| binding.joint.filter(|joint| *joint < file.joints.len()))
                .collect();
            let binds: Vec<Mat4> =
                skin.bindings.iter().map(|binding| Mat4::from(binding.joint_from_bind)).collect();
            // No skin is missing where there are as many as in the file.
            let shape = skinned.skins.get(number).map(|tied| tied.skin.bind_from_mesh);
            let shape = shape.filter(|_| bound_at_rest && model.skins.len() == skinned.skins.len());
            let own = |(joint, bind): (&Option<usize>, &Mat4)| match (joint, shape) {
                (Some(joint), Some(shape)) => {
                    at_rest.get(*joint).copied().unwrap_or(Mat4::IDENTITY) * shape
                }
                _ => *bind,
            };
            let at_rest = joints.iter().zip(&binds).map(own).collect();
            skins.push(Slots { joints, binds, at_rest });
        }
        let parts = model.parts.iter().map(|part| worn(&self.gl, part)).collect::<Result<_>>()?;
        Ok(Tied { skins, parts, said: Vec::new(), bound_at_rest })
    }

    /// The figure now, lit.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw(
        &self,
        target: &mut Target<'_>,
        view: &View,
        materials: &[Material],
        dressed: &Dressed,
    ) -> Result<()> {
        let parameters = DrawParameters {
            depth: Depth { test: DepthTest::IfLess, write: true, ..Depth::default() },
            ..DrawParameters::default()
        };
        let Dressed { programs, tied, palettes } = dressed;
        for (part, skin, is_stiff) in self.all(tied) {
            let program = if is_stiff { &programs.stiff } else { &programs.lit };
            let material = part.material.and_then(|place| materials.get(place));
            let plain = Material::default();
            let material = material.unwrap_or(&plain);
            let texture = part.material.and_then(|place| self.textures.get(place)?.as_ref());
            let uniforms = skinning(view.clip_from_world(), &palettes[0][skin]);
            let uniforms = lit(uniforms, view.camera.eye(), view.to_light())
                .vec3("u_diffuse", linear(material.diffuse.truncate()))
                .vec3("u_specular", linear(material.specular))
                .float("u_shininess", material.shininess.max(LEAST_SHININESS))
                .texture("u_texture", texture.unwrap_or(&self.white), SAMPLER);
            target.draw(&part.vertices, &part.indices, program, &uniforms, &parameters)?;
        }
        Ok(())
    }

    /// Every mesh, its palette's place, and whether it is stiff.
    fn all<'s>(&'s self, tied: &'s Tied) -> impl Iterator<Item = (&'s Worn, usize, bool)> {
        let skinned = tied.parts.iter().map(|part| (part, part.skin, false));
        let count = tied.skins.len();
        skinned.chain(self.stiff.iter().map(move |part| (part, count + part.skin, true)))
    }

    /// Another moment's figure in one colour, see-through.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw_ghost(
        &self,
        target: &mut Target<'_>,
        view: &View,
        dressed: &Dressed,
        moment: usize,
        color: Vec4,
    ) -> Result<()> {
        // Depth alone first, so that of everything behind one another only the nearest is seen.
        let depth = DrawParameters {
            depth: Depth { test: DepthTest::IfLess, write: true, ..Depth::default() },
            color_mask: (false, false, false, false),
            ..DrawParameters::default()
        };
        let over = DrawParameters {
            depth: Depth { test: DepthTest::IfLessOrEqual, write: false, ..Depth::default() },
            blend: Blend::alpha_blending(),
            ..DrawParameters::default()
        };
        for parameters in [depth, over] {
            for (part, skin, is_stiff) in self.all(&dressed.tied) {
                let palette = &dressed.palettes[moment][skin];
                let uniforms = skinning(view.clip_from_world(), palette)
                    .vec4("u_color", color)
                    .vec3("u_to_light", view.to_light());
                let Programs { ghost, stiff_ghost, .. } = &*dressed.programs;
                let program = if is_stiff { stiff_ghost } else { ghost };
                target.draw(&part.vertices, &part.indices, program, &uniforms, &parameters)?;
            }
        }
        Ok(())
    }
}

/// Whether the file's inverse binds are those of the pose in which its joints rest.
fn is_bound_at_rest(file: &lesson_11::File, joint_from_rest: &[Mat4]) -> bool {
    file.skins.iter().all(|tied| {
        let skin = &tied.skin;
        let Ok(joints) = (FINISHED.skin.skeleton_joints)(&skin.names, &tied.joints) else {
            return false;
        };
        let binds = (FINISHED.skin.joint_from_mesh)(&skin.inverse_binds, skin.bind_from_mesh);
        joints.iter().zip(&binds).all(|(joint, bind)| {
            let Some(rest) = joint_from_rest.get(*joint) else { return false };
            let size = bind.to_cols_array().iter().fold(1.0f32, |size, x| size.max(x.abs()));
            (*rest * skin.bind_from_mesh).abs_diff_eq(*bind, 1e-3 * size)
        })
    })
}

/// Joints as they are, and how they were bound, for each moment and each skin.
type Lists = Vec<(Vec<Mat4>, Vec<Mat4>)>;

/// A mesh on a single joint, in the joint's own space.
fn is_stiff(skin: &common::skin::Skin) -> bool {
    let is_own = |binding: &Binding| binding.joint_from_bind == Affine3A::IDENTITY;
    skin.bindings.len() == 1
        && skin.bindings.iter().all(is_own)
        && skin.bind_from_mesh == Affine3A::IDENTITY
}

fn worn(gl: &Gl, part: &Part) -> Result<Worn> {
    Ok(Worn {
        vertices: VertexBuffer::new(gl, &part.mesh.vertices)?,
        indices: IndexBuffer::new(gl, PrimitiveType::TrianglesList, &part.mesh.indices)?,
        material: part.material,
        skin: part.skin,
    })
}

/// From the screen's numbers to light. The sRGB transfer function, IEC 61966-2-1.
fn linear(srgb: Vec3) -> Vec3 {
    srgb.clamp(Vec3::ZERO, Vec3::ONE).map(|channel| {
        if channel <= 0.04045 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
    })
}
