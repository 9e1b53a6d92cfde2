//! One thing that was looked at.

use serde::Serialize;

/// How it stands with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Health {
    /// There.
    Good,
    /// There, with something to know about it.
    Note,
    /// Not there, and needed.
    Missing,
    /// Could not be looked at.
    Unknown,
}

/// What a system's package manager can bring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Need {
    /// A C++ compiler, for Dear `ImGui`.
    CppCompiler,
    /// EGL and a driver that draws without a graphics card.
    OpenGl,
    /// What a window under X11 loads when it opens.
    X11,
    /// What a window under Wayland loads when it opens.
    Wayland,
}

/// A line of the report.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Finding {
    /// What was looked for.
    pub(crate) what: String,
    /// Whether it is there.
    pub(crate) health: Health,
    /// Its version, its path, or what its absence means.
    pub(crate) detail: String,
    /// What would bring it.
    pub(crate) need: Option<Need>,
}

impl Finding {
    /// It is there.
    pub(crate) fn good(what: &str, detail: impl Into<String>) -> Self {
        Self { what: what.into(), health: Health::Good, detail: detail.into(), need: None }
    }

    /// It is there, but.
    pub(crate) fn note(what: &str, detail: impl Into<String>) -> Self {
        Self { health: Health::Note, ..Self::good(what, detail) }
    }

    /// It is not there.
    pub(crate) fn missing(what: &str, detail: impl Into<String>, need: Option<Need>) -> Self {
        Self { health: Health::Missing, need, ..Self::good(what, detail) }
    }

    /// It could not be looked at.
    pub(crate) fn unknown(what: &str, detail: impl Into<String>) -> Self {
        Self { health: Health::Unknown, ..Self::good(what, detail) }
    }

    /// Needed, and not there.
    pub(crate) fn is_missing(&self) -> bool {
        self.health == Health::Missing
    }

    /// `ok       Rust             1.95.0`
    pub(crate) fn line(&self) -> String {
        let word = match self.health {
            Health::Good => "ok",
            Health::Note => "note",
            Health::Missing => "MISSING",
            Health::Unknown => "?",
        };
        format!("{word:<8} {:<16} {}\n", self.what, self.detail)
    }
}
