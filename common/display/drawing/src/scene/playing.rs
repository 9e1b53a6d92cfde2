//! A lesson's scene in a page, as data for the page's painter: meshes once, matrices and lines in each frame. The answers compute
//! them, right or with a known mistake.
//!
//! ```text
//! scene                                -> the SceneInfo, as JSON
//! scene-open, FIGURE                   -> how many meshes there are; FIGURE is the text of the scene's figure, or empty
//! scene-list, 4                        -> the names of the fifth control, as JSON
//! scene-mesh, 0, 11.4 NOT-SORTED       -> the numbers of vertices, indices, paints and colours, then these; the mistake may be left out
//! scene-press, 2                       -> nothing; the third button was pressed
//! scene-steer, 1 0 0                   -> nothing; the reader steers so
//! scene-set, 4 1                       -> nothing; the fifth control has the value 1
//! scene-frame, 0.016, 13.2 CLOCK-STANDS -> the frame so many seconds later
//! ```
//!
//! with each part on a separate line.

use super::{Cast, Draw, Frame, Line, Moment, Painted, Scene, SceneInfo, Wires};
use crate::page::{Page, numbers};
use crate::report::listen;
use armature::mesh::SkinnedVertex;
use check::with_mistake_named;
use given::Course;
use glam::{Mat4, Vec3};

/// A scene that was begun.
pub struct PlayingScene {
    info: &'static SceneInfo,
    scene: Box<dyn Scene>,
    seconds: f32,
}

impl PlayingScene {
    /// Returns the reply to a request for a scene, or `None` if the text is no such request or an answer cannot be used. A
    /// request may begin another scene in `playing`.
    pub fn answer(playing: &mut Option<PlayingScene>, page: &Page, request: &str) -> Option<Vec<u8>> {
        let (kind, rest) = request.split_once('\n').unwrap_or((request, ""));
        let info = page.scene?;
        match kind {
            "scene" => return serde_json::to_vec(info).ok(),
            "scene-open" => {
                let cast = if rest.is_empty() { Cast::Nobody } else { Cast::Packed(rest) };
                let mut scene = (info.open)(cast)?;
                let count = scene.meshes(&page.right).ok()?.len();
                *playing = Some(PlayingScene { info, scene, seconds: info.time });
                return Some(count.to_string().into_bytes());
            }
            _ => {}
        }
        let playing = playing.as_mut()?;
        let mut lines = rest.lines();
        let number = lines.next()?;
        let course = playing.course(page, lines.next().unwrap_or_default())?;
        match kind {
            "scene-list" => serde_json::to_vec(&playing.scene.list(number.parse().ok()?)).ok(),
            "scene-mesh" => playing.scene.meshes(&course).ok()?.get(number.parse::<usize>().ok()?)?.bytes(),
            "scene-frame" => {
                let dt = number.parse::<f32>().ok()?.clamp(0.0, 0.1);
                playing.seconds += dt;
                let moment = Moment { seconds: playing.seconds, dt };
                // What is said of answers there is for the window.
                let (frame, _) = listen(|| playing.scene.frame(&course, &moment));
                Some(frame.ok()?.bytes())
            }
            "scene-press" => {
                playing.scene.press(number.parse().ok()?);
                Some(b"pressed".to_vec())
            }
            "scene-set" => {
                let [control, value] = *numbers(number)?.first_chunk::<2>()?;
                playing.scene.set(control as usize, value);
                Some(b"set".to_vec())
            }
            "scene-steer" => {
                playing.scene.steer(Vec3::from_slice(numbers(number)?.first_chunk::<3>()?));
                Some(b"steered".to_vec())
            }
            _ => None,
        }
    }

    /// The right answers, or those with a mistake of this scene.
    fn course(&self, page: &Page, mistake: &str) -> Option<Course> {
        let Some((todo, name)) = mistake.split_once(' ') else { return Some(page.right) };
        self.info.mistakes.iter().find(|known| **known == (todo, name))?;
        with_mistake_named(page.right, page.mistaken, todo, name)
    }
}

