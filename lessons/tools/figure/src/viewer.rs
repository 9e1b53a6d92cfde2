//! The viewer: shows one figure out of one or more files.

use crate::files::{self, Retargeting, Watch};
use anyhow::{Result, bail, ensure};
use armature::model::Model;
use armature_formats::container::{self, OpenError};
use graphics::{Gl, Target};
use models::pictures;
use player::{Actor, ActorRenderer, Subject, SubjectKeys};
use std::path::{Path, PathBuf};
use ui::{Action, DisplayOptions, Input, Message, View};
use verdict::wording::nearest_quoted;
use window::{App, AppInfo};

/// The window's title while there is no file.
pub(crate) const TITLE: &str = "Armature viewer";

/// The viewer.
pub(crate) struct Viewer {
    gl: Gl,
    files: Vec<PathBuf>,
    retargeting: Retargeting,
    /// Files of the figure, and others that they name.
    sources: Vec<PathBuf>,
    watch: Watch,
    shown: Option<ShownFigure>,
    messages: Vec<Message>,
    /// The camera should be framed anew.
    new_scene: bool,
    /// Whether the figure has changed since it was drawn.
    fresh: bool,
    /// Initial duration of a fade between two clips, in seconds.
    fade_seconds: f32,
    display: DisplayOptions,
}

struct ShownFigure {
    actor: Actor,
    renderer: ActorRenderer,
}

impl Viewer {
    /// Shows `files`, or an empty window that waits for a dropped file.
    ///
    /// # Errors
    /// If the first file cannot be loaded, or there is no room for it on the graphics card.
    pub(crate) fn open(gl: &Gl, files: Vec<PathBuf>, retargeting: Retargeting) -> Result<Self> {
        let mut viewer = Self {
            gl: gl.clone(),
            watch: Watch::new(&files),
            sources: files.clone(),
            files,
            retargeting,
            shown: None,
            messages: Vec::new(),
            new_scene: false,
            fresh: true,
            fade_seconds: 0.0,
            display: DisplayOptions::default(),
        };
        if viewer.files.is_empty() {
            viewer.messages.push(Message::note(
                "Drop a glTF (.glb, .gltf) or Collada file (.dae), or a container (.armature), on this window.",
            ));
        } else {
            viewer.load()?;
            viewer.new_scene = false; // the first scene is framed in any case
        }
        Ok(viewer)
    }

    /// Sets the duration in seconds of the fade into a clip that is chosen from now on.
    pub(crate) fn set_fade(&mut self, seconds: f32) {
        self.fade_seconds = seconds;
        if let Some(ShownFigure { actor, .. }) = &mut self.shown {
            actor.fade.seconds = seconds;
        }
    }

    /// Sets the initial display options.
    pub(crate) fn set_display(&mut self, display: DisplayOptions) {
        self.display = display;
    }

    /// Chooses a clip by name, and the joint whose weights are shown, as the command line asks for.
    ///
    /// # Errors
    /// If there is none of that name, with those that there are.
    pub(crate) fn select(&mut self, clip: Option<&str>, joint: Option<&str>) -> Result<()> {
        let Some(ShownFigure { actor, .. }) = &mut self.shown else { return Ok(()) };
        if let Some(name) = clip {
            let Some(index) = actor.model.clip_index(name) else {
                let names = list("clip", name, actor.model.clips.iter().map(|clip| clip.name.as_str()));
                bail!("there is no clip \"{name}\"; {names}");
            };
            actor.select_clip(index);
        }
        if let Some(name) = joint {
            actor.selection.set(weighted_joint(&actor.model, name)?);
        }
        Ok(())
    }

    pub(crate) fn set_bind_pose(&mut self, on: bool) {
        if let Some(ShownFigure { actor, .. }) = &mut self.shown {
            actor.bind_pose = on;
            actor.pose();
        }
    }

