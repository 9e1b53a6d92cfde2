//! The window: the editor on the student's functions. Until something is edited it has a clip that they have made, and below are
//! the figures of part B.

use crate::checks::LESSON;
use crate::figures::FIGURES;
use crate::finished;
use crate::windmill::{self, ArmKeys, EditedArm, Guarded, KEYS as SETTINGS, MOVED_TO, WRONG, color};
use crate::{Key, Transform};
use anyhow::Context as _;
use armature_formats::container::{self, AnimationSet, store};
use armature_offline::edit::EditableClip;
use common::player::{Actor, key_rows::KeyRequest};
use common::prelude::*;
use common::scenes::{answer_cache::AnswerCache, difference};
use common::ui::DisplayOptions;
use editor::{Document, Editor, Functions, KEYS, KeyAt, Request};
use glam::{Affine3A, Vec2, Vec3, Vec4};
use std::sync::Arc;

/// sRGB.
const RIGHT: Vec4 = Vec4::new(1.0, 0.2, 0.75, 1.0);
/// The path of the hand before a key was moved.
const BEFORE: Vec4 = Vec4::new(0.25, 0.28, 0.33, 1.0);
/// The figures of part B, and the fraction of the picture's height that they take up.
const FILE_FIGURES: &[drawing::Figure] = FIGURES.split_at(3).1;
const FIGURES_HEIGHT: f32 = 0.27;

/// The editor, and what is drawn over it.
pub struct EditorScene {
    editor: Editor,
    debug: DebugRenderer,
    arm: EditedArm,
    world_from_model: Affine3A,
    file_figures: AnswerCache<Course, Arc<[Sheet]>>,
    /// The document before anything was edited, and with the clip that the answers have made.
    blank: Document,
    shown: Document,
    /// The course whose functions made it; none yet.
    made_by: Option<Course>,
    /// Whether the next answers are those that edit: those that are only compared never do.
    edits: bool,
    /// The time that is shown at first.
    begins: f32,
}

/// The program. `main.rs` only calls it, so that it is compiled once with the library.
pub fn run() -> ExitCode {
    lesson_main::<EditorScene>()
}

impl Subject for EditorScene {
    fn actor(&mut self) -> Option<&mut Actor> {
        Some(self.editor.actor())
    }

    /// The arm's way, and the knight.
    fn framing(&mut self, _: f32) -> Option<Framing> {
        let corners = [-1.0, 1.0].map(|side| Vec3::new(0.3 * side, 0.1, 0.4 * side));
        let points = corners.map(|corner| [corner, corner.with_y(1.92)]).concat();
        let framing = Framing::from_angles(-0.55, 0.12, points);
        Some(Framing { room_below: FIGURES_HEIGHT, ..framing })
    }

    fn keys(&self) -> SubjectKeys<'_> {
        SubjectKeys { extra: KEYS, ..SubjectKeys::default() }
    }

    fn handles(&mut self, input: &Input, view: &View, size: Vec2, em: f32) -> bool {
        self.editor.handles(input, view, size, em)
    }

    fn editing(&mut self) -> Option<&mut dyn Editing> {
        Some(self)
    }

    fn display(&self) -> DisplayOptions {
        DisplayOptions { onion_skins: true, ..DisplayOptions::default() }
    }
}

impl Editing for EditorScene {
    fn has_news(&mut self) -> bool {
        self.editor.has_news()
    }
}

/// What the answers have made: the arm's keys, and the figures of part B. Nothing over a student's own work.
type EditorFrame = Option<(ArmKeys, Arc<[Sheet]>)>;

impl Exercise for EditorScene {
    type Options = NoOptions;
    type Output = EditorFrame;

    const LESSON: &'static check::Lesson = &LESSON;
    const FIGURES: &'static [drawing::Figure] = FIGURES;
    const TIME: f32 = 0.6;

