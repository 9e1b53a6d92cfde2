//! The sum of two polygons, a flight through triangles, and what follows an edge.

use super::Scale;
use crate::ground::{depth, mesh_of};
use crate::measures::COLLIDER;
use crate::{Body, Mesh};
use drawing::{Align, Ink, Sheet};
use given::{CallError, Course, endless::unless_endless};
use glam::{DVec2, Vec2};

/// Largest number of an answer's calls to the mesh: right ones make a hundred.
const QUESTIONS: usize = 4000;

/// Draws an obstacle, the knight's collider at p, and the obstacle expanded by the collider.
pub(super) fn draw_grown(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
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

/// Returns the two triangles of 18.1. The list of the second does not begin at its lowest corner.
pub(crate) fn triangles([x, y, _]: [f32; 3]) -> [Vec<DVec2>; 2] {
    [[(0.0, 0.0), (2.0, 0.0), (0.0, 1.0)], [(x.into(), y.into()), (-1.0, 1.0), (0.0, 0.0)]]
        .map(|corners| corners.map(DVec2::from).to_vec())
}

/// Draws the text's two triangles, the directions of their edges, and their sum up to an edge.
pub(super) fn draw_sum(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [x, y, edges] = sheet.values();
    let [a, b] = triangles([x, y, edges]);
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
            let mut label = centre + 41.0 * direction;
            let mut edges_of_a = sides(&a).map(|(from, to)| (to - from).as_vec2().normalize_or_zero());
            // Beside the label of an edge of `a` that points almost the same way.
            if let Some(other) = edges_of_a.find(|other| number == 1 && other.dot(direction) > 0.97) {
                let side = if other.perp_dot(direction) < 0.0 { -1.0 } else { 1.0 };
                label += 11.0 * side * direction.perp();
            }
            sheet.word(label, Align::Middle, name, ink);
        }
    }
    sheet.drag(["x", "y"], scales[1].at(0.5, -0.4), scales[1].at(1.5, 1.4));
    let sum = answers.side_scroller.minkowski(&a, &b)?;
    sheet.answered();
    let scale = Scale { origin: Vec2::new(250.0, 48.0), metre: 30.0 };
    let all = edges >= 6.0;
    for (from, to) in sides(&sum).take(if all { usize::MAX } else { edges as usize }) {
        let [begin, end] = [from, to].map(|corner| scale.place(corner));
        sheet.line(&[begin, end], Ink::Answer);
        sheet.point(end, Ink::Answer);
        // Whose edge it is, outside of it.
        let edge = to - from;
        let out = -(end - begin).perp().normalize_or_zero();
        let mut distance = 11.0;
        for (polygon, name, ink) in [(&a, "a", Ink::Series(0)), (&b, "b", Ink::Series(1))] {
            let mut its_edges = sides(polygon).map(|(from, to)| to - from);
            if its_edges.any(|other| other.perp_dot(edge).abs() < 1e-6 && edge.dot(other) > 0.0) {
                sheet.word(begin.midpoint(end) + distance * out, Align::Middle, name, ink);
                distance += 12.0;
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

/// Start of 18.2's flight.
const FLIES_FROM: DVec2 = DVec2::new(2.0, 1.0);

/// Returns a flight of 18.2: what a body moves in, the body, and the seconds.
pub(crate) fn flight([x, y, t]: [f32; 3]) -> (Mesh, Body, f64) {
    flight_from(FLIES_FROM, (x.into(), y.into()), t.into())
}

/// Returns a flight in a hall with a level floor, a wall at x = 4, a ceiling at y = 4, and a slope at the left.
pub(crate) fn flight_from(position: DVec2, velocity: (f64, f64), seconds: f64) -> (Mesh, Body, f64) {
    let slope = [(-3.0, 0.0), (0.0, 0.0), (-3.0, 2.0)].map(DVec2::from).to_vec();
    let mesh = mesh_of(&[slope], (DVec2::new(-3.0, 0.0), DVec2::splat(4.0))).expect("a hall");
    let body = Body::new(&mesh, position).expect("a free place");
    (mesh, Body { velocity: velocity.into(), ..body }, seconds)
}

/// Length of an arrow for a velocity of 1 m/s.
const ARROW: f32 = 5.0;

/// Draws a body that flies straight through a hall's triangles.
pub(super) fn draw_flight(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let (mesh, start, seconds) = flight(sheet.values());
    let scale = Scale { origin: Vec2::new(150.0, 24.0), metre: 43.0 };
    draw_mesh(sheet, &mesh, scale);
    for (x, y, corner) in [(0.0, -0.3, "(0, 0)"), (4.0, -0.3, "(4, 0)"), (4.0, 4.25, "(4, 4)")] {
        sheet.word(scale.at(x, y), Align::Middle, corner, Ink::Given);
    }
    let from = scale.place(start.position);
    let end = sheet.drag(["v.x", "v.y"], from - ARROW * Vec2::new(4.0, 3.0), from + ARROW * Vec2::new(4.0, 3.0));
    sheet.arrow(from, end, Ink::Given);
    sheet.word(end + 14.0 * Vec2::Y, Align::Middle, "v", Ink::Given);
    sheet.answered();
    let mut before = start;
    let mut path = vec![scale.place(start.position)];
    let mut last = None;
    for sample in 1..=160 {
        let mut body = start;
        let seconds = seconds * f64::from(sample) / 160.0;
        let left = unless_endless(QUESTIONS, || answers.side_scroller.fly(&mesh, &mut body, seconds))?;
        let Some(left) = left else { return Ok(()) };
        path.push(scale.place(body.position));
        if body.triangle != before.triangle {
            sheet.point(scale.place(body.position), Ink::Answer);
        }
        before = body;
        last = Some(left);
        if body.support.is_some() {
            break;
        }
    }
    if let Some(triangle) = mesh.triangles.get(before.triangle) {
        let corners = triangle.corners.map(|corner| scale.place(mesh.points[corner]));
        sheet.area(&corners, Ink::Answer);
    }
    sheet.line(&path, Ink::Answer);
    let at = scale.place(before.position);
    sheet.key(at, Ink::Answer);
    sheet.arrow(at, at + ARROW * before.velocity.as_vec2(), Ink::Answer);
    if before.support.is_some() {
        sheet.word(at - 16.0 * Vec2::Y, Align::Middle, "lands", Ink::Answer);
    }
    sheet.reading("x", before.position.x as f32, "m");
    sheet.reading("y", before.position.y as f32, "m");
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

/// Start of 18.3's walk, 0.4 m before the end of the slope.
const WALKS_FROM: DVec2 = DVec2::new(-0.32, -0.24);
/// Foot of that slope, which rises to (0, 0).
const FOOT: DVec2 = DVec2::new(-1.5, -1.125);

/// Returns a walk of 18.3: what a body moves on, the body, and the seconds.
pub(crate) fn walk([turn, v, t]: [f32; 3]) -> (Mesh, Body, f64) {
    walk_from(turn, WALKS_FROM, v.into(), t.into())
}

/// Returns a walk on level ground, a slope, and an edge at this angle to the horizontal. The velocity is along x.
pub(crate) fn walk_from(degrees: f32, position: DVec2, velocity: f64, seconds: f64) -> (Mesh, Body, f64) {
    let end = 1.6 * DVec2::from_angle(f64::from(degrees).to_radians());
    let mut ground = Vec::new();
    for (a, b) in [(FOOT.with_x(-3.0), FOOT), (FOOT, DVec2::ZERO), (DVec2::ZERO, end)] {
        ground.push(vec![a.with_y(-3.0), b.with_y(-3.0), b, a]);
    }
    let mesh = mesh_of(&ground, (DVec2::splat(-4.0), DVec2::splat(4.0))).expect("ground");
    let (triangle, edge) = mesh.standing_at(position).expect("ground to stand on");
    (mesh, Body { position, velocity: velocity * DVec2::X, triangle, support: Some(edge) }, seconds)
}

/// Draws a walk up a slope, and on to an edge that is turned.
pub(super) fn draw_walk(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let (mesh, start, seconds) = walk(sheet.values());
    let scale = Scale { origin: Vec2::new(95.0, 90.0), metre: 55.0 };
    let [degrees, ..] = sheet.values::<3>();
    let next = 1.6 * DVec2::from_angle(f64::from(degrees).to_radians());
    let below = -1.4;
    for (a, b) in [(FOOT, DVec2::ZERO), (DVec2::ZERO, next.with_y(next.y.max(below)))] {
        sheet.area(&[a.with_y(below), b.with_y(below), b, a].map(|corner| scale.place(corner)), Ink::Given);
    }
    sheet.line(&[FOOT, DVec2::ZERO, next].map(|corner| scale.place(corner)), Ink::Given);
    let normal = DVec2::from_angle(f64::from(degrees).to_radians()).perp();
    let middle = scale.place(0.6 * next);
    sheet.arrow(middle, middle + 26.0 * normal.as_vec2(), Ink::Faint);
    sheet.word(middle + 36.0 * normal.as_vec2(), Align::Middle, "n₂", Ink::Given);
    let from = scale.place(start.position);
    sheet.arrow(from, from + 15.0 * start.velocity.as_vec2(), Ink::Given);
    sheet.turn("turn", scale.at(0.0, 0.0), 1.6 * scale.metre);
    sheet.answered();
    let mut body = start;
    let mut path = Vec::new();
    let mut left = 0.0;
    for sample in 0..=60 {
        body = start;
        let seconds = seconds * f64::from(sample) / 60.0;
        let rest = unless_endless(QUESTIONS, || answers.side_scroller.walk(&mesh, &mut body, seconds))?;
        let Some(rest) = rest else { return Ok(()) };
        path.push(scale.place(body.position));
        left = rest;
    }
    sheet.line(&path, Ink::Answer);
    let at = scale.place(body.position);
    sheet.key(at, Ink::Answer);
    sheet.arrow(at, at + 15.0 * body.velocity.as_vec2(), Ink::Answer);
    if let Some(edge @ 0..3) = body.support
        && body.triangle < mesh.triangles.len()
    {
        let (a, b) = mesh.edge(body.triangle, edge);
        sheet.dashed(&[scale.place(a), scale.place(b)], Ink::Answer);
    }
    let says = match body.support {
        Some(_) if body.velocity.length() < 1e-6 => "stopped",
        Some(_) => "on",
        None => "off",
    };
    sheet.word(Vec2::new(30.0, 172.0), Align::Left, says, Ink::Answer);
    sheet.reading("x", body.position.x as f32, "m");
    sheet.reading("y", body.position.y as f32, "m");
    sheet.reading("left", left as f32, "s");
    Ok(())
}
