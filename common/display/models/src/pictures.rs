//! Pictures of any file: PNG, JPEG, WebP, BMP and TGA.

use graphics::{Picture, quiet::quietly};
use std::{io::Cursor, path::Path};

/// The longest side that is read, in pixels.
const MAX_SIDE: u32 = 8192;

/// Decodes a picture. The ending of `name` tells a TGA file, which has no magic number.
///
/// # Errors
/// If it is in none of these formats, damaged, or longer than 8192 pixels on a side.
pub fn decode(bytes: &[u8], name: &Path) -> Result<Picture, String> {
    if bytes.starts_with(b"\x89PNG") {
        return Picture::decode_png(bytes);
    }
    let is_tga = name.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("tga"));
    quietly(|| decode_other(bytes, is_tga)).unwrap_or_else(Err)
}

/// Decodes a picture that is no PNG, within limits of size and memory.
fn decode_other(bytes: &[u8], is_tga: bool) -> Result<Picture, String> {
    let mut reader =
        image::ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|error| error.to_string())?;
    if reader.format().is_none() {
        if !is_tga {
            return Err("neither PNG, JPEG, WebP, BMP nor TGA".into());
        }
        reader.set_format(image::ImageFormat::Tga); // the one format without a magic number
    }
    let mut limits = image::Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    reader.limits(limits);
    let image = reader.decode().map_err(|error| error.to_string())?.into_rgba8();
    let (width, height) = image.dimensions();
    Ok(Picture { width, height, rgba: image.into_raw() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use armature::model::Texture;
    use graphics::renderer::read_picture;

    /// Reads `bytes` twice: from a file called `name`, and as the content of an archive.
    fn read_both_ways(name: &str, bytes: &[u8]) -> [Result<Picture, String>; 2] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let packed = Texture::Bytes { name: format!("a.glb/{name}").into(), bytes: bytes.into() };
        [Texture::File(path), packed].map(|texture| read_picture(&texture, decode))
    }

    #[test]
    fn png_bmp_tga_and_webp_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let picture = Picture { width: 2, height: 1, rgba: vec![255, 0, 0, 255, 0, 0, 255, 255] };
        let path = folder.path().join("a");
        picture.write_png(&path).unwrap();
        let both = read_both_ways("a.PNG", &std::fs::read(&path).unwrap());
        assert_eq!(both, [Ok(picture.clone()), Ok(picture.clone())]);
        let image = image::RgbaImage::from_raw(2, 1, picture.rgba.clone()).unwrap();
        for (name, format) in [
            ("a.bmp", image::ImageFormat::Bmp),
            ("a.Tga", image::ImageFormat::Tga),
            ("a.webp", image::ImageFormat::WebP),
        ] {
            image.save_with_format(&path, format).unwrap();
            let both = read_both_ways(name, &std::fs::read(&path).unwrap());
            assert_eq!(both, [Ok(picture.clone()), Ok(picture.clone())], "{name}");
        }
    }

    #[test]
    fn what_is_no_texture_says_why() {
        let neither = "neither PNG, JPEG, WebP, BMP nor TGA";
        for (name, bytes, why) in [
            ("a.png", &b"hello"[..], neither),
            ("b.png", b"", neither),
            ("c.dds", b"DDS \x7c\0\0\0", "The image format Dds is not supported"),
        ] {
            assert_eq!(read_both_ways(name, bytes), [Err(why.into()), Err(why.into())], "{name}");
        }
        for (name, bytes) in [("a.jpg", &[0xff, 0xd8, 0xff, 0xe0, 0, 0][..]), ("d.tga", b""), ("e.png", b"\x89PNG")] {
            let [file, packed] = read_both_ways(name, bytes);
            assert!(file.is_err(), "{name}");
            assert_eq!(file, packed, "{name}");
        }
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read_picture(&Texture::File(folder.path().into()), decode).unwrap_err(), "not a file");
        assert!(read_picture(&Texture::File("nowhere.png".into()), decode).is_err());
    }
}
