//! `LESSON`: who answers, what is asked, and the mistakes that are known by name.

use crate::given::core_joints;
use crate::probes::Forest;
use crate::{Answers, Joint, exercise, mistakes, starter};
use common::check::{Answer, Check, Flaw, Lesson, Task};
use common::skeleton;
use glam::{Mat4, Vec3};

/// Lesson 02, as the check engine sees it.
pub static LESSON: Lesson<Answers> = Lesson {
    number: "02",
    folder: "02-hierarchy",
    exercise: exercise::ANSWERS,
    exercise_text: include_str!("exercise.rs"),
    starter: STARTER,
    starter_text: include_str!("starter.rs"),
    starter_shaders: "",
    reference: REFERENCE,
    mistaken: mistakes::ANSWERS,
    checks: &[DEPTH_FIRST_ORDER, MODEL_POSES, TIP],
};

/// The first day's answers.
pub const STARTER: Answers = starter::ANSWERS;

/// What this lesson becomes in `common`.
pub const REFERENCE: Answers = Answers {
    depth_first_order: |joints| skeleton::depth_first_order(&core_joints(joints)),
    model_poses: poses_along,
    tip: |joints, model_from_joint, joint| {
        let tip = skeleton::tip(&core_joints(joints), joint);
        model_from_joint[tip].transform_point3(Vec3::ZERO)
    },
};

/// `common::skeleton::local_to_model` for joints that are not sorted yet; a test says that they agree.
/// Whoever `order` leaves out stays at the model's origin.
fn poses_along(
    joints: &[Joint],
    order: &[usize],
    locals: &[Mat4],
    model_from_root: Mat4,
) -> Vec<Mat4> {
    let mut model_from_joint = vec![Mat4::IDENTITY; joints.len()];
    for &joint in order.iter().filter(|&&joint| joint < joints.len()) {
        let model_from_parent =
            joints[joint].parent.map_or(model_from_root, |parent| model_from_joint[parent]);
        model_from_joint[joint] = model_from_parent * locals[joint];
    }
    model_from_joint
}

/// A mistake that we made ourselves or expect.
const fn ours(
    name: &'static str,
    aspect: &'static str,
    says: &'static str,
    asks: &'static str,
) -> Flaw {
    Flaw { name, aspect, says, asks, origin: "ours" }
}

