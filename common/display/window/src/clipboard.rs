//! The system's clipboard for what is copied in a window: imgui's own is known to no other program.

use imgui::ClipboardBackend;

/// The system's clipboard, opened when it is first used; where there is none, text that only this window knows.
#[derive(Default)]
pub(super) struct SystemClipboard {
    system: Option<arboard::Clipboard>,
    text: String,
}

impl SystemClipboard {
    /// Returns the open clipboard. It stays open: on X11 the program that copied a text hands it out.
    fn open(&mut self) -> Option<&mut arboard::Clipboard> {
        if self.system.is_none() {
            self.system = arboard::Clipboard::new().ok();
        }
        self.system.as_mut()
    }
}

impl ClipboardBackend for SystemClipboard {
    fn get(&mut self) -> Option<String> {
        let text = self.open().and_then(|system| system.get_text().ok());
        text.or_else(|| (!self.text.is_empty()).then(|| self.text.clone()))
    }

    fn set(&mut self, text: &str) {
        text.clone_into(&mut self.text);
        if let Some(system) = self.open() {
            // A clipboard that another program locks keeps its text.
            let _ = system.set_text(text);
        }
    }
}