    /// Refuses to draw a picture of nothing. A window may be empty.
    ///
    /// # Errors
    /// If nothing of the figure can be seen.
    pub(crate) fn require_something_to_draw(&self) -> Result<()> {
        if let Some(ShownFigure { actor, .. }) = &self.shown {
            let name = &actor.model.name;
            ensure!(actor.bounds().is_some(), "\"{name}\" holds nothing that can be drawn: no mesh, no joint");
        }
        Ok(())
    }

    /// Loads the files again. The current figure stays until that has succeeded.
    fn load(&mut self) -> Result<()> {
        let figure = files::load(&self.files, &self.retargeting)?;
        let mut actor = Actor::with_clip_from(figure.model, figure.first_added);
        actor.fade.seconds = self.fade_seconds;
        let renderer = ActorRenderer::new(&self.gl, &actor, pictures::decode)?;
        self.fresh = true;
        if self.sources != figure.sources {
            self.watch = Watch::new(&figure.sources);
            self.sources = figure.sources;
        }
        self.messages = figure.messages;
        self.messages.extend(renderer.warnings().iter().map(|text| Message::warning("", text)));
        match &mut self.shown {
            // The same figure: clip, time and selection are kept.
            Some(shown) if shown.actor.model.name == actor.model.name => {
                shown.actor.renew(actor);
                shown.renderer = renderer;
            }
            shown => {
                *shown = Some(ShownFigure { actor, renderer });
                self.new_scene = true;
            }
        }
        Ok(())
    }

    /// Loads, or shows why not.
    fn try_load(&mut self) {
        if let Err(error) = self.load() {
            self.messages = vec![files::failure(&error)];
        }
    }
}

impl Subject for Viewer {
    fn actor(&mut self) -> Option<&mut Actor> {
        self.shown.as_mut().map(|shown| &mut shown.actor)
    }

    fn followed(&mut self, _: f32) -> Option<glam::Vec3> {
        self.shown.as_ref()?.actor.root_place()
    }

    fn keys(&self) -> SubjectKeys<'_> {
        let extra = &[Action::Fade, Action::SkinningMethod, Action::Release];
        SubjectKeys { extra, ..SubjectKeys::default() }
    }

    fn display(&self) -> DisplayOptions {
        self.display
    }
}

impl App for Viewer {
    fn subject(&mut self) -> &mut dyn Subject {
        self
    }

    fn update(&mut self, _: &Input, _: f32) {
        if self.watch.has_changed() {
            self.try_load();
        }
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View) -> Result<()> {
        self.fresh = false;
        if let Some(ShownFigure { actor, renderer }) = &mut self.shown {
            renderer.draw(target, actor, view)?;
        }
        Ok(())
    }

    fn info(&self) -> AppInfo {
        AppInfo { readme: include_str!("../README.md"), ..AppInfo::default() }
    }

    fn title(&self) -> String {
        let names = self.files.iter().filter_map(|path| path.file_name());
        let names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
        if names.is_empty() { TITLE.into() } else { names.join(" + ") }
    }

    fn messages(&self) -> Vec<Message> {
        self.messages.clone()
    }

    /// Opens a dropped file. If it has clips and no mesh, and its joints have the names of the figure's, its clips are
    /// added; otherwise it replaces the figure. So does a container, whose figure has one, if it is found.
    fn dropped(&mut self, file: &Path) {
        let before = std::mem::replace(&mut self.files, vec![file.to_owned()]);
        if !before.is_empty() && brings_clips_only(file) {
            self.files = before;
            self.files.push(file.to_owned());
        } else {
            self.retargeting = Retargeting::default();
        }
        self.sources.clone_from(&self.files);
        self.watch = Watch::new(&self.sources);
        self.try_load();
    }

    fn is_still(&mut self) -> bool {
        let paused = self.shown.as_ref().is_none_or(|shown| !shown.actor.player.is_playing());
        paused && !self.fresh
    }

    fn take_new_scene(&mut self) -> bool {
        std::mem::take(&mut self.new_scene)
    }
}

