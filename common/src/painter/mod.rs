//! The painter of the window: draws any lesson's [scene](drawing::Scene), with light, shadows, ground and ghosts, and measures
//! how it differs from the finished one. The page's is `scene.js`.

mod difference;
mod flat;
mod framed;
mod lines;
mod meshes;
mod options;
mod panel;
mod shaded;
mod shaders;
mod shown;
pub mod steering;
mod timeline;
mod wires;

pub use graphics::renderer::Decode;
pub use options::SceneOptions;
pub use shown::{ReadFigure, Shown, run};

use crate::exercise::{Difference, Exercise, Screen};
use anyhow::{Context, Result};
use armature::model::Material;
use drawing::{ControlKind, Figure, Frame, Moment, Scene, SceneInfo, Sheet, Steering};
use flat::FlatPainter;
use framed::Framed;
use given::Course;
use glam::{Vec2, Vec3};
use graphics::{
    Gl, Target,
    backdrop::Backdrop,
    debug_draw::{DebugRenderer, Overlay},
    renderer::Viewpoint,
};
use meshes::{Meshes, Programs};
use player::{Actor, Framing, Playback, Subject, SubjectKeys, clock::toggle};
use shaded::{draw_normals, farthest_vertex};
use shaders::Shaders;
use std::{cell::RefCell, path::Path, rc::Rc};
use timeline::PlayedFigure;
use ui::{Action, DisplayOptions, Input, KeyCode, Message, View};
use verdict::file_watcher::FileWatcher;
use wires::WireShader;

/// Answers whose meshes are kept at the same time: F2 and F3 switch between the student's and ours.
const KEPT: usize = 4;

/// The scene of a lesson in its window.
pub struct Painter<L: Shown> {
    gl: Gl,
    scene: Box<dyn Scene>,
    /// Those of the figure, and what reads their pictures.
    materials: Rc<[Material]>,
    decode: Decode,
    messages: Vec<Message>,
    /// What chose the figure, and the folder of its saves.
    figure: L::Choice,
    saves: FileWatcher<()>,
    /// The keys that it takes for itself, and the way that they lead.
    steering: Vec<KeyCode>,
    way: Vec3,
    /// Whether time is to stand still, or to go on.
    toggles_pause: bool,
    /// The value of each control, as the scene knows it, and as the panel has it.
    known: Vec<f32>,
    values: Vec<f32>,
    /// The meshes by answers, and by those values.
    meshes: Vec<(Course, Rc<RefCell<Meshes>>)>,
    shaders: Shaders,
    backdrop: Backdrop,
    flat: Option<FlatPainter>,
    debug: DebugRenderer,
    played: Option<PlayedFigure>,
    seconds: f32,
    framed: Framed,
    point: Option<Vec3>,
}

/// A frame, and the answers that made it.
pub struct PaintedFrame {
    frame: Frame,
    course: Course,
    meshes: Rc<RefCell<Meshes>>,
    programs: Vec<Programs>,
    wire_shader: Option<Rc<WireShader>>,
}

impl<L: Shown> Painter<L> {
    /// Tells the scene the values of its controls.
    fn set_controls(&mut self, options: &DisplayOptions) {
        for (number, control) in L::SCENE.controls.iter().enumerate() {
            match control.kind {
                ControlKind::HeatMap => self.values[number] = f32::from(u8::from(options.heat_map)),
                ControlKind::Ghosts => self.values[number] = f32::from(u8::from(options.onion_skins)),
                _ => {}
            }
            let value = self.values[number];
            if value.to_bits() != self.known[number].to_bits() {
                self.scene.set(number, value);
                self.known[number] = value;
                self.meshes.clear();
            }
        }
    }

    /// Returns the meshes by these answers, which are uploaded again only if they are others.
    fn meshes(&mut self, course: &Course) -> Result<Rc<RefCell<Meshes>>> {
        if let Some((_, meshes)) = self.meshes.iter().find(|(known, _)| known == course) {
            return Ok(meshes.clone());
        }
        let painted = self.scene.meshes(course)?;
        let same = self.meshes.iter().find(|(_, meshes)| meshes.borrow().painted == painted);
        let meshes = match same {
            Some((_, meshes)) => meshes.clone(),
            None => Rc::new(RefCell::new(Meshes::new(&self.gl, painted, &self.materials, self.decode))),
        };
        self.meshes.truncate(KEPT - 1);
        self.meshes.insert(0, (*course, meshes.clone()));
        Ok(meshes)
    }

