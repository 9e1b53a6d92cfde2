//! The sum of two polygons, a flight through triangles, and what follows an edge.

use super::Scale;
use crate::ground::{depth, mesh_of};
use crate::measures::COLLIDER;
use crate::{Body, Mesh};
use drawing::{Align, Ink, Sheet};
use given::{CallError, Course, endless::unless_endless};
use glam::{DVec2, Vec2};
use std::sync::LazyLock;

/// Largest number of an answer's calls to the mesh: right ones make a hundred.
const QUESTIONS: usize = 4000;

/// Draws an obstacle, the knight's collider at p, and the obstacle expanded by the collider.
pub(super) fn grown(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [x, y] = sheet.values();
    let scale = Scale { origin: Vec2::new(165.0, 105.0), metre: 45.0 };
    let obstacle = [(0.0, 0.0), (1.4, 0.0), (1.1, 0.7), (0.2, 0.7)].map(DVec2::from);
    let p = DVec2::new(x.into(), y.into());
    let outline = scale.outline(&obstacle);
    sheet.area(&outline, Ink::Given);
    sheet.line(&outline, Ink::Given);
    sheet.word(scale.at(0.65, 0.35), Align::Middle, "block", Ink::Given);
    let outline = scale.outline(&COLLIDER.map(|corner| p + corner));
    sheet.area(&outline, Ink::Series(0));
    sheet.line(&outline, Ink::Series(0));
    sheet.word(scale.place(p) + 58.0 * Vec2::Y, Align::Middle, "he", Ink::Series(0));
    let turned = COLLIDER.map(|corner| -corner);
    let sum = answers.side_scroller.minkowski(&obstacle, &turned)?;
    sheet.answered();
    sheet.line(&scale.outline(&sum), Ink::Answer);
    sheet.reading("p inside by", depth(&sum, p) as f32, "m");
    sheet.given();
    let at = sheet.drag(["x", "y"], scale.at(-2.5, -2.0), scale.at(3.5, 0.8));
    sheet.word(at + Vec2::new(12.0, -8.0), Align::Left, "p", Ink::Series(0));
    Ok(())
}

/// Draws the text's two triangles, the directions of their edges, and their sum up to an edge.
pub(super) fn sum(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [x, y, edges] = sheet.values();
    let a = [(0.0, 0.0), (2.0, 0.0), (0.0, 1.0)].map(DVec2::from);
    // Its list does not begin at the lowest corner.
    let b = [(f64::from(x), f64::from(y)), (-1.0, 1.0), (0.0, 0.0)].map(DVec2::from);
    let [left, right] = [Vec2::new(14.0, 112.0), Vec2::new(45.0, 30.0)];
    let scales = [left, right].map(|origin| Scale { origin, metre: 36.0 });
    let centre = Vec2::new(155.0, 85.0);
    for (number, (corners, name)) in [(&a, "a"), (&b, "b")].into_iter().enumerate() {
        let ink = Ink::Series(number as u8);
        let scale = scales[number];
        sheet.line(&scale.outline(corners), ink);
        let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
        sheet.word(scale.place(middle), Align::Middle, name, ink);
        // The directions of its edges, from one place.
        for (from, to) in sides(corners) {
            let direction = (to - from).as_vec2().normalize_or_zero();
            sheet.arrow(centre, centre + 30.0 * direction, ink);
            sheet.word(centre + 41.0 * direction, Align::Middle, name, ink);
        }
    }
    sheet.drag(["x", "y"], scales[1].at(0.5, -0.4), scales[1].at(1.5, 1.4));
    let sum = answers.side_scroller.minkowski(&a, &b)?;
    sheet.answered();
    let scale = Scale { origin: Vec2::new(242.0, 45.0), metre: 33.0 };
    let all = edges >= 6.0;
    for (from, to) in sides(&sum).take(if all { usize::MAX } else { edges as usize }) {
        let [begin, end] = [from, to].map(|corner| scale.place(corner));
        sheet.line(&[begin, end], Ink::Answer);
        sheet.point(end, Ink::Answer);
        // Whose edge it is, outside of it.
        let edge = to - from;
        let out = -(end - begin).perp().normalize_or_zero();
        for (polygon, name, ink) in [(&a, "a", Ink::Series(0)), (&b, "b", Ink::Series(1))] {
            let mut its_edges = sides(polygon).map(|(from, to)| to - from);
            if its_edges.any(|other| other.perp_dot(edge).abs() < 1e-6 && edge.dot(other) > 0.0) {
                sheet.word(begin.midpoint(end) + 11.0 * out, Align::Middle, name, ink);
            }
        }
    }
    sheet.point(sum.first().map_or(Vec2::NAN, |corner| scale.place(*corner)), Ink::Answer);
    sheet.reading("corners", sum.len() as f32, "");
    Ok(())
}

