//! Primitives: triangle lists with the vertices that they use, and the displacements by morph targets.

use super::{
    data::{Data, Elements},
    extensions,
    json::Item,
    materials::{Mapping, encode_srgb},
};
use crate::loading::weights::four_influences;
use armature::{
    mesh::{Displacement, Mesh, NO_JOINTS, SkinnedVertex},
    skin::{FourInfluences, Influence},
};
use glam::{Vec2, Vec3, Vec4};

/// Mode of a primitive whose corners are those of triangles.
pub(super) const TRIANGLES: usize = 4;

/// A primitive as it is drawn.
pub(super) struct Primitive {
    pub(super) mesh: Mesh<SkinnedVertex>,
    /// Colour of each vertex, encoded as sRGB, or none.
    pub(super) colors: Vec<[u8; 4]>,
    /// Displacements by each morph target.
    pub(super) targets: Vec<Vec<Displacement>>,
}

/// Reads a primitive; `None` for one that is not drawn, which has a warning. `bindings` is the number of its skin's bindings,
/// `None` without a skin; `at_rest` are the weights of its morph targets.
pub(super) fn read_primitive(
    data: &Data<'_>,
    item: &Item<'_>,
    mapping: Option<Mapping>,
    bindings: Option<usize>,
    at_rest: &[f32],
) -> Option<Primitive> {
    let attributes = item.need("attributes", item.object("attributes"))?;
    let accessor = attributes.need("POSITION", attributes.index("POSITION", "accessors"))?;
    if !data.has_data(accessor)
        && let Some(extension) = extensions::compression(item)
    {
        extensions::refuse(item, "", extension);
        return None;
    }
    let stored = data.elements(accessor, &["VEC3"], "POSITION")?;
    let corners = read_corners(data, item, stored.len())?;
    let mut vertices = Vertices { data, count: stored.len(), used: Vec::new() };
    let stored_normals = vertices.elements(&attributes, "NORMAL", &["VEC3"]);
    let indices = if stored_normals.is_some() {
        vertices.use_shared(&corners)
    } else {
        // Without normals faces are flat (section 3.7.2.1), so that no two share a vertex.
        vertices.used = corners;
        (0..vertices.used.len() as u32).collect()
    };
    let targets = item.objects("targets");
    let mut positions = vertices.vectors(&attributes, "POSITION", &stored);
    let moves: Vec<Vec<Vec3>> = targets.iter().map(|target| vertices.target_vectors(target, "POSITION")).collect();
    add_weighted(&mut positions, &moves, at_rest);
    let mut turns: Vec<Vec<Vec3>> = Vec::new();
    let normals = if let Some(stored) = &stored_normals {
        let mut normals = vertices.vectors(&attributes, "NORMAL", stored);
        turns.extend(targets.iter().map(|target| vertices.target_vectors(target, "NORMAL")));
        add_weighted(&mut normals, &turns, at_rest);
        // The displacements of normals are scaled as the normals are, which get length 1.
        for (turn, normal) in turns.iter_mut().flat_map(|turns| turns.iter_mut().zip(&normals)) {
            *turn /= normal.length();
        }
        normals
    } else {
        let normals = flat_normals(&positions);
        for moves in &moves {
            let moved: Vec<Vec3> = positions.iter().zip(moves).map(|(position, moved)| position + moved).collect();
            let pairs = flat_normals(&moved).into_iter().zip(&normals);
            turns.push(pairs.map(|(to, from)| to.normalize_or_zero() - from.normalize_or_zero()).collect());
        }
        normals
    };
    let colors = vertices.colors(&attributes);
    let texcoords = vertices.texcoords(&attributes, mapping);
    let influences = bindings.map_or(Vec::new(), |bindings| vertices.influences(item, &attributes, bindings));
    let mut mesh = Mesh { vertices: Vec::with_capacity(positions.len()), indices };
    for (vertex, position) in positions.into_iter().enumerate() {
        let normal = normals[vertex].try_normalize().unwrap_or(Vec3::Y);
        let texcoord = texcoords.get(vertex).copied().unwrap_or(Vec2::ZERO);
        let (joints, weights) = influences.get(vertex).map_or(NO_JOINTS, |four| (four.joints, four.weights));
        mesh.vertices.push(SkinnedVertex { position, normal, texcoord, joints, weights });
    }
    let targets = moves.iter().zip(&turns).map(|(moves, turns)| displacements(moves, turns)).collect();
    Some(Primitive { mesh, colors, targets })
}

