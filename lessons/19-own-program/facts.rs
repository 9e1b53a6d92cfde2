//! The facts about a program: what its functions return, and what the GPU is told when it draws.
//!
//! They are words that a right program has in common with every other right one, whatever it draws: its names, colours and
//! figures are its own.

use super::checked;
use super::drawn::Drawn;
use super::program::{
    BoneBuffers, CLIP, ClockFrame, FIELDS, FigureData, Gl, OWED, Outcome, Pose, Random, Reaction, SkinVertices,
    VertexData,
};
use given::lesson_19::{Fact, Facts, Moment};
use glam::{Mat4, Vec3};
use glium::backend::Facade;
use glium::winit::dpi::PhysicalSize;
use glium::winit::event::WindowEvent;
use recorder::Display;
use std::cmp::Ordering;

/// Returns the facts about `react`, which gets events of each kind in random order and number.
pub fn react(moment: &Moment) -> Facts {
    let mut random = Random(moment.seed);
    let kinds = ["CloseRequested", "RedrawRequested", "a new size", "Focused", "Occluded"];
    let mut facts = Facts::default();
    for kind in random.order(kinds.len()) {
        let width = 100 + random.below(1000) as u32;
        let height = 1200 + random.below(1000) as u32;
        let event = match kind {
            0 => WindowEvent::CloseRequested,
            1 => WindowEvent::RedrawRequested,
            2 => WindowEvent::Resized(PhysicalSize::new(width, height)),
            3 => WindowEvent::Focused(true),
            _ => WindowEvent::Occluded(true),
        };
        let reaction = match checked::react(&event) {
            None => return missing("react"),
            Some(Reaction::None) => "none",
            Some(Reaction::Draw) => "it draws",
            Some(Reaction::Close) => "it closes",
            Some(Reaction::Resize(x, y)) if [x, y] == [width, height] => "it resizes",
            Some(Reaction::Resize(x, y)) if [y, x] == [width, height] => "it resizes, with the sides swapped",
            Some(Reaction::Resize(..)) => "it resizes, to a size that is not the event's",
        };
        facts.add_again(format!("the reaction to {}", kinds[kind]), reaction);
    }
    facts.sorted_by(&kinds)
}

