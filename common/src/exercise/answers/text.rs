//! Texts of the card: wrapped at its width, with code between backquotes; and errors of rustc.

use imgui::Ui;
use ui::theme::{self, Color};
use ui::{Fonts, screen};
use verdict::workspace;
use window::help::Prose;

/// Draws file and line. A click copies the whole path.
pub(super) fn draw_location(ui: &Ui, fonts: Fonts, location: &str) {
    let (file, line) = location.rsplit_once(':').unwrap_or((location, ""));
    let words = if line.is_empty() { file.to_owned() } else { format!("{file}, line {line}") };
    let [width, height] = ui.calc_text_size(&words);
    let corner = ui.cursor_pos();
    if ui.invisible_button("##location", [width.max(1.0), height]) {
        ui.set_clipboard_text(format!("{}:{line}", workspace::root().join(file).display()).trim_end_matches(':'));
    }
    let is_hovered = ui.is_item_hovered();
    if is_hovered {
        ui.tooltip_text("a click copies the path");
    }
    ui.set_cursor_pos(corner);
    let mono = ui.push_font(fonts.mono);
    ui.text_colored(if is_hovered { theme::ACCENT } else { theme::COOL }, words);
    mono.pop();
}

/// Draws a text that is wrapped at the window's edge, and nothing if it is empty.
pub(super) fn wrapped_text(ui: &Ui, color: Color, text: &str) {
    if text.is_empty() {
        return;
    }
    let width = ui.content_region_avail()[0];
    let mut lines = Vec::new();
    // imgui would break a number at its point.
    for line in text.lines() {
        lines.extend(screen::break_lines(line, width, |line| ui.calc_text_size(line)[0]));
    }
    ui.text_colored(color, lines.join("\n"));
}

/// Draws a text that is wrapped at the window's edge, with code between backquotes.
pub(super) fn draw_sentence(ui: &Ui, fonts: Fonts, color: Color, text: &str) {
    if text.contains('`') {
        Prose::with_code(text, false).draw_in(ui, fonts, color);
    } else {
        wrapped_text(ui, color, text);
    }
}

/// Draws an error of rustc: its first line; the line of code, cut to the column; and what rustc says there.
pub(super) fn draw_compiler_error(ui: &Ui, fonts: Fonts, error: &str) {
    let mono = ui.push_font(fonts.mono);
    let columns = ui.content_region_avail()[0] / ui.calc_text_size("m")[0];
    let Some((code, label)) = excerpt(error, columns as usize) else {
        ui.text_wrapped(error);
        return mono.pop();
    };
    mono.pop();
    wrapped_text(ui, theme::TEXT, error.lines().next().unwrap_or_default());
    let mono = ui.push_font(fonts.mono);
    ui.text(code.join("\n"));
    mono.pop();
    wrapped_text(ui, theme::TEXT, label);
}

/// Returns the line of code that an error of rustc is about, with its number, and the marks below it, both cut to so many columns
/// around the first mark; and what rustc says there. `None` if the error names no line.
fn excerpt(error: &str, columns: usize) -> Option<([String; 2], &str)> {
    let mut lines = error.lines().skip_while(|line| !line.trim_start().starts_with("-->")).skip(1);
    let mut number = "";
    let mut code = "";
    let marks = loop {
        let (gutter, line) = lines.next()?.split_once('|')?;
        match gutter.trim() {
            "" if line.contains('^') => break line,
            "" => {}
            _ => (number, code) = (gutter.trim(), line),
        }
    };
    let first = marks.find('^')?;
    let end = marks.rfind('^')? + 1;
    let room = columns.saturating_sub(4).max(1);
    let indentation = code.len() - code.trim_start().len();
    let start = if end > indentation + room { first.saturating_sub(room / 3) } else { indentation };
    let cut = [code, &marks[..end]].map(|line| line.chars().skip(start).take(room).collect::<String>());
    Some(([format!("{number:>3} {}", cut[0].trim_end()), format!("    {}", cut[1])], marks[end..].trim()))
}

/// Returns a text with a capital letter, unless it begins with a name of the code. Verdicts are written to follow a name.
pub(super) fn capitalized(words: &str) -> String {
    if words.split(' ').next().is_some_and(|first| first.contains(['_', '/', '`'])) {
        return words.into();
    }
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_keeps_its_marks_below_the_code_in_a_narrow_column() {
        let code = "    let model_from_joint = model_from_parent * parent_from_child * 5;";
        let marks = format!("{}^ no implementation", " ".repeat(code.find('5').unwrap()));
        let error =
            format!("error[E0277]: x\n  --> exercise.rs:14:22\n   |\n14 |{code}\n   |{marks}\n   |\n   = help: y\n");
        let (lines, label) = excerpt(&error, 80).unwrap();
        assert_eq!((lines[0].as_str(), label), (format!(" 14 {}", code.trim()).as_str(), "no implementation"));
        for columns in [30, 12] {
            let ([code, marks], _) = excerpt(&error, columns).unwrap();
            assert!(code.len() <= columns && code.find("5;") == marks.find('^'), "{code}\n{marks}");
        }
        assert_eq!(excerpt("cargo could not be started", 30), None);
    }
}
