//! Motifs: the subjects that the composer can draw, and the words that request them.

mod eastern;
mod machines;
mod nature;
mod places;
pub(crate) mod sketch;
mod things;

use crate::composer::{chance::Chance, niche::Reading, writing::is_eastern};
use colour::Rgb;
use sketch::Sketch;

/// A subject that the composer can draw.
#[derive(Clone, Copy)]
pub(crate) struct Motif {
    /// The words that request the motif: lower case, singular, separated by spaces. The first is its name.
    words: &'static str,
    /// The motif's main colour. The palette keeps the background different from it.
    pub(crate) hero: Rgb,
    /// The tilt with which it is drawn, in degrees clockwise.
    pub(crate) tilt: f32,
    draw: fn(&mut Sketch),
}

const fn motif(draw: fn(&mut Sketch), hero: u32, tilt: f32, words: &'static str) -> Motif {
    Motif {
        words,
        hero: Rgb::hex(hero),
        tilt,
        draw,
    }
}

const ALL: [Motif; 41] = [
    motif(
        machines::rocket,
        0xe8e4f0,
        32.0,
        "rocket launch startup spaceship spacex nasa boost growth mars",
    ),
    motif(
        machines::laptop,
        0x3a4a70,
        -4.0,
        "laptop code coding programming programmer developer software computer rust python javascript typescript \
         java api bug website linux hacker algorithm database tutorial excel pc",
    ),
    motif(
        machines::phone,
        0x6a5bff,
        10.0,
        "phone iphone android app smartphone mobile tiktok instagram social notification subscriber follower \
         viral",
    ),
    motif(
        machines::controller,
        0x6c4dff,
        -10.0,
        "controller game gaming gamer minecraft fortnite roblox playstation xbox nintendo zelda speedrun esport \
         gameplay level boss",
    ),
    motif(
        machines::camera,
        0x3a4470,
        -7.0,
        "camera photo photography photographer lens vlog filming selfie portrait",
    ),
    motif(
        machines::robot,
        0xe9eefb,
        5.0,
        "robot ai chatgpt gpt artificial intelligence machine neural bot automation llm agent android future \
         claude gemini",
    ),
    motif(
        machines::gears,
        0xd9b070,
        0.0,
        "gear engineering engineer mechanic mechanical system process workflow setting diy build factory repair \
         tool tech technology",
    ),
    motif(
        machines::car,
        0xff3f55,
        -3.0,
        "car drive driving race racing tesla ferrari bmw vehicle garage drift porsche truck road supercar \
         formula",
    ),
    motif(
        machines::headphones,
        0xff4f81,
        4.0,
        "headphones music song audio beat dj album piano guitar playlist sound remix lofi producer melody",
    ),
    motif(
        machines::microphone,
        0xff4f6d,
        14.0,
        "microphone podcast interview singing singer voice comedy speech karaoke radio speaking debate",
    ),
    motif(
        places::mountain,
        0x6070b8,
        0.0,
        "mountain hike hiking climb climbing everest summit peak adventure outdoor camping alp snow ski survival \
         wilderness goal nature landscape",
    ),
    motif(
        places::globe,
        0x2f8dff,
        -8.0,
        "globe world earth global country geography map international language internet climate war politic \
         history news",
    ),
    motif(
        places::planet,
        0xff6f9c,
        0.0,
        "planet space galaxy universe astronomy cosmo alien saturn jupiter star moon orbit astronaut physic \
         quantum blackhole",
    ),
    motif(
        places::island,
        0xffc93c,
        0.0,
        "island beach travel vacation holiday trip tropical summer palm bali hawaii thailand ocean sea tourist \
         surf surfing cruise flight hotel",
    ),
    motif(
        places::house,
        0xf0e0c8,
        0.0,
        "house home estate mortgage apartment rent room interior furniture cabin architecture property \
         renovation kitchen village castle",
    ),
    motif(
        places::city,
        0x6b78dc,
        0.0,
        "city skyline tokyo york london paris street urban downtown dubai skyscraper night cyberpunk neon",
    ),
    motif(nature::cat, 0xff9f43, 4.0, "cat kitten kitty feline meow"),
    motif(
        nature::paw,
        0xb9703a,
        14.0,
        "paw dog puppy pet animal wolf vet zoo lion tiger bear wildlife horse",
    ),
    motif(
        nature::plant,
        0x37c76b,
        0.0,
        "plant garden gardening leaf tree green grow growing organic seed flower forest farm vegan eco \
         sustainable herb environment spring",
    ),
    motif(
        nature::fire,
        0xff5a1f,
        0.0,
        "fire flame hot burn burning spicy bbq grill trend trending streak dragon lava volcano",
    ),
    motif(
        nature::lightning,
        0xffd52e,
        6.0,
        "lightning fast speed energy power electric electricity thunder quick storm shock shocking battery \
         productivity hack instant performance",
    ),
    motif(
        nature::heart,
        0xff3b5c,
        -6.0,
        "heart love dating relationship romance romantic wedding valentine marriage couple health favorite \
         favourite kindness date girlfriend boyfriend",
    ),
    motif(
        nature::burger,
        0xe09a3e,
        -5.0,
        "burger food cook cooking recipe eat eating restaurant pizza chef meal dinner lunch snack taste \
         delicious pasta kebab fry diet hamburger bake baking dish",
    ),
    motif(
        nature::coffee,
        0xf4f6ff,
        -4.0,
        "coffee cafe café espresso latte tea morning breakfast barista cozy routine cappuccino",
    ),
    motif(
        nature::ghost,
        0xf3f0ff,
        -6.0,
        "ghost horror scary haunted halloween spooky creepy mystery monster paranormal nightmare zombie \
         terrifying crime dark",
    ),
    motif(
        things::money,
        0x35c46a,
        0.0,
        "money finance invest investing investment stock market crypto bitcoin trading business income profit \
         rich wealth millionaire dollar salary budget economy sale marketing passive earn cash coin graph chart \
         freelance $",
    ),
    motif(
        things::trophy,
        0xffc52e,
        6.0,
        "trophy win winner winning champion championship award best victory tournament cup league rank ranking \
         challenge record success olympic top",
    ),
    motif(
        things::bulb,
        0xffd83d,
        8.0,
        "bulb idea tip trick creative creativity innovation invention brain think thinking explain explained \
         mind smart psychology advice lesson inspiration philosophy",
    ),
    motif(
        things::clock,
        0xff5a5f,
        -6.0,
        "clock time hour minute second day deadline schedule daily sleep wake alarm habit week month year late",
    ),
    motif(
        things::target,
        0xff3b4e,
        0.0,
        "target focus aim strategy plan precision archery accuracy hit mission objective",
    ),
    motif(
        things::book,
        0xe8ecf8,
        -4.0,
        "book read reading novel story library author writing write literature study studying notebook bible \
         poem chapter summary",
    ),
    motif(
        things::cap,
        0x3d4fa5,
        -6.0,
        "graduation university college student school course learn learning exam degree education teacher class \
         math homework harvard academy beginner",
    ),
    motif(
        things::dumbbell,
        0xc03a48,
        -28.0,
        "dumbbell gym fitness workout muscle exercise training bodybuilding strength weight lifting abs crossfit \
         athlete run running marathon yoga",
    ),
    motif(
        things::padlock,
        0xffc22e,
        6.0,
        "lock padlock security privacy secret password safe vpn hacked encryption cybersecurity hidden unlock \
         forbidden",
    ),
    motif(
        things::gift,
        0xff4f7b,
        -7.0,
        "gift present christmas birthday giveaway surprise free unboxing party celebration xmas anniversary",
    ),
    motif(
        things::flask,
        0x4fd99a,
        8.0,
        "flask science experiment chemistry lab laboratory scientist biology medicine research chemical test \
         testing potion vaccine",
    ),
    motif(
        things::brush,
        0xf3dcb8,
        -6.0,
        "palette art artist paint painting drawing draw design designer sketch color colour illustration brush \
         anime craft makeup logo",
    ),
    motif(
        things::clapper,
        0x2c3450,
        -7.0,
        "movie film cinema netflix director trailer actor hollywood editing edit scene series documentary review \
         reaction",
    ),
    motif(
        things::ball,
        0xff8a2b,
        0.0,
        "basketball ball nba sport football soccer match goalkeeper team player coach dunk messi ronaldo tennis \
         baseball",
    ),
    motif(
        things::bag,
        0xff5b93,
        -6.0,
        "bag shop shopping store fashion outfit haul buy buying amazon clothe style product ecommerce dress \
         luxury brand",
    ),
    motif(
        things::gem,
        0x35c8ff,
        0.0,
        "gem diamond crystal jewel treasure ring gold value rare precious minecraft",
    ),
];

