//! Tubes made of rings of vertices, ring above ring: what lesson 09's worm and lesson 10's balloon and
//! cactus consist of.

use crate::mesh::Mesh;

/// A band of quads between each of `rings + 1` rings and the next. `vertex(ring, slice)` makes the vertices,
/// counter-clockwise seen from above; number `slices` of a ring lies on number 0, with another texture
/// coordinate.
pub fn tube<V>(rings: usize, slices: usize, vertex: impl Fn(usize, usize) -> V) -> Mesh<V> {
    let all = (0..=rings).flat_map(|ring| (0..=slices).map(move |slice| (ring, slice)));
    let vertices = all.map(|(ring, slice)| vertex(ring, slice)).collect();
    let mut indices = Vec::new();
    for ring in 0..rings {
        for slice in 0..slices {
            let [a, b] = [slice, slice + 1].map(|slice| number(ring, slice, slices));
            let [d, c] = [slice, slice + 1].map(|slice| number(ring + 1, slice, slices));
            indices.extend([a, b, c, a, c, d]);
        }
    }
    Mesh { vertices, indices }
}

/// The number of a tube's vertex.
pub fn number(ring: usize, slice: usize, slices: usize) -> u32 {
    (ring * (slices + 1) + slice) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_bands_of_three_quads() {
        let mesh = tube(2, 3, |ring, slice| (ring, slice));
        assert_eq!(mesh.vertices.len(), 3 * 4);
        assert_eq!(mesh.triangle_count(), 2 * 3 * 2);
        assert_eq!(mesh.vertices[number(1, 2, 3) as usize], (1, 2));
        let corners = mesh.triangles().next().map(|triangle| triangle.map(|i| mesh.vertices[i]));
        assert_eq!(corners, Some([(0, 0), (0, 1), (1, 1)]));
    }
}
