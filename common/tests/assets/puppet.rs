//! The paper puppet: every part has its picture, of the size that is written.

use crate::figure::asset;
use common::graphics::Picture;
use serde::Deserialize;

#[derive(Deserialize)]
struct Puppet {
    part: Vec<Part>,
}

#[derive(Deserialize)]
struct Part {
    name: String,
    image: String,
    size: [u32; 2],
    pivot: [f32; 2],
    parent: Option<String>,
    pin: Option<[f32; 2]>,
    layer: i32,
}

#[test]
fn parts_fit_their_pictures() {
    let text = std::fs::read_to_string(asset("puppet/puppet.toml")).unwrap();
    let puppet: Puppet = toml::from_str(&text).unwrap();
    assert_eq!(puppet.part.len(), 15);
    for (place, part) in puppet.part.iter().enumerate() {
        let picture = Picture::read_png(&asset("puppet").join(&part.image)).unwrap();
        assert_eq!([picture.width, picture.height], part.size, "{}", part.name);
        let inside = |[x, y]: [f32; 2], [width, height]: [u32; 2]| {
            (0.0..width as f32).contains(&x) && (0.0..height as f32).contains(&y)
        };
        assert!(inside(part.pivot, part.size), "{}: pivot {:?}", part.name, part.pivot);
        let parent = part.parent.as_ref().map(|name| {
            let known = puppet.part[..place].iter().find(|other| other.name == *name);
            known.unwrap_or_else(|| panic!("{}: its parent {name} comes before it", part.name))
        });
        assert_eq!(parent.is_some(), part.pin.is_some(), "{}", part.name);
        if let (Some(parent), Some(pin)) = (parent, part.pin) {
            assert_ne!(part.layer, parent.layer, "{}: which lies in front?", part.name);
            assert!(inside(pin, parent.size), "{}: pin {pin:?} on {}", part.name, parent.name);
        }
        // Cut out: see-through at the corner, opaque at the pivot.
        assert_eq!(picture.pixel(0, 0)[3], 0, "{}", part.name);
        let [x, y] = part.pivot.map(|c| c as u32);
        assert_eq!(picture.pixel(x, y)[3], 255, "{}", part.name);
    }
}
