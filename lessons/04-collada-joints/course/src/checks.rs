//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::figures::{self, node, placed};
use crate::probes::{self, Broken, NO_NUMBERS, around, rows, spread};
use crate::{Joint, Reader, UpAxis, document, visual_scene};
use check::{Answer, AnswerError, AnyCheck, Case, Check, Probe, Value, says, words};
use given::Course;
use glam::Mat4;
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

pub(crate) const CHECKS: &[&dyn AnyCheck] =
    &[check::of::<MatrixFromText>(), check::of::<JointName>(), check::of::<AddJoints>(), check::of::<ToOurAxes>()];

/// 04.1: a text.
pub(crate) struct MatrixFromText;

pub(crate) struct Text {
    text: String,
    /// The word that an error must say, which may be empty, if the text is not a matrix.
    error: Option<String>,
}

impl Text {
    fn good(words: impl Into<String>, text: impl Into<String>) -> Case<Text> {
        Case::new(words, Text { text: text.into(), error: None })
    }

    fn bad(words: impl Into<String>, text: impl Into<String>, error: impl Into<String>) -> Case<Text> {
        Case::new(words, Text { text: text.into(), error: Some(error.into()) })
    }
}

impl Check for MatrixFromText {
    type Input = Text;
    type Output = Result<Mat4, String>;
    // Numbers are read, not computed.
    const TOLERANCE: f32 = 1e-4;

    fn by_hand() -> Vec<Case<Text>> {
        let [sixteen, fifteen, seventeen] = [16.0, 15.0, 17.0].map(|count| [4.0, count]);
        let in_one_line = figures::numbers_text(sixteen).split_whitespace().collect::<Vec<_>>().join("  ");
        let with_word = "1 0 0 0 0 one 0 0 0 0 1 0 0 0 0 1";
        vec![
            Text::good("the numbers 1 to 16, each row of four in its own line", figures::numbers_text(sixteen))
                .shown(sixteen),
            Text::bad("the numbers 1 to 15", figures::numbers_text(fifteen), "15").shown(fifteen),
            Text::bad("the numbers 1 to 17", figures::numbers_text(seventeen), "17").shown(seventeen),
            Text::good("the numbers 1 to 16 in one line, two spaces between them", in_one_line),
            Text::bad(with_word, with_word, "one"),
        ]
    }

    /// Texts written in several ways, then texts that are no matrices.
    fn drawn(probe: &Probe) -> Vec<Case<Text>> {
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

        let mut cases = vec![
            Text::good("16 numbers over several lines", spread(random, &words)),
            Text::good("16 numbers in one line, two spaces between", words.join("  ")),
            Text::good("16 numbers in one line, tabs between", words.join("\t")),
        ];
        for count in [few, many] {
            let text = spread(random, &repeated(&words, count));
            cases.push(Text::bad(format!("{count} numbers"), text, count.to_string()));
        }
        let one_more = format!("16 numbers and \"{word}\" in one line, two spaces between");
        cases.push(Text::bad(format!("15 numbers and \"{word}\""), spread(random, &with_word), word));
        cases.push(Text::bad(one_more, with_one_more.join("  "), word));
        cases.push(Text::bad("no number at all", spread(random, &[]), ""));
        if probe.is_last() {
            let scientific = numbers.map(|number| format!("{number:.6e}"));
            cases.push(Text::good("16 numbers like 1.5e-1", scientific.join(" ")));
            cases.push(Text::good("a number in each line", words.join("\r\n")));
            for word in NO_NUMBERS {
                with_word[at] = word.into();
                cases.push(Text::bad(format!("15 numbers and \"{word}\""), with_word.join("\n"), word));
            }
            for count in [1, 15, 17, 32] {
                let text = repeated(&words, count).join(" ");
                cases.push(Text::bad(format!("{count} numbers"), text, count.to_string()));
            }
        }
        cases
    }

    fn call(course: &Course, input: &Text) -> Result<Self::Output, AnswerError> {
        Ok(course.collada_joints.matrix_from_text(&input.text)?)
    }

    fn compare(Text { text, error }: &Text, result: Self::Output, answer: &mut Answer) {
        match (error, result) {
            (None, Ok(matrix)) => drop(answer.compare("the matrix", matrix)),
            (None, Err(error)) => drop(answer.compare_error("the matrix", &error)),
            (Some(word), result) => {
                // An answer may count the words first, and report their number.
                let counted = text.split_whitespace().count().to_string();
                let result = result
                    .map(|_| "a matrix".into())
                    .map_err(|error| if counted != "16" && says(&error, &counted) { word.clone() } else { error });
                answer.compare_refusal("the result", result, word);
            }
        }
    }
}