    fn open(gl: &Gl, time: &mut Playback, _: &NoOptions) -> Result<Self> {
        let assets = common::assets();
        let file = assets.join("knight.dae");
        let loaded = armature_formats::collada::load(&file)?;
        let actor = Actor::new(loaded.model);
        let world_from_model = actor.model.world_from_model;
        let arm = EditedArm::new(&actor.model).context("the knight has no right arm")?;
        let clip = EditableClip::empty("windmill", windmill::SECONDS, &actor.model.skeleton);
        let saved = store::open_newest(&assets, "knight", AnimationSet::from_bytes)?.newest;
        let mut editor = Editor::with(gl, actor, file, assets, "knight".into(), Vec::new())?;
        editor.actor().selection.set(arm.joint);
        let mut blank = editor.document().clone();
        blank.clips.push(clip);
        if let Some((_, (set, _))) = saved {
            let set = set.for_skeleton(&editor.actor().model.skeleton).set;
            blank.attachments = set.attachments;
            blank.spheres = set.spheres;
        }
        editor.show(blank.clone());
        Ok(EditorScene {
            debug: DebugRenderer::new(gl)?,
            file_figures: AnswerCache::default(),
            shown: blank.clone(),
            editor,
            arm,
            world_from_model,
            blank,
            made_by: None,
            edits: true,
            begins: time.time(),
        })
    }

    fn evaluate(&mut self, course: &Course, _: &View) -> Result<EditorFrame> {
        if std::mem::take(&mut self.edits) {
            self.edit(course);
        }
        if self.is_touched() {
            return Ok(None);
        }
        let figures = self.file_figures.get_or_compute(*course, || {
            FILE_FIGURES.iter().map(|figure| figure.sheet(&figure.start(&LESSON), course)).collect()
        })?;
        Ok(Some((windmill::arm_keys(&Guarded { course }, &self.arm, &MOVED_TO), figures)))
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, frame: &EditorFrame) -> Result<()> {
        self.editor.set_attached_shown(frame.is_none()); // they would cover the path
        self.editor.draw(target, view)?;
        if let Some((keys, _)) = frame {
            let mut ways = Shapes::new();
            self.collect_way(&mut ways, &keys.set, Some((BEFORE, 0.018)));
            self.collect_way(&mut ways, &keys.moved, None);
            self.debug.draw(target, &ways, view.clip_from_world(), Overlay::XRay)?;
        }
        Ok(())
    }

    fn annotate(&self, sheet: &mut Sheet, _: &View, frame: &EditorFrame) {
        let Some((_, figures)) = frame else { return };
        let width = sheet.size.x / figures.len() as f32;
        for (number, figure) in figures.iter().enumerate() {
            let corner = Vec2::new(number as f32 * width, 0.0);
            let scale = (width - 8.0) / figure.size.x;
            sheet.panel(corner + 4.0, corner + 4.0 + scale * figure.size);
            sheet.place(figure, corner + 4.0, scale);
        }
    }

    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &EditorFrame,
        right: &EditorFrame,
    ) -> Result<Difference> {
        let (Some((mine, drawn)), Some((right, finished))) = (mine, right) else {
            return Ok(difference::at_farthest(view, None, "your own clip: nothing to compare", |_| String::new()));
        };
        let [mine, right] = [&mine.moved, &right.moved];
        let mut way = Shapes::new();
        self.collect_way(&mut way, right, Some((RIGHT, 0.035)));
        self.debug.draw(target, &way, view.clip_from_world(), Overlay::XRay)?;
        let other = drawn.iter().zip(finished.iter()).position(|(mine, right)| !mine.answers_as(right));
        let agree = match other {
            _ if mine.len() != right.len() => format!("{} keys, should be {}", mine.len(), right.len()),
            Some(figure) => format!("figure {} is another", FILE_FIGURES[figure].name),
            None => "keys and figures are right".into(),
        };
        let farthest = Farthest::between(self.arm.way(mine).concat(), self.arm.way(right).concat());
        Ok(difference::at_farthest(view, farthest, &agree, |farthest| format!("the hand is {}", farthest.words())))
    }

    fn update(&mut self, input: &Input, seconds: f32) {
        self.edits = true;
        self.editor.update(input, seconds);
    }

    fn ui(&mut self, screen: &Screen<'_>, _: &mut Playback, _: &EditorFrame) {
        self.editor.ui(screen);
    }

    fn messages(&self) -> Vec<Message> {
        self.editor.messages()
    }

    fn describe(&self, frame: &EditorFrame) -> String {
        let mut words = self.editor.describe();
        let Some((keys, figures)) = frame else { return words };
        for (name, keys) in [("set", &keys.set), ("moved", &keys.moved)] {
            let times: Vec<String> = keys.iter().map(|key| format!("{:.2}", key.time)).collect();
            words += &format!("keys {name}: {}\n", times.join(" "));
        }
        figures.iter().fold(words, |words, figure| words + &figure.describe())
    }
}

