//! Vertex weights: any number of influences reduced to the strongest four, normalised.

/// Number of influences that a vertex keeps for drawing: as many as fit one `uvec4` and one `vec4`.
const MAX_INFLUENCES: usize = 4;

/// One joint's weight at one vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Influence {
    /// Index in the skin's palette.
    pub slot: u16,
    /// Weight in the file, neither limited nor normalised.
    pub weight: f32,
}

/// The influences of every vertex (or position) of a mesh, any number each, in one list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Influences {
    all: Vec<Influence>,
    /// End of the influences of vertex v; they begin at the end of those of v - 1.
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

    /// True if there is no vertex.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The influences of one vertex; none where there is no such vertex.
    pub fn get(&self, vertex: usize) -> &[Influence] {
        let Some(&end) = self.ends.get(vertex) else { return &[] };
        let start = if vertex == 0 { 0 } else { self.ends[vertex - 1] };
        &self.all[start..end]
    }

    /// The influences of one vertex after another.
    pub fn iter(&self) -> impl Iterator<Item = &[Influence]> {
        (0..self.len()).map(|vertex| self.get(vertex))
    }
}

/// Returns the influences of a vertex that are kept for drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FourInfluences {
    /// Places in the palette, strongest first; 0 where `weights` is 0.
    pub joints: [u16; 4],
    /// Sum 1; all 0 only if the vertex had no influence with a positive weight.
    pub weights: [f32; 4],
    /// The fraction of the original weight that was left out, from 0 to 1.
    pub dropped: f32,
}

/// The strongest four influences, normalised to sum 1, and how much was dropped.
///
/// Dropping without normalising would pull the vertex towards the origin by the fraction that is
/// missing. Influences of the same joint are added first; weights that are not positive numbers
/// count as 0; of equal weights the one that came first is kept.
pub fn best_four(influences: &[Influence]) -> FourInfluences {
    // Most vertices have few, and need no memory of their own.
    let mut few = [Influence { slot: 0, weight: 0.0 }; MAX_INFLUENCES];
    let mut many = Vec::new();
    let room = if let Some(room) = few.get_mut(..influences.len()) {
        room
    } else {
        many.extend_from_slice(influences);
        &mut many
    };
    let mut count = 0;
    for &Influence { slot, weight } in influences {
        if weight > 0.0 && weight.is_finite() {
            if let Some(known) = room[..count].iter_mut().find(|known| known.slot == slot) {
                known.weight += weight;
            } else {
                room[count] = Influence { slot, weight };
                count += 1;
            }
        }
    }
    let merged = &mut room[..count];
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
    fn one_list_for_all() {
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
            // What is kept and what is dropped are all there was.
            let distinct: std::collections::BTreeSet<u16> =
                given.iter().filter(|i| i.weight > 0.0).map(|i| i.slot).collect();
            prop_assert_eq!(four.dropped > 1e-6, distinct.len() > 4 && four.dropped > 1e-6);
            prop_assert_eq!(four.weights.iter().filter(|w| **w > 0.0).count(), distinct.len().min(4));
        }
    }
}
