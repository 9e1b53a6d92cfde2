//! What an actor looks like; in its fast form it plays and looks as in its plain form.

use super::{Action, Actor, ActorRenderer, DisplayOptions, View, exercise::testing::figures, testing};
use crate::{
    animation::Track,
    collada,
    graphics::{Canvas, Gl, OrbitCamera, Picture, testing::headless_or_skip},
    model::Model,
};
use glam::{Affine3A, Vec3};
use std::path::PathBuf;

/// The arm of the other tests, its elbow sheared in one clip.
fn sheared() -> Model {
    let mut model = testing::arm();
    let shear = Track::new(vec![0.5, 2.5], vec![Vec3::ZERO, Vec3::new(0.8, 0.3, 0.0)]).unwrap();
    model.clips[0].tracks[0].shear = Some(shear);
    model.skeleton.make_room_for_shear();
    model
}

fn models() -> Vec<Model> {
    let load = |file: &PathBuf| collada::load(file).unwrap_or_else(|e| panic!("{e}")).model;
    figures().iter().map(load).chain([sheared()]).collect()
}

fn largest(size: f32, m: &Affine3A) -> f32 {
    m.to_cols_array().iter().fold(size, |size, c| size.max(c.abs()))
}

/// Joints, locals and palettes of both. Rotations may differ by 1e-4 rad at each of the joints above,
/// 10 in our figures, where keys are far enough apart for slerp.
fn agree(plain: &Actor, fast: &Actor, when: &str) {
    let model = &plain.model;
    let joints = (0..model.skeleton.len()).map(|joint| plain.instance.model_from_joint(joint));
    let size = joints.fold(1.0, |size, m| largest(size, &m));
    let name = &model.name;
    for joint in 0..model.skeleton.len() {
        let [want, got] = [plain, fast].map(|actor| actor.instance.model_from_joint(joint));
        assert!(got.abs_diff_eq(want, size * 1e-3), "{name} {when}, {joint}: {got:?} {want:?}");
        let [want, got] = [plain, fast].map(|actor| actor.instance.local(joint).to_affine());
        assert!(got.abs_diff_eq(want, size * 2e-4), "{name} {when}, {joint}: {got:?} {want:?}");
    }
    for (index, skin) in model.skins.iter().enumerate() {
        let matrices = skin.bindings.iter().map(|binding| &binding.joint_from_bind);
        let size = size * matrices.chain([&skin.bind_from_mesh]).fold(1.0, largest);
        for place in 0..skin.bindings.len() {
            let [want, got] = [plain, fast].map(|actor| Affine3A::from(actor.instance.skinning_matrix(index, place)));
            assert!(got.abs_diff_eq(want, size * 1e-3), "{name} {when}: {got:?} {want:?}");
        }
    }
}

/// All actions of the timeline, on both.
#[test]
fn both_forms_play_alike() {
    use Action::{
        BindPose, ClipAfter, ClipBefore, Faster, LoopMode, Play, Reverse, Slower, StepBack, StepOn, ToEnd, ToStart,
    };
    let actions = [
        StepOn, StepBack, ToEnd, StepBack, ToStart, Faster, Play, Reverse, Slower, LoopMode, ClipAfter, BindPose,
        BindPose, ClipBefore, LoopMode, ClipAfter, Reverse, LoopMode,
    ];
    let mut sheared = 0;
    for model in models() {
        sheared += usize::from(model.skeleton.is_sheared());
        let (mut plain, mut fast) = (Actor::new(model.clone()), Actor::fast(model));
        agree(&plain, &fast, "at first");
        for clip in 0..plain.model.clips.len() {
            for actor in [&mut plain, &mut fast] {
                actor.select_clip(clip);
            }
            for (number, action) in actions.into_iter().enumerate() {
                for actor in [&mut plain, &mut fast] {
                    assert!(actor.act(action));
                    actor.player.play();
                    for _ in 0..7 {
                        actor.advance(1.0 / 60.0);
                    }
                }
                agree(&plain, &fast, &format!("clip {clip}, after {action:?}"));
                // Scrubbing to any time, mostly backwards.
                let share = (7 * number % actions.len()) as f32 / actions.len() as f32;
                for actor in [&mut plain, &mut fast] {
                    let (start, end) = actor.clip().map_or((0.0, 0.0), |c| (c.start, c.end));
                    actor.player.seek(end + (start - end) * share);
                    actor.pose();
                }
                agree(&plain, &fast, &format!("clip {clip}, {share} from its end"));
            }
        }
        plain.renew(Actor::new(plain.model.clone()));
        fast.renew(Actor::fast(fast.model.clone()));
        assert!(!plain.instance.is_fast() && fast.instance.is_fast(), "still");
        agree(&plain, &fast, "of the file as it is now");
    }
    assert!(sheared > 0);
}