/// Returns the facts about `floor_corners`, and about the floor's draw call.
pub fn floor_corners(moment: &Moment) -> Facts {
    let Some(corners) = checked::floor_corners() else { return missing("floor_corners") };
    let corners: Vec<Vec3> = corners.into_iter().map(Vec3::from_array).collect();
    let mut facts = Facts::default();
    let mut area = 0.0;
    let mut middle = Vec3::ZERO;
    let mut orders = ["missing"; 2];
    let mut areas = [0.0; 2];
    for index in 0..2 {
        if let Some([a, b, c]) = corners.get(3 * index..3 * index + 3) {
            let double = (*b - *a).cross(*c - *a);
            orders[index] = match double.y {
                y if y > 0.0 => "counterclockwise",
                y if y < 0.0 => "clockwise",
                _ => "none, without an area there",
            };
            area += 0.5 * double.length();
            middle += 0.5 * double.length() * (*a + *b + *c) / 3.0;
        }
        areas[index] = area;
    }
    for (index, name) in ["triangle 1", "both triangles"].into_iter().enumerate() {
        let step = index as u8 + 1;
        let unlike = step == 1 && orders == ["clockwise", "counterclockwise"];
        let order = format!("{}{}", orders[index], if unlike { ", unlike triangle 2" } else { "" });
        facts.add_to_step(step, format!("the order of the corners of triangle {step}, from above"), order);
        facts.add_to_step(step, format!("the area of {name}"), format!("{:.1} square metres", areas[index]));
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
    match Drawn::new(moment, false) {
        Ok(drawn) => drawn.floor(&mut facts),
        Err(error) => return Facts::error(&error),
    }
    facts
}

/// Returns the facts about `bone_buffers`, which gets a random hierarchy that branches, with two roots at least.
pub fn bone_buffers(moment: &Moment) -> Facts {
    let parents = Random(moment.seed).parents();
    let buffers = with_context(|gl| checked::bone_buffers(gl, &parents));
    facts_of("bone_buffers", buffers, |facts, buffers| add_buffers(facts, &parents, &buffers))
}

fn add_buffers(facts: &mut Facts, parents: &[Option<usize>], buffers: &BoneBuffers) {
    let words = match buffers.vertices.len().cmp(&parents.len()) {
        Ordering::Equal => "one for each joint",
        Ordering::Less if buffers.vertices.is_empty() => "none",
        Ordering::Less => "fewer than joints",
        Ordering::Greater => "more than joints",
    };
    facts.add("the number of vertices", words);
    let mut places = buffers.vertices.clone();
    places.dedup();
    let place = match &places[..] {
        [] => "none".into(),
        [[x, y, z]] => format!("({x}, {y}, {z})"),
        _ => "several".into(),
    };
    facts.add("the position of all vertices", place);
    facts.add("the primitive", format!("{:?}", buffers.primitive));
    let mut bones: Vec<[usize; 2]> = Vec::new();
    for (joint, parent) in parents.iter().enumerate() {
        bones.extend(parent.map(|parent| [parent, joint]));
    }
    let words = match buffers.indices.len() {
        0 => "none".into(),
        count if count == 2 * bones.len() => "two for each bone".into(),
        count if count == parents.len() => "one for each joint".into(),
        count => format!("{count} for {} bones", bones.len()),
    };
    facts.add("the number of indices", words);
    let mut pairs: Vec<[usize; 2]> = Vec::new();
    for pair in buffers.indices.chunks(2) {
        let mut pair = [pair[0], pair[pair.len() - 1]].map(usize::from);
        pair.sort_unstable();
        pairs.push(pair);
    }
    pairs.sort_unstable();
    bones.sort_unstable();
    let other = pairs.iter().find(|pair| !bones.contains(pair));
    let words = match other {
        _ if pairs == bones => "the ends of each bone".into(),
        _ if pairs.is_empty() => "none".into(),
        Some([a, b]) => format!("others, such as {a} {b}, which is no bone"),
        None => "not the ends of each bone".into(),
    };
    facts.add("the indices in pairs", words);
}

/// Returns the facts about `scene`: what the bones' draw call tells the GPU.
pub fn draw_bones(moment: &Moment) -> Facts {
    let drawn = Drawn::new(moment, false);
    facts_of("draw", Some(drawn), |facts, drawn| *facts = drawn.bones())
}

/// Returns the facts about `skin_vertices`, which gets a random figure.
pub fn skin_vertices(moment: &Moment) -> Facts {
    let figure = Random(moment.seed).figure();
    facts_of("skin_vertices", checked::skin_vertices(&figure), |facts, skin| add_skin(facts, &figure, &skin))
}

fn add_skin(facts: &mut Facts, figure: &FigureData, skin: &SkinVertices) {
    let count = match skin.fields[0].len() {
        count if count == figure.vertices.len() => "the figure's".into(),
        count => format!("{count}, and the figure has {}", figure.vertices.len()),
    };
    facts.add("the number of vertices", count);
    for (field, name) in FIELDS.into_iter().enumerate() {
        let kind = match skin.formats.iter().find(|(known, _)| known == name) {
            None => "none: not in `implement_vertex!`",
            Some((_, true)) => "floats",
            Some((_, false)) => "whole numbers",
        };
        facts.add(format!("the numbers of {name}"), kind);
        let known = known_contents(figure, field);
        let got = &skin.fields[field];
        let found = known.iter().find(|(_, expected)| got.iter().zip(expected).all(|(a, b)| are_close(a, b)));
        let mut note = None;
        if let Some((index, (got, right))) =
            got.iter().zip(&known[0].1).enumerate().find(|(_, (a, b))| !are_close(a, b))
        {
            note = Some(format!("{name} of vertex {index}: {}, and the figure has {}.", text(got), text(right)));
        }
        let words = found.map_or("others", |(words, _)| *words).into();
        facts.facts.push(Fact { label: format!("the content of {name}"), words, step: 0, note });
    }
}

/// Returns what a field may hold, with words: the right numbers first.
fn known_contents(figure: &FigureData, field: usize) -> Vec<(&'static str, Vec<Vec<f32>>)> {
    let mut known = match field {
        0 => vec![
            ("the figure's", for_each(figure, |vertex| vertex.position.to_array().into())),
            (
                "turned from z up to y up",
                for_each(figure, |vertex| {
                    let [x, y, z] = vertex.position.to_array();
                    vec![x, z, -y]
                }),
            ),
        ],
        1 => vec![
            ("the figure's", for_each(figure, |vertex| vertex.normal.to_array().into())),
            ("(0, 1, 0) everywhere", for_each(figure, |_| vec![0.0, 1.0, 0.0])),
            ("positions", for_each(figure, |vertex| vertex.position.to_array().into())),
        ],
        2 => vec![
            ("the figure's", for_each(figure, |vertex| vertex.texcoord.to_array().into())),
            ("(0, 0) everywhere", for_each(figure, |_| vec![0.0; 2])),
            ("the figure's, upside down", for_each(figure, |vertex| vec![vertex.texcoord.x, 1.0 - vertex.texcoord.y])),
        ],
        3 => vec![
            ("the figure's", for_each(figure, |vertex| four(vertex.influences.iter().map(|(_, weight)| *weight)))),
            ("zeros", for_each(figure, |_| vec![0.0; 4])),
            (
                "those of the first influence alone",
                for_each(figure, |vertex| vec![vertex.influences[0].1, 0.0, 0.0, 0.0]),
            ),
        ],
        _ => vec![
            ("the figure's", for_each(figure, |vertex| four(vertex.influences.iter().map(|(slot, _)| *slot as f32)))),
            ("zeros", for_each(figure, |_| vec![0.0; 4])),
            (
                "indices in the skeleton",
                for_each(figure, |vertex| {
                    let joints = vertex.influences.iter().map(|(slot, _)| figure.skin_joints.get(*slot).copied());
                    four(joints.map(|joint| joint.unwrap_or_default() as f32))
                }),
            ),
        ],
    };
    if field > 2 {
        let mut kept = known[0].1.clone();
        let mut next = kept.clone();
        for index in 1..kept.len() {
            let count = figure.vertices[index].influences.len();
            let before = kept[index - 1].clone();
            kept[index][count..].copy_from_slice(&before[count..]);
        }
        next.rotate_left(1);
        known.push(("the figure's, and what the vertex before had in the places after", kept));
        known.push(("those of the next vertex", next));
    }
    known
}

/// Returns numbers of each vertex of a figure.
fn for_each(figure: &FigureData, numbers: impl Fn(&VertexData) -> Vec<f32>) -> Vec<Vec<f32>> {
    figure.vertices.iter().map(numbers).collect()
}

/// Returns the numbers of a vertex's influences in four places.
fn four(numbers: impl Iterator<Item = f32>) -> Vec<f32> {
    let mut four: Vec<f32> = numbers.collect();
    four.resize(4, 0.0);
    four
}

fn are_close(a: &[f32], b: &[f32]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-4)
}