/// Motifs without a topic, drawn if no word requests a motif and the text has no niche.
const ABSTRACT: [Motif; 4] = [
    motif(things::gem, 0x35c8ff, -8.0, ""),
    motif(things::star_burst, 0xffcf2e, 8.0, ""),
    motif(places::planet, 0xff6f9c, 0.0, ""),
    motif(nature::lightning, 0xffd52e, 6.0, ""),
];

/// Words that request a motif only if no other word does, because they often mean nothing visible.
const WEAK: &str = "\
    learn learning course beginner tip trick lesson idea plan goal win best top fast quick speed day daily time hour \
    minute second week month year late night free world level test testing dark hot room record system process build \
    style draw future story growth instant";

impl Motif {
    /// The drawing, in a square from 0 to 100 units.
    pub(crate) fn sketch(&self) -> Sketch {
        let mut sketch = Sketch::default();
        (self.draw)(&mut sketch);
        sketch
    }

    /// Whether the motif is one of [`ABSTRACT`], which no word requests.
    pub(crate) const fn is_abstract(&self) -> bool {
        self.words.is_empty()
    }

    fn is_asked_for_by(&self, word: &str) -> bool {
        self.words.split(' ').any(|known| is_form_of(word, known))
            || (word.starts_with('$') && self.words.contains('$'))
    }
}

