//! The live figures of the text.

mod slots;

use crate::{Influence, Input, Joint, rows, total_weight};
use drawing::{Align, Figure, Ink, Parameter, Sheet, Shown};
use given::{CallError, Course};
use glam::{Mat4, Vec2, Vec3};

pub(crate) const FIGURES: &[Figure] = &[
    Figure {
        name: "11.1",
        size: [360.0, 205.0],
        parameters: &[
            Parameter::new("vertex", [0.0, 2.0]).whole().plays(4.0),
            Parameter::new("offset", [1.0, 3.0]).whole(),
            Parameter::new("vcount", [1.0, 3.0]).whole(),
        ],
        shown: Shown::Cases(2),
        draw: tape,
    },
    Figure {
        name: "11.2",
        size: [360.0, 160.0],
        parameters: &[
            Parameter::new("order", [0.0, 5.0]).whole().plays(6.0),
            Parameter::new("lost", [-1.0, 2.0]).whole(),
            Parameter::new("arms", [1.0, 2.0]).whole(),
        ],
        shown: Shown::Cases(3),
        draw: two_orders,
    },
    Figure {
        name: "11.3",
        size: [360.0, 200.0],
        parameters: &[
            Parameter::new("M", [-90.0, 90.0]).unit("°").plays(4.0),
            Parameter::new("F", [0.0, 90.0]).unit("°"),
            Parameter::new("scale", [0.3, 1.0]),
        ],
        shown: Shown::Cases(2),
        draw: bind_shape,
    },
    Figure {
        name: "11.3-slots",
        size: [360.0, 190.0],
        parameters: &[Parameter::new("v", [-1.0, 2.0]).whole().plays(4.0)],
        shown: Shown::At(&[&[0.0], &[-1.0]]),
        draw: slots::one_row_each,
    },
    Figure {
        name: "11.4",
        size: [360.0, 215.0],
        parameters: &[
            Parameter::new("w0", [0.0, 0.5]),
            Parameter::new("w5", [0.0, 0.5]),
            Parameter::new("others", [0.0, 1.0]),
        ],
        shown: Shown::Cases(2),
        draw: strongest,
    },
];

pub(crate) fn inputs(layout: &[(&str, usize)]) -> Vec<Input> {
    layout.iter().map(|&(semantic, offset)| Input { semantic: semantic.into(), offset }).collect()
}

/// Weights of 11.1's skin.
pub(crate) const WEIGHTS: [f32; 4] = [1.0, 0.5, 0.3, 0.2];

/// Returns the inputs, `vcount` and `v` of 11.1's skin. It has 3 joints and 3 vertices, the middle one of which has from 1
/// to 3 influences.
pub(crate) fn skin([_, joint_offset, count]: [f32; 3]) -> (Vec<Input>, Vec<usize>, Vec<i32>) {
    let inputs = inputs(&[("WEIGHT", 0), ("JOINT", joint_offset as usize)]);
    let mut v = Vec::new();
    // A weight's index and a joint for each influence.
    let middle = [[2, 1], [1, 0], [3, -1]];
    for [weight, joint] in [[0, 2]].iter().chain(&middle[..count as usize]).chain(&[[0, 0]]) {
        v.push(*weight);
        v.extend([3].repeat(joint_offset as usize - 1));
        v.push(*joint);
    }
    (inputs, vec![1, count as usize, 1], v)
}

