//! The lesson's scene: a character that walks on a circle, with its past poses in orange and its coming ones in blue.

use crate::character::bound::{BoundSkins, CharacterSkins};
use crate::character::file::{CharacterFile, ClipKeys};
use crate::character::walk::Walk;
use crate::character::{Character, TrackCache};
use crate::playing::{self, FrameTime, GHOSTS, WalkFrame, WalkSnapshot};
use crate::{Channel, Clip, Track};
use armature::mesh::Bounds;
use armature::model::{Model, ModelInstance};
use drawing::report::report;
use drawing::{
    Cast, Control, ControlKind, Draw, Frame, Line, Moment, Painted, Played, Point, Scene, SceneInfo, StudentShader,
    WorldPose, axes, palettes, textured,
};
use given::{CallError, Course, ShaderFile};
use glam::{Mat4, Vec3, Vec4};
use lesson_11::is_rigid;
use std::cell::OnceCell;
use std::f32::consts::TAU;
use std::rc::Rc;

pub static SCENE: SceneInfo = SceneInfo {
    words: "The knight walks in a circle, by this lesson's code from the file's numbers to matrices.",
    figure: Some("knight"),
    buttons: &["walk", "run", "dance", "sword swing"],
    mistakes: &[
        ("12.2", "ALWAYS-LONG"),
        ("12.2", "RUNS-BACKWARDS"),
        ("12.3", "ON-TOP-OF-REST"),
        ("12.4", "WRONG-SIDE"),
        ("12.4", "START-FORGOTTEN"),
    ],
    camera: [YAW, 0.26, 4.0, 0.73],
    time: 0.55,
    controls: &[Control { name: "ghosts", option: "ghosts", kind: ControlKind::Ghosts }],
    // They draw where the answers of earlier lessons are the student's.
    shaders: &[
        StudentShader { todo: "10.3", vertex: |course| course.normals.vertex(), fragment: PHONG },
        StudentShader { todo: "09.2", vertex: |course| course.smooth_skin.vertex(), fragment: GHOST },
        StudentShader { todo: "08.3", vertex: |course| course.bind_pose.vertex(), fragment: PHONG },
        StudentShader { todo: "08.3", vertex: |course| course.bind_pose.vertex(), fragment: GHOST },
    ],
    open: |cast| WalkScene::open(cast).map(|scene| Box::new(scene) as Box<dyn Scene>),
    ..SceneInfo::PLAIN
};

const PHONG: ShaderFile = ShaderFile("common/phong.frag");
const GHOST: ShaderFile = ShaderFile("12-playback/ghost.frag");

/// Our own figures: their files, and the clip that each begins with.
pub(crate) const FIGURES: [(&str, &str); 3] = [("knight", "walk"), ("creature", "walk"), ("arm", "wave")];

/// Colour of the ghosts before now; sRGB.
const BEFORE: Vec4 = Vec4::new(0.93, 0.46, 0.16, 0.42);
/// Colour of the ghosts after now.
const AFTER: Vec4 = Vec4::new(0.16, 0.45, 0.90, 0.42);
const CIRCLE: Vec3 = Vec3::new(1.0, 0.97, 0.86);

/// The camera's direction about the y axis, in radians: a figure that lies on its back as it does in its file
/// lies across the picture.
const YAW: f32 = -1.1;
/// The window's camera's distance, in sizes of the figure.
const DISTANCE: f32 = 1.95;

/// Seconds between two ghosts of a figure that walks, so that they do not overlap.
pub const WALKING: f32 = 0.75;
/// Fraction of the clip between two ghosts of a figure that stays where it is.
const STANDING: f32 = 0.09;

/// Ticks a second in the page, and ticks from key to key: so few keys that the way between them shows.
const TICKS: f32 = 24.0;
const STEP: f32 = 6.0;

const TOO_MANY_JOINTS: &str = "A skin of this file has more than 95 joints, too many for the shaders of \
                               lessons 08 to 11: `common` draws it.";
pub(crate) const SOCKET: &str = "sword_socket";

