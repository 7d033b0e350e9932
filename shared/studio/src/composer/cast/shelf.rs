//! References that were looked at lately. A generation draws several pictures of the same files, and a process many.

use super::{
    Style,
    photo::{self, Photo},
};
use crate::brief::{Content, Reference, Role};
use bytes::Bytes;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is kept takes no more memory than this, files and pixels together.
const MAX_BYTES: usize = 24_000_000;

/// What is kept, the one used last at the end.
static SHELF: Mutex<Vec<Kept>> = Mutex::new(Vec::new());

struct Kept {
    role: Role,
    file: Bytes,
    seen: Seen,
}

/// What is known of a file.
#[derive(Clone, Debug)]
enum Seen {
    Photo(Photo),
    Style(Style),
}

/// The reference as something to show. `None` of what cannot be decoded or shows nothing.
pub(super) fn photo(reference: &Reference) -> Option<Photo> {
    match seen(reference)? {
        Seen::Photo(photo) => Some(photo),
        Seen::Style(_) => None,
    }
}

/// The look of an inspiration. `None` of what cannot be decoded.
pub(super) fn style(reference: &Reference) -> Option<Style> {
    match seen(reference)? {
        Seen::Style(style) => Some(style),
        Seen::Photo(_) => None,
    }
}

/// What the composer needs of a reference's file: its pixels, no more of them than are shown, or only its colours.
#[derive(Clone, Debug)]
pub struct Decoded(Seen);

impl Decoded {
    /// Decodes a file. `None` of what cannot be decoded or shows nothing.
    pub(crate) fn of(role: Role, file: &Bytes) -> Option<Self> {
        look(role, file).map(Self)
    }
}

fn seen(reference: &Reference) -> Option<Seen> {
    match &reference.content {
        Content::Decoded(Decoded(seen)) => Some(seen.clone()),
        Content::File(file) => look(reference.role, file),
        Content::Absent => None,
    }
}

fn look(role: Role, file: &Bytes) -> Option<Seen> {
    if let Some(seen) = kept(role, file) {
        return Some(seen);
    }
    // Nobody waits for this one to be decoded.
    let seen = match role {
        Role::Person => Seen::Photo(Photo::of_person(file)?),
        Role::Object => Seen::Photo(Photo::of_object(file)?),
        Role::Style => Seen::Style(photo::style(file)?),
    };
    keep(Kept {
        role,
        file: file.clone(),
        seen: seen.clone(),
    });
    Some(seen)
}

fn kept(role: Role, file: &Bytes) -> Option<Seen> {
    let mut shelf = shelf();
    let place = shelf.iter().position(|kept| kept.role == role && kept.file == *file)?;
    let kept = shelf.remove(place);
    let seen = kept.seen.clone();
    shelf.push(kept);
    Some(seen)
}

fn keep(kept: Kept) {
    if kept.size() > MAX_BYTES {
        return;
    }
    let mut shelf = shelf();
    // Another thread may have decoded the same file meanwhile.
    shelf.retain(|other| other.role != kept.role || other.file != kept.file);
    shelf.push(kept);
    while shelf.iter().map(Kept::size).sum::<usize>() > MAX_BYTES {
        shelf.remove(0);
    }
}

/// A panic elsewhere leaves nothing half done here.
fn shelf() -> MutexGuard<'static, Vec<Kept>> {
    SHELF.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Kept {
    fn size(&self) -> usize {
        let seen = match &self.seen {
            Seen::Photo(photo) => photo.pixels().as_raw().len(),
            Seen::Style(style) => size_of_val(style.swatches.as_slice()),
        };
        self.file.len() + seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reference(role: Role, shade: u8) -> Reference {
        let mut file = std::io::Cursor::new(Vec::new());
        image::RgbaImage::from_pixel(1_200, 1_200, image::Rgba([shade, 80, 90, 255]))
            .write_to(&mut file, image::ImageFormat::Png)
            .unwrap();
        Reference {
            role,
            id: String::new(),
            name: String::new(),
            content: Bytes::from(file.into_inner()).into(),
        }
    }

    #[test]
    fn a_file_is_decoded_once_for_each_use_and_the_shelf_never_overflows() {
        let first = reference(Role::Person, 0);
        let Content::File(file) = &first.content else {
            panic!("a reference has a file");
        };
        for shade in 0..9 {
            photo(&reference(Role::Object, shade)).unwrap();
            photo(&first).unwrap();
            let size: usize = shelf().iter().map(Kept::size).sum();
            assert!(size <= MAX_BYTES, "{size}");
        }
        assert!(kept(Role::Style, file).is_none());
        assert!(style(&reference(Role::Style, 1)).is_some());
    }
}
