//! Catches panics of glium, which panics where it could return an error.

use given::CallErrorKind;

/// Calls `f` and returns its result, or the message of its panic, which is not printed.
///
/// A second panic hook beside that of `given` would not do: while it is installed, a panic on another thread reaches neither.
///
/// # Errors
/// The panic's message.
pub fn quietly<T>(f: impl FnOnce() -> T) -> Result<T, String> {
    given::catch_quickly(f).map_err(|error| match error.kind {
        CallErrorKind::Panicked { message, .. } => message,
        kind => kind.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_its_message() {
        assert_eq!(quietly(|| 7), Ok(7));
        assert_eq!(quietly(|| panic!("number {}", 8)), Err::<(), _>("number 8".to_string()));
        assert_eq!(quietly(|| panic!("plain")), Err::<(), _>("plain".to_string()));
    }
}