/// A figure that plays, and what it plays with in the window.
pub(crate) struct WalkCast {
    pub(crate) file: CharacterFile,
    /// The clip at the beginning.
    pub(crate) clip: Option<usize>,
    pub(crate) sword: Option<Model>,
    /// The finished answers. Those of earlier lessons are called if they are others.
    pub(crate) reference: Option<Course>,
    /// Reads the figure's skins; `None` if shaders have too few joints for it.
    pub(crate) read_skins: fn(&CharacterFile) -> Option<CharacterSkins>,
}

struct WalkScene {
    cast: WalkCast,
    walk: Walk,
    tracks: TrackCache,
    skins: OnceCell<Option<CharacterSkins>>,
    /// The joint that holds the sword. No channel moves it, so it shows where 12.3 has that joint.
    socket: Option<usize>,
    now: Played,
    has_timeline: bool,
    /// Distance that the figure has walked, in metres.
    walked: f32,
    shows_ghosts: bool,
    names: Vec<Rc<str>>,
    /// Extent of the figure in its file, in our axes.
    size: Vec3,
}

impl Scene for WalkScene {
    /// Returns the figure's parts, and then the sword's.
    fn meshes(&mut self, course: &Course) -> Result<Vec<Painted>, CallError> {
        let model = &self.cast.file.model;
        let mut meshes = textured(model);
        if let Some(bound) = self.bound(course)? {
            for (painted, part) in meshes.iter_mut().zip(&bound.parts) {
                *painted = Painted { mesh: part.mesh.clone(), material: part.material, ..Painted::default() };
            }
        }
        let materials = self.cast.file.model.materials.len();
        for painted in self.cast.sword.iter().flat_map(textured) {
            let material = painted.material.map(|material| materials + material);
            meshes.push(Painted { material, ..painted });
        }
        Ok(meshes)
    }

    fn frame(&mut self, course: &Course, &Moment { dt, .. }: &Moment) -> Result<Frame, CallError> {
        if !self.has_timeline {
            let Played { clip, before, dt: last, .. } = self.now;
            let duration = clip.map_or(1.0, |clip| self.cast.file.clips[clip].clip.seconds());
            self.advance(Played { before: (before + last) % duration, dt, ..self.now });
        }
        let Played { clip, mode, before, dt } = self.now;
        let ghost_step = if self.shows_ghosts { self.ghost_step() } else { 0.0 };
        let time = FrameTime { clip, mode, before, dt, walked: self.walked, ghost_step };
        let character = Character { file: &self.cast.file, course };
        let walked = playing::frame(character, &self.walk, &mut self.tracks, &time)?;
        let bound = self.bound(course)?;

        let WalkSnapshot { pose, place, .. } = &walked.moments[0];
        let focus = self.focus(pose);
        let mut frame = Frame { focus, camera: self.camera(), pose: Some(pose.clone()), ..Frame::default() };
        for ghost in &walked.moments[1..] {
            let color = self.ghost_color(ghost.offset);
            for draw in self.draws(course, bound.as_deref(), &ghost.pose, true)? {
                frame.draws.push(draw.ghost(color));
            }
        }
        frame.draws.extend(self.draws(course, bound.as_deref(), pose, false)?);
        self.add_circle(&mut frame.marks);
        axes(&mut frame.marks, &place.to_mat4(), 0.2 * self.size.y);
        for (name, at) in self.names.iter().zip(pose.positions()) {
            frame.points.push(Point { name: name.clone(), at, color: CIRCLE, radius: 0.0 });
        }
        frame.words = self.lines(&walked);
        Ok(frame)
    }

    fn fragment(&self, course: &Course) -> Option<(&'static str, ShaderFile)> {
        Some(("10.1", course.normals.fragment()))
    }

    fn press(&mut self, button: usize) {
        let name = SCENE.buttons[button].replace(' ', "_");
        let clip = self.cast.file.clips.iter().position(|found| found.clip.name == name);
        self.now = Played { clip: clip.or(self.now.clip), ..Played::default() };
    }

    fn set(&mut self, _: usize, ghosts: f32) {
        self.shows_ghosts = ghosts != 0.0;
    }

    fn played(&self) -> Option<(Model, Option<usize>)> {
        Some((self.cast.file.model.clone(), self.cast.clip))
    }

    fn play(&mut self, now: Played) {
        self.has_timeline = true;
        self.advance(now);
    }
}