/// Returns so many words, again from the first one if there are not enough.
fn repeated(words: &[String], count: usize) -> Vec<String> {
    words.iter().cycle().take(count).cloned().collect()
}

/// What `expect` says of a file that a probe has written.
const OURS: &str = "the probe's own file";

/// 04.2: the text of a node.
pub(crate) struct JointName;

impl Check for JointName {
    type Input = String;
    type Output = String;
    const TOLERANCE: f32 = 0.5;

    fn by_hand() -> Vec<Case<String>> {
        let mut cases = Vec::new();
        for has in [[1.0, 1.0, 1.0], [0.0, 1.0, 1.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]] {
            cases.push(Case::at(figures::node_tag(has), has, figures::node_tag));
        }
        cases
    }

    /// Nodes with every choice of the three attributes, in random order.
    fn drawn(probe: &Probe) -> Vec<Case<String>> {
        let mut random = probe.random();
        let mut cases = Vec::new();
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
            let tag = format!("<node{}/>", attributes.concat());
            cases.push(Case::new(tag.clone(), tag));
        }
        cases
    }

    fn corners(probe: &Probe) -> Vec<Case<String>> {
        let mut cases = JointName::drawn(probe);
        // An empty attribute exists, and spaces belong to a name.
        for tag in [
            "<node sid=\"\" id=\"Figure_arm\" name=\"Arm\"/>",
            "<node id=\"\" name=\"Arm\"/>",
            "<node sid=\" arm l \" id=\"Figure_arm\"/>",
            "<node name=\"arm &amp; hand\"/>",
            "<node sid=\"ARM:Ärmel.001\"/>",
        ] {
            cases.push(Case::new(tag, tag.into()));
        }
        cases
    }

    fn call(course: &Course, tag: &String) -> Result<String, AnswerError> {
        let text = around(tag, "Y_UP", "1");
        let document = document(&text).expect(OURS);
        let node = visual_scene(&document).expect(OURS).first_element_child().expect(OURS);
        Ok(course.collada_joints.joint_name(node)?)
    }

    fn compare(_: &String, name: String, answer: &mut Answer) {
        answer.compare("the name", shown_name(name));
    }
}

/// 04.3: a file.
pub(crate) struct AddJoints;

pub(crate) struct File {
    text: String,
    /// Whether a matrix in it cannot be read.
    is_broken: bool,
    /// The step that reads all of it.
    step: u8,
}

/// The steps of 04.3.
const ONE_LEVEL: u8 = 1;
const RECURSION: u8 = 2;

impl File {
    fn good(nodes: &str, step: u8) -> File {
        File { text: around(nodes, "Y_UP", "1"), is_broken: false, step }
    }
}

impl Check for AddJoints {
    type Input = File;
    type Output = Result<Vec<Joint>, String>;
    // Metres. Numbers of six decimals, a handful of products.
    const TOLERANCE: f32 = 0.002;

    fn by_hand() -> Vec<Case<File>> {
        let mut cases = Vec::new();
        for (words, step, count) in [
            ("the joints a and b, each 1 m along x, and beside them a node N that is not a joint", ONE_LEVEL, 3.0),
            (
                "the joints a and b, a node N that is not a joint, in N the joint c, and in c the joint d; joints are 1 m, nodes 2 m along x",
                RECURSION,
                5.0,
            ),
            ("the eight nodes of figure 04.3; joints are 1 m, other nodes 2 m along x", RECURSION, 8.0),
        ] {
            cases.push(Case::at(words, [count], |state| File::good(&figures::first_nodes(state), step)));
        }
        let joint = |name, inside: &str| node(name, "JOINT", placed(1.0, 0.0), inside);
        let turned = node("N", "NODE", placed(0.0, 90.0), &joint("a", ""));
        let extra = joint("a", &format!("<extra>{}</extra>", joint("b", "")));
        let broken = joint("a", "<node sid=\"b\" type=\"JOINT\"><matrix>1 2 3</matrix></node>");
        cases.push(Case::new(
            "a node turned by 90° about z that is not a joint, and in it the joint a, 1 m along the node's x",
            File::good(&turned, RECURSION),
        ));
        cases
            .push(Case::new("a joint a with an element <extra>, and in that a joint b", File::good(&extra, RECURSION)));
        cases.push(Case::new(
            "a joint a, and in it a joint b whose matrix has only 3 numbers",
            File { is_broken: true, ..File::good(&broken, RECURSION) },
        ));
        cases
    }

