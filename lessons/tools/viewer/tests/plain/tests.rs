//! The example `plain` draws, and fades from clip to clip.

use super::Figure;
use glium::{
    Surface,
    framebuffer::SimpleFrameBuffer,
    texture::{DepthTexture2d, RawImage2d, Texture2d},
};
use graphics::{Gl, testing::headless_or_skip};

/// Pixels that are not background.
fn drawn(figure: &Figure, gl: &Gl) -> Vec<usize> {
    let color = Texture2d::empty(gl, 160, 120).unwrap();
    let depth = DepthTexture2d::empty(gl, 160, 120).unwrap();
    let mut target = SimpleFrameBuffer::with_depth_buffer(gl, &color, &depth).unwrap();
    target.clear_color(0.0, 0.0, 0.0, 1.0);
    figure.draw(&mut target).unwrap();
    let picture: RawImage2d<u8> = color.read();
    let pixels = picture.data.as_chunks::<4>().0;
    (0..pixels.len()).filter(|&index| pixels[index] != pixels[0]).collect()
}

#[test]
fn the_arm_is_drawn_and_moves() {
    let Some(gl) = headless_or_skip("plain") else { return };
    let model = armature_formats::load(verdict::workspace::assets().join("arm.dae")).unwrap().model;
    let mut figure = Figure::new(&gl, model).unwrap();
    figure.advance(0.5);
    let before = drawn(&figure, &gl);
    assert!((200..10_000).contains(&before.len()), "{}", before.len());
    figure.fade_to_next_clip();
    figure.advance(0.1);
    let fading = drawn(&figure, &gl);
    assert_ne!(before, fading);
    figure.advance(0.5);
    assert_ne!(fading, drawn(&figure, &gl));
}
