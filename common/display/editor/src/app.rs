//! The editor as a separate program, on the finished functions.

use super::{Editor, Finished};
use anyhow::{Result, anyhow};
use graphics::{Gl, Target};
use player::{FADES, Subject};
use std::path::Path;
use ui::{Input, Message, Screen, View};
use verdict::wording::nearest_quoted;
use window::{App, AppInfo};

/// The app of `cargo figure edit`.
pub struct EditorApp {
    editor: Editor,
    gl: Gl,
    readme: &'static str,
    is_new: bool,
}

impl EditorApp {
    /// Edits a figure's file, or a container; animations are saved beside it, or in `folder`.
    ///
    /// # Errors
    /// If the file cannot be loaded.
    pub fn open(gl: &Gl, file: &Path, folder: Option<&Path>, readme: &'static str) -> Result<Self> {
        let mut editor = Editor::open(gl, file, folder)?;
        editor.perform(&mut Finished);
        Ok(Self { editor, gl: gl.clone(), readme, is_new: false })
    }

    /// Shows a clip.
    ///
    /// # Errors
    /// If there is none of that name.
    pub fn select_clip(&mut self, name: &str) -> Result<()> {
        let names: Vec<&str> = self.editor.document().clips.iter().map(|clip| clip.name.as_str()).collect();
        let index = names.iter().position(|known| *known == name);
        let index = index.ok_or_else(|| anyhow!("no clip \"{name}\": there are {}", nearest_quoted(name, names)))?;
        self.editor.actor().select_clip(index);
        Ok(())
    }

    /// Makes clips fade into one another if they are chosen while the figure plays.
    pub fn set_fade(&mut self) {
        self.editor.actor().fade.seconds = FADES[0];
    }
}

impl App for EditorApp {
    fn subject(&mut self) -> &mut dyn Subject {
        &mut self.editor
    }

    fn title(&self) -> String {
        self.editor.title()
    }

    fn info(&self) -> AppInfo {
        AppInfo { readme: self.readme, ..AppInfo::default() }
    }

    fn update(&mut self, input: &Input, seconds: f32) {
        self.editor.update(input, seconds);
        self.editor.perform(&mut Finished);
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View) -> Result<()> {
        self.editor.draw(target, view)
    }

    fn ui(&mut self, screen: &Screen<'_>) {
        self.editor.ui(screen);
    }

    fn messages(&self) -> Vec<Message> {
        self.editor.messages()
    }

    /// Opens another figure. What is not saved of this one is in the file of its session.
    fn dropped(&mut self, file: &Path) {
        match Self::open(&self.gl, file, None, self.readme) {
            Ok(opened) => {
                self.editor = opened.editor;
                self.is_new = true;
            }
            Err(error) => self.editor.session.error(format!("{}: {error:#}", file.display())),
        }
    }

    fn take_new_scene(&mut self) -> bool {
        std::mem::take(&mut self.is_new)
    }

    fn describe(&mut self) -> String {
        self.editor.describe()
    }
}
