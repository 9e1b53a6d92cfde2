//! The lesson's scene: a character that walks on a circle, with its past poses in orange and its coming ones in blue.

use crate::Track;
use crate::character::file::{CharacterFile, largest_shear};
use crate::character::skin::{StudentSkin, fits_palette};
use crate::character::walk::Walk;
use crate::character::{Character, TrackCache};
use crate::checks::LESSON;
use crate::clock::Clock;
use crate::playing::{self, FrameTime, GHOSTS, WalkFrame, WalkSnapshot};
use crate::sword::Sword;
use anyhow::bail;
use armature::mesh::Bounds;
use common::graphics::{OrbitCamera, glium::Surface};
use common::player::Actor;
use common::prelude::*;
use common::scenes::difference;
use common::ui::DisplayOptions;
use glam::{Affine3A, Vec3, Vec4};
use models::posed_model::{PosedModel, WorldPose};
use std::{
    f32::consts::TAU,
    path::{Path, PathBuf},
};
use verdict::wording::nearest_quoted;

/// Our own figures: their files, and the clip that each begins with.
const FIGURES: [(&str, &str); 3] = [("knight", "walk"), ("creature", "walk"), ("arm", "wave")];

/// Colour of the ghosts before now; sRGB.
const BEFORE: Vec4 = Vec4::new(0.93, 0.46, 0.16, 0.42);
/// Colour of the ghosts after now.
const AFTER: Vec4 = Vec4::new(0.16, 0.45, 0.90, 0.42);
/// Colour of the finished figure, drawn over the student's.
const RIGHT: Vec4 = Vec4::new(1.0, 0.2, 0.75, 0.45);
const CIRCLE: Vec4 = Vec4::new(1.0, 0.97, 0.86, 0.8);

/// The camera's direction about the y axis, in radians: a figure that lies on its back as it does in its file
/// lies across the picture.
const YAW: f32 = -1.1;

/// Seconds between two ghosts of a figure that walks, so that they do not overlap.
pub const WALKING: f32 = 0.75;
/// Fraction of the clip between two ghosts of a figure that stays where it is.
const STANDING: f32 = 0.09;

/// A largest shear below this is not worth a warning.
const VISIBLE_SHEAR: f32 = 0.02;

const TOO_MANY_JOINTS: &str = "A skin of this file has more than 95 joints, too many for the shaders of \
                               lessons 08 to 11: `common` draws it.";
const EVALUATED: &str = "This file moves its joints by other things than whole matrices: `common` has evaluated \
                         its curves.";
const SHEARED: &str = "Joints of this file are sheared: translation, rotation and scale cannot represent that.";

pub fn run() -> ExitCode {
    lesson_main::<WalkScene>()
}

/// Arguments of this lesson besides those of every lesson.
#[derive(Clone, Default, clap::Args)]
pub struct WalkOptions {
    /// A figure to play (.dae, .zae, .glb, .gltf), or one of ours: knight, creature, arm
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Name of the clip to begin with
    #[arg(long, value_name = "NAME")]
    pub clip: Option<String>,
    /// Age of the scene, in seconds, for tests.
    #[arg(skip)]
    pub time: Option<f32>,
}

impl WalkOptions {
    fn of_file(file: &Path) -> Self {
        WalkOptions { file: Some(file.to_owned()), ..WalkOptions::default() }
    }

    /// Returns the path of the file to play. The name of one of our figures is enough, if no file has that name.
    fn path(&self) -> PathBuf {
        let file = self.file.clone().unwrap_or(FIGURES[0].0.into());
        match FIGURES.iter().find(|(name, _)| Path::new(name) == file) {
            Some((name, _)) if self.file.is_none() || !file.exists() => common::assets().join(format!("{name}.dae")),
            _ => file,
        }
    }
}

pub struct WalkScene {
    gl: Gl,
    file: CharacterFile,
    walk: Walk,
    /// Its actor is the one for timeline, joint tree and display.
    figure: PosedModel,
    sword: Option<Sword>,
    clock: Clock,
    /// Whether the student's answers of earlier lessons are called.
    calls_mine: bool,
    tracks: TrackCache,
    /// The student's skin; made when it is first drawn.
    skin: Option<StudentSkin>,
    debug: DebugRenderer,
    shown: WorldPose,
    /// Extent of the figure in its file, in our axes.
    size: Option<Bounds>,
    request: Option<WalkOptions>,
    warnings: Vec<Message>,
}

