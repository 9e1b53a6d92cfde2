//! Every number in README.md that depends on code comes from that code.

use crate::readme_says;
use common::graphics::GUARANTEED_VERTEX_UNIFORM_FLOATS;
use lesson_03::creature::Family;
use lesson_03::{MAX_JOINTS, checks::REFERENCE, lesson_joints};

const SHADER: &str = include_str!("../../../../shaders/common/joints.vert");

#[test]
fn the_numbers_are_those_of_the_code() {
    let family = Family::new();
    let joints = lesson_joints(family.model.skeleton.joints());
    let indices = (REFERENCE.index_pairs)(&joints).len();
    let chains = (REFERENCE.chain_starts)(&joints).len();
    let roots = joints.iter().take_while(|joint| joint.parent.is_none()).count();
    let floats = GUARANTEED_VERTEX_UNIFORM_FLOATS;
    assert_eq!((roots, chains), (3, 3), "all three roots come first, and each begins a chain");
    let family_of = |root: usize| {
        let mut of = vec![false; joints.len()];
        (0..joints.len())
            .filter(|&j| {
                of[j] = joints[j].parent.map_or(j == root, |parent| of[parent]);
                of[j]
            })
            .count()
    };
    let (mother, young) = (family_of(0), family_of(1));
    assert!(mother > young && young == family_of(2));
    for says in [
        format!("{} joints in one skeleton, {mother} of them the mother's", joints.len()),
        format!("walk in a circle: {} joints in one skeleton", joints.len()),
        format!("{} joints with 3 roots have {} bones, and {indices} indices", joints.len(), indices / 2),
        format!("which is all {} joints in the same wrong place", joints.len()),
        format!("`u_model` has {MAX_JOINTS} elements, the skeleton {} joints", joints.len()),
        format!("{MAX_JOINTS} matrices are {} floats", MAX_JOINTS * 16),
        format!("no more than {floats} for all uniforms of a vertex shader, which is {} matrices", floats / 16),
    ] {
        readme_says(&says);
    }
    assert!(SHADER.contains(&format!("uniform mat4 u_model[{MAX_JOINTS}];")));
    assert!(joints.len() <= MAX_JOINTS, "every joint has a matrix");
}
