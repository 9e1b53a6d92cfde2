//! Triangulates concave faces and faces with holes, which triangle fans from their first corners would not fill
//! (constrained Delaunay triangulation).

use super::{
    primitives::{Holes, NO_INDEX, Primitive, PrimitiveKind, TriangulatedFaces},
    reader::{Element, Reader},
    sources::{Elements, Source},
};
use crate::{collada::limits::MAX_CUT_CORNERS_SQUARED, loading::counted};
use glam::{DVec2, DVec3, Vec3};
use spade::{ConstrainedDelaunayTriangulation, HasPosition, Point2, Triangulation};
use std::ops::Range;

/// Triangulates faces within a limit for all of them together.
pub(super) struct Triangulator {
    /// Work that may still be done, in corners squared.
    left: usize,
}

/// Reason why a face that should be triangulated stays a fan.
enum KeptAsFan {
    Crossed,
    TooLarge,
}

impl Triangulator {
    pub(super) fn new() -> Self {
        Self { left: MAX_CUT_CORNERS_SQUARED }
    }

    /// Triangulates faces that have `holes` or that a fan would not fill. Indices must be within the primitive's
    /// sources.
    pub(super) fn triangulate(
        &mut self,
        reader: &Reader<'_>,
        element: Element<'_>,
        (offset, positions): (usize, &Source),
        primitive: &mut Primitive,
        holes: &[Holes],
    ) {
        if primitive.kind != PrimitiveKind::Polygons || primitive.faces.iter().all(|c| *c <= 3) {
            return;
        }
        let positions = positions.elements();
        let mut crossed = 0;
        let mut too_large = 0;
        let mut holes = holes.iter().peekable();
        let mut triangulated = TriangulatedFaces::default();
        let mut first = 0;
        for (face, count) in primitive.faces.iter().enumerate() {
            let range = first..first + *count as usize;
            first = range.end;
            let starts = holes.next_if(|holes| holes.face == face).map_or(&[][..], |holes| &holes.starts);
            let is_quad = range.len() == 4 && starts.is_empty();
            if range.len() <= 3
                || is_quad && fan_is_one_sided(quad_positions(primitive, offset, &positions, range.start))
            {
                continue;
            }
            let Some(corners) = corner_positions(primitive, offset, &positions, range) else { continue };
            let rings = Rings { corners: &corners, starts };
            let normal = rings.normal();
            let back = back_facing(&corners, 0, normal);
            if starts.is_empty() && back <= ROUNDING * normal.length_squared() {
                continue;
            }
            if is_quad {
                // One of the two diagonals, even if the quad is twisted so much that neither is right.
                if back_facing(&corners, 1, normal) < back {
                    triangulated.push(face, [[1, 2, 3], [1, 3, 0]]);
                }
                continue;
            }
            match self.delaunay_triangles(&rings, normal) {
                Ok(triangles) => triangulated.push(face, triangles),
                Err(reason) => {
                    match reason {
                        KeptAsFan::Crossed => crossed += 1,
                        KeptAsFan::TooLarge => too_large += 1,
                    }
                    let outline = rings.ring(0).len() as u32;
                    triangulated.push(face, (2..outline).map(|corner| [0, corner - 1, corner]));
                }
            }
        }
        primitive.triangulated = triangulated;
        for (count, reason) in
            [(crossed, "with edges that cross one another"), (too_large, "beyond the most that are cut well")]
        {
            if count > 0 {
                let faces = counted(count, "face", "faces");
                reader.warn(element, format!("{faces} {reason}: cut like a fan"));
            }
        }
    }