    fn drawn(probe: &Probe) -> Vec<Case<File>> {
        let file = probes::file(probe, Broken::No);
        let [outermost, deep] = [Broken::Outermost, Broken::DeepInside].map(|broken| probes::file(probe, broken).text);
        let mut cases = vec![
            Case::new(
                "a file with a bad matrix in the scene's second node",
                File { text: outermost, is_broken: true, step: ONE_LEVEL },
            ),
            Case::new(
                "a file with all its nodes in the scene itself",
                File { text: probes::flat_file(probe), is_broken: false, step: ONE_LEVEL },
            ),
            Case::new("a file without a mistake", File { text: file.text, is_broken: false, step: RECURSION })
                .details(words!("nodes", outline = file.outline)),
        ];
        if probe.is_last() {
            for (words, nodes) in probes::special_scenes() {
                cases.push(Case::new(words, File::good(&nodes, RECURSION)));
            }
        }
        cases.push(Case::new(
            "a file with a bad matrix four nodes down",
            File { text: deep, is_broken: true, step: RECURSION },
        ));
        cases
    }

    fn call(course: &Course, file: &File) -> Result<Self::Output, AnswerError> {
        let document = document(&file.text).expect(OURS);
        let scene = visual_scene(&document).expect(OURS);
        let reader = Reader::new(&REFERENCE.collada_joints);
        let mut joints = Vec::new();
        let result = course.collada_joints.add_joints(&reader, scene, None, Mat4::IDENTITY, &mut joints)?;
        Ok(result.map(|()| joints))
    }

    /// Compares the joints property by property, all names before all parents, since a wrong parent has many consequences.
    fn compare(&File { is_broken, step, .. }: &File, result: Self::Output, answer: &mut Answer) {
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
    }
}

fn shown_name(name: String) -> String {
    if name.is_empty() { "an empty name".into() } else { name }
}

/// 04.4: a file's up axis and unit, and its joints.
pub(crate) struct ToOurAxes;

impl Check for ToOurAxes {
    type Input = (UpAxis, f32, Vec<Joint>);
    type Output = Vec<Joint>;
    // Metres. The sine of 90 degrees in single precision is right to 1e-7.
    const TOLERANCE: f32 = 0.002;

    fn by_hand() -> Vec<Case<Self::Input>> {
        let mut cases = Vec::new();
        for (words, state) in [
            ("a Z_UP file in metres, hips at (0.5, -0.2, 1)", [2.0, 1.0]),
            ("a Z_UP file in units of half a metre (meter is 0.5), hips at (0.5, -0.2, 1)", [2.0, 0.5]),
            ("an X_UP file in metres, hips at (1, -0.5, 0.2)", [0.0, 1.0]),
            ("a Y_UP file in units of half a metre, hips at (0.5, 1, 0.2)", [1.0, 0.5]),
        ] {
            cases.push(Case::at(words, state, figures::skeleton));
        }
        let turned = Joint::new("root".into(), None, Mat4::from_rotation_z(FRAC_PI_2));
        let words = "a Z_UP file in metres, a root turned by 90° about its z axis";
        cases.push(Case::new(words, (UpAxis::Z, 1.0, vec![turned])));
        cases
    }

    /// A skeleton with several roots, in files of each up axis.
    fn drawn(probe: &Probe) -> Vec<Case<Self::Input>> {
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
        let mut cases = Vec::new();
        for meter in meters {
            for up in [UpAxis::Z, UpAxis::X, UpAxis::Y] {
                let words = format!("{up:?}_UP, unit {meter:.2} m");
                cases.push(Case::new(words, (up, meter, joints.clone())).details(format!("It has {}.", rig.family())));
            }
        }
        if probe.is_last() {
            cases.push(Case::new("a file without joints", (UpAxis::Z, 0.01, Vec::new())));
        }
        cases
    }

    fn call(course: &Course, (up_axis, meter, joints): &Self::Input) -> Result<Vec<Joint>, AnswerError> {
        let mut joints = joints.clone();
        course.collada_joints.to_our_axes(*up_axis, *meter, &mut joints)?;
        Ok(joints)
    }

    fn compare((up_axis, _, before): &Self::Input, joints: Vec<Joint>, answer: &mut Answer) {
        for (index, (joint, before)) in joints.into_iter().zip(before).enumerate() {
            let group = format!("{up_axis:?}_UP {}", if before.parent.is_none() { "roots" } else { "children" });
            answer.compare(format!("joint {index} {:?}", before.name), joint.parent_from_joint).group(group);
        }
    }
}
