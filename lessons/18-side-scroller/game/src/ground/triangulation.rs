//! A constrained Delaunay triangulation of all edges of polygons.

use super::polygon::{edges, is_convex};
use super::snap::{Segment, cell, chains, point};
use super::{Mesh, Triangle};
use glam::DVec2;
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation};
use std::collections::BTreeMap;

/// Largest distance of a level from the origin, in metres: products of differences on the grid then fit into 64 bits.
pub const FARTHEST: f64 = 500.0;

type Edge = (usize, usize);
type Triangulation64 = ConstrainedDelaunayTriangulation<Point2<f64>>;

/// Triangulates a level: `obstacles` are its expanded polygons, which may overlap, touch and lie in one another, and
/// the bounds are a lower left and an upper right corner.
///
/// # Errors
/// If an obstacle cannot be used, or the bounds have no area; in words.
pub fn mesh_of(obstacles: &[Vec<DVec2>], (low, high): (DVec2, DVec2)) -> Result<Mesh, String> {
    if !(is_near(&low) && is_near(&high) && low.cmplt(high).all()) {
        return Err("the bounds of the level have no area, or are too far away".into());
    }
    for (index, obstacle) in obstacles.iter().enumerate() {
        if !is_convex(obstacle) {
            let what = "is no convex polygon, counterclockwise";
            return Err(format!("expanded obstacle {index} {what}"));
        }
        if !obstacle.iter().all(is_near) {
            let what = format!("is more than {FARTHEST} m from the origin");
            return Err(format!("expanded obstacle {index} {what}"));
        }
    }
    // Clockwise: what is within the bounds is in one polygon less.
    let frame = [low, DVec2::new(low.x, high.y), high, DVec2::new(high.x, low.y)];
    let segments: Vec<Segment> = obstacles
        .iter()
        .flat_map(|obstacle| edges(obstacle))
        .chain(edges(&frame))
        .map(|(a, b)| (cell(a), cell(b)))
        .filter(|(a, b)| a != b)
        .collect();
    let (triangulation, to_the_left) = triangulate(&segments)?;
    let mut mesh = triangles(&triangulation);
    mark_solid(&mut mesh, &to_the_left);
    Ok(mesh)
}

fn is_near(corner: &DVec2) -> bool {
    corner.abs().max_element() <= FARTHEST
}

/// Triangulates segments. Returns also, for each directed edge, the number of polygons to its left minus those to its
/// right.
fn triangulate(segments: &[Segment]) -> Result<(Triangulation64, BTreeMap<Edge, i32>), String> {
    let mut triangulation = Triangulation64::new();
    let mut to_the_left = BTreeMap::<Edge, i32>::new();
    for chain in chains(segments) {
        let mut last = None;
        for at in chain.into_iter().map(point) {
            let vertex = triangulation.insert(Point2::new(at.x, at.y));
            let vertex = vertex.map_err(|error| format!("no triangles: {error}"))?;
            if let Some(last) = last.replace(vertex) {
                if !triangulation.can_add_constraint(last, vertex) {
                    return Err(format!("edges cross near ({:.2}, {:.2})", at.x, at.y));
                }
                triangulation.add_constraint(last, vertex);
                *to_the_left.entry((last.index(), vertex.index())).or_default() += 1;
                *to_the_left.entry((vertex.index(), last.index())).or_default() -= 1;
            }
        }
    }
    Ok((triangulation, to_the_left))
}

/// Returns the mesh of a triangulation: each triangle with its neighbors, and solid at first.
fn triangles(triangulation: &Triangulation64) -> Mesh {
    let points = triangulation.vertices().map(|vertex| vertex.position());
    let points = points.map(|Point2 { x, y }| DVec2::new(x, y)).collect();
    let mut mesh = Mesh { points, triangles: Vec::new() };
    let mut owners = BTreeMap::<Edge, usize>::new();
    for face in triangulation.inner_faces() {
        let corners = face.vertices().map(|vertex| vertex.fix().index());
        for edge in 0..3 {
            owners.insert((corners[edge], corners[(edge + 1) % 3]), mesh.triangles.len());
        }
        mesh.triangles.push(Triangle { corners, neighbors: [None; 3], is_solid: true });
    }
    for triangle in &mut mesh.triangles {
        let corners = triangle.corners;
        for edge in 0..3 {
            triangle.neighbors[edge] = owners.get(&(corners[(edge + 1) % 3], corners[edge])).copied();
        }
    }
    mesh
}

/// Counts in how many polygons each triangle lies, from the outside inwards, and marks those in an obstacle or out of
/// bounds as solid.
fn mark_solid(mesh: &mut Mesh, to_the_left: &BTreeMap<Edge, i32>) {
    let left = |a: usize, b: usize| to_the_left.get(&(a, b)).copied().unwrap_or(0);
    let mut counts: Vec<Option<i32>> = vec![None; mesh.triangles.len()];
    let mut open = Vec::new();
    for (index, Triangle { corners, neighbors, .. }) in mesh.triangles.iter().enumerate() {
        if let Some(edge) = (0..3).find(|&edge| neighbors[edge].is_none()) {
            counts[index] = Some(left(corners[edge], corners[(edge + 1) % 3]));
            open.push(index);
        }
    }
    while let Some(index) = open.pop() {
        let Triangle { corners, neighbors, .. } = mesh.triangles[index];
        let Some(count) = counts[index] else { continue };
        for edge in 0..3 {
            if let Some(next) = neighbors[edge]
                && counts[next].is_none()
            {
                counts[next] = Some(count + left(corners[(edge + 1) % 3], corners[edge]));
                open.push(next);
            }
        }
    }
    for (triangle, count) in mesh.triangles.iter_mut().zip(counts) {
        triangle.is_solid = count != Some(-1);
    }
}
