//! A lesson's scene in a page, as data for the page's view: meshes once, matrices and lines in each frame. The answers compute
//! them, right or with a known mistake.
//!
//! ```text
//! scene                                -> the PageScene, as JSON
//! scene-open, FIGURE                   -> how many meshes there are; FIGURE is the text of the scene's figure, or empty
//! scene-mesh, 0, 11.4 NOT-SORTED       -> the numbers of vertices, indices and paints, then these; the mistake may be left out
//! scene-press, 2                       -> nothing; the third button was pressed
//! scene-steer, 1 0 0                   -> nothing; the reader steers so
//! scene-frame, 0.016, 13.2 CLOCK-STANDS -> the frame so many seconds later
//! ```
//!
//! with each part on a separate line.

use super::page::numbers;
use super::{Packed, Page};
use armature::mesh::{Mesh, SkinnedVertex};
use armature::model::Model;
use check::with_mistake_named;
use given::{CallError, Course};
use glam::{Affine3A, Mat4, Vec3};
use serde::Serialize;

/// Description of a scene, which a page reads before the scene begins.
#[derive(Serialize)]
pub struct PageScene {
    /// Words about the scene, and about what the reader can do in it.
    pub words: &'static str,
    /// The packed figure that plays in it: `"knight"`.
    pub figure: Option<&'static str>,
    pub buttons: &'static [&'static str],
    pub steering: Option<Steering>,
    /// The TODO and the name of each mistake that can be shown.
    pub mistakes: &'static [(&'static str, &'static str)],
    /// The camera: its turn about y and its height above the ground as angles in radians, its distance, and the height of what
    /// it looks at, in metres.
    pub camera: [f32; 4],
    /// Begins it, with the text of its figure.
    #[serde(skip)]
    pub open: fn(&str) -> Option<Box<dyn PageStage>>,
}

/// Part of the scene that keys and the pointer move instead of the camera.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Steering {
    /// A body. Its way lies on the ground: 1 long to walk, longer to run, 0 to stand.
    Walk,
    /// A point in the world, in metres: the end of the frame's last line.
    Point,
}

/// A scene that plays.
pub trait PageStage {
    /// Returns the meshes by these answers.
    ///
    /// # Errors
    /// If an answer cannot be used; so below.
    fn meshes(&mut self, course: &Course) -> Result<Vec<Painted>, CallError>;

    /// Returns the frame `dt` seconds after the last, by these answers.
    ///
    /// # Errors
    /// See [`meshes`](Self::meshes).
    fn frame(&mut self, course: &Course, dt: f32) -> Result<PageFrame, CallError>;

    fn press(&mut self, _button: usize) {}

    /// Takes the way or the point of its [`Steering`].
    fn steer(&mut self, _to: Vec3) {}
}

/// A mesh and its colours.
#[derive(Clone, Debug)]
pub struct Painted {
    /// The mesh; where there are paints, the whole part of the texture coordinate's y is the number of one.
    pub mesh: Mesh<SkinnedVertex>,
    /// sRGB; empty if the figure's texture has the colours.
    pub paints: Vec<Vec3>,
}

/// The contents of a frame.
#[derive(Clone, Debug, Default)]
pub struct PageFrame {
    /// The point on the ground at which the camera looks.
    pub focus: Vec3,
    /// Meshes, by their numbers, and their skinning matrices.
    pub draws: Vec<(usize, Vec<Mat4>)>,
    /// Lines over all that.
    pub lines: Vec<PageLine>,
}

/// A line, or a dot if both its ends are equal.
#[derive(Clone, Copy, Debug)]
pub struct PageLine {
    /// World space.
    pub ends: [Vec3; 2],
    /// sRGB.
    pub color: Vec3,
    pub width: f32,
}

/// Unpacks a scene's figure; `None` if the text is not one. Only the modules of scenes that call this have its code.
pub fn unpacked(figure: &str) -> Option<Model> {
    serde_json::from_str::<Packed>(figure).ok()?.model().ok()
}

/// The meshes of a model with one texture.
pub fn textured(model: &Model) -> Vec<Painted> {
    model.parts.iter().map(|part| Painted { mesh: part.mesh.clone(), paints: Vec::new() }).collect()
}

/// Returns the meshes of a model, each painted in one colour. Colours repeat if there are fewer than meshes.
pub fn painted(model: &Model, paints: &[Vec3]) -> Vec<Painted> {
    let mut meshes = textured(model);
    for (Painted { mesh, paints }, paint) in meshes.iter_mut().zip(paints.iter().cycle()) {
        mesh.vertices.iter_mut().for_each(|vertex| vertex.texcoord.y = 0.5);
        paints.push(*paint);
    }
    meshes
}