    /// Returns whether a control that is a switch of the display is on; `None` if there is none.
    fn switch(&self, is_switch: fn(&ControlKind) -> bool) -> Option<bool> {
        let mut values = L::SCENE.controls.iter().zip(&self.values);
        values.find(|(control, _)| is_switch(&control.kind)).map(|(_, value)| *value != 0.0)
    }

    fn heat_map(&self) -> Option<bool> {
        self.switch(|kind| matches!(kind, ControlKind::HeatMap))
    }

    fn ghosts(&self) -> Option<bool> {
        self.switch(|kind| matches!(kind, ControlKind::Ghosts))
    }
}

impl<L: Shown> Subject for Painter<L> {
    fn actor(&mut self) -> Option<&mut Actor> {
        Some(&mut self.played.as_mut()?.actor)
    }

    fn keys(&self) -> SubjectKeys<'_> {
        const EXTRA: &[Action] = &[Action::HeatMap, Action::Wireframe, Action::Bones, Action::OnionSkins];
        if self.flat.is_some() {
            // Paper looks the same from everywhere.
            use Action::{Flashlight, Grid, Orthographic, ViewFront, ViewSide, ViewTop};
            let idle = &[Flashlight, Grid, Orthographic, ViewFront, ViewSide, ViewTop];
            return SubjectKeys { idle, ..SubjectKeys::default() };
        }
        let first = usize::from(self.heat_map().is_none());
        let end = EXTRA.len() - usize::from(self.ghosts().is_none());
        SubjectKeys { extra: &EXTRA[first..end], steering: &self.steering, ..SubjectKeys::default() }
    }

    fn display(&self) -> DisplayOptions {
        let heat_map = self.heat_map() == Some(true);
        let onion_skins = self.ghosts() == Some(true);
        DisplayOptions { bones: self.played.is_none(), heat_map, onion_skins, ..DisplayOptions::default() }
    }

    fn framing(&mut self, _: f32) -> Option<Framing> {
        Some(self.framed.framing(L::SCENE, self.flat.as_ref()))
    }

    fn followed(&mut self, _: f32) -> Option<Vec3> {
        Some(self.framed.focus)
    }

    fn take_actions(&mut self) -> Vec<Action> {
        self.framed.take_actions()
    }

    /// Moves the point that is steered below the pointer, across what is looked at.
    fn handles(&mut self, input: &Input, view: &View, size: Vec2, _: f32) -> bool {
        if let (Some(Steering::Point), Some(point), Some(pointer)) = (L::SCENE.steering, self.point, input.pointer) {
            let place = pointer / size;
            let to = view.in_plane_of(point, place);
            if place == place.clamp(Vec2::ZERO, Vec2::ONE) && to.is_finite() {
                self.scene.steer(to);
            }
        }
        false
    }
}

impl<L: Shown> Exercise for Painter<L> {
    type Options = SceneOptions<L>;
    type Output = PaintedFrame;

    const LESSON: &'static check::Lesson = L::LESSON;
    const FIGURES: &'static [Figure] = L::FIGURES;
    const TIME: f32 = L::SCENE.time;

    fn set(options: &mut SceneOptions<L>, set: &str) -> Result<()> {
        options.read(set)
    }

