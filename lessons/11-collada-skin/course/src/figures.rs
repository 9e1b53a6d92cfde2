//! The live figures of the text.

mod slots;

use crate::{Influence, Input, Joint, rows, total_weight};
use drawing::{Align, Figure, Ink, Parameter, Sheet, Shown, ShownCase};
use given::{CallError, Course};
use glam::{Mat4, Vec2, Vec3};
use std::f32::consts::FRAC_PI_2;

pub(crate) const FIGURES: &[Figure] = &[
    Figure {
        name: "11.1",
        size: [360.0, 205.0],
        parameters: &[
            Parameter::new("vertex", [0.0, 2.0], 1.0).whole().plays(4.0),
            Parameter::new("offset", [1.0, 3.0], 2.0).whole(),
        ],
        shown: Shown::At(&[&[1.0, 2.0], &[1.0, 3.0]]),
        draw: tape,
    },
    Figure {
        name: "11.2",
        size: [360.0, 160.0],
        parameters: &[
            Parameter::new("order", [0.0, 5.0], 4.0).whole().plays(6.0),
            Parameter::new("lost", [-1.0, 2.0], -1.0).whole(),
        ],
        shown: Shown::At(&[&[4.0, -1.0], &[4.0, 1.0]]),
        draw: two_orders,
    },
    Figure {
        name: "11.3",
        size: [360.0, 200.0],
        parameters: &[
            Parameter::new("turn", [-90.0, 90.0], 40.0).unit("°").plays(4.0),
            Parameter::new("scale", [0.3, 0.6], 0.5),
        ],
        shown: Shown::Start,
        draw: bind_shape,
    },
    Figure {
        name: "11.3-slots",
        size: [360.0, 190.0],
        parameters: &[Parameter::new("v", [-1.0, 2.0], 0.0).whole().plays(4.0)],
        shown: Shown::At(&[&[0.0], &[-1.0]]),
        draw: slots::one_row_each,
    },
    Figure {
        name: "11.4",
        size: [360.0, 215.0],
        parameters: &[Parameter::new("w0", [0.0, 0.5], 0.05), Parameter::new("w5", [0.0, 0.5], 0.35)],
        shown: Shown::Start,
        draw: strongest,
    },
];

pub const SHOWN_CASES: &[ShownCase] = &[
    ("names hip arm hand; the skeleton's sids pole hip arm hand", &[0.0, -1.0]),
    ("names hand arm hip; the skeleton's sids pole hip arm hand", &[4.0, -1.0]),
    ("names hip tail hand; the skeleton's sids pole hip arm hand", &[0.0, 1.0]),
];

/// The file's weights in 11.4; 0 and 5 are dragged, the others stay.
const WEIGHTS: [f32; 8] = [0.0, 0.12, 0.25, 0.07, 0.10, 0.0, 0.02, 0.04];

pub(crate) fn inputs(layout: &[(&str, usize)]) -> Vec<Input> {
    layout.iter().map(|&(semantic, offset)| Input { semantic: semantic.into(), offset }).collect()
}

