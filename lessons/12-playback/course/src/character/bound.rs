//! A figure's meshes as the answers of lessons 08 and 11 bind them to joints.

#[cfg(feature = "graphics")]
use super::file::CharacterFile;
use armature::model::Part;
use armature::skin::{Binding, Skin};
use drawing::WorldPose;
use drawing::answer_cache::AnswerCache;
use drawing::report::fit;
use given::{CallError, lesson_08::BindPose, lesson_11::ColladaSkin};
use glam::Mat4;
#[cfg(feature = "graphics")]
use lesson_11::is_rigid;
use lesson_11::{FigureFile, bind_skins};
use std::rc::Rc;

/// The file's meshes, and what 11's answers have returned about them.
pub struct CharacterSkins {
    /// `None` where nothing is skinned.
    file: Option<FigureFile>,
    /// Meshes that follow a single joint, as `common` has read them.
    rigid: Vec<(Part, Skin)>,
    bound: AnswerCache<ColladaSkin, Rc<BoundSkins>>,
}

/// The meshes as 11's answers bind them to joints, then those that follow a single joint.
pub struct BoundSkins {
    pub skins: Vec<Skin>,
    pub parts: Vec<Part>,
}

impl CharacterSkins {
    /// Reads the skins.
    ///
    /// # Errors
    /// If the file cannot be read.
    #[cfg(feature = "graphics")]
    pub fn new(file: &CharacterFile) -> anyhow::Result<Self> {
        let skins = &file.model.skins;
        let parts = &file.model.parts;
        let has_skin = !skins.iter().all(is_rigid);
        let rigid = parts.iter().filter(|part| is_rigid(&skins[part.skin]));
        Ok(CharacterSkins {
            file: if has_skin { Some(file.skins()?) } else { None },
            rigid: rigid.map(|part| (part.clone(), skins[part.skin].clone())).collect(),
            bound: AnswerCache::default(),
        })
    }

    /// Returns the meshes as the answers of lesson 11 bind them, called once for a set of answers.
    ///
    /// # Errors
    /// If an answer cannot be used; so below.
    pub fn bound(&mut self, answers: &ColladaSkin) -> Result<Rc<BoundSkins>, CallError> {
        let CharacterSkins { file, rigid, bound } = self;
        bound.get_or_compute(*answers, || {
            let mut skins = Vec::new();
            let mut parts = Vec::new();
            if let Some(file) = file {
                let model = bind_skins(file, answers)?.0;
                skins = model.skins;
                parts = model.parts;
            }
            for (part, skin) in rigid {
                parts.push(Part { skin: skins.len(), ..part.clone() });
                skins.push(skin.clone());
            }
            Ok(Rc::new(BoundSkins { skins, parts }))
        })
    }
}

impl BoundSkins {
    /// Returns `world_from_mesh` for each slot of each skin, by 08.2.
    ///
    /// # Errors
    /// See [`bound`](CharacterSkins::bound).
    pub fn palettes(&self, answers: &BindPose, pose: &WorldPose) -> Result<Vec<Vec<Mat4>>, CallError> {
        let mut palettes = Vec::new();
        for skin in &self.skins {
            let mut posed = Vec::new();
            let mut binds = Vec::new();
            for Binding { joint, joint_from_bind } in &skin.bindings {
                // The identity for what follows nothing.
                let model_from_joint = joint.and_then(|joint| pose.model_from_joint.get(joint));
                posed.push(model_from_joint.copied().unwrap_or(Mat4::IDENTITY));
                binds.push(Mat4::from(*joint_from_bind));
            }
            let found = answers.skinning_matrices(&posed, &binds)?;
            let found = fit("08.2", found, posed.len(), Mat4::ZERO).into_iter();
            palettes.push(found.map(|model_from_mesh| pose.world_from_model * model_from_mesh).collect());
        }
        Ok(palettes)
    }
}
