//! The paper puppet: every part has its picture, and pinned together they make the figure.

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

fn puppet() -> Puppet {
    let text = std::fs::read_to_string(asset("puppet/puppet.toml")).unwrap();
    toml::from_str(&text).unwrap()
}

fn picture(part: &Part) -> Picture {
    Picture::read_png(&asset("puppet").join(&part.image)).unwrap()
}

#[test]
fn parts_fit_their_pictures() {
    let puppet = puppet();
    assert_eq!(puppet.part.len(), 15);
    for (place, part) in puppet.part.iter().enumerate() {
        let picture = picture(part);
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
        // Cut out: two see-through pixels around, opaque at the pivot.
        let [width, height] = part.size;
        for (x, y) in (0..width).flat_map(|x| (0..height).map(move |y| (x, y))) {
            let rim = x.min(y) < 2 || x + 2 >= width || y + 2 >= height;
            assert!(!rim || picture.pixel(x, y)[3] == 0, "{}: at {x}, {y}", part.name);
        }
        let [x, y] = part.pivot.map(|c| c as u32);
        assert_eq!(picture.pixel(x, y)[3], 255, "{}", part.name);
    }
}

/// Where each picture's top left corner lies with no part turned, the torso's at 0, 0.
fn corners(puppet: &Puppet) -> Vec<[i32; 2]> {
    let mut corners: Vec<[i32; 2]> = Vec::new();
    for part in &puppet.part {
        let corner = part.parent.as_ref().map_or([0, 0], |parent| {
            let parent = puppet.part.iter().position(|other| other.name == *parent).unwrap();
            let pin = part.pin.unwrap();
            [0, 1].map(|axis| corners[parent][axis] + (pin[axis] - part.pivot[axis]) as i32)
        });
        corners.push(corner);
    }
    corners
}

#[test]
fn figure_is_as_large_as_it_says() {
    let puppet = puppet();
    let corners = corners(&puppet);
    let rows = puppet.part.iter().zip(&corners).map(|(part, c)| (c[1], c[1] + part.size[1] as i32));
    let (tops, bottoms): (Vec<i32>, Vec<i32>) = rows.unzip();
    let height = bottoms.iter().max().unwrap() - tops.iter().min().unwrap();
    let readme = std::fs::read_to_string(asset("README.md")).unwrap();
    assert!(readme.contains(&format!("the whole figure is {height} pixels high")), "{height}");
    let place = |name: &str| puppet.part.iter().position(|part| part.name == name).unwrap();
    let sides = ["left", "right"].map(|side| corners[place(&format!("upper_arm_{side}"))][0]);
    assert!(sides[0] > sides[1], "its left arm is on our right");
}

/// Another reader of `puppet.toml` than the script puts the parts together, at rest, and finds the
/// left half of the preview.
#[test]
fn preview_shows_the_parts_pinned_together() {
    const BACKGROUND: [f32; 3] = [70.0, 84.0, 96.0];
    const SHADOW: [i32; 2] = [5, 6];
    let preview = Picture::read_png(&asset("puppet/preview.png")).unwrap();
    let (width, height) = (preview.width as i32, 2 * preview.height as i32);
    let puppet = puppet();
    let corners = corners(&puppet);
    let mut order: Vec<usize> = (0..puppet.part.len()).collect();
    order.sort_by_key(|part| puppet.part[*part].layer);
    // The torso's middle is the figure's; the top of the ears is where the search begins.
    let top = puppet.part.iter().zip(&corners).map(|(_, corner)| corner[1]).min().unwrap();
    let middle = puppet.part[0].pivot[0] as i32;
    let mut canvas = vec![BACKGROUND; (width * height) as usize];
    let mut lay = |place: [i32; 2], colour: [f32; 3], fraction: f32| {
        if (0..width).contains(&place[0]) && (0..height).contains(&place[1]) {
            let pixel = &mut canvas[(place[1] * width + place[0]) as usize];
            for (old, new) in pixel.iter_mut().zip(colour) {
                *old += fraction * (new - *old);
            }
        }
    };
    for part in order {
        let picture = picture(&puppet.part[part]);
        let at = [corners[part][0] + width / 2 - middle, corners[part][1] - top];
        for shadow in [true, false] {
            for (x, y) in (0..picture.width).flat_map(|x| (0..picture.height).map(move |y| (x, y))) {
                let [r, g, b, a] = picture.pixel(x, y).map(f32::from);
                let place = [at[0] + x as i32, at[1] + y as i32];
                if shadow {
                    let below = [place[0] + SHADOW[0], place[1] + SHADOW[1]];
                    lay(below, [0.0; 3], 0.22 * a / 255.0);
                } else {
                    lay(place, [r, g, b], a / 255.0);
                }
            }
        }
    }
    // How far down the figure stands is the preview's own choice.
    let difference = |down: i32| {
        let mut sum = 0.0;
        for (x, y) in (0..preview.width / 2).flat_map(|x| (0..preview.height).map(move |y| (x, y))) {
            let shown = preview.pixel(x, y);
            for channel in 0..3 {
                let mut mean = 0.0;
                for (i, j) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                    let [u, v] = [2 * x as i32 + i, 2 * y as i32 + j - down];
                    let inside = (0..height).contains(&v);
                    let pixel = if inside { canvas[(v * width + u) as usize] } else { BACKGROUND };
                    mean += pixel[channel] / 4.0;
                }
                sum += (mean - f32::from(shown[channel])).abs();
            }
        }
        sum / (preview.width / 2 * preview.height * 3) as f32
    };
    let least = (0..80).map(difference).fold(f32::MAX, f32::min);
    assert!(least < 0.5, "{least} of 255 on average");
}