/// Draws the numbers of three vertices on a tape, and the influences that 11.1 reads for one of them.
fn tape(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [vertex, joint_offset] = sheet.values().map(|value: f32| value as usize);
    let stride = joint_offset + 1;
    // A weight's index and a joint for each influence.
    let vertices: [&[[i32; 2]]; 3] = [&[[0, -1]], &[[1, 2], [2, 0], [3, -1]], &[[4, 1], [5, 0]]];
    let vcount = vertices.map(<[_]>::len);
    let weights = [1.0, 0.5, 0.3, 0.2, 0.6, 0.4];
    let inputs = inputs(&[("JOINT", joint_offset), ("WEIGHT", 0)]);
    let mut v = Vec::new();
    let left = 12.0;
    let wide = 14.0;
    for (number, groups) in vertices.into_iter().enumerate() {
        let ink = if number == vertex { Ink::Given } else { Ink::Faint };
        let at = Vec2::new(left + wide * v.len() as f32, 175.0);
        let size = Vec2::new(wide * (stride * groups.len()) as f32, 18.0);
        sheet.cell(at + Vec2::X, size - 2.0 * Vec2::X, groups.len().to_string(), ink);
        for [weight, joint] in groups {
            for place in 0..stride {
                let low = Vec2::new(left + wide * v.len() as f32, 145.0);
                let (value, role) = match place {
                    0 => (*weight, Ink::Series(2)),
                    place if place == joint_offset => (*joint, Ink::Series(0)),
                    _ => (2, Ink::Faint),
                };
                v.push(value);
                sheet.cell(low, Vec2::new(wide, 20.0), value.to_string(), if number == vertex { role } else { ink });
            }
        }
    }
    let [first, last] = [0.5, 5.0].map(|groups| Vec2::new(left + wide * stride as f32 * groups, 108.0));
    sheet.line(&[first, last], Ink::Faint);
    sheet.slide("vertex", first, last);
    sheet.word(Vec2::new(left, 131.0), Align::Left, "weight", Ink::Series(2));
    sheet.word(Vec2::new(left + 60.0, 131.0), Align::Left, "joint", Ink::Series(0));
    // The list that the weights' indices point into.
    sheet.word(Vec2::new(326.0, 110.0), Align::Middle, "weights", Ink::Given);
    for (index, weight) in weights.iter().enumerate() {
        let low = Vec2::new(310.0, 86.0 - 15.0 * index as f32);
        let is_used = vertices[vertex].iter().any(|[used, _]| *used as usize == index);
        sheet.cell(low, Vec2::new(32.0, 14.0), weight.to_string(), if is_used { Ink::Series(2) } else { Ink::Faint });
        sheet.word(low + Vec2::new(-6.0, 7.0), Align::Right, index.to_string(), Ink::Given);
    }
    let slots: [Vec2; 6] = std::array::from_fn(|slot| Vec2::new(70.0 + 55.0 * slot as f32, 28.0));
    sheet.line(&[slots[0] - 30.0 * Vec2::X, slots[4] - 30.0 * Vec2::X], Ink::Faint);
    sheet.word(slots[0] - Vec2::new(34.0, 14.0), Align::Right, "slot", Ink::Given);
    for (number, slot) in slots.iter().take(4).enumerate() {
        sheet.word(slot - 14.0 * Vec2::Y, Align::Middle, number.to_string(), Ink::Given);
    }
    let found = answers.collada_skin.influences(&inputs, &vcount, &v, &weights, 3)?;
    sheet.answered();
    let none = Vec::new();
    let pulls = found.get(vertex).unwrap_or(&none);
    for Influence { slot, weight } in pulls.iter().take(8) {
        let low = slots[(*slot).min(5)] - 16.0 * Vec2::X;
        let size = Vec2::new(32.0, 64.0 * weight.clamp(-0.3, 1.3));
        sheet.cell(low, size, "", Ink::Answer);
        sheet.word(low + size.with_x(16.0) + 9.0 * Vec2::Y, Align::Middle, weight.to_string(), Ink::Answer);
    }
    sheet.reading("pulls", pulls.len() as f32, "");
    sheet.reading("stride", stride as f32, "");
    Ok(())
}

/// Sids of the skeleton of 11.2.
pub(crate) const SIDS: [&str; 4] = ["pole", "hip", "arm", "hand"];