impl WalkScene {
    fn open(cast: Cast) -> Option<Self> {
        let cast = match cast {
            Cast::Own(cast) => *cast.downcast().ok()?,
            cast => {
                let file = in_one_clock(cast.model()?);
                let clip = file.clips.iter().position(|found| found.clip.name == FIGURES[0].1);
                WalkCast { file, clip, sword: None, reference: None, read_skins: |_| None }
            }
        };
        let model = &cast.file.model;
        let bounds = ModelInstance::new(model).bounds(model);
        let size = bounds.map_or(Vec3::ONE, |bounds: Bounds| bounds.transformed(&model.world_from_model).size());
        let joints = &cast.file.joints;
        Some(WalkScene {
            walk: Walk::new(model, size.max_element()),
            tracks: TrackCache::default(),
            skins: OnceCell::new(),
            socket: joints.iter().position(|joint| joint.name == SOCKET),
            now: Played { clip: cast.clip, ..Played::default() },
            has_timeline: false,
            walked: 0.0,
            shows_ghosts: false,
            names: joints.iter().map(|joint| joint.name.as_str().into()).collect(),
            size,
            cast,
        })
    }

    fn advance(&mut self, now: Played) {
        self.now = now;
        self.walked += now.dt * self.walk.speed(now.clip);
        if self.walk.radius > 0.0 {
            // Without whole rounds, which would cost digits after hours.
            self.walked = self.walked.rem_euclid(TAU * self.walk.radius);
        }
    }

    /// Returns the camera; it stands the farther, the larger the figure is.
    fn camera(&self) -> Option<[f32; 4]> {
        let [yaw, pitch, ..] = SCENE.camera;
        Some([yaw, pitch, DISTANCE * self.size.max_element(), 0.40 * self.size.y])
    }

    /// Returns the point at which the camera looks: the origin, or a point beside a figure that is far from it.
    fn focus(&self, pose: &WorldPose) -> Vec3 {
        let mut sum = Vec3::ZERO;
        let mut count = 0.0;
        for joint in self.cast.file.model.skins.iter().flat_map(|skin| &skin.bindings).filter_map(|it| it.joint) {
            sum += pose.world_from_model.transform_point3(pose.model_from_joint[joint].w_axis.truncate());
            count += 1.0;
        }
        let offset = sum / f32::max(count, 1.0) - 0.5 * self.size.y * Vec3::Y;
        offset - offset.clamp_length_max(self.walk.radius + 0.35 * self.size.max_element())
    }

    /// Returns the meshes by the answers of lesson 11, if answers of earlier lessons are called.
    fn bound(&mut self, course: &Course) -> Result<Option<Rc<BoundSkins>>, CallError> {
        let Some(reference) = self.cast.reference else { return Ok(None) };
        if *course == (Course { playback: course.playback, ..reference }) {
            return Ok(None);
        }
        self.skins.get_or_init(|| (self.cast.read_skins)(&self.cast.file));
        let Some(skins) = self.skins.get_mut().and_then(Option::as_mut) else {
            report("", TOO_MANY_JOINTS);
            return Ok(None);
        };
        skins.bound(&course.collada_skin).map(Some)
    }

    /// Returns the figure and its sword in a pose; by the shaders of lessons 08 to 10 where answers of lesson 11 have bound it.
    fn draws(
        &self,
        course: &Course,
        bound: Option<&BoundSkins>,
        pose: &WorldPose,
        is_ghost: bool,
    ) -> Result<Vec<Draw>, CallError> {
        let model = &self.cast.file.model;
        let mut draws = Vec::new();
        match bound {
            Some(bound) => {
                let palettes = bound.palettes(&course.bind_pose, pose)?;
                for (number, part) in bound.parts.iter().enumerate() {
                    let shader = 2 * usize::from(is_rigid(&bound.skins[part.skin])) + usize::from(is_ghost);
                    draws.push(Draw::new(number, palettes[part.skin].clone()).shaded(shader, false, Vec::new()));
                }
            }
            None => draws.extend(pose.draws(model)),
        }
        if let (Some(sword), Some(socket)) = (&self.cast.sword, self.socket) {
            let world_from_socket = pose.world_from_model * pose.model_from_joint[socket];
            let at_rest = ModelInstance::new(sword);
            let world_from_sword = world_from_socket * Mat4::from(sword.world_from_model);
            for draw in palettes(sword, at_rest.model_from_joint(), world_from_sword) {
                draws.push(Draw { mesh: model.parts.len() + draw.mesh, ..draw });
            }
        }
        Ok(draws)
    }

