//! Any text as a list of numbers: bit for bit what the standard library reads, number by number.
#![no_main]

use armature::collada::numbers;
use libfuzzer_sys::fuzz_target;

fn floats(text: &str) -> Option<Vec<f32>> {
    let mut values = Vec::new();
    numbers::floats(text, &mut values).ok().map(|_| values)
}

fn doubles(text: &str) -> Option<Vec<f64>> {
    let mut values = Vec::new();
    numbers::doubles(text, &mut values).ok().map(|_| values)
}

fn integers(text: &str) -> Option<Vec<i32>> {
    let mut values = Vec::new();
    numbers::integers(text, &mut values).ok().map(|()| values)
}

fuzz_target!(|text: &str| {
    let tokens = || text.split(|c: char| c <= ' ').filter(|token| !token.is_empty());
    // Where the standard library reads all of it, so must the loader, and the same.
    let strict: Result<Vec<f32>, _> = tokens().map(str::parse).collect();
    if let Ok(want) = strict {
        let got = floats(text).expect("the standard library reads it");
        assert_eq!(got.len(), want.len());
        for (got, want) in got.iter().zip(&want) {
            assert!(got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan());
        }
        let want: Vec<f64> =
            tokens().map(|token| token.parse().expect("an f32 is an f64")).collect();
        let got = doubles(text).expect("the standard library reads it");
        assert!(
            got.iter()
                .zip(&want)
                .all(|(a, b)| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan())
        );
    }
    let strict: Result<Vec<i32>, _> = tokens().map(str::parse).collect();
    if let Ok(want) = strict {
        assert_eq!(integers(text), Some(want));
    }
    // Anything else is refused, or is one of the odd spellings.
    let (_, _, _) = (floats(text), doubles(text), integers(text));
});