const DEPTH_FIRST_ORDER: Check<Answers> = Check {
    id: "02.1",
    task: Task::Function("depth_first_order"),
    tolerance: 0.5,
    finished_in: "common::skeleton::depth_first_order",
    ask: |answers, probe| {
        let forest = Forest::new(probe);
        let order = (answers.depth_first_order)(&forest.joints);
        let walks = forest.beside(&order);
        let words = order.into_iter().map(|joint| forest.label(joint));
        let answer = Answer::words(|place| format!("place {place} of the walk"), words);
        Ok(answer.noting(vec![forest.family(), walks]))
    },
    flaws: &[
        ours(
            "LEVEL-BY-LEVEL",
            "order",
            "all roots come first, then all their children, and so on: that is breadth first.",
            "What comes after a joint's first child: the child's sibling, or what hangs on the child?",
        ),
        ours(
            "LEVELS-OF-A-ROOT",
            "order",
            "below each root all children come first, then all grandchildren: that is breadth first.",
            "What comes after a joint's first child: the child's sibling, or what hangs on the child?",
        ),
        ours(
            "CHILDREN-FIRST",
            "order",
            "a joint comes after all that hangs on it.",
            "When is a joint written down: on the way down to its children, or on the way back?",
        ),
        ours(
            "ONCE-FOR-EACH-CHILD",
            "order",
            "a joint is written down once for each of its children, and one without a child never.",
            "How often does a joint belong into the walk, and how often does the loop over its children come by?",
        ),
        ours(
            "ONE-GENERATION",
            "order",
            "below each root come its children, and nothing that hangs on those.",
            "Who writes down the children of a child?",
        ),
        ours(
            "LAST-FIRST",
            "siblings",
            "of several roots or several children the one with the largest number comes first.",
            "Which of the things on a stack comes off it first?",
        ),
        ours(
            "LAST-CHILD-FIRST",
            "siblings",
            "roots come in the right order, but of several children the last comes first.",
            "Which of the children on a stack comes off it first?",
        ),
        ours(
            "ONE-CHILD",
            "children",
            "only the first child of each joint is visited.",
            "How many legs hang on the chest?",
        ),
        ours(
            "ONLY-LATER",
            "search",
            "a child is found only if its number is larger than its parent's.",
            "Where in the array may the children of joint 5 stand?",
        ),
        ours(
            "BEGINS-AT-0",
            "roots",
            "the walk begins at joint 0 and holds what hangs on that one.",
            "How do you recognise a root?",
        ),
        ours(
            "FIRST-ROOT-ONLY",
            "roots",
            "the walk ends after the first root's joints.",
            "How many joints have no parent?",
        ),
        ours(
            "ROOTS-HANG-ON-0",
            "roots",
            "what hangs on joint 0 is taken for a root: `Some(0)` is a parent, and it is joint 0.",
            "What does `parent` hold for a joint that hangs on nobody?",
        ),
        ours(
            "EVERY-JOINT-A-ROOT",
            "roots",
            "a walk begins at every joint, so whoever has a parent is visited more than once.",
            "How do you recognise a root?",
        ),
        ours(
            "ROOT-LEFT-OUT",
            "roots",
            "the roots themselves are missing.",
            "Who writes down a joint that is nobody's child?",
        ),
        ours(
            "PLACES-NOT-JOINTS",
            "result",
            "element i is joint i's place in the walk; it should be the joint at place i.",
            "What does somebody look for who goes along your list: where is joint i, or who is next?",
        ),
    ],
};

const MODEL_POSES: Check<Answers> = Check {
    id: "02.2",
    task: Task::Function("model_poses"),
    // Metres. A handful of products of matrices with coordinates below 10 are right to 1e-5.
    tolerance: 0.002,
    finished_in: "common::skeleton::local_to_model",
    ask: |answers, probe| {
        let forest = Forest::new(probe);
        let Forest { joints, order, locals, model_from_root, .. } = &forest;
        let poses = (answers.model_poses)(joints, order, locals, *model_from_root);
        let group = |joint: usize| {
            forest.depths.get(joint).map_or(String::new(), |depth| format!("depth {depth}"))
        };
        let parent = |joint: usize| joints.get(joint)?.parent;
        let answer = Answer::transforms(|joint| forest.label(joint), poses);
        let answer = answer.grouped(group).hanging_on(parent);
        Ok(answer.noting(vec![forest.family()]))
    },
    flaws: &[
        ours(
            "ONE-LEVEL",
            "parent",
            "the parent's local matrix stands where its model matrix is needed.",
            "What has already been computed for the parent when the walk reaches a joint?",
        ),
        ours(
            "PREVIOUS-AS-PARENT",
            "parent",
            "the joint visited just before is taken for the parent.",
            "Where does a joint say whom it hangs on?",
        ),
        ours(
            "RUNNING-PRODUCT",
            "parent",
            "one product runs through the whole walk: each joint hangs on the one visited before it, even a root.",
            "What is the first joint of a new branch multiplied with?",
        ),
        ours(
            "PARENT-NOT-ASKED",
            "parent",
            "every joint is placed as if it were a root: its parent has no say.",
            "Which matrix stands before L_j in the formula, and for which joints only is it W?",
        ),
        ours(
            "PARENT-DOES-NOT-TURN",
            "part",
            "the parent moves its children along, but does not turn them.",
            "What is in a parent's matrix besides the place where it lies?",
        ),
        ours(
            "CHILD-TIMES-PARENT",
            "side",
            "the two matrices are multiplied the wrong way round.",
            "Which of them is applied to a point first, and on which side does it stand?",
        ),
        ours(
            "ROOT-IGNORED",
            "root",
            "model_from_root is not used: the creature stays at the origin, wherever it walks.",
            "What stands in for the parent of a root?",
        ),
        ours(
            "ROOT-TWICE",
            "root",
            "model_from_root is applied once more to every joint.",
            "Do joints not get it from their parents already?",
        ),
        ours(
            "ROOT-AT-EVERY-STEP",
            "root",
            "model_from_root comes in at each joint, on top of what the parent has of it.",
            "Do joints not get it from their parents already?",
        ),
        ours(
            "ROOTS-LOCAL-FORGOTTEN",
            "root",
            "a root lies where model_from_root says, and its own local matrix is not used.",
            "What in the formula does model_from_root stand for: M_j, or M_k?",
        ),
        ours(
            "ARRAY-ORDER",
            "order",
            "the joints are taken in the order of the array: a parent that stands later is not known yet.",
            "What is in the list for a parent that the loop has not come to?",
        ),
        ours(
            "LOCAL-BY-PLACE",
            "local",
            "a joint gets the local matrix of its place in the walk, not of its number.",
            "If the walk visits joint 7 first, which element of `locals` is its own?",
        ),
        ours(
            "STORED-BY-PLACE",
            "result",
            "each matrix is put at its joint's place in the walk, and looked for by its joint's number.",
            "Which element of your list belongs to joint 7?",
        ),
        ours(
            "WALK-ORDER",
            "result",
            "the matrices are right, but stand in the order of the walk.",
            "Where in the list does somebody look who wants the matrix of joint 7?",
        ),
    ],
};

