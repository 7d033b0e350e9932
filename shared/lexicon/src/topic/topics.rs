//! The topics and tempers of videos.

/// The topic of a video.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Topic {
    /// Video games.
    Gaming,
    /// Devices, artificial intelligence, the internet.
    Tech,
    /// Programming.
    Code,
    /// Investing, income, banks.
    Money,
    /// Cooking and eating.
    Food,
    /// Journeys and places.
    Travel,
    /// Exercise.
    Fitness,
    /// Make-up, skin, hair.
    Beauty,
    /// Natural sciences and mathematics.
    Science,
    /// Astronomy and spaceflight.
    Space,
    /// Songs and instruments.
    Music,
    /// Films and series.
    Film,
    /// Ghosts, crimes, mysteries.
    Horror,
    /// Plants and landscapes.
    Nature,
    /// Animals.
    Pets,
    /// Cars and motorcycles.
    Cars,
    /// The past, and philosophy.
    History,
    /// Politics and current events.
    News,
    /// Children and families.
    Kids,
    /// Houses, furniture, crafts.
    Home,
    /// Habits, motivation, careers.
    Growth,
    /// Relationships.
    Love,
    /// Winter and Christmas.
    Winter,
    /// Sports with matches and athletes.
    Sport,
    /// Clothes.
    Fashion,
    /// School and learning.
    Education,
    /// Companies and marketing.
    Business,
    /// Drawing, painting, crafts of an artist.
    Art,
    /// Jokes and pranks.
    Comedy,
    /// A person's days.
    Vlog,
    /// A way of living.
    Lifestyle,
    /// Taking photos.
    Photography,
}

impl Topic {
    /// All topics. Of two topics with equally many words in a text, and at the same position, the earlier one wins.
    pub const ALL: [Self; 32] = [
        Self::Gaming,
        Self::Tech,
        Self::Code,
        Self::Money,
        Self::Food,
        Self::Travel,
        Self::Fitness,
        Self::Beauty,
        Self::Science,
        Self::Space,
        Self::Music,
        Self::Film,
        Self::Horror,
        Self::Nature,
        Self::Pets,
        Self::Cars,
        Self::History,
        Self::News,
        Self::Kids,
        Self::Home,
        Self::Growth,
        Self::Love,
        Self::Winter,
        Self::Sport,
        Self::Fashion,
        Self::Education,
        Self::Business,
        Self::Art,
        Self::Comedy,
        Self::Vlog,
        Self::Lifestyle,
        Self::Photography,
    ];

    /// The name in the word files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gaming => "gaming",
            Self::Tech => "tech",
            Self::Code => "code",
            Self::Money => "money",
            Self::Food => "food",
            Self::Travel => "travel",
            Self::Fitness => "fitness",
            Self::Beauty => "beauty",
            Self::Science => "science",
            Self::Space => "space",
            Self::Music => "music",
            Self::Film => "film",
            Self::Horror => "horror",
            Self::Nature => "nature",
            Self::Pets => "pets",
            Self::Cars => "cars",
            Self::History => "history",
            Self::News => "news",
            Self::Kids => "kids",
            Self::Home => "home",
            Self::Growth => "growth",
            Self::Love => "love",
            Self::Winter => "winter",
            Self::Sport => "sport",
            Self::Fashion => "fashion",
            Self::Education => "education",
            Self::Business => "business",
            Self::Art => "art",
            Self::Comedy => "comedy",
            Self::Vlog => "vlog",
            Self::Lifestyle => "lifestyle",
            Self::Photography => "photography",
        }
    }

    /// The topic of a niche of the lexicon. `None` if the niche has no topic.
    #[must_use]
    pub fn of_niche(niche: &str) -> Option<Self> {
        let same = Self::ALL.into_iter().find(|topic| topic.name() == niche);
        same.or(match niche {
            "health" => Some(Self::Fitness),
            "diy" => Some(Self::Home),
            "law" | "politics" => Some(Self::News),
            "religion" | "books" => Some(Self::History),
            "outdoors" | "weather" => Some(Self::Nature),
            "work" => Some(Self::Business),
            _ => None,
        })
    }

    /// The category of an inspiration about this topic. Callers filter by it, so it must not change.
    #[must_use]
    pub const fn category(self) -> &'static str {
        match self {
            Self::Tech | Self::Code => "technology",
            Self::Money => "finance",
            Self::Food => "cooking",
            Self::Space => "science",
            Self::Film | Self::Horror => "entertainment",
            Self::Pets => "animals",
            Self::Growth => "self-improvement",
            Self::Sport => "sports",
            other => other.name(),
        }
    }

    /// The topic whose colours and font suit this topic; `None` if none do.
    #[must_use]
    pub const fn colours(self) -> Option<Self> {
        match self {
            Self::Sport => Some(Self::Fitness),
            Self::Fashion => Some(Self::Beauty),
            Self::Education => Some(Self::Science),
            Self::Business => Some(Self::Money),
            Self::Art | Self::Comedy | Self::Vlog | Self::Lifestyle | Self::Photography => None,
            own => Some(own),
        }
    }
}

/// The emotional tone of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Temper {
    /// No word shows a temper.
    #[default]
    Neutral,
    /// Night, shadow, evil.
    Dark,
    /// Fun and joy.
    Cheerful,
    /// Rest and simplicity.
    Calm,
    /// Wealth and elegance.
    Luxurious,
    /// Speed and force.
    Energetic,
    /// Danger and secrets.
    Dramatic,
    /// The eighties and nineties.
    Retro,
    /// Grief and parting.
    Sad,
}

impl Temper {
    /// All tempers that words can show. Of two tempers with equally many words in a text, and at the same position, the
    /// earlier one wins.
    pub const TOLD: [Self; 8] = [
        Self::Dark,
        Self::Cheerful,
        Self::Calm,
        Self::Luxurious,
        Self::Energetic,
        Self::Dramatic,
        Self::Retro,
        Self::Sad,
    ];

    /// The name in the word files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Neutral => "neutral",
            Self::Dark => "dark",
            Self::Cheerful => "cheerful",
            Self::Calm => "calm",
            Self::Luxurious => "luxurious",
            Self::Energetic => "energetic",
            Self::Dramatic => "dramatic",
            Self::Retro => "retro",
            Self::Sad => "sad",
        }
    }
}
