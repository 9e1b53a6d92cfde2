//! The facts about a program: what its functions return, and what the GPU is told when it draws.
//!
//! They are words that a right program has in common with every other right one, whatever it draws: its names, colours and
//! figures are its own.

use crate::drawn::Drawn;
use given::lesson_19::{Facts, Moment};
use glam::{Mat4, Vec3};
use glium::Frame;
use glium::backend::{Context, Facade};
use glium::index::PrimitiveType;
use glium::winit::dpi::PhysicalSize;
use glium::winit::event::WindowEvent;
use recorder::Display;
use std::error::Error;
use std::rc::Rc;

/// Returns the facts about [`Program::scene`]: what the bones' draw call tells the GPU.
pub fn draw_bones<P: Program>(moment: &Moment) -> Facts {
    match Drawn::new::<P>(moment) {
        Ok(drawn) => drawn.bones(),
        Err(error) => failed(&*error),
    }
}

/// A program under check. `None` stands for a function that `scene.rs` does not have yet.
pub trait Program {
    /// Returns the name of the reaction to an event.
    fn react(event: &WindowEvent) -> Option<String>;

    /// Returns the corners of the floor, in the world.
    fn floor_corners() -> Option<Vec<[f32; 3]>>;

    /// Returns what is in the buffers for joints with these parents.
    fn bone_buffers(gl: &Gl, parents: &[Option<usize>]) -> Option<Outcome<BoneBuffers>>;

    /// Returns the vertices of the figure's skin, and what they should be.
    fn skin_vertices() -> Option<Outcome<SkinVertices>>;

    /// Returns the texture of a picture with this size and these pixels.
    fn texture(gl: &Gl, size: (u32, u32), rgba: &[u8]) -> Option<Outcome<TextureContent>>;

    /// Returns the palette of the figure's pose.
    fn palette() -> Option<Outcome<Palette>>;

    /// Returns the time of a clip after steps of the clock.
    fn advance(gl: &Gl, steps: &[Step]) -> Option<Outcome<Vec<f32>>>;

    /// Returns the pose of clips at times, and poses that it could be.
    fn poses(gl: &Gl) -> Option<Outcome<Vec<PoseOfClip>>>;

    /// Returns what clicks on the panel have changed.
    fn panel(gl: &Gl) -> Option<Outcome<Clicks>>;

    /// Returns the facts about the steps of frames.
    fn step(gl: &Gl) -> Option<Outcome<Facts>>;

    /// Returns the facts about steering.
    fn steer(gl: &Gl) -> Option<Outcome<Facts>>;

    /// Returns the facts about changes of the state.
    fn change_state(gl: &Gl) -> Option<Outcome<Facts>>;

    /// Returns the facts about the eye.
    fn follow(gl: &Gl) -> Option<Outcome<Facts>>;

    /// Makes the scene.
    ///
    /// # Errors
    /// Those of the program.
    fn scene(gl: &Gl) -> Outcome<Box<dyn Scene>>;
}

/// The scene of a program.
pub trait Scene {
    /// Draws the picture of a time, in seconds.
    ///
    /// # Errors
    /// Those of the program.
    fn draw(&self, frame: &mut Frame, seconds: f32) -> Outcome<()>;

    /// Goes to a time of the clip that plays, if there are clips.
    fn go_to(&mut self, seconds: f32);

    /// Returns the pose of a time.
    fn pose(&self, seconds: f32) -> Pose;

    /// Returns the palette of a time, by the program's own function.
    fn palette(&self, seconds: f32) -> Vec<Mat4>;
}

/// How a program's figure stands.
#[derive(Default)]
pub struct Pose {
    pub parents: Vec<Option<usize>>,
    /// `parent_from_joint` of each joint.
    pub locals: Vec<Mat4>,
    pub world_from_model: Mat4,
}

impl Pose {
    /// Returns the matrix from each joint to the space to which a root's parent leads.
    pub fn world_from_joints(&self, world_from_model: Mat4) -> Vec<Mat4> {
        let mut matrices: Vec<Mat4> = Vec::new();
        for (parent, local) in self.parents.iter().zip(&self.locals) {
            matrices.push(parent.map_or(world_from_model, |parent| matrices[parent]) * *local);
        }
        matrices
    }
}

/// The fields of a skin's vertices.
pub const FIELDS: [&str; 5] = ["a_position", "a_normal", "a_texcoord", "a_joints", "a_weights"];

/// The vertices of a skin, each with the numbers of its [`FIELDS`].
pub struct SkinVertices {
    pub vertices: Vec<[Vec<f64>; 5]>,
    pub expected: Vec<[Vec<f64>; 5]>,
    /// The name and the format of each field, as glium names it: `F32F32F32`.
    pub formats: Vec<(String, String)>,
}

/// What is in a texture.
pub struct TextureContent {
    pub type_name: &'static str,
    pub size: (u32, u32),
    /// The lowest row first.
    pub rgba: Vec<u8>,
}

/// A palette, and what it is made from.
pub struct Palette {
    pub slots: Vec<Mat4>,
    pub pose: Pose,
    /// Indices of the skin's joints in the skeleton.
    pub skin_joints: Vec<usize>,
    /// For each joint of the skin, and one more for vertices that follow none.
    pub joint_from_mesh: Vec<Mat4>,
}

