//! Skins that are no good: an error that says why, with its line, and never a panic.

use lesson_11::checks::REFERENCE;
use lesson_11::{File, FileSkin, read_skin};

/// Two joints, three vertices, one of which follows nothing in part.
const GOOD: &str = r##"<COLLADA>
<controller id="c"><skin source="#m">
<bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix>
<source id="j"><Name_array>hip arm</Name_array></source>
<source id="b"><float_array>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</float_array></source>
<source id="w"><float_array>1 0.5 0.25</float_array></source>
<joints><input semantic="JOINT" source="#j"/><input semantic="INV_BIND_MATRIX" source="#b"/></joints>
<vertex_weights>
<input semantic="JOINT" source="#j" offset="0"/><input semantic="WEIGHT" source="#w" offset="2"/>
<vcount>1 0 2</vcount>
<v>0 9 0 1 9 1 -1 9 1</v>
</vertex_weights></skin></controller></COLLADA>"##;

fn read(text: &str) -> Result<FileSkin, String> {
    let document = roxmltree::Document::parse(text).map_err(|error| error.to_string())?;
    read_skin(&document, "c")
}

#[test]
fn a_good_one_is_read() {
    let skin = read(GOOD).expect("nothing is wrong");
    assert_eq!(skin.names, ["hip", "arm"]);
    let FileSkin { inputs, vcount, v, weights, .. } = &skin;
    let read = (REFERENCE.influences)(inputs, vcount, v, weights, 2);
    let read: Vec<Vec<(usize, f32)>> =
        read.iter().map(|vertex| vertex.iter().map(|i| (i.slot, i.weight)).collect()).collect();
    assert_eq!(read, [vec![(0, 1.0)], vec![], vec![(1, 0.5), (2, 0.5)]]);
}

#[test]
fn each_error_says_what_is_wrong() {
    for (good, bad, says) in [
        ("id=\"c\"", "id=\"d\"", "there is no <controller id=\"c\">"),
        ("<skin ", "<morph ", "line 2, <controller>: there is no <skin> in it"),
        (
            "0 0 0 1</bind",
            "0 0 1</bind",
            "line 3, <bind_shape_matrix>: expected 16 numbers, found 15",
        ),
        (
            "0 0 0 1</bind",
            "0 0 0 one</bind",
            "line 3, <bind_shape_matrix>: \"one\" is no number that fits here",
        ),
        ("hip arm", "hip arm leg", "line 7, <joints>: 32 numbers, where 3 joints need 16 each"),
        ("source=\"#b\"", "source=\"#x\"", "line 7, <input>: the skin has no <source id=\"x\">"),
        (
            "semantic=\"WEIGHT\"",
            "semantic=\"W\"",
            "line 8, <vertex_weights>: there is no input WEIGHT",
        ),
        ("offset=\"2\"", "offset=\"-2\"", "line 9, <input>: an offset is a number from 0 to 255"),
        (
            "offset=\"2\"",
            "offset=\"99999999999\"",
            "line 9, <input>: an offset is a number from 0 to 255",
        ),
        (
            "<vcount>1 0 2",
            "<vcount>1 0 -2",
            "line 10, <vcount>: \"-2\" is no number that fits here",
        ),
        (
            "<vcount>1 0 2",
            "<vcount>1 0 3",
            "line 8, <vertex_weights>: <vcount> asks for more influences than <v> has, 3",
        ),
        (
            "<vcount>1 0 2",
            "<vcount>18446744073709551615 2",
            "line 8, <vertex_weights>: <vcount> asks for more influences than <v> has, 3",
        ),
        ("-1 9 1<", "-2 9 1<", "line 8, <vertex_weights>: joint -2, where there are 2"),
        ("-1 9 1<", "2 9 1<", "line 8, <vertex_weights>: joint 2, where there are 2"),
        ("-1 9 1<", "-1 9 3<", "line 8, <vertex_weights>: weight 3, where there are 3"),
        ("-1 9 1<", "-1 9 -1<", "line 8, <vertex_weights>: weight -1, where there are 3"),
    ] {
        let text = GOOD
            .replacen(good, bad, 1)
            .replace("</skin>", if bad == "<morph " { "</morph>" } else { "</skin>" });
        assert_ne!(text, GOOD, "{good} is not there");
        assert_eq!(read(&text).expect_err(says), says);
    }
}

#[test]
fn oddities_that_are_read() {
    // No bind shape, no offsets, a comment among the numbers, numbers that are not used.
    let text = GOOD
        .replace("<bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix>", "")
        .replace(" offset=\"0\"", "")
        .replace(" offset=\"2\"", "")
        .replace("0 9 0 1 9 1 -1 9 1", "0 0 <!-- two --> 1 1 -1 1 0 0 7");
    let skin = read(&text).expect("it is no mistake");
    assert_eq!(skin.inputs.iter().map(|input| input.offset).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(skin.bind_from_mesh, glam::Mat4::IDENTITY);
    assert_eq!(skin.v.len(), 9);
}

/// Cut off after every single character, and with every single number replaced.
#[test]
fn no_text_is_a_panic() {
    let end = GOOD.len();
    for length in 0..end {
        assert!(read(&GOOD[..length]).is_err());
    }
    let numbers: Vec<usize> =
        GOOD.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at).collect();
    for at in numbers {
        for other in ["-1", "7", "99999999999999999999", "x", "", "NaN", "1e99"] {
            let text = format!("{}{other}{}", &GOOD[..at], &GOOD[at + 1..]);
            if let Ok(skin) = read(&text) {
                let FileSkin { inputs, vcount, v, weights, names, .. } = &skin;
                let read = (REFERENCE.influences)(inputs, vcount, v, weights, names.len());
                assert_eq!(read.len(), vcount.len());
                (REFERENCE.joint_from_mesh)(&skin.inverse_binds, skin.bind_from_mesh);
            }
        }
    }
}

#[test]
fn a_file_without_a_skin_is_an_error() {
    let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    let error = |file: &str| match File::read(&assets.join(file)) {
        Ok(_) => panic!("{file} was read"),
        Err(error) => format!("{error:#}"),
    };
    assert!(error("sword.dae").ends_with("sword.dae: there is no skin in it"));
    assert!(error("sword.png").contains("sword.png"));
    assert!(error("no such file").contains("no such file"));
}