fn text(numbers: &[f32]) -> String {
    let texts: Vec<String> = numbers.iter().map(|number| format!("{number:.2}")).collect();
    format!("({})", texts.join(", "))
}

/// Returns the facts about `texture`, which gets a random picture. Each of its rows has a grey of its own.
pub fn texture(moment: &Moment) -> Facts {
    let mut random = Random(moment.seed);
    let width = 2 + random.below(4);
    let height = width + 1 + random.below(4);
    let mut rows = Vec::new();
    for row in 0..height {
        rows.push((20 * row + random.below(20)) as u8);
    }
    let rgba: Vec<u8> = rows.iter().flat_map(|grey| [*grey, *grey, *grey, 255].repeat(width)).collect();
    let texture = with_context(|gl| checked::texture(gl, (width as u32, height as u32), &rgba));
    facts_of("texture", texture, |facts, texture| {
        let size = match texture.size {
            (w, h) if [w, h] == [width as u32, height as u32] => "the picture's".into(),
            (w, h) if [h, w] == [width as u32, height as u32] => "the picture's, with width and height swapped".into(),
            (w, h) => format!("{w} x {h}"),
        };
        facts.add("the size of the texture", size);
        let got: Vec<u8> = texture.rgba.iter().step_by(4 * width).copied().collect();
        let reversed: Vec<u8> = rows.iter().rev().copied().collect();
        let order = match () {
            () if got == reversed => "the picture's lowest first",
            () if got == rows => "the picture's uppermost first",
            () => "others",
        };
        facts.add("its rows", order);
        facts.add("its type", texture.type_name.rsplit("::").next().unwrap_or_default());
    })
}

