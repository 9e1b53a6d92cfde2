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
//! has its student's answers at hand only then.

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
mod turned;

pub use app::EditorApp;
pub use document::{Document, KeyAt, NEW_SECONDS};
pub use functions::{Finished, Functions};
pub use given::GIVEN;
pub use pointing::{Mode, Target};
pub use requests::Request;
pub use session::Session;

use crate::collada;
use crate::container::{self, Blob};
use crate::graphics::{Gl, Target as Canvas, debug_draw::Shapes};
use crate::player::{Actor, ActorRenderer, Editing, Subject, SubjectKeys};
use crate::skeleton::Pose;
use crate::text::{counted, without_negative_zero};
use crate::ui::{Action, DisplayOptions, Input, Message, View};
use crate::{
    animation::Interpolation,
    edit::{EditableClip, EulerEntry, History, Mirror},
};
use anyhow::{Context as _, Result};
use attached::Attached;
use glam::Vec2;
use handles::{Drag, Handle, ScreenProjection};
use selection::KeyTimes;
use std::path::{Path, PathBuf};

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
];

/// How large a new sphere is, in metres.
const SPHERE_RADIUS: f32 = 0.1;

/// A figure, what is edited about it, and how it is shown.
pub struct Editor {
    actor: Actor,
    renderer: ActorRenderer,
    attached: Attached,
    mirror: Mirror,
    /// The figure's file.
    file: PathBuf,
    /// The container that was named: the newest is not looked for.
    only: Option<PathBuf>,
    /// Blobs of kinds that are not known here, kept for the next save.
    others: Vec<Blob>,
    session: Session<Document>,
    /// The document whose clips the actor has.
    shown: Document,
    requests: Vec<Request>,
    /// The clip to show as soon as the actor has it.
    show_clip: Option<usize>,
    /// The keys that are selected, and those that were when a drag began.
    selected: Vec<KeyAt>,
    dragged: Option<Vec<KeyAt>>,
    key_times: KeyTimes,
    copied: Option<requests::Copied>,
    target: Target,
    mode: Mode,
    screen: Option<ScreenProjection>,
    hot: Option<Handle>,
    drag: Option<Drag>,
    reach: Option<pointing::Reach>,
    /// What the last key has left behind.
    turned: Option<turned::Turned>,
    /// How a joint goes on from its first key.
    first_keys: Interpolation,
    /// How far it was dragged.
    amount: f32,
    is_shifted: bool,
    /// Set a key after each turn.
    auto_key: bool,
    entry: EulerEntry,
    /// The joint and the thing whose angles those are.
    entry_of: Option<(usize, Target)>,
    panel: panel::Fields,
    /// The clip, the time and the joint of the last frame.
    seen: (Option<usize>, f32),
    seen_joint: Option<usize>,
    fresh: bool,
}

impl Editor {
    /// A figure's file (Collada or glTF), or a container that names one. Animations are saved in `folder`, by default where
    /// the file is; the newest that was saved there is opened with the first [`perform`](Self::perform).
    ///
    /// # Errors
    /// If the file cannot be loaded, or there is no room for it on the graphics card.
    pub fn open(gl: &Gl, file: &Path, folder: Option<&Path>) -> Result<Self> {
        let is_container = container::is_container(file);
        let (figure, loaded) = if is_container {
            let opened = container::load(file)?;
            (opened.file, opened.figure)
        } else {
            (file.to_owned(), crate::load(file)?)
        };
        let place = |path: &Path| path.parent().map(Path::to_owned).unwrap_or_default();
        let folder = folder.map_or_else(|| place(file), Path::to_owned);
        let stem = figure.file_stem().context("a file without a name")?.to_string_lossy();
        let stem = stem.into_owned();
        let actor = Actor::new(loaded.model);
        let warning = |warning: &collada::Warning| Message::warning("", warning.to_string());
        let messages = loaded.warnings.iter().map(warning).collect();
        let mut editor = Self::with(gl, actor, figure.clone(), folder, stem, messages)?;
        editor.attached = Attached::new(gl, &place(&figure));
        editor.only = is_container.then(|| file.to_owned());
        editor.requests.push(Request::Open);
        Ok(editor)
    }

