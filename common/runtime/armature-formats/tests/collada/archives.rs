//! Models from archives (.zae), with the pictures inside.

use crate::support::{BANNER, replace, warnings};
use armature::model::Texture;
use armature_formats::collada::{self, LoadedModel};
use std::{path::Path, sync::Arc};
use testing::zip::{File, deflated, stored, zip};

/// Returns the banner's file with a material for each of `addresses`, whose picture has this address.
fn with_materials<'a>(addresses: impl IntoIterator<Item = &'a str>) -> String {
    let [mut images, mut effects, mut materials] =
        ["<library_images>", "<library_effects>", "<library_materials>"].map(String::from);
    for (number, address) in addresses.into_iter().enumerate() {
        images += &format!("<image id=\"image-{number}\"><init_from>{address}</init_from></image>");
        effects += &format!(
            "<effect id=\"effect-{number}\"><profile_COMMON><technique sid=\"common\"><lambert><diffuse>\
             <texture texture=\"image-{number}\" texcoord=\"UV\"/></diffuse></lambert></technique>\
             </profile_COMMON></effect>"
        );
        materials += &format!(
            "<material id=\"material-{number}\" name=\"{number}\">\
             <instance_effect url=\"#effect-{number}\"/></material>"
        );
    }
    let effects = format!("{images}</library_images>{effects}");
    let text = replace(BANNER, "<library_effects>", &effects);
    replace(&text, "<library_materials>", &materials)
}

