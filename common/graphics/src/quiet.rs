//! Catches panics of glium, which panics where it could return an error.

use std::{
    cell::Cell,
    panic::{self, AssertUnwindSafe},
    sync::Once,
};

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Calls `f` and returns its result, or the message of its panic, which is not printed. Other panic hooks stay in place.
///
/// # Errors
/// The panic's message.
pub fn quietly<T>(f: impl FnOnce() -> T) -> Result<T, String> {
    install_hook();
    let before = QUIET.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(f));
    QUIET.set(before);
    result.map_err(|payload| {
        let text = payload.downcast_ref::<&str>().map(ToString::to_string);
        text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default()
    })
}

fn install_hook() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                before(info);
            }
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_its_message() {
        assert_eq!(quietly(|| 7), Ok(7));
        assert_eq!(quietly(|| panic!("number {}", 8)), Err::<(), _>("number 8".to_string()));
        assert_eq!(quietly(|| panic!("plain")), Err::<(), _>("plain".to_string()));
        assert!(!QUIET.get(), "loud again");
    }
}