/// Returns the facts about `palette`, which gets a random figure in a random pose.
pub fn palette(moment: &Moment) -> Facts {
    let mut random = Random(moment.seed);
    let figure = random.figure();
    let pose = Pose {
        parents: figure.parents.clone(),
        locals: figure.parents.iter().map(|_| random.matrix()).collect(),
        world_from_model: random.matrix(),
    };
    facts_of("palette", checked::palette(&figure, &pose), |facts, slots| add_palette(facts, &figure, &pose, &slots))
}

fn add_palette(facts: &mut Facts, figure: &FigureData, pose: &Pose, slots: &[Mat4]) {
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
    for (slot, (&joint, &joint_from_mesh)) in figure.skin_joints.iter().zip(&figure.joint_from_mesh).enumerate() {
        known[0].1.push(world[joint] * joint_from_mesh);
        known[1].1.push(world[joint]);
        known[2].1.push(joint_from_mesh * world[joint]);
        known[3].1.push(model[joint] * joint_from_mesh);
        known[4].1.push(pose.locals[joint] * joint_from_mesh);
        known[5].1.push(world[slot] * joint_from_mesh);
    }
    let is_got = |(_, known): &&(&str, Vec<Mat4>)| {
        slots.len() >= known.len() && known.iter().zip(slots).all(|(a, b)| a.abs_diff_eq(*b, 1e-3))
    };
    let content = known.iter().find(is_got).map_or("other matrices", |(words, _)| *words);
    facts.add("the content of the slots", content);
    let count = match slots.len() {
        count if count == figure.joint_from_mesh.len() => "one for each joint of the skin, and one more".into(),
        count if count == figure.skin_joints.len() => "one for each joint of the skin".into(),
        count => format!("{count} for {} joints", figure.skin_joints.len()),
    };
    facts.add("the number of slots", count);
    let last = figure.joint_from_mesh.last().map(|joint_from_mesh| pose.world_from_model * *joint_from_mesh);
    let follows = slots.last().zip(last).is_some_and(|(slot, last)| slot.abs_diff_eq(last, 1e-3));
    facts.add(
        "the last slot, for vertices that follow no joint",
        if follows { "the figure's own place" } else { "another place" },
    );
}

/// Returns the facts about the skin's draw call.
pub fn draw_skin(moment: &Moment) -> Facts {
    let drawn = Drawn::new(moment, true);
    facts_of("draw", Some(drawn), |facts, drawn| *facts = drawn.skin())
}

/// Returns the facts about `advance`, which gets random frames.
pub fn advance(moment: &Moment) -> Facts {
    let mut random = Random(moment.seed);
    let mut frames = Vec::new();
    for _ in 0..5 {
        let time = random.between(0.1, 0.4);
        frames.push(ClockFrame { time, speed: 1.0, is_paused: false, dt: random.between(0.03, 0.09) });
    }
    frames[1].dt = random.between(0.003, 0.009);
    frames[2].speed = random.between(0.3, 0.7);
    frames[3].is_paused = true;
    frames[4].dt = random.between(3.1, 3.4);
    facts_of("advance", with_context(|gl| checked::advance(gl, &frames)), |facts, clock| {
        let labels = ["a frame", "a short frame", "a frame at less than full speed", "a frame while paused"];
        for ((frame, time), label) in frames.iter().zip(&clock.times).zip(labels) {
            facts.add(format!("the time after {label}"), time_in_words(frame, *time, &clock.durations));
        }
        let past_end = time_in_words(&frames[4], clock.times[4], &clock.durations);
        facts.add("the time after a frame that is longer than the clip", past_end);
    })
}

