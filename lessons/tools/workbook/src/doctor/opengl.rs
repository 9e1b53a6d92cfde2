//! Checks OpenGL by running the viewer, since this program links no graphics.

use super::Finding;
use crate::build;
use serde::Deserialize;
use std::process::Command;

/// Output of `viewer --opengl`.
#[derive(Deserialize)]
struct OpenGlReport {
    version: String,
    renderer: String,
    software: bool,
}

const WHAT: &str = "OpenGL";

/// Checks OpenGL: builds the viewer and runs it with `--opengl`.
pub(super) fn check() -> Finding {
    let viewer = match build::program("viewer") {
        Ok(viewer) => viewer,
        Err(error) => return Finding::missing("viewer", format!("{error:#}"), None),
    };
    match Command::new(viewer).arg("--opengl").output() {
        Ok(output) if output.status.success() => finding_from(&output.stdout),
        Ok(output) => {
            let errors = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            Finding::missing(WHAT, errors, Some(super::Need::OpenGl))
        }
        Err(error) => Finding::missing(WHAT, error.to_string(), None),
    }
}

/// Returns the finding for the viewer's output.
fn finding_from(json: &[u8]) -> Finding {
    let report: OpenGlReport = match serde_json::from_slice(json) {
        Ok(report) => report,
        Err(error) => return Finding::unknown(WHAT, format!("no readable answer: {error}")),
    };
    let OpenGlReport { version, renderer, software } = report;
    let detail = format!("{version}, {renderer}");
    if software {
        Finding::note(WHAT, format!("{detail}: drawn by the CPU, correct but slower"))
    } else {
        Finding::good(WHAT, detail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::Health;

    fn report(software: bool) -> Finding {
        finding_from(format!(r#"{{"version":"4.5","renderer":"some card","software":{software}}}"#).as_bytes())
    }

    #[test]
    fn software_rendering_is_reported() {
        assert_eq!(report(false).health, Health::Good);
        assert!(report(true).detail.contains("by the CPU"));
        assert_eq!(finding_from(b"oops").health, Health::Unknown);
    }
}
