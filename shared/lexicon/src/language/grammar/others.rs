//! Languages that are neither Germanic nor Romance nor Slavic.

use super::{Grammar, Inflection};

pub(crate) static TURKISH: Grammar = Grammar {
    inflection: Inflection::Turkish,
    head_is_last: true,
    determiners: "bir bu şu o her bütün tüm iki üç dört beş yeni eski en ilk benim senin",
    prepositions: "için ile gibi kadar sonra önce göre rağmen karşı",
    others: "ve veya ya ama fakat ben sen biz siz onlar neden niye nasıl ne kim nerede nereye hangi kaç mi mı mu mü çok daha de \
        da ki olan oldu olur olmak var yok değil bana sana beni seni bunu şey artık hiç hep sadece bile yine tekrar yap \
        yapmak yaptım yapıyor lazım lütfen hakkında üzerine lira liraya liralık ayım ayda kendi",
    about: "hakkında",
    joiners: "ve veya ile vs",
    negations: "değil yok",
    letters: "ğışü",
    prefixes: "",
};

pub(crate) static AZERBAIJANI: Grammar = Grammar {
    inflection: Inflection::Turkish,
    head_is_last: true,
    determiners: "bir bu o hər bütün iki üç yeni ən ilk",
    prepositions: "üçün ilə kimi qədər sonra əvvəl görə",
    others: "və ya amma mən sən biz siz niyə necə nə kim harada hansı neçə mi çox daha də ki olan oldu var yox deyil",
    about: "haqqında",
    joiners: "və ya ilə vs",
    negations: "deyil yox",
    letters: "ə",
    prefixes: "",
};

pub(crate) static ARABIC: Grammar = Grammar {
    inflection: Inflection::Arabic,
    head_is_last: false,
    determiners: "هذا هذه كل أول ذلك تلك",
    prepositions: "في من على إلى عن مع بدون عند بعد قبل بين حتى خلال منذ تحت فوق",
    others: "و أو أن إن لا ما هو هي هم أنا أنت كيف لماذا ليش متى أين هل التي الذي الذين ثم كان كانت لم لن قد إذا لكن كم أي \
        أكثر أقل جدا فقط أيضا هنا هناك يا لي لك له لها",
    about: "عن",
    joiners: "و أو مع ضد",
    negations: "بدون بلا لا لم ليس",
    letters: "",
    prefixes: "",
};

pub(crate) static HINDI: Grammar = Grammar {
    inflection: Inflection::Stems,
    head_is_last: true,
    determiners: "यह वह ये वे एक दो तीन मेरा मेरी मेरे अपना अपनी अपने हर सभी पहला पहली नया नई पुराना पुरानी",
    prepositions: "का की के में से को पर ने लिए साथ बिना तक बाद पहले",
    others: "और या लेकिन मैं मैंने आप हम हमने तुम है हैं था थी थे हूँ कैसे क्यों क्या कौन कब कहाँ कितना नहीं बहुत सबसे ही भी हो गया गई \
        गए हुआ हुई कर करें करना किया करे वाला वाली वाले कि जो तो न मत अब यहाँ वहाँ बनाओ बनाना चाहिए सकता सकते दिया",
    about: "",
    joiners: "और या बनाम vs",
    negations: "बिना नहीं",
    letters: "",
    prefixes: "",
};

pub(crate) static BENGALI: Grammar = Grammar {
    inflection: Inflection::Bengali,
    head_is_last: true,
    determiners: "এই সেই এক একটা একটি আমার আমাদের তোমার আপনার তার প্রতি সব নতুন পুরোনো প্রথম দুই তিন",
    prepositions: "জন্য থেকে সঙ্গে সাথে নিয়ে সম্পর্কে দিয়ে ছাড়া পর্যন্ত পরে আগে মধ্যে উপর কাছে",
    others: "এবং আর ও বা কিন্তু আমি তুমি আপনি সে আমরা তারা কি কী কে কেন কীভাবে কিভাবে কখন কোথায় কত না নয় নেই আছে ছিল হয় হল হলো \
        হবে করে করা করি করলাম করুন যে যা যদি তো খুব মাত্র শুধু এখনও এখন যায় গেল দিন বানিয়ে বানান দরকার",
    about: "নিয়ে সম্পর্কে",
    joiners: "এবং আর ও বা বনাম নাকি vs",
    negations: "ছাড়া না",
    letters: "",
    prefixes: "",
};

