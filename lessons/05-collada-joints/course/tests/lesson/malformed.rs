//! Malformed files give an error that says why, and never a panic.

use lesson_05::probes::around;
use lesson_05::{Joint, MAX_DEPTH, checks::REFERENCE, document, read};

const IDENTITY: &str = "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1";

fn error(text: &str) -> String {
    match read(&REFERENCE.collada_joints, text).unwrap() {
        Ok(joints) => panic!("it was read: {} joints", joints.len()),
        Err(error) => error,
    }
}

fn joint(inside: &str) -> String {
    format!("      <node id=\"a\" type=\"JOINT\">\n{inside}\n</node>\n")
}

fn scene(inside: &str) -> String {
    around(&joint(inside), "Y_UP", "1")
}

#[test]
fn each_error_says_what_is_wrong() {
    for (text, says) in [
        ("words".into(), "this is no XML: unknown token at 1:1"),
        ("<svg/>".into(), "this is no Collada file: its outermost element is <svg>"),
        ("<COLLADA/>".into(), "there is no <visual_scene>"),
        (scene("").replace("\"#Scene\"", "\"#Other\""), "there is no <visual_scene id=\"Other\">"),
        (scene(&format!("<matrix>{IDENTITY} 5</matrix>")), "line 10, <matrix>: expected 16 numbers, found 17"),
        (scene("<matrix>1 0 0 zero</matrix>"), "line 10, <matrix>: \"zero\" is not a number"),
        (scene("<matrix/>"), "line 10, <matrix>: expected 16 numbers, found 0"),
        (scene("<translate>1 2 3</translate>"), "line 10, <translate>: in this lesson a node has a <matrix> only"),
    ] {
        assert_eq!(error(&text), says);
    }
}

fn joints(text: &str) -> Vec<Joint> {
    read(&REFERENCE.collada_joints, text).unwrap().expect("it is no mistake")
}

#[test]
fn oddities_that_are_read() {
    assert_eq!(joints(&around("", "Y_UP", "1")), []);
    let commented = joint("<matrix>1 0 0 0 0 1 0 0 <!-- half --> 0 0 1 0 0 0 0 1</matrix>");
    assert_eq!(joints(&around(&commented, "Y_UP", "1")).len(), 1);
    let strange = format!("\u{feff}{}", around(&joint(""), "UP", "-1")); // then y is up, in metres
    assert_eq!(joints(&strange), joints(&scene("")));
}

/// A file may be cut off after any character.
#[test]
fn the_beginning_of_a_file_is_an_error() {
    let whole = around(&joint(&format!("<matrix>{IDENTITY}</matrix>")), "Z_UP", "0.01");
    assert_eq!(joints(&whole).len(), 1);
    let end = whole.trim_end().len();
    for length in 0..end {
        assert!(!error(&whole[..length]).is_empty());
    }
}

fn nested(depth: usize) -> String {
    around(&("<node>".repeat(depth) + &"</node>".repeat(depth)), "Y_UP", "1")
}

/// Files nested too deeply for a recursion are refused before it begins.
#[test]
fn no_file_overflows_the_stack() {
    assert!(error(&nested(100_000)).contains(&format!("nested more than {MAX_DEPTH} deep")));
    let deepest = (1..=MAX_DEPTH).rev().find(|&depth| document(&nested(depth)).is_ok());
    // COLLADA, its library and the scene stand around them.
    assert_eq!(deepest, Some(MAX_DEPTH - 4));
}
