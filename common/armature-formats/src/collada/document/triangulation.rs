//! Triangulates concave faces and faces with holes, which triangle fans from their first corners would not fill
//! (constrained Delaunay triangulation).

use super::{
    primitives::{Holes, NO_INDEX, Primitive, PrimitiveKind, TriangulatedFaces},
    reader::{Element, Reader},
    sources::{Elements, Source},
};
use crate::collada::limits::MAX_CUT_CORNERS_SQUARED;
use armature::text::counted;
use glam::{DVec2, DVec3, Vec3};
use spade::{ConstrainedDelaunayTriangulation, HasPosition, Point2, Triangulation};
use std::ops::Range;

pub(super) struct Triangulator {
    /// The work that may still be done, in corners squared.
    left: usize,
}

/// Why a face that should be triangulated stays a fan.
enum KeptAsFan {
    Crossed,
    TooLarge,
}

impl Triangulator {
    pub(super) fn new() -> Self {
        Self { left: MAX_CUT_CORNERS_SQUARED }
    }

    /// Finds and triangulates the faces that are not fans, those with `holes` among them. The primitive's indices
    /// must be within its sources.
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
        let mut corners = Vec::new();
        let mut first = 0;
        for (face, count) in primitive.faces.iter().enumerate() {
            let all = first..first + *count as usize;
            first = all.end;
            let starts = holes.next_if(|of| of.face == face).map_or(&[][..], |of| &of.starts);
            if all.len() <= 3
                || all.len() == 4
                    && starts.is_empty()
                    && fan_is_one_sided(quad(primitive, offset, &positions, all.start))
            {
                continue;
            }
            corners.clear();
            if !corners_of(primitive, offset, &positions, all, &mut corners) {
                continue;
            }
            let rings = Rings { corners: &corners, starts };
            let normal = rings.normal();
            let back = back_facing(&corners, 0, normal);
            if starts.is_empty() && back <= ROUNDING * normal.length_squared() {
                continue;
            }
            if starts.is_empty() && corners.len() == 4 {
                // One of the two diagonals, even if the quad is twisted so much that neither is right.
                if back_facing(&corners, 1, normal) < back {
                    triangulated.push(face, [[1, 2, 3], [1, 3, 0]]);
                }
                continue;
            }
            match self.triangles(&rings, normal) {
                Ok(triangles) => triangulated.push(face, triangles),
                Err(why) => {
                    match why {
                        KeptAsFan::Crossed => crossed += 1,
                        KeptAsFan::TooLarge => too_large += 1,
                    }
                    let own = rings.ring(0).len() as u32;
                    triangulated.push(face, (2..own).map(|corner| [0, corner - 1, corner]));
                }
            }
        }
        primitive.triangulated = triangulated;
        for (count, why) in
            [(crossed, "with edges that cross one another"), (too_large, "beyond the most that are cut well")]
        {
            if count > 0 {
                let faces = counted(count, "face", "faces");
                let message = format!("{faces} {why}: cut like a fan");
                reader.warn(element, message);
            }
        }
    }

    /// A constrained Delaunay triangulation: the Delaunay triangles of the corners that respect all edges, as far
    /// as they lie inside.
    fn triangles(&mut self, rings: &Rings<'_>, normal: DVec3) -> Result<Vec<[u32; 3]>, KeptAsFan> {
        /// The fixed cost of a face, in corners.
        const FACE_COST: usize = 8;
        let count = rings.corners.len();
        let work = (count + FACE_COST).saturating_pow(2);
        self.left = self.left.checked_sub(work).ok_or(KeptAsFan::TooLarge)?;
        let flat = rings.flat(normal).ok_or(KeptAsFan::Crossed)?;
        let corners =
            flat.iter().enumerate().map(|(number, at)| Corner { number: number as u32, at: Point2::new(at.x, at.y) });
        let edges: Vec<_> = rings.edges().collect();
        let mut crossed = false;
        let all =
            ConstrainedDelaunayTriangulation::<Corner>::try_bulk_load_cdt(corners.collect(), edges.clone(), |_| {
                crossed = true;
            });
        let all = all.ok().filter(|_| !crossed).ok_or(KeptAsFan::Crossed)?;
        let mut triangles = Vec::with_capacity(count);
        for face in all.inner_faces() {
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

fn quad(primitive: &Primitive, offset: usize, positions: &Elements<'_, 3>, first: usize) -> [Vec3; 4] {
    [0, 1, 2, 3].map(|corner| {
        let index = primitive.indices[(first + corner) * primitive.stride + offset];
        positions.get(index as usize).into()
    })
}

/// The positions of a face's corners; false if one is missing.
fn corners_of(
    primitive: &Primitive,
    offset: usize,
    positions: &Elements<'_, 3>,
    face: Range<usize>,
    corners: &mut Vec<DVec3>,
) -> bool {
    for corner in primitive.indices[face.start * primitive.stride..].chunks(primitive.stride).take(face.len()) {
        if corner.contains(&NO_INDEX) {
            return false;
        }
        corners.push(DVec3::from(positions.get(corner[offset] as usize).map(f64::from)));
    }
    true
}

/// A face's own corners, followed by those of its holes.
struct Rings<'a> {
    corners: &'a [DVec3],
    starts: &'a [u32],
}

impl Rings<'_> {
    /// The corners of the face itself (0), or of one of its holes.
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

    /// The face's normal, towards the side from which it is counter-clockwise. Its length is twice the area (Newell).
    fn normal(&self) -> DVec3 {
        fan(&self.corners[self.ring(0)], 0).sum()
    }

    /// The corners projected along the normal, scaled to -1..1; `None` for a face without area.
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

/// The triangles of the fan from one corner, as normals of twice their areas.
fn fan(corners: &[DVec3], from: usize) -> impl Iterator<Item = DVec3> {
    let (before, behind) = corners.split_at(from);
    let (apex, behind) = behind.split_first().map_or((DVec3::ZERO, behind), |(a, b)| (*a, b));
    let mut others = behind.iter().chain(before).map(move |corner| *corner - apex);
    let mut last = others.next().unwrap_or(DVec3::ZERO);
    others.map(move |next| std::mem::replace(&mut last, next).cross(next))
}

/// The largest signed area, against the face's normal, of a triangle of the fan from a corner, times the normal's
/// length. If it is 0, no triangle is turned over, and the fan fills the face.
fn back_facing(corners: &[DVec3], from: usize, normal: DVec3) -> f64 {
    fan(corners, from).map(|triangle| -triangle.dot(normal)).fold(0.0, f64::max)
}

/// The back-facing area below which it is rounding.
const ROUNDING: f64 = 1e-6;

/// A corner as a point of the triangulation.
struct Corner {
    number: u32,
    at: Point2<f64>,
}

impl HasPosition for Corner {
    type Scalar = f64;

    fn position(&self) -> Point2<f64> {
        self.at
    }
}

/// Whether a ray to the right crosses an odd number of edges.
fn is_inside(at: DVec2, edges: impl Iterator<Item = [DVec2; 2]>) -> bool {
    edges
        .filter(|[a, b]| {
            let level = (a.y > at.y) != (b.y > at.y);
            level && at.x < a.x + (b.x - a.x) * ((at.y - a.y) / (b.y - a.y))
        })
        .count()
        % 2
        == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collada::document::Document;
    use proptest::prelude::*;
    use std::fmt::Write;

    /// A document of one `<polygons>`: each face its own corners, and behind them those of its holes.
    fn document(faces: &[Vec<Vec<DVec3>>]) -> Document {
        let corners: Vec<_> = faces.iter().flatten().flatten().collect();
        let mut places = String::new();
        let mut polygons = String::new();
        let mut number = 0;
        for corner in &corners {
            write!(places, "{} {} {} ", corner.x, corner.y, corner.z).unwrap();
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
        let text = format!(
            "<COLLADA version=\"1.4.1\"><library_geometries><geometry><mesh><source id=\"p\">\
             <float_array id=\"a\" count=\"{}\">{places}</float_array><technique_common>\
             <accessor source=\"#a\" count=\"{}\" stride=\"3\"/></technique_common></source>\
             <vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices><polygons>\
             <input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>{polygons}</polygons></mesh>\
             </geometry></library_geometries></COLLADA>",
            3 * corners.len(),
            corners.len()
        );
        Document::read(text.as_bytes(), "faces.dae").unwrap()
    }

    /// The triangles of a document's faces, and what was said.
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

    /// Every triangle faces us, and all of them together are as large as that.
    fn fills(rings: &[Vec<DVec3>], want: f64) {
        let (all, warnings) = triangles(&[rings.to_vec()]);
        assert_eq!(warnings, [""; 0], "{rings:?}");
        assert!(all.iter().all(|triangle| area(*triangle) >= 0.0), "{rings:?}: {all:?}");
        let got: f64 = all.iter().map(|triangle| area(*triangle)).sum();
        assert!((got - want).abs() < 1e-9 * want, "{rings:?}: {got} for {want}");
        // Seen from behind it is the same.
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
                fills(&[ring.clone()], want);
                ring.rotate_left(1);
            }
        }
    }

    #[test]
    fn holes_are_cut_out() {
        let square = |from: f64, to: f64| flat(&[[from, from], [to, from], [to, to], [from, to]]);
        let outside = square(0.0, 6.0);
        fills(&[outside.clone(), square(1.0, 2.0)], 35.0);
        let mut turned = square(3.0, 5.0);
        turned.reverse();
        fills(&[outside.clone(), square(1.0, 2.0), turned], 31.0);
        fills(&[outside.clone(), square(0.0, 1.0)], 35.0); // at its edge
        fills(&[outside.clone(), flat(&[[1., 1.], [2., 2.]])], 36.0); // no hole at all
        // The same as one way round, out and back on a bridge.
        let keyhole = [outside, flat(&[[0., 0.], [1., 1.], [1., 2.], [2., 2.], [2., 1.], [1., 1.]])];
        fills(&[keyhole.concat()], 35.0);
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
        fills(&[ring], 3.0);
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

    /// Corners in the order of their angles, each at its own distance: an even polygon, or a star.
    fn round(distances: &[f64]) -> Vec<DVec3> {
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
            let ring = round(&distances);
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
