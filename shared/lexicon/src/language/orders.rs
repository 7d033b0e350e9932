//! Orders to a designer: words that are no subject, and the keys of a brief.

use super::grammar::has;

/// Words of orders to a designer, in all languages. They are no subject beside another one.
const ORDER_WORDS: &str = "thumbnail thumbnails video videos youtube yt vlog vlogs channel picture image cover miniatura miniaturas \
    miniaturka miniaturkę miniature vignette vidéo vidéos chaîne vídeo vídeos canal vorschaubild video kanal bild titelbild \
    copertina anteprima canale capa imagen portada image plaatje filmpje kanaal bild film filmik filmu wideo kanału kanał \
    okładka okładkę küçük resim kapak görsel kanalım kanalımda обложка обложку превью видео ролик ролика канал канала \
    картинка обкладинка обкладинку мініатюра відео канал каналу صورة مصغرة فيديو قناة قناتي थंबनेल वीडियो चैनल 썸네일 영상 \
    유튜브 채널 hello hi hey hola bonjour salut ciao hallo hej merhaba selam cześć olá oi привет здравствуйте привіт \
    مرحبا नमस्ते 안녕하세요 documentary documental dokumentation documentaire documentario design request sampul gambar ảnh bìa kênh থাম্বনেইল ভিডিওর ভিডিও চ্যানেলে চ্যানেল \
    halo chào tập phim tài liệu podcast podcasts episódio episode épisode folge aflevering avsnitt odcinek bölüm выпуск випуск حلقة एपिसोड পর্ব episodio puntata programa program programma আসসালামু আলাইকুম dokumenter 영상의 μικρογραφία βίντεο κανάλι";

/// Whether the word belongs to an order to a designer.
pub(crate) fn is_order_word(word: &str) -> bool {
    has(ORDER_WORDS, word)
}

/// Keys after which a line says how the picture should look or who watches the video: "mood: calm".
const OTHER_KEYS: &str = "mood style channel colors colours color colour audience tone light format genre duration length kanal \
    stimmung farben zielgruppe stil dauer tono luz estilo canal colores público cores clima style durée chaîne ambiance \
    couleurs public genere formato no canale colori stile sfeer stijl kleuren kanaal känsla stil färger styl nastrój kolory \
    kanał hava renkler kime tarz kanal канал стиль настроение цвета аудитория настрій кольори аудиторія القناة الألوان \
    النمط الجمهور चैनल रंग शैली 채널 분위기 색 색상 대상 스타일 対象 色 雰囲気 番組名 チャンネル 频道 风格 颜色 色调 受众 \
    gaya warna durasi penonton suasana kênh phong cách độ dài màu sắc দর্শক ধরন রং চ্যানেল 视频 时长 코너 톤 길이 ton tone tempo ne kime لمن";

/// Whether the text after this key says nothing of the video's topic.
pub(crate) fn is_other_key(key: &str) -> bool {
    is_all_of(OTHER_KEYS, key)
}

/// Keys before the topic of the video: "topic: bees".
const TOPIC_KEYS: &str = "topic subject theme thema tema sujet thème onderwerp ämne temat тема konu الموضوع موضوع विषय 주제 テーマ \
    内容 主题 title titel titre titolo título judul topik 내용 제목 isi chủ đề nội dung tiêu বিষয় শিরোনাম θέμα mövzu";

/// Whether the text after this key is the video's topic.
pub(crate) fn is_topic_key(key: &str) -> bool {
    is_all_of(TOPIC_KEYS, key)
}

/// Whether the list has all words of a key.
fn is_all_of(list: &str, key: &str) -> bool {
    !key.is_empty() && key.split(' ').all(|word| has(list, word))
}
