//! The shadow and onion skins beside the figure, and pictures that are compared with reviewed ones.

use super::*;
use crate::Framing;
use armature::{mesh::Bounds, model::Model};
use glam::{Affine3A, Vec3};
use graphics::{Canvas, OrbitCamera, Picture, headless, renderer::png, testing::headless_or_skip};
use std::path::{Path, PathBuf};

/// If this is set to anything but "0", the pictures are written instead of compared. Review them.
const REGENERATE: &str = "ARMATURE_WRITE_PICTURES";

fn kept(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures").join(format!("{name}.png"))
}

/// Compares with the kept picture. llvmpipe gives the same pixels everywhere; other drivers place
/// edges and round colours differently.
fn compare(name: &str, picture: &Picture) {
    assert!(picture.rgba.iter().skip(3).step_by(4).all(|opacity| *opacity == 255), "{name}: opaque");
    let path = kept(name);
    if headless::is_set(REGENERATE) {
        return picture.write_png(&path).unwrap();
    }
    let difference = picture.difference(&Picture::read_png(&path).unwrap());
    if !difference.within(1.0, 8.0) {
        let got = std::env::temp_dir().join(format!("{name}.got.png"));
        picture.write_png(&got).unwrap();
        panic!("{name}: {difference}; see {} beside {}", got.display(), path.display());
    }
}

/// Draws a picture of 192 x 144 pixels of a figure, framed by `bounds`.
fn picture_of(
    actor: &Actor,
    bounds: Option<Bounds>,
    options: DisplayOptions,
    draw: impl FnOnce(&mut ActorRenderer, &mut Target<'_>, &View) -> Result<(), ShaderError>,
) -> Picture {
    let gl = headless::context().unwrap();
    let mut renderer = ActorRenderer::new(&gl, actor, png).unwrap();
    assert_eq!(renderer.warnings(), [""; 0]);
    let canvas = Canvas::new(&gl, (192, 144)).unwrap();
    let camera = Framing::of_points(OrbitCamera::default(), bounds.unwrap().corners()).camera(canvas.aspect());
    let view = View { camera, aspect: canvas.aspect(), size: canvas.size(), options, seconds: 0.0 };
    canvas.draw(|target| draw(&mut renderer, target, &view)).unwrap();
    canvas.picture()
}

/// Whether two pictures differ clearly in a pixel.
fn differ(a: &Picture, b: &Picture, x: u32, y: u32) -> bool {
    a.pixel(x, y).iter().zip(b.pixel(x, y)).any(|(a, b)| a.abs_diff(b) > 6)
}

/// Onion skins are hidden by the figure, and the shadow darkens each pixel of the ground once.
#[test]
fn onion_skins_and_the_shadow_lie_behind_the_figure() {
    let Some(_) = headless_or_skip("onion_skins_and_the_shadow_lie_behind_the_figure") else { return };
    let mut actor = Actor::new(crate::testing::arm());
    actor.player.seek(0.8);
    actor.pose();
    let bare = DisplayOptions { grid: false, ..DisplayOptions::default() };
    let ground = DisplayOptions { grid: true, ..bare };
    let [plain, skins, shadow] = [bare, DisplayOptions { onion_skins: true, ..bare }, ground].map(|options| {
        picture_of(&actor, actor.bounds(), options, |renderer, target, view| renderer.draw(target, &actor, view))
    });
    let [nothing, no_mesh] =
        [bare, ground].map(|options| picture_of(&actor, actor.bounds(), options, ActorRenderer::draw_backdrop));
    let mut inside = 0;
    let mut beside = 0;
    let mut dark = 0;
    for (x, y) in (1..143).flat_map(|y| (1..191).map(move |x| (x, y))) {
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

/// Compares pictures with kept ones: a bent arm that lies on its side with its bones, and the same coloured by weights.
#[test]
fn figures_look_as_kept() {
    let Some(_) = headless_or_skip("figures_look_as_kept") else { return };
    let aside = Affine3A::from_scale(Vec3::splat(0.5)) * Affine3A::from_rotation_z(-1.0);
    let mut actor = Actor::new(Model { world_from_model: aside, ..crate::testing::arm() });
    actor.advance(0.4);
    let bones = DisplayOptions { bones: true, ..DisplayOptions::default() };
    let weights = DisplayOptions { heat_map: true, ..DisplayOptions::default() };
    for (name, options) in [("arm-bones", bones), ("arm-weights", weights)] {
        let picture = picture_of(&actor, actor.bounds_now(), options, |renderer, target, view| {
            renderer.draw(target, &actor, view)
        });
        compare(name, &picture);
    }
}
