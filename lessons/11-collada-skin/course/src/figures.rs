//! The live figures of the text.

mod slots;

use crate::{Influence, Input, Joint, rows, total_weight};
use common::figure::{Align, Figure, Ink, Parameter, Sheet};
use given::{Course, Lost};
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
        shown: &[&[1.0, 2.0], &[1.0, 3.0]],
        draw: tape,
    },
    Figure {
        name: "11.2",
        size: [360.0, 160.0],
        parameters: &[
            Parameter::new("order", [0.0, 5.0], 4.0).whole().plays(6.0),
            Parameter::new("lost", [-1.0, 2.0], -1.0).whole(),
        ],
        shown: &[&[4.0, -1.0], &[4.0, 1.0]],
        draw: two_orders,
    },
    Figure {
        name: "11.3",
        size: [360.0, 200.0],
        parameters: &[
            Parameter::new("turn", [-90.0, 90.0], 40.0).unit("°").plays(4.0),
            Parameter::new("scale", [0.3, 0.6], 0.5),
        ],
        shown: &[],
        draw: bind_shape,
    },
    Figure {
        name: "11.3-slots",
        size: [360.0, 190.0],
        parameters: &[Parameter::new("v", [-1.0, 2.0], 0.0).whole().plays(4.0)],
        shown: &[&[0.0], &[-1.0]],
        draw: slots::one_row_each,
    },
    Figure {
        name: "11.4",
        size: [360.0, 215.0],
        parameters: &[Parameter::new("w0", [0.0, 0.5], 0.05), Parameter::new("w5", [0.0, 0.5], 0.35)],
        shown: &[],
        draw: strongest,
    },
];

/// The file's weights in 11.4; 0 and 5 are dragged, the others stay.
const WEIGHTS: [f32; 8] = [0.0, 0.12, 0.25, 0.07, 0.10, 0.0, 0.02, 0.04];

/// Three vertices' groups on a tape, and how the joints pull at one of them.
fn tape(sheet: &mut Sheet, answers: &Course) -> Result<(), Lost> {
    let [vertex, joint_offset] = sheet.values().map(|value: f32| value as usize);
    let stride = joint_offset + 1;
    // A weight's index and a joint for each influence.
    let vertices: [&[[i32; 2]]; 3] = [&[[0, -1]], &[[1, 2], [2, 0], [3, -1]], &[[4, 1], [5, 0]]];
    let vcount = vertices.map(<[_]>::len);
    let weights = [1.0, 0.5, 0.3, 0.2, 0.6, 0.4];
    let input = |semantic: &str, offset| Input { semantic: semantic.into(), offset };
    let inputs = [input("JOINT", joint_offset), input("WEIGHT", 0)];
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
    let slot = |slot: usize| Vec2::new(70.0 + 55.0 * slot as f32, 28.0);
    sheet.line(&[slot(0) - 30.0 * Vec2::X, slot(4) - 30.0 * Vec2::X], Ink::Faint);
    sheet.word(slot(0) - Vec2::new(34.0, 14.0), Align::Right, "slot", Ink::Given);
    for number in 0..4 {
        sheet.word(slot(number) - 14.0 * Vec2::Y, Align::Middle, number.to_string(), Ink::Given);
    }
    let found = answers.collada_skin.influences(&inputs, &vcount, &v, &weights, 3)?;
    sheet.answered();
    let none = Vec::new();
    let pulls = found.get(vertex).unwrap_or(&none);
    for Influence { slot: number, weight } in pulls.iter().take(8) {
        let low = slot((*number).min(5)) - 16.0 * Vec2::X;
        let size = Vec2::new(32.0, 64.0 * weight.clamp(-0.3, 1.3));
        sheet.cell(low, size, "", Ink::Answer);
        sheet.word(low + size.with_x(16.0) + 9.0 * Vec2::Y, Align::Middle, weight.to_string(), Ink::Answer);
    }
    sheet.reading("pulls", pulls.len() as f32, "");
    sheet.reading("stride", stride as f32, "");
    Ok(())
}

/// The skin's list on the left, the skeleton's on the right.
fn two_orders(sheet: &mut Sheet, answers: &Course) -> Result<(), Lost> {
    let [order, lost] = sheet.values();
    let order = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 1, 0], [2, 0, 1]][order as usize];
    let mut names = order.map(|name| ["hip", "arm", "hand"][name].to_owned());
    if let Some(name) = names.get_mut(lost as usize).filter(|_| lost >= 0.0) {
        *name = "tail".into();
    }
    let joints = ["pole", "hip", "arm", "hand"].map(|sid| Joint { id: format!("Doll_{sid}"), sid: sid.into() });
    let slot = |number: usize| Vec2::new(45.0, 125.0 - 38.0 * number as f32);
    let joint = |number: usize| Vec2::new(215.0 + 16.0 * number as f32, 140.0 - 34.0 * number as f32);
    for (number, name) in names.iter().enumerate() {
        sheet.word(slot(number) - 33.0 * Vec2::X, Align::Left, number.to_string(), Ink::Given);
        sheet.cell(slot(number) - Vec2::new(14.0, 12.0), Vec2::new(58.0, 24.0), name.clone(), Ink::Given);
    }
    for (number, Joint { sid, .. }) in joints.iter().enumerate() {
        if number > 0 {
            let [above, at] = [joint(number - 1) + 8.0 * Vec2::X, joint(number)];
            sheet.line(&[above - 12.0 * Vec2::Y, at.with_x(above.x), at], Ink::Faint);
        }
        sheet.cell(joint(number) - 12.0 * Vec2::Y, Vec2::new(58.0, 24.0), sid.clone(), Ink::Given);
        sheet.word(joint(number) + 70.0 * Vec2::X, Align::Left, number.to_string(), Ink::Given);
    }
    let found = answers.collada_skin.skeleton_joints(&names, &joints)?;
    sheet.answered();
    if let Err(error) = &found {
        let error: String = error.chars().take(45).collect();
        sheet.word(Vec2::new(12.0, 12.0), Align::Left, format!("Err: {error}"), Ink::Answer);
    }
    for (number, index) in found.unwrap_or_default().into_iter().take(3).enumerate() {
        let to = if index < joints.len() { joint(index) } else { Vec2::new(300.0, -30.0) };
        sheet.arrow(slot(number) + 46.0 * Vec2::X, to - 3.0 * Vec2::X, Ink::Answer);
        let name = ["slot 0 is joint", "slot 1 is joint", "slot 2 is joint"][number];
        sheet.reading(name, index as f32, "");
    }
    Ok(())
}

