//! Calls the student's program, whose functions may be missing: the build script sets a `cfg` for each that `scene.rs` has.

#![allow(unreachable_code)] // a function that is there returns first

// What is used depends on the functions that are there.
#[allow(clippy::wildcard_imports, unused_imports)]
use super::program::*;
use given::lesson_19::Facts;
use recorder::Frame;

/// Whether its picture should be the text's. From part D on the figure is the student's own.
pub const IS_THE_TEXTS: bool = !cfg!(has_step);

pub fn react(_event: &::glium::winit::event::WindowEvent) -> Option<Reaction> {
    #[cfg(has_react)]
    return Some(match crate::scene::react(_event) {
        crate::scene::Reaction::None => Reaction::None,
        crate::scene::Reaction::Draw => Reaction::Draw,
        crate::scene::Reaction::Resize(width, height) => Reaction::Resize(width, height),
        crate::scene::Reaction::Close => Reaction::Close,
    });
    None
}

pub fn floor_corners() -> Option<Vec<[f32; 3]>> {
    #[cfg(has_floor_corners)]
    return Some(crate::scene::floor_corners().iter().map(|corner| corner.a_position).collect());
    None
}

pub fn bone_buffers(_gl: &Gl, _parents: &[Option<usize>]) -> Option<Outcome<BoneBuffers>> {
    #[cfg(has_bone_buffers)]
    return {
        use crate::{lessons::Joint, scene};
        let mut joints = Vec::new();
        for (index, &parent) in _parents.iter().enumerate() {
            let offset = glam::Vec3::new(1.0 + index as f32, 0.5, 0.0);
            joints.push(Joint::new(String::new(), parent, glam::Mat4::from_translation(offset)));
        }
        Some(scene::bone_buffers(_gl, &joints).and_then(|(vertices, indices)| {
            Ok(BoneBuffers {
                vertices: vertices.read()?.iter().map(|vertex| vertex.a_position).collect(),
                primitive: indices.get_primitives_type(),
                indices: indices.read()?,
            })
        }))
    };
    None
}

/// Returns the student's figure, which has the joints, the skin and the vertices of another one.
#[cfg(any(has_skin_vertices, has_palette))]
fn figure_with(data: &FigureData) -> Outcome<crate::figure::Figure> {
    use crate::lessons::{Influence, Joint};
    let mut figure = crate::figure::Figure::read(figure_file()?)?;
    figure.joints.clear();
    for (parent, rest) in data.parents.iter().zip(&data.rests) {
        figure.joints.push(Joint::new(String::new(), *parent, *rest));
    }
    figure.skin_joints.clone_from(&data.skin_joints);
    figure.joint_from_mesh.clone_from(&data.joint_from_mesh);
    figure.vertices.truncate(data.vertices.len());
    for (vertex, data) in figure.vertices.iter_mut().zip(&data.vertices) {
        vertex.position = data.position;
        vertex.normal = data.normal;
        vertex.texcoord = data.texcoord;
        vertex.influences =
            data.influences.iter().map(|(slot, weight)| Influence { slot: *slot, weight: *weight }).collect();
    }
    Ok(figure)
}

pub fn skin_vertices(_data: &FigureData) -> Option<Outcome<SkinVertices>> {
    #[cfg(has_skin_vertices)]
    return Some(figure_with(_data).map(|figure| {
        use crate::scene;
        let mut fields: [Vec<Vec<f32>>; 5] = Default::default();
        for vertex in scene::skin_vertices(&figure) {
            fields[0].push(vertex.a_position.iter().map(|number| *number as f32).collect());
            fields[1].push(vertex.a_normal.iter().map(|number| *number as f32).collect());
            fields[2].push(vertex.a_texcoord.iter().map(|number| *number as f32).collect());
            fields[3].push(vertex.a_weights.iter().map(|number| *number as f32).collect());
            fields[4].push(vertex.a_joints.iter().map(|number| *number as f32).collect());
        }
        let mut formats = Vec::new();
        for (name, _, _, ty, is_normalized) in <scene::SkinVertex as glium::Vertex>::build_bindings().iter() {
            formats.push((name.to_string(), *is_normalized || format!("{ty:?}").starts_with('F')));
        }
        SkinVertices { fields, formats }
    }));
    None
}

pub fn texture(_gl: &Gl, _size: (u32, u32), _rgba: &[u8]) -> Option<Outcome<TextureContent>> {
    #[cfg(has_texture)]
    return {
        use crate::{picture::Picture, scene};
        let picture = Picture { width: _size.0, height: _size.1, rgba: _rgba.to_vec() };
        Some(scene::texture(_gl, &picture).map(|texture| {
            let image: glium::texture::RawImage2d<u8> = texture.read();
            TextureContent {
                type_name: std::any::type_name_of_val(&texture),
                size: (image.width, image.height),
                rgba: image.data.to_vec(),
            }
        }))
    };
    None
}

