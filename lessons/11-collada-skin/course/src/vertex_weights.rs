//! The `<vertex_weights>` of a skin as the file has them: the input of 11.1.

use crate::figures::inputs;
use crate::{ColladaSkin, Influence, Input, offset_of};
use armature::mesh::SkinnedVertex;
#[cfg(feature = "graphics")]
use armature_formats::collada::SkinData;
use given::{
    CallError,
    xml::{child, children, text},
};
use roxmltree::{Document, Node};
use std::str::FromStr;

/// The content of `<vertex_weights>`. All indices are valid.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VertexWeights {
    /// Meanings of the numbers of `v`, in the file's order.
    pub inputs: Vec<Input>,
    pub vcount: Vec<usize>,
    pub v: Vec<i32>,
    pub weights: Vec<f32>,
    pub joints: usize,
}

impl VertexWeights {
    /// Reads the weights of the `<controller>` with this id from a file that `common` has validated. Returns `None` for
    /// rare forms, which only `common` reads.
    pub fn read(xml: &Document<'_>, controller: &str, joints: usize) -> Option<Self> {
        let mut elements = xml.descendants();
        let skin = elements.find(|element| {
            let above = element.parent().and_then(|above| above.attribute("id"));
            element.has_tag_name("skin") && above == Some(controller)
        })?;
        let element = child(skin, "vertex_weights").ok()?;
        let id = children(element, "input")
            .find(|input| input.attribute("semantic") == Some("WEIGHT"))?
            .attribute("source")?;
        let source = children(skin, "source").find(|source| source.attribute("id") == id.strip_prefix('#'))?;
        let read = VertexWeights {
            inputs: children(element, "input")
                .map(|input| {
                    let offset = input.attribute("offset")?.parse().ok()?;
                    Some(Input { semantic: input.attribute("semantic")?.into(), offset })
                })
                .collect::<Option<_>>()?,
            vcount: numbers(child(element, "vcount").ok()?)?,
            v: numbers(child(element, "v").ok()?)?,
            weights: numbers(child(source, "float_array").ok()?)?,
            joints,
        };
        read.is_valid().then_some(read)
    }

    /// Makes the lists from `common`'s skin.
    #[cfg(feature = "graphics")]
    pub fn new(data: &SkinData) -> Self {
        let joints = data.names.len();
        let mut vcount = Vec::new();
        let mut slots = Vec::new();
        let mut weights = Vec::new();
        for influences in data.influences.iter() {
            vcount.push(influences.len());
            for influence in influences {
                let is_joint = usize::from(influence.slot) < joints;
                slots.push(if is_joint { i32::from(influence.slot) } else { -1 });
                weights.push(influence.weight);
            }
        }
        Self::of_pairs(vcount, &slots, weights, joints)
    }

    /// Makes the lists from vertices, each a position of its own. `slots` has the slot, or -1, for each of their joints.
    pub fn of_vertices(vertices: &[SkinnedVertex], slots: &[i32], joints: usize) -> Self {
        let mut vcount = Vec::new();
        let mut followed = Vec::new();
        let mut weights = Vec::new();
        for vertex in vertices {
            let before = weights.len();
            for (joint, weight) in vertex.joints.iter().zip(vertex.weights).filter(|(_, weight)| *weight > 0.0) {
                followed.push(slots[usize::from(*joint)]);
                weights.push(weight);
            }
            vcount.push(weights.len() - before);
        }
        Self::of_pairs(vcount, &followed, weights, joints)
    }

    /// Makes the lists with joints at offset 0 and weights at offset 1.
    fn of_pairs(vcount: Vec<usize>, slots: &[i32], weights: Vec<f32>, joints: usize) -> Self {
        VertexWeights {
            inputs: inputs(&[("JOINT", 0), ("WEIGHT", 1)]),
            vcount,
            v: slots.iter().enumerate().flat_map(|(weight, joint)| [*joint, weight as i32]).collect(),
            weights,
            joints,
        }
    }

    /// Returns 11.1's influences.
    ///
    /// # Errors
    /// If the answer cannot be used.
    pub fn influences(&self, answers: &ColladaSkin) -> Result<Vec<Vec<Influence>>, CallError> {
        answers.influences(&self.inputs, &self.vcount, &self.v, &self.weights, self.joints)
    }

    pub fn stride(&self) -> usize {
        self.inputs.iter().map(|input| input.offset.saturating_add(1)).max().unwrap_or(1)
    }

    /// Returns whether `v` is as long as `vcount` demands, and all indices are valid.
    fn is_valid(&self) -> bool {
        let [joint, weight] = ["JOINT", "WEIGHT"].map(|semantic| offset_of(&self.inputs, semantic));
        let mut groups = self.v.chunks_exact(self.stride());
        let wanted: u128 = self.vcount.iter().map(|count| *count as u128).sum();
        wanted <= groups.len() as u128
            && groups.all(|group| {
                let weight = usize::try_from(group[weight]);
                (-1..self.joints as i32).contains(&group[joint])
                    && weight.is_ok_and(|weight| weight < self.weights.len())
            })
    }
}

fn numbers<T: FromStr>(element: Node<'_, '_>) -> Option<Vec<T>> {
    text(element).split_whitespace().map(|word| word.parse().ok()).collect()
}