impl EditorScene {
    /// Returns whether the student has edited something, which ends what the answers show.
    fn is_touched(&self) -> bool {
        *self.editor.document() != self.shown
    }

    /// Carries out the editor's requests by these answers, and makes the first clip again if the answers have changed.
    fn edit(&mut self, course: &Course) {
        let begins = self.made_by.as_ref() != Some(course) && !self.is_touched();
        let is_first = self.made_by.is_none();
        let time = if is_first { self.begins } else { self.editor.actor().player.time() };
        if begins {
            self.made_by = Some(*course);
            self.editor.show(self.blank.clone());
            self.editor.actor().select_clip(self.blank.clips.len() - 1);
            for request in requests(&self.arm) {
                self.editor.request(request);
            }
        }
        self.editor.perform(&mut Guarded { course });
        if begins {
            self.shown = self.editor.document().clone();
            self.editor.count_as_saved();
            self.editor.actor().select_clip(self.blank.clips.len() - 1); // with the frame rate of its keys
            self.editor.actor().seek(time);
            if is_first {
                self.editor.restore_kept();
            }
        }
    }

    /// Adds the path of the arm's tip, and the keys on it, in one color and width, or colored by time.
    fn collect_way(&self, shapes: &mut Shapes, keys: &[Key], style: Option<(Vec4, f32)>) {
        for (way, pair) in self.arm.way(keys).into_iter().zip(keys.windows(2)) {
            for (step, ends) in way.windows(2).enumerate() {
                let time = pair[0].time + (pair[1].time - pair[0].time) * step as f32 / windmill::STEPS as f32;
                let (color, width) = style.unwrap_or((color(time), 0.035));
                let from = self.world_from_model.transform_point3(ends[0]);
                let to = self.world_from_model.transform_point3(ends[1]);
                shapes.bone(from, to, width, color);
            }
        }
        for key in keys {
            let (color, width) = style.unwrap_or((color(key.time), 0.035));
            shapes.joint(self.world_from_model.transform_point3(self.arm.at(key)), 1.3 * width, color);
        }
    }
}

impl Functions for Guarded<'_> {
    fn set_key(&mut self, keys: Vec<Key>, time: f32, local: Transform) -> Vec<Key> {
        self.set(&keys, time, local)
    }

    fn move_key(&mut self, keys: Vec<Key>, key: usize, time: f32) -> (Vec<Key>, usize) {
        self.moved(&keys, key, time)
    }

    /// Writes the blobs. A file that the student's reader would not open again, or not as it was, is not saved.
    fn write(&mut self, blobs: Vec<container::Blob>) -> Result<Vec<u8>, String> {
        let blobs = finished::given(&blobs);
        let file = self.container(&blobs);
        match (finished::ANSWERS.read_container)(&file) {
            Ok(read) if read == blobs => Ok(file),
            Ok(_) => Err("16.3 write_container: the file holds other blobs".into()),
            Err(error) => Err(format!("16.3 write_container: {error}")),
        }
    }

    fn read(&mut self, bytes: Vec<u8>) -> Result<Vec<container::Blob>, String> {
        Ok(finished::stored(&self.blobs(&bytes)?))
    }
}

/// Returns the requests that make the first clip: keys that are set, and one that is dragged twice.
fn requests(arm: &EditedArm) -> Vec<Request> {
    let mut settings = arm.settings();
    // The key that was set last is selected.
    let wrong = settings.remove(WRONG);
    settings.push(wrong);
    let mut requests = Vec::new();
    for (time, local) in settings {
        requests.push(Request::SetKey(KeyAt { joint: arm.joint, time }, local));
    }
    let mut time = SETTINGS[WRONG].time;
    for moved_to in MOVED_TO {
        requests.push(Request::Keys(KeyRequest::Drag { seconds: moved_to - time, copy: false }));
        requests.push(Request::Keys(KeyRequest::Drop));
        time = moved_to;
    }
    requests
}