    fn open(gl: &Gl, time: &mut Playback, options: &SceneOptions<L>) -> Result<Self> {
        time.seek(options.time.unwrap_or(time.time()));
        let seconds = time.time();
        let ReadFigure { cast, materials, decode, mut messages, saves } = L::figure(&options.figure)?;
        let mut scene = (L::SCENE.open)(cast).context("the scene's figure is another")?;
        let mut played = None;
        if let Some(model) = scene.played() {
            let (figure, now) = PlayedFigure::new(gl, model, seconds, decode)?;
            messages.extend(figure.warnings().iter().map(|text| Message::warning("", text)));
            scene.play(now);
            played = Some(figure);
        }
        for (control, value) in options.values.iter().enumerate() {
            scene.set(control, *value);
        }
        let first = scene.frame(&L::LESSON.reference, &Moment { seconds, dt: 0.0 })?;
        Ok(Painter {
            gl: gl.clone(),
            shaders: Shaders::new::<L>(gl, &*scene)?,
            materials: materials.into(),
            decode,
            messages,
            figure: options.figure.clone(),
            saves: FileWatcher::new(saves.map(|folder| ((), folder))),
            steering: steering::keys(L::SCENE),
            way: Vec3::ZERO,
            toggles_pause: false,
            known: options.values.clone(),
            values: options.values.clone(),
            meshes: Vec::new(),
            backdrop: Backdrop::new(gl)?,
            flat: L::SCENE.flat.map(|flat| FlatPainter::new(gl, flat)).transpose()?,
            debug: DebugRenderer::new(gl)?,
            played,
            scene,
            seconds,
            framed: Framed::new(first.focus, first.camera.unwrap_or(L::SCENE.camera)),
            point: None,
        })
    }

    fn evaluate(&mut self, course: &Course, view: &View) -> Result<PaintedFrame> {
        self.set_controls(&view.options);
        let moment = Moment { seconds: view.seconds, dt: view.seconds - self.seconds };
        self.seconds = view.seconds;
        let meshes = self.meshes(course)?;
        let frame = self.scene.frame(course, &moment)?;
        let programs = self.shaders.programs::<L>(&self.gl, &*self.scene, course)?;
        let wire_shader = self.shaders.wire_shader::<L>(&self.gl, course, frame.wires.as_ref())?;
        Ok(PaintedFrame { frame, course: *course, meshes, programs, wire_shader })
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, painted: &PaintedFrame) -> Result<()> {
        let PaintedFrame { frame, course, meshes, programs, .. } = painted;
        self.framed.focus_on(frame.focus);
        if let Some(flat) = &self.flat {
            let draws = frame.draws.iter().map(|draw| (draw, draw.ghost));
            return flat.draw(target, view, &mut meshes.borrow_mut(), draws);
        }
        self.point = frame.lines.last().map(|line| line.ends[1]);
        self.framed.look_from(frame.camera.unwrap_or(L::SCENE.camera));
        // Ours are framed as the student's, so that the two pictures can be compared.
        if *course != L::LESSON.reference {
            self.framed.note(L::SCENE, course, view, frame.points.iter().map(|point| point.at));
        }
        self.backdrop.draw(target, &view.camera, view.options.grid.then_some(0.0))?;
        let to_light = frame.lamp.filter(|_| !view.options.flashlight).unwrap_or(view.to_light());
        let viewpoint = Viewpoint { to_light, ..view.viewpoint() };
        let mut meshes = meshes.borrow_mut();
        match &mut self.played {
            Some(figure) => {
                meshes.draw(target, view, &viewpoint, &figure.shown(&frame.draws, &view.options), programs)?;
                figure.draw(target, view, frame.pose.as_ref())?;
            }
            None => meshes.draw(target, view, &viewpoint, &frame.draws, programs)?,
        }
        drop(meshes);
        let clip_from_world = view.clip_from_world();
        self.debug.draw(target, &lines::shapes(view.camera.eye(), &frame.marks), clip_from_world, Overlay::InScene)?;
        if view.options.bones {
            self.debug.draw(target, &lines::shapes(view.camera.eye(), &frame.lines), clip_from_world, Overlay::XRay)?;
            self.debug.draw(target, &lines::points(&frame.points), clip_from_world, Overlay::Solid)?;
            painted.draw_wires(&self.gl, target, view, false)?;
        }
        painted.draw_inset(target, view)
    }

