//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::figures::{FILES, ROOT, in_file, nodes_text, numbers_text};
use crate::probes::{self, Broken, NO_NUMBERS, rows, spread};
use crate::{Joint, Reader, UpAxis, document, visual_scene};
use armature::skeleton;
use check::case;
use check::words;
use check::{Answer, AnswerError, AnyCheck, Ask, AskedCase, Value, says};
use given::{CallError, Course};
use glam::{Mat4, Vec3};
use std::f32::consts::FRAC_PI_2;

check::lesson! {
    collada_joints: ColladaJoints,
    earlier: {
        hierarchy: lesson_02 {
            "02.1": "the order of the walk over the joints",
            "02.2": "from the file's locals to the model",
        }
    }
}

/// The tolerance of each TODO, in the unit of its answer, and the function that asks about it.
pub(crate) const CHECKS: &[AnyCheck] = &[
    // Numbers are read, not computed.
    AnyCheck::asked(1e-4, matrix_from_text, MATRIX_FROM_TEXT),
    AnyCheck::asked(0.5, joint_name, JOINT_NAME),
    // Metres. Numbers of six decimals, a handful of products.
    AnyCheck::asked(0.002, add_joints, ADD_JOINTS),
    // Metres. The sine of 90 degrees in single precision is right to 1e-7.
    AnyCheck::asked(0.002, to_our_axes, TO_OUR_AXES),
];

const MATRIX_FROM_TEXT: &[AskedCase] = &[
    case!("the numbers 1 to 16 in one line", text_case("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16")),
    case!(
        "the numbers 1 to 16, two spaces between them, each row of four in its own line",
        text_case(&numbers_text(16))
    ),
    case!("the numbers 1 to 15", refusal_case(&numbers_text(15), "15")),
    case!("the numbers 1 to 17", refusal_case(&numbers_text(17), "17")),
    case!("1 0 0 0  0 one 0 0  0 0 1 0  0 0 0 1", refusal_case("1 0 0 0  0 one 0 0  0 0 1 0  0 0 0 1", "one")),
];

fn text_case(q: &mut Ask, answer: &mut Answer, text: &str) -> Result<(), AnswerError> {
    match q.ask("", |course| course.collada_joints.matrix_from_text(text))? {
        Ok(matrix) => {
            for (index, row) in ["first", "second", "third", "fourth"].into_iter().enumerate() {
                answer.compare(format!("the {row} row of the matrix"), matrix.row(index));
            }
        }
        Err(error) => drop(answer.compare_error("the first row of the matrix", &error)),
    }
    Ok(())
}

fn refusal_case(q: &mut Ask, answer: &mut Answer, text: &str, word: &str) -> Result<(), AnswerError> {
    let outcome = q.ask("", |course| course.collada_joints.matrix_from_text(text))?;
    answer.compare_refusal("the result", outcome.map(|_| "a matrix".into()), word);
    Ok(())
}