/// Returns, for each part of a model, the part's index and its skinning matrices, from bind pose to world.
pub fn palettes(model: &Model, model_from_joint: &[Affine3A], world_from_model: Mat4) -> Vec<(usize, Vec<Mat4>)> {
    let mut draws = Vec::new();
    for (part, drawn) in model.parts.iter().enumerate() {
        let palette = model.skins[drawn.skin].palette(model_from_joint);
        draws.push((part, palette.iter().map(|matrix| world_from_model * Mat4::from(*matrix)).collect()));
    }
    draws
}

/// Returns a line from each joint's parent to the joint, and a dot at the joint. A root's line has no length.
pub fn bones(parents: &[Option<usize>], positions: &[Vec3], color: Vec3) -> Vec<PageLine> {
    let mut lines = Vec::new();
    for (joint, position) in positions.iter().enumerate() {
        let parent = parents.get(joint).copied().flatten();
        let from = parent.and_then(|parent| positions.get(parent)).unwrap_or(position);
        lines.push(PageLine { ends: [*from, *position], color, width: 2.0 });
        lines.push(PageLine { ends: [*position; 2], color, width: 6.0 });
    }
    lines
}

/// A scene that was begun.
pub struct PlayingScene {
    scene: &'static PageScene,
    stage: Box<dyn PageStage>,
}

impl PlayingScene {
    /// Returns the reply to a request for a scene, or `None` if the text is no such request or an answer cannot be used. A
    /// request may begin another scene in `playing`.
    pub fn answer(playing: &mut Option<PlayingScene>, page: &Page, request: &str) -> Option<Vec<u8>> {
        let (kind, rest) = request.split_once('\n').unwrap_or((request, ""));
        let scene = page.scene?;
        match kind {
            "scene" => return serde_json::to_vec(scene).ok(),
            "scene-open" => {
                let mut stage = (scene.open)(rest)?;
                let count = stage.meshes(&page.right).ok()?.len();
                *playing = Some(PlayingScene { scene, stage });
                return Some(count.to_string().into_bytes());
            }
            _ => {}
        }
        let playing = playing.as_mut()?;
        let mut lines = rest.lines();
        let number = lines.next()?;
        let course = playing.course(page, lines.next().unwrap_or_default())?;
        match kind {
            "scene-mesh" => playing.stage.meshes(&course).ok()?.get(number.parse::<usize>().ok()?)?.bytes(),
            "scene-frame" => {
                let dt: f32 = number.parse().ok()?;
                Some(playing.stage.frame(&course, dt.clamp(0.0, 0.1)).ok()?.bytes())
            }
            "scene-press" => {
                playing.stage.press(number.parse().ok()?);
                Some(b"pressed".to_vec())
            }
            "scene-steer" => {
                playing.stage.steer(Vec3::from_slice(numbers(number)?.first_chunk::<3>()?));
                Some(b"steered".to_vec())
            }
            _ => None,
        }
    }

    /// The right answers, or those with a mistake of this scene.
    fn course(&self, page: &Page, mistake: &str) -> Option<Course> {
        let Some((todo, name)) = mistake.split_once(' ') else { return Some(page.right) };
        self.scene.mistakes.iter().find(|known| **known == (todo, name))?;
        with_mistake_named(page.right, page.mistaken, todo, name)
    }
}

