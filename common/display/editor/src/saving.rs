//! Saving to a new file each time, and opening the newest that is good.

use super::{Document, Editor, Functions, session::file_name};
use armature_formats::container::{self, Active, AnimationSet, ModelReference, store};
use armature_offline::edit::EditableClip;
use std::path::Path;
use ui::Message;

impl Editor {
    /// Returns the document in the form that is saved.
    fn animation_set(&self) -> AnimationSet {
        let document = self.document();
        let file = relative(&self.source.figure, &self.session.folder);
        AnimationSet {
            figure: ModelReference::new(file, &self.actor.model.skeleton),
            clips: document.clips.iter().map(EditableClip::clip).collect(),
            attachments: document.attachments.clone(),
            spheres: document.spheres.clone(),
            active: self
                .actor
                .selection
                .first()
                .map(|joint| Active { clip: self.clip().map(|it| it.name.clone()).unwrap_or_default(), joint }),
            others: self.source.others.clone(),
        }
    }

    /// Returns the bytes of a file to save, after reading them back as a check.
    pub(super) fn to_bytes(&self, functions: &mut dyn Functions) -> Result<Vec<u8>, String> {
        let blobs = self.animation_set().to_blobs().map_err(|error| error.to_string())?;
        let bytes = functions.write(blobs.clone())?;
        match container::read(&bytes) {
            Ok(read) if read == blobs => Ok(bytes),
            Ok(_) => Err("what was written reads as something else".into()),
            Err(error) => Err(format!("what was written cannot be read: {error}")),
        }
    }

    /// Opens the file that was named, or else the newest readable file of this figure.
    pub(super) fn open_newest(&mut self, functions: &mut dyn Functions) {
        let newest = match &self.source.container {
            Some(file) => open_file(file, functions).map(|set| Some((file_name(file), set))),
            None => self.session.open_newest(|bytes| read_set(bytes, functions)),
        };
        match newest {
            Ok(Some((name, read))) => {
                let document = self.taken(&name, read);
                self.session.say(&format!("opened: {name}"));
                self.session.saved_as = Some(name);
                self.show(document);
            }
            Ok(None) => {}
            Err(error) => self.session.error(error),
        }
        self.restore_kept();
    }

    /// Continues the session before this one, if that has left something unsaved.
    pub fn restore_kept(&mut self) {
        let kept = self.session.read_kept().and_then(|bytes| AnimationSet::from_bytes(&bytes).ok());
        if let Some(read) = kept {
            let document = self.taken("what was not saved", read);
            self.session.restore(document);
            self.follow_document();
        }
    }

    /// Writes changes that are not saved to the session's file. The course's own functions write it: a lesson's may be
    /// unfinished.
    pub(super) fn keep_unsaved(&mut self) {
        if self.session.is_outdated() {
            let bytes = self.animation_set().to_bytes().map_err(|error| error.to_string());
            self.session.keep(bytes);
        }
    }

    /// Returns the document of a set that was read from a file, with messages about what the figure does not have.
    fn taken(&mut self, name: &str, (set, warnings): ReadSet) -> Document {
        self.session.messages.extend(warnings.into_iter().map(|text| Message::warning(name, text)));
        let matched = set.for_skeleton(&self.actor.model.skeleton);
        for (what, names) in [
            ("the figure has no joint of these names, so their motion is left out", &matched.unmatched),
            ("these joints have another parent now, and may move wrongly", &matched.reparented),
            ("left out with their joints", &matched.left_out),
        ] {
            if !names.is_empty() {
                let text = format!("{what}: {}", names.join(", "));
                self.session.messages.push(Message::warning(name, text));
            }
        }
        let set = matched.set;
        let clips = match &set.clips[..] {
            [] => self.document().clips.clone(),
            clips => Document::new(clips, &self.actor.model.skeleton).clips,
        };
        self.source.others = set.others;
        if let Some(Active { clip, joint }) = set.active {
            self.show_clip = clips.iter().position(|known| known.name == clip);
            self.actor.selection.set(joint);
        }
        Document { clips, attachments: set.attachments, spheres: set.spheres }
    }
}

type ReadSet = (AnimationSet, Vec<String>);

fn read_set(bytes: &[u8], functions: &mut dyn Functions) -> Result<ReadSet, String> {
    let blobs = functions.read(bytes.to_vec())?;
    AnimationSet::from_blobs(&blobs).map_err(|error| error.to_string())
}

fn open_file(file: &Path, functions: &mut dyn Functions) -> Result<ReadSet, String> {
    let bytes = store::read_file(file).map_err(|error| format!("{}: {error}", file.display()))?;
    read_set(&bytes, functions).map_err(|error| format!("{}: {error}", file.display()))
}

/// A figure's file as it is written into a container in `folder`: its name alone where it is beside it.
fn relative(file: &Path, folder: &Path) -> String {
    let path = file.strip_prefix(folder).unwrap_or(file);
    path.to_string_lossy().replace('\\', "/")
}
