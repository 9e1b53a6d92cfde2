//! The scene: three bows, a vine and a fox, all of paper, on a little stage.

use crate::asked::{Asked, Troupe};
use crate::checks::in_space;
use crate::cutouts::{Cutout, Tuning};
use crate::sprites::{Paint, Sprites};
use crate::stage;
use crate::{Answers, Corner, Fox, Sprite};
use anyhow::Result;
use common::app::{Difference, Farthest, View, Watchdog};
use common::graphics::camera::Projection;
use common::graphics::debug_draw::{DebugRenderer, Overlay, Shapes};
use common::graphics::{Gl, OrbitCamera, Target};
use common::scenes::FlatShapes;
use glam::{Mat3, Mat4, Vec2, Vec3, Vec4};

/// Metres in one of the fox's pixels.
const PIXEL: f32 = 0.0037;
/// Where the origin of the fox's stage is in the world: on the floor, below it.
const FOX: Vec2 = Vec2::new(1.28, 0.24);
/// Of a cutout at rest, below the one that moves.
const REST: Vec4 = Vec4::new(0.06, 0.16, 0.20, 0.20);
/// Of the finished paper, over somebody's.
const GHOST: Vec4 = Vec4::new(0.95, 0.05, 0.80, 1.0);

/// A day, in seconds: later single precision has no room for frames.
const MOST: f32 = 86_400.0;

/// All that is on the stage, and what it is drawn with.
pub struct Scene {
    pub(crate) troupe: Troupe,
    sprites: Sprites,
    debug: DebugRenderer,
    behind: Shapes,
    curtains: Shapes,
}

impl Scene {
    /// # Errors
    /// If the puppet's files cannot be read, or a shader does not compile.
    pub fn new(gl: &Gl) -> Result<Self> {
        let troupe = Troupe::new(Fox::read(&Fox::folder())?);
        Ok(Scene {
            sprites: Sprites::new(gl, &troupe.fox)?,
            debug: DebugRenderer::new(gl)?,
            behind: stage::behind(),
            curtains: stage::curtains(),
            troupe,
        })
    }

    /// Straight on: paper has no other side.
    pub fn camera(aspect: f32) -> OrbitCamera {
        let height = f32::max(stage::HEIGHT, 2.0 * stage::HALF_WIDTH / aspect);
        OrbitCamera {
            target: stage::middle(),
            yaw: 0.0,
            pitch: 0.0,
            distance: 6.0,
            projection: Projection::Orthographic { height },
            scene_radius: 2.0,
        }
    }

    /// Puts the lesson's questions for `seconds` after the beginning; for a day at most.
    pub fn ask(
        &mut self,
        answers: &Answers,
        watchdog: &mut Watchdog,
        seconds: f32,
        tuning: &Tuning,
    ) -> Asked {
        let seconds = if seconds.is_finite() { seconds.clamp(0.0, MOST) } else { 0.0 };
        self.troupe.tune(tuning);
        self.troupe.ask(answers, watchdog, seconds)
    }

