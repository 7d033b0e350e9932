//! The vocabulary of the composer: words that carry a message, words that only connect, and words that request a
//! picture. All lists are in lower case.

use std::{collections::HashSet, sync::LazyLock};

/// A set of words.
type Words = LazyLock<HashSet<&'static str>>;

macro_rules! words {
    ($(#[$doc:meta])* $name:ident = $list:expr) => {
        $(#[$doc])*
        static $name: Words = LazyLock::new(|| $list.split_whitespace().collect());
    };
}

words!(
    /// Words about the picture's appearance. The phrase around them is about appearance too.
    LOOKS = "\
    background backdrop lighting lit font fonts text typography lettering overlay contrast style styled aesthetic vibe \
    vibes layout arrow arrows render rendering rendered resolution palette color colors colour colours coloured colored \
    composition bokeh framing camera-angle text-overlay aspect ratio negative-space rule-of-thirds hintergrund schrift \
    beleuchtung fondo tipografía iluminación fuente arrière-plan éclairage police sfondo illuminazione fundo \
    iluminação фон шрифт освещение خلفية"
);
words!(
    /// Words about the picture's quality. A sentence is complete without them.
    QUALITIES = "\
    cinematic realistic photorealistic hyperrealistic photo-realistic hyper-realistic ultra-realistic ultra-detailed \
    detailed high-quality high-resolution hi-res 4k 8k 16k hd uhd hdr qhd 1080p eye-catching eyecatching clickable \
    click-worthy clickworthy clickbait attention-grabbing scroll-stopping high-contrast high-ctr"
);
words!(
    /// The media that a prompt requests, or for which the picture is used.
    MEDIA = "\
    thumb thumbs image images picture pictures pic photo photograph cover video videos vid clip vlog podcast episode \
    channel webinar stream livestream documentary short shorts reel reels poster banner upload illustration painting \
    drawing portrait shot view scene close-up closeup commentary review post article newsletter youtube yt kanal bild titelbild \
    vorschaubild miniatura miniaturas miniature vignette vidéo vídeo canal imagen portada image imagem capa immagine \
    copertina превью обложку обложка картинку видео ролика صورة مصغرة فيديو لفيديو תמונה ממוזערת סרטון לסרטון थंबनेल \
    वीडियो"
);
words!(
    /// Verbs that begin a request for a picture.
    REQUEST_VERBS = "\
    make create generate design draw paint depict visualize visualise illustrate explain show render produce give want need mach \
    mache erstelle erstell gestalte zeichne haz crea créame hazme diseña genera crée fais génère dessine crie faça gere \
    desenhe crea fammi disegna сделай создай нарисуй сгенерируй нужна нужно اصنع أنشئ صمم צור תכין बनाओ बनाएं"
);
words!(
    /// Verbs of [`REQUEST_VERBS`] that request a picture even if no medium is named.
    DEPICTIONS = "generate draw paint depict visualize visualise illustrate explain show zeichne dessine нарисуй"
);
words!(
    /// Words before the verb of a request.
    POLITE = "\
    hey hi hello yo please pls plz kindly ok okay so can could would will you i i'd we let's just me us help to like \
    bitte kannst du por favor puedes s'il vous plaît peux-tu per пожалуйста"
);
words!(
    /// Prepositions and participles between the requested medium and its subject.
    BRIDGES = "\
    about of for on d'un d'une showing titled called named featuring where depicting regarding über für zum von sobre para de pour \
    sur per su про о об для عن על"
);
words!(
    /// Words that begin a sentence about how the picture should look.
    DIRECTIONS = "\
    use include add put place leave keep avoid ensure make show feature no with without position write incorporate style \
    mood tone colors colours background lighting composition format"
);
words!(
    /// Words before text that should be printed on the picture.
    LABELS = "title headline text caption words saying says reading reads titled titel título titre titolo заголовок текст"
);
words!(
    /// Words before a colon and the subject.
    TOPICS = "topic subject theme about video concept idea thema tema sujet argomento тема"
);

words!(
    /// Emotional words, in all languages.
    STRONG = "\
    best worst never always secret secrets stop free huge insane crazy ultimate epic truth lie lies mistake mistakes \
    easiest lose dead broken impossible perfect million billion wrong finally hidden quit viral died alone forever \
    banned exposed gone destroyed shocking dangerous scary terrifying haunted creepy deadly crash illegal scam leaked \
    giant fast easy greatest biggest fastest cheapest hardest win won lonely dying killed lost honest \
    beste besten bester bestes schlimmste schlimmsten größte größten schnellste geheim geheimnis fehler nie niemals \
    kostenlos gefährlich mejor mejores peor peores secreto secretos nunca gratis increíble peligroso errores \
    meilleur meilleure meilleurs meilleures pire pires secret jamais gratuit incroyable erreurs melhor melhores pior \
    piores segredo segredos grátis incrível perigoso migliore migliori peggiore peggiori segreto segreti mai gratuito \
    incredibile лучший лучшие лучшая худший худшие секрет секреты никогда бесплатно опасный опасные опасная ошибки \
    шок правда καλύτερη καλύτερο καλύτερος καλύτερα χειρότερο μυστικά μυστικό ποτέ أفضل أسوأ أسرار سر أخطر הכי סוד राज"
);
words!(
    /// English words that end in "est" but are not superlatives.
    NO_SUPERLATIVES = "\
    forest rainforest interest harvest request contest protest earnest digest invest modest arrest midwest conquest \
    everest latest suggest manifest tempest bequest southwest northwest budapest priest breast chest inquest unrest"
);
words!(
    /// Names of products and brands. Numbers after them are part of the name.
    NAMES = "\
    iphone ipad ipod ios macbook imac airpods galaxy samsung pixel google apple xbox playstation ps nintendo \
    windows linux android tesla gta fifa fortnite minecraft roblox valorant rtx gtx nvidia amd intel ryzen \
    chatgpt gpt claude gemini midjourney rust python javascript c# c++ react docker kubernetes tiktok youtube instagram \
    amazon netflix marvel bmw audi porsche ferrari mercedes toyota nasa bitcoin ethereum notion dune mario"
);
words!(
    /// Nouns that name the kind of video and say little about its topic.
    FAINT = "\
    beginners guide tutorial review challenge comparison highlights ideas tips explained video test routine beginner \
    beginner's tour hacks ways things steps reasons reaction breakdown features details link info check recipe rezept receta recette ricetta receita рецепт обзор"
);
words!(
    /// Prepositions that join two nouns so closely that a sentence is cut there only as a last resort.
    CLOSE = "of de del della delle dei di du des do da dos das d'un d'une von vom"
);
words!(
    /// Nouns of numbered series. A number after them is not a count.
    SERIES_NOUNS = "model version series type generation gen mark level grade class no war chapter season"
);
words!(
    /// Polite words, which are never printed.
    COURTESIES = "please pls plz thanks thx bitte danke пожалуйста"
);
words!(
    /// Words for an unspecific person, who is in the picture but is not its topic.
    ANYBODY = "man woman guy girl boy person someone somebody youtuber creator host male female lady dude people"
);
words!(
    /// Verbs for what a person does in a picture of any topic.
    POSES = "holding looking standing sitting pointing doing wearing using showing staring smiling posing with at"
);
words!(
    /// Nouns of quantity. The words after "of" say what is meant.
    MEASURES = "pile lot bunch piece cup stack sea city kind type pair bag box million millions thousands hundreds"
);
words!(
    /// Words that may be removed at the end of a sentence.
    FILLERS = "yet now right today ever again anymore here too really actually literally lol haha"
);
words!(
    /// Words at the beginning of a headline that must stay, because the headline would mean something else without
    /// them.
    OPENERS = "\
    how why what when who where is are can will should if stop don't do never you i i'm i've we we're wie warum \
    weshalb was cómo qué comment pourquoi j'ai como quê come perché как почему зачем что كيف لماذا איך למה कैसे क्यों \
    γιατί πώς"
);
words!(
    /// Words for danger, scandal and disbelief.
    SHOCKS = "\
    stop never don't wrong exposed believe unbelievable insane shocking shocked warning danger dangerous scam died dead \
    deadly deadliest dying death attack terrifying scary haunted worst disaster destroyed ruined banned caught leaked \
    truth lies omg wtf impossible nightmare illegal emergency crash collapse reaction screaming eruption erupts \
    unfassbar gefährlich warnung skandal schock achtung increíble peligro peligroso cuidado nunca incroyable dangereux \
    choc attention jamais incrível perigo perigoso incredibile pericolo опасные опасный шок осторожно никогда"
);
words!(
    /// Words in a prompt whose picture should shock.
    SHOCKED = "shocked surprised terrified horrified screaming stunned astonished jaw-dropping schockiert sorprendido choqué"
);
words!(
    /// Words about a product or a dish.
    PRODUCTS = "\
    review reviewed unboxing hands-on worth recipe recipes dish testbericht rezept rezepte reseña receta recetas recette \
    recettes recensione ricetta ricette receita receitas análise обзор распаковка рецепт unboxed"
);
words!(
    /// Words for the change of one thing into another.
    CHANGES = "transformation makeover transformación verwandlung métamorphose transformação trasformazione"
);

/// Whether the word is about the picture itself, so that it is printed only if the prompt asks for it.
pub(crate) fn is_instruction(word: &str) -> bool {
    LOOKS.contains(word) || is_quality(word) || is_thumbnail(word)
}

/// Whether the word is about the picture's quality, so that a sentence is complete without it.
pub(crate) fn is_quality(word: &str) -> bool {
    QUALITIES.contains(word) || word.starts_with("--") || is_aspect_ratio(word)
}

fn is_aspect_ratio(word: &str) -> bool {
    word.split_once([':', 'x']).is_some_and(|(width, height)| {
        let is_number = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
        is_number(width) && is_number(height)
    })
}

/// Whether the word is a spelling of "thumbnail".
pub(crate) fn is_thumbnail(word: &str) -> bool {
    (word.starts_with("thum") || word.starts_with("tumb")) && word.contains('n') && word.contains('l')
}

/// Whether the word names a medium that a prompt can request.
pub(crate) fn is_medium(word: &str) -> bool {
    MEDIA.contains(word) || is_thumbnail(word)
}

/// Whether the word is emotional, or an English superlative.
pub(crate) fn is_strong(word: &str) -> bool {
    let is_superlative = || word.ends_with("est") && word.chars().count() > 5 && !NO_SUPERLATIVES.contains(word);
    STRONG.contains(word) || is_superlative()
}

macro_rules! questions {
    ($($(#[$doc:meta])* $name:ident in $list:ident;)*) => {
        $($(#[$doc])* pub(crate) fn $name(word: &str) -> bool { $list.contains(word) })*
    };
}

questions! {
    /// Whether the word begins a request for a picture.
    is_request_verb in REQUEST_VERBS;
    /// Whether the word requests a picture even if no medium is named.
    is_depiction in DEPICTIONS;
    /// Whether the word may come before the verb of a request.
    is_polite in POLITE;
    /// Whether the word leads from the medium to its subject.
    is_bridge in BRIDGES;
    /// Whether the word begins a sentence about how the picture should look.
    is_direction in DIRECTIONS;
    /// Whether the word comes before text that should be printed.
    is_label in LABELS;
    /// Whether the word comes before a colon and the subject.
    is_topic in TOPICS;
    /// Whether the word is the name of a product or a brand.
    is_name in NAMES;
    /// Whether the word names only a kind of video.
    is_faint in FAINT;
    /// Whether the word joins two nouns closely.
    joins_closely in CLOSE;
    /// Whether a number after the word is not a count.
    is_series_noun in SERIES_NOUNS;
    /// Whether the word is polite and never printed.
    is_courtesy in COURTESIES;
    /// Whether the word means an unspecific person.
    is_anybody in ANYBODY;
    /// Whether the word is what a person does in a picture of any topic.
    is_pose in POSES;
    /// Whether the word is a quantity of what follows "of".
    is_measure in MEASURES;
    /// Whether the word may be removed at the end of a sentence.
    is_filler in FILLERS;
    /// Whether the word stays if a headline begins with it.
    is_opener in OPENERS;
    /// Whether the word is about danger, scandal or disbelief.
    is_shock in SHOCKS;
    /// Whether the word requests a shocking picture.
    is_shocked in SHOCKED;
    /// Whether the word is about a product.
    is_product in PRODUCTS;
    /// Whether the word is about a change of one thing into another.
    is_change in CHANGES;
}
