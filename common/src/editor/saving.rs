//! Saving to a new file each time, and opening the newest that is good.

use super::{Document, Editor, Functions};
use crate::animation::edit::EditableClip;
use crate::container::{self, AnimationSet, FigureReference, store};
use crate::ui::Message;
use std::{path::Path, time::SystemTime};

impl Editor {
    /// All that is edited, as it is saved.
    fn animation_set(&self) -> AnimationSet {
        let document = self.document();
        let file = relative(&self.file, &self.folder);
        AnimationSet {
            figure: FigureReference::new(file, &self.actor.model.skeleton),
            clips: document.clips.iter().map(EditableClip::clip).collect(),
            attachments: document.attachments.clone(),
            spheres: document.spheres.clone(),
            others: self.others.clone(),
        }
    }

    /// Saves to a new file, once what was written has been read again.
    pub(super) fn save(&mut self, functions: &mut dyn Functions) {
        let blobs = match self.animation_set().to_blobs() {
            Ok(blobs) => blobs,
            Err(error) => return self.error(format!("not saved: {error}")),
        };
        let bytes = match functions.write(blobs.clone()) {
            Ok(bytes) => bytes,
            Err(error) => return self.error(format!("not saved: {error}")),
        };
        match container::read(&bytes) {
            Ok(read) if read == blobs => {}
            Ok(_) => {
                return self.error("not saved: what was written reads as something else".into());
            }
            Err(error) => {
                return self.error(format!("not saved: what was written cannot be read: {error}"));
            }
        }
        match store::save_new(&self.folder, &self.stem, &bytes, SystemTime::now()) {
            Ok(file) => {
                let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
                self.say(&format!("saved: {name}"));
                self.saved = self.document().clone();
                self.saved_as = Some(name);
                self.messages.retain(|message| message.level != crate::ui::messages::Level::Error);
            }
            Err(error) => self.error(format!("not saved: {}: {error}", self.folder.display())),
        }
    }

    /// Opens the newest file of this figure that can be read; those that cannot are named.
    pub(super) fn open_newest(&mut self, functions: &mut dyn Functions) {
        let opened = if let Some(file) = &self.only {
            open_file(file, functions).map(|set| (Some((file.clone(), set)), Vec::new()))
        } else {
            let read = |bytes: &[u8]| read_set(bytes, functions);
            store::open_newest(&self.folder, &self.stem, read)
                .map(|opened| (opened.newest, opened.passed_over))
                .map_err(|error| format!("{}: {error}", self.folder.display()))
        };
        let (newest, passed_over) = match opened {
            Ok(opened) => opened,
            Err(error) => return self.error(error),
        };
        for passed in passed_over {
            let text = format!("{}; left as it is, and passed over", passed.why);
            self.messages.push(Message::warning(name(&passed.file), text));
        }
        let Some((file, (set, warnings))) = newest else { return };
        let place = name(&file);
        self.messages.extend(warnings.into_iter().map(|text| Message::warning(&place, text)));
        let matched = set.for_skeleton(&self.actor.model.skeleton);
        for (what, names) in [
            ("the figure has no joint of these names, so their motion is left out", &matched.unmatched),
            ("these joints have another parent now, and may move wrongly", &matched.reparented),
            ("left out with their joints", &matched.left_out),
        ] {
            if !names.is_empty() {
                let text = format!("{what}: {}", names.join(", "));
                self.messages.push(Message::warning(&place, text));
            }
        }
        let set = matched.set;
        let document = Document {
            attachments: set.attachments,
            spheres: set.spheres,
            ..Document::of(&set.clips, &self.actor.model.skeleton)
        };
        self.others = set.others;
        self.say(&format!("opened: {place}"));
        self.saved_as = Some(place);
        self.show(document);
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

fn name(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// A figure's file as it is written into a container in `folder`: its name alone where it is beside it.
fn relative(file: &Path, folder: &Path) -> String {
    let path = file.strip_prefix(folder).unwrap_or(file);
    path.to_string_lossy().replace('\\', "/")
}