/// Compares the matrices of texts written in several ways, then the errors for texts that are no matrices.
pub(crate) fn matrix_from_text(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    let random = &mut q.random;
    let [x, y, z, w] = [0.0, 0.0, 0.0, 1.0].map(|w| random.vector().extend(w));
    let numbers = rows(Mat4::from_cols(x, y, z, w));
    let words = numbers.map(|number| format!("{number:.6}"));
    let few = 12 + random.below(4);
    let many = 17 + random.below(3);
    let at = random.below(16);
    let word = NO_NUMBERS[random.below(NO_NUMBERS.len())];
    let mut with_word = words.clone();
    with_word[at] = word.into();
    let mut with_one_more = words.to_vec();
    with_one_more.insert(at, word.into());

    let mut good = vec![
        ("16 numbers over several lines", spread(random, &words)),
        ("16 numbers in one line, two spaces between", words.join("  ")),
        ("16 numbers in one line, tabs between", words.join("\t")),
    ];
    let mut bad = Vec::new();
    for count in [few, many] {
        bad.push((format!("{count} numbers"), spread(random, &repeated(&words, count)), count.to_string()));
    }
    let one_more = format!("16 numbers and \"{word}\" in one line, two spaces between");
    bad.push((format!("15 numbers and \"{word}\""), spread(random, &with_word), word.into()));
    bad.push((one_more, with_one_more.join("  "), word.into()));
    bad.push(("no number at all".into(), spread(random, &[]), String::new()));
    if q.probe.is_last() {
        let scientific = numbers.map(|number| format!("{number:.6e}"));
        good.push(("16 numbers like 1.5e-1", scientific.join(" ")));
        good.push(("a number in each line", words.join("\r\n")));
        for word in NO_NUMBERS {
            with_word[at] = word.into();
            bad.push((format!("15 numbers and \"{word}\""), with_word.join("\n"), word.into()));
        }
        for count in [1, 15, 17, 32] {
            bad.push((format!("{count} numbers"), repeated(&words, count).join(" "), count.to_string()));
        }
    }
    for (what, text) in good {
        match q.ask(words!("text", what), |course| course.collada_joints.matrix_from_text(&text))? {
            Ok(matrix) => answer.compare(what, matrix),
            Err(error) => answer.compare_error(what, &error),
        };
    }
    for (what, text, word) in bad {
        let outcome = q.ask(words!("text", what), |course| course.collada_joints.matrix_from_text(&text))?;
        // An answer may count the words first, and report their number.
        let counted = text.split_whitespace().count().to_string();
        let outcome =
            outcome.map_err(|error| if counted != "16" && says(&error, &counted) { word.clone() } else { error });
        answer.compare_refusal(&what, outcome.map(|_| "a matrix".into()), &word);
    }
    Ok(())
}

/// Returns so many words, again from the first one if there are not enough.
fn repeated(words: &[String], count: usize) -> Vec<String> {
    words.iter().cycle().take(count).cloned().collect()
}

/// Attributes of unusual nodes: an empty attribute exists, and spaces belong to a name.
const UNUSUAL: [&str; 5] = [
    "sid=\"\" id=\"Figure_arm\" name=\"Arm\"",
    "id=\"\" name=\"Arm\"",
    "sid=\" arm l \" id=\"Figure_arm\"",
    "name=\"arm &amp; hand\"",
    "sid=\"ARM:Ärmel.001\"",
];

/// What `expect` says of a file that a probe has written.
const OURS: &str = "the probe's own file";

const JOINT_NAME: &[AskedCase] = &[
    case!(
        "a node with sid=\"hips\" id=\"Knight_hips\" name=\"Hips\"",
        name_case("sid=\"hips\" id=\"Knight_hips\" name=\"Hips\"")
    ),
    case!("a node with id=\"Knight_hips\" name=\"Hips\"", name_case("id=\"Knight_hips\" name=\"Hips\"")),
    case!("a node with name=\"Hips\"", name_case("name=\"Hips\"")),
    case!("a node without attributes", name_case("")),
];

fn name_case(q: &mut Ask, answer: &mut Answer, attributes: &str) -> Result<(), AnswerError> {
    let text = probes::around(&format!("<node {attributes}/>"), "Y_UP", "1");
    let document = document(&text).expect(OURS);
    let node = visual_scene(&document).expect(OURS).first_element_child().expect(OURS);
    let name = q.ask("", |course| course.collada_joints.joint_name(node))?;
    answer.compare("the name", if name.is_empty() { "an empty name".into() } else { name });
    Ok(())
}

/// Compares the names of nodes with every choice of the three attributes, in random order.
pub(crate) fn joint_name(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    let random = &mut q.random;
    let mut tags: Vec<String> = Vec::new();
    for choice in (0..8).rev() {
        let number = random.below(90) + 10;
        let mut attributes = vec![" type=\"JOINT\"".to_owned()];
        for (bit, key, value) in [
            (1, "sid", format!("arm_{number}")),
            (2, "id", format!("Figure_arm_{number}")),
            (4, "name", format!("Arm {number}")),
        ] {
            if choice & bit != 0 {
                let place = random.below(attributes.len() + 1);
                attributes.insert(place, format!(" {key}=\"{value}\""));
            }
        }
        tags.push(format!("<node{}/>", attributes.concat()));
    }
    if q.probe.is_last() {
        tags.extend(UNUSUAL.map(|attributes| format!("<node {attributes}/>")));
    }
    let text = probes::around(&tags.concat(), "Y_UP", "1");
    let document = document(&text).expect(OURS);
    let scene = visual_scene(&document).expect(OURS);
    let nodes = scene.children().filter(|child| child.has_tag_name("node"));
    for (node, tag) in nodes.zip(&tags) {
        let name = q.ask(words!("tag", tag), |course| course.collada_joints.joint_name(node))?;
        answer.compare(tag, if name.is_empty() { "an empty name".into() } else { name });
    }
    Ok(())
}