    /// Returns the triangles of the constrained Delaunay triangulation that lie inside of a face.
    fn delaunay_triangles(&mut self, rings: &Rings<'_>, normal: DVec3) -> Result<Vec<[u32; 3]>, KeptAsFan> {
        /// The fixed cost of a face, in corners.
        const FACE_COST: usize = 8;
        let count = rings.corners.len();
        let work = (count + FACE_COST).saturating_pow(2);
        self.left = self.left.checked_sub(work).ok_or(KeptAsFan::TooLarge)?;
        let flat = rings.flat(normal).ok_or(KeptAsFan::Crossed)?;
        let points = flat.iter().enumerate();
        let corners = points.map(|(number, at)| Corner { number: number as u32, position: Point2::new(at.x, at.y) });
        let edges: Vec<_> = rings.edges().collect();
        let mut crossed = false;
        let triangulation =
            ConstrainedDelaunayTriangulation::<Corner>::try_bulk_load_cdt(corners.collect(), edges.clone(), |_| {
                crossed = true;
            });
        let triangulation = triangulation.ok().filter(|_| !crossed).ok_or(KeptAsFan::Crossed)?;
        let mut triangles = Vec::with_capacity(count);
        for face in triangulation.inner_faces() {
            let corners = face.vertices().map(|vertex| vertex.data().number); // counter-clockwise
            let center = corners.iter().map(|corner| flat[*corner as usize]).sum::<DVec2>() / 3.0;
            if is_inside(center, edges.iter().map(|edge| edge.map(|corner| flat[corner]))) {
                triangles.push(corners);
            }
        }
        Ok(triangles)
    }
}

/// Whether both triangles of a quad's fan face the same side: a quick test that most quads pass.
fn fan_is_one_sided([a, b, c, d]: [Vec3; 4]) -> bool {
    let [b, c, d] = [b - a, c - a, d - a];
    b.cross(c).dot(c.cross(d)) >= 0.0
}

fn quad_positions(primitive: &Primitive, offset: usize, positions: &Elements<'_, 3>, first: usize) -> [Vec3; 4] {
    [0, 1, 2, 3].map(|corner| {
        let index = primitive.indices[(first + corner) * primitive.stride + offset];
        positions.get(index as usize).into()
    })
}

/// Returns the positions of a face's corners; `None` if a corner is missing.
fn corner_positions(
    primitive: &Primitive,
    offset: usize,
    positions: &Elements<'_, 3>,
    face: Range<usize>,
) -> Option<Vec<DVec3>> {
    let corners = primitive.indices[face.start * primitive.stride..].chunks(primitive.stride).take(face.len());
    let present = corners.map(|corner| (!corner.contains(&NO_INDEX)).then(|| corner[offset] as usize));
    present.map(|index| Some(DVec3::from(positions.get(index?).map(f64::from)))).collect()
}

/// A face's own corners, followed by those of its holes.
struct Rings<'a> {
    corners: &'a [DVec3],
    starts: &'a [u32],
}

impl Rings<'_> {
    /// Returns the corners of the face's outline (0), or of a hole.
    fn ring(&self, number: usize) -> Range<usize> {
        let start = number.checked_sub(1).map_or(0, |before| self.starts[before] as usize);
        let end = self.starts.get(number).map_or(self.corners.len(), |end| *end as usize);
        start..end
    }

    /// Returns the edges from each corner to the next, around each ring.
    fn edges(&self) -> impl Iterator<Item = [usize; 2]> {
        (0..=self.starts.len()).map(|number| self.ring(number)).flat_map(|ring| {
            ring.clone().map(move |corner| [corner, if corner + 1 == ring.end { ring.start } else { corner + 1 }])
        })
    }

    /// Returns the normal by the outline, counter-clockwise from outside. Its length is twice the area (Newell).
    fn normal(&self) -> DVec3 {
        fan_normals(&self.corners[self.ring(0)], 0).sum()
    }

    /// Returns the corners projected along the normal, scaled to -1..1; `None` for a face without area.
    fn flat(&self, normal: DVec3) -> Option<Vec<DVec2>> {
        let (x, y) = normal.try_normalize()?.any_orthonormal_pair();
        let from_first = self.corners.iter().map(|corner| *corner - self.corners[0]);
        let mut flat: Vec<_> = from_first.map(|at| DVec2::new(x.dot(at), y.dot(at))).collect();
        let size = flat.iter().map(|at| at.abs().max_element()).fold(0.0, f64::max);
        for at in &mut flat {
            *at /= size;
        }
        flat.iter().all(|at| at.is_finite()).then_some(flat)
    }
}

