//! The page of a frame, word for word.

use crate::sketch::{SIZE, Scene, Sketch};
use glam::{Mat4, Vec3, Vec4};
use glium::Surface;
use headless::testing::made_or_skip;
use recorder::{Display, page};

const PAGE: &str = "\
What was the GPU told?

1. Clear the color to (0.2, 0.2, 0.2, 1) (sRGB-encoded), and the depth to 1, the farthest.

2. Draw 8 indices, as separate lines, by program 1.
   mat4 u_clip_from_world =
              1         0         0         0
              0         1         0         0
              0         0      -0.5         0
              0         0        -1         0
   mat4 u_model[0] =
              1         0         0         0
              0         1         0         0
              0         0         1        -2
              0         0         0         1
   mat4 u_model[1] =
              1         0         0         1
              0         1         0         0
              0         0         1        -2
              0         0         0         1
   mat4 u_model[2] =
              1         0         0         4
              0         1         0         0
              0         0         1        -2
              0         0         0         1
   and 1 more of u_model
   Never set, so 0: u_model[4] to u_model[95].
   Attribute vec3 a_position: 3 x f32, every 12 bytes of a buffer of 72.
   Indices, 2 bytes each: 0 1, 1 2, 2 3, 1 4.
   Where the vertices end (the picture is x and y from -1 to 1, depth from -1, near, to 1, far):
     vertex 0: a_position (0, 0, 0) -> x 0, y 0, depth 0.5, in the picture
     vertex 1: a_position (0, 0, 0) -> x 0.5, y 0, depth 0.5, in the picture
     vertex 2: a_position (0, 0, 0) -> x 2, y 0, depth 0.5, right of it
     vertex 3: a_position (0, 0, 0) -> clip (0, 0, -1, -2), behind the eye
     vertex 4: a_position (0, 0, 0) -> clip (0, 0, 0, 0), nowhere, as w is 0
   Of 5 vertices: 2 in the picture, 1 right of it, 1 behind the eye, 1 nowhere, as w is 0.
   Depth test: nearer passes; depths are written.
   Line width: 3.
   Viewport: 320 x 240 pixels.
   Covered: N pixels.

Then the frame was finished and shown.
";

/// Returns a sketch with vertices in the picture, beside it, behind the eye, and without a matrix.
fn astray() -> Sketch {
    let places = [[0.0, -2.0], [1.0, -2.0], [4.0, -2.0], [0.0, 2.0]];
    Sketch {
        camera_from_world: Mat4::IDENTITY,
        clip_from_camera: Mat4::from_cols(Vec4::X, Vec4::Y, Vec4::new(0.0, 0.0, -0.5, -1.0), Vec4::ZERO),
        models: places.map(|[x, z]| Mat4::from_translation(Vec3::new(x, 0.0, z))).to_vec(),
        ..Sketch::default()
    }
}

#[test]
fn the_page_of_a_sketch() {
    let Some(display) = made_or_skip("the_page_of_a_sketch", Display::offscreen(SIZE)) else { return };
    let sketch = astray();
    let scene = Scene::new(&display, &sketch);
    let (trace, ()) = display.record(|frame| scene.draw(frame));
    let samples = trace.draws()[0].samples.unwrap();
    assert!(samples > 100, "{samples}"); // drivers differ in a line's ends
    assert_eq!(page(&trace).replace(&format!("Covered: {samples} pixels"), "Covered: N pixels"), PAGE);
}

#[test]
fn pages_without_a_picture() {
    let Some(display) = made_or_skip("pages_without_a_picture", Display::offscreen(SIZE)) else { return };
    let (trace, ()) = display.record(|frame| frame.clear_depth(0.25));
    let nothing_drawn = "What was the GPU told?\n\n1. Clear the depth to 0.25.\n\nNo draw call reached the GPU.\n\
        Then the frame was finished and shown.\n";
    assert_eq!(page(&trace), nothing_drawn);

    let sketch = Sketch { corners: 3, cleared_depth: None, ..Sketch::default() };
    let scene = Scene::new(&display, &sketch);
    display.recorder().record();
    let mut frame = display.draw();
    scene.draw(&mut frame);
    let page = page(&display.recorder().take());
    frame.finish().unwrap();
    for line in [
        "   The vertex buffer has 3 vertices: there is none of number 3, 4.\n",
        "\nThe depths were not cleared: those of the frame before are still there.\n",
        "\nThe frame was not finished, so it was not shown.\n",
    ] {
        assert!(page.contains(line), "{line} in {page}");
    }
}