    /// Seconds from one ghost to the next.
    fn ghost_step(&self) -> f32 {
        let clip = self.now.clip;
        let Some(found) = clip.and_then(|clip| self.cast.file.clips.get(clip)) else { return 0.0 };
        if self.walk.speed(clip) > 0.0 { WALKING } else { STANDING * found.clip.seconds() }
    }

    /// Returns the colour of a ghost, the fainter the farther it is from now.
    fn ghost_color(&self, offset: f32) -> Vec4 {
        let color = if offset < 0.0 { BEFORE } else { AFTER };
        let step = self.ghost_step().max(f32::MIN_POSITIVE);
        let distance = (offset.abs() / step).round().max(1.0);
        color.truncate().extend(color.w * (1.0 - (distance - 1.0) / (GHOSTS as f32 + 0.5)))
    }

    /// Adds the circle on which the figure walks.
    fn add_circle(&self, lines: &mut Vec<Line>) {
        for step in (0..96).step_by(2).filter(|_| self.walk.radius > 0.0) {
            let ends = [step, step + 1]
                .map(|step| self.walk.world_from_figure(self.walk.radius * TAU * step as f32 / 96.0).translation);
            lines.push(Line { ends, color: CIRCLE, width: 2.0 });
        }
    }

    /// Describes clip, tick, tracks and place, a line each.
    fn lines(&self, frame: &WalkFrame) -> Vec<String> {
        let file = &self.cast.file;
        let now = &frame.moments[0];
        let name = &file.model.name;
        let mut lines = Vec::new();
        if let Some(found) = self.now.clip.and_then(|clip| file.clips.get(clip)) {
            let clip = &found.clip;
            let end = clip.seconds();
            lines.push(format!("{name}, \"{}\": {:.2} of {end:.2} s", clip.name, now.seconds));
            lines.push(format!(
                "tick {:.2} of {:.0} to {:.0}, {} a second",
                now.tick, clip.start, clip.end, clip.ticks_per_second
            ));
        } else {
            lines.push(format!("{name}, at rest"));
        }
        let mut joints = 0;
        let mut moved = 0;
        let mut keys = 0;
        for (track, is_joint) in frame.tracks.iter().zip(&file.model.is_joint) {
            joints += usize::from(*is_joint);
            if let Some(Track { translations, rotations, scales, .. }) = track {
                moved += usize::from(*is_joint);
                keys += translations.values.len() + rotations.values.len() + scales.values.len();
            }
        }
        lines.push(format!("{moved} of {joints} joints have a track, {keys} keys"));
        if self.now.clip.is_some_and(|clip| file.has_loaded_tracks(clip)) {
            lines.push("12.1: the loader's tracks, as the file has no channels of matrices".into());
        }
        lines
    }
}

/// Returns a figure that is in no file as one would have it: its clips follow one another, and share their channels.
fn in_one_clock(model: Model) -> CharacterFile {
    let mut file = CharacterFile::of_model(model);
    let mut figure = ModelInstance::new(&file.model);
    let mut channels = Vec::new();
    for joint in &file.joints {
        let target = format!("{}/{}", joint.id, joint.matrix_sid);
        channels.push(Channel { target, times: Vec::new(), floats: Vec::new() });
    }
    let mut start = 0.0;
    for (found, clip) in file.clips.iter_mut().zip(&file.model.clips) {
        let ticks = clip.duration() * TICKS;
        for step in 0..=(ticks / STEP).ceil() as usize {
            let tick = (STEP * step as f32).min(ticks);
            figure.sample(&file.model, clip, clip.start + tick / TICKS);
            for (channel, local) in channels.iter_mut().zip(&figure.pose().locals) {
                channel.times.push(start + tick);
                channel.floats.extend(local.to_mat4().transpose().to_cols_array());
            }
        }
        found.clip = Clip { name: clip.name.clone(), start, end: start + ticks, ticks_per_second: TICKS };
        found.keys = 0;
        start += ticks + TICKS;
    }
    file.keys = vec![ClipKeys::Channels(channels)];
    file
}