/// Returns the vertices of the corners of a primitive's triangles, which are below `count`.
fn read_corners(data: &Data<'_>, item: &Item<'_>, count: usize) -> Option<Vec<u32>> {
    let mut corners: Vec<u32> = (0..count as u32).collect();
    if item.has("indices") {
        let accessor = item.index("indices", "accessors")?;
        let elements = data.elements(accessor, &["SCALAR"], "a list of indices")?;
        if !elements.are_indices() {
            item.warn("indices", "indices are whole numbers without a sign: left out");
            return None;
        }
        corners = (0..elements.len()).map(|corner| elements.indices::<1>(corner)[0]).collect();
    }
    let mut triangles: Vec<[u32; 3]> = Vec::new();
    match item.get("mode").unwrap_or(TRIANGLES) {
        0..TRIANGLES => {
            item.warn("", "points or lines: left out");
            return None;
        }
        TRIANGLES => {
            triangles.extend(corners.as_chunks().0);
            if !corners.len().is_multiple_of(3) {
                let message = format!("{} corners are not whole triangles: the rest is left out", corners.len());
                item.warn("", message);
            }
        }
        5 => {
            for (number, c) in corners.windows(3).enumerate() {
                triangles.push(if number % 2 == 0 { [c[0], c[1], c[2]] } else { [c[0], c[2], c[1]] });
            }
        }
        6 => {
            // The first corner last keeps the fan's faces in the order that the specification gives.
            for c in corners.get(1..).unwrap_or(&[]).windows(2) {
                triangles.push([c[0], c[1], corners[0]]);
            }
        }
        other => {
            item.warn("mode", format!("no mode has number {other}: they are 0 to 6: left out"));
            return None;
        }
    }
    if let Some(wrong) = triangles.as_flattened().iter().find(|vertex| **vertex as usize >= count) {
        item.warn("indices", format!("vertex {wrong} of a primitive that has {count}: its triangles are left out"));
        triangles.retain(|triangle| triangle.iter().all(|vertex| (*vertex as usize) < count));
    }
    if triangles.is_empty() {
        item.warn("", "without a whole triangle: left out");
        return None;
    }
    Some(triangles.into_flattened())
}

/// The vertices of a primitive, and those of them that its triangles use.
struct Vertices<'a> {
    data: &'a Data<'a>,
    count: usize,
    used: Vec<u32>,
}

impl<'a> Vertices<'a> {
    /// Uses the vertices of some corners, in the order of the file. Returns the index among them of each corner's.
    fn use_shared(&mut self, corners: &[u32]) -> Vec<u32> {
        let mut numbers = vec![u32::MAX; self.count];
        for vertex in corners {
            numbers[*vertex as usize] = 0;
        }
        for (vertex, number) in numbers.iter_mut().enumerate().filter(|(_, number)| **number == 0) {
            *number = self.used.len() as u32;
            self.used.push(vertex as u32);
        }
        corners.iter().map(|vertex| numbers[*vertex as usize]).collect()
    }

