//! Flat scenes, as of paper: unlit meshes in their order, seen by an orthographic camera.

use super::meshes::Meshes;
use anyhow::Result;
use drawing::{Draw, Flat};
use glam::{Mat4, Vec4};
use glium::{DrawParameters, texture::SrgbTexture2d};
use graphics::{
    Gl, Picture, Target, Uniforms,
    canvas::blend_over,
    linear,
    renderer::{self, DrawMode, Look},
};
use ui::View;

pub(super) struct FlatPainter {
    pub(super) aspect: f32,
    /// The pictures in a row.
    strip: SrgbTexture2d,
}

impl FlatPainter {
    pub(super) fn new(gl: &Gl, Flat { aspect, pictures }: Flat) -> Result<Self> {
        let mut read = Vec::new();
        for picture in pictures {
            read.push(Picture::read_png(&crate::assets().join(picture))?);
        }
        let strip = renderer::upload_texture(gl, &side_by_side(&read)).map_err(anyhow::Error::msg)?;
        Ok(FlatPainter { aspect, strip })
    }

    /// Draws the meshes in the order of `draws`, each over those before it; a ghost in its colour.
    pub(super) fn draw<'a>(
        &self,
        target: &mut Target<'_>,
        view: &View,
        meshes: &mut Meshes,
        draws: impl IntoIterator<Item = (&'a Draw, Option<Vec4>)>,
    ) -> Result<()> {
        let parameters = DrawParameters { blend: blend_over(), ..DrawParameters::default() };
        for (draw, ghost) in draws {
            let mut uniforms = Uniforms::new().flag("u_unlit", true);
            if meshes.painted.get(draw.mesh).is_some_and(|painted| painted.colors.is_empty()) {
                uniforms = uniforms
                    .texture("u_texture", &self.strip, renderer::CLAMPED)
                    .vec4("u_diffuse", Vec4::ONE)
                    .float("u_cutout", 0.0);
            }
            if let Some(color) = ghost {
                // Its own colours count for nothing; their opacity does.
                uniforms = uniforms
                    .vec4("u_diffuse", Vec4::new(0.0, 0.0, 0.0, color.w))
                    .vec3("u_emission", linear(color.truncate()));
            }
            let look = Look {
                mode: DrawMode::Material,
                program: None,
                uniforms: &uniforms,
                parameters: &parameters,
                see_through: None,
                moments: None,
            };
            if let Some(renderer) = meshes.posed(draw, Mat4::IDENTITY)? {
                renderer.draw_by(target, &view.viewpoint(), &look)?;
            }
        }
        Ok(())
    }
}

/// Returns one picture with these in a row, as [`Flat`] says; a transparent one if there are none.
fn side_by_side(pictures: &[Picture]) -> Picture {
    let gap = u32::from(Flat::GAP);
    let width: u32 = pictures.iter().map(|picture| picture.width + gap).sum();
    let height = pictures.iter().map(|picture| picture.height).max().unwrap_or(1);
    // White as the paper's edge, which it is mixed with.
    let mut strip = Picture::filled(width.max(1), height, [255, 255, 255, 0]);
    let mut left = 0;
    for picture in pictures {
        let rows = picture.rgba.chunks_exact(4 * picture.width as usize);
        for (y, row) in (height - picture.height..).zip(rows) {
            let start = 4 * (y * width + left) as usize;
            strip.rgba[start..start + row.len()].copy_from_slice(row);
        }
        left += picture.width + gap;
    }
    strip
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_stand_in_a_row() {
        let high = Picture { width: 1, height: 2, rgba: vec![255, 100, 0, 128, 9, 9, 9, 0] };
        let low = Picture::filled(1, 1, [7, 8, 9, 255]);
        let strip = side_by_side(&[high, low]);
        assert_eq!((strip.width, strip.height), (18, 2));
        let between = [255, 255, 255, 0];
        assert_eq!(
            [(0, 0), (9, 0), (1, 1), (9, 1)].map(|(x, y)| strip.pixel(x, y)),
            [[255, 100, 0, 128], between, between, [7, 8, 9, 255]]
        );
    }
}