impl Subject for WalkScene {
    fn framing(&mut self, _: f32) -> Option<Framing> {
        if self.walk.radius == 0.0 {
            let place = self.walk.world_from_figure(0.0).to_affine();
            let actor = &mut self.figure.actor;
            actor.model.world_from_model = place * self.file.model.world_from_model;
            let corners = actor.bounds()?.corners();
            return Some(Framing::of_points(OrbitCamera::default(), corners));
        }
        let Bounds { min, max } = self.size?;
        let mut points = Vec::new();
        for step in 0..24 {
            let at = self.walk.world_from_figure(self.walk.radius * TAU * step as f32 / 24.0).translation;
            let out = at.normalize_or_zero() * 0.3 * (max - min).x.max((max - min).z);
            points.extend([min.y, max.y].map(|y| at + out + Vec3::Y * y));
        }
        Some(Framing::from_angles(YAW, 0.26, points))
    }

    fn display(&self) -> DisplayOptions {
        DisplayOptions { onion_skins: true, ..DisplayOptions::default() }
    }

    fn actor(&mut self) -> Option<&mut Actor> {
        Some(&mut self.figure.actor)
    }
}

impl Exercise for WalkScene {
    type Options = WalkOptions;
    type Output = WalkFrame;

    const LESSON: &'static check::Lesson = &LESSON;
    const FIGURES: &'static [drawing::Figure] = crate::figures::FIGURES;
    const TIME: f32 = 0.55;

    fn open(gl: &Gl, time: &mut SceneTime, options: &WalkOptions) -> Result<Self> {
        let time = options.time.unwrap_or(time.seconds);
        let path = options.path();
        let file = CharacterFile::read(&path)?;
        let mut figure = PosedModel::new(gl, Actor::new(file.model.clone()))?;
        let actor = &mut figure.actor;
        let size = actor.bounds();
        select_clip(actor, &path, options.clip.as_deref())?;
        actor.advance(time);
        let walk = Walk::new(&file.model);
        Ok(WalkScene {
            gl: gl.clone(),
            sword: Sword::for_figure(gl, &file)?,
            warnings: warnings(&file, figure.renderer.warnings()),
            clock: Clock::new(actor, time, walk.speed(actor.active_clip())),
            walk,
            figure,
            calls_mine: false,
            tracks: TrackCache::default(),
            skin: None,
            debug: DebugRenderer::new(gl)?,
            shown: WorldPose::default(),
            size,
            request: None,
            file,
        })
    }

    fn reopen(&mut self, dropped: Option<&Path>) -> Option<WalkOptions> {
        dropped.map(WalkOptions::of_file).or_else(|| self.request.take())
    }

    fn evaluate(&mut self, course: &Course, view: &View) -> Result<WalkFrame> {
        let Clock { before, dt, walked, .. } = self.clock;
        let time = FrameTime {
            clip: self.figure.actor.active_clip(),
            mode: self.figure.actor.player.loop_mode(),
            before,
            dt,
            walked,
            ghost_step: if view.options.onion_skins { self.ghost_step() } else { 0.0 },
        };
        self.calls_mine = *course != Course { playback: course.playback, ..LESSON.reference };
        let WalkScene { file, walk, tracks, skin, .. } = self;
        let mut frame = playing::frame(Character { file, course }, walk, tracks, &time)?;
        if skin.is_none() && self.calls_mine && fits_palette(&file.model) {
            *skin = Some(StudentSkin::new(&self.gl, file)?);
        }
        if let Some(skin) = skin {
            let poses: Vec<_> = frame.moments.iter().map(|moment| &moment.pose).collect();
            frame.skinned = Some(skin.frame(course, &poses)?);
        }
        Ok(frame)
    }

