//! Spanish, French, Portuguese and Italian.

use super::{Grammar, Inflection};

pub(crate) static FRENCH: Grammar = Grammar {
    inflection: Inflection::French,
    head_is_last: false,
    determiners: "le la les un une des du mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs ce cet cette ces \
        chaque plusieurs quel quelle quels quelles deux trois quatre cinq six sept huit neuf dix l d premier première vieux \
        vieille nouveau nouvelle petit petite grand grande meilleur meilleure",
    prepositions: "de en dans avec par pour sur sans à au aux chez vers sous contre entre depuis après avant pendant dès \
        jusqu devant derrière selon malgré",
    others: "je tu il elle nous vous ils elles on me te se ne pas et ou mais que qui quand où est sont était étaient été être \
        suis sommes très plus moins comme comment pourquoi si y ça ai as a ont avait avoir j'ai c'est qu'est car donc or ni \
        lui eux moi toi soi quoi dont rien tout tous toute toutes même aussi encore déjà jamais toujours ici là bien mal \
        fait faire fais font faut peut peux doit va vais vont veut aller trop peu beaucoup alors puis parce fois personne \
        ils-elles vraiment enfin seul seule c d j l m n s t qu",
    about: "sur",
    joiners: "et ou avec contre vs",
    negations: "sans pas ni jamais",
    letters: "œêùûëî",
    prefixes: "",
};

pub(crate) static SPANISH: Grammar = Grammar {
    inflection: Inflection::Iberian,
    head_is_last: false,
    determiners: "el la los las un una unos unas mi mis su sus tu tus este esta estos estas ese esa esos esas aquel cada todo \
        todos toda todas qué nuestro nuestra nuestros dos tres cuatro cinco seis siete ocho nueve diez primer primera mejor \
        mejores nuevo nueva viejo vieja",
    prepositions: "de del en con por para sobre sin desde al a entre hasta contra según tras ante bajo durante hacia",
    others: "y e o u pero que cuando donde dónde es son era eran fue ser sido soy muy como cómo más menos lo le les se yo él \
        ella ellos me te no nos fui he ha han hay está están estar por qué cuánto cuánta cuántos quién cuál si sí ya solo \
        sólo también nunca siempre algo nada nadie hacer hace hago hice hizo haz puede puedes puedo debe tiene tengo tener \
        va voy van ir así aquí ahí porque pues aunque mientras tan tanto bien mal otra otro vez veces todavía aún",
    about: "sobre",
    joiners: "y e o u con contra vs",
    negations: "sin ni nunca no",
    letters: "ñ¿¡",
    prefixes: "",
};

pub(crate) static PORTUGUESE: Grammar = Grammar {
    inflection: Inflection::Iberian,
    head_is_last: false,
    determiners: "o a os as um uma uns umas meu minha meus minhas seu sua seus suas este esta esse essa esses essas cada todo \
        toda todos todas nosso nossa dois duas três quatro cinco seis sete oito nove dez primeiro primeira melhor melhores \
        novo nova velho velha",
    prepositions: "de do da dos das em no na nos nas com por para pra pro sobre sem ao à aos às pelo pela pelos pelas entre \
        até num numa desde contra após",
    others: "e ou mas que quando onde é são era foram foi ser sou muito mais menos se como eu você vocês ele ela eles elas me \
        te lhe nos não está estão estou já porque porquê qual quem só também nunca sempre algo nada ninguém fazer faz fiz \
        faço fez pode posso deve tem tenho têm ter vai vou vão ir assim aqui ali pois embora tão tanto bem mal outro outra \
        vez vezes ainda isso isto aquilo depois antes agora maio fim tarde vale pena olha",
    about: "sobre",
    joiners: "e ou com contra vs",
    negations: "sem nem nunca não",
    letters: "ãõê",
    prefixes: "",
};

pub(crate) static ITALIAN: Grammar = Grammar {
    inflection: Inflection::Italian,
    head_is_last: false,
    determiners: "il lo la i gli le un uno una l mio mia miei mie tuo tua tuoi suo sua suoi nostro nostra loro questo questa \
        questi queste quel quella ogni due tre quattro cinque sei sette otto nove dieci primo prima migliore migliori nuovo \
        nuova vecchio vecchia",
    prepositions: "di del dello della dei degli delle in nel nello nella nei negli nelle con per su sul sulla sui sulle da dal \
        dalla dai dalle senza al allo alla ai agli alle a tra fra dell all nell sull dall contro verso dopo durante",
    others: "e ed o ma che quando dove è sono era erano sei essere stato molto più meno si non ho ha hai hanno abbiamo avere \
        come perché io tu lui lei noi voi mi ti ci vi ne cosa chi quale quanto quanta solo anche mai sempre ancora già poi \
        così qui qua lì là se fare fa fatto faccio può posso deve devo va vado vanno tutto tutti tutta niente nulla nessuno \
        bene male ora adesso quindi però oppure dell' un' dice spendere",
    about: "su sul sulla sui sulle sugli",
    joiners: "e ed o con contro vs",
    negations: "senza niente no né mai non",
    letters: "ìò",
    prefixes: "",
};