/// A step of a clip's clock.
#[derive(Clone, Copy)]
pub struct Step {
    pub time: f32,
    pub speed: f32,
    pub is_paused: bool,
    pub dt: f32,
}

/// The clip whose clock is tested.
pub const CLIP: usize = 1;

/// A pose of a clip, beside what 12.3 and 12.4 make of the same clip and time.
pub struct PoseOfClip {
    pub got: Pose,
    pub world_from_model: Mat4,
    /// Poses with what each is.
    pub known: Vec<(&'static str, Vec<Mat4>)>,
}

/// What clicks everywhere on a panel have changed.
#[derive(Default)]
pub struct Clicks {
    pub chooses_clip: bool,
    /// The time after another clip was chosen, where it was 0.25 s before.
    pub time_of_chosen: f32,
    /// The longest time that a click has set in the first clip, and that clip's duration.
    pub longest_time: f32,
    pub duration: f32,
    pub lowest_speed: f32,
    pub highest_speed: f32,
    pub pauses: bool,
}

/// A context without a window.
pub type Gl = Rc<Context>;

/// A result of the student's code.
pub type Outcome<T> = Result<T, Box<dyn Error>>;

/// What is in a figure's buffers.
pub struct BoneBuffers {
    pub vertices: Vec<[f32; 3]>,
    pub primitive: PrimitiveType,
    pub indices: Vec<u16>,
}

/// Makes a [`Program`] of a module with the files of `own/src`. The build script sets a `cfg` for each function of `scene.rs`.
macro_rules! checked_program {
    ($name:ident, $($files:ident)::+) => {
        pub struct $name;

        #[allow(unreachable_code)] // a function that is there returns first
        impl crate::facts::Program for $name {
            fn react(_event: &::glium::winit::event::WindowEvent) -> Option<String> {
                #[cfg(has_react)]
                return Some(format!("{:?}", $($files)::+::scene::react(_event)));
                None
            }

            fn floor_corners() -> Option<Vec<[f32; 3]>> {
                #[cfg(has_floor_corners)]
                return Some($($files)::+::scene::floor_corners().iter().map(|corner| corner.a_position).collect());
                None
            }

            fn bone_buffers(
                _gl: &crate::facts::Gl,
                _parents: &[Option<usize>],
            ) -> Option<crate::facts::Outcome<crate::facts::BoneBuffers>> {
                #[cfg(has_bone_buffers)]
                return {
                    use $($files)::+::{lessons::Joint, scene};
                    let mut joints = Vec::new();
                    for (index, &parent) in _parents.iter().enumerate() {
                        let offset = ::glam::Vec3::new(1.0 + index as f32, 0.5, 0.0);
                        joints.push(Joint::new(String::new(), parent, ::glam::Mat4::from_translation(offset)));
                    }
                    Some(scene::bone_buffers(_gl, &joints).and_then(|(vertices, indices)| {
                        Ok(crate::facts::BoneBuffers {
                            vertices: vertices.read()?.iter().map(|vertex| vertex.a_position).collect(),
                            primitive: indices.get_primitives_type(),
                            indices: indices.read()?,
                        })
                    }))
                };
                None
            }

            fn skin_vertices() -> Option<crate::facts::Outcome<crate::facts::SkinVertices>> {
                #[cfg(has_skin_vertices)]
                return Some(crate::facts::figure_file().and_then(|file| {
                    use $($files)::+::{figure::Figure, scene};
                    let figure = Figure::read(file)?;
                    let mut vertices = Vec::new();
                    for vertex in scene::skin_vertices(&figure) {
                        vertices.push([
                            vertex.a_position.iter().map(|number| f64::from(*number)).collect(),
                            vertex.a_normal.iter().map(|number| f64::from(*number)).collect(),
                            vertex.a_texcoord.iter().map(|number| f64::from(*number)).collect(),
                            vertex.a_joints.iter().map(|number| f64::from(*number)).collect(),
                            vertex.a_weights.iter().map(|number| f64::from(*number)).collect(),
                        ]);
                    }
                    let mut expected = Vec::new();
                    for vertex in &figure.vertices {
                        let mut joints = vec![0.0; 4];
                        let mut weights = vec![0.0; 4];
                        for (slot, influence) in vertex.influences.iter().enumerate() {
                            joints[slot] = influence.slot as f64;
                            weights[slot] = f64::from(influence.weight);
                        }
                        expected.push([
                            vertex.position.to_array().map(f64::from).to_vec(),
                            vertex.normal.to_array().map(f64::from).to_vec(),
                            vertex.texcoord.to_array().map(f64::from).to_vec(),
                            joints,
                            weights,
                        ]);
                    }
                    let mut formats = Vec::new();
                    for binding in <scene::SkinVertex as ::glium::Vertex>::build_bindings().iter() {
                        formats.push((binding.0.to_string(), format!("{:?}", binding.3)));
                    }
                    Ok(crate::facts::SkinVertices { vertices, expected, formats })
                }));
                None
            }

            fn texture(
                _gl: &crate::facts::Gl,
                _size: (u32, u32),
                _rgba: &[u8],
            ) -> Option<crate::facts::Outcome<crate::facts::TextureContent>> {
                #[cfg(has_texture)]
                return {
                    use $($files)::+::{picture::Picture, scene};
                    let picture = Picture { width: _size.0, height: _size.1, rgba: _rgba.to_vec() };
                    Some(scene::texture(_gl, &picture).map(|texture| {
                        let image: ::glium::texture::RawImage2d<u8> = texture.read();
                        crate::facts::TextureContent {
                            type_name: std::any::type_name_of_val(&texture),
                            size: (image.width, image.height),
                            rgba: image.data.to_vec(),
                        }
                    }))
                };
                None
            }

            fn palette() -> Option<crate::facts::Outcome<crate::facts::Palette>> {
                #[cfg(has_palette)]
                return Some(crate::facts::figure_file().and_then(|file| {
                    use $($files)::+::{figure::Figure, scene};
                    let figure = Figure::read(file)?;
                    // Each joint is turned a little, out of its rest.
                    let turn = ::glam::Mat4::from_rotation_x(0.3);
                    let locals = figure.joints.iter().map(|joint| joint.parent_from_joint * turn).collect();
                    let pose = $($files)::+::figure::Pose { locals, world_from_model: figure.world_from_file };
                    Ok(crate::facts::Palette {
                        slots: scene::palette(&figure, &pose),
                        pose: crate::facts::Pose {
                            parents: figure.joints.iter().map(|joint| joint.parent).collect(),
                            locals: pose.locals,
                            world_from_model: pose.world_from_model,
                        },
                        skin_joints: figure.skin_joints,
                        joint_from_mesh: figure.joint_from_mesh,
                    })
                }));
                None
            }

            fn advance(
                _gl: &crate::facts::Gl,
                _steps: &[crate::facts::Step],
            ) -> Option<crate::facts::Outcome<Vec<f32>>> {
                #[cfg(has_advance)]
                return Some(crate::facts::figure_file().and_then(|_| {
                    let mut scene = $($files)::+::scene::Scene::new(_gl)?;
                    let mut times = Vec::new();
                    for step in _steps {
                        scene.playback.clip = crate::facts::CLIP;
                        scene.playback.time = step.time;
                        scene.playback.speed = step.speed;
                        scene.playback.is_paused = step.is_paused;
                        scene.advance(step.dt);
                        times.push(scene.playback.time);
                    }
                    Ok(times)
                }));
                None
            }

            fn poses(_gl: &crate::facts::Gl) -> Option<crate::facts::Outcome<Vec<crate::facts::PoseOfClip>>> {
                #[cfg(has_pose)]
                return Some(crate::facts::figure_file().and_then(|_| {
                    use $($files)::+::lessons::lesson_12::{on_stage, sample_pose};
                    use $($files)::+::lessons::{Tools, Transform};
                    let mut scene = $($files)::+::scene::Scene::new(_gl)?;
                    let mut poses = Vec::new();
                    for (clip, time) in [(0, 0.25), (crate::facts::CLIP, 0.25)] {
                        scene.playback.clip = clip;
                        scene.playback.time = time;
                        let got = scene.pose();
                        let figure = &scene.figure;
                        let parents: Vec<Option<usize>> = figure.joints.iter().map(|joint| joint.parent).collect();
                        let at = |tick: f32| sample_pose(&figure.joints, &figure.tracks, tick, &Tools);
                        let stage = on_stage(&figure.clips[clip], time, &Transform::IDENTITY, figure.world_from_file);
                        let first = on_stage(&figure.clips[0], time, &Transform::IDENTITY, figure.world_from_file);
                        poses.push(crate::facts::PoseOfClip {
                            got: crate::facts::Pose { parents, locals: got.locals, world_from_model: got.world_from_model },
                            world_from_model: stage.world_from_model,
                            known: vec![
                                ("the pose at the clip's tick", at(stage.tick)),
                                ("the rest pose", figure.joints.iter().map(|joint| joint.parent_from_joint).collect()),
                                ("the pose at a tick equal to the seconds", at(time)),
                                ("the first clip's pose", at(first.tick)),
                            ],
                        });
                    }
                    Ok(poses)
                }));
                None
            }

            fn panel(_gl: &crate::facts::Gl) -> Option<crate::facts::Outcome<crate::facts::Clicks>> {
                #[cfg(has_panel)]
                return Some(crate::facts::figure_file().and_then(|_| {
                    let mut scene = $($files)::+::scene::Scene::new(_gl)?;
                    let mut clicks = crate::facts::Clicks::default();
                    clicks.duration = scene.figure.clips[0].seconds();
                    clicks.lowest_speed = f32::INFINITY;
                    let mut panel = crate::facts::Panel::new();
                    for path in crate::facts::Panel::paths() {
                        scene.playback.time = 0.25;
                        scene.playback.speed = 1.0;
                        scene.playback.is_paused = false;
                        let clip = scene.playback.clip;
                        panel.press_along(&path, |ui| scene.panel(ui));
                        let playback = &scene.playback;
                        if playback.clip != clip {
                            clicks.chooses_clip = true;
                            clicks.time_of_chosen = clicks.time_of_chosen.max(playback.time);
                        } else if clip == 0 {
                            clicks.longest_time = clicks.longest_time.max(playback.time);
                        }
                        clicks.lowest_speed = clicks.lowest_speed.min(playback.speed);
                        clicks.highest_speed = clicks.highest_speed.max(playback.speed);
                        clicks.pauses |= playback.is_paused;
                    }
                    Ok(clicks)
                }));
                None
            }

            fn step(_gl: &crate::facts::Gl) -> Option<crate::facts::Outcome<::given::lesson_19::Facts>> {
                #[cfg(has_step)]
                return Some(crate::facts::figure_file().and_then(|_| {
                    use $($files)::+::{keys::Keys, scene};
                    let mut scene = scene::Scene::new(_gl)?;
                    let mut facts = ::given::lesson_19::Facts::default();
                    for (label, frames) in [
                        ("steps in a frame of 0.105 s", &[0.105][..]),
                        ("steps in a frame of 0.01 s", &[0.01]),
                        ("steps in four frames of 0.01 s", &[0.01; 4]),
                        ("steps in a frame of a minute", &[60.0]),
                    ] {
                        // In the air each step makes the fall faster.
                        scene.body.place.y = 100.0;
                        scene.body.rise = 0.0;
                        scene.owed = 0.001;
                        for dt in frames {
                            scene.step(&Keys::default(), *dt);
                        }
                        let steps = -scene.body.rise / (scene::GRAVITY * scene::STEP);
                        facts.add(label, format!("{steps:.0}"));
                    }
                    Ok(facts)
                }));
                None
            }

            fn steer(_gl: &crate::facts::Gl) -> Option<crate::facts::Outcome<::given::lesson_19::Facts>> {
                #[cfg(has_steer)]
                return Some(crate::facts::figure_file().and_then(|_| {
                    use $($files)::+::{keys::Keys, lessons::State, scene};
                    let mut scene = scene::Scene::new(_gl)?;
                    let mut facts = ::given::lesson_19::Facts::default();
                    let none = Keys::default();
                    for (label, state, keys, heading, x) in [
                        ("with the left key, standing", State::Idle, Keys { left: true, ..none }, 0.0, 0.0),
                        ("with the right key, standing", State::Idle, Keys { right: true, ..none }, 0.0, 0.0),
                        ("while he walks along z", State::Walk, Keys { forward: true, ..none }, 0.0, 0.0),
                        ("while he walks, turned by a quarter to the left", State::Walk, none, 0.5 * std::f32::consts::PI, 0.0),
                        ("while he runs", State::Run, Keys { forward: true, run: true, ..none }, 0.0, 0.0),
                        ("in a jump", State::Jump, none, 0.0, 0.0),
                        ("while he lands, with the key ahead", State::Land, Keys { forward: true, ..none }, 0.0, 0.0),
                        ("at the floor's edge", State::Run, none, 0.5 * std::f32::consts::PI, 2.799),
                    ] {
                        scene.body.state = state;
                        scene.body.heading = heading;
                        scene.body.place = ::glam::Vec3::new(x, 0.0, 0.0);
                        scene.body.speed = 1.5;
                        scene.steer(&keys);
                        let body = &scene.body;
                        facts.add(format!("the turn {label}"), format!("{:.3}", body.heading - heading));
                        facts.add(format!("the speed {label}"), format!("{:.2} m/s", body.speed));
                        let [x, y, z] = body.place.to_array();
                        facts.add(format!("the place {label}"), format!("({:.3}, {y:.3}, {:.3})", x + 0.0, z + 0.0));
                    }
                    Ok(facts)
                }));
                None
            }

            fn change_state(_gl: &crate::facts::Gl) -> Option<crate::facts::Outcome<::given::lesson_19::Facts>> {
                #[cfg(has_change_state)]
                return Some(crate::facts::figure_file().and_then(|_| {
                    use $($files)::+::{lessons::State, scene};
                    let mut scene = scene::Scene::new(_gl)?;
                    let mut facts = ::given::lesson_19::Facts::default();
                    for (label, state, is_over, y, wanted) in [
                        ("walking, from a stand", State::Idle, false, 0.0, State::Walk),
                        ("standing, from a stand", State::Idle, false, 0.0, State::Idle),
                        ("a jump, from a walk", State::Walk, false, 0.0, State::Jump),
                        ("standing, in a jump", State::Jump, false, 0.5, State::Idle),
                        ("standing, at the end of a landing", State::Land, true, 0.0, State::Idle),
                    ] {
                        scene.body.state = state;
                        scene.body.place.y = y;
                        scene.body.rise = 0.0;
                        scene.playback.clip = scene.figure.clip_of(state);
                        let duration = scene.figure.clips[scene.playback.clip].seconds();
                        scene.playback.time = if is_over { duration - 0.001 } else { 0.1 };
                        scene.playback.speed = 1.0;
                        scene.fade.elapsed = 5.0;
                        scene.fade.duration = 0.1;
                        scene.change_state(wanted);
                        facts.add(format!("the state after the wish for {label}"), format!("{:?}", scene.body.state));
                        let clip = &scene.figure.clips[scene.playback.clip].name;
                        facts.add(format!("the clip after the wish for {label}"), clip.clone());
                        facts.add(format!("the rise after the wish for {label}"), format!("{:.1} m/s", scene.body.rise));
                        let is_new = scene.fade.elapsed < 1.0;
                        facts.add(
                            format!("the fade after the wish for {label}"),
                            if is_new { format!("a new one of {} s", scene.fade.duration) } else { "the old one".into() },
                        );
                    }
                    Ok(facts)
                }));
                None
            }

            fn follow(_gl: &crate::facts::Gl) -> Option<crate::facts::Outcome<::given::lesson_19::Facts>> {
                #[cfg(has_follow)]
                return Some(crate::facts::figure_file().and_then(|_| {
                    let mut scene = $($files)::+::scene::Scene::new(_gl)?;
                    let mut facts = ::given::lesson_19::Facts::default();
                    for (label, place, heading) in [
                        ("at the origin", ::glam::Vec3::ZERO, 0.0),
                        ("at (2, 0, 0)", ::glam::Vec3::new(2.0, 0.0, 0.0), 0.0),
                        ("at the origin, turned by a quarter to the left", ::glam::Vec3::ZERO, 0.5 * std::f32::consts::PI),
                    ] {
                        scene.body.place = place;
                        scene.body.heading = heading;
                        scene.eye = ::glam::Vec3::new(0.0, 5.0, 0.0);
                        scene.follow();
                        let [x, y, z] = scene.eye.to_array();
                        facts.add(
                            format!("the eye after a step, with him {label}"),
                            format!("({:.3}, {y:.3}, {:.3})", x + 0.0, z + 0.0),
                        );
                    }
                    Ok(facts)
                }));
                None
            }

            fn scene(_gl: &crate::facts::Gl) -> crate::facts::Outcome<Box<dyn crate::facts::Scene>> {
                #[cfg(has_draw)]
                return {
                    struct Scene($($files)::+::scene::Scene);
                    impl crate::facts::Scene for Scene {
                        fn draw(&self, frame: &mut ::glium::Frame, seconds: f32) -> crate::facts::Outcome<()> {
                            self.0.draw(frame, seconds)
                        }

                        fn go_to(&mut self, _seconds: f32) {
                            #[cfg(has_advance)]
                            {
                                self.0.playback.time = _seconds;
                            }
                        }

                        fn pose(&self, _seconds: f32) -> crate::facts::Pose {
                            #[cfg(has_draw_bones)]
                            return {
                                #[cfg(has_step)]
                                let pose = self.0.shown();
                                #[cfg(all(has_pose, not(has_step)))]
                                let pose = self.0.pose();
                                #[cfg(not(has_pose))]
                                let pose = self.0.figure.pose(_seconds);
                                crate::facts::Pose {
                                    parents: self.0.figure.joints.iter().map(|joint| joint.parent).collect(),
                                    locals: pose.locals,
                                    world_from_model: pose.world_from_model,
                                }
                            };
                            crate::facts::Pose::default()
                        }

                        fn palette(&self, _seconds: f32) -> Vec<::glam::Mat4> {
                            #[cfg(has_palette)]
                            return {
                                #[cfg(has_step)]
                                let pose = self.0.shown();
                                #[cfg(all(has_pose, not(has_step)))]
                                let pose = self.0.pose();
                                #[cfg(not(has_pose))]
                                let pose = self.0.figure.pose(_seconds);
                                $($files)::+::scene::palette(&self.0.figure, &pose)
                            };
                            Vec::new()
                        }
                    }
                    crate::facts::figure_file()?;
                    Ok(Box::new(Scene($($files)::+::scene::Scene::new(_gl)?)))
                };
                Err("there is no function `draw` in own/src/scene.rs".into())
            }
        }
    };
}

/// Returns the facts about [`Program::react`].
pub fn react<P: Program>(_: &Moment) -> Facts {
    let mut facts = Facts::default();
    for (label, event) in [
        ("the reaction to CloseRequested", WindowEvent::CloseRequested),
        ("the reaction to RedrawRequested", WindowEvent::RedrawRequested),
        ("the reaction to a new size, 640 x 480", WindowEvent::Resized(PhysicalSize::new(640, 480))),
        ("the reaction to a new size, 300 x 400", WindowEvent::Resized(PhysicalSize::new(300, 400))),
        ("the reaction to Focused", WindowEvent::Focused(true)),
        ("the reaction to Occluded", WindowEvent::Occluded(true)),
    ] {
        let Some(reaction) = P::react(&event) else { return missing("react") };
        facts.add(label, reaction);
    }
    facts
}

/// Returns the facts about [`Program::floor_corners`], and about the floor's draw call.
pub fn floor_corners<P: Program>(moment: &Moment) -> Facts {
    let Some(corners) = P::floor_corners() else { return missing("floor_corners") };
    let corners: Vec<Vec3> = corners.into_iter().map(Vec3::from_array).collect();
    let mut facts = Facts::default();
    let mut area = 0.0;
    let mut middle = Vec3::ZERO;
    for index in 0..2 {
        let step = index as u8 + 1;
        let mut order = "missing";
        if let Some([a, b, c]) = corners.get(3 * index..3 * index + 3) {
            let double = (*b - *a).cross(*c - *a);
            order = match double.y {
                y if y > 0.0 => "counterclockwise",
                y if y < 0.0 => "clockwise",
                _ => "none, without an area there",
            };
            area += 0.5 * double.length();
            middle += 0.5 * double.length() * (*a + *b + *c) / 3.0;
        }
        facts.add_to_step(step, format!("the order of the corners of triangle {step}, from above"), order);
        facts.add_to_step(step, format!("the area up to triangle {step}"), format!("{area:.1} square metres"));
    }
    facts.add_to_step(2, "the number of corners", corners.len().to_string());
    let height = corners.iter().map(|corner| corner.y.abs()).fold(0.0, f32::max);
    facts.add_to_step(1, "the largest height of a corner", format!("{height} m"));
    let middle = middle / area;
    facts.add_to_step(2, "the middle of all triangles, x and z", format!("{:.1}, {:.1}", middle.x, middle.z));
    let mut different: Vec<[i32; 3]> = Vec::new();
    for corner in &corners {
        different.push((1000.0 * *corner).to_array().map(|number| number.round() as i32));
    }
    different.sort_unstable();
    different.dedup();
    facts.add_to_step(2, "the number of different corners", different.len().to_string());
    match Drawn::new::<P>(moment) {
        Ok(drawn) => drawn.floor(&mut facts),
        Err(error) => facts.error = Some(error.to_string()),
    }
    facts
}

/// The parents of a tree that branches, with two roots.
const PARENTS: [Option<usize>; 7] = [None, Some(0), Some(1), Some(0), None, Some(4), Some(1)];

/// Returns the facts about [`Program::bone_buffers`].
pub fn bone_buffers<P: Program>(_: &Moment) -> Facts {
    let display = match Display::offscreen((64, 64)) {
        Ok(display) => display,
        Err(error) => return failed(&error),
    };
    let buffers = match P::bone_buffers(display.get_context(), &PARENTS) {
        None => return missing("bone_buffers"),
        Some(Err(error)) => return failed(&*error),
        Some(Ok(buffers)) => buffers,
    };
    let mut facts = Facts::default();
    facts.add("the number of vertices for 7 joints", format!("{}", buffers.vertices.len()));
    let mut places = buffers.vertices.clone();
    places.dedup();
    let place = match &places[..] {
        [] => "none".into(),
        [[x, y, z]] => format!("({x}, {y}, {z})"),
        _ => "several".into(),
    };
    facts.add("the position of all vertices", place);
    facts.add("the primitive", format!("{:?}", buffers.primitive));
    facts.add("the number of indices for 5 bones", format!("{}", buffers.indices.len()));
    facts.add("the indices in pairs", pairs(&buffers.indices));
    facts
}

/// Returns indices in pairs, as text: `0 1, 1 2`.
fn pairs(indices: &[u16]) -> String {
    let mut texts = Vec::new();
    for pair in indices.chunks(2) {
        let words: Vec<String> = pair.iter().map(u16::to_string).collect();
        texts.push(words.join(" "));
    }
    if texts.is_empty() { "none".into() } else { texts.join(", ") }
}

/// Returns the file of the course's figure, after a change to its folder: a program finds it and its picture there.
///
/// # Errors
/// If there is no such folder.
pub fn figure_file() -> Outcome<&'static str> {
    std::env::set_current_dir(env!("OWN_ASSETS"))?;
    Ok("knight.dae")
}

