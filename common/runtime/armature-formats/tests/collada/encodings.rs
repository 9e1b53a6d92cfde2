//! One figure in every encoding of files.

use crate::support::{BANNER, load_bytes, replace, warnings};

/// The name of the last node, which has a letter beyond ASCII, and the warnings.
fn name(bytes: &[u8]) -> (String, Vec<String>) {
    let loaded = load_bytes(bytes).unwrap();
    (loaded.model.skeleton.joints()[3].name.clone(), warnings(&loaded))
}

fn text(declared: &str) -> String {
    let text = replace(BANNER, "encoding=\"utf-8\"", declared);
    replace(&text, "name=\"Hanging\"", "name=\"H\u{e4}ngend\"")
}

#[test]
fn unicode() {
    let text = text("encoding=\"utf-8\"");
    let marked = format!("\u{feff}{text}");
    let little: Vec<u8> = marked.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = marked.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for bytes in [text.into_bytes(), marked.into_bytes(), little, big] {
        assert_eq!(name(&bytes), ("H\u{e4}ngend".into(), vec![]));
    }
}

#[test]
fn latin_1() {
    assert_eq!(name(&bytes_in_latin_1("encoding=\"ISO-8859-1\"")), ("H\u{e4}ngend".into(), vec![]));
    assert_eq!(
        name(&bytes_in_latin_1("")),
        (
            "H\u{e4}ngend".into(),
            vec!["model.dae:149:33: byte 0xE4 is not utf-8: the file is read as windows-1252".into()]
        )
    );
}

#[test]
fn an_encoding_that_is_not_read() {
    let message = "model.dae:149:33: shift_jis is not read here: the file is read as windows-1252, and names may look wrong. \
                   UTF-8 and UTF-16 are read: save it as one of them";
    assert_eq!(name(&bytes_in_latin_1("encoding=\"Shift_JIS\"")).1, [message]);
}

fn bytes_in_latin_1(declared: &str) -> Vec<u8> {
    text(declared).chars().map(|c| c as u8).collect()
}

#[test]
fn blanks_in_front() {
    let (name, warnings) = name(format!("\r\n\t{BANNER}").as_bytes());
    assert_eq!(name, "Hanging");
    assert_eq!(warnings, ["model.dae:2:2: blanks stand before the XML declaration: they are skipped"]);
}

#[test]
fn namespaces() {
    let prefixed = BANNER
        .replace("</", "\0")
        .replace('<', "<x:")
        .replace("<x:?", "<?")
        .replace('\0', "</x:")
        .replace("xmlns=", "xmlns:x=");
    assert_eq!(name(prefixed.as_bytes()), ("Hanging".into(), vec![]));
    let none = replace(BANNER, " xmlns=\"http://www.collada.org/2005/11/COLLADASchema\"", "");
    assert_eq!(name(none.as_bytes()), ("Hanging".into(), vec![]));
}

#[test]
fn numbers_with_commas() {
    let text = replace(BANNER, "meter=\"0.5\"", "meter=\"0,5\"");
    let text = replace(&text, ">1 0.5<", ">1 0,5<");
    let text = replace(&text, "1 0 0 10 0 1", "1 0 0 1,0e1 0 1");
    let loaded = load_bytes(text.as_bytes()).unwrap();
    assert_eq!(
        warnings(&loaded),
        [
            "model.dae:5:5: <unit id=\"half\">: meter=\"0,5\" is written with a comma: read as 0.5",
            "model.dae:141:9: <matrix id=\"transform\">: numbers with decimal commas: read as points, here and elsewhere",
        ]
    );
    assert_eq!(loaded.model.skeleton.joints()[0].bind_local.translation.x, 10.0);
    let middle = loaded.model.parts[0].mesh.vertices.iter().find(|v| v.position == glam::Vec3::Z);
    assert_eq!(middle.unwrap().weights, [0.5, 0.5, 0.0, 0.0]);
}

/// Matrices must not depend on the way numbers are read: here the exact values agree.
#[test]
fn exponents_of_three_digits() {
    let text = replace(BANNER, "1 0 0 10 0 1", "+1.0E+000 0 -4.98971e-007 1E+001 0 1");
    let text = replace(&text, "1E+001 0 1 0 0 0 0 1 0 0 0 0 1", "1E+001 0 1 0 0 0 0 1 0 0 0 0 1");
    let loaded = load_bytes(text.as_bytes()).unwrap();
    assert_eq!(warnings(&loaded), [""; 0]);
    assert_eq!(loaded.model.skeleton.joints()[0].bind_local.translation.x, 10.0);
}
