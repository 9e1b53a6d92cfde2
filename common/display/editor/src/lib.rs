//! The animation editor: clips keyed with the mouse, attachments, hit and hurt spheres, and files that are never
//! overwritten.
//!
//! `cargo figure edit FILE.dae` is [`EditorApp`]; lesson 16's scene is the same [`Editor`] on its student's functions:
//!
//! ```text
//! mouse, keys, panels -> Request -> perform(functions) -> Document -> the actor's clips -> picture and timeline
//! ```
//!
//! Requests wait for [`perform`](Editor::perform), which is called once a frame with the [`Functions`] to use: a lesson
//! has its student's answers only then.

mod app;
mod attached;
mod document;
mod functions;
mod given;
pub mod handles;
mod panel;
mod pointing;
mod requests;
mod saving;
mod selection;
mod session;
#[cfg(test)]
mod tests;

pub use app::EditorApp;
pub use attached::load_attachment;
pub use document::{Document, KeyAt, NEW_SECONDS};
pub use functions::{Finished, Functions};
pub use given::GIVEN;
pub use pointing::EditTarget;
pub use requests::Request;
pub use session::Session;

use anyhow::{Context as _, Result};
use armature::skeleton::Pose;
use armature_formats::container::{self, Blob};
use armature_offline::edit::{EditableClip, History, Mirror};
use attached::Attached;
use glam::Vec2;
use graphics::{Gl, Target, debug_draw::Shapes};
use handles::ScreenProjection;
use models::pictures;
use player::{Actor, ActorRenderer, Editing, Subject, SubjectKeys};
use pointing::Pointer;
use selection::Timeline;
use std::path::{Path, PathBuf};
use ui::{Action, DisplayOptions, Input, Message, View};
use verdict::wording::{counted, without_negative_zero};

/// The keys that work in the editor, beside those of every figure.
pub const KEYS: &[Action] = &[
    Action::SetKey,
    Action::Delete,
    Action::Copy,
    Action::Paste,
    Action::PasteMirrored,
    Action::Mirror,
    Action::Handles,
    Action::Interpolation,
    Action::Undo,
    Action::Redo,
    Action::Save,
    Action::Fade,
    Action::Release,
];

const SPHERE_RADIUS: f32 = 0.1;

/// A figure, what is edited about it, and how it is drawn.
#[allow(clippy::struct_excessive_bools)] // each is true or false on its own
pub struct Editor {
    actor: Actor,
    renderer: ActorRenderer,
    attached: Attached,
    mirror: Mirror,
    source: Source,
    session: Session<Document>,
    shown: Document,
    requests: Vec<Request>,
    /// The clip to show as soon as the actor has it.
    show_clip: Option<usize>,
    timeline: Timeline,
    target: EditTarget,
    /// Whether attachments and spheres are drawn, and can be clicked.
    shows_attached: bool,
    pointer: Pointer,
    auto_key: bool,
    /// Whether a turn changes all keys of a joint by the same.
    turns_all: bool,
    angles: panel::Angles,
    panel: panel::Fields,
    seen: Seen,
    fresh: bool,
}

/// Files that the document comes from.
struct Source {
    figure: PathBuf,
    /// The container that was named: the newest one is not searched for.
    container: Option<PathBuf>,
    /// Blobs of unknown kinds, kept for the next save.
    others: Vec<Blob>,
}

/// The actor's clip, time and joint in the last frame.
struct Seen {
    clip: Option<usize>,
    time: f32,
    joint: Option<usize>,
}

impl Editor {
    /// Opens a figure (Collada or glTF), or a container and the figure that it names. Animations are saved in `folder`,
    /// by default beside the file; the newest of them is opened with the first [`perform`](Self::perform).
    ///
    /// # Errors
    /// If the file cannot be loaded, or there is no room for it on the graphics card.
    pub fn open(gl: &Gl, file: &Path, folder: Option<&Path>) -> Result<Self> {
        let is_container = container::is_container(file);
        let (figure, loaded) = if is_container {
            let opened = container::load(file)?;
            (opened.file, opened.figure)
        } else {
            (file.to_owned(), armature_formats::load(file)?)
        };
        let folder = folder.or(file.parent()).unwrap_or(Path::new("")).to_owned();
        let stem = figure.file_stem().context("a file without a name")?.to_string_lossy();
        let stem = stem.into_owned();
        let actor = Actor::new(loaded.model);
        let messages = loaded.warnings.iter().map(|warning| Message::warning("", warning.to_string())).collect();
        let mut editor = Self::with(gl, actor, figure, folder, stem, messages)?;
        editor.source.container = is_container.then(|| file.to_owned());
        editor.requests.push(Request::Open);
        Ok(editor)
    }

