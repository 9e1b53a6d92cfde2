//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::probes::{self, Broken, NO_NUMBERS, rows, spread};
use crate::{Answers, Joint, Reader, UpAxis, document, mistakes, visual_scene};
use common::check::{Answer, AnswerError, Check, Lesson, Probe, announce};
use common::skeleton;
use common::{lesson, words};
use glam::Mat4;

/// Lesson 04, as the check engine sees it.
pub static LESSON: Lesson<Answers> = lesson!(MATRIX, NAME, JOINTS, AXES);

/// What is right: the answer that can make mistakes, and makes none. What it becomes for any file, with all
/// transform elements, instances and limits, is `common::collada`; tests/lesson/agree.rs holds the two together.
pub const REFERENCE: Answers = mistakes::ANSWERS;

const MATRIX: Check<Answers> = Check {
    // Numbers are read, not computed.
    tolerance: 1e-4,
    ask: |answers, probe| Ok(matrices(answers, probe)),
};

const NAME: Check<Answers> = Check { tolerance: 0.5, ask: names };

const JOINTS: Check<Answers> = Check {
    // Metres. Numbers of six decimals, a handful of products.
    tolerance: 0.002,
    ask: joints,
};

const AXES: Check<Answers> = Check {
    // Metres. The sine of 90 degrees in single precision is right to 1e-7.
    tolerance: 0.002,
    ask: |answers, probe| Ok(axes(answers, probe)),
};

/// Matrices as they should be, in several ways of writing them; then texts that are none.
fn matrices(answers: &Answers, probe: &Probe) -> Answer {
    let random = &mut probe.random();
    let mut column = |w: f32| random.vector().extend(w);
    let good = Mat4::from_cols(column(0.0), column(0.0), column(0.0), column(1.0));
    let written = |number: fn(&f32) -> String| rows(good).iter().map(number).collect::<Vec<_>>();
    let words = written(|number| format!("{number:.6}"));
    let few = 12 + random.below(4);
    let many = 17 + random.below(3);
    let (at, word) = (random.below(16), NO_NUMBERS[random.below(NO_NUMBERS.len())]);
    let count = |count: usize| words.iter().cycle().take(count).cloned().collect::<Vec<_>>();
    let with = |word: &str| {
        let mut words = words.clone();
        words[at] = word.into();
        words
    };
    let mut with_one_more = words.clone();
    with_one_more.insert(at, word.into());

    // Between these there are no line breaks or tabs.
    let spaces = |words: &[String]| words.join("  ");
    let mut lines = |words: &[String]| spread(random, words);
    let mut good = vec![
        ("16 numbers over several lines", lines(&words)),
        ("16 numbers in one line, two spaces between", spaces(&words)),
        ("16 numbers in one line, tabs between", words.join("\t")),
    ];
    let mut bad = vec![
        (format!("{few} numbers"), lines(&count(few)), few.to_string()),
        (format!("{many} numbers"), lines(&count(many)), many.to_string()),
        (format!("15 numbers and \"{word}\""), lines(&with(word)), word.to_owned()),
        (format!("16 numbers and \"{word}\" in one line, two spaces between"), spaces(&with_one_more), word.to_owned()),
        ("no number at all".into(), lines(&[]), String::new()),
    ];
    if probe.is_last() {
        let scientific = written(|number| format!("{number:.6e}"));
        good.push(("16 numbers like 1.5e-1", scientific.join(" ")));
        good.push(("a number in each line", words.join("\r\n")));
        bad.extend(
            NO_NUMBERS.map(|word| (format!("15 numbers and \"{word}\""), with(word).join("\n"), word.to_owned())),
        );
        bad.extend(
            [1, 15, 17, 32].map(|number| (format!("{number} numbers"), count(number).join(" "), number.to_string())),
        );
    }
    let ask = |what: &str, text: &str| {
        announce(words!("text", what));
        (answers.matrix_from_text)(text)
    };
    let answer = good.iter().fold(Answer::default(), |answer, (what, text)| {
        answer.and(match ask(what, text) {
            Ok(matrix) => Answer::transforms(|_| (*what).into(), [matrix]),
            Err(error) => Answer::error(what, &error),
        })
    });
    answer.and(Answer::refusals(bad.into_iter().map(|(what, text, word)| {
        let outcome = ask(&what, &text).map(|_| "a matrix".into());
        (what, outcome, word)
    })))
}

/// An attribute that is empty is there all the same, and blanks belong to a name.
const UNUSUAL: [&str; 5] = [
    "sid=\"\" id=\"Figure_arm\" name=\"Arm\"",
    "id=\"\" name=\"Arm\"",
    "sid=\" arm l \" id=\"Figure_arm\"",
    "name=\"arm &amp; hand\"",
    "sid=\"ARM:Ärmel.001\"",
];

/// Nodes with every choice of the three attributes, in any order.
fn names(answers: &Answers, probe: &Probe) -> Result<Answer, AnswerError> {
    let random = &mut probe.random();
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
    if probe.is_last() {
        tags.extend(UNUSUAL.map(|attributes| format!("<node {attributes}/>")));
    }
    let text = probes::around(&tags.concat(), "Y_UP", "1");
    let document = document(&text).map_err(unusable)?;
    let scene = visual_scene(&document).map_err(unusable)?;
    let nodes = scene.children().filter(|child| child.has_tag_name("node"));
    let names = nodes.zip(&tags).map(|(node, tag)| {
        announce(words!("tag", tag));
        let name = (answers.joint_name)(node);
        if name.is_empty() { "an empty name".to_owned() } else { name }
    });
    Ok(Answer::words(|index| tags[index].clone(), names))
}

