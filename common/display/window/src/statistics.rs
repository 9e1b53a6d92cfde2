//! Numbers about the figure and the frame, at the viewport's left edge, below its upper lines: at the right are graphs.

use armature::model::Model;
use imgui::{Condition, Ui, WindowFlags};
use ui::{Fonts, layout::Area, theme};

/// Durations of the parts of the last frames, smoothed so that they can be read.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FrameTimes {
    /// Time between two frames, in seconds.
    pub frame: f32,
    /// Moving joints, and what the lesson does.
    pub update: f32,
    /// Drawing scene and panels, as far as the processor waits for it.
    pub draw: f32,
}

impl FrameTimes {
    /// Adds one more frame.
    pub fn note(&mut self, now: FrameTimes) {
        self.frame = smoothed(self.frame, now.frame);
        self.update = smoothed(self.update, now.update);
        self.draw = smoothed(self.draw, now.draw);
    }

    /// Frames a second.
    pub fn rate(&self) -> f32 {
        if self.frame > 0.0 { 1.0 / self.frame } else { 0.0 }
    }
}

fn smoothed(old: f32, new: f32) -> f32 {
    if old == 0.0 { new } else { old * 0.9 + new * 0.1 }
}

/// Returns names and values of a model's numbers: nodes, parts, vertices, clips.
pub fn of_model(model: &Model) -> Vec<(&'static str, String)> {
    let vertices: usize = model.parts.iter().map(|part| part.mesh.vertices.len()).sum();
    let triangles: usize = model.parts.iter().map(|part| part.mesh.triangle_count()).sum();
    let joints = model.is_joint.iter().filter(|is_joint| **is_joint).count();
    let palette: usize = model.skins.iter().map(|skin| skin.bindings.len()).max().unwrap_or(0);
    vec![
        ("nodes", format!("{}, {joints} of them joints", model.skeleton.len())),
        ("parts", format!("{}, {} skins", model.parts.len(), model.skins.len())),
        ("largest palette", palette.to_string()),
        ("vertices", vertices.to_string()),
        ("triangles", triangles.to_string()),
        ("clips", model.clips.len().to_string()),
    ]
}

/// Returns names and values about frames: their durations, the size of the canvas and the graphics driver.
pub fn of_frame(times: FrameTimes, canvas: &str, renderer: &str) -> Vec<(&'static str, String)> {
    vec![
        ("frame", format!("{:.1} ms ({:.0} a second)", 1000.0 * times.frame, times.rate())),
        ("update", format!("{:.1} ms", 1000.0 * times.update)),
        ("draw", format!("{:.1} ms", 1000.0 * times.draw)),
        ("canvas", canvas.to_owned()),
        ("by", renderer.to_owned()),
    ]
}

/// Draws a window with names and values, one pair a line: those of the frame, then those of the model.
pub fn draw_statistics(
    ui: &Ui,
    viewport: Area,
    fonts: Fonts,
    frame: &[(&'static str, String)],
    model: &[(&'static str, String)],
) {
    let em = fonts.em;
    ui.window("##statistics")
        .position([viewport.min.x + em * 0.7, viewport.min.y + em * 4.6], Condition::Always)
        .bg_alpha(0.82)
        .flags(
            WindowFlags::NO_TITLE_BAR
                | WindowFlags::NO_MOVE
                | WindowFlags::ALWAYS_AUTO_RESIZE
                | WindowFlags::NO_INPUTS
                | WindowFlags::NO_FOCUS_ON_APPEARING,
        )
        .build(|| {
            for (name, value) in frame.iter().chain(model) {
                ui.text_colored(theme::DIM, name);
                ui.same_line_with_pos(em * 8.0);
                ui.text(value);
            }
        });
}
