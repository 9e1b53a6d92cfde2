//! What the pose editor has saved: a figure's models on its joints, its hit and hurt spheres, and its clips.

use anyhow::{Context, Result, bail};
use armature::animation::Clip;
use armature::attachment::{Attachment, Sphere};
use armature::model::Model;
use armature::skeleton::Skeleton;
use armature_formats::container::{AnimationSet, store};
use common::ui::Message;
use glam::Mat4;
use std::path::{Path, PathBuf};

/// The newest file that was saved for a figure.
#[derive(Clone)]
pub struct Attached {
    pub file: PathBuf,
    pub models: Vec<AttachedModel>,
    pub spheres: Vec<Sphere>,
    pub clips: Vec<Clip>,
    /// Newer files that cannot be used, and parts that this figure has no joint for.
    pub messages: Vec<Message>,
}

#[derive(Clone)]
pub struct AttachedModel {
    pub attachment: Attachment,
    pub model: Model,
    /// Transform from the model's own space into the joint's.
    pub joint_from_model: Mat4,
    /// Its joints at rest.
    pub model_from_joint: Vec<Mat4>,
}

impl Attached {
    /// Reads the newest file of `stem` in `folder`, for a skeleton with the joints of that figure. A file without a model
    /// called `needed` is passed over.
    pub fn read(folder: &Path, stem: &str, skeleton: &Skeleton, needed: Option<&str>) -> Result<Self> {
        let opened = store::open_newest(folder, stem, |bytes| Self::from_bytes(bytes, skeleton, needed));
        let opened = opened.with_context(|| folder.display().to_string())?;
        let Some((file, mut attached)) = opened.newest else {
            bail!("{}: no file {stem}.armature that can be used", folder.display());
        };
        for passed in opened.passed_over {
            let text = format!("{}; passed over", passed.why);
            attached.messages.push(Message::warning(name_of(&passed.file), text));
        }
        Ok(Attached { file, ..attached })
    }

    fn from_bytes(bytes: &[u8], skeleton: &Skeleton, needed: Option<&str>) -> Result<Self, String> {
        let (set, _) = AnimationSet::from_bytes(bytes).map_err(|error| error.to_string())?;
        let matched = set.for_skeleton(skeleton);
        let mut models = Vec::new();
        for attachment in matched.set.attachments {
            models.push(AttachedModel::load(attachment)?);
        }
        if let Some(name) = needed {
            let Some(index) = models.iter().position(|it| it.attachment.name == name) else {
                return Err(format!("nothing in it is called \"{name}\""));
            };
            models[..=index].rotate_right(1);
        }
        let mut messages = Vec::new();
        for part in matched.left_out {
            messages.push(Message::warning("", format!("{part}: the figure has no such joint")));
        }
        Ok(Attached { file: PathBuf::new(), models, spheres: matched.set.spheres, clips: matched.set.clips, messages })
    }

    /// Describes the file in a line.
    pub fn note(&self) -> Message {
        let models = self.models.len();
        Message::note(format!("{}: {} spheres, {models} attached", name_of(&self.file), self.spheres.len()))
    }
}

impl AttachedModel {
    fn load(attachment: Attachment) -> Result<Self, String> {
        let model = editor::load_attachment(&attachment.name, &attachment.file, &common::assets())?;
        let joint_from_model = attachment.joint_from_attachment.to_mat4() * Mat4::from(model.world_from_model);
        let skeleton = &model.skeleton;
        let mut model_from_joint = Vec::new();
        for joint in skeleton.model_from_joint(&skeleton.bind_pose()) {
            model_from_joint.push(Mat4::from(joint));
        }
        Ok(AttachedModel { attachment, model, joint_from_model, model_from_joint })
    }

    /// Returns the model's file; `None` for a model that the editor has given.
    pub fn file(&self) -> Option<PathBuf> {
        let Attachment { file, .. } = &self.attachment;
        if file.is_empty() { None } else { Some(common::assets().join(file)) }
    }
}

fn name_of(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
