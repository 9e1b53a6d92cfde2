//! One figure with other namespaces and spellings of numbers.

use crate::support::{BANNER, load_bytes, replace, warnings};

/// The name of the last node, and the warnings.
fn name(bytes: &[u8]) -> (String, Vec<String>) {
    let loaded = load_bytes(bytes).unwrap();
    (loaded.model.skeleton.joints()[3].name.clone(), warnings(&loaded))
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
