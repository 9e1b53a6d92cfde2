//! The scene: three bows, a vine and a fox, all of paper, on a little stage.

use crate::checks::{LESSON, in_space};
use crate::cutouts::{Cutout, cutouts};
use crate::troupe::{self, PuppetFrame};
use crate::{Corner, Fox, Sprite, stage};
use common::graphics::{OrbitCamera, camera::Projection};
use common::prelude::*;
use common::scenes::{
    FlatShapes,
    difference::at_farthest,
    sprites::{Paint, Sprites},
};
use drawing::cast::puppet_file::Puppet;
use glam::{Mat3, Mat4, Vec2, Vec3, Vec4};

const PIXEL: f32 = 0.0037;
/// Origin of the fox's stage in the world: on the floor, below it.
const FOX: Vec2 = Vec2::new(1.28, 0.24);
/// Colour of a cutout at rest, below the one that moves.
const REST: Vec4 = Vec4::new(0.06, 0.16, 0.20, 0.20);
/// Colour of the finished paper, drawn over the student's.
const GHOST: Vec4 = Vec4::new(0.95, 0.05, 0.80, 1.0);

pub struct PuppetScene {
    cutouts: Vec<Cutout>,
    fox: Fox,
    sprites: Sprites,
    debug: DebugRenderer,
    behind: Shapes,
    curtains: Shapes,
}

pub fn run() -> ExitCode {
    lesson_main::<PuppetScene>()
}

impl Subject for PuppetScene {
    /// Turns off the keys for light and views: paper looks the same from everywhere.
    fn keys(&self) -> SubjectKeys<'_> {
        use Action::{Flashlight, Grid, Orthographic, ViewFront, ViewSide, ViewTop};
        SubjectKeys { idle: &[Flashlight, Grid, Orthographic, ViewFront, ViewSide, ViewTop], ..SubjectKeys::default() }
    }

    fn framing(&mut self, _: f32) -> Option<Framing> {
        let camera = OrbitCamera {
            target: Vec3::Y * stage::HEIGHT / 2.0,
            yaw: 0.0,
            pitch: 0.0,
            distance: 6.0,
            projection: Projection::Orthographic { height: stage::HEIGHT },
            scene_radius: 2.0,
        };
        Some(Framing::fixed(camera, 2.0 * stage::HALF_WIDTH / stage::HEIGHT))
    }
}

impl Exercise for PuppetScene {
    type Options = NoOptions;
    type Output = PuppetFrame;

    const LESSON: &'static check::Lesson = &LESSON;
    const FIGURES: &'static [drawing::Figure] = crate::figures::FIGURES;
    const TIME: f32 = 2.1;

    fn open(gl: &Gl, _: &mut SceneTime, _: &NoOptions) -> Result<Self> {
        let fox = Fox::read()?;
        Ok(PuppetScene {
            sprites: Sprites::new(gl, &fox.puppet.files)?,
            debug: DebugRenderer::new(gl)?,
            behind: stage::backdrop(),
            curtains: stage::curtains(),
            cutouts: cutouts(),
            fox,
        })
    }

    fn evaluate(&mut self, course: &Course, view: &View) -> Result<PuppetFrame> {
        Ok(troupe::evaluate(&self.cutouts, &self.fox, &course.paper_puppet, view.seconds)?)
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, frame: &PuppetFrame) -> Result<()> {
        let clip_from_world = view.clip_from_world();
        self.debug.draw(target, &self.behind, clip_from_world, Overlay::OnTop)?;
        let mut paper = FlatShapes::default();
        for (cutout, corners) in self.cutouts(frame) {
            draw_cutout(&mut paper, cutout, corners);
        }
        self.debug.draw(target, &paper.shapes, clip_from_world, Overlay::OnTop)?;
        let shade = Paint { tint: stage::SHADE.truncate().extend(1.0), opacity: stage::SHADE.w };
        for sprite in &frame.sprites {
            for (shift, paint) in [(stage::SHADOW, shade), (Vec2::ZERO, Paint::PLAIN)] {
                let world = Mat4::from_translation(shift.extend(0.0)) * world_from_picture(sprite);
                self.sprites.draw(target, sprite.part, clip_from_world * world, paint)?;
            }
        }
        self.debug.draw(target, &self.curtains, clip_from_world, Overlay::OnTop)?;
        Ok(())
    }

    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &PuppetFrame,
        right: &PuppetFrame,
    ) -> Result<Difference> {
        let clip_from_world = view.clip_from_world();
        let ghost = Paint { tint: GHOST, opacity: 0.30 };
        for sprite in &right.sprites {
            let clip_from_picture = clip_from_world * world_from_picture(sprite);
            self.sprites.draw(target, sprite.part, clip_from_picture, ghost)?;
        }
        let mut shapes = Shapes::new();
        for (cutout, at) in self.cutouts(right) {
            for (corners, _) in &cutout.triangles {
                let [a, b, c] = corners.map(|corner| cutout.world(at[corner]).extend(0.0));
                for (from, to) in [(a, b), (b, c), (c, a)] {
                    shapes.line(from, to, GHOST);
                }
            }
        }
        self.debug.draw(target, &shapes, clip_from_world, Overlay::OnTop)?;
        let (names, places) = self.named_points(mine);
        let farthest = Farthest::between(places, self.named_points(right).1);
        let mut difference = at_farthest(view, farthest, "all paper is right", |farthest| {
            format!("{} {}", names[farthest.index], farthest.words())
        });
        // All places may be right, and the order of drawing wrong.
        if self.layers(mine) != self.layers(right) {
            difference.text += "; the fox's layers are not in order";
        }
        Ok(difference)
    }

    fn ui(&mut self, screen: &Screen<'_>, time: &mut SceneTime, _: &PuppetFrame) {
        let ui = screen.ui;
        screen.panel("Time, and the vine's swing", || {
            time.controls(screen);
            let Some(vine) = self.cutouts.last_mut() else { return };
            let Cutout { reach, period, delay, .. } = vine;
            let width = ui.push_item_width(screen.fonts.em * 10.0);
            screen.slider("reach", [0.0, 45.0], &format!("{reach:.0}°"), reach);
            screen.slider("period", [0.4, 6.0], &format!("{period:.1} s"), period);
            screen.slider("delay", [0.0, 0.8], &format!("{delay:.2} s"), delay);
            width.end();
        });
    }

    fn describe(&self, frame: &PuppetFrame) -> String {
        let names = &self.fox.puppet.names;
        let order: Vec<&str> = frame.sprites.iter().map(|s| names[s.part].as_str()).collect();
        format!(
            "{:.2} s\n{}\nthe fox, from the back to the front: {}\n",
            frame.seconds,
            self.angle_lines(frame).join("\n"),
            order.join(", ")
        )
    }
}