const ADD_JOINTS: &[AskedCase] = &[
    case!("one joint a in the scene", file_case(ONE_LEVEL, 1)),
    case!("the joints a and b side by side in the scene", file_case(ONE_LEVEL, 2)),
    case!("a joint a in the scene, and beside it a node that is not a joint", file_case(ONE_LEVEL, 3)),
    case!("a joint a, and in it the joint b", file_case(RECURSION, 4)),
    case!("a joint a with the joints b and c in it", file_case(RECURSION, 5)),
    case!("a node at (2, 0, 0) that is not a joint, and in it the joint a", file_case(RECURSION, 6)),
    case!("a joint a, in it a node at (2, 0, 0) that is not a joint, and in that the joint b", file_case(RECURSION, 7)),
    case!("a joint a, and beside it a joint b with the joint c in it", file_case(RECURSION, 8)),
    case!("a joint a, in it the joints b and d, and in b the joint c", file_case(RECURSION, 9)),
    AskedCase {
        input: "a node turned by 90° about z that is not a joint, and in it the joint a",
        ask: |q, answer| {
            let turn = "<matrix>0 -1 0 0  1 0 0 0  0 0 1 0  0 0 0 1</matrix>";
            let nodes = format!("<node>{turn}{}</node>", nodes_text(&[("a", 0)]));
            joints_case(q, answer, RECURSION, &nodes)
        },
    },
    AskedCase {
        input: "a joint a with an element <extra>, and in that a joint b",
        ask: |q, answer| {
            let extra = format!("<extra>{}</extra>", nodes_text(&[("b", 0)]));
            joints_case(q, answer, RECURSION, &joint_a_with(&extra))
        },
    },
    AskedCase {
        input: "a joint a, and in it a joint b whose matrix has only 3 numbers",
        ask: |q, answer| {
            let joint_b = "<node sid=\"b\" type=\"JOINT\"><matrix>1 2 3</matrix></node>";
            let text = probes::around(&joint_a_with(joint_b), "Y_UP", "1");
            let joints = q.ask("", |course| joints_of(course, &text))?;
            answer.compare("the result", if joints.is_err() { "an error" } else { "Ok" }).step(RECURSION);
            Ok(())
        },
    },
];

/// Returns the text of the joint a, which ends with these elements.
fn joint_a_with(inside: &str) -> String {
    nodes_text(&[("a", 0)]).replace("</node>", &format!("{inside}</node>"))
}

/// Compares the joints of a file of figure 04.3.
fn file_case(q: &mut Ask, answer: &mut Answer, step: u8, file: usize) -> Result<(), AnswerError> {
    joints_case(q, answer, step, &nodes_text(FILES[file]))
}

/// Compares each property of the joints of these nodes as one list.
fn joints_case(q: &mut Ask, answer: &mut Answer, step: u8, nodes: &str) -> Result<(), AnswerError> {
    let text = probes::around(nodes, "Y_UP", "1");
    let joints = match q.ask("", |course| joints_of(course, &text))? {
        Ok(joints) => joints,
        Err(error) => {
            answer.compare_error("the list of names", &error).step(step);
            return Ok(());
        }
    };
    let names: Vec<&str> = joints.iter().map(|joint| joint.name.as_str()).collect();
    let parents: Vec<Option<usize>> = joints.iter().map(|joint| joint.parent).collect();
    let indices: Vec<usize> = joints.iter().map(|joint| joint.index_in_chain).collect();
    let children: Vec<&[usize]> = joints.iter().map(|joint| &*joint.children).collect();
    answer.compare("the list of names", format!("[{}]", names.join(", "))).step(step);
    answer.compare("the list of parents", format!("{parents:?}")).step(step);
    answer.compare("the list of index_in_chain", format!("{indices:?}")).step(step);
    answer.compare("the list of children", format!("{children:?}")).step(step);
    for joint in &joints {
        let position = joint.parent_from_joint.w_axis.truncate();
        answer.compare(format!("the translation of {}'s parent_from_joint", joint.name), position).step(step);
    }
    Ok(())
}