    /// Edits a figure that has been loaded. Animations are saved in `folder`, in files whose names begin with `stem`.
    ///
    /// # Errors
    /// If there is no room for it on the graphics card.
    pub fn with(
        gl: &Gl,
        mut actor: Actor,
        file: PathBuf,
        folder: PathBuf,
        stem: String,
        messages: Vec<Message>,
    ) -> Result<Self> {
        let renderer = ActorRenderer::new(gl, &actor, pictures::decode)?;
        let document = Document::new(&actor.model.clips, &actor.model.skeleton);
        actor.player.pause();
        let mut editor = Self {
            renderer,
            attached: Attached::new(gl, file.parent().unwrap_or(Path::new(""))),
            mirror: Mirror::of_figure(&actor.model.skeleton, &actor.model.skins),
            source: Source { figure: file, container: None, others: Vec::new() },
            shown: document.clone(),
            session: Session::new(document, folder, stem),
            requests: Vec::new(),
            show_clip: None,
            timeline: Timeline::default(),
            target: EditTarget::Joint,
            shows_attached: true,
            pointer: Pointer::default(),
            auto_key: true,
            turns_all: false,
            angles: panel::Angles::default(),
            panel: panel::Fields::default(),
            seen: Seen { clip: actor.clip, time: actor.player.time(), joint: actor.selection.first() },
            actor,
            fresh: true,
        };
        editor.session.messages = messages;
        editor.renew_rows();
        Ok(editor)
    }

    /// Replaces the document. The new one counts as saved, and undo does not go back past it.
    pub fn show(&mut self, document: Document) {
        self.session.saved = document.clone();
        self.session.history = History::new(document);
        self.timeline.selected.clear();
        self.target = EditTarget::Joint;
        self.follow_document();
    }

    /// The figure, with its pose and its time.
    pub fn actor(&mut self) -> &mut Actor {
        &mut self.actor
    }

    /// Shows or hides attachments and spheres. One that is chosen in the panel shows all.
    pub fn set_attached_shown(&mut self, is_shown: bool) {
        self.shows_attached = is_shown;
    }

    /// The document that is edited.
    pub fn document(&self) -> &Document {
        self.session.history.now()
    }

    /// Adds a change that the next [`perform`](Self::perform) makes.
    pub fn request(&mut self, request: Request) {
        self.requests.push(request);
        self.fresh = true;
    }

    /// Makes the requested changes. Called once a frame, before it is drawn.
    pub fn perform(&mut self, functions: &mut dyn Functions) {
        for request in std::mem::take(&mut self.requests) {
            self.carry_out(request, functions);
            self.follow_document();
        }
        self.renew_rows();
    }

    /// Counts the document as saved, as it is now.
    pub fn count_as_saved(&mut self) {
        self.session.saved = self.session.history.now().clone();
    }

    /// The clip that is shown, as it is edited.
    fn clip(&self) -> Option<&EditableClip> {
        self.document().clips.get(self.actor.clip?)
    }

    fn pose(&self) -> Pose {
        self.actor.instance.pose().clone()
    }

    fn follow_document(&mut self) {
        let now = self.session.history.now();
        if *now != self.shown {
            let mut clips = Vec::new();
            for (index, clip) in now.clips.iter().enumerate() {
                let is_unchanged = self.shown.clips.get(index) == Some(clip);
                clips.push(match self.actor.model.clips.get(index) {
                    Some(played) if is_unchanged => played.clone(),
                    _ => clip.clip(),
                });
            }
            self.shown = now.clone();
            if self.shown.joint_of(self.target).is_none() {
                self.target = EditTarget::Joint;
            }
            self.actor.set_clips(clips);
            self.timeline.rows_of = None;
            self.fresh = true;
        }
        if let Some(clip) = self.show_clip.take() {
            self.actor.select_clip(clip);
        }
    }

    /// Advances by `seconds`: keys become requests, and a change of time, clip or joint takes effect.
    pub fn update(&mut self, input: &Input, seconds: f32) {
        for action in input.actions() {
            if *action == Action::Handles {
                self.toggle_handles();
            }
            if *action == Action::Interpolation {
                self.requests.push(Request::Interpolate(self.next_interpolation()));
            }
            self.requests.extend(Request::from_action(*action));
        }
        if let Some(rows) = &mut self.actor.key_rows {
            self.requests.extend(rows.requests.drain(..).map(Request::Keys));
        }
        if !self.actor.held.pins.is_empty() {
            self.actor.player.pause();
            if !input.is_left_down() {
                self.take_dragged_limbs();
            }
        }
        self.session.update(seconds);
        self.keep_unsaved();
        self.follow_actor();
        self.fresh |= !self.requests.is_empty();
    }

    fn follow_actor(&mut self) {
        let clip = self.actor.clip;
        let time = self.actor.player.time();
        if clip != self.seen.clip || time != self.seen.time {
            if !self.actor.held.locals.is_empty() && self.requests.is_empty() {
                self.actor.held.locals.clear();
                self.actor.pose();
                self.session.say("let go of a turn without a key");
            }
            if clip != self.seen.clip {
                self.timeline.selected.clear();
            }
            self.seen.clip = clip;
            self.seen.time = time;
        }
        if self.actor.selection.first() != self.seen.joint {
            self.seen.joint = self.actor.selection.first();
            self.target = EditTarget::Joint;
            self.fresh = true;
        }
        self.renew_rows();
    }