impl PuppetScene {
    fn cutouts<'a>(&'a self, frame: &'a PuppetFrame) -> impl Iterator<Item = (&'a Cutout, &'a [Vec2])> {
        self.cutouts.iter().zip(frame.corners.iter().map(Vec::as_slice))
    }

    /// Returns the layers of the fox's parts, in the order in which they are drawn.
    fn layers(&self, frame: &PuppetFrame) -> Vec<usize> {
        frame.sprites.iter().map(|sprite| self.fox.puppet.parts[sprite.part].layer).collect()
    }

    /// Returns names and positions in world space of all corners, then of two far corners of each part of the fox.
    fn named_points(&self, frame: &PuppetFrame) -> (Vec<String>, Vec<Vec3>) {
        let corners = self.cutouts(frame).flat_map(|(cutout, places)| {
            let corners = cutout.corners.iter().zip(places).enumerate();
            corners.map(|(corner, (Corner { bone, .. }, &at))| {
                let name = format!("{}, bone {bone}, corner {corner}", cutout.name);
                (name, cutout.world(at).extend(0.0))
            })
        });
        let Puppet { parts, names, .. } = &self.fox.puppet;
        let parts = parts.iter().enumerate().flat_map(|(index, part)| {
            let sprite = frame.sprites.iter().find(|sprite| sprite.part == index);
            let world = sprite.map_or(Mat4::NAN, world_from_picture);
            [Vec2::ZERO, 2.0 * part.pivot]
                .map(|corner| (names[index].clone(), world.transform_point3(corner.extend(0.0))))
        });
        corners.chain(parts).unzip()
    }

    /// Returns a line for each cutout, with the angles of its bones.
    fn angle_lines(&self, frame: &PuppetFrame) -> Vec<String> {
        let mut angles = frame.angles.iter();
        self.cutouts
            .iter()
            .map(|cutout| {
                let own = angles.by_ref().take(cutout.pivots.len());
                let degrees: Vec<String> = own.map(|angle| format!("{:.0}", angle.to_degrees())).collect();
                format!("{}: {} degrees", cutout.name, degrees.join(", "))
            })
            .collect()
    }
}

fn world_from_picture(sprite: &Sprite) -> Mat4 {
    let world_from_stage = Mat3::from_scale_angle_translation(Vec2::splat(PIXEL), 0.0, FOX);
    in_space(world_from_stage * sprite.stage_from_picture)
}

/// Draws a cutout: its triangles at rest, their shadow, the moved triangles, and the pins.
fn draw_cutout(paper: &mut FlatShapes, cutout: &Cutout, moved: &[Vec2]) {
    for (corners, _) in &cutout.triangles {
        paper.triangle(corners.map(|corner| cutout.world(cutout.corners[corner].at)), REST);
    }
    for (corners, _) in &cutout.triangles {
        paper.triangle(corners.map(|corner| cutout.world(moved[corner]) + stage::SHADOW), stage::SHADE);
    }
    for (corners, color) in &cutout.triangles {
        paper.triangle(corners.map(|corner| cutout.world(moved[corner])), *color);
    }
    for &pin in &cutout.pins {
        stage::pin(paper, cutout.world(moved[pin]));
    }
    stage::pin(paper, cutout.world(cutout.pivots[0]));
}