    /// Draws the circle, the figure, its ghosts, and what the display adds.
    fn draw(&mut self, target: &mut Target<'_>, view: &View, frame: &WalkFrame) -> Result<()> {
        let now = &frame.moments[0];
        self.figure.renderer.draw_backdrop(target, view)?;
        if view.options.grid {
            self.draw_circle(target, view, now)?;
        }
        let DisplayOptions { mesh, skinning, wireframe, heat_map, onion_skins, .. } = view.options;
        if onion_skins {
            for ghost in 1..frame.moments.len() {
                self.draw_ghost(target, view, frame, ghost)?;
            }
            // They are behind the figure wherever they are, so that nothing veils it.
            target.clear_depth(1.0);
        }
        self.shown.clone_from(&now.pose);
        if let Some(sword) = self.sword.as_mut().filter(|_| mesh) {
            sword.draw(target, view, &now.pose)?;
        }
        // What the shaders of the lessons cannot show `common` does.
        let is_plain = mesh && skinning && !wireframe && !heat_map;
        match (&self.skin, &frame.skinned) {
            (Some(skin), Some(skinned)) if is_plain => {
                let light = Uniforms::new().vec3("u_to_light", view.to_light());
                skin.draw(target, view, skinned, 0, &light)?;
                self.figure.pose(&now.pose);
                let PosedModel { renderer, actor, .. } = &mut self.figure;
                Ok(renderer.draw_marks(target, actor, view)?)
            }
            _ => self.figure.draw(target, view, &now.pose),
        }
    }

    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &WalkFrame,
        right: &WalkFrame,
    ) -> Result<Difference> {
        let [mine, right] = [mine, right].map(|frame| &frame.moments[0].pose);
        self.figure.draw_ghost(target, view, right, RIGHT)?;
        if let Some(sword) = &mut self.sword {
            sword.draw_ghost(target, view, right, RIGHT)?;
        }
        self.figure.pose(mine);
        let worst = Farthest::between(mine.positions(), right.positions());
        Ok(difference::at_farthest(view, worst, "every joint is right", |worst| {
            format!("{} {}", self.file.joints[worst.index].name, worst.words())
        }))
    }

    /// Advances the clock, and poses the actor as it was drawn last, for names and clicks: its own player has moved it by
    /// the finished functions.
    fn update(&mut self, _: &Input, seconds: f32) {
        self.clock.update(&self.figure.actor, &self.walk, seconds);
        if !self.shown.model_from_joint.is_empty() {
            self.figure.pose(&self.shown);
        }
    }

    fn ui(&mut self, screen: &Screen<'_>, _: &mut SceneTime, frame: &WalkFrame) {
        let ui = screen.ui;
        screen.panel("Playback", || {
            for (number, (name, _)) in FIGURES.iter().enumerate() {
                if number > 0 {
                    ui.same_line();
                }
                if ui.button(name) {
                    self.request = Some(WalkOptions::of_file(Path::new(name)));
                }
            }
            for line in self.lines(frame) {
                ui.text_wrapped(line);
            }
            screen.running_code();
        });
    }

    fn messages(&self) -> Vec<Message> {
        let mut all = self.warnings.clone();
        if self.calls_mine && !fits_palette(&self.file.model) {
            all.push(Message::note(TOO_MANY_JOINTS));
        }
        all
    }

    fn describe(&self, frame: &WalkFrame) -> String {
        let lines = self.lines(frame).join("\n");
        let joints = self.file.describe(&frame.moments[0].pose);
        format!("{lines}\n{joints}")
    }
}

impl WalkScene {
    /// Seconds from one ghost to the next.
    fn ghost_step(&self) -> f32 {
        let clip = self.figure.actor.active_clip();
        let Some(found) = clip.and_then(|clip| self.file.clips.get(clip)) else { return 0.0 };
        if self.walk.speed(clip) > 0.0 { WALKING } else { STANDING * found.clip.seconds() }
    }

    /// Draws the moment with this index as a ghost, the fainter the farther it is from now.
    fn draw_ghost(&mut self, target: &mut Target<'_>, view: &View, frame: &WalkFrame, number: usize) -> Result<()> {
        let ghost = &frame.moments[number];
        let color = if ghost.offset < 0.0 { BEFORE } else { AFTER };
        let step = self.ghost_step().max(f32::MIN_POSITIVE);
        let distance = (ghost.offset.abs() / step).round().max(1.0);
        let faded = color.w * (1.0 - (distance - 1.0) / (GHOSTS as f32 + 0.5));
        let color = color.truncate().extend(faded);
        if let Some(sword) = &mut self.sword {
            sword.draw_ghost(target, view, &ghost.pose, color)?;
        }
        match (&self.skin, &frame.skinned) {
            (Some(skin), Some(skinned)) => skin.draw_ghost(target, view, skinned, number, color),
            _ => self.figure.draw_ghost(target, view, &ghost.pose, color),
        }
    }