const TIP: Check<Answers> = Check {
    id: "02.3",
    task: Task::Function("tip"),
    // Metres: a place is copied, not computed. But whoever multiplies by the origin may round.
    tolerance: 0.002,
    finished_in: "common::skeleton::tip",
    ask: |answers, probe| {
        let forest = Forest::new(probe);
        let Forest { joints, model_from_joint, .. } = &forest;
        let tip = |joint| (answers.tip)(joints, model_from_joint, joint);
        let group = |joint: usize| match joints
            .iter()
            .filter(|other| other.parent == Some(joint))
            .count()
        {
            0 => "joints without a child".to_owned(),
            1 => "joints with one child".to_owned(),
            _ => "joints with several children".to_owned(),
        };
        let label = |joint| format!("the tip of {}", forest.label(joint));
        let answer = Answer::points(label, (0..joints.len()).map(tip)).grouped(group);
        Ok(answer.noting(vec![forest.family()]))
    },
    flaws: &[
        ours(
            "LAST-CHILD",
            "child",
            "of several children the last one is followed.",
            "Which child does your search find, and which one did you keep?",
        ),
        ours(
            "FARTHEST-TIP",
            "child",
            "of several branches the one that reaches farthest is followed, not the first.",
            "To which of several children does the TODO send you?",
        ),
        ours(
            "NEXT-AS-CHILD",
            "child",
            "only the next joint of the array is taken for a child.",
            "Where in the array may the children of joint 5 stand?",
        ),
        ours(
            "UP-NOT-DOWN",
            "child",
            "the walk goes from joint to parent and ends at the root.",
            "Is `parent` the way to the foot, or the way to the chest?",
        ),
        ours(
            "ONE-STEP",
            "length",
            "only one step is taken, from the joint to its child.",
            "What if the child has a child?",
        ),
        ours(
            "ONE-TOO-SHORT",
            "length",
            "the walk ends one joint before the tip.",
            "Whose children did you look for when you stopped?",
        ),
        ours(
            "ONE-PASS",
            "search",
            "one pass over the array goes down as it finds children, and misses those it has passed already.",
            "After a step down, from where in the array must the search begin?",
        ),
        ours(
            "ONLY-LATER",
            "search",
            "a child is found only if its number is larger than its parent's.",
            "Where in the array may the children of joint 5 stand?",
        ),
        ours(
            "DIRECTION-FOR-PLACE",
            "end",
            "everything ends at the model's origin: a direction has no place, and (0, 0, 0) has nowhere to point.",
            "Which function moves a point: `transform_point3`, or `transform_vector3`?",
        ),
    ],
};