/// A post that was modelled lying, too large. Its foot follows nothing, its upper part a joint.
fn bind_shape(sheet: &mut Sheet, answers: &Course) -> Result<(), Lost> {
    let [turn, scale] = sheet.values();
    let origin = Vec2::new(130.0, 35.0);
    let long = 200.0;
    let half = 22.0;
    let knee = 80.0;
    let bind_from_mesh = Mat4::from_rotation_z(FRAC_PI_2) * Mat4::from_scale(Vec3::splat(scale));
    // The joint was bound where the knee is, with its own x axis along the post.
    let at_knee = Mat4::from_translation(Vec3::Y * knee * scale);
    let joint_from_bind = (at_knee * Mat4::from_rotation_z(FRAC_PI_2)).inverse();
    let model_from_joint = at_knee * Mat4::from_rotation_z(FRAC_PI_2 + turn.to_radians());
    let part = |matrix: Mat4, [from, to]: [f32; 2]| {
        let corners = [(from, -half), (to, -half), (to, half), (from, half), (from, -half)];
        corners.map(|(x, y)| origin + matrix.transform_point3(Vec3::new(x, y, 0.0)).truncate())
    };
    sheet.line(&part(Mat4::IDENTITY, [0.0, long]), Ink::Faint);
    sheet.line(&part(Mat4::IDENTITY, [knee, knee]), Ink::Faint);
    sheet.word(origin + Vec2::new(0.75 * long, 0.0), Align::Middle, "mesh", Ink::Given);
    sheet.dashed(&part(bind_from_mesh, [0.0, long]), Ink::Given);
    sheet.word(origin + (long * scale + 12.0) * Vec2::Y, Align::Middle, "bound", Ink::Given);
    let elbow = origin + knee * scale * Vec2::Y;
    sheet.turn_from("turn", elbow, scale * (long - knee) + 14.0, 90.0);
    let matrices = answers.collada_skin.joint_from_mesh(&rows(&[joint_from_bind]), bind_from_mesh)?;
    sheet.answered();
    let matrix = |slot: usize| matrices.get(slot).copied().unwrap_or(Mat4::NAN);
    let parts = [part(matrix(1), [0.0, knee]), part(model_from_joint * matrix(0), [knee, long])];
    for corners in &parts {
        sheet.line(corners, Ink::Answer);
    }
    sheet.point(elbow, Ink::Answer);
    sheet.reading("matrices", matrices.len() as f32, "");
    sheet.reading("length", parts[1][0].distance(parts[1][1]), "");
    Ok(())
}

/// The file's weights of one vertex above, what is kept of them below.
fn strongest(sheet: &mut Sheet, answers: &Course) -> Result<(), Lost> {
    let [w0, w5] = sheet.values();
    let mut weights = WEIGHTS;
    (weights[0], weights[5]) = (w0, w5);
    let bar = |slot: usize, bottom: f32| Vec2::new(30.0 + 40.0 * slot as f32, bottom);
    let above = 125.0;
    let below = 22.0;
    let high = 150.0;
    let size = |weight: f32| Vec2::new(26.0, high * weight.clamp(-0.1, 0.7));
    for (slot, weight) in weights.into_iter().enumerate() {
        sheet.cell(bar(slot, above), size(weight), "", Ink::Given);
        sheet.word(bar(slot, above) + Vec2::new(13.0, -10.0), Align::Middle, slot.to_string(), Ink::Given);
    }
    for (name, slot) in [("w0", 0), ("w5", 5)] {
        let low = bar(slot, above) + 13.0 * Vec2::X;
        sheet.slide(name, low, low + 0.5 * high * Vec2::Y);
    }
    sheet.line(&[bar(0, below) - 8.0 * Vec2::X, bar(8, below)], Ink::Faint);
    let influences = weights.iter().enumerate().map(|(slot, weight)| Influence { slot, weight: *weight });
    let influences: Vec<Influence> = influences.filter(|influence| influence.weight > 0.0).collect();
    let kept = answers.collada_skin.four_strongest(&influences)?;
    sheet.answered();
    for Influence { slot, weight } in kept.iter().take(8) {
        let low = bar((*slot).min(8), below);
        sheet.cell(low, size(*weight), "", Ink::Answer);
        sheet.word(low + Vec2::new(13.0, -11.0), Align::Middle, format!("{weight:.2}"), Ink::Answer);
    }
    sheet.reading("kept", kept.len() as f32, "");
    sheet.reading("sum", total_weight(&kept), "");
    let of_file = kept.iter().filter_map(|influence| weights.get(influence.slot)).sum::<f32>();
    sheet.reading("of the file's", of_file / total_weight(&influences), "");
    Ok(())
}