/// Returns the normals of the triangles of the fan from a corner. Their lengths are twice the areas.
fn fan_normals(corners: &[DVec3], from: usize) -> impl Iterator<Item = DVec3> {
    let (before, after) = corners.split_at(from);
    let (apex, after) = after.split_first().map_or((DVec3::ZERO, after), |(first, rest)| (*first, rest));
    let mut others = after.iter().chain(before).map(move |corner| *corner - apex);
    let mut last = others.next().unwrap_or(DVec3::ZERO);
    others.map(move |next| std::mem::replace(&mut last, next).cross(next))
}

/// Returns the largest area, times the length of the face's normal, of a triangle of the fan from a corner that faces away
/// from that normal. With 0 no triangle is turned over, and the fan fills the face.
fn back_facing(corners: &[DVec3], from: usize, normal: DVec3) -> f64 {
    fan_normals(corners, from).map(|triangle| -triangle.dot(normal)).fold(0.0, f64::max)
}

/// Largest back-facing area, relative to the face's, that is taken for rounding.
const ROUNDING: f64 = 1e-6;

/// A corner as a point of the triangulation.
struct Corner {
    number: u32,
    position: Point2<f64>,
}

impl HasPosition for Corner {
    type Scalar = f64;

    fn position(&self) -> Point2<f64> {
        self.position
    }
}

