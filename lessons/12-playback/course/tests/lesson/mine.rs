//! `--mine`: every answer of the earlier lessons plays, is asked by its own name, and is replaced where it
//! does not come back.

use crate::PROGRAM;
use common::exercise::testing;
use common::graphics::{Picture, ShaderFile, testing::headless_or_skip};
use given::Course;
use lesson_12::{
    Options, Window,
    checks::{LESSON, REFERENCE},
    options::WalkOptions,
};

fn draw(file: &str, course: &Course) -> (Picture, Vec<String>) {
    let options = Options { figure: WalkOptions::of_file(file.as_ref()), ..Options::default() };
    testing::draw_with::<Window>(course, &options, (320, 180))
}

/// The finished answers as if they were the student's: without any of theirs, `common` draws the figure.
fn finished() -> Course {
    let mut course = REFERENCE;
    course.keyframes.wrap_time = |t, duration, mode| REFERENCE.keyframes.wrap_time(t, duration, mode);
    course
}

/// A mesh without joints.
const SWORD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../assets/sword.dae");
/// It leaves all vertices where they were modelled.
const STIFF: ShaderFile = ShaderFile("08-bind-pose/starter/rigid.vert");

/// Another shader, another picture.
#[test]
fn every_shader_plays() {
    if headless_or_skip("every_shader_plays").is_none() {
        return;
    }
    let mut lit = finished();
    lit.normals.vertex = STIFF;
    let mut light = finished();
    light.normals.fragment = ShaderFile("10-normals/starter/phong.frag");
    let mut ghosts = finished();
    ghosts.smooth_skin.vertex = STIFF;
    let mut stiff = finished();
    stiff.bind_pose.vertex = STIFF;
    for (file, other, least) in
        [("knight", lit, 0.01), ("knight", light, 0.01), ("knight", ghosts, 0.01), (SWORD, stiff, 0.001)]
    {
        let [changed, kept] = [other, finished()].map(|course| {
            let (picture, messages) = draw(file, &course);
            assert_eq!(messages, [""; 0]);
            picture
        });
        let changed = testing::changed(&changed, &kept);
        assert!(changed > least, "{file}: {changed}");
    }
}

/// An answer that does not return is replaced by the finished one, and named.
#[test]
fn what_does_not_come_back_is_replaced_and_named() {
    if headless_or_skip("what_does_not_come_back_is_replaced_and_named").is_none() {
        return;
    }
    let mut unusable = REFERENCE;
    for (id, _) in LESSON.earlier.iter().flat_map(|earlier| earlier.todos) {
        unusable.take(id, &Course::UNUSABLE);
    }
    let (picture, messages) = draw("knight", &unusable);
    assert!(picture == draw("knight", &finished()).0, "the finished answers draw");
    for (id, _) in LESSON.earlier.iter().flat_map(|earlier| earlier.todos) {
        assert!(messages.iter().any(|line| line.starts_with(id)), "{id}: {messages:#?}");
    }
}

#[test]
fn the_list_says_whose_code_is_running() {
    PROGRAM.names_running_code(&[]);
}