    fn annotate(&self, sheet: &mut Sheet, view: &View, PaintedFrame { frame, .. }: &PaintedFrame) {
        if let Some(graph) = &frame.graph {
            (graph.0)(sheet, view.clip_from_world());
        }
    }

    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &PaintedFrame,
        right: &PaintedFrame,
    ) -> Result<Difference> {
        let moved = farthest_vertex(mine, right)?;
        let others = meshes::others(mine, right, moved.is_some());
        if let Some(flat) = &self.flat {
            let ghosts = others.iter().map(|draw| (*draw, Some(meshes::GHOST)));
            flat.draw(target, view, &mut right.meshes.borrow_mut(), ghosts)?;
        } else {
            right.meshes.borrow_mut().draw_ghosts(target, view, &others, &right.programs)?;
        }
        right.draw_wires(&self.gl, target, view, true)?;
        mine.draw_inset(target, view)?; // over ghosts that reach into its corner
        let mut difference = difference::between(&mine.frame, &right.frame);
        if let Some(words) = mine.wire_shader.as_ref().and_then(|shader| shader.difference()) {
            difference.add(words);
        }
        // A shader is seen by where its vertices are.
        if difference.at.is_none() {
            let turned = if moved.is_none() { draw_normals(&self.debug, target, view, mine, right)? } else { None };
            let found = moved.map(|it| (it, "a vertex")).or(turned.map(|it| (it, "the tip of a normal")));
            if let Some((farthest, name)) = found {
                difference.add(format!("{name} is {}", farthest.words()));
                difference.at = Some(farthest.at);
            }
        }
        if let Some(steps) = self.shaders.steps_apart(&mine.programs, &right.programs) {
            difference.add(format!("a pixel's light is {steps:.0} steps of 255 off"));
        }
        Ok(Difference { clip_from_world: view.clip_from_world(), ..difference })
    }

    fn update(&mut self, input: &Input, seconds: f32) {
        if let Some(figure) = &mut self.played {
            self.scene.play(figure.update(seconds));
        }
        let Some(Steering::Walk) = L::SCENE.steering else { return };
        if let Some(way) = steering::way(input, self.way) {
            self.scene.steer(way);
            self.way = way;
        }
        if let Some(button) = steering::button(input, L::SCENE) {
            self.scene.press(button);
        }
        self.toggles_pause |= input.is_pressed(steering::PAUSE);
    }

    fn ui(&mut self, screen: &Screen<'_>, time: &mut Playback, PaintedFrame { frame, .. }: &PaintedFrame) {
        self.scene.turn_to(screen.todo.filter(|_| !screen.is_finished));
        if std::mem::take(&mut self.toggles_pause) {
            toggle(time);
        }
        let SceneInfo { controls, buttons, .. } = L::SCENE;
        if !screen.shows_display && controls.is_empty() && buttons.is_empty() && frame.words.is_empty() {
            return;
        }
        let time = self.played.is_none().then_some(time);
        if let Some(button) = panel::draw(screen, L::LESSON, L::SCENE, &mut self.values, time, frame, &*self.scene) {
            self.scene.press(button);
        }
    }

    fn messages(&self) -> Vec<Message> {
        self.messages.clone()
    }

    fn reopen(&mut self, dropped: Option<&Path>) -> Option<SceneOptions<L>> {
        if let Some(file) = dropped {
            return Some(SceneOptions { figure: L::dropped(file)?, ..SceneOptions::default() });
        }
        let is_saved = !self.saves.changed().is_empty();
        is_saved.then(|| SceneOptions {
            values: self.values.clone(),
            figure: self.figure.clone(),
            time: Some(self.seconds),
        })
    }

    fn describe(&self, PaintedFrame { frame, wire_shader, .. }: &PaintedFrame) -> String {
        let shader = wire_shader.as_ref().and_then(|shader| shader.difference());
        difference::describe(frame) + &shader.unwrap_or_default()
    }
}

impl PaintedFrame {
    fn draw_inset(&self, target: &mut Target<'_>, view: &View) -> Result<()> {
        let Some(clip_from_world) = self.frame.inset else { return Ok(()) };
        self.meshes.borrow_mut().draw_inset(target, view, &self.frame, clip_from_world)
    }

    fn draw_wires(&self, gl: &Gl, target: &mut Target<'_>, view: &View, is_ghost: bool) -> Result<()> {
        match (&self.frame.wires, &self.wire_shader) {
            (Some(wires), Some(shader)) => shader.draw(gl, target, view, wires, is_ghost),
            _ => Ok(()),
        }
    }
}
