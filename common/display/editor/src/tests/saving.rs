//! What is saved, and what comes back.

use super::*;

fn saved_files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Each save is a new file; the next start opens the newest that is whole and names the others.
#[test]
fn saves_are_new_files_and_the_newest_good_one_opens() {
    let Some(gl) = headless_or_skip("saves_are_new_files_and_the_newest_good_one_opens") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let mut hand = Hand::new(Editor::open(&gl, &asset("arm"), Some(folder.path())).unwrap());
    assert!(!hand.editor.is_unsaved() && !hand.editor.title().contains("not saved"));
    hand.request(Request::NewClip);
    hand.request(Request::Rename("first".into()));
    let joint = hand.editor.actor.selection.first().unwrap();
    let local = Transform::from_rotation(Quat::from_rotation_y(0.7));
    hand.request(Request::SetKey(KeyAt { joint, time: 0.5 }, local));
    hand.request(Request::Attach("sword".into()));
    hand.request(Request::AddSphere(SphereKind::Hit));
    assert!(hand.editor.is_unsaved() && hand.editor.title().contains("not saved"));
    hand.press(KeyCode::Digit6);
    assert!(!hand.editor.is_unsaved(), "{:?}", hand.editor.messages());
    let first = hand.editor.document().clone();
    hand.request(Request::Rename("second".into()));
    hand.press(KeyCode::Digit6);
    let files = saved_files(folder.path());
    assert_eq!(files.len(), 2, "{files:?}");

    let mut bytes = fs::read(&files[1]).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    fs::write(&files[1], &bytes).unwrap();
    let again = Hand::new(Editor::open(&gl, &asset("arm"), Some(folder.path())).unwrap());
    assert_eq!(played_clips(again.editor.document()), played_clips(&first));
    assert_eq!(again.editor.document().attachments, first.attachments);
    assert_eq!(again.editor.document().spheres, first.spheres);
    let messages = again.editor.messages();
    let name = files[1].file_name().unwrap().to_string_lossy().into_owned();
    assert!(messages.iter().any(|m| m.place == name && m.text.contains("passed over")), "{messages:?}");
    assert_eq!(fs::read(&files[1]).unwrap(), bytes, "left alone");

    // The container by its own name, which is not the newest one.
    fs::copy(asset("arm"), folder.path().join("arm.dae")).unwrap();
    let named = Hand::new(Editor::open(&gl, &files[0], None).unwrap());
    assert_eq!(played_clips(named.editor.document()), played_clips(&first));
}

/// As after the end of the display, of the terminal or of the process: nobody is asked.
#[test]
fn what_is_not_saved_is_there_again() {
    let Some(gl) = headless_or_skip("what_is_not_saved_is_there_again") else { return };
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("arm.unsaved");
    let open = || Hand::new(Editor::open(&gl, &asset("arm"), Some(folder.path())).unwrap());
    let mut hand = open();
    hand.request(Request::NewClip);
    hand.press(KeyCode::Digit6);
    hand.request(Request::Rename("waving".into()));
    hand.wait(0.5);
    assert!(!kept.exists(), "it is half a second old");
    hand.wait(0.6);
    assert!(kept.exists(), "{:?}", hand.editor.messages());
    let document = hand.editor.document().clone();
    drop(hand);

    let mut again = open();
    assert_eq!(played_clips(again.editor.document()), played_clips(&document));
    assert!(again.editor.is_unsaved() && again.editor.session.line.contains("not saved the last time"));
    again.press(KeyCode::Digit4);
    assert!(!again.editor.is_unsaved(), "undo goes back to the file");
    again.press(KeyCode::Digit5);
    again.press(KeyCode::Digit6);
    again.wait(0.1);
    assert!(!kept.exists(), "it is saved");
    again.request(Request::Rename("greeting".into()));
    again.wait(1.1);
    assert!(kept.exists());
    assert!(!again.editor.may_close() && again.editor.may_close());
    assert!(!kept.exists(), "who leaves without saving wants that");

    fs::write(&kept, "no container").unwrap();
    let plain = open();
    assert!(!plain.editor.is_unsaved() && plain.clip_names().contains(&"waving".to_owned()));
    assert!(kept.exists(), "what cannot be read is left alone");
}

/// Names the folder in which this test, started by itself, edits until it is ended.
const EDITS_IN: &str = "ARMATURE_TEST_EDITS_IN";

