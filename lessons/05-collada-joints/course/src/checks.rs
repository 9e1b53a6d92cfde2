//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::figures::{self, node, placed};
use crate::probes::{self, Broken, NO_NUMBERS, around, rows, spread};
use crate::{Joint, Reader, UpAxis, document, visual_scene};
use check::{AnyCheck, Case, Check, Value, says};
use glam::Mat4;
use std::f32::consts::FRAC_PI_2;
use verdict::wording::counted;

check::lesson! {
    collada_joints: ColladaJoints,
    earlier: {
        hierarchy: lesson_02 {
            "02.1": "the order of the walk over the joints",
            "02.2": "from the file's locals to the model",
        }
    }
}

pub(crate) const CHECKS: &[&dyn AnyCheck] = &[&MATRIX_FROM_TEXT, &JOINT_NAME, &ADD_JOINTS, &TO_OUR_AXES];

pub(crate) struct Text {
    /// Description in a report.
    words: String,
    content: String,
    /// The word that an error must say, which may be empty, if the text is not a matrix.
    error: Option<String>,
}

impl Text {
    fn good(words: impl Into<String>, text: impl Into<String>) -> Text {
        Text { words: words.into(), content: text.into(), error: None }
    }

    fn bad(words: impl Into<String>, text: impl Into<String>, error: impl Into<String>) -> Text {
        Text { words: words.into(), content: text.into(), error: Some(error.into()) }
    }
}

/// 05.1: a text.
const MATRIX_FROM_TEXT: Check<Text, Result<Mat4, String>> = Check {
    // Numbers are read, not computed.
    tolerance: 1e-4,
    words: |text| text.words.clone(),
    by_hand: || {
        let [sixteen, fifteen, seventeen] = [16.0, 15.0, 17.0].map(|count| [4.0, count]);
        let in_one_line = figures::numbers_text(sixteen).split_whitespace().collect::<Vec<_>>().join("  ");
        let with_word = "1 0 0 0 0 one 0 0 0 0 1 0 0 0 0 1";
        vec![
            Case::at(sixteen, |state| {
                Text::good("the numbers 1 to 16, each row of four in its own line", figures::numbers_text(state))
            }),
            Case::at(fifteen, |state| Text::bad("the numbers 1 to 15", figures::numbers_text(state), "15")),
            Case::at(seventeen, |state| Text::bad("the numbers 1 to 17", figures::numbers_text(state), "17")),
            Case::new(Text::good("the numbers 1 to 16 in one line, two spaces between them", in_one_line)),
            Case::new(Text::bad(with_word, with_word, "one")),
        ]
    },
    // Texts written in several ways, then texts that are no matrices.
    drawn: |probe| {
        let random = &mut probe.random();
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

        let mut texts = vec![
            Text::good("16 numbers over several lines", spread(random, &words)),
            Text::good("16 numbers in one line, two spaces between", words.join("  ")),
            Text::good("16 numbers in one line, tabs between", words.join("\t")),
        ];
        for count in [few, many] {
            let text = spread(random, &repeated(&words, count));
            texts.push(Text::bad(format!("{count} numbers"), text, count.to_string()));
        }
        let one_more = format!("16 numbers and \"{word}\" in one line, two spaces between");
        texts.push(Text::bad(format!("15 numbers and \"{word}\""), spread(random, &with_word), word));
        texts.push(Text::bad(one_more, with_one_more.join("  "), word));
        texts.push(Text::bad("no number at all", spread(random, &[]), ""));
        if probe.is_last() {
            let scientific = numbers.map(|number| format!("{number:.6e}"));
            texts.push(Text::good("16 numbers like 1.5e-1", scientific.join(" ")));
            texts.push(Text::good("a number in each line", words.join("\r\n")));
            for word in NO_NUMBERS {
                with_word[at] = word.into();
                texts.push(Text::bad(format!("15 numbers and \"{word}\""), with_word.join("\n"), word));
            }
            for count in [1, 15, 17, 32] {
                let text = repeated(&words, count).join(" ");
                texts.push(Text::bad(format!("{count} numbers"), text, count.to_string()));
            }
        }
        texts
    },
    call: |course, input| Ok(course.collada_joints.matrix_from_text(&input.content)?),
    compare: |Text { content, error, .. }, result, answer| {
        match (error, result) {
            (None, Ok(matrix)) => drop(answer.compare("the matrix", matrix)),
            (None, Err(error)) => drop(answer.compare_error("the matrix", &error)),
            (Some(word), result) => {
                // An answer may count the words first, and report their number.
                let counted = content.split_whitespace().count().to_string();
                let result = result
                    .map(|_| "a matrix".into())
                    .map_err(|error| if counted != "16" && says(&error, &counted) { word.clone() } else { error });
                answer.compare_refusal("the result", result, word);
            }
        }
    },
};

