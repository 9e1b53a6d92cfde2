//! Cutting a mesh into batches that a palette of limited size can draw.

use armature::mesh::{Mesh, SkinnedVertex};
use std::collections::HashMap;

/// Number of batches that stay open for further triangles. Triangles of one limb are seldom consecutive in a file, and
/// one open batch would be closed at each change.
const OPEN_BATCHES: usize = 8;

/// Some of a mesh's triangles, with their own palette.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Batch {
    /// Copies; their joints are indices into `places`.
    pub vertices: Vec<SkinnedVertex>,
    /// The index in the mesh of each of `vertices`.
    pub sources: Vec<u32>,
    /// Triangles, as indices into `vertices`.
    pub indices: Vec<u32>,
    /// Indices into the whole palette of the matrices that this batch uses, in its own order.
    pub places: Vec<u16>,
}

/// Divides the triangles of `mesh`, whose joints index a palette of `palette` matrices, into batches that use at most
/// `most` matrices each (`most` is at least 12). If the whole palette fits, the mesh is one batch.
pub(super) fn cut_into_batches(mesh: &Mesh<SkinnedVertex>, palette: usize, most: usize) -> Vec<Batch> {
    if palette <= most {
        return vec![Batch {
            vertices: mesh.vertices.clone(),
            sources: (0..mesh.vertices.len() as u32).collect(),
            indices: mesh.indices.clone(),
            places: (0..palette as u16).collect(),
        }];
    }
    let mut building: Vec<Building> = Vec::new();
    for triangle in mesh.triangles() {
        let corners = triangle.map(|corner| mesh.vertices[corner]);
        let first_open = building.len().saturating_sub(OPEN_BATCHES);
        let open = building[first_open..].iter().position(|batch| batch.has_room(&corners, most));
        let index = open.map_or(building.len(), |open| first_open + open);
        if index == building.len() {
            building.push(Building::default());
        }
        building[index].add_triangle(triangle, &corners);
    }
    building.into_iter().map(|building| building.batch).collect()
}

#[derive(Default)]
struct Building {
    batch: Batch,
    /// Index in the batch's palette of each matrix of the whole palette that is used.
    local_places: HashMap<u16, u16>,
    /// Index in the batch of each vertex of the mesh that is used.
    local_vertices: HashMap<usize, u32>,
}

impl Building {
    fn has_room(&self, corners: &[SkinnedVertex; 3], most: usize) -> bool {
        let mut new: Vec<u16> = corners.iter().flat_map(used_places).collect();
        new.retain(|place| !self.local_places.contains_key(place));
        new.sort_unstable();
        new.dedup();
        self.batch.places.len() + new.len() <= most
    }

    /// Adds a triangle of the mesh: three indices of vertices, and the vertices.
    fn add_triangle(&mut self, triangle: [usize; 3], corners: &[SkinnedVertex; 3]) {
        for (source, corner) in triangle.into_iter().zip(corners) {
            let local = match self.local_vertices.get(&source) {
                Some(local) => *local,
                None => self.add_vertex(source, *corner),
            };
            self.batch.indices.push(local);
        }
    }

    /// Copies vertex number `source` of the mesh and returns its index in the batch.
    fn add_vertex(&mut self, source: usize, mut vertex: SkinnedVertex) -> u32 {
        for (joint, weight) in vertex.joints.iter_mut().zip(vertex.weights) {
            // A place without weight needs no matrix of its own: any will do, times 0.
            *joint = if weight == 0.0 { 0 } else { self.local_place(*joint) };
        }
        let local = self.batch.vertices.len() as u32;
        self.batch.vertices.push(vertex);
        self.batch.sources.push(source as u32);
        self.local_vertices.insert(source, local);
        local
    }

    /// Returns the index in the batch's palette of a matrix of the whole palette.
    fn local_place(&mut self, place: u16) -> u16 {
        let places = &mut self.batch.places;
        *self.local_places.entry(place).or_insert_with(|| {
            places.push(place);
            places.len() as u16 - 1
        })
    }
}