/// Draws the skin's names on the left, the skeleton's joints on the right, and 11.2's way from name to joint.
fn two_orders(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [order, missing] = sheet.values();
    let order = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 1, 0], [2, 0, 1]][order as usize];
    let mut names = order.map(|name| ["hip", "arm", "hand"][name].to_owned());
    if let Some(name) = names.get_mut(missing as usize).filter(|_| missing >= 0.0) {
        *name = "tail".into();
    }
    let joints = SIDS.map(|sid| Joint { id: format!("Doll_{sid}"), sid: sid.into() });
    let slots = [125.0, 87.0, 49.0].map(|y| Vec2::new(45.0, y));
    let places: [Vec2; 4] =
        std::array::from_fn(|joint| Vec2::new(215.0 + 16.0 * joint as f32, 140.0 - 34.0 * joint as f32));
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
        let error: String = error.chars().take(45).collect();
        sheet.word(Vec2::new(12.0, 12.0), Align::Left, format!("Err: {error}"), Ink::Answer);
    }
    for (number, index) in found.unwrap_or_default().into_iter().take(3).enumerate() {
        let to = places.get(index).copied().unwrap_or(Vec2::new(300.0, -30.0));
        sheet.arrow(slots[number] + 46.0 * Vec2::X, to - 3.0 * Vec2::X, Ink::Answer);
        let name = ["slot 0 is joint", "slot 1 is joint", "slot 2 is joint"][number];
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

/// Draws a post that was modelled lying and too large, and its parts by 11.3: the foot follows no joint.
fn bind_shape(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [turn, scale] = sheet.values();
    let long = 200.0;
    let knee = 80.0;
    let bind_from_mesh = Mat4::from_rotation_z(FRAC_PI_2) * Mat4::from_scale(Vec3::splat(scale));
    // The joint was bound where the knee is, with its own x axis along the post.
    let at_knee = Mat4::from_translation(Vec3::Y * knee * scale);
    let joint_from_bind = (at_knee * Mat4::from_rotation_z(FRAC_PI_2)).inverse();
    let model_from_joint = at_knee * Mat4::from_rotation_z(FRAC_PI_2 + turn.to_radians());
    sheet.line(&post_outline(Mat4::IDENTITY, [0.0, long]), Ink::Faint);
    sheet.line(&post_outline(Mat4::IDENTITY, [knee, knee]), Ink::Faint);
    sheet.word(ORIGIN + Vec2::new(0.75 * long, 0.0), Align::Middle, "mesh", Ink::Given);
    sheet.dashed(&post_outline(bind_from_mesh, [0.0, long]), Ink::Given);
    sheet.word(ORIGIN + (long * scale + 12.0) * Vec2::Y, Align::Middle, "bound", Ink::Given);
    let elbow = ORIGIN + knee * scale * Vec2::Y;
    sheet.turn_from("turn", elbow, scale * (long - knee) + 14.0, 90.0);
    let matrices = answers.collada_skin.joint_from_mesh(&rows(&[joint_from_bind]), bind_from_mesh)?;
    sheet.answered();
    let [upper, foot] = [0, 1].map(|slot| matrices.get(slot).copied().unwrap_or(Mat4::NAN));
    let parts = [post_outline(foot, [0.0, knee]), post_outline(model_from_joint * upper, [knee, long])];
    for corners in &parts {
        sheet.line(corners, Ink::Answer);
    }
    sheet.point(elbow, Ink::Answer);
    sheet.reading("matrices", matrices.len() as f32, "");
    sheet.reading("length", parts[1][0].distance(parts[1][1]), "");
    Ok(())
}

/// Feet of 11.4's two rows of bars, and the height of a weight of 1.
const ABOVE: f32 = 125.0;
const BELOW: f32 = 22.0;
const HIGH: f32 = 150.0;

fn bar(slot: usize, bottom: f32) -> Vec2 {
    Vec2::new(30.0 + 40.0 * slot as f32, bottom)
}

fn bar_size(weight: f32) -> Vec2 {
    Vec2::new(26.0, HIGH * weight.clamp(-0.1, 0.7))
}

/// Draws the weights of a vertex in the file, and below them those that 11.4 keeps.
fn strongest(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let mut weights = WEIGHTS;
    [weights[0], weights[5]] = sheet.values();
    for (slot, weight) in weights.into_iter().enumerate() {
        let low = bar(slot, ABOVE);
        sheet.cell(low, bar_size(weight), "", Ink::Given);
        sheet.word(low + Vec2::new(13.0, -10.0), Align::Middle, slot.to_string(), Ink::Given);
    }
    for (name, slot) in [("w0", 0), ("w5", 5)] {
        let low = bar(slot, ABOVE) + 13.0 * Vec2::X;
        sheet.slide(name, low, low + 0.5 * HIGH * Vec2::Y);
    }
    sheet.line(&[bar(0, BELOW) - 8.0 * Vec2::X, bar(8, BELOW)], Ink::Faint);
    let influences = weights.iter().enumerate().map(|(slot, weight)| Influence { slot, weight: *weight });
    let influences: Vec<Influence> = influences.filter(|influence| influence.weight > 0.0).collect();
    let kept = answers.collada_skin.four_strongest(&influences)?;
    sheet.answered();
    for Influence { slot, weight } in kept.iter().take(8) {
        let low = bar((*slot).min(8), BELOW);
        sheet.cell(low, bar_size(*weight), "", Ink::Answer);
        sheet.word(low + Vec2::new(13.0, -11.0), Align::Middle, format!("{weight:.2}"), Ink::Answer);
    }
    sheet.reading("kept", kept.len() as f32, "");
    sheet.reading("sum", total_weight(&kept), "");
    let of_file = kept.iter().filter_map(|influence| weights.get(influence.slot)).sum::<f32>();
    sheet.reading("of the file's", of_file / total_weight(&influences), "");
    Ok(())
}
