//! Primitives (`<triangles>`, `<polylist>` and the like): the indices of each corner, and how corners form
//! triangles.

use super::reader::{Element, Reader, child, children};
use crate::collada::error::{Error, ErrorKind, Location};

/// The kinds of primitives that make triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrimitiveKind {
    /// Each face is a triangle of its own.
    Triangles,
    /// `polylist` and `polygons`: faces of any number of corners.
    Polygons,
    /// Each corner after the second makes a triangle with the two before it.
    Strips,
    /// Each corner after the second makes a triangle with the first and the one before it.
    Fans,
}

/// An attribute of a corner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Attribute of the input.
    pub semantic: Semantic,
    /// The position of its index among a corner's indices.
    pub offset: usize,
    /// Index in the document's sources.
    pub source: usize,
}

/// The attributes that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Semantic {
    /// Position of the corner.
    Position,
    /// The outward direction.
    Normal,
    /// Texture coordinates, with the number of the set.
    Texcoord(u32),
    /// Colour, with the number of the set.
    Color(u32),
}

/// The triangles of those faces of a primitive that are not fans.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TriangulatedFaces {
    /// Faces in ascending order.
    faces: Vec<TriangulatedFace>,
    /// Triangles of one face after the other, each corner counted from the face's first.
    triangles: Vec<[u32; 3]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TriangulatedFace {
    /// Index in the primitive's faces.
    face: u32,
    /// End of its triangles.
    end: u32,
}

impl TriangulatedFaces {
    /// Returns the index and the triangles of each face.
    fn iter(&self) -> impl Iterator<Item = (usize, &[[u32; 3]])> {
        let mut start = 0;
        self.faces.iter().map(move |face| {
            let triangles = &self.triangles[start..face.end as usize];
            start = face.end as usize;
            (face.face as usize, triangles)
        })
    }

    pub(super) fn push(&mut self, face: usize, triangles: impl IntoIterator<Item = [u32; 3]>) {
        self.triangles.extend(triangles);
        let end = self.triangles.len() as u32;
        self.faces.push(TriangulatedFace { face: face as u32, end });
    }
}

/// The holes of a face.
pub(super) struct Holes {
    /// Index in the primitive's faces.
    pub(super) face: usize,
    /// Start of each hole's corners in the face, after the face's own corners.
    pub(super) starts: Vec<u32>,
}

/// `<triangles>`, `<polylist>`, `<polygons>`, `<tristrips>` or `<trifans>`.
#[derive(Clone, Debug)]
pub struct Primitive {
    /// The element.
    pub location: Location,
    /// Kind by which corners make triangles.
    pub kind: PrimitiveKind,
    /// The mesh's name of its material; empty if it has none.
    pub material: String,
    /// The attributes of a corner.
    pub inputs: Vec<Input>,
    /// Number of indices of a corner.
    pub stride: usize,
    /// The indices, corner by corner. [`NO_INDEX`] where the file has -1.
    pub indices: Vec<u32>,
    /// Number of corners of each face, those of its holes included; empty for triangles.
    pub faces: Vec<u32>,
    /// Faces that are not fans.
    pub(super) triangulated: TriangulatedFaces,
}

/// Index that stands for -1, a missing corner. Its face is left out.
pub const NO_INDEX: u32 = u32::MAX;

impl Primitive {
    /// Returns the number of corners.
    pub fn corners(&self) -> usize {
        self.indices.len() / self.stride
    }

    /// Calls `each` with the corners of every triangle, counter-clockwise from outside, without faces with missing
    /// corners.
    pub(crate) fn for_each_triangle(&self, mut each: impl FnMut([usize; 3])) {
        let whole = self.is_whole();
        let missing = |corner: usize| {
            let start = corner * self.stride;
            !whole && self.indices[start..start + self.stride].contains(&NO_INDEX)
        };
        let mut first = 0;
        let mut triangulated = self.triangulated.iter().peekable();
        for face in 0..self.face_count() {
            let end = first + self.faces.get(face).map_or(3, |count| *count as usize);
            if let Some((_, triangles)) = triangulated.next_if(|(other, _)| *other == face) {
                for triangle in triangles {
                    each(triangle.map(|corner| first + corner as usize));
                }
                first = end;
                continue;
            }
            let left_out = self.kind == PrimitiveKind::Polygons && (first..end).any(missing);
            let corners = if left_out { 0..0 } else { first + 2..end };
            for corner in corners {
                let triangle = match self.kind {
                    PrimitiveKind::Strips if (corner - first).is_multiple_of(2) => [corner - 2, corner - 1, corner],
                    PrimitiveKind::Strips => [corner - 1, corner - 2, corner],
                    _ => [first, corner - 1, corner],
                };
                if !triangle.into_iter().any(missing) {
                    each(triangle);
                }
            }
            first = end;
        }
    }

