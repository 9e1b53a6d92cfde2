//! Weights of joints at vertices, and their reduction to the four largest, normalised.

/// Number of influences of a vertex that are drawn: as many as fit one `uvec4` and one `vec4`.
const MAX_INFLUENCES: usize = 4;

/// Weight of one joint at one vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Influence {
    /// Index in the skin's palette.
    pub slot: u16,
    /// Weight in the file, neither limited nor normalised.
    pub weight: f32,
}

/// Influences of all vertices (or positions) of a mesh, any number each, in one list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Influences {
    all: Vec<Influence>,
    /// End of each vertex's influences, which begin at the end of those of the vertex before.
    ends: Vec<usize>,
}

impl Influences {
    /// Makes an empty list with room for `vertices`.
    pub fn with_capacity(vertices: usize) -> Self {
        Self { all: Vec::with_capacity(2 * vertices), ends: Vec::with_capacity(vertices) }
    }

    /// Appends the influences of the next vertex.
    pub fn push(&mut self, vertex: impl IntoIterator<Item = Influence>) {
        self.all.extend(vertex);
        self.ends.push(self.all.len());
    }

    /// Returns the number of vertices.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether there is no vertex.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the influences of one vertex, or none if there is no such vertex.
    pub fn get(&self, vertex: usize) -> &[Influence] {
        let Some(&end) = self.ends.get(vertex) else { return &[] };
        let start = if vertex == 0 { 0 } else { self.ends[vertex - 1] };
        &self.all[start..end]
    }

    /// Returns the influences of each vertex.
    pub fn iter(&self) -> impl Iterator<Item = &[Influence]> {
        (0..self.len()).map(|vertex| self.get(vertex))
    }
}

/// Influences of a vertex that are kept for drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FourInfluences {
    /// Indices in the skin's palette, that of the largest weight first; 0 for a weight of 0.
    pub joints: [u16; 4],
    /// Weights with a sum of 1, or all 0 if the vertex has no influence with a positive weight.
    pub weights: [f32; 4],
    /// Fraction of the original weight that was left out, from 0 to 1.
    pub dropped: f32,
}

/// Returns the four influences with the largest weights, normalised to a sum of 1.
///
/// Without normalising, the vertex would move towards the origin by the fraction left out. Influences of the same joint
/// are added first; weights that are negative or not finite count as 0; of equal weights the first is kept.
pub fn best_four(influences: &[Influence]) -> FourInfluences {
    // Most vertices have few influences, and need no allocation.
    let mut few = [Influence { slot: 0, weight: 0.0 }; MAX_INFLUENCES];
    let mut many = Vec::new();
    let buffer = if let Some(few) = few.get_mut(..influences.len()) {
        few
    } else {
        many.extend_from_slice(influences);
        &mut many
    };
    let mut count = 0;
    for &Influence { slot, weight } in influences {
        if weight > 0.0 && weight.is_finite() {
            if let Some(known) = buffer[..count].iter_mut().find(|known| known.slot == slot) {
                known.weight += weight;
            } else {
                buffer[count] = Influence { slot, weight };
                count += 1;
            }
        }
    }
    let merged = &mut buffer[..count];
    merged.sort_by(|a, b| b.weight.total_cmp(&a.weight)); // stable
    let total: f32 = merged.iter().map(|influence| influence.weight).sum();
    let best = &merged[..count.min(MAX_INFLUENCES)];
    let kept: f32 = best.iter().map(|influence| influence.weight).sum();

    let mut four = FourInfluences { joints: [0; 4], weights: [0.0; 4], dropped: 0.0 };
    if kept > 0.0 && total.is_finite() {
        for (index, influence) in best.iter().enumerate() {
            four.joints[index] = influence.slot;
            four.weights[index] = influence.weight / kept;
        }
        four.dropped = ((total - kept) / total).max(0.0);
    }
    four
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn list(weights: &[(u16, f32)]) -> Vec<Influence> {
        weights.iter().map(|&(slot, weight)| Influence { slot, weight }).collect()
    }

    #[test]
    fn the_strongest_four_sum_to_one() {
        let four = best_four(&list(&[(0, 0.1), (1, 0.3), (2, 0.05), (3, 0.2), (4, 0.25), (5, 0.1)]));
        assert_eq!(four.joints, [1, 4, 3, 0]);
        let sum = 0.3 + 0.25 + 0.2 + 0.1;
        for (got, want) in four.weights.iter().zip([0.3, 0.25, 0.2, 0.1]) {
            assert!((got - want / sum).abs() < 1e-6);
        }
        assert!((four.dropped - 0.15).abs() < 1e-6, "{}", four.dropped);
    }

    #[test]
    fn odd_weights() {
        assert_eq!(best_four(&[]).weights, [0.0; 4]);
        assert_eq!(best_four(&list(&[(3, 0.0), (4, -1.0), (5, f32::NAN)])).weights, [0.0; 4]);
        let twice = best_four(&list(&[(7, 1.0), (2, 1.0), (7, 1.0), (1, f32::NAN)]));
        assert_eq!((twice.joints[0], twice.weights[0]), (7, 2.0 / 3.0));
        assert_eq!(best_four(&list(&[(1, 3e38), (2, 3e38)])).weights, [0.0; 4], "a sum that overflows");
    }

    #[test]
    fn influences_of_all_vertices_in_one_list() {
        let mut all = Influences::with_capacity(3);
        all.push(list(&[(0, 0.5), (1, 0.5)]));
        all.push([]);
        all.push(list(&[(2, 1.0), (0, 0.0)]));
        assert_eq!(all.get(0).len(), 2);
        assert_eq!(all.get(1), []);
        assert_eq!(all.get(2)[0].slot, 2);
        assert_eq!(all.get(3), []);
    }

    proptest! {
        #[test]
        fn always_normalised(weights in prop::collection::vec((0u16..9, 0.0f32..1.0), 0..12)) {
            let given = list(&weights);
            let four = best_four(&given);
            let sum: f32 = four.weights.iter().sum();
            let any = given.iter().any(|i| i.weight > 0.0);
            prop_assert!((sum - f32::from(u8::from(any))).abs() < 1e-5);
            prop_assert!(four.weights.is_sorted_by(|a, b| a >= b));
            prop_assert!((0.0..=1.0).contains(&four.dropped));
            let distinct: std::collections::BTreeSet<u16> =
                given.iter().filter(|i| i.weight > 0.0).map(|i| i.slot).collect();
            prop_assert!(distinct.len() > 4 || four.dropped <= 1e-6);
            prop_assert_eq!(four.weights.iter().filter(|w| **w > 0.0).count(), distinct.len().min(4));
        }
    }
}
