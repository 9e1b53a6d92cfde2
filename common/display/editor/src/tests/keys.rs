//! Keys and clips as wholes: moved, copied, mirrored, named, deleted.

use super::*;

#[test]
fn keys_are_moved_copied_and_deleted() {
    let Some(gl) = headless_or_skip("keys_are_moved_copied_and_deleted") else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut hand = with_keys(&gl, folder.path(), &[0.5, 1.0, 1.5]);
    hand.request(select_key(Row::All, 1.0));
    assert_eq!(hand.editor.actor.player.time(), 1.0, "a click goes to the key");
    // Over the next key and on: what is only passed over stays. All of the drag is one step.
    for seconds in [0.2, 0.5, 0.75] {
        hand.request(drag_keys(seconds, false));
    }
    hand.request(Request::Keys(KeyRequest::Drop));
    assert!(close(&hand.times(2), &[0.5, 1.5, 1.75]), "{:?}", hand.times(2));
    assert!(near(hand.keys(2)[2].1.rotation, Quat::from_rotation_z(0.1)));
    assert!(close(&[hand.editor.timeline.selected[0].time], &[1.75]), "still selected");
    hand.request(drag_keys(9.0, false));
    hand.request(Request::Keys(KeyRequest::Drop));
    assert!(close(&hand.times(2), &[0.5, 1.5, NEW_SECONDS]), "not out of the clip");
    hand.press(KeyCode::Digit4);
    hand.press(KeyCode::Digit4);
    assert!(close(&hand.times(2), &[0.5, 1.0, 1.5]), "{:?}", hand.times(2));

    hand.request(select_key(Row::Joint(2), 0.5));
    hand.request(drag_keys(0.25, true));
    hand.request(Request::Keys(KeyRequest::Drop));
    assert!(close(&hand.times(2), &[0.5, 0.75, 1.0, 1.5]), "a copy");
    let rows = vec![Row::Joint(2), Row::All];
    let times = (0.6, 1.2);
    hand.request(Request::Keys(KeyRequest::SelectBox { rows, times, add: false }));
    assert_eq!(hand.editor.timeline.selected.len(), 2, "each once, though it is in two rows");
    hand.press(KeyCode::Delete);
    assert!(close(&hand.times(2), &[0.5, 1.5]), "{:?}", hand.times(2));

    hand.request(select_key(Row::Joint(2), 0.5));
    hand.press(KeyCode::Semicolon);
    hand.seek(1.0);
    hand.press(KeyCode::Quote);
    assert!(close(&hand.times(2), &[0.5, 1.0, 1.5]), "pasted: {:?}", hand.times(2));
}

/// Keys that are moved together keep their distances at the clip's end.
#[test]
fn keys_that_are_moved_together_stay_apart() {
    let Some(gl) = headless_or_skip("keys_that_are_moved_together_stay_apart") else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut hand = with_keys(&gl, folder.path(), &[0.5, 1.0, 1.5]);
    let rows = vec![Row::Joint(2)];
    hand.request(Request::Keys(KeyRequest::SelectBox { rows, times: (0.0, 2.0), add: false }));
    for (seconds, want) in [(5.0, [1.0, 1.5, 2.0]), (-5.0, [0.0, 0.5, 1.0])] {
        hand.request(drag_keys(seconds, false));
        hand.request(Request::Keys(KeyRequest::Drop));
        assert!(close(&hand.times(2), &want), "{:?}", hand.times(2));
    }
}

#[test]
fn a_pose_is_mirrored() {
    let Some(gl) = headless_or_skip("a_pose_is_mirrored") else { return };
    let folder = tempfile::tempdir().unwrap();
    let editor = Editor::open(&gl, &asset("knight"), Some(folder.path())).unwrap();
    let mut hand = Hand::new(editor);
    hand.request(Request::NewClip);
    let [left, right, arm] =
        ["hand_l", "hand_r", "upper_arm_r"].map(|name| hand.editor.actor.model.skeleton.find(name).unwrap());
    let local = hand.editor.actor.instance.pose().locals[arm];
    let raised = Transform { rotation: local.rotation * Quat::from_rotation_z(0.9), ..local };
    let time = 0.0;
    let before = [left, right].map(|joint| hand.editor.actor.joint_position(joint));
    hand.request(Request::SetKey(KeyAt { joint: arm, time }, raised));
    let up = hand.editor.actor.joint_position(right);
    assert!(up.distance(before[1]) > 0.1);
    hand.press(KeyCode::Backslash);
    let mirrored = [left, right].map(|joint| hand.editor.actor.joint_position(joint));
    let across = Vec3::new(-up.x, up.y, up.z);
    assert!(mirrored[0].distance(across) < 0.02, "{} {across}", mirrored[0]);
    assert!(mirrored[1].distance(before[1]) < 0.02, "and the right arm as the left one was");
    hand.press(KeyCode::Digit4);
    assert!(hand.editor.actor.joint_position(right).distance(up) < 1e-4);
}

#[test]
fn clips_are_made_named_copied_and_deleted() {
    let Some(gl) = headless_or_skip("clips_are_made_named_copied_and_deleted") else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut hand = Hand::with_empty_clip(&gl, folder.path());
    assert_eq!((hand.clip_names().len(), hand.clip_name()), (3, "new"));
    hand.request(Request::Rename("bend".into()));
    assert_eq!(hand.clip_name(), "bend 2", "another has this name");
    hand.request(Request::Rename(" ".into()));
    assert_eq!(hand.clip_name(), "bend 2", "no name");
    hand.request(Request::SetEnd(3.5));
    assert_eq!(hand.editor.actor.clip().unwrap().duration(), 3.5);
    hand.request(Request::DuplicateClip);
    assert_eq!(hand.clip_name(), "bend 2 2");
    hand.request(Request::DeleteClip);
    assert_eq!(hand.clip_names(), ["bend", "lift", "bend 2"]);
    for _ in 0..5 {
        hand.request(Request::DeleteClip);
    }
    assert!(hand.clip_names().is_empty());
    // Nothing to edit, and nothing panics.
    for request in [
        Request::KeyPose,
        Request::Mirror,
        Request::Copy,
        Request::Paste { mirrored: true },
        Request::Delete,
        Request::DuplicateClip,
        Request::Rename("x".into()),
        Request::SetEnd(1.0),
        Request::Keys(KeyRequest::Drag { seconds: 1.0, copy: false }),
        Request::Keys(KeyRequest::Drop),
    ] {
        hand.request(request);
    }
    assert!(hand.editor.describe().contains("No clip."));
    hand.press(KeyCode::Digit4);
    assert_eq!(hand.clip_names().len(), 1);
}