/// Whether the word is the known word or its plural. Removing more endings would find "sea" in "season".
fn is_form_of(word: &str, known: &str) -> bool {
    word == known || word.strip_suffix('s') == Some(known) || word.strip_suffix("es") == Some(known)
}

/// The largest number of motifs in a picture.
const MAX_SUBJECTS: usize = 2;

/// The motifs that the text names; or else the emblem of its niche, which is recognized in more languages; or else an
/// abstract motif.
pub(crate) fn asked_for(text: &str, reading: Reading, chance: &mut Chance) -> Vec<Motif> {
    let named = named(text);
    if !named.is_empty() {
        return named;
    }
    let emblem = reading.niche.and_then(|niche| of_name(niche.emblem()));
    emblem.or_else(|| chance.pick(&ABSTRACT).copied()).into_iter().collect()
}

fn of_name(name: &str) -> Option<Motif> {
    ALL.into_iter()
        .find(|motif| motif.words.split(' ').next() == Some(name))
}

/// The motifs that the text names, in the order in which it mentions them, at most [`MAX_SUBJECTS`].
pub(crate) fn named(text: &str) -> Vec<Motif> {
    let lower = text.to_lowercase();
    let words = lower
        .split(|c: char| !c.is_alphanumeric() && c != '$')
        .filter(|word| !word.is_empty());
    let mut found: Vec<usize> = Vec::new();
    let mut weak: Vec<usize> = Vec::new();
    for word in words {
        let is_weak = WEAK.split(' ').any(|known| is_form_of(word, known));
        let list = if is_weak { &mut weak } else { &mut found };
        let hit = ALL.iter().position(|motif| motif.is_asked_for_by(word));
        if let Some(index) = hit.filter(|index| !list.contains(index)) {
            list.push(index);
        }
    }
    if text.chars().any(is_eastern) {
        for name in eastern::asked_for(text) {
            let index = ALL.iter().position(|motif| motif.words.split(' ').next() == Some(name));
            found.extend(index.filter(|index| !found.contains(index)));
        }
    }
    if found.is_empty() {
        found = weak;
    }
    found.truncate(MAX_SUBJECTS);
    found.iter().filter_map(|index| ALL.get(*index).copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::composer::niche::Niche;

    fn names(text: &str) -> Vec<&'static str> {
        let motifs = asked_for(text, Reading::of(text), &mut Chance::new("", 0));
        motifs
            .iter()
            .map(|motif| {
                motif
                    .words
                    .split(' ')
                    .next()
                    .filter(|name| !name.is_empty())
                    .unwrap_or("abstract")
            })
            .collect()
    }

    #[test]
    fn words_select_the_motifs() {
        assert_eq!(names("Painting ROCKETS"), ["palette", "rocket"]);
        assert_eq!(names("How I earned $5,000"), ["money"]);
        assert_eq!(names("the best burger ever"), ["burger"]);
        assert_eq!(names("24 hours"), ["clock"]);
        assert_eq!(names("the seasonal scarf"), ["abstract"]);
        assert_eq!(names("Les meilleures recettes"), ["burger"]);
        assert_eq!(names(""), ["abstract"]);
        assert_eq!(names("猫がピアノを弾いた"), ["cat", "headphones"]);
        assert_eq!(names("서울 맛집 TOP 10"), ["burger", "city"]);
        assert_eq!(names("三天学会做菜"), ["burger"]);
        assert_eq!(names("cats, cats and a cat"), ["cat"]);
    }

    #[test]
    fn every_niche_has_an_emblem() {
        for niche in Niche::ALL {
            assert!(of_name(niche.emblem()).is_some(), "{niche:?}");
        }
    }

    #[test]
    fn every_motif_draws_its_parts_in_or_near_its_square() {
        for motif in ALL.iter().chain(&ABSTRACT) {
            let sketch = motif.sketch();
            assert!(sketch.parts().iter().any(|part| part.is_body));
            for part in sketch.parts() {
                let bounds = part.shape.as_ref().expect("every path parses").bounds();
                let near = -20.0..=120.0;
                assert!(
                    near.contains(&bounds.left()) && near.contains(&bounds.right()),
                    "{:?}: {bounds:?}",
                    motif.words
                );
                assert!(
                    near.contains(&bounds.top()) && near.contains(&bounds.bottom()),
                    "{:?}: {bounds:?}",
                    motif.words
                );
            }
        }
    }
}
