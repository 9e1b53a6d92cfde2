//! A table of files: the banner with other values, and what comes of each.

use super::{
    digest::digest,
    support::{File, banner, warnings},
};
use serde_json::{Value, json};
use std::fs;

/// Each entry of `cases.txt` gives the lines below it: warnings, a refusal, and with `=` the lines of the model's digest that
/// differ from the banner's. An entry has one or more values of the banner's JSON that are replaced, removed, or, with `-` as
/// the last key, appended; `{ "f32": [[1, 2]] }` and the like are accessors of numbers. With `ARMATURE_UPDATE` set, the lines
/// are written instead of compared: read them before keeping them.
#[test]
fn what_comes_of_each_file() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/formats/gltf/cases.txt");
    let text = fs::read_to_string(path).unwrap();
    let plain = digest(&banner().load().unwrap().model);
    let mut got = String::new();
    for entry in text.lines().filter(|line| line.starts_with(['/', '#'])) {
        got += &format!("{entry}\n");
        if entry.starts_with('#') {
            continue;
        }
        let mut file = banner();
        for assignment in entry.split(" & ") {
            let (pointer, value) = assignment.split_once(" = ").unwrap_or_else(|| panic!("{assignment}"));
            assign(&mut file, pointer, value);
        }
        match file.load() {
            Err(error) => got += &format!("    refused: {error}\n"),
            Ok(loaded) => {
                for warning in warnings(&loaded) {
                    got += &format!("    {warning}\n");
                }
                for line in digest(&loaded.model).iter().filter(|line| !plain.contains(line)) {
                    got += &format!("    = {line}\n");
                }
            }
        }
    }
    let got = got.replace("model.gltf: ", "");
    if std::env::var_os("ARMATURE_UPDATE").is_some() {
        fs::write(path, &got).unwrap();
    }
    for (number, (got, want)) in got.lines().zip(text.lines()).enumerate() {
        assert_eq!(got, want, "line {}", number + 1);
    }
    assert_eq!(got.len(), text.len());
}

/// Replaces, removes or appends the value at a pointer.
fn assign(file: &mut File, pointer: &str, value: &str) {
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    if value == "removed" {
        file.json.pointer_mut(parent).unwrap().as_object_mut().unwrap().remove(key);
        return;
    }
    let value: Value = serde_json::from_str(value).unwrap_or_else(|error| panic!("{value}: {error}"));
    let value = add_accessors(file, value);
    let parent = file.json.pointer_mut(parent).unwrap_or_else(|| panic!("{pointer}"));
    match parent {
        Value::Array(list) if key == "-" => list.push(value),
        Value::Array(list) => list[key.parse::<usize>().unwrap()] = value,
        _ => parent[key] = value,
    }
}

/// Adds an accessor for each object such as `{ "f32": [[1, 2]] }` in a value, and puts its index in the object's place.
fn add_accessors(file: &mut File, value: Value) -> Value {
    const TYPES: [(&str, u32, usize); 6] =
        [("i8", 5120, 1), ("u8", 5121, 1), ("i16", 5122, 2), ("u16", 5123, 2), ("u32", 5125, 4), ("f32", 5126, 4)];
    match value {
        Value::Array(list) => list.into_iter().map(|value| add_accessors(file, value)).collect(),
        Value::Object(fields) => {
            let known = TYPES.into_iter().find_map(|it| Some((it, fields.get(it.0)?.as_array()?)));
            let Some(((name, code, size), elements)) = known else {
                return fields.into_iter().map(|(key, value)| (key, add_accessors(file, value))).collect();
            };
            let mut bytes = Vec::new();
            for number in elements.iter().flat_map(|element| element.as_array().unwrap()) {
                // NaN is `null` in JSON.
                match name {
                    "f32" => bytes.extend((number.as_f64().unwrap_or(f64::NAN) as f32).to_le_bytes()),
                    _ => bytes.extend(&number.as_i64().unwrap().to_le_bytes()[..size]),
                }
            }
            let width = elements.first().map_or(1, |element| element.as_array().unwrap().len());
            json!(file.accessor(width, code, &bytes))
        }
        other => other,
    }
}