    /// Draws the stage and all that is on it.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw(&mut self, target: &mut Target<'_>, view: &View, asked: &Asked) -> Result<()> {
        let clip_from_world = view.clip_from_world();
        self.debug.draw(target, &self.behind, clip_from_world, Overlay::OnTop)?;
        let mut paper = FlatShapes::in_scene();
        for (cutout, places) in self.cutouts(asked) {
            draw_cutout(&mut paper, cutout, places);
        }
        self.debug.draw(target, &paper.shapes, clip_from_world, Overlay::OnTop)?;
        let shade = Paint { tint: stage::SHADE.truncate().extend(1.0), opacity: stage::SHADE.w };
        for sprite in &asked.sprites {
            for (shift, paint) in [(stage::SHADOW, shade), (Vec2::ZERO, Paint::PLAIN)] {
                let world = Mat4::from_translation(shift.extend(0.0)) * world_from_picture(sprite);
                self.sprites.draw(target, sprite.part, clip_from_world * world, paint)?;
            }
        }
        self.debug.draw(target, &self.curtains, clip_from_world, Overlay::OnTop)?;
        Ok(())
    }

    /// Draws the finished paper over somebody's, and says where they are farthest apart.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &Asked,
        right: &Asked,
    ) -> Result<Difference> {
        let clip_from_world = view.clip_from_world();
        let ghost = Paint { tint: GHOST, opacity: 0.30 };
        for sprite in &right.sprites {
            let clip_from_picture = clip_from_world * world_from_picture(sprite);
            self.sprites.draw(target, sprite.part, clip_from_picture, ghost)?;
        }
        let mut shapes = Shapes::new();
        for (cutout, places) in self.cutouts(right) {
            for (corners, _) in &cutout.triangles {
                let [a, b, c] = corners.map(|corner| cutout.world(places[corner]).extend(0.0));
                for (from, to) in [(a, b), (b, c), (c, a)] {
                    shapes.line(from, to, GHOST);
                }
            }
        }
        self.debug.draw(target, &shapes, clip_from_world, Overlay::OnTop)?;
        let worst = Farthest::of(self.places(mine), self.places(right));
        let text = worst.as_ref().map_or("all paper is right".into(), |worst| {
            format!("{} {}", self.name(worst.place), worst.words())
        });
        // Places may be right and what covers what may not.
        let order = |asked: &Asked| -> Vec<usize> {
            let parts = &self.troupe.fox.parts;
            asked.sprites.iter().map(|sprite| parts[sprite.part].layer).collect()
        };
        let text = if order(mine) == order(right) {
            text
        } else {
            format!("{text}; the fox's layers are not in order")
        };
        Ok(Difference { text, at: worst.map(|worst| worst.at), clip_from_world })
    }

    fn cutouts<'a>(&'a self, asked: &'a Asked) -> impl Iterator<Item = (&'a Cutout, &'a [Vec2])> {
        self.troupe.cutouts.iter().zip(asked.places.iter().map(Vec::as_slice))
    }

    /// Corner for corner and then, for each part of the fox, its picture's two far corners, in world space.
    fn places(&self, asked: &Asked) -> Vec<Vec3> {
        let corners = self.cutouts(asked).flat_map(|(cutout, places)| {
            places.iter().map(|&place| cutout.world(place).extend(0.0))
        });
        let parts = self.troupe.fox.parts.iter().enumerate().flat_map(|(part, about)| {
            let sprite = asked.sprites.iter().find(|sprite| sprite.part == part);
            [Vec2::ZERO, 2.0 * about.pivot].map(|corner| {
                sprite.map_or(Vec3::NAN, |s| {
                    world_from_picture(s).transform_point3(corner.extend(0.0))
                })
            })
        });
        corners.chain(parts).collect()
    }

    /// Whose place that is in the list of [`places`](Self::places).
    fn name(&self, place: usize) -> String {
        let mut before = 0;
        for cutout in &self.troupe.cutouts {
            let corner = place - before;
            if let Some(Corner { bone, .. }) = cutout.corners.get(corner) {
                return format!("{}, bone {bone}, corner {corner}", cutout.name);
            }
            before += cutout.corners.len();
        }
        self.troupe.fox.names[(place - before) / 2].clone()
    }
}

/// A picture of the fox, in the world.
fn world_from_picture(sprite: &Sprite) -> Mat4 {
    let world_from_stage = Mat3::from_scale_angle_translation(Vec2::splat(PIXEL), 0.0, FOX);
    in_space(world_from_stage * sprite.stage_from_picture)
}

/// Where it was at rest, its stick, its shadow, the paper, its pins.
fn draw_cutout(paper: &mut FlatShapes, cutout: &Cutout, places: &[Vec2]) {
    let rest: Vec<Vec2> = cutout.corners.iter().map(|corner| corner.at).collect();
    let at =
        |places: &[Vec2], corners: &[usize; 3]| corners.map(|corner| cutout.world(places[corner]));
    for (corners, _) in &cutout.triangles {
        paper.triangle(at(&rest, corners), REST);
    }
    let root = cutout.world(cutout.pivots[0]);
    for (corners, _) in &cutout.triangles {
        paper.triangle(at(places, corners).map(|place| place + stage::SHADOW), stage::SHADE);
    }
    for (corners, color) in &cutout.triangles {
        paper.triangle(at(places, corners), *color);
    }
    cutout.pins.iter().for_each(|&pin| stage::pin(paper, cutout.world(places[pin])));
    stage::pin(paper, root);
}