pub(crate) static KOREAN: Grammar = Grammar {
    inflection: Inflection::Korean,
    head_is_last: true,
    determiners: "이 그 저 내 우리 첫 모든 한 두 세",
    prepositions: "",
    others: "왜 어떻게 무엇 뭐 누가 언제 어디 그리고 하지만 또는 안 못 더 가장 정말 진짜 너무 다시 있는 없는 하는 해줘 주세요 썸네일 섬네일 하면 운영하는 전공자 비전공자",
    about: "",
    joiners: "그리고 또는 vs",
    negations: "",
    letters: "",
    prefixes: "",
};

pub(crate) static INDONESIAN: Grammar = Grammar {
    inflection: Inflection::Indonesian,
    head_is_last: false,
    determiners: "setiap semua para sebuah seorang seekor dua tiga empat lima pertama",
    prepositions: "di ke dari untuk buat dengan sama pada dalam tanpa tentang soal oleh antara sampai sejak bareng pakai atas \
        bawah",
    others: "yang dan atau tapi ini itu tidak nggak gak bukan ada cara saya aku kamu kita kami mereka dia bikin buatkan buatin \
        kenapa mengapa apa apakah siapa kapan dimana bagaimana gimana gmn bisa sudah udah lagi jadi akan mau harus karena \
        kalau saat saja aja cuma hanya juga sangat lebih paling banget dong sih deh nih biar agar supaya masih belum pernah \
        tnpa benarkah halo jualan modal ribu juta harga salah",
    about: "tentang soal",
    joiners: "dan atau dengan vs",
    negations: "tanpa bukan tidak",
    letters: "",
    prefixes: "",
};

pub(crate) static VIETNAMESE: Grammar = Grammar {
    inflection: Inflection::Uninflected,
    head_is_last: false,
    determiners: "một những các mọi mỗi hai ba bốn năm",
    prepositions: "của cho với ở trong trên dưới từ đến bằng về tại không",
    others: "và là có như thế này kia nào tôi mình bạn khi để tại sao vì nhưng hay hoặc nếu thì mà đã đang sẽ được bị cũng rất \
        quá chỉ đừng hãy làm giúp gì ai đâu bao nhiêu đó lại nữa còn cach nguoi cho tất mong",
    about: "về",
    joiners: "và hoặc với hay vs",
    negations: "không đừng",
    letters: "ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ",
    prefixes: "",
};

pub(crate) static JAPANESE: Grammar = Grammar {
    inflection: Inflection::Unspaced,
    head_is_last: true,
    ..Grammar::UNKNOWN
};

pub(crate) static CHINESE: Grammar = Grammar {
    inflection: Inflection::Unspaced,
    head_is_last: true,
    ..Grammar::UNKNOWN
};

pub(crate) static GREEK: Grammar = Grammar {
    inflection: Inflection::Greek,
    head_is_last: false,
    determiners: "ο η το οι τα του της των τον την ένας μια ένα κάθε μου σου",
    prepositions: "σε στο στη στην στον στα στις για με από χωρίς προς μετά πριν",
    others: "και ή αλλά να θα δεν μην τι πώς γιατί πότε πού ποιος που είναι ήταν έχει έχω πολύ πιο",
    about: "για",
    joiners: "και ή με vs",
    negations: "χωρίς δεν",
    ..Grammar::UNKNOWN
};

pub(crate) static HEBREW: Grammar = Grammar {
    inflection: Inflection::Hebrew,
    head_is_last: false,
    prepositions: "של על עם בלי אל מן עד אחרי לפני בין",
    others: "אני אתה את הוא היא אנחנו הם לא כן מה מי איך למה מתי איפה כמה זה זאת יש אין היה גם רק כל או אבל כי אם",
    about: "על",
    joiners: "או עם",
    negations: "בלי לא אין",
    ..Grammar::UNKNOWN
};

pub(crate) static UNKNOWN: Grammar = Grammar::UNKNOWN;