/// Loads an archive of these files, as `flag.zae` in a folder.
fn load_from(folder: &Path, files: &[File<'_>]) -> LoadedModel {
    let path = folder.join("flag.zae");
    std::fs::write(&path, zip(files)).unwrap();
    collada::load(&path).unwrap()
}

/// [`load_from`] in a folder with nothing else.
fn load(files: &[File<'_>]) -> LoadedModel {
    load_from(tempfile::tempdir().unwrap().path(), files)
}

/// The bytes of the picture of a material that [`with_materials`] made.
fn bytes(loaded: &LoadedModel, number: usize) -> Option<&Arc<[u8]>> {
    match &loaded.model.materials[number].texture {
        Some(Texture::Bytes { bytes, .. }) => Some(bytes),
        Some(Texture::File(path)) => panic!("{} is not in the archive", path.display()),
        None => None,
    }
}

/// The warnings without the folder, line and column.
fn messages_of(loaded: &LoadedModel) -> Vec<String> {
    let mut messages = Vec::new();
    for warning in warnings(loaded) {
        messages.push(warning.split_once(">: ").map_or(warning.as_str(), |(_, text)| text).to_owned());
    }
    messages
}

#[test]
fn materials_find_their_pictures_in_the_archive() {
    let text = with_materials(["../images/skin.png", "eye.png", "..\\images\\SKIN.png", "C:\\art\\ear.tga"]);
    let ear = [5; 3000];
    let loaded = load(&[
        stored("images/skin.png", b"skin"),
        stored("images/eye.png", b"another eye"),
        deflated("models/a.dae", text.as_bytes()),
        stored("models/eye.png", b"eye"),
        deflated("Deep/Down/Ear.TGA", &ear),
    ]);
    assert_eq!(messages_of(&loaded), [""; 0]);
    let got = [0, 1, 3].map(|number| &**bytes(&loaded, number).unwrap());
    assert_eq!(got, [&b"skin"[..], b"eye", &ear]);
    assert!(Arc::ptr_eq(bytes(&loaded, 0).unwrap(), bytes(&loaded, 2).unwrap()), "shared");
    let name = loaded.model.materials[3].texture.as_ref().unwrap().to_string();
    assert!(name.ends_with("flag.zae/Deep/Down/Ear.TGA"), "{name}");
    assert_eq!(loaded.model.materials[0].diffuse, glam::Vec4::ONE);
}

/// Pictures are looked for in the archive, then in the model's folder, and nowhere else.
#[test]
fn pictures_that_are_not_in_the_archive_may_lie_beside_it() {
    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path().join("model");
    std::fs::create_dir(&folder).unwrap();
    for file in ["secret.png", "model/skin.png", "model/eye.png"] {
        std::fs::write(outer.path().join(file), "outside").unwrap();
    }
    let text = with_materials(["skin.png", "art/eye.png", "../secret.png", "lost.png"]);
    let files = [stored("a.dae", text.as_bytes()), stored("art/skin.png", b"inside")];
    let loaded = load_from(&folder, &files);
    assert_eq!(&**bytes(&loaded, 0).unwrap(), b"inside");
    let materials = &loaded.model.materials;
    assert_eq!(materials[1].texture, Some(Texture::File(folder.join("eye.png"))));
    let grey = armature::model::Material::default();
    for (number, address) in [(2, "../secret.png"), (3, "lost.png")] {
        assert_eq!(materials[number].texture, None);
        assert_eq!(materials[number].diffuse, grey.diffuse);
        let want =
            format!("material \"{number}\": no picture \"{address}\" in the archive or beside it: drawn in grey");
        assert_eq!(messages_of(&loaded)[number - 2], want);
    }
}

#[test]
fn damaged_and_too_large_pictures_are_grey_and_reported() {
    let text = with_materials(["skin.png", "bomb.png", "eye.png", "skin.png"]);
    let bomb = vec![0; 2 << 20];
    let mut archive = zip(&[
        stored("skin.png", b"the skin"),
        stored("a.dae", text.as_bytes()),
        deflated("bomb.png", &bomb),
        stored("eye.png", b"eye"),
        stored("not-asked-for.png", b"the other"),
    ]);
    for content in [b"the skin".as_slice(), b"the other"] {
        let at = archive.windows(content.len()).position(|window| window == content).unwrap();
        archive[at] ^= 1;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("flag.zae");
    std::fs::write(&path, archive).unwrap();
    // A damaged picture is not looked for elsewhere: the archive's own is meant.
    std::fs::write(folder.path().join("skin.png"), "beside").unwrap();
    let loaded = collada::load(&path).unwrap();
    let damaged = "entry \"skin.png\" of the archive: its checksum is wrong: the archive is damaged";
    let large = "entry \"bomb.png\" of the archive: unpacks to more than 1048576 bytes";
    let want = [("0", damaged), ("1", large), ("3", damaged)];
    let want = want.map(|(name, why)| format!("material \"{name}\": {why}: drawn in grey"));
    assert_eq!(messages_of(&loaded), want);
    assert_eq!(loaded.model.materials[0].texture, None);
    assert_eq!(&**bytes(&loaded, 2).unwrap(), b"eye");
}

#[test]
fn names_that_lead_elsewhere() {
    let text = with_materials(["../../../out.png", "out.png", "nothing.png", "a.dae", "."]);
    let loaded = load(&[
        stored("m/a.dae", text.as_bytes()),
        stored("m/a.dae", b"named like the document"),
        stored("../out.png", b"outside"),
        stored("m/../../../out.png", b"outside"),
        stored("nothing.png", b""),
    ]);
    let got = [0, 1, 4].map(|number| bytes(&loaded, number));
    assert_eq!(got, [None; 3]);
    assert_eq!(messages_of(&loaded).len(), 4, "with the second document");
    assert_eq!(bytes(&loaded, 2).unwrap().len(), 0);
    assert_eq!(&**bytes(&loaded, 3).unwrap(), text.as_bytes(), "as beside a model: no picture, but there");
}

/// An archive's picture is unpacked once, however many materials and addresses refer to it.
#[test]
fn many_materials_and_one_huge_picture() {
    let addresses: Vec<String> = (0..20_000).map(|n| format!("no{n}/../huge.png")).collect();
    let text = with_materials(addresses.iter().map(String::as_str));
    let huge = vec![1; 20 << 20];
    let loaded = load(&[deflated("a.dae", text.as_bytes()), stored("huge.png", &huge)]);
    let first = bytes(&loaded, 0).unwrap();
    assert_eq!(first.len(), huge.len());
    assert!((0..20_000).all(|number| Arc::ptr_eq(first, bytes(&loaded, number).unwrap())));
}

/// Only the pictures that materials use are kept of an archive, and printing a model omits their bytes.
#[test]
fn a_printed_model_is_short() {
    let text = with_materials(["skin.png"]);
    let skin = vec![1; 1 << 20];
    let bytes = zip(&[stored("a.dae", text.as_bytes()), stored("skin.png", &skin)]);
    let document = collada::parse(&bytes, "flag.zae").unwrap();
    assert!(format!("{document:?}").len() < 200_000);
    let scene = collada::Scene::new(&document).unwrap();
    let loaded = collada::model(&document, &scene, Path::new("flag.zae")).unwrap();
    let message = format!("{:?}", loaded.model.materials[0].texture);
    assert_eq!(message, "Some(Bytes { name: \"flag.zae/skin.png\", bytes: 1048576 of them })");
}
