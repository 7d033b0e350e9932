//! English, German, Dutch and Swedish.

use super::{Grammar, Inflection};

pub(crate) static ENGLISH: Grammar = Grammar {
    inflection: Inflection::English,
    head_is_last: true,
    determiners: "a an the my your our his her their its this these those every each some any no all both which what new old \
        best worst first last big small good bad real whole perfect only own used another other more most many few several \
        two three four five six seven eight nine ten",
    prepositions: "of for in on at by with from into about over under near without against between inside through like as \
        vs versus than behind after before during until since across along around beyond onto toward upon per",
    others: "i you he she it we they me him us them that who how why when where is are was were be been am do does did can \
        could will would should may might must have has had not and or but so if because to i'm i've it's don't won't \
        very just too also never ever still here there up out off then yet again back away down once even almost really \
        actually always often get got gets getting make makes made let lets need want wants go goes going went come \
        comes came take takes took thing things stuff lot lots way ways cannot can't doesn't didn't isn't aren't wasn't \
        you'll you're we're they're he's she's that's what's there's i'll i'd myself yourself himself herself itself \
        one ones wish much less least such same enough while whether though although till nor else",
    about: "about",
    joiners: "and & vs versus or with",
    negations: "no without not don't never avoid",
    letters: "",
    prefixes: "",
};

pub(crate) static GERMAN: Grammar = Grammar {
    inflection: Inflection::German,
    head_is_last: true,
    determiners: "der die das den dem des ein eine einen einem einer eines mein meine meinen meinem meiner meines dein deine \
        deinen unser unsere unseren sein seine seinen ihr ihre ihren euer eure dieser diese dieses diesen diesem kein keine \
        alle allen jeder jede jedes jeden viele welche welcher welches zwei drei vier fünf sechs sieben acht neun zehn beste \
        besten erste ersten ersten neue neuen neues alte alten altes großer großen kleine kleinen",
    prepositions: "für in im am an auf bei mit von vom aus über ohne unter nach vor zum zur durch um gegen ins ans aufs beim \
        zwischen seit bis ab trotz wegen neben hinter",
    others: "ich du er sie es wir und oder aber wenn dass weil während zu ist sind war waren wäre bin bist wie warum wieso \
        weshalb was wer wo wann nicht sehr auch nur noch hier da dort man kann können könnte wird werden wurde werde will \
        wollte soll sollte muss müssen darf habe hat haben hab hatte hatten sich mich mir dich dir uns euch ihm ihn ihnen \
        nie mehr so als selbst schon doch mal immer wieder denn also dann etwas nichts alles ganz gar ja nein bitte \
        machen macht mach gemacht gibt geht ging kommt kam lassen lässt brauche braucht welch damit davon dafür ob je \
        ganze ganzen ans endlich wirklich richtig besser darüber blick",
    about: "über zum zur",
    joiners: "und oder mit gegen vs",
    negations: "ohne kein keine keinen nicht nie",
    letters: "ßü",
    prefixes: "be ge er ver zer ent emp miss los an auf aus ein vor zu um über unter durch ab mit weg hin her nach",
};

pub(crate) static DUTCH: Grammar = Grammar {
    inflection: Inflection::Dutch,
    head_is_last: true,
    determiners: "de het een mijn jouw je zijn haar ons onze hun dit deze die dat elke elk alle geen welke twee drie vier vijf \
        zes zeven acht negen tien beste eerste nieuwe oude grote kleine veel",
    prepositions: "van voor in op aan bij met uit over zonder onder naar door om tegen tussen tot te sinds vanaf binnen per \
        achter naast tijdens",
    others: "ik jij hij zij ze we wij jullie u en of maar als omdat is was waren ben bent hoe waarom wat wie waar wanneer niet \
        heel ook nog hier daar kan kun kunnen kon wordt worden werd wil moet moeten mag mogen heb heeft hebben had er zo \
        dan meer nooit altijd want toen al wel maak maakt maken gaat ga doe doet doen echt zelf weer steeds mij me hem \
        alles niks iets iemand toch zou zal zelfs eens graag nodig niemand weten \
        komen aankomen overkomen verbazen",
    about: "over",
    joiners: "en of met tegen vs",
    negations: "zonder geen niet nooit",
    letters: "",
    prefixes: "be ge er her ver ont aan af op uit in over voor onder door toe weg mee terug",
};

pub(crate) static SWEDISH: Grammar = Grammar {
    inflection: Inflection::Swedish,
    head_is_last: true,
    determiners: "en ett den det de mitt mina din ditt dina sin sitt sina vår vårt våra hans hennes deras denna detta dessa \
        varje alla två tre fyra fem sex sju åtta nio tio första bästa nya gamla stora lilla många",
    prepositions: "av för i på med från om utan under till genom mot mellan hos vid över åt efter före innan sedan bakom ur",
    others: "jag du han hon vi ni och eller men som att är var vara varit hur varför vad vem vilken inte mycket också bara här \
        där kan kunde blir blev bli har hade ha man så när min mig sig dig oss er aldrig mer ska skulle vill ville måste \
        får fick gör gjorde gå går gick ta tar tog in ut upp ner nu då än alltid redan även någon något ingen inget \
        själv sitt hela om tills eftersom medan ju väl kosta kostar kostade tillbaka lagar lagade \
        såg kort sagt",
    about: "om",
    joiners: "och eller med mot vs",
    negations: "utan ingen inga inte aldrig",
    letters: "å",
    prefixes: "för be an av in om upp ut på till under över miss er ge sam fort åter",
};
