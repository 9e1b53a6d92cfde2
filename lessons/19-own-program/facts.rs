//! The facts about a program: what its functions return, and what the GPU is told when it draws.
//!
//! They are words that a right program has in common with every other right one, whatever it draws: its names, colours and
//! figures are its own.

use given::lesson_19::{Facts, Moment};
use crate::drawn::Drawn;
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

    /// Makes the scene.
    fn scene(gl: &Gl) -> Outcome<Box<dyn Scene>>;
}

/// The scene of a program.
pub trait Scene {
    /// Draws the picture of a time, in seconds.
    fn draw(&self, frame: &mut Frame, seconds: f32) -> Outcome<()>;

    /// Returns the pose of a time.
    fn pose(&self, seconds: f32) -> Pose;
}

/// How a program's figure stands.
#[derive(Default)]
pub struct Pose {
    pub parents: Vec<Option<usize>>,
    /// `parent_from_joint` of each joint.
    pub locals: Vec<Mat4>,
    pub world_from_model: Mat4,
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

            fn scene(_gl: &crate::facts::Gl) -> crate::facts::Outcome<Box<dyn crate::facts::Scene>> {
                #[cfg(has_draw)]
                return {
                    struct Scene($($files)::+::scene::Scene);
                    impl crate::facts::Scene for Scene {
                        fn draw(&self, frame: &mut ::glium::Frame, seconds: f32) -> crate::facts::Outcome<()> {
                            self.0.draw(frame, seconds)
                        }

                        fn pose(&self, _seconds: f32) -> crate::facts::Pose {
                            #[cfg(has_draw_bones)]
                            return {
                                let pose = self.0.figure.pose(_seconds);
                                crate::facts::Pose {
                                    parents: self.0.figure.joints.iter().map(|joint| joint.parent).collect(),
                                    locals: pose.locals,
                                    world_from_model: pose.world_from_model,
                                }
                            };
                            crate::facts::Pose::default()
                        }
                    }
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

/// Returns the fact that a function is not there.
fn missing(name: &str) -> Facts {
    Facts { error: Some(format!("there is no function `{name}` in own/src/scene.rs")), ..Facts::default() }
}

/// Returns the fact that the program has ended with an error.
fn failed(error: &dyn Error) -> Facts {
    Facts { error: Some(error.to_string()), ..Facts::default() }
}
