//! Lets the functions of Dear `ImGui` out of the shared library.
//!
//! Rust hides what is not Rust's own in a shared library, but a lesson's sliders are generic functions of
//! the crate `imgui`, compiled with the lesson, and these call the C functions behind it.

use std::{env, error::Error, fs, path::PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var("TARGET")? == "x86_64-unknown-linux-gnu" {
        let script = PathBuf::from(env::var("OUT_DIR")?).join("imgui.map");
        fs::write(&script, "{ global: ig*; Im*; };\n")?;
        // A second list of names beside Rust's own: LLD, which Rust brings along, and gold read both.
        println!("cargo::rustc-link-arg=-Wl,--version-script={}", script.display());
    }
    Ok(())
}