fn picture(gl: &Gl, renderer: &mut ActorRenderer, actor: &Actor, options: DisplayOptions) -> Picture {
    let canvas = Canvas::new(gl, (160, 120)).unwrap();
    let mut camera = OrbitCamera::default();
    let bounds = actor.bounds().expect("something to see");
    camera.frame_points(&bounds.corners(), canvas.aspect());
    let view = View { camera, aspect: canvas.aspect(), size: canvas.size(), options, seconds: 0.0 };
    canvas.draw(|target| renderer.draw(target, actor, &view)).unwrap();
    canvas.picture()
}

/// With everything that the display can show, from both renderers.
#[test]
fn both_forms_look_alike() {
    let Some(gl) = headless_or_skip("both_forms_look_alike") else { return };
    let plain_look = DisplayOptions::default();
    let looks = [
        plain_look,
        DisplayOptions { heat_map: true, bones: true, axes: true, ..plain_look },
        DisplayOptions { onion_skins: true, wireframe: true, normals: true, ..plain_look },
        DisplayOptions { skinning: false, normals: true, ..plain_look },
    ];
    for model in models() {
        let (mut plain, mut fast) = (Actor::new(model.clone()), Actor::fast(model));
        let mut by_matrices = ActorRenderer::new(&gl, &plain).unwrap();
        let mut by_rows = ActorRenderer::new(&gl, &fast).unwrap();
        for actor in [&mut plain, &mut fast] {
            actor.advance(0.4);
            actor.selected = Some(actor.model.skeleton.len() / 2);
        }
        for options in looks {
            let want = picture(&gl, &mut by_matrices, &plain, options);
            let got = picture(&gl, &mut by_rows, &fast, options);
            // An edge that moves by a hundredth of a pixel changes one sample of four in a few pixels;
            // a line, which is all edge, twice as many.
            let lines = if options.normals || options.wireframe { 2.0 } else { 1.0 };
            let apart = got.difference(&want);
            let name = &fast.model.name;
            assert!(apart.within(0.05 * lines, 4.0 * lines), "{name} {options:?}: {apart:?}");
            let still = DisplayOptions { mesh: false, ..options };
            let nothing = picture(&gl, &mut by_rows, &fast, still);
            let shown = !fast.model.parts.is_empty();
            assert!(!shown || !got.difference(&nothing).within(0.05, 4.0), "a mesh is drawn");
        }
    }
}

/// Onion skins show beside the figure, never through it; its shadow darkens the ground, each pixel once.
#[test]
fn onion_skins_and_the_shadow_lie_behind_the_figure() {
    let Some(gl) = headless_or_skip("onion_skins_and_the_shadow_lie_behind_the_figure") else {
        return;
    };
    let mut actor = Actor::fast(testing::arm());
    actor.player.seek(0.8);
    actor.pose();
    let mut renderer = ActorRenderer::new(&gl, &actor).unwrap();
    let bare = DisplayOptions { grid: false, ..DisplayOptions::default() };
    let mut look = |options| picture(&gl, &mut renderer, &actor, options);
    let nothing = look(DisplayOptions { mesh: false, ..bare });
    let plain = look(bare);
    let skins = look(DisplayOptions { onion_skins: true, ..bare });
    let no_mesh = look(DisplayOptions { mesh: false, grid: true, ..bare });
    let shadow = look(DisplayOptions { grid: true, ..bare });
    let differ = |a: &Picture, b: &Picture, x: u32, y: u32| {
        let (a, b) = (a.pixel(x, y), b.pixel(x, y));
        a.iter().zip(b).any(|(a, b)| a.abs_diff(b) > 6)
    };
    let (mut inside, mut beside, mut dark) = (0, 0, 0);
    for (x, y) in (1..119).flat_map(|y| (1..159).map(move |x| (x, y))) {
        let around = [(x, y), (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
        let is_figure = around.iter().all(|(x, y)| differ(&plain, &nothing, *x, *y));
        let is_ground = around.iter().all(|(x, y)| !differ(&plain, &nothing, *x, *y));
        if is_figure {
            inside += 1;
            assert!(!differ(&skins, &plain, x, y), "an onion skin through the figure at {x}, {y}");
            assert!(!differ(&shadow, &plain, x, y), "the shadow over the figure at {x}, {y}");
        }
        if is_ground {
            beside += u32::from(differ(&skins, &plain, x, y));
            let (lit, shaded) = (no_mesh.pixel(x, y), shadow.pixel(x, y));
            dark += u32::from(shaded[0] + 20 < lit[0]);
            assert!(u32::from(shaded[0]) * 10 > u32::from(lit[0]) * 6, "twice dark at {x}, {y}");
        }
    }
    assert!(inside > 300 && beside > 100 && dark > 10, "{inside} {beside} {dark}");
}
