//! Calls the student's program, whose functions may be missing: the build script sets a `cfg` for each that `scene.rs` has.

#![allow(unreachable_code)] // a function that is there returns first

// What is used depends on the functions that are there.
#[allow(clippy::wildcard_imports, unused_imports)]
use super::{drawn::known_as, program::*};
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

pub fn pose(_gl: &Gl, _random: &mut Random) -> Option<Outcome<Facts>> {
    #[cfg(has_pose)]
    return Some(figure_file().and_then(|_| {
        use crate::lessons::lesson_12::{on_stage, sample_pose};
        use crate::lessons::{Tools, Transform};
        let mut scene = crate::scene::Scene::new(_gl)?;
        let cases = [(0, "the first clip"), (CLIP, "the second clip")];
        let mut facts = Facts::default();
        for index in _random.order(2) {
            let (clip, label) = cases[index];
            let time = _random.between(0.15, 0.35);
            scene.playback.clip = clip;
            scene.playback.time = time;
            scene.playback.speed = 0.5; // the time has it already
            let got = scene.pose();
            let figure = &scene.figure;
            let at = |tick: f32| sample_pose(&figure.joints, &figure.tracks, tick, &Tools);
            let stage = on_stage(&figure.clips[clip], time, &Transform::IDENTITY, figure.world_from_file);
            let first = on_stage(&figure.clips[0], time, &Transform::IDENTITY, figure.world_from_file);
            let known = [
                ("the pose at the clip's tick", at(stage.tick)),
                ("the rest pose", figure.joints.iter().map(|joint| joint.parent_from_joint).collect()),
                ("the pose at a tick equal to the seconds", at(time)),
                ("the first clip's pose", at(first.tick)),
            ];
            facts.add_again(format!("the joints in {label}"), known_as(&got.locals, &known).unwrap_or("another pose"));
            let is_on_stage = got.world_from_model.abs_diff_eq(stage.world_from_model, 1e-4);
            facts.add_again(format!("world_from_model in {label}"), if is_on_stage { "12.4's" } else { "another" });
        }
        Ok(facts.sorted_by(&cases.map(|(_, label)| label)))
    }));
    None
}

pub fn panel(_gl: &Gl, _random: &mut Random) -> Option<Outcome<Facts>> {
    #[cfg(has_panel)]
    return Some(figure_file().and_then(|_| {
        let mut scene = crate::scene::Scene::new(_gl)?;
        let first = &mut scene.figure.clips[0];
        first.end = first.start + first.ticks_per_second * _random.between(0.6, 0.9);
        let duration = first.seconds();
        let time = _random.between(0.2, 0.4);
        let mut chosen: Option<f32> = None;
        let mut longest = 0.0_f32;
        let mut speeds = [1.0_f32; 2];
        let mut pauses = false;
        let mut changes_several = false;
        let mut panel = Panel::new();
        for path in Panel::paths() {
            scene.playback.clip = 0;
            scene.playback.time = time;
            scene.playback.speed = 1.0;
            scene.playback.is_paused = false;
            panel.press_along(&path, |ui| scene.panel(ui));
            let playback = &scene.playback;
            if playback.clip == 0 {
                longest = longest.max(playback.time);
                changes_several |= playback.time != time && playback.speed != 1.0;
            } else {
                chosen = Some(chosen.unwrap_or(0.0).max(playback.time));
            }
            speeds = [speeds[0].min(playback.speed), speeds[1].max(playback.speed)];
            pauses |= playback.is_paused;
        }
        // A slider's numbers have three digits.
        if (longest - duration).abs() < 1e-3 {
            longest = duration;
        }
        let known = [("the time before", [time]), ("the clip's", [duration])];
        let possible = |is_so: bool| if is_so { "possible" } else { "impossible" };
        let mut facts = Facts::default();
        facts.add("the choice of another clip", possible(chosen.is_some()));
        facts.add("the time of a chosen clip", in_words([chosen.unwrap_or(0.0)], &known));
        facts.add("the end of the slider of the time", in_words([longest], &known));
        facts.add("the lowest speed by a click", format!("{:.1}", speeds[0]));
        facts.add("the highest speed by a click", format!("{:.1}", speeds[1]));
        facts.add("a pause by a click", possible(pauses));
        facts.add("the values that one click changes", if changes_several { "several" } else { "one" });
        Ok(facts)
    }));
    None
}

