//! The roles that words have in a headline or in an order to a designer.

/// The role of a word in a sentence or in an order. A word may have several roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Role {
    /// "the", "a".
    Article,
    /// An article that no headline begins with: "a".
    Indefinite,
    /// A word before a noun: "my", "this", "every".
    Determiner,
    /// A preposition or postposition. A sentence may be cut before it.
    Link,
    /// A preposition that joins two nouns so closely that a sentence is cut there only as a last resort: "of".
    Close,
    /// A preposition that turns the meaning around: "without".
    Without,
    /// A conjunction or relative pronoun. A sentence may be cut before it.
    Joint,
    /// A conjunction between two clauses of the same kind: "and".
    And,
    /// A conjunction between two things to choose from: "or".
    Or,
    /// A word that needs others after it: "is", "not", "very".
    Helper,
    /// A pronoun or adverb: it means little, but it may end a sentence.
    Pronoun,
    /// A pronoun of the first person as the subject: "I", "we".
    First,
    /// A pronoun of the second person as the subject: "you".
    Second,
    /// A word before a purpose: French "pour".
    Purpose,
    /// A word before an infinitive: "to".
    Infinitive,
    /// A word that begins a question.
    Question,
    /// A word that asks about a statement and does not change the order of its words: "por qué".
    Why,
    /// A word without which a sentence means the same: "really".
    Filler,
    /// A word without which a sentence means the same, at its end: "today", "lol".
    Ending,
    /// A verb that waits for its object: "make".
    Waiting,
    /// An adjective before its noun.
    Adjective,
    /// A word for the requested picture: "thumbnail".
    Thumbnail,
    /// A medium that is a picture: "a photo of a fox" names its topic without an order.
    Picture,
    /// A medium that may have a guest: "an episode with".
    Guest,
    /// Another medium that an order can name: "video", "episode".
    Medium,
    /// A medium with many videos, whose topic is not the picture's: "channel", "podcast".
    Channel,
    /// A word of orders: "create", "please".
    Order,
    /// A verb that orders a picture even if no medium is named: "draw".
    Depiction,
    /// A word between the medium and its topic: "about".
    About,
    /// A word between the medium and its topic that the accusative follows: Russian "про".
    AccusativeAbout,
    /// A phrase before text to print: "with the words".
    Says,
    /// A phrase before the topic: "in this video I show you".
    Lead,
    /// A phrase before the topic of a long brief, anywhere in a sentence: "the episode is about".
    Announcement,
    /// A verb with which a video or its maker announces the topic: "explains".
    Telling,
    /// A phrase after the topic: "please".
    Trail,
    /// The key of a line with words to print: "title: …".
    TitleKey,
    /// The key of a line with the topic: "topic: …".
    TopicKey,
    /// The key of a line with the name of a work: "game: …".
    WorkKey,
    /// The key of a line about the picture's look or the channel: "mood: …".
    LookKey,
    /// A word about the picture's appearance. The phrase around it is about appearance too.
    Look,
    /// A word about the picture's quality. A sentence is complete without it.
    Quality,
    /// A word in the place of words to print that names none: "title: none", "text: short".
    Blank,
    /// A word that begins a sentence about the picture's appearance.
    Direction,
    /// A word that is not emphasised: a noun for the kind of video, or a verb of any topic: "review", "tips", "made".
    Faint,
    /// An emotional word.
    Strong,
    /// A word for danger, scandal or disbelief.
    Shock,
    /// A word in a prompt whose picture should shock: "surprised".
    Shocked,
    /// A word about a product or a dish.
    Product,
    /// A word for the change of one thing into another: "makeover".
    Change,
    /// A word before a colon that says nothing of the topic: "POV".
    Tag,
    /// The name of a product or brand. Numbers after it are part of the name.
    Name,
    /// A unit after a number.
    Unit,
    /// A unit of time, or a word such as "thousand", after a number.
    Span,
    /// A word for a number before a unit of time: "two weeks", "half a year".
    Numeral,
    /// A word before the number of a ranking: "top 10".
    Rank,
    /// A noun before the number of a series: "step 3".
    Step,
    /// A word beside the number of an episode, which is not printed: "ep 12".
    Episode,
    /// A word beside the number of a season, which is printed unless the number of an episode is beside it.
    Season,
    /// An unspecific person, who is in the picture but is not its topic.
    Anybody,
    /// What a person does in a picture of any topic.
    Pose,
    /// A small word inside names: "Vincent van Gogh".
    Particle,
}

impl Role {
    /// The names of the lists in the language files.
    pub(super) const LISTS: [(&'static str, Self); 61] = [
        ("articles", Self::Article),
        ("indefinite", Self::Indefinite),
        ("determiners", Self::Determiner),
        ("links", Self::Link),
        ("close", Self::Close),
        ("without", Self::Without),
        ("joints", Self::Joint),
        ("ands", Self::And),
        ("ors", Self::Or),
        ("helpers", Self::Helper),
        ("pronouns", Self::Pronoun),
        ("first", Self::First),
        ("second", Self::Second),
        ("purposes", Self::Purpose),
        ("infinitives", Self::Infinitive),
        ("questions", Self::Question),
        ("whys", Self::Why),
        ("fillers", Self::Filler),
        ("endings", Self::Ending),
        ("waiting", Self::Waiting),
        ("adjectives", Self::Adjective),
        ("thumbnails", Self::Thumbnail),
        ("media", Self::Medium),
        ("pictures", Self::Picture),
        ("guests", Self::Guest),
        ("channels", Self::Channel),
        ("orders", Self::Order),
        ("depictions", Self::Depiction),
        ("about", Self::About),
        ("accusative_about", Self::AccusativeAbout),
        ("says", Self::Says),
        ("leads", Self::Lead),
        ("announces", Self::Announcement),
        ("tells", Self::Telling),
        ("trails", Self::Trail),
        ("title_keys", Self::TitleKey),
        ("topic_keys", Self::TopicKey),
        ("work_keys", Self::WorkKey),
        ("look_keys", Self::LookKey),
        ("looks", Self::Look),
        ("qualities", Self::Quality),
        ("blanks", Self::Blank),
        ("directions", Self::Direction),
        ("faint", Self::Faint),
        ("strong", Self::Strong),
        ("shock", Self::Shock),
        ("shocked", Self::Shocked),
        ("product", Self::Product),
        ("changes", Self::Change),
        ("tags", Self::Tag),
        ("names", Self::Name),
        ("spans", Self::Span),
        ("units", Self::Unit),
        ("numerals", Self::Numeral),
        ("ranks", Self::Rank),
        ("steps", Self::Step),
        ("episodes", Self::Episode),
        ("seasons", Self::Season),
        ("anybody", Self::Anybody),
        ("poses", Self::Pose),
        ("particles", Self::Particle),
    ];

    /// Whether English words have the role in texts of all languages. Words of orders and of appearance are often
    /// English; small words are not, because they mean something else in other languages.
    pub(super) const fn is_shared(self) -> bool {
        matches!(
            self,
            Self::Thumbnail
                | Self::Says
                | Self::TitleKey
                | Self::TopicKey
                | Self::WorkKey
                | Self::LookKey
                | Self::Look
                | Self::Quality
                | Self::Faint
                | Self::Strong
                | Self::Shock
                | Self::Shocked
                | Self::Product
                | Self::Change
                | Self::Blank
                | Self::Tag
        )
    }

    /// The role as a bit of a set.
    pub(super) const fn bit(self) -> u64 {
        1 << self as u64
    }
}