/// Returns the facts about [`Program::skin_vertices`].
pub fn skin_vertices<P: Program>(_: &Moment) -> Facts {
    let skin = match P::skin_vertices() {
        None => return missing("skin_vertices"),
        Some(Err(error)) => return failed(&*error),
        Some(Ok(skin)) => skin,
    };
    let mut facts = Facts::default();
    facts.add("the number of vertices", skin.vertices.len().to_string());
    for (field, name) in FIELDS.into_iter().enumerate() {
        let format = skin.formats.iter().find(|(known, _)| known == name).map_or("", |(_, format)| format);
        let kind = if format.starts_with('F') { "floats" } else { "whole numbers" };
        facts.add(format!("the numbers of {name}"), kind);
        let mut vertices = skin.vertices.iter().zip(&skin.expected).enumerate();
        let wrong = vertices.find(|(_, (vertex, expected))| !are_close(&vertex[field], &expected[field]));
        let words = match wrong {
            None => "the figure's".into(),
            Some((index, (vertex, expected))) => {
                format!("{} at vertex {index}, which has {}", text(&vertex[field]), text(&expected[field]))
            }
        };
        facts.add(format!("the content of {name}"), words);
    }
    facts
}

fn are_close(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-4)
}

fn text(numbers: &[f64]) -> String {
    let texts: Vec<String> = numbers.iter().map(|number| format!("{number:.2}")).collect();
    format!("({})", texts.join(", "))
}

