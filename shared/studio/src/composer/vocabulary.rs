//! What the composer knows about words: which carry the message, which only hold a sentence together, and which ask for
//! a picture. All lists are in lower case.

use std::{collections::HashSet, sync::LazyLock};

/// A list of words that is looked into often.
type Words = LazyLock<HashSet<&'static str>>;

macro_rules! words {
    ($(#[$doc:meta])* $name:ident = $list:expr) => {
        $(#[$doc])*
        static $name: Words = LazyLock::new(|| $list.split_whitespace().collect());
    };
}

words!(
    /// Words about the picture as such: what they stand beside describes its looks.
    LOOKS = "\
    background backdrop lighting lit font fonts text typography lettering overlay contrast style styled aesthetic vibe \
    vibes layout arrow arrows render rendering rendered resolution palette color colors colour colours coloured colored \
    composition bokeh framing camera-angle text-overlay aspect ratio negative-space rule-of-thirds hintergrund schrift \
    beleuchtung fondo tipografía iluminación fuente arrière-plan éclairage police sfondo illuminazione fundo \
    iluminação фон шрифт освещение خلفية"
);
words!(
    /// Words about how well it is made; a sentence reads as well without them.
    QUALITIES = "\
    cinematic realistic photorealistic hyperrealistic photo-realistic hyper-realistic ultra-realistic ultra-detailed \
    detailed high-quality high-resolution hi-res 4k 8k 16k hd uhd hdr qhd 1080p eye-catching eyecatching clickable \
    click-worthy clickworthy clickbait attention-grabbing scroll-stopping high-contrast high-ctr"
);
words!(
    /// What is asked for, or what the picture is for.
    MEDIA = "\
    thumb thumbs image images picture pictures pic photo photograph cover video videos vid clip vlog podcast episode \
    channel webinar stream livestream documentary short shorts reel reels poster banner upload illustration painting \
    drawing portrait shot view scene close-up closeup commentary review post article newsletter youtube yt kanal bild titelbild \
    vorschaubild miniatura miniaturas miniature vignette vidéo vídeo canal imagen portada image imagem capa immagine \
    copertina превью обложку обложка картинку видео ролика صورة مصغرة فيديو لفيديو תמונה ממוזערת סרטון לסרטון थंबनेल \
    वीडियो"
);
words!(
    /// What opens a request for a picture.
    WISHES = "\
    make create generate design draw paint depict visualize visualise illustrate explain show render produce give want need mach \
    mache erstelle erstell gestalte zeichne haz crea créame hazme diseña genera crée fais génère dessine crie faça gere \
    desenhe crea fammi disegna сделай создай нарисуй сгенерируй нужна нужно اصنع أنشئ صمم צור תכין बनाओ बनाएं"
);
words!(
    /// Wishes that mean a picture even where none is named.
    DEPICTIONS = "generate draw paint depict visualize visualise illustrate explain show zeichne dessine нарисуй"
);
words!(
    /// What may stand before a wish.
    POLITE = "\
    hey hi hello yo please pls plz kindly ok okay so can could would will you i i'd we let's just me us help to like \
    bitte kannst du por favor puedes s'il vous plaît peux-tu per пожалуйста"
);
words!(
    /// Between what is asked for and its subject.
    BRIDGES = "\
    about of for on d'un d'une showing titled called named featuring where depicting regarding über für zum von sobre para de pour \
    sur per su про о об для عن על"
);
words!(
    /// What begins a sentence about the picture's making.
    DIRECTIONS = "\
    use include add put place leave keep avoid ensure make show feature no with without position write incorporate style \
    mood tone colors colours background lighting composition format"
);
words!(
    /// What stands before words that are wanted on the picture.
    LABELS = "title headline text caption words saying says reading reads titled titel título titre titolo заголовок текст"
);
words!(
    /// What stands before a colon and the subject.
    TOPICS = "topic subject theme about video concept idea thema tema sujet argomento тема"
);

words!(
    /// Words that carry feeling, in all languages.
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
    /// Words in "est" that are no superlatives.
    NO_SUPERLATIVES = "\
    forest rainforest interest harvest request contest protest earnest digest invest modest arrest midwest conquest \
    everest latest suggest manifest tempest bequest southwest northwest budapest priest breast chest inquest unrest"
);
words!(
    /// Makes and products, whose numbers are part of their names.
    NAMES = "\
    iphone ipad ipod ios macbook imac airpods galaxy samsung pixel google apple xbox playstation ps nintendo \
    windows linux android tesla gta fifa fortnite minecraft roblox valorant rtx gtx nvidia amd intel ryzen \
    chatgpt gpt claude gemini midjourney rust python javascript c# c++ react docker kubernetes tiktok youtube instagram \
    amazon netflix marvel bmw audi porsche ferrari mercedes toyota nasa bitcoin ethereum notion dune mario"
);
words!(
    /// Nouns that say what kind of video it is, and little else.
    FAINT = "\
    beginners guide tutorial review challenge comparison highlights ideas tips explained video test routine beginner \
    beginner's tour hacks ways things steps reasons reaction breakdown features details link info check recipe rezept receta recette ricetta receita рецепт обзор"
);
words!(
    /// What joins two nouns so closely that no sentence is cut there if it can be cut elsewhere.
    CLOSE = "of de del della delle dei di du des do da dos das d'un d'une von vom"
);
words!(
    /// Names of rows of things, whose numbers count nothing.
    ROWS = "model version series type generation gen mark level grade class no war chapter season"
);
words!(
    /// Courtesies, which are never printed.
    COURTESIES = "please pls plz thanks thx bitte danke пожалуйста"
);
words!(
    /// Anybody: who is in the picture but not what it is about.
    ANYBODY = "man woman guy girl boy person someone somebody youtuber creator host male female lady dude people"
);
words!(
    /// What anybody does in pictures, whatever they are about.
    POSES = "holding looking standing sitting pointing doing wearing using showing staring smiling posing with at"
);
words!(
    /// Amounts: what follows "of" is what they are about.
    MEASURES = "pile lot bunch piece cup stack sea city kind type pair bag box million millions thousands hundreds"
);
words!(
    /// What may be left off at the end of a sentence.
    FILLERS = "yet now right today ever again anymore here too really actually literally lol haha"
);
words!(
    /// Openings that a headline keeps: without them it would say something else.
    OPENERS = "\
    how why what when who where is are can will should if stop don't do never you i i'm i've we we're wie warum \
    weshalb was cómo qué comment pourquoi j'ai como quê come perché как почему зачем что كيف لماذا איך למה कैसे क्यों \
    γιατί πώς"
);
words!(
    /// Words for danger, scandal, disbelief.
    SHOCKS = "\
    stop never don't wrong exposed believe unbelievable insane shocking shocked warning danger dangerous scam died dead \
    deadly deadliest dying death attack terrifying scary haunted worst disaster destroyed ruined banned caught leaked \
    truth lies omg wtf impossible nightmare illegal emergency crash collapse reaction screaming eruption erupts \
    unfassbar gefährlich warnung skandal schock achtung increíble peligro peligroso cuidado nunca incroyable dangereux \
    choc attention jamais incrível perigo perigoso incredibile pericolo опасные опасный шок осторожно никогда"
);
words!(
    /// What a prompt says when its picture is to shock.
    SHOCKED = "shocked surprised terrified horrified screaming stunned astonished jaw-dropping schockiert sorprendido choqué"
);
words!(
    /// Words about a thing that can be had, or cooked.
    PRODUCTS = "\
    review reviewed unboxing hands-on worth recipe recipes dish testbericht rezept rezepte reseña receta recetas recette \
    recettes recensione ricetta ricette receita receitas análise обзор распаковка рецепт unboxed"
);
words!(
    /// What makes one thing into another.
    CHANGES = "transformation makeover transformación verwandlung métamorphose transformação trasformazione"
);

/// Whether the word is about the picture as such, and so is never printed unless somebody asks for it.
pub(crate) fn is_instruction(word: &str) -> bool {
    LOOKS.contains(word) || is_quality(word) || is_thumbnail(word)
}

/// Whether the word praises the picture, so that a sentence reads as well without it.
pub(crate) fn is_quality(word: &str) -> bool {
    QUALITIES.contains(word) || word.starts_with("--") || is_aspect_ratio(word)
}

fn is_aspect_ratio(word: &str) -> bool {
    word.split_once([':', 'x']).is_some_and(|(width, height)| {
        let is_number = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
        is_number(width) && is_number(height)
    })
}

/// Whether the word is "thumbnail", which people write in many ways.
pub(crate) fn is_thumbnail(word: &str) -> bool {
    (word.starts_with("thum") || word.starts_with("tumb")) && word.contains('n') && word.contains('l')
}

/// Whether the word names what is asked for.
pub(crate) fn is_medium(word: &str) -> bool {
    MEDIA.contains(word) || is_thumbnail(word)
}

/// Whether the word is one of feeling, or a superlative.
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
    /// Whether the word opens a request for a picture.
    is_wish in WISHES;
    /// Whether the word asks for a picture without naming one.
    is_depiction in DEPICTIONS;
    /// Whether the word may stand before a wish.
    is_polite in POLITE;
    /// Whether the word leads from what is asked for to its subject.
    is_bridge in BRIDGES;
    /// Whether the word begins a sentence about the picture's making.
    is_direction in DIRECTIONS;
    /// Whether the word stands before words that are wanted on the picture.
    is_label in LABELS;
    /// Whether the word stands before a colon and the subject.
    is_topic in TOPICS;
    /// Whether the word names a make or a product.
    is_name in NAMES;
    /// Whether the noun says little.
    is_faint in FAINT;
    /// Whether the word joins two nouns closely.
    joins_closely in CLOSE;
    /// Whether a number behind the word counts nothing.
    is_row in ROWS;
    /// Whether the word is a courtesy.
    is_courtesy in COURTESIES;
    /// Whether the word means just anybody.
    is_anybody in ANYBODY;
    /// Whether the word is what anybody does in a picture.
    is_pose in POSES;
    /// Whether the word is an amount of what follows "of".
    is_measure in MEASURES;
    /// Whether the word may be left off at the end.
    is_filler in FILLERS;
    /// Whether a headline that begins with the word keeps it.
    is_opener in OPENERS;
    /// Whether the word is one of danger or disbelief.
    is_shock in SHOCKS;
    /// Whether the word asks for a shocking picture.
    is_shocked in SHOCKED;
    /// Whether the word is about something to have.
    is_product in PRODUCTS;
    /// Whether the word is about something that becomes another.
    is_change in CHANGES;
}