    /// Draws the circle on which the figure walks, and the axes of its place.
    fn draw_circle(&self, target: &mut Target<'_>, view: &View, now: &WalkSnapshot) -> Result<()> {
        let mut shapes = Shapes::new();
        let lift = Vec3::Y * (self.figure.renderer.ground() + 0.002 * view.camera.scene_radius);
        let size = self.size.map_or(1.0, |size| size.size().y);
        if self.walk.radius > 0.0 {
            let wide = 0.012 * size;
            for step in (0..96).step_by(2) {
                let [a, b] = [step, step + 1].map(|step| {
                    let on = self.walk.world_from_figure(self.walk.radius * TAU * step as f32 / 96.0).translation;
                    [-wide, wide].map(|out| on * (1.0 + out / self.walk.radius) + lift)
                });
                shapes.quad([a[0], a[1], b[1], b[0]], CIRCLE);
            }
        }
        let world_from_place = now.place.to_affine();
        shapes.axes(&(Affine3A::from_translation(lift) * world_from_place), 0.3 * size);
        self.debug.draw(target, &shapes, view.clip_from_world(), Overlay::InScene)?;
        Ok(())
    }

    /// Describes clip, tick, tracks and place, a line each.
    fn lines(&self, frame: &WalkFrame) -> Vec<String> {
        let file = &self.file;
        let now = &frame.moments[0];
        let name = &file.model.name;
        let mut lines = Vec::new();
        let clip = self.figure.actor.active_clip();
        if let Some(found) = clip.and_then(|clip| file.clips.get(clip)) {
            let clip = &found.clip;
            let end = found.clip.seconds();
            lines.push(format!("{name}, \"{}\": {:.2} of {end:.2} s", clip.name, now.seconds));
            lines.push(format!(
                "tick {:.2} of {:.0} to {:.0}, {} a second",
                now.tick, clip.start, clip.end, clip.ticks_per_second
            ));
        } else {
            lines.push(format!("{name}, at rest"));
        }
        let moved = frame.tracks.iter().flatten().count();
        let keys: usize = frame.tracks.iter().flatten().map(|track: &Track| track.keys.len()).sum();
        lines.push(format!("{moved} of {} joints have a track, {keys} keys", file.joints.len()));
        let at = now.place.translation;
        lines.push(format!("placed at ({:.2}, {:.2}, {:.2})", at.x, at.y, at.z));
        lines
    }
}

fn select_clip(actor: &mut Actor, path: &Path, name: Option<&str>) -> Result<()> {
    let names: Vec<&str> = actor.model.clips.iter().map(|clip| clip.name.as_str()).collect();
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    let own = FIGURES.iter().find(|(figure, _)| Some(*figure) == stem).map(|(_, clip)| *clip);
    let Some(wanted) = name.or(own) else { return Ok(()) };
    let clip = names.iter().position(|known| *known == wanted);
    if clip.is_none() && name.is_some() {
        bail!("no clip \"{wanted}\": there are {}", nearest_quoted(wanted, names.iter().copied()));
    }
    if let Some(clip) = clip {
        actor.select_clip(clip);
    }
    Ok(())
}

/// Returns the warnings of file and renderer, and notes on what was evaluated or cannot be represented.
fn warnings(file: &CharacterFile, of_renderer: &[String]) -> Vec<Message> {
    let mut all = Vec::new();
    for line in &file.warnings {
        let (place, text) = line.split_once(": ").unwrap_or(("", line));
        all.push(Message::warning(place, text));
    }
    all.extend(of_renderer.iter().map(|text| Message::warning("", text)));
    all.extend(file.note.iter().map(Message::note));
    if !file.as_written && !file.clips.is_empty() {
        all.push(Message::note(EVALUATED));
    }
    if largest_shear(&file.model) > VISIBLE_SHEAR {
        all.push(Message::warning("", SHEARED));
    }
    all
}
