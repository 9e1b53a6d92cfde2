//! The facts about a program: what its functions return, and what the GPU is told when it draws.
//!
//! They are words that a right program has in common with every other right one, whatever it draws: its names, colours and
//! figures are its own.

use crate::drawn::Drawn;
use crate::program::{
    BoneBuffers, Clicks, FIELDS, Gl, Outcome, Palette, PoseOfClip, Program, SkinVertices, Step, TextureContent,
};
use crate::texts::{remark_on_main, too_bright};
use given::lesson_19::{Facts, Moment};
use glam::{Mat4, Vec3};
use glium::backend::Facade;
use glium::winit::dpi::PhysicalSize;
use glium::winit::event::WindowEvent;
use recorder::Display;

/// Returns the facts about [`Program::react`].
pub fn react<P: Program>(_: &Moment) -> Facts {
    let mut facts = Facts::default();
    for (label, event) in [
        ("the reaction to CloseRequested", WindowEvent::CloseRequested),
        ("the reaction to RedrawRequested", WindowEvent::RedrawRequested),
        ("the reaction to a new size, 517 x 389", WindowEvent::Resized(PhysicalSize::new(517, 389))),
        ("the reaction to a new size, 307 x 401", WindowEvent::Resized(PhysicalSize::new(307, 401))),
        ("the reaction to Focused", WindowEvent::Focused(true)),
        ("the reaction to Occluded", WindowEvent::Occluded(true)),
    ] {
        let Some(reaction) = P::react(&event) else { return missing("react") };
        let is_another = reaction.starts_with("Resize") && !["517", "307"].iter().any(|side| reaction.contains(side));
        facts.add(label, if is_another { "a size that is not the event's".into() } else { reaction });
    }
    facts.remark = remark_on_main(P::TEXTS);
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
        let name = ["triangle 1", "both triangles"][index];
        facts.add_to_step(step, format!("the area of {name}"), format!("{area:.1} square metres"));
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
    match Drawn::new::<P>(moment, "floor.vert") {
        Ok(drawn) => drawn.floor(&mut facts),
        Err(error) => return Facts::error(&error),
    }
    facts
}

/// The parents of a tree that branches, with two roots.
const PARENTS: [Option<usize>; 7] = [None, Some(0), Some(1), Some(0), None, Some(4), Some(1)];

/// Returns the facts about [`Program::bone_buffers`].
pub fn bone_buffers<P: Program>(_: &Moment) -> Facts {
    let buffers = with_context(|gl| P::bone_buffers(gl, &PARENTS));
    facts_of("bone_buffers", buffers, |facts, buffers| add_buffers(facts, &buffers))
}

