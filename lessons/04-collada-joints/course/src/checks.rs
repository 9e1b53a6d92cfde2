//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::probes::{self, Broken, NO_NUMBERS, rows, spread};
use crate::{Joint, Reader, UpAxis, document, visual_scene};
use common::check::{Answer, AnswerError, Ask, Check, Value, says};
use common::skeleton;
use common::words;
use given::{Course, Lost};
use glam::Mat4;

common::lesson! {
    collada_joints: ColladaJoints,
    earlier: {
        hierarchy: lesson_02 {
            "02.1": "the order of the walk over the joints",
            "02.2": "from the file's locals to the model",
        }
    }
}

/// The tolerance of each TODO, in the unit of its answer, and the function that asks about it.
pub(crate) const CHECKS: &[Check] = &[
    // Numbers are read, not computed.
    Check { tolerance: 1e-4, ask: matrix_from_text, cases: &[] },
    Check { tolerance: 0.5, ask: joint_name, cases: &[] },
    // Metres. Numbers of six decimals, a handful of products.
    Check { tolerance: 0.002, ask: add_joints, cases: &[] },
    // Metres. The sine of 90 degrees in single precision is right to 1e-7.
    Check { tolerance: 0.002, ask: to_our_axes, cases: &[] },
];

/// Matrices as they should be, in several ways of writing them; then texts that are no matrices.
pub(crate) fn matrix_from_text(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    let random = &mut q.random;
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
    if q.probe.is_last() {
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
    for (what, text) in good {
        match q.ask(words!("text", what), |course| course.collada_joints.matrix_from_text(&text))? {
            Ok(matrix) => answer.compare(what, matrix),
            Err(error) => answer.compare_error(what, &error),
        };
    }
    for (what, text, word) in bad {
        let outcome = q.ask(words!("text", what), |course| course.collada_joints.matrix_from_text(&text))?;
        // Whoever counts the words first finds one too many, and is right, too.
        let counted = text.split_whitespace().count().to_string();
        let is_counted = |error: &String| counted != "16" && says(error, &counted);
        let outcome = outcome.map_err(|error| if is_counted(&error) { word.clone() } else { error });
        answer.compare_refusal(&what, outcome.map(|_| "a matrix".into()), &word);
    }
    Ok(())
}

/// An attribute that is empty is there all the same, and blanks belong to a name.
const UNUSUAL: [&str; 5] = [
    "sid=\"\" id=\"Figure_arm\" name=\"Arm\"",
    "id=\"\" name=\"Arm\"",
    "sid=\" arm l \" id=\"Figure_arm\"",
    "name=\"arm &amp; hand\"",
    "sid=\"ARM:Ärmel.001\"",
];

/// Name of a file that a probe has written: the lesson's own tests read them all.
const OURS: &str = "the probe's own file";

/// Nodes with every choice of the three attributes, in any order.
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

/// The joints of a good file, then what becomes of two files with an unreadable matrix.
pub(crate) fn add_joints(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    let file = probes::file(&q.probe, Broken::No);
    let nodes = words!("nodes", outline = file.outline);
    let label = "a file with all its nodes in the scene itself";
    refuses(q, answer, Broken::Outermost, "a file with a bad matrix in the scene's second node", ONE_LEVEL)?;
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
    refuses(q, answer, Broken::DeepInside, "a file with a bad matrix four nodes down", RECURSION)?;
    answer.notes.push(nodes);
    Ok(())
}

/// The steps of 04.3.
const ONE_LEVEL: u8 = 1;
const RECURSION: u8 = 2;

fn refuses(q: &mut Ask, answer: &mut Answer, broken: Broken, label: &str, step: u8) -> Result<(), AnswerError> {
    let text = probes::file(&q.probe, broken).text;
    let joints = q.ask(words!("file", label), |course| joints_of(course, &text))?;
    answer.compare(label, if joints.is_err() { "an error" } else { "no error" }).step(step);
    Ok(())
}

fn joints_of(course: &Course, text: &str) -> Result<Result<Vec<Joint>, String>, Lost> {
    let document = document(text).expect(OURS);
    let scene = visual_scene(&document).expect(OURS);
    let reader = Reader::new(&REFERENCE.collada_joints);
    let mut joints = Vec::new();
    let outcome = course.collada_joints.add_joints(&reader, scene, None, Mat4::IDENTITY, &mut joints)?;
    Ok(outcome.map(|()| joints))
}

/// Everything that is known about each joint: first all names, then all parents, and so on, since what
/// follows from a wrong parent is wrong in many places.
fn compare_joints(answer: &mut Answer, label: &str, joints: &[Joint], step: u8) {
    answer.compare(format!("{label}: the number of joints"), joints.len()).step(step);
    let mut each = |fact: &str, value: fn(&Joint) -> Value| {
        for (index, joint) in joints.iter().enumerate() {
            answer.compare(format!("joint {index} \"{}\", {fact}", joint.name), value(joint)).step(step);
        }
    };
    each("name", |joint| joint.name.clone().into());
    each("parent", |joint| joint.parent.map_or("no parent".into(), Value::from));
    each("index_in_chain", |joint| joint.index_in_chain.into());
    each("children", |joint| {
        let children: Vec<String> = joint.children.iter().map(ToString::to_string).collect();
        if children.is_empty() { "no children".into() } else { children.join(" and ").into() }
    });
    each("parent_from_joint", |joint| joint.parent_from_joint.into());
}

/// A skeleton of several roots, in a file of each axis.
pub(crate) fn to_our_axes(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    let (probe, random) = (q.probe, &mut q.random);
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
                let mut joints: Vec<Joint> = rig.skeleton.joints().iter().map(of_file).collect();
                course.collada_joints.to_our_axes(up_axis, meter, &mut joints)?;
                Ok::<_, Lost>(joints)
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

fn of_file(joint: &skeleton::Joint) -> Joint {
    Joint::new(joint.name.clone(), joint.parent, joint.bind_local.to_mat4())
}