/// The terminal is closed, and the process is killed.
#[test]
#[cfg(unix)]
fn what_is_not_saved_outlives_the_process() {
    let Some(gl) = headless_or_skip("what_is_not_saved_outlives_the_process") else { return };
    if let Some(folder) = std::env::var_os(EDITS_IN) {
        let mut hand = Hand::new(Editor::open(&gl, &asset("arm"), Some(Path::new(&folder))).unwrap());
        hand.request(Request::NewClip);
        hand.request(Request::Rename("waving".into()));
        hand.wait(1.1);
        loop {
            std::thread::park();
        }
    }
    for signal in ["-HUP", "-KILL"] {
        let folder = tempfile::tempdir().unwrap();
        let mut itself = Command::new(std::env::current_exe().unwrap());
        itself.args(["--exact", "tests::saving::what_is_not_saved_outlives_the_process"]).env(EDITS_IN, folder.path());
        let mut edits = itself.stdout(Stdio::null()).spawn().unwrap();
        while !folder.path().join("arm.unsaved").exists() {
            assert!(edits.try_wait().unwrap().is_none(), "it edits until it is ended");
            std::thread::yield_now();
        }
        assert!(Command::new("kill").args([signal, &edits.id().to_string()]).status().unwrap().success());
        assert!(!edits.wait().unwrap().success(), "{signal}");
        let again = Hand::new(Editor::open(&gl, &asset("arm"), Some(folder.path())).unwrap());
        assert!(again.editor.is_unsaved() && again.clip_names().contains(&"waving".to_owned()), "{signal}");
    }
}

fn played_clips(document: &Document) -> Vec<Clip> {
    document.clips.iter().map(EditableClip::clip).collect()
}

/// Figure and attachment are glTF files, and the container finds them after all three have moved.
#[test]
fn a_gltf_figure_is_saved_and_found_again() {
    let Some(gl) = headless_or_skip("a_gltf_figure_is_saved_and_found_again") else { return };
    let folder = tempfile::tempdir().unwrap();
    let [here, there] = ["hier", "dort drüben"].map(|name| folder.path().join(name));
    fs::create_dir(&here).unwrap();
    let seed = concat!(env!("CARGO_MANIFEST_DIR"), "/../../runtime/fuzz/corpus/gltf/seed-banner.");
    for ending in ["glb", "gltf"] {
        fs::copy(format!("{seed}{ending}"), here.join(format!("banner.{ending}"))).unwrap();
    }
    let mut hand = Hand::new(Editor::open(&gl, &here.join("banner.glb"), None).unwrap());
    hand.editor.actor.selection.set(2);
    hand.request(Request::Attach("banner.gltf".into()));
    let local = Transform::from_rotation(Quat::from_rotation_x(0.7));
    hand.request(Request::SetKey(KeyAt { joint: 2, time: 1.5 }, local));
    hand.press(KeyCode::Digit6);
    let document = hand.editor.document().clone();
    fs::rename(&here, &there).unwrap();
    let saved =
        saved_files(&there).into_iter().find(|file| !file.ends_with("banner.glb") && !file.ends_with("banner.gltf"));
    let saved = saved.unwrap();
    let upper = there.join("OTHER.Armature");
    fs::rename(saved, &upper).unwrap();
    let mut again = Hand::new(Editor::open(&gl, &upper, None).unwrap());
    assert_eq!(again.editor.document().attachments, document.attachments);
    assert_eq!(again.times(2), [0.5, 1.0, 1.5, 2.0]);
    let canvas = graphics::Canvas::new(&gl, (90, 70)).unwrap();
    canvas.draw(|target| again.editor.draw(target, &again.view)).unwrap();
    assert_eq!(again.editor.messages(), [], "what is attached is there");
}

/// If the write function returns no valid container, nothing is written, and a message says why.
#[test]
fn what_cannot_be_read_back_is_not_saved() {
    struct Broken(Result<Vec<u8>, String>);
    impl Functions for Broken {
        fn set_key(&mut self, _: Vec<edit::Key>, _: f32, local: Transform) -> Vec<edit::Key> {
            [2.0, 1.0].map(|time| edit::Key { time, local }).to_vec()
        }
        fn write(&mut self, _: Vec<Blob>) -> Result<Vec<u8>, String> {
            self.0.clone()
        }
    }
    use armature_offline::edit;
    let Some(gl) = headless_or_skip("what_cannot_be_read_back_is_not_saved") else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut hand = with_keys(&gl, folder.path(), &[0.5]);
    let empty = armature_formats::container::write(&[]).unwrap_or_default();
    for bytes in [Err("too long".to_owned()), Ok(vec![1, 2, 3]), Ok(empty)] {
        hand.editor.request(Request::Save);
        hand.editor.perform(&mut Broken(bytes));
        let messages = hand.editor.messages();
        assert!(messages.iter().any(|m| m.text.contains("not saved")), "{messages:?}");
        assert!(saved_files(folder.path()).is_empty() && hand.editor.is_unsaved());
    }
    let before = hand.editor.document().clone();
    let local = Transform::IDENTITY;
    hand.editor.request(Request::SetKey(KeyAt { joint: 2, time: 1.0 }, local));
    hand.editor.perform(&mut Broken(Ok(Vec::new())));
    assert!(hand.editor.messages().iter().any(|m| m.text.contains("set_key")));
    assert_eq!(*hand.editor.document(), before, "keys out of order are no keys");
}
