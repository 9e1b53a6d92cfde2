//! Errors, warnings and notes below the viewport, with file and line.

use crate::{Fonts, layout::Area, screen, theme};
use imgui::{StyleColor, Ui, WindowFlags};

/// Severity of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Good to know.
    Note,
    /// Something was assumed or left out.
    Warning,
    Error,
}

/// An error, warning or note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub level: Level,
    /// File and line, such as "shaders/common/lit.frag:12"; empty if there is no place.
    pub place: String,
    pub text: String,
}

impl Message {
    pub fn error(place: impl Into<String>, text: impl Into<String>) -> Self {
        Self { level: Level::Error, place: place.into(), text: text.into() }
    }

    pub fn warning(place: impl Into<String>, text: impl Into<String>) -> Self {
        Self { level: Level::Warning, place: place.into(), text: text.into() }
    }

    pub fn note(text: impl Into<String>) -> Self {
        Self { level: Level::Note, place: String::new(), text: text.into() }
    }

    /// Whether its lines stand below each other for a reason, as a compiler's do.
    fn is_code(&self) -> bool {
        self.text.contains('\n')
    }
}

/// A line for the terminal: "warning: walk.dae:12:5: words".
impl std::fmt::Display for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let level = match self.level {
            Level::Note => "note",
            Level::Warning => "warning",
            Level::Error => "error",
        };
        match self.place.as_str() {
            "" => write!(f, "{level}: {}", self.text),
            place => write!(f, "{level}: {place}: {}", self.text),
        }
    }
}

/// The messages on the screen. Errors are unfolded at once, everything else is one line until it is unfolded; dismissed
/// messages come back with the next new one.
#[derive(Clone, Debug, Default)]
pub struct Messages {
    shown: Vec<Message>,
    dismissed: bool,
    unfolded: bool,
    /// Height of all that is unfolded in the last frame, in pixels.
    height: f32,
}

impl Messages {
    /// Sets the messages of this frame, and sorts them, errors first. A change unfolds errors, and brings dismissed messages
    /// back.
    pub fn set(&mut self, mut messages: Vec<Message>) {
        messages.sort_by_key(|message| std::cmp::Reverse(message.level));
        if messages != self.shown {
            self.dismissed = false;
            self.unfolded = messages.first().is_some_and(|worst| worst.level == Level::Error);
            self.shown = messages;
            self.height = 0.0;
        }
    }

    /// The messages, unless they were dismissed.
    pub fn visible(&self) -> &[Message] {
        if self.dismissed { &[] } else { &self.shown }
    }

    /// Returns the height that the visible messages need, in pixels, with text `em` pixels high. 0 if none is visible.
    pub fn height(&self, em: f32) -> f32 {
        match self.visible() {
            [] => 0.0,
            _ if self.unfolded => self.height.max(em * 2.3),
            _ => em * 2.3,
        }
    }

    /// Hides the messages until there is a new one.
    pub fn dismiss(&mut self) {
        self.dismissed = true;
    }
}

/// Draws a panel with the visible messages, and buttons that fold and dismiss it. Draws nothing without messages.
pub fn draw_messages(ui: &Ui, area: Area, fonts: Fonts, messages: &mut Messages) {
    let visible = messages.visible();
    let Some(worst) = visible.first().map(|worst| worst.level) else { return };
    let unfolded = messages.unfolded;
    let border = ui.push_style_color(StyleColor::Border, color(worst));
    let mut close = false;
    let mut fold = false;
    let mut height = 0.0;
    let flags = if unfolded { WindowFlags::empty() } else { WindowFlags::NO_SCROLLBAR };
    screen::docked(ui, "##messages", area, flags, || {
        ui.text_colored(color(worst), count(visible));
        ui.same_line();
        fold = ui.small_button(if unfolded { "fold" } else { "show" });
        ui.same_line();
        close = ui.small_button("dismiss");
        if !unfolded {
            ui.same_line();
            ui.text_colored(theme::DIM, first_words(&visible[0]));
            return;
        }
        ui.separator();
        for message in visible {
            if !message.place.is_empty() {
                let mono = ui.push_font(fonts.mono);
                ui.text_colored(color(message.level), &message.place);
                mono.pop();
            }
            let _mono = message.is_code().then(|| ui.push_font(fonts.mono));
            ui.text_wrapped(&message.text);
        }
        height = screen::content_height(ui);
    });
    border.pop();
    if close {
        messages.dismiss();
    }
    messages.unfolded ^= fold;
    messages.height = height;
}

fn color(level: Level) -> theme::Color {
    match level {
        Level::Error => theme::BAD,
        Level::Warning => theme::WARN,
        Level::Note => theme::GOOD,
    }
}

/// Returns as many words of a message as fit beside the buttons.
fn first_words(message: &Message) -> String {
    const MOST: usize = 70;
    let text = if message.text.is_empty() { &message.place } else { &message.text };
    if text.chars().count() <= MOST {
        return text.clone();
    }
    text.chars().take(MOST).chain(['…']).collect()
}

/// "1 error, 3 warnings"
fn count(messages: &[Message]) -> String {
    let mut parts = Vec::new();
    for (level, one, many) in
        [(Level::Error, "error", "errors"), (Level::Warning, "warning", "warnings"), (Level::Note, "note", "notes")]
    {
        match messages.iter().filter(|message| message.level == level).count() {
            0 => {}
            1 => parts.push(format!("1 {one}")),
            n => parts.push(format!("{n} {many}")),
        }
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worst_first_and_counted() {
        let mut messages = Messages::default();
        let note = Message::note("reloaded");
        let error = Message::error("a.dae:3", "no");
        messages.set(vec![note.clone(), error.clone(), note.clone()]);
        assert_eq!(messages.visible()[0], error);
        assert_eq!(count(messages.visible()), "1 error, 2 notes");
    }

    #[test]
    fn dismissed_until_there_is_something_new() {
        let mut messages = Messages::default();
        let first = Message::warning("", "one");
        messages.set(vec![first.clone()]);
        messages.dismiss();
        messages.set(vec![first.clone()]);
        assert!(messages.visible().is_empty());
        messages.set(vec![first, Message::warning("", "two")]);
        assert_eq!(messages.visible().len(), 2);
        assert!(!messages.unfolded, "warnings leave room for the scene");
        messages.set(vec![Message::error("a:1", "three")]);
        assert!(messages.unfolded, "an error is told at once");
    }
}