/// Draws the numbers of three vertices on a tape, and the influences that 11.1 reads for one of them.
fn tape(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [vertex, joint_offset, count] = sheet.values();
    let (inputs, vcount, v) = skin([vertex, joint_offset, count]);
    let vertex = vertex as usize;
    let joint_offset = joint_offset as usize;
    let stride = joint_offset + 1;
    let left = 12.0;
    let wide = 14.0;
    let mut groups = v.chunks(stride);
    let mut x = left;
    let mut used = Vec::new();
    for (number, count) in vcount.iter().enumerate() {
        let is_chosen = number == vertex;
        let ink = if is_chosen { Ink::Given } else { Ink::Faint };
        let size = Vec2::new(wide * (stride * count) as f32, 18.0);
        sheet.cell(Vec2::new(x + 1.0, 175.0), size - 2.0 * Vec2::X, count.to_string(), ink);
        for group in groups.by_ref().take(*count) {
            used.extend(is_chosen.then_some(group[0] as usize));
            for (place, value) in group.iter().enumerate() {
                let role = match place {
                    0 => Ink::Series(2),
                    place if place == joint_offset => Ink::Series(0),
                    _ => Ink::Faint,
                };
                let ink = if is_chosen { role } else { ink };
                sheet.cell(Vec2::new(x, 145.0), Vec2::new(wide, 20.0), value.to_string(), ink);
                x += wide;
            }
        }
    }
    let [first, last] = [0.5, count + 1.5].map(|groups| Vec2::new(left + wide * stride as f32 * groups, 108.0));
    sheet.line(&[first, last], Ink::Faint);
    sheet.slide("vertex", first, last);
    sheet.word(Vec2::new(left, 131.0), Align::Left, "weight", Ink::Series(2));
    sheet.word(Vec2::new(left + 60.0, 131.0), Align::Left, "joint", Ink::Series(0));
    sheet.word(Vec2::new(270.0, 131.0), Align::Right, "vcount", Ink::Given);
    let [low, high] = [280.0, 340.0].map(|x| Vec2::new(x, 131.0));
    sheet.line(&[low, high], Ink::Faint);
    sheet.slide("vcount", low, high);
    // The list that the weights' indices point into.
    sheet.word(Vec2::new(326.0, 98.0), Align::Middle, "weights", Ink::Given);
    for (index, weight) in WEIGHTS.iter().enumerate() {
        let low = Vec2::new(310.0, 74.0 - 15.0 * index as f32);
        let ink = if used.contains(&index) { Ink::Series(2) } else { Ink::Faint };
        sheet.cell(low, Vec2::new(32.0, 14.0), weight.to_string(), ink);
        sheet.word(low + Vec2::new(-6.0, 7.0), Align::Right, index.to_string(), Ink::Given);
    }
    let slots: [Vec2; 6] = std::array::from_fn(|slot| Vec2::new(70.0 + 55.0 * slot as f32, 28.0));
    sheet.line(&[slots[0] - 30.0 * Vec2::X, slots[4] - 30.0 * Vec2::X], Ink::Faint);
    sheet.word(slots[0] - Vec2::new(34.0, 14.0), Align::Right, "slot", Ink::Given);
    for (number, slot) in slots.iter().take(4).enumerate() {
        sheet.word(slot - 14.0 * Vec2::Y, Align::Middle, number.to_string(), Ink::Given);
    }
    let found = answers.collada_skin.influences(&inputs, &vcount, &v, &WEIGHTS, 3)?;
    sheet.answered();
    let none = Vec::new();
    let pulls = found.get(vertex).unwrap_or(&none);
    for Influence { slot, weight } in pulls.iter().take(8) {
        let low = slots[(*slot).min(5)] - 16.0 * Vec2::X;
        let size = Vec2::new(32.0, 50.0 * weight.clamp(-0.3, 1.3));
        sheet.cell(low, size, "", Ink::Answer);
        sheet.word(low + size.with_x(16.0) + 9.0 * Vec2::Y, Align::Middle, weight.to_string(), Ink::Answer);
    }
    sheet.reading("influences", pulls.len() as f32, "");
    sheet.reading("stride", stride as f32, "");
    Ok(())
}

/// Sids of the skeleton of 11.2.
pub(crate) const SIDS: [&str; 4] = ["pole", "hip", "arm", "hand"];

/// A name of 11.2's skin that no joint has.
const DROPPED: &str = "tail";

/// The names of a skin, and the joints of a skeleton.
#[derive(Clone)]
pub(crate) struct Names {
    pub(crate) names: Vec<String>,
    pub(crate) joints: Vec<Joint>,
}

impl Names {
    pub(crate) fn new(names: &[&str], sids: &[&str]) -> Self {
        Names {
            names: names.iter().map(|name| (*name).into()).collect(),
            joints: sids.iter().map(|sid| Joint { id: format!("Doll_{sid}"), sid: (*sid).into() }).collect(),
        }
    }
}

