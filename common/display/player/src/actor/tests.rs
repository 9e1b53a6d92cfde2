use super::*;
use crate::testing::arm;
use armature::animation::JointTracks;
use armature::animation::Track;

/// Returns the elbow's angle in each frame of the second after a change of clip. The change happens in the middle of
/// "bend"; in "lift" the angle is 0.
fn elbow_turns(rate: usize, change: impl Fn(&mut Actor)) -> Vec<f32> {
    let mut actor = Actor::new(arm());
    actor.player.seek(0.9);
    actor.pose();
    change(&mut actor);
    (0..rate)
        .map(|_| {
            actor.advance(1.0 / rate as f32);
            actor.instance.pose().locals[2].rotation.to_axis_angle().1.abs()
        })
        .collect()
}

fn fading(actor: &mut Actor) {
    actor.fade.seconds = 0.25;
    actor.select_clip(1);
}

/// A fade starts from the pose that is shown, is linear in time, and is the same at every frame rate.
#[test]
fn another_clip_fades_in() {
    let few = elbow_turns(20, fading);
    let many = elbow_turns(200, fading);
    let first = 0.8; // four fifths of a turn of 1 rad
    assert!((many[0] - first).abs() < 0.05, "no jump: {}", many[0]);
    for pair in many.windows(2) {
        assert!(pair[0] - pair[1] < 0.03, "no jump: {pair:?}");
    }
    for (frame, turn) in few.iter().enumerate() {
        let there = many[10 * frame + 9];
        assert!((turn - there).abs() < 2e-3, "{frame}: {turn} {there}");
    }
    assert!(few[1] > 0.3 && few[5..].iter().all(|turn| *turn < 1e-3), "{few:?}");
}

/// Without a fade, and in a paused figure, another clip is shown at once.
#[test]
fn no_fade_when_it_is_off_or_paused() {
    assert!(elbow_turns(60, |actor| actor.select_clip(1))[0] < 1e-3, "off at first");
    let paused = elbow_turns(60, |actor| {
        actor.player.pause();
        fading(actor);
    });
    assert!(paused[0] < 1e-3, "{}", paused[0]);
    let paused_later = elbow_turns(60, |actor| {
        fading(actor);
        actor.act(Action::Play);
    });
    assert!(paused_later[0] < 1e-3, "{}", paused_later[0]);
}

/// The framed box follows a figure that its clip carries away, and does not grow.
#[test]
fn a_clip_that_travels_is_followed() {
    let mut model = arm();
    model.clips.truncate(1);
    let bind = model.skeleton.joints()[0].bind_local.translation;
    model.clips = vec![walk(bind, 0.0)];
    let own = size(&model);
    model.clips = vec![walk(bind, 50.0)];
    assert!(size(&model).abs_diff_eq(own, 0.1), "{} {own}", size(&model));
    let mut actor = Actor::new(model);
    let [before, place] = [actor.bounds().unwrap().center(), actor.root_place().unwrap()];
    actor.advance(0.5);
    let moved = actor.bounds().unwrap().center() - before;
    let followed = actor.root_place().unwrap() - place;
    assert!((moved - followed).length() < 0.1 && followed.length() > 20.0, "{moved} {followed}");
    let mut still = arm();
    still.clips = vec![walk(bind, 0.0)];
    assert_eq!(Actor::new(still).root_place(), None);
}

fn size(model: &Model) -> Vec3 {
    Actor::new(model.clone()).bounds().unwrap().size()
}

fn walk(bind: Vec3, distance: f32) -> Clip {
    let translation = Track::new(vec![0.0, 1.0], vec![bind, bind + Vec3::X * distance]).ok();
    let tracks = JointTracks { joint: 0, translation, ..JointTracks::default() };
    Clip::of_tracks("walk", vec![tracks])
}
