//! Keeps decoded references in memory, because a generation draws several pictures of the same files.

use super::{
    photo::Photo,
    plate::Plate,
    style::{self, Style},
};
use crate::brief::{Content, ReferencePicture, Role};
use bytes::Bytes;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The largest size of the cache in bytes: files and pixels together.
const MAX_BYTES: usize = 24_000_000;

/// The cached references, the most recently used last.
static CACHE: Mutex<Vec<Entry>> = Mutex::new(Vec::new());

struct Entry {
    role: Role,
    file: Bytes,
    decoded: DecodedFile,
}

/// A decoded file.
#[derive(Clone, Debug)]
enum DecodedFile {
    Photo(Photo),
    Plate(Plate),
    Style(Style),
}

/// The photo of a reference to a person or an object. `None` if it cannot be decoded or has no visible pixel.
pub(super) fn photo(reference: &ReferencePicture) -> Option<Photo> {
    match decoded(reference)? {
        DecodedFile::Photo(photo) => Some(photo),
        DecodedFile::Plate(_) | DecodedFile::Style(_) => None,
    }
}

/// The plate of a reference. `None` if it cannot be decoded.
pub(super) fn plate(reference: &ReferencePicture) -> Option<Plate> {
    match decoded(reference)? {
        DecodedFile::Plate(plate) => Some(plate),
        DecodedFile::Photo(_) | DecodedFile::Style(_) => None,
    }
}

/// The look of an inspiration. `None` if it cannot be decoded.
pub(super) fn style(reference: &ReferencePicture) -> Option<Style> {
    match decoded(reference)? {
        DecodedFile::Style(style) => Some(style),
        DecodedFile::Photo(_) | DecodedFile::Plate(_) => None,
    }
}

/// The part of a reference's file that the composer needs: the pixels, scaled down to the largest size shown, or the
/// colours alone.
#[derive(Clone, Debug)]
pub struct Decoded(DecodedFile);

impl Decoded {
    /// Decodes a file. `None` if it cannot be decoded or has no visible pixel.
    pub(crate) fn of(role: Role, file: &Bytes) -> Option<Self> {
        decode(role, file).map(Self)
    }
}

fn decoded(reference: &ReferencePicture) -> Option<DecodedFile> {
    match &reference.content {
        Content::Decoded(Decoded(decoded)) => Some(decoded.clone()),
        Content::File(file) => decode(reference.role, file),
        Content::Absent => None,
    }
}

fn decode(role: Role, file: &Bytes) -> Option<DecodedFile> {
    if let Some(decoded) = cached(role, file) {
        return Some(decoded);
    }
    // The cache is not locked while the file is decoded, so that other threads do not wait.
    let decoded = match role {
        Role::Person => DecodedFile::Photo(Photo::of_person(file)?),
        Role::Object | Role::Logo | Role::Original => DecodedFile::Photo(Photo::of_object(file)?),
        Role::Plate => DecodedFile::Plate(Plate::of(file)?),
        Role::Style => DecodedFile::Style(style::style(file)?),
    };
    insert(Entry {
        role,
        file: file.clone(),
        decoded: decoded.clone(),
    });
    Some(decoded)
}

fn cached(role: Role, file: &Bytes) -> Option<DecodedFile> {
    let mut cache = locked();
    let place = cache
        .iter()
        .position(|entry| entry.role == role && entry.file == *file)?;
    let entry = cache.remove(place);
    let decoded = entry.decoded.clone();
    cache.push(entry);
    Some(decoded)
}

fn insert(entry: Entry) {
    if entry.size() > MAX_BYTES {
        return;
    }
    let mut cache = locked();
    // Another thread may have decoded the same file meanwhile.
    cache.retain(|other| other.role != entry.role || other.file != entry.file);
    cache.push(entry);
    while cache.iter().map(Entry::size).sum::<usize>() > MAX_BYTES {
        cache.remove(0);
    }
}

/// The locked cache. A thread that panicked while it held the lock left no entry half written.
fn locked() -> MutexGuard<'static, Vec<Entry>> {
    CACHE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Entry {
    fn size(&self) -> usize {
        let decoded = match &self.decoded {
            DecodedFile::Photo(photo) | DecodedFile::Plate(Plate { photo, .. }) => photo.pixels().as_raw().len(),
            DecodedFile::Style(style) => size_of_val(style.swatches.as_slice()),
        };
        self.file.len() + decoded
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reference(role: Role, shade: u8) -> ReferencePicture {
        let mut file = std::io::Cursor::new(Vec::new());
        image::RgbaImage::from_pixel(1_200, 1_200, image::Rgba([shade, 80, 90, 255]))
            .write_to(&mut file, image::ImageFormat::Png)
            .unwrap();
        ReferencePicture::new(role, "", "", Bytes::from(file.into_inner()))
    }

    #[test]
    fn a_file_is_decoded_once_for_each_use_and_the_cache_never_overflows() {
        let first = reference(Role::Person, 0);
        let Content::File(file) = &first.content else {
            panic!("a reference has a file");
        };
        for shade in 0..9 {
            photo(&reference(Role::Object, shade)).unwrap();
            photo(&first).unwrap();
            let size: usize = locked().iter().map(Entry::size).sum();
            assert!(size <= MAX_BYTES, "{size}");
        }
        assert!(cached(Role::Style, file).is_none());
        assert!(style(&reference(Role::Style, 1)).is_some());
    }
}