/// Returns 11.2's skin, in one of six orders, and its skeleton, with one arm or two. The skin's name of index `lost` is in no
/// skeleton.
pub(crate) fn doll([order, lost, arms]: [f32; 3]) -> Names {
    let order = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 1, 0], [2, 0, 1]][order as usize];
    let mut names = order.map(|name| ["hip", "arm", "hand"][name]);
    if lost >= 0.0 {
        names[lost as usize] = DROPPED;
    }
    let mut sids = SIDS.to_vec();
    if arms == 2.0 {
        sids.insert(3, "arm");
    }
    Names::new(&names, &sids)
}

/// Draws the skin's names on the left, the skeleton's joints on the right, and 11.2's way from name to joint.
fn two_orders(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let Names { names, joints } = doll(sheet.values());
    // A fourth slot would be one too many.
    let slots = [125.0, 87.0, 49.0, 11.0].map(|y| Vec2::new(45.0, y));
    let places: [Vec2; 5] =
        std::array::from_fn(|joint| Vec2::new(215.0 + 16.0 * joint as f32, 142.0 - 30.0 * joint as f32));
    for (number, name) in names.iter().enumerate() {
        sheet.word(slots[number] - 33.0 * Vec2::X, Align::Left, number.to_string(), Ink::Given);
        sheet.cell(slots[number] - Vec2::new(14.0, 12.0), Vec2::new(58.0, 24.0), name.clone(), Ink::Given);
    }
    for (number, Joint { sid, .. }) in joints.iter().enumerate() {
        let place = places[number];
        if number > 0 {
            let above = places[number - 1] + 8.0 * Vec2::X;
            sheet.line(&[above - 12.0 * Vec2::Y, place.with_x(above.x), place], Ink::Faint);
        }
        sheet.cell(place - 12.0 * Vec2::Y, Vec2::new(58.0, 24.0), sid.clone(), Ink::Given);
        sheet.word(place + 70.0 * Vec2::X, Align::Left, number.to_string(), Ink::Given);
    }
    let found = answers.collada_skin.skeleton_joints(&names, &joints)?;
    sheet.answered();
    if let Err(error) = &found {
        let word = if names.iter().any(|name| name == DROPPED) { DROPPED } else { "" };
        sheet.error(Vec2::new(12.0, 12.0), error, word);
    }
    for (number, index) in found.unwrap_or_default().into_iter().take(4).enumerate() {
        let to = places.get(index).copied().unwrap_or(Vec2::new(300.0, -30.0));
        sheet.arrow(slots[number] + 46.0 * Vec2::X, to - 3.0 * Vec2::X, Ink::Answer);
        let name = ["slot 0 is joint", "slot 1 is joint", "slot 2 is joint", "slot 3 is joint"][number];
        sheet.reading(name, index as f32, "");
    }
    Ok(())
}

const HALF: f32 = 22.0;

const ORIGIN: Vec2 = Vec2::new(130.0, 35.0);

/// Returns the outline of the post from `from` to `to` along its length, where `matrix` takes it.
fn post_outline(matrix: Mat4, [from, to]: [f32; 2]) -> [Vec2; 5] {
    let corners = [[from, -HALF], [to, -HALF], [to, HALF], [from, HALF], [from, -HALF]];
    corners.map(|[x, y]| ORIGIN + matrix.transform_point3(Vec3::new(x, y, 0.0)).truncate())
}

/// Length of 11.3's post, and distance of its joint from its foot, as it was modelled.
pub(crate) const LONG: f32 = 140.0;
const KNEE: f32 = 60.0;

/// Returns F, B⁻¹ and M of 11.3's post and its joint, which was bound with its x axis along the post.
pub(crate) fn post([turn, f_turns, f_scales]: [f32; 3]) -> [Mat4; 3] {
    let turned = Mat4::from_rotation_z(f_turns.to_radians());
    let bind_from_mesh = turned * Mat4::from_scale(Vec3::splat(f_scales));
    let bind_from_joint = turned * Mat4::from_translation(KNEE * f_scales * Vec3::X);
    let model_from_joint = bind_from_joint * Mat4::from_rotation_z(turn.to_radians());
    [bind_from_mesh, bind_from_joint.inverse(), model_from_joint]
}

