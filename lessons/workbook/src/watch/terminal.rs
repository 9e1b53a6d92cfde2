//! The full-screen terminal of `watch`: draws rows, reads keys, and restores the terminal at the end.

use super::screen::{Row, Style};
use anyhow::Result;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::style::{Attribute, Color, Print, SetAttribute, SetForegroundColor};
use crossterm::terminal::{
    self, BeginSynchronizedUpdate, Clear, ClearType, DisableLineWrap, EnableLineWrap, EndSynchronizedUpdate,
    EnterAlternateScreen, LeaveAlternateScreen,
};
use crossterm::{cursor, execute, queue};
use std::io::{Stdout, Write, stdout};
use std::time::Duration;

/// Command of a key, or of a new size of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Quit,
    /// Check once more, though nothing was saved.
    CheckAgain,
    /// Scroll down by a number of rows, or up by a negative one.
    Scroll(isize),
    /// Draw again: the terminal has another size.
    Redraw,
}

/// The terminal's alternate screen in raw mode, until it is dropped.
pub(super) struct Terminal {
    out: Stdout,
}

impl Terminal {
    /// Switches to the alternate screen.
    ///
    /// # Errors
    /// If the terminal does not accept the commands.
    pub(super) fn new() -> Result<Self> {
        terminal::enable_raw_mode()?;
        // From here on `drop` restores the terminal, even if the next line fails.
        let mut terminal = Terminal { out: stdout() };
        execute!(terminal.out, EnterAlternateScreen, DisableLineWrap, cursor::Hide)?;
        Ok(terminal)
    }

    /// Returns width and height in characters.
    pub(super) fn size() -> (usize, usize) {
        // The classic size of a terminal where it is unknown.
        let (width, height) = terminal::size().unwrap_or((80, 24));
        (usize::from(width.max(1)), usize::from(height.max(1)))
    }

    /// Draws rows from the top.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub(super) fn draw(&mut self, rows: &[Row]) -> Result<()> {
        queue!(self.out, BeginSynchronizedUpdate)?;
        for (y, row) in (0u16..).zip(rows) {
            queue!(self.out, cursor::MoveTo(0, y), SetAttribute(Attribute::Reset))?;
            match row.style {
                Style::Bar => queue!(self.out, SetAttribute(Attribute::Reverse))?,
                Style::Plain => {}
                Style::Good => queue!(self.out, SetForegroundColor(Color::Green))?,
                Style::Bad => queue!(self.out, SetForegroundColor(Color::Red))?,
                Style::Dim => queue!(self.out, SetAttribute(Attribute::Dim))?,
            }
            queue!(self.out, Clear(ClearType::UntilNewLine), Print(&row.text))?;
        }
        queue!(self.out, SetAttribute(Attribute::Reset), EndSynchronizedUpdate)?;
        Ok(self.out.flush()?)
    }

    /// Waits for the next command, for at most `timeout`.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub(super) fn command(timeout: Duration) -> Result<Option<Command>> {
        if !event::poll(timeout)? {
            return Ok(None);
        }
        Ok(match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => command_of_key(key),
            Event::Resize(..) => Some(Command::Redraw),
            _ => None,
        })
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // If the terminal is gone there is nothing to restore.
        let _ = execute!(self.out, EnableLineWrap, cursor::Show, LeaveAlternateScreen);
        let _ = terminal::disable_raw_mode();
    }
}

/// Returns the command of a key.
fn command_of_key(key: KeyEvent) -> Option<Command> {
    const PAGE: isize = 10;
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        // In raw mode Ctrl-C is a key like any other.
        return matches!(key.code, KeyCode::Char('c' | 'd')).then_some(Command::Quit);
    }
    match key.code {
        KeyCode::Char('q') | KeyCode::Esc => Some(Command::Quit),
        KeyCode::Char('r') => Some(Command::CheckAgain),
        KeyCode::Down | KeyCode::Char('j') => Some(Command::Scroll(1)),
        KeyCode::Up | KeyCode::Char('k') => Some(Command::Scroll(-1)),
        KeyCode::PageDown | KeyCode::Char(' ') => Some(Command::Scroll(PAGE)),
        KeyCode::PageUp => Some(Command::Scroll(-PAGE)),
        KeyCode::Home => Some(Command::Scroll(isize::MIN)),
        KeyCode::End => Some(Command::Scroll(isize::MAX)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys() {
        for (code, modifiers, expected) in [
            (KeyCode::Char('q'), KeyModifiers::NONE, Some(Command::Quit)),
            (KeyCode::Char('c'), KeyModifiers::CONTROL, Some(Command::Quit)),
            (KeyCode::Char('c'), KeyModifiers::NONE, None),
            (KeyCode::Up, KeyModifiers::NONE, Some(Command::Scroll(-1))),
        ] {
            assert_eq!(command_of_key(KeyEvent::new(code, modifiers)), expected);
        }
    }
}
