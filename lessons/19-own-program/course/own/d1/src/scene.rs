use crate::keys::Keys;
use crate::lessons::lesson_06::decompose;
use crate::lessons::lesson_13::{fade, next_state};
use crate::lessons::{Fade, Joint, LoopMode, Now, RUN, State, Tools, Transform, WALK, model_poses};
use glam::{Mat4, Quat, Vec3};

/// Duration of a step, in seconds. The figure moves in equal steps, however long a frame takes.
pub const STEP: f32 = 1.0 / 60.0;
/// The longest frame that counts in full, in seconds.
pub const MAX_FRAME: f32 = 0.5;
/// Speed at which the figure turns, in radians a second.
pub const TURN: f32 = 2.5;
/// Speed at which a jump begins, upwards, in metres a second.
pub const JUMP: f32 = 3.0;
/// Acceleration of the fall, in metres per second squared.
pub const GRAVITY: f32 = 9.8;
/// Duration of a fade from one state to another, in seconds.
pub const FADE: f32 = 0.2;
/// The eye's place for a figure at the origin that looks along z.
pub const BEHIND: Vec3 = Vec3::new(0.0, 1.6, -4.2);
/// How fast the eye follows: the fraction of the remaining distance, per second.
pub const FOLLOW: f32 = 3.0;

/// Where the figure is, and what it does.
pub struct Body {
    pub state: State,
    pub place: Vec3,
    /// How far it has turned from z to the left, about y, in radians.
    pub heading: f32,
    /// Its speed ahead, in metres a second.
    pub speed: f32,
    /// Its speed upwards, in metres a second.
    pub rise: f32,
}

pub struct Scene {
    floor: Floor,
    pub figure: Figure,
    bones: Bones,
    skin: Skin,
    pub playback: Playback,
    pub body: Body,
    pub fade: Fade,
    pub eye: Vec3,
    /// Seconds that have passed and are not yet stepped.
    pub owed: f32,
}

impl Scene {
    pub fn new(display: &impl Facade) -> Result<Scene, Box<dyn Error>> {
        let figure = Figure::read(FIGURE)?;
        let rest: Vec<Transform> = figure.joints.iter().map(|joint| decompose(joint.parent_from_joint)).collect();
        Ok(Scene {
            floor: Floor::new(display)?,
            bones: Bones::new(display, &figure.joints)?,
            skin: Skin::new(display, &figure)?,
            playback: Playback { clip: figure.clip_of(State::Idle), time: 0.0, speed: 1.0, is_paused: false },
            figure,
            body: Body { state: State::Idle, place: Vec3::ZERO, heading: 0.0, speed: 0.0, rise: 0.0 },
            fade: Fade::new(&rest),
            eye: BEHIND,
            owed: 0.0,
        })
    }

    /// Draws the picture of now.
    pub fn draw(&self, frame: &mut impl Surface, _seconds: f32) -> Result<(), Box<dyn Error>> {
        let (width, height) = frame.get_dimensions();
        let camera_from_world = look_at_mat4(self.eye, self.body.place + Vec3::new(0.0, 0.9, 0.0), Vec3::Y);
        let clip_from_world = clip_from_camera(width, height) * camera_from_world;
        let beside = Mat4::from_translation(Vec3::new(-1.3, 0.0, 0.0)); // where the bones are seen
        let pose = self.shown();
        frame.clear_color_srgb_and_depth((0.16, 0.18, 0.21, 1.0), 1.0);
        self.draw_floor(frame, clip_from_world)?;
        self.draw_bones(frame, clip_from_world * beside, &pose)?;
        self.draw_skin(frame, clip_from_world, self.eye, &pose)
    }

    /// Returns the pose that the fade shows, at the body's place.
    pub fn shown(&self) -> Pose {
        let turn = Quat::from_rotation_y(self.body.heading);
        let world_from_place = Mat4::from_rotation_translation(turn, self.body.place);
        let locals = self.fade.shown.iter().map(|joint| joint.to_mat4()).collect();
        Pose { locals, world_from_model: world_from_place * self.figure.world_from_file }
    }