/// Compares the joints of good files, and whether two files with an unreadable matrix give errors.
pub(crate) fn add_joints(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    let file = probes::file(&q.probe, Broken::No);
    let nodes = words!("nodes", outline = file.outline);
    let label = "a file with all its nodes in the scene itself";
    compare_broken(q, answer, Broken::Outermost, "a file with a bad matrix in the scene's second node", ONE_LEVEL)?;
    let mut good = vec![
        (label, words!("file", label), probes::flat_file(&q.probe), ONE_LEVEL),
        ("a file without a mistake", nodes.clone(), file.text, RECURSION),
    ];
    if q.is_last() {
        for (label, nodes) in probes::special_scenes() {
            good.push((label, words!("file", label), probes::around(&nodes, "Y_UP", "1"), RECURSION));
        }
    }
    for (label, about, text, step) in good {
        match q.ask(about, |course| joints_of(course, &text))? {
            Ok(joints) => compare_joints(answer, label, &joints, step),
            Err(error) => drop(answer.compare_error(label, &error).step(step)),
        }
    }
    compare_broken(q, answer, Broken::DeepInside, "a file with a bad matrix four nodes down", RECURSION)?;
    answer.notes.push(nodes);
    Ok(())
}

/// The steps of 04.3.
const ONE_LEVEL: u8 = 1;
const RECURSION: u8 = 2;

/// Compares whether a broken file gives an error.
fn compare_broken(q: &mut Ask, answer: &mut Answer, broken: Broken, label: &str, step: u8) -> Result<(), AnswerError> {
    let text = probes::file(&q.probe, broken).text;
    let joints = q.ask(words!("file", label), |course| joints_of(course, &text))?;
    answer.compare(label, if joints.is_err() { "an error" } else { "no error" }).step(step);
    Ok(())
}

fn joints_of(course: &Course, text: &str) -> Result<Result<Vec<Joint>, String>, CallError> {
    let document = document(text).expect(OURS);
    let scene = visual_scene(&document).expect(OURS);
    let reader = Reader::new(&REFERENCE.collada_joints);
    let mut joints = Vec::new();
    let outcome = course.collada_joints.add_joints(&reader, scene, None, Mat4::IDENTITY, &mut joints)?;
    Ok(outcome.map(|()| joints))
}

/// Compares the joints property by property, all names before all parents, since a wrong parent has many consequences.
fn compare_joints(answer: &mut Answer, label: &str, joints: &[Joint], step: u8) {
    answer.compare(format!("{label}: the number of joints"), joints.len()).step(step);
    for fact in ["name", "parent", "index_in_chain", "children", "parent_from_joint"] {
        for (index, joint) in joints.iter().enumerate() {
            let value: Value = match fact {
                "name" => joint.name.clone().into(),
                "parent" => joint.parent.map_or("no parent".into(), Value::from),
                "index_in_chain" => joint.index_in_chain.into(),
                "children" if joint.children.is_empty() => "no children".into(),
                "children" => {
                    let children: Vec<String> = joint.children.iter().map(ToString::to_string).collect();
                    children.join(" and ").into()
                }
                _ => joint.parent_from_joint.into(),
            };
            answer.compare(format!("joint {index} \"{}\", {fact}", joint.name), value).step(step);
        }
    }
}