/// Width and height of the picture of which a texture is made, and its rows: each has its own grey.
const PICTURE: (u32, u32) = (2, 3);
const ROWS: [u8; 3] = [200, 100, 50];

/// Returns the facts about [`Program::texture`].
pub fn texture<P: Program>(_: &Moment) -> Facts {
    let display = match Display::offscreen((64, 64)) {
        Ok(display) => display,
        Err(error) => return failed(&error),
    };
    let rgba: Vec<u8> = ROWS.iter().flat_map(|grey| [*grey, *grey, *grey, 255].repeat(PICTURE.0 as usize)).collect();
    let texture = match P::texture(display.get_context(), PICTURE, &rgba) {
        None => return missing("texture"),
        Some(Err(error)) => return failed(&*error),
        Some(Ok(texture)) => texture,
    };
    let mut facts = Facts::default();
    let (width, height) = texture.size;
    facts.add("the size of a texture of 2 x 3 pixels", format!("{width} x {height}"));
    let row = match texture.rgba.first() {
        Some(grey) if *grey == ROWS[2] => "the picture's lowest",
        Some(grey) if *grey == ROWS[0] => "the picture's uppermost",
        _ => "another",
    };
    facts.add("its lowest row", row);
    facts.add("its type", texture.type_name.rsplit("::").next().unwrap_or_default());
    facts
}

