//! The shadow, onion skins and other drawings beside the figure.

mod figures;

use super::*;
use graphics::{Canvas, OrbitCamera, Picture, testing::headless_or_skip};

fn picture(gl: &Gl, renderer: &mut ActorRenderer, actor: &Actor, options: DisplayOptions) -> Picture {
    let canvas = Canvas::new(gl, (160, 120)).unwrap();
    let mut camera = OrbitCamera::default();
    let bounds = actor.bounds().expect("something to see");
    camera.frame_points(&bounds.corners(), canvas.aspect());
    let view = View { camera, aspect: canvas.aspect(), size: canvas.size(), options, seconds: 0.0 };
    canvas.draw(|target| renderer.draw(target, actor, &view)).unwrap();
    canvas.picture()
}

/// Whether two pictures differ clearly in a pixel.
fn differ(a: &Picture, b: &Picture, x: u32, y: u32) -> bool {
    a.pixel(x, y).iter().zip(b.pixel(x, y)).any(|(a, b)| a.abs_diff(b) > 6)
}

/// Onion skins are hidden by the figure, and the shadow darkens each pixel of the ground once.
#[test]
fn onion_skins_and_the_shadow_lie_behind_the_figure() {
    let Some(gl) = headless_or_skip("onion_skins_and_the_shadow_lie_behind_the_figure") else {
        return;
    };
    let mut actor = Actor::new(player::testing::arm());
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
    let mut inside = 0;
    let mut beside = 0;
    let mut dark = 0;
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
            let lit = no_mesh.pixel(x, y);
            let shaded = shadow.pixel(x, y);
            dark += u32::from(shaded[0] + 20 < lit[0]);
            assert!(u32::from(shaded[0]) * 10 > u32::from(lit[0]) * 6, "twice dark at {x}, {y}");
        }
    }
    assert!(inside > 300 && beside > 100 && dark > 10, "{inside} {beside} {dark}");
}
