//! Polish, Russian and Ukrainian.

use super::{Grammar, Inflection};

pub(crate) static POLISH: Grammar = Grammar {
    inflection: Inflection::Stems,
    head_is_last: true,
    determiners: "mój moja moje mojego mojej moim twój twoja swój swoją swoje ten ta to tego tej te tych każdy każda każde dwa \
        dwie trzy cztery pięć pierwszy pierwsza nowy nowa nowe stary stara stare najlepszy najlepsze",
    prepositions: "w we z ze na do od dla o po za bez przez pod nad przy przed między według ku u",
    others: "i a ale lub albo jak co kto że nie jest są był była było były się ja ty on ona ono my wy oni czy dlaczego kiedy \
        gdzie bardzo już tylko mnie mi mam ma mają by być będzie będę też także jeszcze tak który która które ile żeby aby \
        bo więc gdy nic coś ktoś zawsze nigdy można trzeba może mogę robi zrobić zrób jego jej ich im go mu ci sobie tu tam lat latach zeby",
    about: "o",
    joiners: "i oraz lub albo z kontra vs",
    negations: "bez nie nigdy",
    letters: "ąęłńśźżć",
    prefixes: "",
};

pub(crate) static RUSSIAN: Grammar = Grammar {
    inflection: Inflection::Stems,
    head_is_last: true,
    determiners: "мой моя мое мои моего моей моим мою свой свою своего свои наш наша этот эта это эти этого каждый каждая \
        каждое два две три четыре пять первый первая новый новая старый старая лучший лучшие",
    prepositions: "в во на с со из от до для про о об обо без под над при после за по к ко у через между перед около",
    others: "и а но или либо я ты он она оно мы вы они как что чтобы кто где когда который которая почему зачем не ни бы ли же \
        был была было были быть есть нет меня мне мной тебя тебе его ее их им ему нам вам вас очень уже только все всё так \
        если еще ещё тоже там тут здесь сейчас потом можно нужно надо может могу себя себе свое сам сама ничего всегда \
        никогда лишь даже ведь чем хватит ну да лет брать деле своей своим своих свою своему своем своём своими тени цвета нас вами нами них ними дела день дня дней года году час часа часов",
    about: "про о об",
    joiners: "и или с против vs",
    negations: "без не нет",
    letters: "ыэъё",
    prefixes: "",
};

pub(crate) static UKRAINIAN: Grammar = Grammar {
    inflection: Inflection::Stems,
    head_is_last: true,
    determiners: "мій моя моє мої мого моєї моїм мою свій свою свого свої наш наша цей ця це ці цього кожен кожна кожне два \
        дві три чотири п'ять перший перша новий нова старий стара найкращий найкращі",
    prepositions: "в у на з зі із від до для про о без під над при після за по к через між перед біля",
    others: "і й та а але або чи я ти він вона воно ми ви вони як що щоб хто де коли який яка чому навіщо не ні би б же був \
        була було були бути є немає мене мені тебе тобі його її їх йому нам вам вас дуже вже тільки лише все так якщо ще \
        теж також там тут зараз потім можна треба потрібно може можу себе собі сам сама нічого завжди ніколи навіть бо нас брати бачать бачити рік року років роки роках ласка день дня днів час часу годину годин",
    about: "про",
    joiners: "і й та або чи з проти vs",
    negations: "без не немає",
    letters: "іїєґ",
    prefixes: "",
};