/// Returns the facts about [`Program::palette`].
pub fn palette<P: Program>(_: &Moment) -> Facts {
    let palette = match P::palette() {
        None => return missing("palette"),
        Some(Err(error)) => return failed(&*error),
        Some(Ok(palette)) => palette,
    };
    let Palette { slots, pose, skin_joints, joint_from_mesh } = &palette;
    let mut facts = Facts::default();
    facts.add("the number of slots", format!("{} for {} joints", slots.len(), skin_joints.len()));
    let world = pose.world_from_joints(pose.world_from_model);
    let model = pose.world_from_joints(Mat4::IDENTITY);
    let mut known = [
        ("world_from_joint times joint_from_mesh", Vec::new()),
        ("world_from_joint alone", Vec::new()),
        ("joint_from_mesh times world_from_joint", Vec::new()),
        ("model_from_joint times joint_from_mesh", Vec::new()),
        ("parent_from_joint times joint_from_mesh", Vec::new()),
        ("matrices in the skeleton's order", Vec::new()),
    ];
    for (slot, (&joint, &joint_from_mesh)) in skin_joints.iter().zip(joint_from_mesh).enumerate() {
        known[0].1.push(world[joint] * joint_from_mesh);
        known[1].1.push(world[joint]);
        known[2].1.push(joint_from_mesh * world[joint]);
        known[3].1.push(model[joint] * joint_from_mesh);
        known[4].1.push(pose.locals[joint] * joint_from_mesh);
        known[5].1.push(world.get(slot).copied().unwrap_or_default() * joint_from_mesh);
    }
    let is_got = |(_, known): &&(&str, Vec<Mat4>)| {
        slots.len() >= known.len() && known.iter().zip(slots).all(|(a, b)| a.abs_diff_eq(*b, 1e-3))
    };
    let content = known.iter().find(is_got).map_or("other matrices", |(words, _)| *words);
    facts.add("the content of the slots", content);
    facts
}