    /// Lets `dt` seconds pass, in steps of `STEP` seconds: each steers, falls, changes the state and follows. A
    /// remainder shorter than a step is kept for the next frame. A longer frame than `MAX_FRAME` counts as `MAX_FRAME`.
    pub fn step(&mut self, keys: &Keys, dt: f32) {
        // BEGIN 19.12
        self.owed += dt.min(MAX_FRAME);
        while self.owed >= STEP {
            self.owed -= STEP;
            self.steer(keys);
            self.fall();
            self.change_state(keys.wanted());
            self.follow();
        }
        // STUB // TODO 19.12: as many steps as the seconds that are owed allow. This makes one, however long the frame was.
        // STUB let _ = (dt, self.owed, MAX_FRAME); // you will need them
        // STUB self.steer(keys);
        // STUB self.fall();
        // STUB self.change_state(keys.wanted());
        // STUB self.follow();
        // END 19.12
    }

    /// Turns the figure and moves it on, for one step. It stays on the floor.
    ///
    /// The keys turn it, at `TURN`. On the ground its speed is that of its state: `WALK` while it walks, `RUN` while it
    /// runs, otherwise 0. In the air it keeps the speed that it has.
    pub fn steer(&mut self, keys: &Keys) {
        // BEGIN 19.13
        if keys.left {
            self.body.heading += TURN * STEP;
        }
        if keys.right {
            self.body.heading -= TURN * STEP;
        }
        self.body.speed = match self.body.state {
            State::Walk => WALK,
            State::Run => RUN,
            State::Jump | State::Fall => self.body.speed,
            _ => 0.0,
        };
        let ahead = Quat::from_rotation_y(self.body.heading) * Vec3::Z;
        let place = self.body.place + self.body.speed * STEP * ahead;
        self.body.place = Vec3::new(place.x.clamp(-2.8, 2.8), place.y, place.z.clamp(-2.8, 2.8));
        // STUB // TODO 19.13: a turn by the keys; the speed of the state; and a piece of way ahead.
        // STUB let _ = (keys.left, keys.right, self.body.heading, self.body.speed, TURN, WALK, RUN); // you will need them
        // END 19.13
    }

    /// Lets the figure rise and fall, for one step. The floor stops it.
    fn fall(&mut self) {
        self.body.rise -= GRAVITY * STEP;
        self.body.place.y += self.body.rise * STEP;
        if self.body.place.y <= 0.0 {
            self.body.place.y = 0.0;
            self.body.rise = 0.0;
        }
    }

    /// Begins another state if 13.3 says so, with its clip and a fade, and plays the clip on, for one step.
    ///
    /// A jump begins with `JUMP` upwards. Whatever the state, 13.2 gets the clip's pose in each step.
    pub fn change_state(&mut self, wanted: State) {
        // BEGIN 19.14
        let state = self.body.state;
        let duration = self.figure.clips[self.playback.clip].seconds();
        let ended = state.is_played_once() && self.playback.time + self.playback.speed * STEP >= duration;
        let supported = self.body.place.y == 0.0;
        let next = next_state(state, Now { supported, ended, wanted });
        if let Some(next) = next {
            self.body.state = next;
            self.playback.clip = self.figure.clip_of(next);
            self.playback.time = 0.0;
            if next == State::Jump {
                self.body.rise = JUMP;
            }
        }
        self.advance(STEP);
        let pose: Vec<Transform> = self.pose().locals.iter().map(|local| decompose(*local)).collect();
        fade(&mut self.fade, &pose, next.map(|_| FADE), STEP, &Tools);
        // STUB // TODO 19.14: first 13.3: is there a next state? Then its clip, from its beginning, and the fade's duration.
        // STUB let _ = (wanted, self.body.state, next_state, JUMP, FADE); // you will need them
        // STUB let _ = Now { supported: true, ended: false, wanted }; // and this
        // STUB self.advance(STEP);
        // STUB let pose: Vec<Transform> = self.pose().locals.iter().map(|local| decompose(*local)).collect();
        // STUB fade(&mut self.fade, &pose, None, STEP, &Tools);
        // END 19.14
    }

    /// Moves the eye, for one step, towards its place behind the figure: `BEHIND`, turned and moved as the figure is.
    pub fn follow(&mut self) {
        // BEGIN 19.15
        let turn = Quat::from_rotation_y(self.body.heading);
        let goal = self.body.place + turn * BEHIND;
        self.eye += FOLLOW * STEP * (goal - self.eye);
        // STUB // TODO 19.15: the eye's place behind him, and a fraction of the way there. This eye stays where it is.
        // STUB let _ = (self.body.heading, BEHIND, FOLLOW); // you will need them
        // END 19.15
    }
}
