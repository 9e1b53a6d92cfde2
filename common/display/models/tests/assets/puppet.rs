//! The paper puppet: every part has its picture, and pinned together the parts make the figure.

use crate::figure::asset;
use graphics::Picture;
use serde::Deserialize;

const BACKGROUND: [f32; 3] = [70.0, 84.0, 96.0];

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
    for (index, part) in puppet.part.iter().enumerate() {
        let picture = picture(part);
        assert_eq!([picture.width, picture.height], part.size, "{}", part.name);
        assert!(is_inside(part.pivot, part.size), "{}: pivot {:?}", part.name, part.pivot);
        let parent = part.parent.as_ref().map(|name| {
            let known = puppet.part[..index].iter().find(|other| other.name == *name);
            known.unwrap_or_else(|| panic!("{}: its parent {name} comes before it", part.name))
        });
        assert_eq!(parent.is_some(), part.pin.is_some(), "{}", part.name);
        if let (Some(parent), Some(pin)) = (parent, part.pin) {
            assert_ne!(part.layer, parent.layer, "{}: which lies in front?", part.name);
            assert!(is_inside(pin, parent.size), "{}: pin {pin:?} on {}", part.name, parent.name);
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

fn is_inside([x, y]: [f32; 2], [width, height]: [u32; 2]) -> bool {
    (0.0..width as f32).contains(&x) && (0.0..height as f32).contains(&y)
}

/// The top left corner of each picture when no part is turned, relative to the torso's.
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
fn figure_has_the_height_of_the_readme() {
    let puppet = puppet();
    let corners = corners(&puppet);
    let rows = puppet.part.iter().zip(&corners).map(|(part, c)| (c[1], c[1] + part.size[1] as i32));
    let (tops, bottoms): (Vec<i32>, Vec<i32>) = rows.unzip();
    let height = bottoms.iter().max().unwrap() - tops.iter().min().unwrap();
    let readme = std::fs::read_to_string(asset("README.md")).unwrap();
    assert!(readme.contains(&format!("the whole figure is {height} pixels high")), "{height}");
    let sides = ["left", "right"].map(|side| {
        let arm = puppet.part.iter().position(|part| part.name == format!("upper_arm_{side}")).unwrap();
        corners[arm][0]
    });
    assert!(sides[0] > sides[1], "its left arm is on our right");
}

/// The parts, put together at rest by another reader of `puppet.toml` than the script, make the left half of the preview.
#[test]
fn preview_shows_the_parts_pinned_together() {
    const SHADOW: [i32; 2] = [5, 6];
    let preview = Picture::read_png(&asset("puppet/preview.png")).unwrap();
    let width = preview.width as i32;
    let height = 2 * preview.height as i32;
    let puppet = puppet();
    let corners = corners(&puppet);
    let mut order: Vec<usize> = (0..puppet.part.len()).collect();
    order.sort_by_key(|part| puppet.part[*part].layer);
    // The torso's middle is the figure's; the search begins at the top of the ears.
    let top = puppet.part.iter().zip(&corners).map(|(_, corner)| corner[1]).min().unwrap();
    let middle = puppet.part[0].pivot[0] as i32;
    let mut canvas = Canvas { width, height, pixels: vec![BACKGROUND; (width * height) as usize] };
    for part in order {
        let picture = picture(&puppet.part[part]);
        let at = [corners[part][0] + width / 2 - middle, corners[part][1] - top];
        for shadow in [true, false] {
            for (x, y) in (0..picture.width).flat_map(|x| (0..picture.height).map(move |y| (x, y))) {
                let [r, g, b, a] = picture.pixel(x, y).map(f32::from);
                let place = [at[0] + x as i32, at[1] + y as i32];
                if shadow {
                    let below = [place[0] + SHADOW[0], place[1] + SHADOW[1]];
                    canvas.blend(below, [0.0; 3], 0.22 * a / 255.0);
                } else {
                    canvas.blend(place, [r, g, b], a / 255.0);
                }
            }
        }
    }
    // The height of the figure in the preview is the script's own choice.
    let least = (0..80).map(|down| canvas.preview_difference(&preview, down)).fold(f32::MAX, f32::min);
    assert!(least < 0.5, "{least} of 255 on average");
}

/// A picture of twice the preview's resolution.
struct Canvas {
    width: i32,
    height: i32,
    pixels: Vec<[f32; 3]>,
}

impl Canvas {
    fn blend(&mut self, place: [i32; 2], colour: [f32; 3], fraction: f32) {
        if (0..self.width).contains(&place[0]) && (0..self.height).contains(&place[1]) {
            let pixel = &mut self.pixels[(place[1] * self.width + place[0]) as usize];
            for (old, new) in pixel.iter_mut().zip(colour) {
                *old += fraction * (new - *old);
            }
        }
    }

    /// Returns the mean difference between the preview's left half and this canvas, moved down.
    fn preview_difference(&self, preview: &Picture, down: i32) -> f32 {
        let mut sum = 0.0;
        for (x, y) in (0..preview.width / 2).flat_map(|x| (0..preview.height).map(move |y| (x, y))) {
            let expected = preview.pixel(x, y);
            for channel in 0..3 {
                let mut mean = 0.0;
                for (i, j) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                    let [u, v] = [2 * x as i32 + i, 2 * y as i32 + j - down];
                    let inside = (0..self.height).contains(&v);
                    let pixel = if inside { self.pixels[(v * self.width + u) as usize] } else { BACKGROUND };
                    mean += pixel[channel] / 4.0;
                }
                sum += (mean - f32::from(expected[channel])).abs();
            }
        }
        sum / (preview.width / 2 * preview.height * 3) as f32
    }
}
