//! No code. See Cargo.toml: `cargo add --path ../lessons/19-own-program/features`.