/// Returns the words for a clip's time after a frame.
fn time_in_words(frame: &ClockFrame, time: f32, durations: &[f32]) -> String {
    let ClockFrame { time: before, speed, dt, .. } = *frame;
    let duration = durations[CLIP];
    for (words, known) in [
        ("as it was", before),
        ("on by the frame's seconds times the speed", before + speed * dt),
        ("begun again, by what is left", (before + speed * dt) % duration),
        ("on as at full speed", before + dt),
        ("on by a sixtieth of a second", before + speed / 60.0),
        ("all of it times the speed", (before + dt) * speed),
        ("the clip's end", duration),
        ("0", 0.0),
    ] {
        if (time - known).abs() < 5e-4 {
            return words.into();
        }
    }
    if durations.iter().any(|other| (time - (before + speed * dt) % other).abs() < 5e-4) {
        return "begun again, at another clip's end".into();
    }
    format!("{time:.3} s, from {before:.3} s and a frame of {dt:.3} s")
}

/// Returns the facts about `step`, which gets random frames.
pub fn step(moment: &Moment) -> Facts {
    let mut random = Random(moment.seed);
    // What is owed in the end is no whole step but for a rounding error.
    let long = (4.0 + random.below(18) as f32 + random.between(0.3, 0.7)) / 60.0 - OWED;
    let short = random.between(0.2, 0.8) / 60.0;
    let steps = 2 + random.below(4);
    let count = steps + 2 + random.below(4);
    let several = ((steps as f32 + 0.5) / 60.0 - OWED) / count as f32;
    let frames = [vec![long], vec![short], vec![several; count], vec![60.0]];
    facts_of("step", with_context(|gl| checked::step(gl, &frames)), |facts, counts| {
        let labels = ["a frame", "a frame shorter than a step", "several of these", "a frame of a minute"];
        for ((frames, count), label) in frames.iter().zip(counts).zip(labels) {
            let seconds: f32 = frames.iter().sum();
            let count = count.round() as usize;
            let words = steps_in_words(seconds, count).into();
            let note = format!("frames: {}, of {seconds:.3} s together; steps: {count}.", frames.len());
            facts.facts.push(Fact { label: format!("the steps in {label}"), words, step: 0, note: Some(note) });
        }
    })
}

/// Returns the words for a number of steps in frames of these seconds.
fn steps_in_words(seconds: f32, count: usize) -> &'static str {
    let fit = (60.0 * (seconds + OWED)) as usize;
    match count {
        _ if count.abs_diff(fit) < 2 && seconds > 1.0 => "as many as fit, however long it is",
        30 if seconds > 1.0 => "as many as fit in half a second",
        _ if count == fit => "as many as fit",
        0 => "none",
        1 => "one",
        _ if count < fit => "fewer than fit",
        _ => "more than fit",
    }
}

macro_rules! with_random_inputs {
    ($($name:ident)+) => {$(
        /// Returns the facts about this function, which gets random inputs.
        pub fn $name(moment: &Moment) -> Facts {
            let mut random = Random(moment.seed);
            let returned = with_context(|gl| checked::$name(gl, &mut random));
            facts_of(stringify!($name), returned, |facts, found| *facts = found)
        }
    )+};
}

with_random_inputs! { pose panel fall steer change_state follow }

/// Returns the facts about `edit`.
pub fn edit(_: &Moment) -> Facts {
    facts_of("edit", with_context(checked::edit), |facts, found| *facts = found)
}

/// Calls a function of the program with a context.
fn with_context<T>(call: impl FnOnce(&Gl) -> Option<Outcome<T>>) -> Option<Outcome<T>> {
    match Display::offscreen((64, 64)) {
        Ok(display) => call(display.get_context()),
        Err(error) => Some(Err(error.into())),
    }
}

/// Returns the facts about what a function of the program has returned: those that `add` adds, or an error.
fn facts_of<T>(name: &str, returned: Option<Outcome<T>>, add: impl FnOnce(&mut Facts, T)) -> Facts {
    let mut facts = Facts::default();
    match returned {
        Some(Ok(value)) => add(&mut facts, value),
        Some(Err(error)) => return Facts::error(&error),
        None => return missing(name),
    }
    facts
}

/// Returns the fact that a function is not there.
fn missing(name: &str) -> Facts {
    Facts::error(&format!("there is no function `{name}` in own/src/scene.rs"))
}