/// Returns the facts about the skin's draw call.
pub fn draw_skin<P: Program>(moment: &Moment) -> Facts {
    match Drawn::new::<P>(moment) {
        Ok(drawn) => drawn.skin(),
        Err(error) => failed(&*error),
    }
}

/// Returns the facts about [`Program::advance`].
pub fn advance<P: Program>(_: &Moment) -> Facts {
    let step = Step { time: 0.25, speed: 1.0, is_paused: false, dt: 0.05 };
    let display = match Display::offscreen((64, 64)) {
        Ok(display) => display,
        Err(error) => return failed(&error),
    };
    let mut steps = Vec::new();
    let mut labels = Vec::new();
    for (label, step) in [
        ("the time 0.05 s after 0.25 s", step),
        ("the time 0.01 s after 0.25 s", Step { dt: 0.01, ..step }),
        ("the time 0.05 s after 0.25 s, at half the speed", Step { speed: 0.5, ..step }),
        ("the time 0.05 s after 0.25 s, while paused", Step { is_paused: true, ..step }),
        ("the time 100.05 s after 0.25 s", Step { dt: 100.05, ..step }),
    ] {
        labels.push(label);
        steps.push(step);
    }
    let times = match P::advance(display.get_context(), &steps) {
        None => return missing("advance"),
        Some(Err(error)) => return failed(&*error),
        Some(Ok(times)) => times,
    };
    let mut facts = Facts::default();
    for (label, time) in labels.into_iter().zip(times) {
        facts.add(label, format!("{time:.3} s"));
    }
    facts
}

