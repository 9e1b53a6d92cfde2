//! Every number in README.md that depends on code comes from that code.

use crate::readme_says;
use common::exercise::Exercise;
use common::graphics::GUARANTEED_VERTEX_UNIFORM_FLOATS;
use lesson_03::creature::Family;
use lesson_03::figures::{self, PARENTS};
use lesson_03::{MAX_JOINTS, checks::REFERENCE, lesson_joints, scene::FamilyScene};

const SHADER: &str = include_str!("../../../../../shaders/common/joints.vert");

#[test]
fn the_numbers_are_those_of_the_code() {
    let family = Family::new();
    let joints = lesson_joints(family.model.skeleton.joints());
    let indices = REFERENCE.joint_lines.index_pairs(&joints).unwrap().len();
    let chains = REFERENCE.joint_lines.chain_starts(&joints).unwrap().len();
    let roots = joints.iter().take_while(|joint| joint.parent.is_none()).count();
    let floats = GUARANTEED_VERTEX_UNIFORM_FLOATS;
    assert_eq!((roots, chains), (3, 3), "all three roots come first, and each begins a chain");
    let mut root_of = Vec::new();
    let mut counts = [0; 3];
    for (index, joint) in joints.iter().enumerate() {
        root_of.push(joint.parent.map_or(index, |parent| root_of[parent]));
        counts[root_of[index]] += 1;
    }
    let [mother, young, other] = counts;
    assert!(mother > young && young == other);
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

/// Returns the numbers that a figure reads.
fn readings(name: &str, values: &[f32]) -> Vec<f32> {
    let figure = FamilyScene::FIGURES.iter().find(|figure| figure.name == name).expect(name);
    figure.sheet(values, &REFERENCE).unwrap().readings().iter().map(|reading| reading.value).collect()
}

#[test]
fn the_numbers_of_the_figures() {
    let joints = figures::joints(&PARENTS);
    let walk: Vec<String> = lesson_03::depth_first_order(&joints).iter().map(usize::to_string).collect();
    readme_says(&format!("Lesson 02's walk visits {}.", walk.join(" ")));
    let indices = REFERENCE.joint_lines.index_pairs(&joints).unwrap();
    let pairs: Vec<String> = indices.chunks(2).map(|pair| format!("{} {}", pair[0], pair[1])).collect();
    readme_says(&format!("The index buffer of this skeleton is `{}`", pairs.join(" | ")));
    let roots = joints.len() - indices.len() / 2;
    readme_says(&format!("{} joints with {roots} roots have {} bones", joints.len(), indices.len() / 2));
    let [first, second, third] = REFERENCE.joint_lines.chain_starts(&joints).unwrap()[..] else {
        panic!("three chains")
    };
    readme_says(&format!("The skeleton's three chains begin at {first}, {second} and {third}"));
    assert!(PARENTS[1].is_none() && !PARENTS.contains(&Some(1)), "joint 1 is a root without children");

    // The list of 03.2, and the vertex of 03.1: at first where its joint is.
    assert_eq!(readings("03.2", &[]), [MAX_JOINTS as f32]);
    let [x, y] = readings("03.1", &[3.0, 0.0])[..] else { panic!("two numbers") };
    readme_says(&format!("joint 3 lies at ({x:.2}, {y:.2})"));
    let [from, to] = [0.0, 0.1].map(|x| readings("03.1", &[3.0, x]));
    readme_says(&format!("you get ({:.2}, {:.2}): 10 cm along the joint's own x axis", to[0], to[1]));
    let column = [10.0 * (to[0] - from[0]), 10.0 * (to[1] - from[1])];
    readme_says(&format!(
        "Its first column is $({:.2}, {:.2}, 0, 0)$, its fourth $({x:.2}, {y:.2}, 0, 1)$",
        column[0], column[1]
    ));
    assert!(((to[0] - from[0]).hypot(to[1] - from[1]) - 0.1).abs() < 1e-5, "10 cm along its x axis");
}