fn add_buffers(facts: &mut Facts, buffers: &BoneBuffers) {
    facts.add("the number of vertices for a figure of 7 joints", format!("{}", buffers.vertices.len()));
    let mut places = buffers.vertices.clone();
    places.dedup();
    let place = match &places[..] {
        [] => "none".into(),
        [[x, y, z]] => format!("({x}, {y}, {z})"),
        _ => "several".into(),
    };
    facts.add("the position of all vertices", place);
    facts.add("the primitive", format!("{:?}", buffers.primitive));
    facts.add("the number of indices for its 5 bones", format!("{}", buffers.indices.len()));
    facts.add("the indices in pairs", pairs(&buffers.indices));
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

/// Returns the facts about [`Program::scene`]: what the bones' draw call tells the GPU.
pub fn draw_bones<P: Program>(moment: &Moment) -> Facts {
    let drawn = Drawn::new::<P>(moment, "joints.vert");
    facts_of("draw", Some(drawn), |facts, drawn| {
        *facts = drawn.bones();
        let bright = too_bright(P::TEXTS).map_or("at most 1".into(), |shader| format!("above 1 in {shader}"));
        facts.add("the largest number of a constant colour", bright);
    })
}

/// Returns the facts about [`Program::skin_vertices`].
pub fn skin_vertices<P: Program>(_: &Moment) -> Facts {
    facts_of("skin_vertices", P::skin_vertices(), |facts, skin| add_skin(facts, &skin))
}

fn add_skin(facts: &mut Facts, skin: &SkinVertices) {
    facts.add("the number of vertices", skin.vertices.len().to_string());
    for (field, name) in FIELDS.into_iter().enumerate() {
        let kind = match skin.formats.iter().find(|(known, _)| known == name) {
            None => "none: not in `implement_vertex!`",
            Some((_, true)) => "floats",
            Some((_, false)) => "whole numbers",
        };
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
    let rgba: Vec<u8> = ROWS.iter().flat_map(|grey| [*grey, *grey, *grey, 255].repeat(PICTURE.0 as usize)).collect();
    let texture = with_context(|gl| P::texture(gl, PICTURE, &rgba));
    facts_of("texture", texture, |facts, texture| add_texture(facts, &texture))
}

fn add_texture(facts: &mut Facts, texture: &TextureContent) {
    let (width, height) = texture.size;
    facts.add("the size of a texture of 2 x 3 pixels", format!("{width} x {height}"));
    let row = match texture.rgba.first() {
        Some(grey) if *grey == ROWS[2] => "the picture's lowest",
        Some(grey) if *grey == ROWS[0] => "the picture's uppermost",
        _ => "another",
    };
    facts.add("its lowest row", row);
    facts.add("its type", texture.type_name.rsplit("::").next().unwrap_or_default());
}

/// Returns the facts about [`Program::palette`].
pub fn palette<P: Program>(_: &Moment) -> Facts {
    facts_of("palette", P::palette(), |facts, palette| add_palette(facts, &palette))
}

fn add_palette(facts: &mut Facts, palette: &Palette) {
    let Palette { slots, pose, skin_joints, joint_from_mesh } = palette;
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
    let last = joint_from_mesh.last().map(|world_from_mesh| pose.world_from_model * *world_from_mesh);
    let follows = slots.last().zip(last).is_some_and(|(slot, last)| slot.abs_diff_eq(last, 1e-3));
    facts.add(
        "the last slot, for vertices that follow no joint",
        if follows { "the figure's own place" } else { "another place" },
    );
}

/// Returns the facts about the skin's draw call.
pub fn draw_skin<P: Program>(moment: &Moment) -> Facts {
    let drawn = Drawn::new::<P>(moment, "lit.vert");
    facts_of("draw", Some(drawn), |facts, drawn| *facts = drawn.skin())
}

/// Returns the facts about [`Program::advance`].
pub fn advance<P: Program>(_: &Moment) -> Facts {
    let step = Step { time: 0.25, speed: 1.0, is_paused: false, dt: 0.05 };
    let mut steps = Vec::new();
    let mut labels = Vec::new();
    for (label, step) in [
        ("the time after 0.25 s and a frame of 0.05 s", step),
        ("the time after 0.25 s and a frame of 0.01 s", Step { dt: 0.01, ..step }),
        ("the time after 0.25 s and a frame of 0.05 s, at half the speed", Step { speed: 0.5, ..step }),
        ("the time after 0.25 s and a frame of 0.05 s, while paused", Step { is_paused: true, ..step }),
        ("the time after 0.25 s and a frame of 3.05 s, in a clip of 1 s", Step { dt: 3.05, ..step }),
    ] {
        labels.push(label);
        steps.push(step);
    }
    facts_of("advance", with_context(|gl| P::advance(gl, &steps)), |facts, times| {
        for (label, time) in labels.into_iter().zip(times) {
            facts.add(label, format!("{time:.3} s"));
        }
    })
}

/// Returns the facts about [`Program::poses`].
pub fn pose<P: Program>(_: &Moment) -> Facts {
    facts_of("pose", with_context(P::poses), |facts, poses| add_poses(facts, &poses))
}

fn add_poses(facts: &mut Facts, poses: &[PoseOfClip]) {
    for (clip, pose) in ["first", "second"].into_iter().zip(poses) {
        let is_got = |(_, known): &&(&str, Vec<Mat4>)| {
            known.len() == pose.got.locals.len()
                && known.iter().zip(&pose.got.locals).all(|(a, b)| a.abs_diff_eq(*b, 1e-4))
        };
        let words = pose.known.iter().find(is_got).map_or("another pose", |(words, _)| words);
        facts.add(format!("the joints at 0.25 s of the {clip} clip"), words);
        let is_on_stage = pose.got.world_from_model.abs_diff_eq(pose.world_from_model, 1e-4);
        let place = if is_on_stage { "12.4's" } else { "another" };
        facts.add(format!("world_from_model at 0.25 s of the {clip} clip"), place);
    }
}

/// Returns the facts about [`Program::panel`].
pub fn panel<P: Program>(_: &Moment) -> Facts {
    facts_of("panel", with_context(P::panel), |facts, clicks| add_clicks(facts, &clicks))
}

fn add_clicks(facts: &mut Facts, clicks: &Clicks) {
    let word = |is_so: bool| if is_so { "possible" } else { "impossible" };
    facts.add("the choice of another clip", word(clicks.chooses_clip));
    facts.add("the time of a chosen clip", format!("{:.2} s", clicks.time_of_chosen));
    let is_all = (clicks.longest_time - clicks.duration).abs() < 0.01;
    let end = if is_all { "the clip's".into() } else { format!("{:.1} s", clicks.longest_time) };
    facts.add("the end of the slider of the time", end);
    facts.add("the lowest speed by a click", format!("{:.1}", clicks.lowest_speed));
    facts.add("the highest speed by a click", format!("{:.1}", clicks.highest_speed));
    facts.add("a pause by a click", word(clicks.pauses));
    facts.add("the values that one click changes", if clicks.changes_several { "several" } else { "one" });
}

/// Returns the facts about [`Program::step`].
pub fn step<P: Program>(_: &Moment) -> Facts {
    facts_of("step", with_context(P::step), |facts, found| *facts = found)
}

/// Returns the facts about [`Program::steer`].
pub fn steer<P: Program>(_: &Moment) -> Facts {
    facts_of("steer", with_context(P::steer), |facts, found| *facts = found)
}

/// Returns the facts about [`Program::change_state`].
pub fn change_state<P: Program>(_: &Moment) -> Facts {
    facts_of("change_state", with_context(P::change_state), |facts, found| *facts = found)
}

/// Returns the facts about [`Program::follow`].
pub fn follow<P: Program>(_: &Moment) -> Facts {
    facts_of("follow", with_context(P::follow), |facts, found| *facts = found)
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