    /// Draws the figure with its attachments, and the handles.
    ///
    /// # Errors
    /// If the driver reports an error.
    pub fn draw(&mut self, target: &mut Target<'_>, view: &View) -> Result<()> {
        self.fresh = false;
        self.renew_rows(); // a lesson may have selected something since
        let document = self.session.history.now();
        self.renderer.draw_figure(target, &self.actor, view)?;
        let shows_attached = self.shows_attached || self.target != EditTarget::Joint;
        if shows_attached {
            self.attached.draw(target, document, &self.actor, view)?;
        }
        self.renderer.draw_marks(target, &self.actor, view)?;
        let mut shapes = Shapes::new();
        if shows_attached {
            attached::sphere_shapes(document, &self.actor, self.target, &mut shapes);
        }
        if let (Some(frame), Some(screen)) = (self.frame(), self.pointer.screen) {
            let hot = self.pointer.drag.map(|drag| drag.handle).or(self.pointer.hot);
            handles::add_handles(&frame, self.kinds(), &screen, hot, &mut shapes);
            for other in self.actor.selection.joints().iter().copied().skip(1) {
                handles::add_ball(self.actor.joint_position(other), &screen, handles::BALL, &mut shapes);
            }
        }
        self.renderer.draw_shapes(target, &shapes, view)?;
        Ok(())
    }

    /// Whether something is not saved.
    pub fn is_unsaved(&self) -> bool {
        self.session.is_unsaved()
    }

    /// Errors and warnings.
    pub fn messages(&self) -> Vec<Message> {
        self.session
            .messages
            .iter()
            .cloned()
            .chain(self.attached.problems.iter().map(|(file, why)| Message::error(file, why)))
            .collect()
    }

    /// The file and the clip, and whether something is not saved.
    pub fn title(&self) -> String {
        let file = self.source.figure.file_name().unwrap_or_default().to_string_lossy();
        let clip = self.clip().map_or("no clip", |clip| &clip.name);
        let unsaved = if self.is_unsaved() { " (not saved)" } else { "" };
        format!("{file}: {clip}{unsaved}")
    }

    /// Describes clip, keys, attachments, spheres and file in words.
    pub fn describe(&self) -> String {
        let document = self.document();
        let joints = self.actor.model.skeleton.joints();
        let mut text = match self.actor.clip.zip(self.clip()) {
            Some((index, clip)) => format!(
                "The clip \"{}\", {} of {}, from {:.3} to {:.3} s; {} keyed.\n",
                clip.name,
                index + 1,
                document.clips.len(),
                clip.start(),
                clip.end(),
                counted(document.joints_keyed(index), "joint", "joints"),
            ),
            None => "No clip.\n".to_owned(),
        };
        text += &format!("At {:.3} s", self.actor.player.time());
        if let Some((joint, clip)) = self.actor.selection.first().zip(self.clip()) {
            let keys = clip.key_times(joint).len();
            text += &format!("; {}: {}", joints[joint].name, counted(keys, "key", "keys"));
        }
        text += ".\n";
        for attachment in &document.attachments {
            let what = if attachment.file.is_empty() { "given" } else { &attachment.file };
            text += &format!("{} ({what}) on {}.\n", attachment.name, joints[attachment.joint].name);
        }
        for sphere in &document.spheres {
            let (center, radius) = attached::world_sphere(sphere, &self.actor);
            let center = center.map(|number| without_negative_zero(number, 3));
            text += &format!(
                "{} ({:?}) on {}: at ({:.3}, {:.3}, {:.3}), radius {radius:.3} m.\n",
                sphere.name, sphere.kind, joints[sphere.joint].name, center.x, center.y, center.z
            );
        }
        text += &match &self.session.saved_as {
            Some(file) if !self.is_unsaved() => format!("Saved in {file}.\n"),
            Some(file) => format!("Not saved since {file}.\n"),
            None if self.is_unsaved() => "Not saved.\n".into(),
            None => "As in the figure's file.\n".into(),
        };
        text
    }
}

impl Subject for Editor {
    fn actor(&mut self) -> Option<&mut Actor> {
        Some(&mut self.actor)
    }

    fn keys(&self) -> SubjectKeys<'_> {
        SubjectKeys { extra: KEYS, ..SubjectKeys::default() }
    }

    fn handles(&mut self, input: &Input, view: &View, size: Vec2, em: f32) -> bool {
        self.point(input, ScreenProjection::new(view, size, em))
    }

    fn editing(&mut self) -> Option<&mut dyn Editing> {
        Some(self)
    }

    fn display(&self) -> DisplayOptions {
        DisplayOptions { bones: true, ..DisplayOptions::default() }
    }
}

impl Editing for Editor {
    fn has_news(&mut self) -> bool {
        self.fresh || !self.requests.is_empty()
    }
}