/// Returns the joint called `name`, if vertices follow it.
fn weighted_joint(model: &Model, name: &str) -> Result<usize> {
    let joints = model.skeleton.joints();
    let Some(first) = model.skeleton.find(name) else {
        let indices = (0..joints.len()).filter(|index| model.is_joint.get(*index).copied().unwrap_or(true));
        let names = indices.map(|index| joints[index].name.as_str());
        bail!("there is no joint \"{name}\"; {}", list("joint", name, names));
    };
    let followed: Vec<usize> =
        model.skins.iter().flat_map(|skin| &skin.bindings).filter_map(|binding| binding.joint).collect();
    // Names need not be unique: a node of the same name may stand before the joint.
    let mut same_name = (first..joints.len()).filter(|index| joints[*index].name == name);
    let Some(joint) = same_name.find(|index| followed.contains(index)) else {
        let names = (0..joints.len()).filter(|index| followed.contains(index)).map(|index| joints[index].name.as_str());
        bail!("no vertex follows the joint \"{name}\"; {}", list("joint", name, names));
    };
    Ok(joint)
}

/// "the joints are "hip", "knee"": of many those most like `wrong`.
fn list<'n>(what: &str, wrong: &str, names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.collect();
    match *names {
        [] => format!("there is no {what} at all"),
        [only] => format!("the only {what} is {only:?}"),
        _ => format!("the {what}s are {}", nearest_quoted(wrong, names)),
    }
}