/// Draws a post that was modelled lying, and its parts by 11.3: the foot follows no joint.
fn bind_shape(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [turn, f_turns, scale] = sheet.values();
    let [bind_from_mesh, joint_from_bind, model_from_joint] = post([turn, f_turns, scale]);
    sheet.line(&post_outline(Mat4::IDENTITY, [0.0, LONG]), Ink::Faint);
    sheet.line(&post_outline(Mat4::IDENTITY, [KNEE, KNEE]), Ink::Faint);
    sheet.word(ORIGIN + Vec2::new(0.75 * LONG, 0.0), Align::Middle, "mesh", Ink::Given);
    sheet.dashed(&post_outline(bind_from_mesh, [0.0, LONG]), Ink::Given);
    let along = Vec2::from_angle(f_turns.to_radians());
    sheet.word(ORIGIN + (LONG * scale + Vec2::new(26.0, 12.0)) * along, Align::Middle, "bound", Ink::Given);
    let elbow = ORIGIN + KNEE * scale * along;
    sheet.turn_from("M", elbow, scale * (LONG - KNEE) + 14.0, f_turns);
    let matrices = answers.collada_skin.joint_from_mesh(&rows(&[joint_from_bind]), bind_from_mesh)?;
    sheet.answered();
    let [upper, foot] = [0, 1].map(|slot| matrices.get(slot).copied().unwrap_or(Mat4::NAN));
    let parts = [post_outline(foot, [0.0, KNEE]), post_outline(model_from_joint * upper, [KNEE, LONG])];
    for corners in &parts {
        sheet.line(corners, Ink::Answer);
    }
    sheet.point(elbow, Ink::Answer);
    sheet.reading("matrices", matrices.len() as f32, "");
    sheet.reading("length", parts[1][0].distance(parts[1][1]), "");
    Ok(())
}

/// Feet of 11.4's two rows of bars, and the height of a weight of 1.
const ABOVE: f32 = 132.0;
const BELOW: f32 = 22.0;
const HIGH: f32 = 140.0;

fn bar(slot: usize, bottom: f32) -> Vec2 {
    Vec2::new(30.0 + 40.0 * slot as f32, bottom)
}

fn bar_size(weight: f32) -> Vec2 {
    Vec2::new(26.0, HIGH * weight.clamp(-0.1, 0.7))
}

/// Returns the influences of 11.4's vertex: the weights at slots 0 and 5, and the others as far as they count.
pub(crate) fn vertex([w0, w5, others]: [f32; 3]) -> Vec<Influence> {
    let mut weights = [0.0, 0.12, 0.25, 0.07, 0.10, 0.0, 0.02, 0.04].map(|weight| others * weight);
    weights[0] = w0;
    weights[5] = w5;
    let influences = weights.into_iter().enumerate().map(|(slot, weight)| Influence { slot, weight });
    influences.filter(|influence| influence.weight > 0.0).collect()
}

/// Draws the weights of a vertex in the file, and below them those that 11.4 keeps.
fn strongest(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let influences = vertex(sheet.values());
    for slot in 0..8 {
        sheet.word(bar(slot, ABOVE) + Vec2::new(13.0, -10.0), Align::Middle, slot.to_string(), Ink::Given);
    }
    for Influence { slot, weight } in &influences {
        sheet.cell(bar(*slot, ABOVE), bar_size(*weight), "", Ink::Given);
    }
    for (name, slot, most) in [("w0", 0, 0.5), ("w5", 5, 0.5), ("others", 2, 0.25)] {
        let low = bar(slot, ABOVE) + 13.0 * Vec2::X;
        sheet.slide(name, low, low + most * HIGH * Vec2::Y);
    }
    sheet.line(&[bar(0, BELOW) - 8.0 * Vec2::X, bar(8, BELOW)], Ink::Faint);
    let kept = answers.collada_skin.four_strongest(&influences)?;
    sheet.answered();
    for Influence { slot, weight } in kept.iter().take(8) {
        let low = bar((*slot).min(8), BELOW);
        sheet.cell(low, bar_size(*weight), "", Ink::Answer);
        sheet.word(low + Vec2::new(13.0, -11.0), Align::Middle, format!("{weight:.2}"), Ink::Answer);
    }
    sheet.reading("kept", kept.len() as f32, "");
    sheet.reading("sum", total_weight(&kept), "");
    Ok(())
}
