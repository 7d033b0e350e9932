//! What is known of each language besides its nouns: small words, and the kind of its endings.

/// The small words of a language, separated by spaces, and its way to inflect.
#[derive(Debug)]
pub(crate) struct Grammar {
    /// The ISO 639-1 code.
    pub(crate) name: &'static str,
    pub(crate) inflection: Inflection,
    /// Whether the last noun of a compound is its head: "guitar case".
    pub(crate) head_is_last: bool,
    /// Articles, possessives and quantifiers: words after which a noun follows.
    determiners: &'static str,
    prepositions: &'static str,
    /// Pronouns, conjunctions, question words and auxiliary verbs.
    others: &'static str,
    /// Words after which the topic follows: "a video about cats".
    about: &'static str,
    /// Words after which something follows that the picture should not show.
    negations: &'static str,
}

/// How a language changes the endings of its nouns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inflection {
    English,
    German,
    Dutch,
    Swedish,
    French,
    Iberian,
    Italian,
    Slavic,
    Turkish,
    Arabic,
    Hindi,
    Korean,
    /// A language whose words the lexicon does not list.
    Uninflected,
    /// Chinese and Japanese, which have no spaces and no endings of nouns.
    Unspaced,
}

impl Grammar {
    /// Whether words are also compared by their stems.
    pub(crate) const fn has_stems(&self) -> bool {
        matches!(self.inflection, Inflection::Slavic | Inflection::Hindi)
    }

    pub(crate) fn is_determiner(&self, word: &str) -> bool {
        has(self.determiners, word)
    }

    pub(crate) fn is_preposition(&self, word: &str) -> bool {
        has(self.prepositions, word)
    }

    pub(crate) fn is_about(&self, word: &str) -> bool {
        has(self.about, word)
    }

    pub(crate) fn is_negation(&self, word: &str) -> bool {
        has(self.negations, word)
    }

    /// Whether the word has no meaning of its own.
    pub(crate) fn is_small(&self, word: &str) -> bool {
        [self.determiners, self.prepositions, self.others, self.negations]
            .iter()
            .any(|list| has(list, word))
    }
}

fn has(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|listed| listed == word)
}

pub(crate) static EN: Grammar = Grammar {
    name: "en",
    inflection: Inflection::English,
    head_is_last: true,
    determiners: "a an the my your our his her their its this these those every each some any no all both which what new old \
        best worst first last big small good bad real whole perfect only",
    prepositions: "of for in on at by with from into about over under near without against between inside through like as \
        vs versus than behind after before during",
    others: "i you he she it we they me him us them that who how why when where is are was were be been am do does did can \
        could will would should may might must have has had not and or but so if because to i'm i've it's don't won't \
        very just too also never ever still here there up out off then",
    about: "about",
    negations: "no without not don't never avoid",
};

pub(crate) static DE: Grammar = Grammar {
    name: "de",
    inflection: Inflection::German,
    head_is_last: true,
    determiners: "der die das den dem des ein eine einen einem einer eines mein meine meinen meinem meiner dein deine unser \
        unsere sein seine ihr ihre dieser diese dieses diesen kein keine alle jeder jede viele welche welcher zwei drei",
    prepositions: "für in im am an auf bei mit von vom aus über ohne unter nach vor zum zur durch um gegen ins beim gegen zwischen",
    others: "ich du er sie es wir und oder aber wenn dass weil während zu ist sind war waren wie warum wieso was wer wo nicht \
        sehr auch nur noch hier man kann wird werden habe hat haben hab sich mich mir dich nie mehr so als selbst",
    about: "über zum zur",
    negations: "ohne kein keine keinen nicht",
};

pub(crate) static FR: Grammar = Grammar {
    name: "fr",
    inflection: Inflection::French,
    head_is_last: false,
    determiners: "le la les un une des du mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs ce cet cette ces \
        chaque plusieurs quel quelle deux trois l d",
    prepositions: "de en dans avec par pour sur sans à au aux chez vers sous contre entre depuis après avant",
    others: "je tu il elle nous vous ils elles on me te se ne pas et ou mais que qui quand où est sont était très plus comme \
        comment pourquoi si y ça ai as a ont j'ai c'est qu'est",
    about: "sur",
    negations: "sans pas ni",
};

pub(crate) static ES: Grammar = Grammar {
    name: "es",
    inflection: Inflection::Iberian,
    head_is_last: false,
    determiners: "el la los las un una unos unas mi mis su sus tu tus este esta estos estas cada todo todos qué nuestro nuestra \
        dos tres",
    prepositions: "de del en con por para sobre sin desde al a entre hasta contra",
    others: "y o pero que cuando donde es son muy como cómo más lo se yo él ella me te no nos fui he ha está por qué cuánto \
        quién si ya solo",
    about: "sobre",
    negations: "sin ni",
};