/// Returns so many words, again from the first one if there are not enough.
fn repeated(words: &[String], count: usize) -> Vec<String> {
    words.iter().cycle().take(count).cloned().collect()
}

/// What `expect` says of a file that a probe has written.
const OURS: &str = "the probe's own file";

/// 05.2: the text of a node.
const JOINT_NAME: Check<String, String> = Check {
    tolerance: 0.5,
    words: String::clone,
    by_hand: || {
        let states = [[1.0, 1.0, 1.0], [0.0, 1.0, 1.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]];
        states.map(|state| Case::at(state, figures::node_tag)).into()
    },
    // Nodes with every choice of the three attributes, in random order.
    drawn: |probe| {
        let mut random = probe.random();
        let mut tags = Vec::new();
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
            // An empty attribute exists, and spaces belong to a name.
            tags.extend(
                [
                    "<node sid=\"\" id=\"Figure_arm\" name=\"Arm\"/>",
                    "<node id=\"\" name=\"Arm\"/>",
                    "<node sid=\" arm l \" id=\"Figure_arm\"/>",
                    "<node name=\"arm &amp; hand\"/>",
                    "<node sid=\"ARM:Ärmel.001\"/>",
                ]
                .map(String::from),
            );
        }
        tags
    },
    call: |course, tag| {
        let text = around(tag, "Y_UP", "1");
        let document = document(&text).expect(OURS);
        let node = visual_scene(&document).expect(OURS).first_element_child().expect(OURS);
        Ok(course.collada_joints.joint_name(node)?)
    },
    compare: |_, name, answer| {
        answer.compare("the name", shown_name(name));
    },
};

pub(crate) struct File {
    /// Description in a report.
    words: String,
    text: String,
    /// Whether a matrix in it cannot be read.
    is_broken: bool,
    /// The step that reads all of it.
    step: u8,
}

/// The steps of 05.3.
const ONE_LEVEL: u8 = 1;
const RECURSION: u8 = 2;

impl File {
    fn good(words: &str, nodes: &str, step: u8) -> File {
        File { words: words.into(), text: around(nodes, "Y_UP", "1"), is_broken: false, step }
    }
}

/// 05.3: a file.
const ADD_JOINTS: Check<File, Result<Vec<Joint>, String>> = Check {
    // Metres. Numbers of six decimals, a handful of products.
    tolerance: 0.002,
    words: |file| file.words.clone(),
    by_hand: || {
        let mut cases = Vec::new();
        for (words, step, count) in [
            ("the joints a and b, each 1 m along x, and beside them a node N that is not a joint", ONE_LEVEL, 3.0),
            (
                "the joints a and b, a node N that is not a joint, in N the joint c, and in c the joint d; joints are 1 m, nodes 2 m along x",
                RECURSION,
                5.0,
            ),
            ("the eight nodes of figure 05.3; joints are 1 m, other nodes 2 m along x", RECURSION, 8.0),
        ] {
            cases.push(Case::at([count], |state| File::good(words, &figures::first_nodes(state), step)));
        }
        let joint = |name, inside: &str| node(name, "JOINT", placed(1.0, 0.0), inside);
        let turned = node("N", "NODE", placed(0.0, 90.0), &joint("a", ""));
        let extra = joint("a", &format!("<extra>{}</extra>", joint("b", "")));
        let broken = "<node sid=\"b\" type=\"JOINT\"><matrix>1 2 3</matrix></node>";
        for (words, nodes) in [
            ("a node turned by 90° about z that is not a joint, and in it the joint a, 1 m along the node's x", turned),
            ("a joint a with an element <extra>, and in that a joint b", extra),
        ] {
            cases.push(Case::new(File::good(words, &nodes, RECURSION)));
        }
        let words = "a joint a, and in it a joint b whose matrix has only 3 numbers";
        cases.push(Case::new(File { is_broken: true, ..File::good(words, &joint("a", broken), RECURSION) }));
        cases
    },
    drawn: |probe| {
        let file = probes::file(probe, Broken::No);
        let [outermost, deep] = [Broken::Outermost, Broken::DeepInside].map(|broken| probes::file(probe, broken).text);
        let inputs = [
            ("a file with a bad matrix in the scene's second node".into(), outermost, true, ONE_LEVEL),
            ("a file with all its nodes in the scene itself".into(), probes::flat_file(probe), false, ONE_LEVEL),
            (
                format!("a file without a mistake; its nodes, in brackets those that are not joints: {}", file.outline),
                file.text,
                false,
                RECURSION,
            ),
            ("a file with a bad matrix four nodes down".into(), deep, true, RECURSION),
        ];
        let mut files = Vec::new();
        for (words, text, is_broken, step) in inputs {
            files.push(File { words, text, is_broken, step });
        }
        if probe.is_last() {
            for (words, nodes) in probes::special_scenes() {
                files.push(File::good(words, &nodes, RECURSION));
            }
        }
        files
    },
    call: |course, file| {
        let document = document(&file.text).expect(OURS);
        let scene = visual_scene(&document).expect(OURS);
        let reader = Reader::new(&REFERENCE.collada_joints);
        let mut joints = Vec::new();
        let result = course.collada_joints.add_joints(&reader, scene, None, Mat4::IDENTITY, &mut joints)?;
        Ok(result.map(|()| joints))
    },
    compare: |&File { is_broken, step, .. }, result, answer| {
        let joints = match result {
            _ if is_broken => {
                answer.compare("the result", if result.is_err() { "an error" } else { "no error" }).step(step);
                return;
            }
            Err(error) => {
                answer.compare_error("the result", &error).step(step);
                return;
            }
            Ok(joints) => joints,
        };
        answer.compare("the number of joints", joints.len()).step(step);
        for fact in ["name", "parent", "index_in_chain", "children", "parent_from_joint"] {
            for (index, joint) in joints.iter().enumerate() {
                let value: Value = match fact {
                    "name" => shown_name(joint.name.clone()).into(),
                    "parent" => joint.parent.map_or("no parent".into(), Value::from),
                    "index_in_chain" => joint.index_in_chain.into(),
                    "children" if joint.children.is_empty() => "no children".into(),
                    "children" => {
                        let children: Vec<String> = joint.children.iter().map(ToString::to_string).collect();
                        children.join(" and ").into()
                    }
                    _ => joint.parent_from_joint.into(),
                };
                answer.compare(format!("`{fact}` of joint {index} \"{}\"", joint.name), value).step(step);
            }
        }
    },
};