impl Painted {
    /// Returns the mesh as bytes: the numbers of vertices, indices, paints and colours, and then these. `None` for more than `u32::MAX`.
    fn bytes(&self) -> Option<Vec<u8>> {
        let Painted { mesh, paints, colors, .. } = self;
        let mut bytes = Vec::new();
        for count in [mesh.vertices.len(), mesh.indices.len(), paints.len(), colors.len()] {
            bytes.extend(u32::try_from(count).ok()?.to_le_bytes());
        }
        for SkinnedVertex { position, normal, texcoord, joints, weights } in &mesh.vertices {
            let floats = position.to_array().into_iter().chain(normal.to_array()).chain(texcoord.to_array());
            bytes.extend(floats.flat_map(f32::to_le_bytes));
            bytes.extend(joints.iter().flat_map(|joint| joint.to_le_bytes()));
            bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes.extend(mesh.indices.iter().flat_map(|index| index.to_le_bytes()));
        bytes.extend(paints.iter().chain(colors).flat_map(Vec3::to_array).flat_map(f32::to_le_bytes));
        Some(bytes)
    }
}

impl Frame {
    /// Returns the frame as the bytes of floats:
    /// - the focus; the direction to the lamp, 0 if it is the usual one;
    /// - the number of second views, 0 or 1, and its matrix;
    /// - the number of meshes, and for each its index, the number of its shader from 1 on, 0 if none of a student's draws it, -1 for
    ///   a floor, the index of the mesh that such a shader draws, the numbers of its matrices and dual quaternions, the colour of a ghost, whose
    ///   opacity is 0 if it is none, the matrices and the dual quaternions;
    /// - of the wires the numbers of joints, matrices and lines, the matrices, and each line's joints and colour;
    /// - the number of marks, and for each its ends (x, y, z, 1), colour and width; then the lines in the same way. A point is a dot
    ///   among the lines, whose width is its radius below 0.
    fn bytes(&self) -> Vec<u8> {
        let mut floats = [self.focus, self.lamp.unwrap_or_default()].map(|vector| vector.to_array()).concat();
        floats.push(self.inset.iter().len() as f32);
        floats.extend(self.inset.iter().flat_map(Mat4::to_cols_array));
        floats.push(self.draws.len() as f32);
        for Draw { mesh, palette, ghost, shader, is_floor } in &self.draws {
            let shaded = shader.as_ref().filter(|shaded| !shaded.is_finished);
            let number = if *is_floor { -1.0 } else { shaded.map_or(0.0, |shaded| (shaded.shader + 1) as f32) };
            let drawn = shaded.and_then(|shaded| shaded.mesh).unwrap_or(*mesh);
            let duals = shaded.map_or(&[][..], |shaded| &shaded.duals);
            floats.extend([*mesh as f32, number]);
            floats.extend([drawn, palette.len(), duals.len()].map(|count| count as f32));
            floats.extend(ghost.unwrap_or_default().to_array());
            floats.extend(palette.iter().flat_map(Mat4::to_cols_array));
            floats.extend(duals.iter().flat_map(|dual| [dual.real.to_array(), dual.dual.to_array()]).flatten());
        }
        self.wires.as_ref().unwrap_or(&Wires::default()).write(&mut floats);
        let shown = self.points.iter().filter(|point| point.radius > 0.0);
        let dots = shown.map(|point| Line { ends: [point.at; 2], color: point.color, width: -point.radius });
        let lines: Vec<Line> = dots.chain(self.lines.iter().copied()).collect();
        for lines in [&self.marks, &lines] {
            floats.push(lines.len() as f32);
            for Line { ends: [from, to], color, width } in lines {
                for vector in [from.extend(1.0), to.extend(1.0), color.extend(*width)] {
                    floats.extend(vector.to_array());
                }
            }
        }
        floats.iter().flat_map(|float| float.to_le_bytes()).collect()
    }
}

impl Wires {
    fn write(&self, floats: &mut Vec<f32>) {
        let Wires { matrices, joints, indices, groups } = self;
        let lines = indices.as_chunks::<2>().0;
        let colored = || {
            groups.iter().flat_map(|(color, range)| {
                let lines = lines.get(range.start / 2..range.end / 2).unwrap_or(&[]);
                lines.iter().map(move |pair| (pair, color))
            })
        };
        floats.extend([*joints, matrices.len(), colored().count()].map(|count| count as f32));
        floats.extend(matrices.iter().flat_map(Mat4::to_cols_array));
        for (pair, color) in colored() {
            floats.extend(pair.map(f32::from));
            floats.extend(color.to_array());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Point, Steering};
    use armature::mesh::Mesh;
    use check::Mistaken;
    use given::{CallError, lesson_00::FirstFrame};

    static SCENE: SceneInfo = SceneInfo {
        words: "A dot rises.",
        buttons: &["up"],
        steering: Some(Steering::Point),
        mistakes: &[("00.1", "TWICE")],
        camera: [0.0, 0.1, 2.0, 0.5],
        time: 0.0,
        open: |cast| matches!(cast, Cast::Nobody).then(|| Box::new(Dot { height: 0.0 }) as Box<dyn Scene>),
        ..SceneInfo::PLAIN
    };

    /// A dot of the colour that 00.1 gives, which rises.
    struct Dot {
        height: f32,
    }

    impl Scene for Dot {
        fn meshes(&mut self, course: &Course) -> Result<Vec<Painted>, CallError> {
            let mesh = Mesh { vertices: vec![SkinnedVertex::default(); 3], indices: vec![0, 1, 2] };
            Ok(vec![Painted { mesh, paints: vec![course.first_frame.paint()?], ..Painted::default() }])
        }

        fn frame(&mut self, course: &Course, &Moment { dt, .. }: &Moment) -> Result<Frame, CallError> {
            self.height += dt;
            let line = Line { ends: [Vec3::Y * self.height; 2], color: course.first_frame.paint()?, width: 3.0 };
            let point = Point { name: "top".into(), at: Vec3::Y, color: Vec3::X, radius: 0.5 };
            let draws = vec![Draw::new(0, vec![Mat4::IDENTITY])];
            Ok(Frame { focus: Vec3::Z, draws, lines: vec![line], points: vec![point], ..Frame::default() })
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
            (mesh.len(), &mesh[..16]),
            (16 + 3 * 56 + 3 * 4 + 12, [3, 0, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0].as_slice())
        );
        let right = floats(&reply("scene-frame\n0.0625").expect("a frame"));
        let matrix = Mat4::IDENTITY.to_cols_array();
        let dot = [0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, -0.5];
        let line = [0.0, 0.0625, 0.0, 1.0, 0.0, 0.0625, 0.0, 1.0, 1.0, 0.0, 0.0, 3.0];
        assert_eq!(
            right,
            [
                &[0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
                matrix.as_slice(),
                &[0.0, 0.0, 0.0, 0.0, 2.0],
                &dot,
                &line
            ]
            .concat()
        );
        assert!(reply("scene-press\n0").is_some());
        let wrong = floats(&reply("scene-frame\n0\n00.1 TWICE").expect("a frame"));
        assert_eq!(wrong[wrong.len() - 12..], [0.0, 1.0625, 0.0, 1.0, 0.0, 1.0625, 0.0, 1.0, 2.0, 0.0, 0.0, 3.0]);
        assert!(reply("scene-steer\n0 4 0").is_some());
        let steered = floats(&reply("scene-frame\n0").expect("a frame"));
        assert_eq!((&about["steering"], steered[steered.len() - 11]), (&"point".into(), 4.0));
    }

    #[test]
    fn what_is_no_request_has_no_answer() {
        let mut playing = None;
        assert!(PlayingScene::answer(&mut playing, &PAGE, "scene-open\n").is_some());
        let bad = [
            "",
            "scene-steer\n1 0",
            "scene-set\n1",
            "scene-mesh\n1",
            "scene-mesh\nsoon",
            "scene-frame",
            "scene-frame\n1\n00.1 HIDDEN",
            "scene-x\n1",
        ];
        for request in bad {
            assert_eq!(PlayingScene::answer(&mut playing, &PAGE, request), None, "{request}");
        }
        assert!(Cast::Packed("{}").model().is_none() && Cast::Packed("").model().is_none());
    }
}