pub(crate) static PT: Grammar = Grammar {
    name: "pt",
    inflection: Inflection::Iberian,
    head_is_last: false,
    determiners: "o a os as um uma uns umas meu minha meus minhas seu sua seus suas este esta esse essa cada todo todos nosso \
        nossa dois duas três",
    prepositions: "de do da dos das em no na nos nas com por para sobre sem ao à pelo pela entre até num numa",
    others: "e ou mas que quando onde é são muito mais se como eu você ele ela me não foi está já porque qual quem só maio janeiro fim tarde",
    about: "sobre",
    negations: "sem nem",
};

pub(crate) static IT: Grammar = Grammar {
    name: "it",
    inflection: Inflection::Italian,
    head_is_last: false,
    determiners: "il lo la i gli le un uno una l mio mia miei mie tuo tua suo sua nostro nostra questo questa questi queste \
        ogni due tre",
    prepositions: "di del dello della dei degli delle in nel nella nei nelle con per su sul sulla sui sulle da dal dalla dai senza \
        al alla ai alle a tra fra dell all nell sull",
    others: "e ed o ma che quando dove è sono molto più si non ho ha come perché io tu lui lei mi ti ci vi cosa chi solo",
    about: "su sul sulla sui sulle sugli",
    negations: "senza niente no né",
};

pub(crate) static NL: Grammar = Grammar {
    name: "nl",
    inflection: Inflection::Dutch,
    head_is_last: true,
    determiners: "de het een mijn jouw je zijn haar ons onze hun dit deze die dat elke alle geen welke twee drie",
    prepositions: "van voor in op aan bij met uit over zonder onder naar door om tegen tussen tot te",
    others: "ik jij hij zij ze we wij en of maar als omdat is was waren hoe waarom wat wie waar niet heel ook nog hier kan \
        wordt worden heb heeft hebben er zo dan meer nooit",
    about: "over",
    negations: "zonder geen niet",
};

pub(crate) static SV: Grammar = Grammar {
    name: "sv",
    inflection: Inflection::Swedish,
    head_is_last: true,
    determiners: "en ett den det de min mitt mina din ditt dina sin sitt sina vår vårt våra denna detta dessa varje alla \
        två tre",
    prepositions: "av för i på med från om utan under till genom mot mellan hos vid över åt",
    others: "jag du han hon vi ni och eller men som att är var hur varför vad vem inte mycket också bara här kan blir har hade \
        man så när min mig sig aldrig mer",
    about: "om",
    negations: "utan ingen inga inte",
};

pub(crate) static PL: Grammar = Grammar {
    name: "pl",
    inflection: Inflection::Slavic,
    head_is_last: true,
    determiners: "mój moja moje mojego mojej twój swój swoją ten ta to tego tej każdy każda dwa trzy",
    prepositions: "w we z ze na do od dla o po za bez przez pod nad przy przed po między",
    others: "i a ale lub albo jak co kto że nie jest są był była się ja ty on ona my czy dlaczego kiedy gdzie bardzo już tylko \
        mnie mi by",
    about: "o",
    negations: "bez nie",
};

pub(crate) static TR: Grammar = Grammar {
    name: "tr",
    inflection: Inflection::Turkish,
    head_is_last: true,
    determiners: "bir bu şu o her bütün tüm iki üç yeni",
    prepositions: "için ile gibi kadar sonra önce göre",
    others: "ve veya ama ben sen biz siz neden nasıl ne kim nerede mi mı mu mü çok en da de ki olan var yok değil",
    about: "",
    negations: "",
};

pub(crate) static RU: Grammar = Grammar {
    name: "ru",
    inflection: Inflection::Slavic,
    head_is_last: true,
    determiners: "мой моя мое мои моего моей моим свой свою своего наш наша этот эта это эти каждый каждая два две три",
    prepositions: "в во на с со из от до для про о об без под над при после за по к у через между",
    others: "и а но или я ты он она мы вы они как что где когда который почему зачем не ни бы ли же был была было есть меня \
        мне очень уже только все так если",
    about: "про о об",
    negations: "без",
};

pub(crate) static UK: Grammar = Grammar {
    name: "uk",
    inflection: Inflection::Slavic,
    head_is_last: true,
    determiners: "мій моя моє мої мого моєї свій свою наш наша цей ця це ці кожен кожна два дві три",
    prepositions: "в у на з зі із від до для про без під над при після за по к через між",
    others: "і й та а але або я ти він вона ми ви вони як що де коли який чому навіщо не ні би чи же був була було є мене \
        мені дуже вже тільки все так якщо",
    about: "про",
    negations: "без",
};

pub(crate) static AR: Grammar = Grammar {
    name: "ar",
    inflection: Inflection::Arabic,
    head_is_last: false,
    determiners: "هذا هذه كل أول",
    prepositions: "في من على إلى عن مع بدون عند بعد قبل بين",
    others: "و أو أن لا ما هو هي أنا أنت كيف لماذا هل التي الذي ثم كان لم",
    about: "عن",
    negations: "بدون بلا",
};