pub fn palette(_data: &FigureData, _pose: &Pose) -> Option<Outcome<Vec<glam::Mat4>>> {
    #[cfg(has_palette)]
    return Some(figure_with(_data).map(|figure| {
        let Pose { locals, world_from_model, .. } = _pose;
        let pose = crate::figure::Pose { locals: locals.clone(), world_from_model: *world_from_model };
        crate::scene::palette(&figure, &pose)
    }));
    None
}

pub fn advance(_gl: &Gl, _frames: &[ClockFrame]) -> Option<Outcome<Clock>> {
    #[cfg(has_advance)]
    return Some(figure_file().and_then(|_| {
        let mut scene = crate::scene::Scene::new(_gl)?;
        let durations = scene.figure.clips.iter().map(|clip| clip.seconds()).collect();
        let mut times = Vec::new();
        for frame in _frames {
            scene.playback.clip = CLIP;
            scene.playback.time = frame.time;
            scene.playback.speed = frame.speed;
            scene.playback.is_paused = frame.is_paused;
            scene.advance(frame.dt);
            times.push(scene.playback.time);
        }
        Ok(Clock { durations, times })
    }));
    None
}

pub fn pose(_gl: &Gl) -> Option<Outcome<Vec<PoseOfClip>>> {
    #[cfg(has_pose)]
    return Some(figure_file().and_then(|_| {
        use crate::lessons::lesson_12::{on_stage, sample_pose};
        use crate::lessons::{Tools, Transform};
        let mut scene = crate::scene::Scene::new(_gl)?;
        let mut poses = Vec::new();
        for (clip, time) in [(0, 0.25), (CLIP, 0.25)] {
            scene.playback.clip = clip;
            scene.playback.time = time;
            scene.playback.speed = 0.5; // the time has it already
            let got = scene.pose();
            let figure = &scene.figure;
            let parents: Vec<Option<usize>> = figure.joints.iter().map(|joint| joint.parent).collect();
            let at = |tick: f32| sample_pose(&figure.joints, &figure.tracks, tick, &Tools);
            let stage = on_stage(&figure.clips[clip], time, &Transform::IDENTITY, figure.world_from_file);
            let first = on_stage(&figure.clips[0], time, &Transform::IDENTITY, figure.world_from_file);
            poses.push(PoseOfClip {
                got: Pose { parents, locals: got.locals, world_from_model: got.world_from_model },
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

pub fn panel(_gl: &Gl) -> Option<Outcome<Clicks>> {
    #[cfg(has_panel)]
    return Some(figure_file().and_then(|_| {
        let mut scene = crate::scene::Scene::new(_gl)?;
        let mut clicks = Clicks::default();
        clicks.duration = scene.figure.clips[0].seconds();
        clicks.lowest_speed = f32::INFINITY;
        let mut panel = Panel::new();
        for path in Panel::paths() {
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
            clicks.changes_several |= playback.clip == clip && playback.time != 0.25 && playback.speed != 1.0;
        }
        Ok(clicks)
    }));
    None
}

pub fn fall(_gl: &Gl, _bodies: &[[f32; 2]]) -> Option<Outcome<Falls>> {
    #[cfg(has_fall)]
    return Some(figure_file().and_then(|_| {
        use crate::scene;
        let mut scene = scene::Scene::new(_gl)?;
        let mut bodies = Vec::new();
        for [height, rise] in _bodies {
            scene.body.place.y = *height;
            scene.body.rise = *rise;
            scene.fall();
            bodies.push([scene.body.place.y, scene.body.rise]);
        }
        Ok(Falls { gravity: scene::GRAVITY, step: scene::STEP, bodies })
    }));
    None
}

pub fn step(_gl: &Gl, _frames: &[Vec<f32>]) -> Option<Outcome<Vec<f32>>> {
    #[cfg(has_step)]
    return Some(figure_file().and_then(|_| {
        use crate::{keys::Keys, scene};
        let mut scene = scene::Scene::new(_gl)?;
        let mut counts = Vec::new();
        for frames in _frames {
            // 13.2 counts the time of each step, whatever else that does.
            scene.fade.elapsed = 0.0;
            scene.owed = OWED;
            for dt in frames {
                scene.step(&Keys::default(), *dt);
            }
            counts.push(scene.fade.elapsed / scene::STEP);
        }
        Ok(counts)
    }));
    None
}

pub fn steer(_gl: &Gl) -> Option<Outcome<Facts>> {
    #[cfg(has_steer)]
    return Some(figure_file().and_then(|_| {
        use crate::{keys::Keys, lessons::State, scene};
        let mut scene = scene::Scene::new(_gl)?;
        let mut facts = Facts::default();
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
            scene.body.place = glam::Vec3::new(x, 0.0, 0.0);
            scene.body.speed = 1.5;
            scene.steer(&keys);
            let body = &scene.body;
            facts.add(format!("the turn {label}"), format!("{:.3}", body.heading - heading));
            facts.add(format!("the speed {label}"), format!("{:.2} m/s", body.speed));
            facts.add(format!("the place {label}"), in_words(body.place));
        }
        Ok(facts)
    }));
    None
}

pub fn change_state(_gl: &Gl) -> Option<Outcome<Facts>> {
    #[cfg(has_change_state)]
    return Some(figure_file().and_then(|_| {
        use crate::{lessons::State, scene};
        let mut scene = scene::Scene::new(_gl)?;
        let mut facts = Facts::default();
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
            let time = scene.playback.time;
            facts.add(format!("the clip's time after the wish for {label}"), format!("{time:.3} s"));
            let crate::lessons::Fade { elapsed, duration, .. } = scene.fade;
            let fade = match elapsed {
                5.0.. => "the old one".into(),
                _ if (elapsed - scene::STEP).abs() < 1e-4 => format!("a new one of {duration} s"),
                _ => format!("a new one of {duration} s, of which {elapsed:.3} s have passed"),
            };
            facts.add(format!("the fade after the wish for {label}"), fade);
        }
        Ok(facts)
    }));
    None
}

pub fn follow(_gl: &Gl) -> Option<Outcome<Facts>> {
    #[cfg(has_follow)]
    return Some(figure_file().and_then(|_| {
        let mut scene = crate::scene::Scene::new(_gl)?;
        let mut facts = Facts::default();
        for (label, place, heading) in [
            ("at the origin", glam::Vec3::ZERO, 0.0),
            ("at (2, 0, 0)", glam::Vec3::new(2.0, 0.0, 0.0), 0.0),
            ("at the origin, turned by a quarter to the left", glam::Vec3::ZERO, 0.5 * std::f32::consts::PI),
        ] {
            scene.body.place = place;
            scene.body.heading = heading;
            scene.eye = glam::Vec3::new(0.0, 5.0, 0.0);
            scene.follow();
            facts.add(format!("the eye after a step, with him {label}"), in_words(scene.eye));
        }
        Ok(facts)
    }));
    None
}

/// Makes the scene, which finds the figure in the current folder.
///
/// # Errors
/// Those of the program.
pub fn scene(_gl: &Gl) -> Outcome<Scene> {
    #[cfg(has_draw)]
    return {
        figure_file()?;
        Ok(Scene(crate::scene::Scene::new(_gl)?))
    };
    Err("there is no function `draw` in own/src/scene.rs".into())
}

/// The scene of the program.
#[cfg(has_draw)]
pub struct Scene(crate::scene::Scene);

#[cfg(not(has_draw))]
pub struct Scene;

impl Scene {
    /// Divides the figure into three parts, if it has a skin. The picture of each is the first one's, with one row less than the one before.
    ///
    /// # Errors
    /// Those of the program.
    pub fn divide(&mut self, _gl: &Gl) -> Outcome<Vec<PartData>> {
        #[cfg(has_draw_skin)]
        return {
            use crate::{figure::Part, picture::Picture, scene::Skin};
            let figure = &mut self.0.figure;
            let Picture { width, height, rgba } = figure.parts.pop().ok_or("the figure has no part")?.picture;
            figure.parts.clear();
            let sixth = figure.indices.len() / 18 * 3;
            let ends = [0, sixth, 3 * sixth, figure.indices.len()];
            let mut parts = Vec::new();
            for index in 0..3 {
                let indices = ends[index]..ends[index + 1];
                let own = figure.indices[indices.clone()].iter().map(|index| u32::from(*index)).collect();
                let height = height.saturating_sub(index as u32);
                parts.push(PartData { indices: own, size: (width, height) });
                let rgba = rgba.iter().copied().take((4 * width * height) as usize).collect();
                figure.parts.push(Part { indices, picture: Picture { width, height, rgba } });
            }
            self.0.skin = Skin::new(_gl, figure)?;
            Ok(parts)
        };
        Ok(Vec::new())
    }

    /// Draws the picture of a time, in seconds.
    ///
    /// # Errors
    /// Those of the program.
    pub fn draw(&self, _frame: &mut Frame<'_>, _seconds: f32) -> Outcome<()> {
        #[cfg(has_draw)]
        self.0.draw(_frame, _seconds)?;
        Ok(())
    }

    /// Goes to a time of the clip that plays, if there are clips.
    pub fn go_to(&mut self, _seconds: f32) {
        #[cfg(has_advance)]
        {
            self.0.playback.time = _seconds;
        }
    }

    /// Returns the pose of a time.
    pub fn pose(&self, _seconds: f32) -> Pose {
        #[cfg(has_draw_bones)]
        return {
            let pose = self.figure_pose(_seconds);
            Pose {
                parents: self.0.figure.joints.iter().map(|joint| joint.parent).collect(),
                locals: pose.locals,
                world_from_model: pose.world_from_model,
            }
        };
        Pose::default()
    }

    /// Returns the palette of a time, by the program's own function.
    pub fn palette(&self, _seconds: f32) -> Vec<glam::Mat4> {
        #[cfg(has_palette)]
        return crate::scene::palette(&self.0.figure, &self.figure_pose(_seconds));
        Vec::new()
    }

    #[cfg(has_draw_bones)]
    fn figure_pose(&self, _seconds: f32) -> crate::figure::Pose {
        #[cfg(has_step)]
        return self.0.shown();
        #[cfg(all(has_pose, not(has_step)))]
        return self.0.pose();
        #[cfg(not(has_pose))]
        self.0.figure.pose(_seconds)
    }
}
