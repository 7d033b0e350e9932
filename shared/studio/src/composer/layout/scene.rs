//! Scenes: the places in which pictures play, such as a kitchen or a stage. Each is a file in `scenes/`.

use super::{
    element::{piece, words},
    template::Piece,
};
use crate::composer::chance::Chance;
use contract::Size;
use roxmltree::{Document, Node};
use std::{fmt, str::FromStr, sync::LazyLock};
use tiny_skia::{Path, Transform};
use topic::Topic;

/// The side of a scene's drawing, in pixels.
const SIDE: f32 = 1280.0;

/// The scene files: name without extension, and content.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/scenes.rs"));

/// All scenes, parsed for the first picture. A file with errors would be left out, but a test parses them all.
static ALL: LazyLock<Vec<Scene>> = LazyLock::new(|| {
    FILES
        .iter()
        .filter_map(|(name, svg)| Scene::read(name, svg).ok())
        .collect()
});

/// A place, drawn in three layers. The subject stands between the ground and the front.
pub(crate) struct Scene {
    /// The file's name without extension.
    name: &'static str,
    /// The topics that the scene suits; empty for texts without a topic.
    topics: Vec<Topic>,
    /// What is far behind the subject.
    pub(crate) far: Vec<Piece>,
    /// The floor or the table at the subject's foot.
    pub(crate) ground: Vec<Piece>,
    /// What is nearer than the subject, at the picture's borders.
    pub(crate) front: Vec<Piece>,
}

/// The name alone: the pieces would fill pages.
impl fmt::Debug for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Scene {
    /// A scene for the topic, or one for any topic; `None` only if there are no scenes.
    pub(crate) fn choose(topic: Option<Topic>, chance: &mut Chance) -> Option<&'static Self> {
        let suits = |scene: &&Self| topic.is_some_and(|topic| scene.topics.contains(&topic));
        let own: Vec<&Self> = ALL.iter().filter(suits).collect();
        let any = || ALL.iter().filter(|scene| scene.topics.is_empty()).collect();
        let scenes: Vec<&Self> = if own.is_empty() { any() } else { own };
        chance.pick(&scenes).copied()
    }

    fn read(name: &'static str, svg: &str) -> Result<Self, String> {
        let document = Document::parse(svg).map_err(|error| error.to_string())?;
        let root = document.root_element();
        let topics: Vec<TopicName> = words(root, "data-for")?;
        let layer = |class: &str| -> Result<Vec<Piece>, String> {
            let groups = root.children().filter(|node| node.attribute("class") == Some(class));
            let nodes = groups.flat_map(|group| group.children().filter(Node::is_element));
            nodes
                .map(|node| piece(node, node.attribute("class").unwrap_or_default()))
                .collect()
        };
        let scene = Self {
            name,
            topics: topics.into_iter().map(|TopicName(topic)| topic).collect(),
            far: layer("far")?,
            ground: layer("ground")?,
            front: layer("front")?,
        };
        if scene.far.is_empty() || scene.ground.is_empty() {
            return Err("there is no far layer or no ground".to_owned());
        }
        Ok(scene)
    }
}

/// A topic, as named in a scene file.
struct TopicName(Topic);

impl FromStr for TopicName {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let topic = Topic::ALL.into_iter().find(|topic| topic.name() == name);
        topic.map(Self).ok_or(())
    }
}

/// The part of a scene that a picture of this size shows: the middle of the drawing, as large as fits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    scale: f32,
    /// The hidden width at each side and the hidden height above and below, in pixels of the drawing.
    hidden: (f32, f32),
}

impl View {
    pub(crate) fn of(Size { width, height }: Size) -> Self {
        let (width, height) = (width as f32, height as f32);
        let scale = width.max(height) / SIDE;
        Self {
            scale,
            hidden: ((SIDE - width / scale) / 2.0, (SIDE - height / scale) / 2.0),
        }
    }

    /// The transform of the far layer and the ground.
    pub(crate) fn middle(self) -> Transform {
        Transform::from_translate(-self.hidden.0, -self.hidden.1).post_scale(self.scale, self.scale)
    }

    /// The transform of a piece of the front. A piece in a corner of the wide picture is in the same corner of a picture
    /// of any shape: wide pictures show the rows from 280 to 1000.
    pub(crate) fn corner(self, piece: &Piece) -> Transform {
        let Some(bounds) = piece.shape.as_ref().map(Path::bounds) else {
            return self.middle();
        };
        let middle = SIDE / 2.0;
        let across = if bounds.right() <= middle {
            self.hidden.0
        } else if bounds.left() >= middle {
            -self.hidden.0
        } else {
            0.0
        };
        let shift = WIDE_HIDDEN - self.hidden.1;
        let down = if bounds.top() >= middle { shift } else { -shift };
        Transform::from_translate(across, down).post_concat(self.middle())
    }
}

/// The hidden height above and below a wide picture's part of a scene, in pixels of the drawing.
const WIDE_HIDDEN: f32 = 280.0;

#[cfg(test)]
mod tests {
    use super::*;
    use contract::AspectRatio;

    #[test]
    fn every_file_is_valid() {
        for (name, svg) in FILES {
            if let Err(error) = Scene::read(name, svg) {
                panic!("{name}: {error}");
            }
        }
        assert!(FILES.len() >= 10);
    }

    #[test]
    fn every_topic_with_colours_has_a_scene() {
        for topic in Topic::ALL.into_iter().filter(|topic| topic.colours() == Some(*topic)) {
            assert!(ALL.iter().any(|scene| scene.topics.contains(&topic)), "{topic:?}");
        }
        assert!(ALL.iter().any(|scene| scene.topics.is_empty()));
    }

    #[test]
    fn the_front_stays_at_the_borders_of_every_shape() {
        for scene in &*ALL {
            for shape in AspectRatio::ALL {
                let size = shape.size();
                let (width, height) = (size.width as f32, size.height as f32);
                for piece in &scene.front {
                    let bounds = piece.shape.as_ref().unwrap().bounds();
                    let bounds = bounds.transform(View::of(size).corner(piece)).unwrap();
                    let is_middle = bounds.left() < width * 0.5
                        && bounds.right() > width * 0.5
                        && bounds.top() < height * 0.8
                        && bounds.bottom() > height * 0.2;
                    // Snow falls everywhere.
                    assert!(
                        !is_middle || scene.name == "snow",
                        "{} {shape:?}: {bounds:?}",
                        scene.name
                    );
                }
            }
        }
    }
}