const TO_OUR_AXES: &[AskedCase] = &[
    case!("a Y_UP file in metres, a root at (0.5, 1, 0.2)", root_case(UpAxis::Y, 1.0)),
    case!("a Y_UP file in units of half a metre (meter is 0.5), a root at (0.5, 1, 0.2)", root_case(UpAxis::Y, 0.5)),
    case!("a Z_UP file in metres, a root at (0.5, -0.2, 1), which is 1 m up", root_case(UpAxis::Z, 1.0)),
    case!("an X_UP file in metres, a root at (1, -0.5, 0.2), which is 1 m up", root_case(UpAxis::X, 1.0)),
    case!("a Z_UP file in units of half a metre, a root at (0.5, -0.2, 1)", root_case(UpAxis::Z, 0.5)),
    case!(
        "a Z_UP file in metres, a root turned by 90° about its z axis",
        axes_case(UpAxis::Z, 1.0, Mat4::from_rotation_z(FRAC_PI_2))
    ),
];

/// Compares a file with the root of figure 04.4.
fn root_case(q: &mut Ask, answer: &mut Answer, up: UpAxis, meter: f32) -> Result<(), AnswerError> {
    axes_case(q, answer, up, meter, Mat4::from_translation(in_file(up, ROOT)))
}

/// Compares the joints of a file with two roots, both with this matrix, and a child of the first at (0, 0, 1) from it.
fn axes_case(q: &mut Ask, answer: &mut Answer, up: UpAxis, meter: f32, root: Mat4) -> Result<(), AnswerError> {
    let joints = q.ask("", |course| {
        let child = Joint::new("child".into(), Some(0), Mat4::from_translation(Vec3::Z));
        let [first, second] = ["root", "second root"].map(|name| Joint::new(name.into(), None, root));
        let mut joints = vec![first, child, second];
        course.collada_joints.to_our_axes(up, meter, &mut joints)?;
        Ok::<_, CallError>(joints)
    })?;
    answer.compare("the fourth column of the root's matrix", joints[0].parent_from_joint.w_axis);
    answer.compare("the first column of the root's matrix", joints[0].parent_from_joint.x_axis);
    answer.compare("the fourth column of a second root's matrix", joints[2].parent_from_joint.w_axis);
    answer.compare("the child's position, (0, 0, 1) from the root,", joints[1].parent_from_joint.w_axis.truncate());
    Ok(())
}

/// Compares the joints of a skeleton with several roots, in files of each up axis.
pub(crate) fn to_our_axes(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    let probe = q.probe;
    let random = &mut q.random;
    let rig = probe.rig();
    // Feet, or fathoms: not 1, and not so small that nothing is left to compare.
    let large = probe.index.is_multiple_of(2);
    let mut meters = vec![if large { random.between(1.6, 2.4) } else { random.between(0.25, 0.5) }];
    if probe.is_last() {
        meters.extend([1.0, 0.01, 0.0254]);
        meters.extend(random.spread(8, -3.0, 1.0).into_iter().map(|digits| 10f32.powf(digits)));
    }
    for meter in meters {
        for (up_axis, name) in [(UpAxis::Z, "Z_UP"), (UpAxis::X, "X_UP"), (UpAxis::Y, "Y_UP")] {
            let joints = q.ask(words!("axes", family = rig.family(), name, meter), |course| {
                let mut joints: Vec<Joint> = rig.skeleton.joints().iter().map(file_joint).collect();
                course.collada_joints.to_our_axes(up_axis, meter, &mut joints)?;
                Ok::<_, CallError>(joints)
            })?;
            for (index, (joint, asked)) in joints.into_iter().zip(rig.skeleton.joints()).enumerate() {
                let group = format!("{name} {}", if asked.parent.is_none() { "roots" } else { "children" });
                let label = format!("{name}, unit {meter:.2} m, {}", rig.label(index));
                answer.compare(label, joint.parent_from_joint).group(group);
            }
        }
    }
    if probe.is_last() {
        q.ask(words!("no-joints"), |course| course.collada_joints.to_our_axes(UpAxis::Z, 0.01, &mut []))?;
    }
    answer.notes.push(rig.family());
    Ok(())
}

/// Returns a joint of the runtime as a file gives it.
fn file_joint(joint: &skeleton::Joint) -> Joint {
    Joint::new(joint.name.clone(), joint.parent, joint.bind_local.to_mat4())
}