pub fn fall(_gl: &Gl, _random: &mut Random) -> Option<Outcome<Facts>> {
    #[cfg(has_fall)]
    return Some(figure_file().and_then(|_| {
        use crate::scene::{GRAVITY, STEP};
        let mut scene = crate::scene::Scene::new(_gl)?;
        let labels = ["in the air", "that ends below the floor", "in which a jump begins", "on the floor"];
        let mut facts = Facts::default();
        for index in _random.order(4) {
            let height = [_random.between(2.0, 5.0), _random.between(0.001, 0.02), 0.0, 0.0][index];
            let rise = [_random.between(1.0, 4.0), _random.between(-9.0, -4.0), _random.between(2.0, 4.0), 0.0][index];
            scene.body.place.y = height;
            scene.body.rise = rise;
            scene.fall();
            let speeds = [
                ("less by `GRAVITY * STEP`", [rise - GRAVITY * STEP]),
                ("less by `GRAVITY`", [rise - GRAVITY]),
                ("more by `GRAVITY * STEP`", [rise + GRAVITY * STEP]),
                ("as it was", [rise]),
            ];
            let heights = [
                ("more by the new speed times `STEP`", [height + (rise - GRAVITY * STEP) * STEP]),
                ("more by the old speed times `STEP`", [height + rise * STEP]),
                ("more by the new speed", [height + rise - GRAVITY * STEP]),
                ("as it was", [height]),
            ];
            let mut both = [
                ("the speed upwards", in_words([scene.body.rise], &speeds)),
                ("the height", in_words([scene.body.place.y], &heights)),
            ];
            if index == 1 {
                both.reverse();
            }
            for (number, words) in both {
                facts.add_again(format!("{number} after a step {}", labels[index]), words);
            }
        }
        Ok(facts.sorted_by(&labels))
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

pub fn steer(_gl: &Gl, _random: &mut Random) -> Option<Outcome<Facts>> {
    #[cfg(has_steer)]
    return Some(figure_file().and_then(|_| {
        use crate::scene::{STEP, TURN};
        use crate::{keys::Keys, lessons::RUN, lessons::State, lessons::WALK};
        use glam::{Quat, Vec3};
        let mut scene = crate::scene::Scene::new(_gl)?;
        let none = Keys::default();
        let cases = [
            ("with the left key, standing", State::Idle, Keys { left: true, ..none }),
            ("with the right key, standing", State::Idle, Keys { right: true, ..none }),
            ("while he walks", State::Walk, Keys { forward: true, ..none }),
            ("while he walks, without a key", State::Walk, none),
            ("while he runs", State::Run, Keys { forward: true, run: true, ..none }),
            ("in a jump", State::Jump, none),
            ("while he lands, with the key ahead", State::Land, Keys { forward: true, ..none }),
            ("at the floor's edge", State::Run, none),
        ];
        let mut facts = Facts::default();
        for index in _random.order(cases.len()) {
            let (label, state, keys) = cases[index];
            let is_at_edge = label == "at the floor's edge";
            let heading = if is_at_edge { std::f32::consts::FRAC_PI_2 } else { _random.between(0.5, 1.2) };
            let x = if is_at_edge { 2.799 } else { _random.between(-0.5, 0.5) };
            let place = Vec3::new(x, 0.0, _random.between(-0.5, 0.5));
            let speed = _random.between(1.2, 1.8);
            scene.body.state = state;
            scene.body.heading = heading;
            scene.body.place = place;
            scene.body.speed = speed;
            scene.steer(&keys);
            let body = &scene.body;
            let turns = [("to the left", [TURN * STEP]), ("to the right", [-TURN * STEP])];
            facts.add_again(format!("the turn {label}"), in_words([body.heading - heading], &turns));
            let speeds = [("`WALK`", [WALK]), ("`RUN`", [RUN]), ("the last one", [speed])];
            facts.add_again(format!("the speed {label}"), in_words([body.speed], &speeds));
            let way = body.speed * (Quat::from_rotation_y(body.heading) * Vec3::Z);
            let edge = Vec3::new(2.8, f32::INFINITY, 2.8);
            let places = [
                ("on by the speed times `STEP`, up to the edge", (place + way * STEP).clamp(-edge, edge)),
                ("on by the speed times `STEP`, over the edge", place + way * STEP),
                ("on by the speed of a whole second", (place + way).clamp(-edge, edge)),
                ("on along z, wherever he looks", place + Vec3::Z * body.speed * STEP),
                ("backwards", place - way * STEP),
                ("as it was", place),
            ]
            .map(|(words, place)| (words, place.to_array()));
            facts.add_again(format!("the place {label}"), in_words(body.place.to_array(), &places));
        }
        Ok(facts.sorted_by(&cases.map(|(label, ..)| label)))
    }));
    None
}

pub fn change_state(_gl: &Gl, _random: &mut Random) -> Option<Outcome<Facts>> {
    #[cfg(has_change_state)]
    return Some(figure_file().and_then(|_| {
        use crate::lessons::{Fade, Now, State, lesson_13::next_state};
        use crate::scene::{JUMP, STEP};
        const ANY: &str = "any state, from any";
        let mut scene = crate::scene::Scene::new(_gl)?;
        let mut facts = Facts::default();
        let any = State::ALL[_random.below(6)];
        let wanted = [State::Idle, State::Walk, State::Run, State::Jump][_random.below(4)];
        let cases = [
            ("walking, from a stand", State::Idle, false, true, State::Walk),
            ("standing, from a stand", State::Idle, false, true, State::Idle),
            ("a jump, from a walk", State::Walk, false, true, State::Jump),
            ("standing, in a jump", State::Jump, false, false, State::Idle),
            ("standing, at the end of a landing", State::Land, true, true, State::Idle),
            (ANY, any, any.is_played_once() && _random.below(2) == 0, _random.below(2) == 0, wanted),
        ];
        for index in _random.order(cases.len()) {
            let (label, state, ended, supported, wanted) = cases[index];
            let rise = _random.between(-2.0, -1.0);
            scene.body.state = state;
            scene.body.place.y = if supported { 0.0 } else { _random.between(0.2, 0.8) };
            scene.body.rise = rise;
            scene.playback.clip = scene.figure.clip_of(state);
            let duration = scene.figure.clips[scene.playback.clip].seconds();
            let time = if ended { duration - 0.001 } else { _random.between(0.05, 0.15) };
            let speed = _random.between(0.5, 1.5);
            scene.playback.time = time;
            scene.playback.speed = speed;
            scene.fade.elapsed = 5.0;
            scene.fade.duration = 0.1;
            scene.change_state(wanted);
            if label == ANY {
                let right = next_state(state, Now { supported, ended, wanted }).unwrap_or(state);
                let words = if scene.body.state == right { "13.3's" } else { "another" };
                facts.add_again(format!("the state after the wish for {label}"), words);
                continue;
            }
            facts.add_again(format!("the state after the wish for {label}"), format!("{:?}", scene.body.state));
            let clip = &scene.figure.clips[scene.playback.clip].name;
            facts.add_again(format!("the clip after the wish for {label}"), clip.clone());
            let rises = [("`JUMP`", [JUMP]), ("as it was", [rise])];
            facts.add_again(format!("the rise after the wish for {label}"), in_words([scene.body.rise], &rises));
            let times = [("a step's", [speed * STEP]), ("a step later", [time + speed * STEP]), ("as it was", [time])];
            let words = in_words([scene.playback.time], &times);
            facts.add_again(format!("the clip's time after the wish for {label}"), words);
            let Fade { elapsed, duration, .. } = scene.fade;
            let fade = match elapsed {
                5.0.. => "the old one".into(),
                _ if (elapsed - STEP).abs() < 1e-4 => format!("a new one of {duration} s"),
                _ => format!("a new one of {duration} s, of which {elapsed:.3} s have passed"),
            };
            facts.add_again(format!("the fade after the wish for {label}"), fade);
        }
        Ok(facts.sorted_by(&cases.map(|(label, ..)| label)))
    }));
    None
}

pub fn follow(_gl: &Gl, _random: &mut Random) -> Option<Outcome<Facts>> {
    #[cfg(has_follow)]
    return Some(figure_file().and_then(|_| {
        use crate::scene::{BEHIND, FOLLOW, STEP};
        use glam::Quat;
        let mut scene = crate::scene::Scene::new(_gl)?;
        let mut facts = Facts::default();
        for _ in 0..2 + _random.below(5) {
            let place = 2.0 * _random.vector();
            let heading = _random.between(0.5, 1.5);
            let eye = 5.0 * _random.vector();
            scene.body.place = place;
            scene.body.heading = heading;
            scene.eye = eye;
            scene.follow();
            let behind = Quat::from_rotation_y(heading) * BEHIND;
            let on = |goal: glam::Vec3, part: f32| (eye + (goal - eye) * part).to_array();
            let known = [
                ("on by `FOLLOW * STEP` of its way", on(place + behind, FOLLOW * STEP)),
                ("on by `STEP` of its way", on(place + behind, STEP)),
                ("at its goal", on(place + behind, 1.0)),
                ("on to `BEHIND` him, whose turn is left out", on(place + BEHIND, FOLLOW * STEP)),
                ("on to where its goal is if he stands at the origin", on(behind, FOLLOW * STEP)),
                ("as it was", eye.to_array()),
            ];
            facts.add_again("the eye after a step".into(), in_words(scene.eye.to_array(), &known));
        }
        Ok(facts)
    }));
    None
}

/// Presses everywhere in the editor's window, and first where no widget is: each time at 0.25 s of an empty clip.
pub fn edit(_gl: &Gl) -> Option<Outcome<Facts>> {
    #[cfg(has_edit)]
    return Some(figure_file().and_then(|_| {
        use crate::edit::{angles_of, rotation_of};
        let joint = 3;
        let angles = [10.0, 20.0, 30.0];
        let mut words = ["none"; 9].map(String::from);
        let mut changes_several = false;
        let mut axes = [false; 3];
        let mut bounds = [[f32::INFINITY, f32::NEG_INFINITY]; 2];
        let mut scene = crate::scene::Scene::new(_gl)?;
        let clips = scene.figure.clips.len();
        let mut panel = Panel::new();
        let nowhere = [[390.0, 290.0]; 2];
        let mut paths = vec![nowhere];
        for row in 0..20 {
            let y = 4.0 + 14.0 * row as f32;
            for [x, below] in [[16.0, 0.0], [16.0, 26.0], [16.0, 0.0], [16.0, 44.0], [60.0, 0.0], [120.0, 0.0]] {
                paths.push([[x, y + below]; 2]);
            }
            paths.extend([-2000.0, 2000.0].map(|x| [[16.0, y], [x, y]]));
        }
        for path in paths {
            scene.figure.clips.truncate(clips);
            scene.edit.joint = joint;
            scene.begin_clip();
            scene.edit.angles = angles;
            scene.playback.time = 0.25;
            let posed = rotation_of(angles_of(&scene.pose(), joint));
            panel.press_along(&path, |ui| scene.edit(ui));
            let edit = &scene.edit;
            let read = match edit.angles {
                now if now == angles => "as they were",
                now if now == angles_of(&scene.pose(), edit.joint) => "those of the pose",
                _ => "others",
            };
            let key = edit.keys.iter().flatten().next();
            if path == nowhere {
                words[0] = read.into();
                words[1] = if key.is_some() { "some" } else { "none" }.into();
            } else if scene.figure.clips.len() > clips + 1 {
                words[8] = "possible".into();
            } else if edit.joint != joint {
                words[2] = read.into();
            } else if scene.playback.time != 0.25 {
                words[3] = read.into();
                bounds[0] = [bounds[0][0].min(scene.playback.time), bounds[0][1].max(scene.playback.time)];
            } else if let Some(key) = key {
                let is_chosen = !edit.keys[joint].is_empty();
                words[4] = if is_chosen { "the chosen joint's" } else { "another joint's" }.into();
                words[5] = format!("{:.2} s", key.time);
                let is_turned = key.local.rotation.angle_between(rotation_of(angles)) < 1e-2;
                let is_posed = key.local.rotation.angle_between(posed) < 1e-2;
                words[6] = match (is_turned, is_posed) {
                    (true, _) => "that of the angles".into(),
                    (_, true) => "that of the pose".into(),
                    _ => "another".into(),
                };
                words[7] = format!("{:.2} s", scene.figure.clips[scene.playback.clip].seconds());
            } else {
                let changed: Vec<usize> = (0..3).filter(|axis| edit.angles[*axis] != angles[*axis]).collect();
                changes_several |= changed.len() > 1;
                for axis in changed {
                    axes[axis] = true;
                    bounds[1] = [bounds[1][0].min(edit.angles[axis]), bounds[1][1].max(edit.angles[axis])];
                }
            }
        }
        let [idle, keys, of_joint, of_time, list, time, key, end, clip] = words;
        let [times, degrees] = bounds.map(|[low, high]| format!("from {low:.1} to {high:.1}"));
        let mut facts = Facts::default();
        facts.add("the angles in a frame without a click", idle);
        facts.add("the keys in a frame without a click", keys);
        facts.add("the angles after another joint was chosen", of_joint);
        facts.add("the angles after the time was changed", of_time);
        facts.add("the times by a click", times);
        facts.add("the angles that one click changes", if changes_several { "several" } else { "one" });
        facts.add("the sliders of angles", axes.into_iter().filter(|is_there| *is_there).count().to_string());
        facts.add("the angles by a click", degrees);
        facts.add("the list that gets the key", list);
        facts.add("the time of the key", time);
        facts.add("the rotation of the key", key);
        facts.add("the end of the clip after a key at 0.25 s", end);
        facts.add("a new clip by a click", clip);
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