fn shown_name(name: String) -> String {
    if name.is_empty() { "an empty name".into() } else { name }
}

/// 05.4: a file's up axis and unit, and its joints.
const TO_OUR_AXES: Check<(UpAxis, f32, Vec<Joint>), Vec<Joint>> = Check {
    // Metres. The sine of 90 degrees in single precision is right to 1e-7.
    tolerance: 0.002,
    words: |(up, meter, joints)| format!("{up:?}_UP, unit {meter:.2} m, {}", counted(joints.len(), "joint", "joints")),
    by_hand: || {
        let mut cases = Vec::new();
        for (words, state) in [
            ("a Z_UP file in metres, hips at (0.5, -0.2, 1)", [2.0, 1.0]),
            ("a Z_UP file in units of half a metre (meter is 0.5), hips at (0.5, -0.2, 1)", [2.0, 0.5]),
            ("an X_UP file in metres, hips at (1, -0.5, 0.2)", [0.0, 1.0]),
            ("a Y_UP file in units of half a metre, hips at (0.5, 1, 0.2)", [1.0, 0.5]),
        ] {
            cases.push(Case::at(state, figures::skeleton).called(words));
        }
        let turned = Joint::new("root".into(), None, Mat4::from_rotation_z(FRAC_PI_2));
        let words = "a Z_UP file in metres, a root turned by 90° about its z axis";
        cases.push(Case::new((UpAxis::Z, 1.0, vec![turned])).called(words));
        cases
    },
    // A skeleton with several roots, in files of each up axis.
    drawn: |probe| {
        let mut random = probe.random();
        let rig = probe.rig();
        let mut joints = Vec::new();
        for joint in rig.skeleton.joints() {
            joints.push(Joint::new(joint.name.clone(), joint.parent, joint.bind_local.to_mat4()));
        }
        // Feet, or fathoms: not 1, and not so small that nothing is left to compare.
        let large = probe.index.is_multiple_of(2);
        let mut meters = vec![if large { random.between(1.6, 2.4) } else { random.between(0.25, 0.5) }];
        if probe.is_last() {
            meters.extend([1.0, 0.01, 0.0254]);
            meters.extend(random.spread(8, -3.0, 1.0).into_iter().map(|digits| 10f32.powf(digits)));
        }
        let mut inputs = Vec::new();
        for meter in meters {
            inputs.extend([UpAxis::Z, UpAxis::X, UpAxis::Y].map(|up| (up, meter, joints.clone())));
        }
        if probe.is_last() {
            inputs.push((UpAxis::Z, 0.01, Vec::new()));
        }
        inputs
    },
    call: |course, (up_axis, meter, joints)| {
        let mut joints = joints.clone();
        course.collada_joints.to_our_axes(*up_axis, *meter, &mut joints)?;
        Ok(joints)
    },
    compare: |(up_axis, _, before), joints, answer| {
        for (index, (joint, before)) in joints.into_iter().zip(before).enumerate() {
            let group = format!("{up_axis:?}_UP {}", if before.parent.is_none() { "roots" } else { "children" });
            answer.compare(format!("joint {index} {:?}", before.name), joint.parent_from_joint).group(group);
        }
    },
};