pub(crate) static HI: Grammar = Grammar {
    name: "hi",
    inflection: Inflection::Hindi,
    head_is_last: true,
    determiners: "यह वह एक मेरा मेरी मेरे अपना अपनी अपने हर सभी",
    prepositions: "का की के में से को पर ने लिए साथ बिना तक",
    others: "और या लेकिन मैं आप हम है हैं था थी थे कैसे क्यों क्या कौन कब कहाँ नहीं बहुत सबसे ही भी हो गया हुआ",
    about: "",
    negations: "बिना",
};

pub(crate) static JA: Grammar = Grammar {
    name: "ja",
    inflection: Inflection::Unspaced,
    head_is_last: true,
    determiners: "",
    prepositions: "",
    others: "",
    about: "",
    negations: "",
};

pub(crate) static KO: Grammar = Grammar {
    name: "ko",
    inflection: Inflection::Korean,
    head_is_last: true,
    determiners: "이 그 저 내 우리 첫 모든",
    prepositions: "",
    others: "왜 어떻게 무엇 뭐 누가 그리고 하지만 또는 안 못 더 가장 정말",
    about: "",
    negations: "",
};

pub(crate) static ZH: Grammar = Grammar {
    name: "zh",
    inflection: Inflection::Unspaced,
    head_is_last: true,
    determiners: "",
    prepositions: "",
    others: "",
    about: "",
    negations: "",
};

pub(crate) static OTHER: Grammar = Grammar {
    name: "",
    inflection: Inflection::Uninflected,
    head_is_last: false,
    determiners: "",
    prepositions: "",
    others: "",
    about: "",
    negations: "",
};

pub(crate) static ID: Grammar = Grammar {
    name: "id",
    inflection: Inflection::Uninflected,
    head_is_last: false,
    determiners: "",
    prepositions: "",
    others: "di yang dan untuk dengan dari ke ini itu tidak ada cara saya aku kamu buat bikin kenapa apa bisa tanpa tentang soal pakai dalam sudah lagi jadi",
    about: "",
    negations: "",
};

pub(crate) static VI: Grammar = Grammar {
    name: "vi",
    inflection: Inflection::Uninflected,
    head_is_last: false,
    determiners: "",
    prepositions: "",
    others: "và của cho một không với là ở có như thế này trong những các tôi mình khi để về",
    about: "",
    negations: "",
};

/// Words of orders to a designer, in all languages. They are no subject beside another one.
const ORDER_WORDS: &str = "thumbnail thumbnails video videos youtube yt vlog vlogs channel picture image cover miniatura miniaturas \
    miniaturka miniaturkę miniature vignette vidéo vidéos chaîne vídeo vídeos canal vorschaubild video kanal bild titelbild \
    copertina anteprima canale capa imagen portada image plaatje filmpje kanaal bild film filmik filmu wideo kanału kanał \
    okładka okładkę küçük resim kapak görsel kanalım kanalımda обложка обложку превью видео ролик ролика канал канала \
    картинка обкладинка обкладинку мініатюра відео канал каналу صورة مصغرة فيديو قناة قناتي थंबनेल वीडियो चैनल 썸네일 영상 \
    유튜브 채널 hello hi hey hola bonjour salut ciao hallo hej merhaba selam cześć olá oi привет здравствуйте привіт \
    مرحبا नमस्ते 안녕하세요 documentary documental dokumentation documentaire documentario design request";

/// Whether the word belongs to an order to a designer.
pub(crate) fn is_order_word(word: &str) -> bool {
    has(ORDER_WORDS, word)
}

/// Keys after which a line says how the picture should look or who watches the video: "mood: calm".
const OTHER_KEYS: &str = "mood style channel colors colours color colour audience tone light format genre duration length kanal \
    stimmung farben zielgruppe stil dauer tono luz estilo canal colores público cores clima style durée chaîne ambiance \
    couleurs public genere formato no canale colori stile sfeer stijl kleuren kanaal känsla stil färger styl nastrój kolory \
    kanał hava renkler kime tarz kanal канал стиль настроение цвета аудитория настрій кольори аудиторія القناة الألوان \
    النمط الجمهور चैनल रंग शैली 채널 분위기 색 색상 대상 스타일 対象 色 雰囲気 番組名 チャンネル 频道 风格 颜色 色调 受众";

/// Whether the text after this key says nothing of the video's topic.
pub(crate) fn is_other_key(key: &str) -> bool {
    has(OTHER_KEYS, key)
}

/// Keys before the topic of the video: "topic: bees".
const TOPIC_KEYS: &str = "topic subject theme thema tema sujet thème onderwerp ämne temat тема konu الموضوع موضوع विषय 주제 テーマ \
    内容 主题 title titel titre titolo título";

/// Whether the text after this key is the video's topic.
pub(crate) fn is_topic_key(key: &str) -> bool {
    has(TOPIC_KEYS, key)
}
