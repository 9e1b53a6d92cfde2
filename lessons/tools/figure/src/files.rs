//! Loads, merges and watches the files of a figure.

use anyhow::{Context, Result, anyhow};
use armature::model::Model;
use armature_formats::container::OpenError;
use armature_formats::{collada, container};
use armature_offline::merge::{MergeError, MergeOptions, MergeReport, merge_clips};
use armature_offline::retarget::read_pairs;
use std::{
    fs,
    path::{Path, PathBuf},
    time::Instant,
};
use ui::Message;
use verdict::file_watcher::FileWatcher;
use verdict::wording::{map_advice, some_of};

/// A figure and the messages about its files.
#[derive(Debug)]
pub(crate) struct LoadedModel {
    /// The first file's, with the clips of all.
    pub(crate) model: Model,
    /// Index of the first clip of another file than the first; 0 if no other has clips.
    pub(crate) first_added: usize,
    /// Warnings of the loader, and what did not match.
    pub(crate) messages: Vec<Message>,
    /// All files that it was made of: those that were named, the figures that containers among them name, and the
    /// buffers and pictures of all.
    pub(crate) sources: Vec<PathBuf>,
}

#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct Retargeting {
    /// The figure of the further files' clips in a T pose, for clips that rest in the middle of a step.
    #[arg(long, value_name = "FILE")]
    pub(crate) rest: Option<PathBuf>,
    /// Map of the figure's joints to those of the further files' clips: a line for each, as `figure inspect --map`
    /// writes it.
    #[arg(long, value_name = "FILE")]
    pub(crate) map: Option<PathBuf>,
}

/// Loads the first file (a container: the figure that it names, with its clips), and adds the clips of the others.
///
/// # Errors
/// If the first file cannot be loaded. Any other that cannot is only reported.
pub(crate) fn load(paths: &[PathBuf], retargeting: &Retargeting) -> Result<LoadedModel> {
    let (first, others) = paths.split_first().expect("the caller has a file");
    let Retargeting { rest, map } = retargeting;
    let sources = paths.iter().chain(rest).chain(map).cloned().collect();
    let mut figure = LoadedModel { model: Model::default(), first_added: 0, messages: Vec::new(), sources };
    if container::is_container(first) {
        let opened = figure.open_container(first)?;
        figure.model = opened.model();
    } else {
        figure.model = figure.load(first)?;
    }
    let mut or_report = |error: anyhow::Error| figure.messages.push(failure(&error));
    let text = map.as_ref().and_then(|path| read_map(path).map_err(&mut or_report).ok()).unwrap_or_default();
    let pairs = map.as_ref().and_then(|path| pairs_of(path, &text).map_err(or_report).ok()).unwrap_or_default();
    let rest =
        rest.as_ref().and_then(|path| figure.load(path).map_err(|error| figure.messages.push(failure(&error))).ok());
    let own_clips = figure.model.clips.len();
    for path in others {
        figure.add(first, path, &MergeOptions { rest: rest.as_ref(), pairs: &pairs });
    }
    if figure.model.clips.len() > own_clips {
        figure.first_added = own_clips;
    }
    Ok(figure)
}

fn read_map(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| path.display().to_string())
}

fn pairs_of<'a>(path: &Path, text: &'a str) -> Result<Vec<(&'a str, &'a str)>> {
    read_pairs(text).map_err(|(line, found)| {
        anyhow!("{}:{line}: \"{found}\" is no pair of joints: the figure's = the clips'", path.display())
    })
}

impl LoadedModel {
    fn load(&mut self, path: &Path) -> Result<Model> {
        let loaded = armature_formats::load(path)?;
        self.messages.extend(loaded.warnings.iter().map(warning));
        self.sources.extend(loaded.files);
        Ok(loaded.model)
    }

    /// Adds the clips of a file. The model is that of the file `figure`.
    fn add(&mut self, figure: &Path, path: &Path, options: &MergeOptions<'_>) {
        let other = match self.load_other(path) {
            Ok(other) => other,
            Err(error) => return self.messages.push(failure(&error)),
        };
        let file = path.display().to_string();
        let message = if other.clips.is_empty() {
            Message::warning(file, "there is no clip in this file")
        } else {
            match merge_clips(&mut self.model, &other, options) {
                Ok(report) => report_message(&file, &report),
                Err(error) => error_message(&figure.display().to_string(), &file, &error),
            }
        };
        self.messages.push(message);
    }