/// The joints of a good file, then what becomes of two files with an unreadable matrix.
fn joints(answers: &Answers, probe: &Probe) -> Result<Answer, AnswerError> {
    let file = probes::file(probe, Broken::No);
    let notes = vec![words!("nodes", outline = file.outline)];
    announce(notes[0].clone());
    let mut answer = joints_in(answers, &file.text, "a file without a mistake")?;
    if probe.is_last() {
        for (label, nodes) in probes::special_scenes() {
            announce(words!("file", label));
            let text = probes::around(&nodes, "Y_UP", "1");
            answer = answer.and(joints_in(answers, &text, label)?);
        }
    }
    for (broken, label) in [
        (Broken::Outermost, "a file with a bad matrix in the scene's second node"),
        (Broken::DeepInside, "a file with a bad matrix four nodes down"),
    ] {
        let text = probes::file(probe, broken).text;
        announce(words!("file", label));
        let outcome = if joints_of(answers, &text)?.is_err() { "an error" } else { "no error" };
        answer = answer.and(Answer::words(|_| label.into(), [outcome]));
    }
    Ok(answer.noting(notes))
}

fn joints_in(answers: &Answers, text: &str, label: &str) -> Result<Answer, AnswerError> {
    Ok(match joints_of(answers, text)? {
        Ok(joints) => {
            let count = Answer::words(|_| format!("{label}: the number of joints"), [joints.len()]);
            count.and(family(&joints))
        }
        Err(error) => Answer::error(label, &error),
    })
}

fn joints_of(answers: &Answers, text: &str) -> Result<Result<Vec<Joint>, String>, AnswerError> {
    let document = document(text).map_err(unusable)?;
    let scene = visual_scene(&document).map_err(unusable)?;
    let mut joints = Vec::new();
    let result = (answers.add_joints)(&Reader::new(REFERENCE), scene, None, Mat4::IDENTITY, &mut joints);
    Ok(result.map(|()| joints))
}

/// Everything that is known about each joint: first all names, then all parents, and so on, since what
/// follows from a wrong parent is wrong in many places.
fn family(joints: &[Joint]) -> Answer {
    let joint = |index: usize| match joints.get(index) {
        Some(joint) => format!("joint {index} \"{}\"", joint.name),
        None => format!("joint {index}"),
    };
    let label = |fact: &'static str| move |index: usize| format!("{}, {fact}", joint(index));
    let children = |j: &Joint| {
        let children: Vec<String> = j.children.iter().map(ToString::to_string).collect();
        if children.is_empty() { "no children".into() } else { children.join(" and ") }
    };
    let parent = |j: &Joint| j.parent.map_or("no parent".into(), |parent| parent.to_string());
    Answer::words(label("name"), joints.iter().map(|j| &j.name))
        .and(Answer::words(label("parent"), joints.iter().map(parent)))
        .and(Answer::words(label("index_in_chain"), joints.iter().map(|j| j.index_in_chain)))
        .and(Answer::words(label("children"), joints.iter().map(children)))
        .and(Answer::transforms(label("parent_from_joint"), joints.iter().map(|j| j.parent_from_joint)))
}

/// A skeleton of several roots, in a file of each axis.
fn axes(answers: &Answers, probe: &Probe) -> Answer {
    let rig = probe.rig();
    let mut random = probe.random();
    // Feet, or fathoms: not 1, and not so small that nothing is left to compare.
    let large = probe.index.is_multiple_of(2);
    let mut meters = vec![if large { random.between(1.6, 2.4) } else { random.between(0.25, 0.5) }];
    if probe.is_last() {
        meters.extend([1.0, 0.01, 0.0254]);
        meters.extend(random.spread(8, -3.0, 1.0).into_iter().map(|digits| 10f32.powf(digits)));
    }
    let mut answer = Answer::default();
    for meter in meters {
        for (up_axis, name) in [(UpAxis::Z, "Z_UP"), (UpAxis::X, "X_UP"), (UpAxis::Y, "Y_UP")] {
            let mut joints: Vec<Joint> = rig.skeleton.joints().iter().map(of_file).collect();
            announce(words!("axes", family = rig.family(), name, meter));
            (answers.to_our_axes)(up_axis, meter, &mut joints);
            let label = |index: usize| format!("{name}, unit {meter:.2} m, {}", rig.label(index));
            let is_root = |index: usize| rig.skeleton.joints().get(index).is_some_and(|j| j.parent.is_none());
            let group = |index: usize| format!("{name} {}", if is_root(index) { "roots" } else { "children" });
            let matrices = joints.iter().map(|joint| joint.parent_from_joint);
            answer = answer.and(Answer::transforms(label, matrices).grouped(group));
        }
    }
    if probe.is_last() {
        announce(words!("no-joints"));
        (answers.to_our_axes)(UpAxis::Z, 0.01, &mut []);
    }
    answer.noting(vec![rig.family()])
}

fn of_file(joint: &skeleton::Joint) -> Joint {
    Joint::new(joint.name.clone(), joint.parent, joint.bind_local.to_mat4())
}

/// A fault of the probe, which the lesson's own tests find.
fn unusable(message: String) -> AnswerError {
    AnswerError::Unusable { message, place: String::new() }
}
