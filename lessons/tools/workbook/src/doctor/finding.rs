//! The result of one of doctor's checks.

use serde::Serialize;

/// Result of looking for something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Health {
    /// Found.
    Good,
    /// Found, with a remark.
    Note,
    /// Needed, and not found.
    Missing,
    /// Could not be checked.
    Unknown,
}

/// Something that the system's package manager can install.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Need {
    /// A C++ compiler, for Dear `ImGui`.
    CppCompiler,
    /// EGL and a driver that draws without a graphics card.
    OpenGl,
    /// The libraries of a window under X11.
    X11,
    /// The libraries of a window under Wayland.
    Wayland,
}

/// A line of the report.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Finding {
    /// Tool or library that was looked for.
    pub(crate) what: String,
    /// The result.
    pub(crate) health: Health,
    /// Version or path; of a missing thing, the consequence.
    pub(crate) detail: String,
    /// Need for which a package is to be installed.
    pub(crate) need: Option<Need>,
}

impl Finding {
    pub(crate) fn good(what: &str, detail: impl Into<String>) -> Self {
        Self { what: what.into(), health: Health::Good, detail: detail.into(), need: None }
    }

    pub(crate) fn note(what: &str, detail: impl Into<String>) -> Self {
        Self { health: Health::Note, ..Self::good(what, detail) }
    }

    pub(crate) fn missing(what: &str, detail: impl Into<String>, need: Option<Need>) -> Self {
        Self { health: Health::Missing, need, ..Self::good(what, detail) }
    }

    pub(crate) fn unknown(what: &str, detail: impl Into<String>) -> Self {
        Self { health: Health::Unknown, ..Self::good(what, detail) }
    }

    pub(crate) fn is_missing(&self) -> bool {
        self.health == Health::Missing
    }

    /// Returns the line of the report: `ok       Rust             1.95.0`.
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