impl Painted {
    /// Returns the mesh as bytes: the numbers of vertices, indices and paints, and then these. `None` for more than `u32::MAX`.
    fn bytes(&self) -> Option<Vec<u8>> {
        let Painted { mesh, paints } = self;
        let mut bytes = Vec::new();
        for count in [mesh.vertices.len(), mesh.indices.len(), paints.len()] {
            bytes.extend(u32::try_from(count).ok()?.to_le_bytes());
        }
        for SkinnedVertex { position, normal, texcoord, joints, weights } in &mesh.vertices {
            let floats = position.to_array().into_iter().chain(normal.to_array()).chain(texcoord.to_array());
            bytes.extend(floats.flat_map(f32::to_le_bytes));
            bytes.extend(joints.iter().flat_map(|joint| joint.to_le_bytes()));
            bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes.extend(mesh.indices.iter().flat_map(|index| index.to_le_bytes()));
        bytes.extend(paints.iter().flat_map(Vec3::to_array).flat_map(f32::to_le_bytes));
        Some(bytes)
    }
}

impl PageFrame {
    /// Returns the frame as the bytes of floats: the focus; the number of meshes, and for each its index, the number of its
    /// matrices and these; the number of lines, and for each its ends, colour and width.
    fn bytes(&self) -> Vec<u8> {
        let mut floats = self.focus.to_array().to_vec();
        floats.push(self.draws.len() as f32);
        for (mesh, palette) in &self.draws {
            floats.extend([*mesh as f32, palette.len() as f32]);
            floats.extend(palette.iter().flat_map(Mat4::to_cols_array));
        }
        floats.push(self.lines.len() as f32);
        for PageLine { ends: [from, to], color, width } in &self.lines {
            for vector in [from, to, color] {
                floats.extend(vector.to_array());
            }
            floats.push(*width);
        }
        floats.iter().flat_map(|float| float.to_le_bytes()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use check::Mistaken;
    use given::lesson_00::FirstFrame;

    static SCENE: PageScene = PageScene {
        words: "A dot rises.",
        figure: None,
        buttons: &["up"],
        steering: Some(Steering::Point),
        mistakes: &[("00.1", "TWICE")],
        camera: [0.0, 0.1, 2.0, 0.5],
        open: |_| Some(Box::new(Dot { height: 0.0 })),
    };

    /// A dot of the colour that 00.1 gives, which rises.
    struct Dot {
        height: f32,
    }

    impl PageStage for Dot {
        fn meshes(&mut self, course: &Course) -> Result<Vec<Painted>, CallError> {
            let mesh = Mesh { vertices: vec![SkinnedVertex::default(); 3], indices: vec![0, 1, 2] };
            Ok(vec![Painted { mesh, paints: vec![course.first_frame.paint()?] }])
        }

        fn frame(&mut self, course: &Course, dt: f32) -> Result<PageFrame, CallError> {
            self.height += dt;
            let line = PageLine { ends: [Vec3::Y * self.height; 2], color: course.first_frame.paint()?, width: 3.0 };
            Ok(PageFrame { focus: Vec3::Z, draws: vec![(0, vec![Mat4::IDENTITY])], lines: vec![line] })
        }

        fn press(&mut self, _: usize) {
            self.height += 1.0;
        }

        fn steer(&mut self, to: Vec3) {
            self.height = to.y;
        }
    }

    const PAGE: Page = Page {
        figures: &[],
        right: Course { first_frame: FirstFrame { paint: || Ok(Vec3::X), ..FirstFrame::UNUSABLE }, ..Course::UNUSABLE },
        mistaken: &[
            Mistaken {
                todo: "00.1",
                mistake: 0,
                name: "TWICE",
                make: |course| course.first_frame.paint = || Ok(Vec3::X * 2.0),
            },
            Mistaken {
                todo: "00.1",
                mistake: 1,
                name: "HIDDEN",
                make: |course| course.first_frame.paint = || Ok(Vec3::Y),
            },
        ],
        scene: Some(&SCENE),
    };

    fn floats(bytes: &[u8]) -> Vec<f32> {
        bytes.as_chunks::<4>().0.iter().map(|four| f32::from_le_bytes(*four)).collect()
    }

    #[test]
    fn a_scene_is_played_by_requests() {
        let mut playing = None;
        let mut reply = |request: &str| PlayingScene::answer(&mut playing, &PAGE, request);
        assert_eq!(reply("scene-frame\n0.1"), None, "nothing plays yet");
        let about: serde_json::Value = serde_json::from_slice(&reply("scene").expect("the scene")).expect("JSON");
        assert_eq!((&about["buttons"][0], &about["mistakes"][0][1]), (&"up".into(), &"TWICE".into()));
        assert_eq!(reply("scene-open\n").as_deref(), Some(b"1".as_slice()));
        let mesh = reply("scene-mesh\n0").expect("a mesh");
        assert_eq!(
            (mesh.len(), &mesh[..12]),
            (12 + 3 * 56 + 3 * 4 + 12, [3, 0, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0].as_slice())
        );
        let right = floats(&reply("scene-frame\n0.0625").expect("a frame"));
        let matrix = Mat4::IDENTITY.to_cols_array();
        let line = [0.0, 0.0625, 0.0, 0.0, 0.0625, 0.0, 1.0, 0.0, 0.0, 3.0];
        assert_eq!(right, [&[0.0, 0.0, 1.0, 1.0, 0.0, 1.0], matrix.as_slice(), &[1.0], &line].concat());
        assert!(reply("scene-press\n0").is_some());
        let wrong = floats(&reply("scene-frame\n0\n00.1 TWICE").expect("a frame"));
        assert_eq!(wrong[wrong.len() - 10..], [0.0, 1.0625, 0.0, 0.0, 1.0625, 0.0, 2.0, 0.0, 0.0, 3.0]);
        assert!(reply("scene-steer\n0 4 0").is_some());
        let steered = floats(&reply("scene-frame\n0").expect("a frame"));
        assert_eq!((&about["steering"], steered[steered.len() - 9]), (&"point".into(), 4.0));
    }

    #[test]
    fn what_is_no_request_has_no_answer() {
        let mut playing = None;
        assert!(PlayingScene::answer(&mut playing, &PAGE, "scene-open\n").is_some());
        let bad = [
            "",
            "scene-steer\n1 0",
            "scene-mesh\n1",
            "scene-mesh\nsoon",
            "scene-frame",
            "scene-frame\n1\n00.1 HIDDEN",
            "scene-x\n1",
        ];
        for request in bad {
            assert_eq!(PlayingScene::answer(&mut playing, &PAGE, request), None, "{request}");
        }
        assert!(unpacked("{}").is_none() && unpacked("").is_none());
    }
}