/// Returns the facts about [`Program::poses`].
pub fn pose<P: Program>(_: &Moment) -> Facts {
    let display = match Display::offscreen((64, 64)) {
        Ok(display) => display,
        Err(error) => return failed(&error),
    };
    let poses = match P::poses(display.get_context()) {
        None => return missing("pose"),
        Some(Err(error)) => return failed(&*error),
        Some(Ok(poses)) => poses,
    };
    let mut facts = Facts::default();
    for (number, pose) in poses.iter().enumerate() {
        let is_got = |(_, known): &&(&str, Vec<Mat4>)| {
            known.len() == pose.got.locals.len()
                && known.iter().zip(&pose.got.locals).all(|(a, b)| a.abs_diff_eq(*b, 1e-4))
        };
        let words = pose.known.iter().find(is_got).map_or("another pose", |(words, _)| words);
        facts.add(format!("the joints at 0.25 s of clip {}", number + 1), words);
        let is_on_stage = pose.got.world_from_model.abs_diff_eq(pose.world_from_model, 1e-4);
        let place = if is_on_stage { "12.4's" } else { "another" };
        facts.add(format!("world_from_model at 0.25 s of clip {}", number + 1), place);
    }
    facts
}

/// Returns the facts about [`Program::panel`].
pub fn panel<P: Program>(_: &Moment) -> Facts {
    let display = match Display::offscreen((64, 64)) {
        Ok(display) => display,
        Err(error) => return failed(&error),
    };
    let clicks = match P::panel(display.get_context()) {
        None => return missing("panel"),
        Some(Err(error)) => return failed(&*error),
        Some(Ok(clicks)) => clicks,
    };
    let word = |is_so: bool| if is_so { "possible" } else { "impossible" };
    let mut facts = Facts::default();
    facts.add("the choice of another clip", word(clicks.chooses_clip));
    facts.add("the time of a chosen clip", format!("{:.2} s", clicks.time_of_chosen));
    let is_all = (clicks.longest_time - clicks.duration).abs() < 0.01;
    let end = if is_all { "the clip's".into() } else { format!("{:.1} s", clicks.longest_time) };
    facts.add("the end of the slider of the time", end);
    facts.add("the lowest speed by a click", format!("{:.1}", clicks.lowest_speed));
    facts.add("the highest speed by a click", format!("{:.1}", clicks.highest_speed));
    facts.add("a pause by a click", word(clicks.pauses));
    facts
}