/// Whether a point is inside of the edges: a ray to the right crosses an odd number of them.
fn is_inside(point: DVec2, edges: impl Iterator<Item = [DVec2; 2]>) -> bool {
    edges
        .filter(|[a, b]| {
            let is_level = (a.y > point.y) != (b.y > point.y);
            is_level && point.x < a.x + (b.x - a.x) * ((point.y - a.y) / (b.y - a.y))
        })
        .count()
        % 2
        == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collada::{document::Document, testing::mesh_document};
    use proptest::prelude::*;
    use std::fmt::Write;

    /// Returns a document with one `<polygons>`. The first ring of a face is its outline, the others are its holes.
    fn document(faces: &[Vec<Vec<DVec3>>]) -> Document {
        let mut positions = String::new();
        let mut polygons = String::from("<polygons><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>");
        let mut number = 0;
        for corner in faces.iter().flatten().flatten() {
            write!(positions, "{} {} {} ", corner.x, corner.y, corner.z).unwrap();
        }
        for face in faces {
            polygons += "<ph>";
            for (at, ring) in face.iter().enumerate() {
                let name = if at == 0 { "p" } else { "h" };
                let indices: Vec<_> = (number..number + ring.len()).map(|corner| corner.to_string()).collect();
                number += ring.len();
                write!(polygons, "<{name}>{}</{name}>", indices.join(" ")).unwrap();
            }
            polygons += "</ph>";
        }
        mesh_document(&positions, &(polygons + "</polygons>"), "")
    }

    /// Returns the triangles of a document with some faces, and the warnings.
    fn triangles(faces: &[Vec<Vec<DVec3>>]) -> (Vec<[DVec3; 3]>, Vec<String>) {
        let document = document(faces);
        let corners: Vec<_> = faces.iter().flatten().flatten().copied().collect();
        let primitive = &document.geometries[0].primitives[0];
        let mut all = Vec::new();
        primitive.for_each_triangle(|triangle| all.push(triangle.map(|corner| corners[corner])));
        assert_eq!(primitive.triangle_count(), all.len());
        let warnings = document.warnings().into_iter().map(|warning| warning.to_string());
        (all, warnings.collect())
    }

    /// Returns the area seen against the z axis; less than 0 from behind.
    fn area([a, b, c]: [DVec3; 3]) -> f64 {
        (b - a).cross(c - a).z / 2.0
    }

    fn flat(corners: &[[f64; 2]]) -> Vec<DVec3> {
        corners.iter().map(|[x, y]| DVec3::new(*x, *y, 0.0)).collect()
    }

    /// Asserts that all triangles of a face are seen from the front and together have an area of `want`, and likewise from
    /// behind with the corners in the opposite order.
    fn assert_filled(rings: &[Vec<DVec3>], want: f64) {
        let (all, warnings) = triangles(&[rings.to_vec()]);
        assert_eq!(warnings, [""; 0], "{rings:?}");
        assert!(all.iter().all(|triangle| area(*triangle) >= 0.0), "{rings:?}: {all:?}");
        let got: f64 = all.iter().map(|triangle| area(*triangle)).sum();
        assert!((got - want).abs() < 1e-9 * want, "{rings:?}: {got} for {want}");
        let turned = rings.iter().map(|ring| ring.iter().rev().copied().collect()).collect();
        let (back, _) = triangles(&[turned]);
        assert!(back.iter().all(|triangle| area(*triangle) <= 0.0), "{rings:?}: {back:?}");
        let got: f64 = back.iter().map(|triangle| -area(*triangle)).sum();
        assert!((got - want).abs() < 1e-9 * want, "{rings:?}: {got} for {want} from behind");
    }

    #[test]
    fn whichever_corner_comes_first() {
        let arrow = flat(&[[0., 0.], [4., 1.], [0., 2.], [1., 1.]]);
        let bracket = flat(&[[0., 0.], [3., 0.], [3., 1.], [1., 1.], [1., 2.], [3., 2.], [3., 3.], [0., 3.]]);
        let house = flat(&[[0., 0.], [2., 0.], [2., 1.], [1., 2.], [0., 1.]]);
        for (mut ring, want) in [(arrow, 3.0), (bracket, 7.0), (house, 3.0)] {
            for _ in 0..ring.len() {
                assert_filled(&[ring.clone()], want);
                ring.rotate_left(1);
            }
        }
    }

    #[test]
    fn holes_are_cut_out() {
        let square = |from: f64, to: f64| flat(&[[from, from], [to, from], [to, to], [from, to]]);
        let outside = square(0.0, 6.0);
        assert_filled(&[outside.clone(), square(1.0, 2.0)], 35.0);
        let mut turned = square(3.0, 5.0);
        turned.reverse();
        assert_filled(&[outside.clone(), square(1.0, 2.0), turned], 31.0);
        assert_filled(&[outside.clone(), square(0.0, 1.0)], 35.0); // at its edge
        assert_filled(&[outside.clone(), flat(&[[1., 1.], [2., 2.]])], 36.0); // no hole at all
        // The same as one way round, out and back on a bridge.
        let keyhole = [outside, flat(&[[0., 0.], [1., 1.], [1., 2.], [2., 2.], [2., 1.], [1., 1.]])];
        assert_filled(&[keyhole.concat()], 35.0);
    }

    #[test]
    fn faces_beside_one_another() {
        let arrow = flat(&[[0., 0.], [4., 1.], [0., 2.], [1., 1.]]);
        let square = flat(&[[0., 0.], [6., 0.], [6., 6.], [0., 6.]]);
        let hole = flat(&[[1., 1.], [2., 1.], [2., 2.], [1., 2.]]);
        let fan = flat(&[[0., 0.], [1., 0.], [1., 1.]]);
        let faces = [vec![fan.clone()], vec![arrow], vec![square.clone(), hole], vec![square], vec![fan]];
        let (all, warnings) = triangles(&faces);
        assert_eq!((all.len(), warnings.len()), (1 + 2 + 8 + 2 + 1, 0));
        let all: f64 = all.into_iter().map(area).sum();
        assert!((all - (0.5 + 3.0 + 35.0 + 36.0 + 0.5)).abs() < 1e-9);
    }

    #[test]
    fn every_corner_is_used() {
        // Those on a straight edge as well: the face beside this one may bend there.
        let ring = flat(&[[0., 0.], [1., 0.], [2., 0.], [2., 2.], [1., 1.], [0., 2.], [0., 1.]]);
        let (all, _) = triangles(&[vec![ring.clone()]]);
        assert!(ring.iter().all(|corner| all.iter().flatten().any(|used| used == corner)));
        assert_filled(&[ring], 3.0);
    }

    #[test]
    fn what_cannot_be_cut_stays_a_fan() {
        let star: Vec<_> = (0..5).map(|at| f64::from(at) * 0.8 * std::f64::consts::PI).collect();
        let star: Vec<_> = star.iter().map(|a| DVec3::new(a.cos(), a.sin(), 0.0)).collect();
        let (all, warnings) = triangles(&[vec![star.clone()]]);
        assert_eq!(all, [[0, 1, 2], [0, 2, 3], [0, 3, 4]].map(|t| t.map(|corner| star[corner])));
        let crossed = "1 face with edges that cross one another: cut like a fan";
        assert!(warnings.len() == 1 && warnings[0].ends_with(crossed), "{warnings:?}");
        // Too many corners in all.
        let comb = |teeth: u32| {
            let teeth = (0..teeth).flat_map(|at| [[f64::from(at), 0.0], [f64::from(at) + 0.5, 1.0]]);
            flat(&teeth.chain([[0.0, 2.0]]).collect::<Vec<_>>())
        };
        let (few, warnings) = triangles(&[vec![comb(100)], vec![comb(100)]]);
        assert_eq!((few.len(), warnings.len()), (2 * 199, 0));
        let (_, warnings) = triangles(&[vec![comb(3_000)], vec![comb(3_000)]]);
        let too_many = "1 face beyond the most that are cut well: cut like a fan";
        assert!(warnings.len() == 1 && warnings[0].ends_with(too_many), "{warnings:?}");
    }

    /// Returns corners at even angles around the origin, at different distances.
    fn star(distances: &[f64]) -> Vec<DVec3> {
        let angle = std::f64::consts::TAU / distances.len() as f64;
        distances
            .iter()
            .enumerate()
            .map(|(at, distance)| {
                let (y, x) = (at as f64 * angle).sin_cos();
                let single = |number: f64| f64::from((number * distance) as f32);
                DVec3::new(single(x), single(y), 0.0)
            })
            .collect()
    }

    proptest! {
        #[test]
        fn stars_are_filled(distances in prop::collection::vec(0.1..10.0, 4..40)) {
            let ring = star(&distances);
            let next = ring.iter().cycle().skip(1);
            let want: f64 = ring.iter().zip(next).map(|(a, b)| a.cross(*b).z / 2.0).sum();
            let (all, warnings) = triangles(&[vec![ring]]);
            let got: f64 = all.iter().map(|triangle| area(*triangle)).sum();
            prop_assert!((got - want).abs() < 1e-5 * want && warnings.is_empty(), "{got} {want}");
            // Rounding apart, none is turned over.
            prop_assert!(all.iter().all(|triangle| area(*triangle) > -1e-5 * want));
        }

        #[test]
        fn any_corners_make_triangles_or_none(
            corners in prop::collection::vec(prop::array::uniform3(-3..3), 3..60),
            holes in prop::collection::vec(prop::collection::vec(prop::array::uniform3(-3..3), 0..9), 0..4),
            exponent in -40..38,
        ) {
            let face = std::iter::once(&corners).chain(&holes).map(|corners| -> Vec<DVec3> {
                let number = |n: i32| f64::from(n as f32 * 10f32.powi(exponent));
                corners.iter().map(|corner| DVec3::from(corner.map(number))).collect()
            }).collect();
            let most: usize = corners.len() + holes.iter().map(|hole| hole.len() + 2).sum::<usize>();
            prop_assert!(triangles(&[face]).0.len() <= most);
        }
    }
}