    /// Returns the number of triangles.
    pub fn triangle_count(&self) -> usize {
        if self.triangulated == TriangulatedFaces::default() && self.is_whole() {
            return (0..self.face_count())
                .map(|face| self.faces.get(face).map_or(1, |count: &u32| count.saturating_sub(2) as usize))
                .sum();
        }
        let mut count = 0;
        self.for_each_triangle(|_| count += 1);
        count
    }

    fn face_count(&self) -> usize {
        match self.kind {
            PrimitiveKind::Triangles => self.corners() / 3,
            _ => self.faces.len(),
        }
    }

    /// Whether no corner is missing. Without an early exit inside a chunk the loop is vectorised.
    fn is_whole(&self) -> bool {
        self.indices.chunks(256).all(|chunk| {
            let mut whole = true;
            for index in chunk {
                whole &= *index != NO_INDEX;
            }
            whole
        })
    }
}

/// Reads the faces of a primitive from `<p>`, `<vcount>` and `<ph>`, and returns their holes. Afterwards `faces` adds up to
/// the number of corners, or to fewer.
pub(super) fn read_faces(
    reader: &Reader<'_>,
    element: Element<'_>,
    primitive: &mut Primitive,
) -> Result<Vec<Holes>, Error> {
    let mut holes = Vec::new();
    let counts = match child(element, "vcount") {
        Some(vcount) if element.is("polylist") => Some(vcount),
        _ => None,
    };
    for part in element.children() {
        let p = match part.name() {
            "p" => Some(part),
            "ph" => child(part, "p"),
            _ => None,
        };
        let Some(p) = p else { continue };
        let before = primitive.corners();
        append_indices(reader, p, primitive)?;
        if counts.is_none() && primitive.kind == PrimitiveKind::Polygons {
            let starts = append_holes(reader, part, before, primitive)?;
            if !starts.is_empty() {
                holes.push(Holes { face: primitive.faces.len(), starts });
            }
        }
        let corners = primitive.corners() - before;
        if primitive.kind != PrimitiveKind::Triangles && counts.is_none() {
            primitive.faces.push(corners as u32);
        }
    }
    if let Some(vcount) = counts {
        primitive.faces = read_face_sizes(reader, vcount)?;
        let declared: u64 = primitive.faces.iter().map(|count| u64::from(*count)).sum();
        let available = primitive.corners() as u64;
        if declared != available {
            let message =
                format!("<vcount> adds up to {declared} corners, but <p> has {available}: whole faces are used");
            reader.warn(vcount, message);
            let mut end = 0;
            let beyond = primitive.faces.iter().position(|count| {
                end += u64::from(*count);
                end > available
            });
            primitive.faces.truncate(beyond.unwrap_or(primitive.faces.len()));
        }
    } else if primitive.kind == PrimitiveKind::Triangles && !primitive.corners().is_multiple_of(3) {
        let corners = primitive.corners();
        reader.warn(element, format!("{corners} corners are not whole triangles: the rest is left out"));
    }
    Ok(holes)
}

/// Appends the corners of a `<ph>`'s holes to those of its face from `first` on, and returns where each hole starts.
fn append_holes(
    reader: &Reader<'_>,
    ph: Element<'_>,
    first: usize,
    primitive: &mut Primitive,
) -> Result<Vec<u32>, Error> {
    let mut starts = Vec::new();
    for hole in children(ph, "h") {
        let start = primitive.corners();
        append_indices(reader, hole, primitive)?;
        if primitive.corners() - start < 3 {
            primitive.indices.truncate(start * primitive.stride); // an edge cuts nothing out
        } else {
            starts.push((start - first) as u32);
        }
    }
    Ok(starts)
}