fn sides(corners: &[DVec2]) -> impl Iterator<Item = (DVec2, DVec2)> {
    corners.iter().copied().zip(corners.iter().copied().cycle().skip(1))
}

const FLIES_FROM: DVec2 = DVec2::new(0.8, 1.1);

/// A floor, a slope, a block below the ceiling and one in the air.
static HALL: LazyLock<Mesh> = LazyLock::new(|| {
    let blocks = [
        vec![(0.1, 0.1), (3.4, 0.1), (3.4, 0.5), (0.1, 0.5)],
        vec![(3.4, 0.1), (7.1, 0.1), (7.1, 2.3), (3.4, 0.5)],
        vec![(4.1, 2.7), (5.3, 2.35), (5.3, 3.7), (4.1, 3.7)],
        vec![(2.2, 2.4), (2.7, 2.3), (2.6, 2.8)],
    ];
    let blocks: Vec<Vec<DVec2>> =
        blocks.into_iter().map(|corners| corners.into_iter().map(DVec2::from).collect()).collect();
    mesh_of(&blocks, (DVec2::splat(0.1), DVec2::new(7.1, 3.7))).unwrap_or_default()
});

/// A body that flies straight through a hall's triangles.
pub(super) fn flight(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [x, y, t] = sheet.values();
    let scale = Scale { origin: Vec2::ZERO, metre: 50.0 };
    draw_mesh(sheet, &HALL, scale);
    let from = scale.place(FLIES_FROM);
    let end = sheet.drag(["x", "y"], from + Vec2::new(-20.0, -40.0), from + Vec2::new(80.0, 60.0));
    sheet.arrow(from, end, Ink::Given);
    sheet.word(end + 14.0 * Vec2::Y, Align::Middle, "v", Ink::Given);
    let Some(body) = Body::new(&HALL, FLIES_FROM) else { return Ok(()) };
    let start = Body { velocity: DVec2::new(x.into(), y.into()), ..body };
    sheet.answered();
    let mut before = start;
    let mut path = vec![scale.place(start.position)];
    let mut triangles = 1;
    let mut last = None;
    for sample in 1..=160 {
        let mut body = start;
        let seconds = f64::from(t) * f64::from(sample) / 160.0;
        let left = unless_endless(QUESTIONS, || answers.side_scroller.fly(&HALL, &mut body, seconds))?;
        let Some(left) = left else { return Ok(()) };
        path.push(scale.place(body.position));
        if body.triangle != before.triangle {
            sheet.point(scale.place(body.position), Ink::Answer);
            triangles += 1;
        }
        before = body;
        last = Some(left);
        if body.support.is_some() {
            break;
        }
    }
    if let Some(triangle) = HALL.triangles.get(before.triangle) {
        let corners = triangle.corners.map(|corner| scale.place(HALL.points[corner]));
        sheet.area(&corners, Ink::Answer);
    }
    sheet.line(&path, Ink::Answer);
    let at = scale.place(before.position);
    sheet.key(at, Ink::Answer);
    sheet.arrow(at, at + 10.0 * before.velocity.as_vec2(), Ink::Answer);
    if before.support.is_some() {
        sheet.word(at - 16.0 * Vec2::Y, Align::Middle, "lands", Ink::Answer);
    }
    sheet.reading("triangles", triangles as f32, "");
    sheet.reading("speed", before.velocity.length() as f32, "m/s");
    sheet.reading("left", last.map_or(f32::NAN, |left| left as f32), "s");
    Ok(())
}