    /// For a figure that is there already. Its animations are saved in a folder, in files that begin with a name.
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
        let renderer = ActorRenderer::new(gl, &actor)?;
        let document = Document::new(&actor.model.clips, &actor.model.skeleton);
        actor.player.pause();
        let mut editor = Self {
            renderer,
            attached: Attached::new(gl, file.parent().unwrap_or(Path::new(""))),
            mirror: Mirror::of_figure(&actor.model.skeleton, &actor.model.skins),
            file,
            only: None,
            others: Vec::new(),
            shown: document.clone(),
            session: Session::new(document, folder, stem),
            requests: Vec::new(),
            show_clip: None,
            selected: Vec::new(),
            dragged: None,
            key_times: KeyTimes::default(),
            copied: None,
            target: Target::Joint,
            mode: Mode::Turn,
            screen: None,
            hot: None,
            drag: None,
            reach: None,
            turned: None,
            first_keys: Interpolation::Smooth,
            amount: 0.0,
            is_shifted: false,
            auto_key: true,
            entry: EulerEntry::default(),
            entry_of: None,
            panel: panel::Fields::default(),
            seen: (actor.clip, actor.player.time()),
            seen_joint: actor.selected,
            actor,
            fresh: true,
        };
        editor.session.messages = messages;
        editor.renew_key_times();
        editor.renew_rows();
        Ok(editor)
    }

    /// Begins anew with another document, which counts as saved: it is no step that can be undone.
    pub fn show(&mut self, document: Document) {
        self.session.saved = document.clone();
        self.session.history = History::new(document);
        self.selected.clear();
        self.target = Target::Joint;
        self.follow_document();
    }

    /// The figure, its pose and its time.
    pub fn actor(&mut self) -> &mut Actor {
        &mut self.actor
    }

    /// What is edited.
    pub fn document(&self) -> &Document {
        self.session.history.now()
    }

    /// Asks for a change: made by the next [`perform`](Self::perform).
    pub fn request(&mut self, request: Request) {
        self.requests.push(request);
        self.fresh = true;
    }

    /// Makes the changes that were asked for. Once a frame, before it is drawn.
    pub fn perform(&mut self, functions: &mut dyn Functions) {
        for request in std::mem::take(&mut self.requests) {
            self.carry_out(request, functions);
            self.follow_document();
        }
        self.renew_rows();
    }

    /// The clip that is shown, as it is edited.
    fn clip(&self) -> Option<&EditableClip> {
        self.document().clips.get(self.actor.clip?)
    }

    /// The pose that is shown, with what is turned by hand.
    fn pose(&self) -> Pose {
        self.actor.instance.pose.clone()
    }

    /// Gives the actor the clips of the document, where these have changed.
    fn follow_document(&mut self) {
        let now = self.session.history.now();
        if *now != self.shown {
            let same = |index: usize| now.clips.get(index) == self.shown.clips.get(index);
            let clip = |(index, clip): (usize, &EditableClip)| match self.actor.model.clips.get(index) {
                Some(played) if same(index) => played.clone(),
                _ => clip.clip(),
            };
            let clips: Vec<_> = now.clips.iter().enumerate().map(clip).collect();
            self.shown = now.clone();
            if self.shown.joint_of(self.target).is_none() {
                self.target = Target::Joint;
            }
            self.actor.set_clips(clips);
            self.fresh = true;
        }
        if let Some(clip) = self.show_clip.take() {
            self.actor.select_clip(clip);
        }
        self.renew_key_times();
    }

    /// Time has passed: what keys ask for, and what follows from another time, clip or joint.
    pub fn update(&mut self, input: &Input, seconds: f32) {
        for action in input.actions() {
            if *action == Action::Handles {
                self.mode = self.mode.next();
                self.session.say(self.mode.words());
            }
            if *action == Action::Interpolation {
                self.requests.push(Request::Interpolate(self.next_interpolation()));
            }
            self.requests.extend(Request::from_action(*action));
        }
        if let Some(rows) = &mut self.actor.key_rows {
            self.requests.extend(rows.requests.drain(..).map(Request::Keys));
        }
        self.session.update(input, seconds);
        self.follow_actor();
        self.fresh |= !self.requests.is_empty();
    }

    /// Another time, clip or joint is shown than in the last frame.
    fn follow_actor(&mut self) {
        let now = (self.actor.clip, self.actor.player.time());
        if now != self.seen {
            if !self.actor.held.locals.is_empty() && self.requests.is_empty() {
                self.actor.held.locals.clear();
                self.actor.pose();
                self.session.say("let go of a turn without a key");
            }
            if now.0 != self.seen.0 {
                self.selected.clear();
                self.renew_key_times();
            }
            self.seen = now;
        }
        if self.actor.selected != self.seen_joint {
            self.seen_joint = self.actor.selected;
            self.target = Target::Joint;
            self.fresh = true;
        }
        self.renew_rows();
    }

    /// Draws all of it.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw(&mut self, target: &mut Canvas<'_>, view: &View) -> Result<()> {
        self.fresh = false;
        self.renew_rows(); // whoever embeds it may have selected something since
        let document = self.session.history.now();
        self.renderer.draw_figure(target, &self.actor, view)?;
        self.attached.draw(target, document, &self.actor, view)?;
        self.renderer.draw_marks(target, &self.actor, view)?;
        let mut shapes = Shapes::new();
        attached::sphere_shapes(document, &self.actor, self.target, &mut shapes);
        if let (Some(frame), Some(screen)) = (self.frame(), self.screen) {
            let reach = self.reach.map(|_| Handle::Origin);
            let hot = self.drag.map(|drag| drag.handle).or(reach).or(self.hot);
            handles::add_handles(&frame, self.kinds(), &screen, hot, &mut shapes);
            for other in self.actor.selection().into_iter().skip(1) {
                handles::ball(self.actor.joint_position(other), &screen, handles::BALL, &mut shapes);
            }
        }
        self.renderer.draw_shapes(target, &shapes, view)?;
        Ok(())
    }

    /// Whether something is not saved.
    pub fn is_unsaved(&self) -> bool {
        self.session.is_unsaved()
    }

    /// What is wrong, or was assumed.
    pub fn messages(&self) -> Vec<Message> {
        let problem = |(file, why): &(String, String)| Message::error(file, why);
        self.session.messages.iter().cloned().chain(self.attached.problems.iter().map(problem)).collect()
    }

    /// The file and the clip, and whether something is not saved.
    pub fn title(&self) -> String {
        let file = self.file.file_name().unwrap_or_default().to_string_lossy();
        let clip = self.clip().map_or("no clip", |clip| &clip.name);
        let unsaved = if self.is_unsaved() { " (not saved)" } else { "" };
        format!("{file}: {clip}{unsaved}")
    }

    /// Clip, joints keyed, attachments and spheres, in words.
    pub fn describe(&self) -> String {
        let (document, joints) = (self.document(), self.actor.model.skeleton.joints());
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
        if let Some((joint, clip)) = self.actor.selected.zip(self.clip()) {
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

    fn leave(&mut self, may_ask: bool) -> bool {
        self.session.leave(may_ask)
    }

    fn may_close(&mut self) -> bool {
        self.session.may_close()
    }

    fn is_unsaved(&self) -> bool {
        self.session.is_unsaved()
    }
}