/// Reads the numbers of a `<vcount>`, of which none may be negative.
pub(super) fn read_face_sizes(reader: &Reader<'_>, vcount: Element<'_>) -> Result<Vec<u32>, Error> {
    let sizes = reader.integers(vcount)?;
    match sizes.iter().position(|size| *size < 0) {
        Some(index) => {
            Err(reader.error(vcount, ErrorKind::Number, format!("negative count {} (value {index})", sizes[index])))
        }
        None => Ok(sizes.into_iter().map(|size| size as u32).collect()),
    }
}

/// Appends the indices of a `<p>` or `<h>` to a primitive, as whole corners. -1 becomes [`NO_INDEX`].
fn append_indices(reader: &Reader<'_>, p: Element<'_>, primitive: &mut Primitive) -> Result<(), Error> {
    let mut indices = reader.integers(p)?;
    let whole = indices.len() - indices.len() % primitive.stride;
    if whole < indices.len() {
        let message =
            format!("{} indices are not whole corners of {}: the rest is left out", indices.len(), primitive.stride);
        reader.warn(p, message);
    }
    indices.truncate(whole);
    let mut missing = 0;
    if indices.iter().copied().min().is_some_and(|least| least < 0) {
        if let Some(value) = indices.iter().position(|index| *index < -1) {
            let message = format!("negative index {} (value {value})", indices[value]);
            return Err(reader.error(p, ErrorKind::Geometry, message));
        }
        missing = indices.iter().filter(|index| **index == -1).count();
    }
    // The first list, mostly the only one, is kept in place.
    let indices = indices.into_iter().map(|index| index as u32);
    if primitive.indices.is_empty() {
        primitive.indices = indices.collect();
    } else {
        primitive.indices.extend(indices);
    }
    if missing > 0 {
        let times = if missing == 1 { "once".into() } else { format!("{missing} times") };
        reader.warn(p, format!("index -1, {times}: read as \"no vertex\", its face is left out"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the triangles of a primitive whose corners have two indices, without an index at the `missing` corners.
    fn triangles(kind: PrimitiveKind, faces: &[u32], missing: &[usize]) -> Vec<[usize; 3]> {
        let corners = if faces.is_empty() { 7 } else { faces.iter().sum() };
        let mut indices: Vec<u32> = (0..2 * corners).collect();
        for corner in missing {
            indices[2 * corner + 1] = NO_INDEX;
        }
        let primitive = Primitive {
            location: Location::default(),
            kind,
            material: String::new(),
            inputs: Vec::new(),
            stride: 2,
            indices,
            faces: faces.to_vec(),
            triangulated: TriangulatedFaces::default(),
        };
        let mut all = Vec::new();
        primitive.for_each_triangle(|triangle| all.push(triangle));
        assert_eq!(primitive.triangle_count(), all.len(), "{kind:?} {faces:?} {missing:?}");
        all
    }

    #[test]
    fn corners_make_triangles() {
        use PrimitiveKind::{Fans, Polygons, Strips, Triangles};
        assert_eq!(triangles(Triangles, &[], &[]), [[0, 1, 2], [3, 4, 5]]);
        assert_eq!(triangles(Triangles, &[], &[4]), [[0, 1, 2]]);
        let fans = [[2, 3, 4], [2, 4, 5], [2, 5, 6]];
        assert_eq!(triangles(Polygons, &[2, 5, 0, 1], &[]), fans);
        assert_eq!(triangles(Polygons, &[4, 3], &[1]), [[4, 5, 6]]);
        assert_eq!(triangles(Fans, &[2, 5, 0, 1], &[]), fans);
        assert_eq!(triangles(Fans, &[2, 5, 0, 1], &[4]), [[2, 5, 6]]);
        assert_eq!(triangles(Strips, &[1, 5], &[]), [[1, 2, 3], [3, 2, 4], [3, 4, 5]]);
        assert_eq!(triangles(Strips, &[1, 5], &[1]), [[3, 2, 4], [3, 4, 5]]);
    }
}