/// Draws a mesh: solid triangles as glass, free ones by their edges.
fn draw_mesh(sheet: &mut Sheet, mesh: &Mesh, scale: Scale) {
    for triangle in &mesh.triangles {
        let [a, b, c] = triangle.corners.map(|corner| scale.place(mesh.points[corner]));
        if triangle.is_solid {
            sheet.area(&[a, b, c], Ink::Given);
        }
        for (edge, (from, to)) in [(a, b), (b, c), (c, a)].into_iter().enumerate() {
            let next = triangle.neighbors[edge].and_then(|next| mesh.triangles.get(next));
            match next.is_none_or(|next| next.is_solid) {
                true if !triangle.is_solid => sheet.line(&[from, to], Ink::Given),
                false if !triangle.is_solid => sheet.line(&[from, to], Ink::Faint),
                _ => {}
            }
        }
    }
}

/// Start of the walk; the edge ends at (0, 0).
const WALKS_FROM: DVec2 = DVec2::new(-1.4, 0.0);

/// Draws a walk over the end of an edge, on to one that is turned.
pub(super) fn turn(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [degrees, v] = sheet.values();
    let scale = Scale { origin: Vec2::new(125.0, 82.0), metre: 37.0 };
    let flat = DVec2::new(-3.0, 0.0);
    let next = 2.0 * DVec2::from_angle(f64::from(degrees).to_radians());
    let below = DVec2::new(0.0, -2.1);
    let ground =
        [vec![flat.with_y(below.y), below, DVec2::ZERO, flat], vec![below, next.with_y(below.y), next, DVec2::ZERO]];
    for corners in &ground {
        sheet.area(&corners.iter().map(|corner| scale.place(*corner)).collect::<Vec<_>>(), Ink::Given);
    }
    sheet.line(&[flat, DVec2::ZERO, next].map(|corner| scale.place(corner)), Ink::Given);
    let Ok(mesh) = mesh_of(&ground, (DVec2::new(-4.0, -4.0), DVec2::new(4.0, 4.0))) else { return Ok(()) };
    let Some((triangle, edge)) = mesh.standing_at(WALKS_FROM) else { return Ok(()) };
    let start = Body { position: WALKS_FROM, velocity: DVec2::X * f64::from(v), triangle, support: Some(edge) };
    let (after, following) = mesh.next_edge(triangle, edge, true);
    let normal = mesh.normal(after, following);
    let middle = scale.place(next / 2.0);
    sheet.arrow(middle, middle + 26.0 * normal.as_vec2(), Ink::Faint);
    sheet.word(middle + 38.0 * normal.as_vec2(), Align::Middle, "n₂", Ink::Given);
    sheet.turn("turn", scale.at(0.0, 0.0), 2.0 * scale.metre);
    sheet.reading("n₂·v", normal.dot(start.velocity) as f32, "m/s");
    sheet.answered();
    let mut body = start;
    let mut path = Vec::new();
    let mut left = 0.0;
    for sample in 0..=60 {
        body = start;
        let seconds = f64::from(sample) / 60.0;
        let rest = unless_endless(QUESTIONS, || answers.side_scroller.walk(&mesh, &mut body, seconds))?;
        let Some(rest) = rest else { return Ok(()) };
        path.push(scale.place(body.position));
        left = rest;
    }
    sheet.line(&path, Ink::Answer);
    let at = scale.place(body.position);
    sheet.key(at, Ink::Answer);
    sheet.arrow(at, at + 15.0 * body.velocity.as_vec2(), Ink::Answer);
    let says = match body.support {
        Some(_) if body.velocity.length() < 1e-6 => "stopped",
        Some(_) => "on",
        None => "off",
    };
    sheet.word(Vec2::new(60.0, 152.0), Align::Middle, says, Ink::Answer);
    sheet.reading("left", left as f32, "s");
    Ok(())
}
