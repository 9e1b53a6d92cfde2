//! Parts of panels: keys and input, text, layout, colours, messages. It knows `graphics`, and no figure.

pub mod fonts;
pub mod gui;
pub mod input;
pub mod keys;
pub mod labels;
pub mod layout;
pub mod live;
pub mod messages;
pub mod options;
pub mod paint;
pub mod screen;
pub mod text;
pub mod theme;
pub mod view;

pub use fonts::Fonts;
pub use gui::{Gui, GuiRenderer};
pub use input::{Button, Input};
pub use keys::{Action, KeyCode};
pub use messages::{Level, Message};
pub use options::{DisplayOptions, SkinningMethod};
pub use screen::Screen;
pub use view::View;
