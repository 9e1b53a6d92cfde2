//! Files that are no good: an error that says why, and never a panic.

use lesson_04::probes::around;
use lesson_04::{MAX_DEPTH, checks::REFERENCE, document, read};

const IDENTITY: &str = "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1";

fn error(text: &str) -> String {
    match read(&REFERENCE, text) {
        Ok(joints) => panic!("it was read: {} joints", joints.len()),
        Err(error) => error,
    }
}

fn joint(inside: &str) -> String {
    format!("      <node id=\"a\" type=\"JOINT\">\n{inside}\n</node>\n")
}

#[test]
fn each_error_says_what_is_wrong() {
    let scene = |inside: &str| error(&around(&joint(inside), "Y_UP", "1"));
    assert_eq!(error("words"), "this is no XML: unknown token at 1:1");
    assert_eq!(error("<svg/>"), "this is no Collada file: its outermost element is <svg>");
    assert_eq!(error("<COLLADA/>"), "there is no <visual_scene>");
    assert_eq!(
        error(&around("", "Y_UP", "1").replace("url=\"#Scene\"", "url=\"#Other\"")),
        "there is no <visual_scene id=\"Other\">"
    );
    assert_eq!(
        scene(&format!("<matrix>{IDENTITY} 5</matrix>")),
        "line 10, <matrix>: expected 16 numbers, found 17"
    );
    assert_eq!(scene("<matrix>1 0 0 zero</matrix>"), "line 10, <matrix>: \"zero\" is not a number");
    assert_eq!(scene("<matrix/>"), "line 10, <matrix>: expected 16 numbers, found 0");
    assert_eq!(
        scene("<translate>1 2 3</translate>"),
        "line 10, <translate>: in this lesson a node has a <matrix> only"
    );
    assert_eq!(error(&around("", "UP", "1")), "<up_axis>: unknown axis \"UP\"");
    for meter in ["0", "-1", "one", "NaN", "inf", "1e99"] {
        assert_eq!(
            error(&around("", "Y_UP", meter)),
            format!("<unit>: meter=\"{meter}\" is not a length")
        );
    }
}

#[test]
fn oddities_that_are_read() {
    let read = |text: &str| read(&REFERENCE, text).expect("it is no mistake");
    assert_eq!(read(&around("", "Y_UP", "1")), []);
    let commented = joint("<matrix>1 0 0 0 0 1 0 0 <!-- half --> 0 0 1 0 0 0 0 1</matrix>");
    assert_eq!(read(&around(&commented, "Y_UP", "1")).len(), 1);
    let without_asset = around(&joint(""), "Y_UP", "1");
    let start = without_asset.find("<asset>").expect("an asset");
    let end = without_asset.find("</asset>").expect("an asset") + "</asset>".len();
    let without_asset = format!("\u{feff}{}{}", &without_asset[..start], &without_asset[end..]);
    assert_eq!(read(&without_asset).len(), 1);
}

/// Cut off after every single character.
#[test]
fn the_beginning_of_a_file_is_an_error() {
    let whole = around(&joint(&format!("<matrix>{IDENTITY}</matrix>")), "Z_UP", "0.01");
    assert_eq!(read(&REFERENCE, &whole).expect("the whole file").len(), 1);
    let end = whole.trim_end().len();
    for length in 0..end {
        assert!(!error(&whole[..length]).is_empty());
    }
}

/// A recursion goes as deep as the file says, so the file is looked at first.
#[test]
fn no_file_overflows_the_stack() {
    let nested = |depth: usize| {
        around(&format!("{}{}", "<node>".repeat(depth), "</node>".repeat(depth)), "Y_UP", "1")
    };
    assert!(error(&nested(100_000)).contains(&format!("nested more than {MAX_DEPTH} deep")));
    let deepest = (1..=MAX_DEPTH).rev().find(|&depth| document(&nested(depth)).is_ok());
    // COLLADA, its library and the scene stand around them.
    assert_eq!(deepest, Some(MAX_DEPTH - 4));
}