    /// A model whose clips are to be added.
    fn load_other(&mut self, path: &Path) -> Result<Model> {
        if !container::is_container(path) {
            return self.load(path);
        }
        match self.open_container(path) {
            // Without a name: its clips keep theirs.
            Ok(opened) => Ok(Model { clips: opened.matched.set.clips, name: String::new(), ..opened.figure.model }),
            // The joints' names are enough.
            Err(OpenError::Figure { .. }) => {
                let (set, _) = container::read_file(path)?;
                let skeleton = self.model.skeleton.clone();
                let matched = set.for_skeleton(&skeleton);
                if !matched.unmatched.is_empty() {
                    let text = format!(
                        "joints that are not in the first file, so their motion is left out: {}",
                        some_of(&matched.unmatched)
                    );
                    self.messages.push(Message::warning(path.display().to_string(), text));
                }
                let Model { world_from_model, is_joint, .. } = self.model.clone();
                let clips = matched.set.clips;
                Ok(Model { world_from_model, skeleton, is_joint, clips, ..Model::default() })
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Opens a container and its figure, and collects the warnings about both.
    fn open_container(&mut self, path: &Path) -> Result<container::LoadedContainer, OpenError> {
        let opened = container::load(path)?;
        let place = path.display().to_string();
        self.messages.extend(opened.figure.warnings.iter().map(warning));
        let warnings = opened.warnings.iter();
        self.messages.extend(warnings.map(|text| Message::warning(&place, text)));
        if let Some(extras) = opened.extras() {
            let text = format!("{place}: {extras}, which `cargo figure edit` shows");
            self.messages.push(Message::note(text));
        }
        self.sources.push(opened.file.clone());
        self.sources.extend(opened.figure.files.iter().cloned());
        Ok(opened)
    }
}

/// Returns a message about the clips of another file that were merged.
fn report_message(file: &str, report: &MergeReport) -> Message {
    if report.is_whole() {
        return Message::note(format!("{file}: {report}"));
    }
    let advice = if report.clips_stand { "" } else { ". --rest names a file of the same joints that rests in one" };
    Message::warning(file, format!("{report}{advice}"))
}

/// Returns a message about the clips of another file that were not merged, with the line to type if a map helps.
fn error_message(figure: &str, file: &str, error: &MergeError) -> Message {
    match error {
        MergeError::Pairs(_) => Message::error(file, error.to_string()),
        _ => Message::error(file, format!("{error}. {}", map_advice(figure, file))),
    }
}

fn warning(warning: &collada::Warning) -> Message {
    let (place, text) = split(&warning.to_string());
    Message::warning(place, text)
}

/// Why a file cannot be loaded, as a message.
pub(crate) fn failure(error: &anyhow::Error) -> Message {
    let text = format!("{error:#}");
    if !error.is::<collada::Error>() && !error.is::<OpenError>() {
        return Message::error("", text);
    }
    let (place, text) = split(&text);
    Message::error(place, text)
}

/// Splits `walk.dae:12:5: <node>: message` into position and message.
fn split(line: &str) -> (String, String) {
    match line.split_once(": ") {
        Some((place, text)) => (place.to_owned(), text.to_owned()),
        None => (String::new(), line.to_owned()),
    }
}

/// Looks a few times a second whether files have changed, and stayed the same between two looks: a program that writes a
/// large file takes a while.
pub(crate) struct Watch {
    files: FileWatcher<()>,
    looked: Instant,
}

/// The interval of the looks, in seconds.
const EVERY: f32 = 0.2;

impl Watch {
    /// The files as they are now.
    pub(crate) fn new(paths: &[PathBuf]) -> Self {
        Self { files: FileWatcher::new(paths.iter().map(|path| ((), path.clone()))), looked: Instant::now() }
    }

    /// Returns whether a file has changed since the last call.
    pub(crate) fn has_changed(&mut self) -> bool {
        if self.looked.elapsed().as_secs_f32() < EVERY {
            return false;
        }
        self.looked = Instant::now();
        !self.files.saved().is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use armature::{
        animation::Clip,
        attachment::{Sphere, SphereKind},
    };
    use armature_formats::container::{AnimationSet, ModelReference};
    use glam::Vec3;

    /// Writes the arm and a container with its clip "bend" under two names into a folder.
    fn container(folder: &Path) -> PathBuf {
        let assets = verdict::workspace::assets();
        for name in ["arm.dae", "arm.png"] {
            fs::copy(assets.join(name), folder.join(name)).unwrap();
        }
        let model = collada::load(folder.join("arm.dae")).unwrap().model;
        let mut bend = model.clip("bend").unwrap().clone();
        bend.end += 1.0;
        let nod = Clip { name: "nod".into(), ..bend.clone() };
        let hand = model.skeleton.find("hand").unwrap();
        let center = Vec3::ZERO;
        let radius = 0.1;
        let fist = Sphere { name: "fist".into(), kind: SphereKind::Hit, joint: hand, center, radius };
        let set = AnimationSet {
            figure: ModelReference::new("arm.dae", &model.skeleton),
            clips: vec![bend, nod],
            spheres: vec![fist],
            ..AnimationSet::default()
        };
        let file = folder.join("arm-20261122-010203-456.armature");
        fs::write(&file, set.to_bytes().unwrap()).unwrap();
        file
    }

    fn names(model: &Model) -> Vec<&str> {
        model.clips.iter().map(|clip| clip.name.as_str()).collect()
    }

    #[test]
    fn a_container_brings_its_figure() {
        let folder = tempfile::tempdir().unwrap();
        let file = container(folder.path());
        let arm = folder.path().join("arm.dae");
        let figure = load(std::slice::from_ref(&file), &Retargeting::default()).unwrap();
        assert_eq!(names(&figure.model), ["wave", "bend", "twist", "nod"]);
        let own = collada::load(&arm).unwrap().model;
        let seconds = |model: &Model| model.clip("bend").unwrap().duration();
        assert_eq!(seconds(&figure.model), seconds(&own) + 1.0, "the container's replaces its own");
        assert!(!figure.model.parts.is_empty());
        let paint = folder.path().join("arm.png");
        assert_eq!(figure.sources, [file.clone(), arm.clone(), paint], "all are watched");
        let texts = figure.messages.iter().map(|it| it.text.as_str()).collect::<Vec<_>>();
        assert_eq!(texts.len(), 1, "{texts:?}");
        assert!(texts[0].ends_with("1 sphere, which `cargo figure edit` shows"), "{texts:?}");

        // After another file, its clips are added.
        let figure = load(&[arm.clone(), file.clone()], &Retargeting::default()).unwrap();
        assert_eq!(names(&figure.model), ["wave", "bend", "twist", "bend (2)", "nod"]);

        // Its figure is not needed for that.
        let other = folder.path().join("other.dae");
        fs::rename(&arm, &other).unwrap();
        let figure = load(&[other.clone(), file.clone()], &Retargeting::default()).unwrap();
        assert_eq!(names(&figure.model), ["wave", "bend", "twist", "bend (2)", "nod"]);
        let text = fs::read_to_string(&other).unwrap();
        fs::write(&other, text.replace("name=\"hand\"", "name=\"paw\"")).unwrap();
        let figure = load(&[other, file.clone()], &Retargeting::default()).unwrap();
        let missing = "joints that are not in the first file, so their motion is left out: hand";
        assert!(figure.messages.iter().any(|it| it.text == missing), "{:?}", figure.messages);
        let texts = failure(&load(std::slice::from_ref(&file), &Retargeting::default()).unwrap_err());
        assert!(texts.place.ends_with(".armature") && texts.text.contains("its figure"), "{texts:?}");

        // What is damaged is named.
        fs::write(&file, b"ARMA and more of it, but nothing sound").unwrap();
        let texts = failure(&load(&[file], &Retargeting::default()).unwrap_err());
        assert!(texts.place.ends_with(".armature") && texts.text.contains("format"), "{texts:?}");
    }

    /// A glTF mesh plays the clips of a Collada file whose bones are longer.
    #[test]
    fn formats_are_mixed_by_the_names_of_joints() {
        let folder = tempfile::tempdir().unwrap();
        container(folder.path());
        let arm = folder.path().join("arm.dae");
        let text = include_str!("../../../../common/runtime/fuzz/corpus/gltf/seed-banner.gltf");
        let text = text.replace("\"pole\"", "\"lower\"").replace("\"tip\"", "\"hand\"");
        let text = text.replace("\"wave\"", "\"nod\"");
        let banner = folder.path().join("Banner.DAE"); // its content decides
        fs::write(&banner, text).unwrap();
        let [on_arm, on_banner] = [[&arm, &banner], [&banner, &arm]]
            .map(|files| load(&files.map(PathBuf::clone), &Retargeting::default()).unwrap());
        assert_eq!(names(&on_arm.model), ["wave", "bend", "twist", "Banner"]);
        assert_eq!(names(&on_banner.model), ["nod", "wave", "bend", "twist"]);
        let moves = |model: &Model, clip: &str| model.clip(clip).unwrap().tracks.len();
        assert_eq!([moves(&on_arm.model, "Banner"), moves(&on_banner.model, "wave")], [2, 2]);
        let texts = format!("{:?}", on_banner.messages);
        assert!(texts.contains("3 clips retargeted") && texts.contains("3 of 3 joints"), "{texts}");
    }

    #[test]
    fn place_and_words() {
        let (place, text) = split("a.dae:3:1: <node id=\"b\">: no such joint: c");
        assert_eq!(place, "a.dae:3:1");
        assert_eq!(text, "<node id=\"b\">: no such joint: c");
        assert_eq!(split("nothing"), (String::new(), "nothing".into()));
    }
}
