//! One figure with other namespaces.

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