    /// Returns the elements of an attribute, one for each vertex of the primitive. An attribute of another length or shape
    /// is left out, with a warning.
    fn elements(&self, attributes: &Item<'_>, name: &str, kinds: &[&str]) -> Option<Elements<'a>> {
        let elements = self.data.elements(attributes.index(name, "accessors")?, kinds, name)?;
        if elements.len() != self.count {
            attributes.warn(name, format!("{} elements for {} vertices: left out", elements.len(), self.count));
            return None;
        }
        Some(elements)
    }

    /// Reads a vector of each vertex in use; 0 for one that is not finite.
    fn vectors(&self, attributes: &Item<'_>, name: &str, stored: &Elements<'_>) -> Vec<Vec3> {
        let mut odd = 0;
        let mut vectors = Vec::with_capacity(self.used.len());
        for vertex in &self.used {
            let vector = Vec3::from(stored.numbers::<3>(*vertex as usize));
            odd += usize::from(!vector.is_finite());
            vectors.push(if vector.is_finite() { vector } else { Vec3::ZERO });
        }
        if odd > 0 {
            attributes.warn(name, format!("{odd} of its vectors are not finite: read as 0"));
        }
        vectors
    }

    /// Reads the displacements of an attribute by a morph target; zeros for a missing attribute.
    fn target_vectors(&self, target: &Item<'_>, name: &str) -> Vec<Vec3> {
        match self.elements(target, name, &["VEC3"]) {
            Some(stored) => self.vectors(target, name, &stored),
            None => vec![Vec3::ZERO; self.used.len()],
        }
    }

    /// Reads the texture coordinates of each vertex, v upward, of the set that the material uses or else the first set.
    fn texcoords(&self, attributes: &Item<'_>, mapping: Option<Mapping>) -> Vec<Vec2> {
        let name = mapping.map(|mapping| format!("TEXCOORD_{}", mapping.set)).filter(|name| attributes.has(name));
        let name = name.as_deref().unwrap_or("TEXCOORD_0");
        let Some(stored) = self.elements(attributes, name, &["VEC2"]) else { return Vec::new() };
        let mut texcoords = Vec::with_capacity(self.used.len());
        for vertex in &self.used {
            let uv = Vec2::from(stored.numbers::<2>(*vertex as usize));
            let uv = mapping.map_or(uv, |mapping| mapping.transform.transform_point2(uv));
            texcoords.push(if uv.is_finite() { Vec2::new(uv.x, 1.0 - uv.y) } else { Vec2::ZERO });
        }
        texcoords
    }

    /// Reads the colour of each vertex, encoded as sRGB.
    fn colors(&self, attributes: &Item<'_>) -> Vec<[u8; 4]> {
        let Some(stored) = self.elements(attributes, "COLOR_0", &["VEC3", "VEC4"]) else { return Vec::new() };
        let mut colors = Vec::with_capacity(self.used.len());
        for vertex in &self.used {
            let mut linear = Vec4::from_array(stored.numbers(*vertex as usize));
            if stored.width == 3 {
                linear.w = 1.0;
            }
            colors.push(encode_srgb(linear).to_array().map(|part| (part * 255.0).round() as u8)); // NaN becomes 0
        }
        colors
    }

    /// Returns four influences of each vertex. Sets of joints and weights that are not complete, or not numbered from 0 on,
    /// are left out.
    fn influences(&self, item: &Item<'_>, attributes: &Item<'_>, bindings: usize) -> Vec<FourInfluences> {
        let mut sets = Vec::new();
        let mut read = 0;
        while let [joints, weights] = [format!("JOINTS_{read}"), format!("WEIGHTS_{read}")]
            && attributes.has(&joints)
            && attributes.has(&weights)
        {
            let joints = self.elements(attributes, &joints, &["VEC4"]);
            sets.extend(joints.zip(self.elements(attributes, &weights, &["VEC4"])));
            read += 1;
        }
        for name in attributes.keys() {
            let number = name.strip_prefix("JOINTS_").or(name.strip_prefix("WEIGHTS_"));
            if number.is_some_and(|number| number.parse().map_or(true, |number: usize| number >= read)) {
                attributes.warn(name, "without its joints or weights, or those of the sets before it: left out");
            }
        }
        let mut wrong = None;
        let (influences, notes) = four_influences(self.used.len(), |index, list| {
            let vertex = self.used[index] as usize;
            for (joints, weights) in &sets {
                let pairs = joints.indices::<4>(vertex).into_iter().zip(weights.numbers::<4>(vertex));
                for (joint, weight) in pairs.filter(|(_, weight)| *weight != 0.0) {
                    match u16::try_from(joint) {
                        Ok(slot) if usize::from(slot) < bindings => list.push(Influence { slot, weight }),
                        _ => wrong = wrong.or(Some((vertex, joint))),
                    }
                }
            }
        });
        if let Some((vertex, joint)) = wrong {
            let message =
                format!("vertex {vertex} follows joint {joint} of a skin that has {bindings}: its weight is left out");
            item.warn("", message);
        }
        for note in notes {
            item.warn("", note);
        }
        influences
    }
}

/// Adds the displacements by morph targets, times their weights.
fn add_weighted(vectors: &mut [Vec3], targets: &[Vec<Vec3>], weights: &[f32]) {
    for (target, weight) in targets.iter().zip(weights).filter(|(_, weight)| **weight != 0.0) {
        for (vector, displacement) in vectors.iter_mut().zip(target) {
            *vector += *weight * displacement;
        }
    }
}

/// Returns the normals of triangles, of any length, three times each.
fn flat_normals(corners: &[Vec3]) -> Vec<Vec3> {
    corners.as_chunks().0.iter().flat_map(|[a, b, c]| [(b - a).cross(c - a); 3]).collect()
}

/// Returns the displacements of a target that are not 0.
fn displacements(moves: &[Vec3], turns: &[Vec3]) -> Vec<Displacement> {
    let mut displacements = Vec::new();
    for (vertex, (position, turn)) in moves.iter().zip(turns).enumerate() {
        let normal = if turn.is_finite() { *turn } else { Vec3::ZERO };
        if *position != Vec3::ZERO || normal != Vec3::ZERO {
            displacements.push(Displacement { vertex: vertex as u32, position: *position, normal });
        }
    }
    displacements
}