fn used_places(vertex: &SkinnedVertex) -> impl Iterator<Item = u16> {
    vertex.joints.into_iter().zip(vertex.weights).filter(|(_, w)| *w != 0.0).map(|(joint, _)| joint)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;
    use proptest::prelude::*;

    fn random_mesh(places: u16) -> impl Strategy<Value = Mesh<SkinnedVertex>> {
        let vertex = (prop::array::uniform4(0..places), prop::array::uniform4(0.0f32..1.0), 0usize..5);
        let vertex = vertex.prop_map(|(joints, mut weights, unused)| {
            if let Some(weight) = weights.get_mut(unused) {
                *weight = 0.0;
            }
            SkinnedVertex { joints, weights, ..SkinnedVertex::default() }
        });
        (prop::collection::vec(vertex, 3..60), prop::collection::vec(any::<prop::sample::Index>(), 0..100)).prop_map(
            |(mut vertices, picks)| {
                for (number, vertex) in vertices.iter_mut().enumerate() {
                    vertex.position = Vec3::splat(number as f32);
                }
                let indices = picks.as_chunks::<3>().0.iter().flatten();
                let indices = indices.map(|pick| pick.index(vertices.len()) as u32).collect();
                Mesh { vertices, indices }
            },
        )
    }

    type Corner = (usize, Vec<(u16, u32)>);

    /// Returns the triangles of a mesh, sorted: the vertex at each corner, with its weights for matrices of the whole palette.
    fn sorted_triangles(mesh: &Mesh<SkinnedVertex>) -> Vec<[Corner; 3]> {
        let mut triangles: Vec<_> =
            mesh.triangles().map(|t| t.map(|c| (c, weights(&mesh.vertices[c], &|place| place)))).collect();
        triangles.sort();
        triangles
    }

    fn weights(vertex: &SkinnedVertex, whole: &dyn Fn(u16) -> u16) -> Vec<(u16, u32)> {
        let used = vertex.joints.into_iter().zip(vertex.weights).filter(|(_, w)| *w != 0.0);
        let mut used: Vec<_> = used.map(|(joint, w)| (whole(joint), w.to_bits())).collect();
        used.sort_unstable();
        used
    }

    proptest! {
        #[test]
        fn every_triangle_once_with_its_own_weights(mesh in random_mesh(40), most in 12usize..30) {
            let cut = cut_into_batches(&mesh, 40, most);
            let mut got = Vec::new();
            for batch in &cut {
                prop_assert!(batch.places.len() <= most, "{} places", batch.places.len());
                prop_assert!(batch.vertices.iter().all(|v| v.joints.iter().all(|j| usize::from(*j) < batch.places.len().max(1))));
                for triangle in batch.indices.as_chunks::<3>().0 {
                    got.push(triangle.map(|local| {
                        let vertex = &batch.vertices[local as usize];
                        let source = batch.sources[local as usize] as usize;
                        assert_eq!(vertex.position, mesh.vertices[source].position);
                        (source, weights(vertex, &|place| batch.places[usize::from(place)]))
                    }));
                }
            }
            got.sort();
            prop_assert_eq!(got, sorted_triangles(&mesh));
        }
    }

    #[test]
    fn a_palette_that_fits_leaves_the_mesh_alone() {
        let vertex = SkinnedVertex { joints: [3, 0, 0, 0], weights: [1.0, 0.0, 0.0, 0.0], ..Default::default() };
        let mesh = Mesh { vertices: vec![vertex; 3], indices: vec![0, 1, 2] };
        let cut = cut_into_batches(&mesh, 4, 12);
        assert_eq!(cut.len(), 1);
        assert_eq!((&cut[0].vertices, &cut[0].indices), (&mesh.vertices, &mesh.indices));
        assert_eq!(cut[0].places, [0, 1, 2, 3]);
    }
}
