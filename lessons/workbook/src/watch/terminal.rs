//! The terminal: rows out, keys in, and everything as it was at the end.

use super::screen::{Row, Style};
use anyhow::Result;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::style::{Attribute, Color, Print, SetAttribute, SetForegroundColor};
use crossterm::terminal::{
    self, BeginSynchronizedUpdate, Clear, ClearType, DisableLineWrap, EnableLineWrap,
    EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
};
use crossterm::{cursor, execute, queue};
use std::io::{Stdout, Write, stdout};
use std::time::Duration;

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// To stop.
    Quit,
    /// To check once more, though nothing was saved.
    Again,
    /// To see other rows: so many further down.
    Scroll(isize),
    /// To see the same again: the screen has another size.
    Redraw,
}

/// A screen of our own, until it is dropped.
pub(super) struct Terminal {
    out: Stdout,
}

impl Terminal {
    /// # Errors
    /// If the terminal does not take the commands.
    pub(super) fn new() -> Result<Self> {
        terminal::enable_raw_mode()?;
        // From here on, `drop` puts things right even if the next line fails.
        let mut terminal = Terminal { out: stdout() };
        execute!(terminal.out, EnterAlternateScreen, DisableLineWrap, cursor::Hide)?;
        Ok(terminal)
    }

    /// Columns and rows.
    pub(super) fn size() -> (usize, usize) {
        // Where it cannot be asked, the size that terminals have had since they were of glass.
        let (width, height) = terminal::size().unwrap_or((80, 24));
        (usize::from(width.max(1)), usize::from(height.max(1)))
    }

    /// Draws all rows, from the top.
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

    /// The next wish, if one comes within `patience`.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub(super) fn wish(patience: Duration) -> Result<Option<Wish>> {
        if !event::poll(patience)? {
            return Ok(None);
        }
        Ok(match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => wish(key),
            Event::Resize(..) => Some(Wish::Redraw),
            _ => None,
        })
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // If the terminal is gone there is nothing to put right.
        let _ = execute!(self.out, EnableLineWrap, cursor::Show, LeaveAlternateScreen);
        let _ = terminal::disable_raw_mode();
    }
}

fn wish(key: KeyEvent) -> Option<Wish> {
    const PAGE: isize = 10;
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        // In raw mode Ctrl-C is a key like any other.
        return matches!(key.code, KeyCode::Char('c' | 'd')).then_some(Wish::Quit);
    }
    match key.code {
        KeyCode::Char('q') | KeyCode::Esc => Some(Wish::Quit),
        KeyCode::Char('r') => Some(Wish::Again),
        KeyCode::Down | KeyCode::Char('j') => Some(Wish::Scroll(1)),
        KeyCode::Up | KeyCode::Char('k') => Some(Wish::Scroll(-1)),
        KeyCode::PageDown | KeyCode::Char(' ') => Some(Wish::Scroll(PAGE)),
        KeyCode::PageUp => Some(Wish::Scroll(-PAGE)),
        KeyCode::Home => Some(Wish::Scroll(isize::MIN)),
        KeyCode::End => Some(Wish::Scroll(isize::MAX)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys() {
        let of = |code, modifiers| wish(KeyEvent::new(code, modifiers));
        let plain = KeyModifiers::NONE;
        assert_eq!(of(KeyCode::Char('q'), plain), Some(Wish::Quit));
        assert_eq!(of(KeyCode::Char('c'), KeyModifiers::CONTROL), Some(Wish::Quit));
        assert_eq!(of(KeyCode::Char('c'), plain), None);
        assert_eq!(of(KeyCode::Up, plain), Some(Wish::Scroll(-1)));
    }
}