/// Returns the facts of a function of [`Program`] that needs a context.
fn with_context(name: &str, facts: fn(&Gl) -> Option<Outcome<Facts>>) -> Facts {
    let display = match Display::offscreen((64, 64)) {
        Ok(display) => display,
        Err(error) => return failed(&error),
    };
    match facts(display.get_context()) {
        None => missing(name),
        Some(Err(error)) => failed(&*error),
        Some(Ok(facts)) => facts,
    }
}

/// Returns the facts about [`Program::step`].
pub fn step<P: Program>(_: &Moment) -> Facts {
    with_context("step", P::step)
}

/// Returns the facts about [`Program::steer`].
pub fn steer<P: Program>(_: &Moment) -> Facts {
    with_context("steer", P::steer)
}

/// Returns the facts about [`Program::change_state`].
pub fn change_state<P: Program>(_: &Moment) -> Facts {
    with_context("change_state", P::change_state)
}

/// Returns the facts about [`Program::follow`].
pub fn follow<P: Program>(_: &Moment) -> Facts {
    with_context("follow", P::follow)
}

/// A panel without a window, in which one can click.
pub struct Panel(imgui::Context);

impl Panel {
    const SIZE: [f32; 2] = [400.0, 300.0];

    /// Makes the panel.
    #[allow(clippy::new_without_default)] // it takes the one context that imgui has
    pub fn new() -> Self {
        let mut context = imgui::Context::create();
        context.set_ini_filename(None);
        context.fonts().build_rgba32_texture();
        let io = context.io_mut();
        io.display_size = Self::SIZE;
        io.delta_time = 0.1;
        Panel(context)
    }

    /// Returns paths of the pressed mouse, all over the panel: clicks, what a list that opens has below it, and pulls to both
    /// sides.
    pub fn paths() -> Vec<[[f32; 2]; 2]> {
        let mut paths = Vec::new();
        for row in 0..40 {
            for x in [16.0, 40.0, 120.0] {
                let y = 4.0 + 7.0 * row as f32;
                for below in [0.0, 26.0, 0.0, 44.0] {
                    paths.push([[x, y + below]; 2]);
                }
                for side in [-2000.0, 2000.0] {
                    paths.push([[x, y], [x + side, y]]);
                }
            }
        }
        paths
    }

    /// Presses the mouse at the beginning of a path and lets it go at the end, in the window that `draw` fills.
    pub fn press_along(&mut self, [from, to]: &[[f32; 2]; 2], mut draw: impl FnMut(&imgui::Ui)) {
        for (position, is_down) in [(from, false), (from, true), (to, true), (to, false)] {
            let io = self.0.io_mut();
            io.add_mouse_pos_event(*position);
            io.add_mouse_button_event(imgui::MouseButton::Left, is_down);
            let ui: &imgui::Ui = self.0.new_frame();
            let window = ui.window("Playback").position([0.0, 0.0], imgui::Condition::Always);
            let token = window.size(Self::SIZE, imgui::Condition::Always).begin();
            draw(ui);
            drop(token);
            self.0.render();
        }
    }
}

/// Returns the fact that a function is not there.
fn missing(name: &str) -> Facts {
    Facts { error: Some(format!("there is no function `{name}` in own/src/scene.rs")), ..Facts::default() }
}

/// Returns the fact that the program has ended with an error.
fn failed(error: &dyn Error) -> Facts {
    Facts { error: Some(error.to_string()), ..Facts::default() }
}