/// A file without a mesh and with clips is a motion for what is shown already.
fn brings_clips_only(file: &Path) -> bool {
    if container::is_container(file) {
        return matches!(container::load(file), Err(OpenError::Figure { .. }));
    }
    armature_formats::load(file).is_ok_and(|loaded| loaded.model.parts.is_empty() && !loaded.model.clips.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use armature_formats::container::{AnimationSet, ModelReference};
    use graphics::testing::headless_or_skip;
    use std::fs;
    use ui::Level;

    fn arm() -> PathBuf {
        verdict::workspace::assets().join("arm.dae")
    }

    fn clip_names(viewer: &mut Viewer) -> Vec<String> {
        viewer.actor().unwrap().model.clips.iter().map(|clip| clip.name.clone()).collect()
    }

    #[test]
    fn lists_of_names() {
        assert_eq!(list("clip", "jump", std::iter::empty()), "there is no clip at all");
        assert_eq!(list("clip", "jump", ["wave"].into_iter()), "the only clip is \"wave\"");
    }

    /// A file manager drops a file on the window.
    #[test]
    fn dropped_files() {
        let Some(gl) = headless_or_skip("dropped_files") else { return };
        let folder = tempfile::tempdir().unwrap();
        let mut viewer = Viewer::open(&gl, Vec::new(), Retargeting::default()).unwrap();
        let drop = "Drop a glTF (.glb, .gltf) or Collada file (.dae), or a container (.armature), on this window.";
        assert!(viewer.actor().is_none() && viewer.messages()[0].text == drop);
        let nothing = folder.path().join("nothing.gltf");
        fs::write(&nothing, r#"{"asset": {"version": "2.0"}}"#).unwrap();
        let empty = Viewer::open(&gl, vec![nothing], Retargeting::default()).unwrap();
        let message = empty.require_something_to_draw().unwrap_err().to_string();
        assert_eq!(message, "\"nothing\" holds nothing that can be drawn: no mesh, no joint");

        viewer.dropped(&arm());
        assert!(viewer.take_new_scene() && !viewer.take_new_scene());
        let own = clip_names(&mut viewer);
        assert!(own.contains(&"wave".to_owned()) && own.len() > 1, "{own:?}");

        // The same joints and clips without the mesh: a motion for what is shown.
        let text = fs::read_to_string(arm()).unwrap();
        let (before, rest) = text.split_once("<instance_controller").unwrap();
        let (_, after) = rest.split_once("</instance_controller>").unwrap();
        let motion = folder.path().join("motion.dae");
        fs::write(&motion, format!("{before}{after}")).unwrap();
        viewer.dropped(&motion);
        let again = own.iter().map(|name| format!("{name} (2)"));
        let both: Vec<String> = own.iter().cloned().chain(again).collect();
        assert_eq!(clip_names(&mut viewer), both);
        assert!(viewer.title().contains("arm.dae + motion.dae"), "{}", viewer.title());
        let message = viewer.messages();
        assert!(message.iter().any(|m| m.level == Level::Note && m.text.contains("3 of 3 joints")), "{message:?}");

        // What cannot be read is reported, and what is shown stays.
        let broken = folder.path().join("broken.dae");
        fs::write(&broken, "<COLLADA>\n<oops").unwrap();
        viewer.dropped(&broken);
        let message = viewer.messages();
        assert_eq!((message.len(), message[0].level), (1, Level::Error));
        assert!(message[0].place.contains("broken.dae:2"), "{message:?}");
        assert_eq!(clip_names(&mut viewer), both);

        // A container brings its figure; one whose figure is not there brings its clips.
        let model = armature_formats::load(arm()).unwrap().model;
        let clips = model.clips[..1].to_vec();
        let more = [own.clone(), vec!["wave (2)".into()]].concat();
        for (figure, names, files) in [(arm(), own, 1), (folder.path().join("gone.dae"), more, 2)] {
            let figure = ModelReference::new(figure.display().to_string(), &model.skeleton);
            let set = AnimationSet { figure, clips: clips.clone(), ..AnimationSet::default() };
            let file = folder.path().join(format!("{files}.armature"));
            fs::write(&file, set.to_bytes().unwrap()).unwrap();
            viewer.dropped(&file);
            assert_eq!((clip_names(&mut viewer), viewer.files.len()), (names, files));
        }
    }

    /// `cargo figure view figure.dae walk.dae` opens on the walk. What is dropped later leaves the clip that plays.
    #[test]
    fn it_opens_on_the_first_clip_that_was_added() {
        let Some(gl) = headless_or_skip("it_opens_on_the_first_clip_that_was_added") else { return };
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("missing.dae");
        for further in [vec![arm()], vec![arm(), arm()], vec![missing.clone(), arm()]] {
            let files = [vec![arm()], further].concat();
            let mut viewer = Viewer::open(&gl, files, Retargeting::default()).unwrap();
            let actor = viewer.actor().unwrap();
            assert_eq!(actor.clip().unwrap().name, "wave (2)");
            viewer.try_load();
            assert_eq!(viewer.actor().unwrap().clip().unwrap().name, "wave (2)");
        }
        for files in [vec![arm()], vec![arm(), missing]] {
            let mut viewer = Viewer::open(&gl, files, Retargeting::default()).unwrap();
            assert_eq!(viewer.actor().unwrap().clip().unwrap().name, "wave");
        }
    }

    #[test]
    fn names_from_the_command_line() {
        let Some(gl) = headless_or_skip("names_from_the_command_line") else { return };
        let mut viewer = Viewer::open(&gl, vec![arm()], Retargeting::default()).unwrap();
        viewer.select(Some("bend"), Some("hand")).unwrap();
        let actor = viewer.actor().unwrap();
        assert_eq!(actor.clip().unwrap().name, "bend");
        assert_eq!(actor.model.skeleton.joints()[actor.selection.first().unwrap()].name, "hand");
        let mut message_of = |clip, joint| viewer.select(clip, joint).unwrap_err().to_string();
        assert_eq!(
            message_of(Some("walk"), None),
            "there is no clip \"walk\"; the clips are \"wave\", \"bend\", \"twist\""
        );
        let joint = "there is no joint \"knee\"; the joints are \"upper\", \"lower\", \"hand\"";
        assert_eq!(message_of(None, Some("knee")), joint);
        let mut model = armature_formats::load(arm()).unwrap().model;
        let hand = model.skeleton.find("hand");
        for binding in model.skins.iter_mut().flat_map(|skin| &mut skin.bindings) {
            binding.joint = binding.joint.filter(|joint| Some(*joint) != hand);
        }
        let idle = weighted_joint(&model, "hand").unwrap_err().to_string();
        assert_eq!(idle, "no vertex follows the joint \"hand\"; the joints are \"upper\", \"lower\"");
    }
}
