//! The words that tell the niche and the temper of a text: English words, then frequent words of other languages.
//!
//! A dash stands for any ending. Words that belong to several niches are left out.

use super::{Niche, Temper};

pub(super) const NICHES: [(Niche, &str); 23] = [
    (
        Niche::Gaming,
        "game gaming gamer gameplay minecraft fortnite roblox playstation ps5 xbox nintendo zelda mario pokemon gta \
         valorant esport speedrun steam twitch rpg fps boss controller multiplayer spiel zocken juego videojuego \
         jeu jogo геймер- майнкрафт गेम لعبة ألعاب 游戏 遊戲 电竞 電競 原神 玩家 ゲーム 実況 게임 마인크래프트 🎮 \
         игра игры игру игре игров- играю играем",
    ),
    (
        Niche::Tech,
        "ai gpt chatgpt openai claude gemini llm robot robotic tech technology gadget phone smartphone iphone \
         android laptop pc computer chip gpu cpu nvidia apple google microsoft startup cyber cybersecurity hacker \
         hacking internet app automation drone vr machine neural technik technologie tecnología tecnologia ki \
         технолог- нейросет- искусственн- робот- смартфон- एआई तकनीक मोबाइल تقنية ذكاء هاتف 人工智能 人工智慧 \
         大模型 机器人 機器人 手机 手機 电脑 電腦 スマホ ロボット 生成ai ガジェット 인공지능 로봇 스마트폰 컴퓨터 \
         🤖 📱 💻",
    ),
    (
        Niche::Code,
        "code coding coder programming programmer developer software rust python javascript typescript java linux \
         docker kubernetes sql database api frontend backend bug debug compiler github git algorithm css html \
         devops programmieren programación programação programmation desarrollo программирован- программист- код \
         प्रोग्रामिंग कोडिंग برمجة 编程 編程 程式 代码 程序员 プログラミング エンジニア 코딩 프로그래밍 개발자",
    ),
    (
        Niche::Money,
        "money finance financial invest investing investor investment stock trading trader crypto bitcoin ethereum \
         business entrepreneur income profit salary budget bank tax debt economy inflation dropshipping marketing \
         sale cash million millionaire billion billionaire wealth retire retirement dividend freelance ecommerce $ \
         € £ ₹ ¥ geld finanz- aktien unternehmen dinero finanzas negocio inversión argent bourse entreprise \
         dinheiro investimento negócio деньг- бизнес- инвест- финанс- заработ- крипт- पैसा पैसे निवेश कमाई المال \
         استثمار أعمال 赚钱 賺錢 理财 理財 投资 投資 股票 省钱 月薪 月入 お金 節約 副業 株 재테크 주식 투자 부동산 \
         💰 💵 📈 부자",
    ),
    (
        Niche::Food,
        "food cook cooking recipe kitchen chef eat eating restaurant pizza burger pasta cake bake baking bread \
         dinner lunch breakfast meal snack spicy bbq grill steak chicken sushi ramen noodle taco vegan dessert \
         chocolate cookie coffee tea delicious tasty sauce cheese fruit rezept- kochen backen essen küche lecker \
         receta cocina comida cocinar recette cuisine cuisiner nourriture gâteau receita cozinha cozinhar рецепт- \
         бургер- пицц- hamburguesa кухн- еда торт- вкусн- खाना रेसिपी भोजन طعام طبخ وصفة أكل 美食 料理 做菜 做饭 食谱 小吃 必吃 火锅 蛋糕 \
         レシピ グルメ 食堂 ラーメン 弁当 요리 맛집 음식 레시피 먹방 🍕 🍔 🍜 🍰 готовим готовить",
    ),
    (
        Niche::Travel,
        "travel traveling travelling traveler trip journey vacation beach island flight airport hotel backpacking \
         cruise tourist tourism destination itinerary road abroad nomad japan tokyo paris bali thailand italy \
         iceland explore adventure sailing reise- urlaub strand viaj- vacaciones playa voyage- vacances viagem \
         férias praia путешеств- отпуск- поездк- यात्रा घूमने سفر السفر رحلة 旅行 旅游 旅遊 自由行 旅 海外 観光 \
         여행 해외 ✈ 🏝",
    ),
    (
        Niche::Fitness,
        "fitness gym workout exercise muscle bodybuilding abs cardio weight strength runner marathon yoga crossfit \
         athlete sport football soccer basketball tennis boxing ufc nba nfl messi ronaldo match olympic protein \
         calisthenics swim swimming cycling fußball muskel- abnehmen deporte fútbol entrenamiento gimnasio \
         entraînement musculation muscler esporte futebol treino academia спорт- трениров- футбол- похуд- व्यायाम \
         क्रिकेट वजन رياضة تمارين 健身 减肥 減肥 跑步 足球 运动 篮球 筋トレ ダイエット サッカー 野球 운동 헬스 \
         다이어트 축구 💪 🏋 ⚽ 🏀",
    ),
    (
        Niche::Beauty,
        "beauty makeup skincare skin hair hairstyle nail fashion outfit style dress clothes lipstick perfume \
         cosmetic glam haul sephora kosmetik schminken haare belleza maquillaje moda cabello beauté maquillage \
         coiffure beleza maquiagem cabelo красот- макияж- стил- волос- सौंदर्य मेकअप फैशन جمال مكياج موضة 美妆 化妆 \
         化妝 护肤 護膚 穿搭 时尚 メイク コスメ 美容 ファッション 화장 메이크업 패션 뷰티 💄 👗 💅 мода моды модн-",
    ),
    (
        Niche::Science,
        "science scientific physics chemistry biology math mathematics experiment lab research quantum atom dna \
         brain evolution medicine study student school university exam lesson teacher education wissenschaft physik \
         schule ciencia física estudiar escuela école étudier ciência estudar escola наук- физик- учёб- учеб- школ- \
         урок- विज्ञान शिक्षा पढ़ाई علم علوم تعليم دراسة 科学 科學 学习 學習 考试 数学 物理 英语 勉強 授業 理科 \
         과학 공부 수학 시험 🧪 🔬 🎓",
    ),
    (
        Niche::Space,
        "space planet galaxy universe cosmos cosmic astronomy astronaut nasa spacex rocket mars moon saturn jupiter \
         alien blackhole orbit satellite telescope nebula starship weltraum weltall planeten universo espacio \
         espace univers espaço космос- космич- планет- вселенн- галактик- अंतरिक्ष ब्रह्मांड فضاء الفضاء كوكب 宇宙 \
         太空 火箭 星球 航天 ロケット 惑星 우주 로켓 행성 🪐 🌌 starry",
    ),
    (
        Niche::Music,
        "music song sing singer singing guitar piano drum beat dj rap hiphop album band concert playlist melody \
         remix lofi producer bass edm jazz musician spotify vinyl headphone musik gitarre música canción cantar \
         musique chanson guitare canção музык- песн- гитар- संगीत गाना गाने موسيقى أغنية 音乐 音樂 唱歌 歌曲 钢琴 \
         吉他 音楽 歌 ピアノ ギター 음악 노래 피아노 기타 🎵 🎸 🎧 🎤",
    ),
    (
        Niche::Film,
        "movie film cinema netflix marvel disney trailer actor hollywood director series tv anime episode oscar \
         documentary filmmaking filmmaker kino serie película cine série filme cinéma фильм- кино- сериал- फिल्म \
         सिनेमा فيلم سينما مسلسل 电影 電影 电视剧 影评 动漫 映画 アニメ ドラマ 영화 드라마 애니 🎬 🍿",
    ),
    (
        Niche::Horror,
        "horror scary haunted ghost creepy spooky paranormal nightmare zombie monster demon terrifying crime murder \
         murderer killer detective mystery mysterious unsolved disappearance disappeared cult conspiracy cursed \
         halloween grusel- mord- verbrechen terror miedo crimen asesino misterio fantasma horreur meurtre fantôme \
         mystère assassino mistério medo ужас- страшн- убий- преступ- тайн- डरावन भूत हत्या रहस्य رعب جريمة لغز \
         恐怖 鬼 悬疑 谋杀 诡异 ホラー 怖い 心霊 事件 怪談 공포 귀신 살인 미스터리 👻 💀 🔪",
    ),
    (
        Niche::Nature,
        "nature garden gardening plant flower forest tree leaf mountain hike hiking camping river lake waterfall \
         farm organic climate environment sustainable wilderness outdoor landscape herb tomato vegetable natur \
         garten pflanze wald wandern naturaleza jardín plantas bosque forêt jardin plante natureza jardim floresta \
         природ- растен- огород- प्रकृति बगीचा पौधे طبيعة حديقة نبات 自然 花园 植物 种植 森林 园艺 ガーデニング \
         野菜 登山 キャンプ 자연 정원 식물 등산 캠핑 🌱 🌿 🌳 🌸 сад сада садов- лес леса лесу цветы цветок 鲜花 \
         养花",
    ),
    (
        Niche::Pets,
        "pet cat kitten dog puppy animal hamster bunny rabbit parrot bird fish aquarium horse wildlife zoo lion \
         tiger elephant shark vet husky corgi hund katze haustier welpe perro gato mascota animales chien animaux \
         cachorro animais cão собак- кошк- щен- животн- питом- कुत्ता बिल्ली जानवर كلب قطة حيوان 猫 狗 宠物 寵物 \
         动物 犬 ペット 動物 고양이 강아지 반려 동물 🐱 🐶 🐾 🐈 🐕 кот кота коты котик- котён- котен-",
    ),
    (
        Niche::Cars,
        "car drive driving race racing formula f1 tesla ferrari lamborghini porsche bmw mercedes toyota supercar \
         engine motor motorcycle bike truck drift garage ev horsepower auto autos fahren rennen motorrad coche \
         carro moto conducir voiture conduire dirigir машин- авто- автомобил- мотоцикл- гонк- गाड़ी बाइक سيارة \
         سيارات 汽车 汽車 赛车 跑车 买车 電動車 自動車 クルマ ドライブ バイク 자동차 드라이브 슈퍼카 🚗 🏎",
    ),
    (
        Niche::History,
        "history historical ancient rome roman egypt pharaoh empire emperor king queen medieval viking samurai \
         civilization archaeology dynasty century philosophy stoic stoicism philosopher mythology greek bible war \
         ww2 quote geschichte antike kaiser mittelalter historia antiguo imperio filosofía histoire antique \
         philosophie história império filosofia истори- древн- импер- филосо- इतिहास प्राचीन राजा تاريخ حضارة فلسفة \
         历史 歷史 古代 帝国 皇帝 哲学 三国 歴史 戦国 日本史 武士 역사 조선 고대 철학 🏛 👑",
    ),
    (
        Niche::News,
        "news breaking politics political election president government congress senate vote ukraine russia china \
         trump biden minister debate protest law crisis report nachrichten politik wahl krieg noticia política \
         elecciones guerra actualité politique élection guerre notícia eleição новост- политик- войн- समाचार \
         राजनीति चुनाव أخبار سياسة حرب 新闻 新聞 政治 选举 总统 国际 ニュース 選挙 戦争 뉴스 정치 선거 대통령 📰 \
         выборы выборов выборах",
    ),
    (
        Niche::Kids,
        "kid kids child children baby toddler family mom mum dad mother father parent parenting toy toys lego slime \
         nursery rhyme cartoon fairy unicorn princess dinosaur playground school kinder familie eltern spielzeug \
         niños familia juguete bebé enfant famille jouet bébé criança família brinquedo ребен- ребён- малыш- семь- \
         игрушк- बच्च परिवार खिलौना أطفال طفل عائلة 儿童 孩子 宝宝 亲子 育儿 玩具 子供 子ども 赤ちゃん 家族 育児 \
         아이 아기 가족 육아 어린이 🧸 👶 дети детей детск- мама мамы",
    ),
    (
        Niche::Home,
        "diy home house apartment room interior furniture renovation remodel decor decorate woodworking wood craft \
         repair cleaning declutter organize organizing tiny cabin architecture handwerk bauen haus wohnung möbel \
         casa hogar decoración bricolaje maison bricolage décoration reforma ремонт- интерьер- мебел- घर सजावट منزل \
         بيت ديكور 装修 收纳 家居 房子 手工 租房 部屋 収納 掃除 インテリア 인테리어 청소 정리 🏠 🔨 🛠 дом дома доме \
         домашн-",
    ),
    (
        Niche::Growth,
        "productivity productive habit motivation motivational discipline focus goal success mindset confidence \
         morning routine procrastination planner improve improvement advice psychology book reading career job \
         interview resume leadership communication gewohnheit erfolg disziplin hábito éxito disciplina \
         productividad habitude succès réussir productivité sucesso produtividade привычк- мотивац- успех- \
         дисциплин- продуктивн- आदत सफलता प्रेरणा نجاح عادات تحفيز 自律 习惯 效率 成功 励志 职场 習慣 自己啓発 \
         仕事術 成功法 습관 성공 동기부여 자기계발 생산성",
    ),
    (
        Niche::Love,
        "love relationship dating date romance romantic wedding marriage marry married couple boyfriend girlfriend \
         crush kiss valentine heart bride husband wife liebe beziehung hochzeit amor pareja boda amour mariage \
         casamento namoro любов- отношен- свадьб- प्यार शादी الحب زواج 爱情 愛情 恋爱 婚礼 恋愛 結婚 恋 사랑 연애 \
         결혼 💕 💍 💘",
    ),
    (
        Niche::Winter,
        "christmas xmas winter snow santa holiday advent ski skiing snowboard ice frozen weihnacht- schnee \
         skifahren navidad nieve invierno noël neige hiver natal neve inverno рождеств- новогод- зим- снег- снеж- \
         क्रिसमस सर्दी الشتاء ثلج 圣诞 聖誕 冬天 滑雪 雪 クリスマス 冬 スキー 크리스마스 겨울 눈꽃 🎄 🎅 ❄ ⛄",
    ),
];

pub(super) const TEMPERS: [(Temper, &str); 8] = [
    (
        Temper::Dark,
        "dark darkness darkest midnight night shadow evil sinister noir gothic abyss horror scary haunted creepy \
         terrifying nightmare murder killer cursed demon dunkel nacht oscuro oscuridad noche sombre nuit escuro \
         noite темн- тёмн- ночь अंधेर ظلام رعب 黑暗 深夜 恐怖 闇 怖い 어둠 공포 💀 👻",
    ),
    (
        Temper::Cheerful,
        "happy fun funny joy joyful cheerful party birthday smile sunny cute adorable colorful colourful playful \
         laugh hilarious comedy summer bright lustig glücklich süß fröhlich feliz divertido alegre drôle heureux \
         mignon engraçado весел- смешн- счаст- मज़ेदार खुश مضحك سعيد مرح 开心 快乐 搞笑 可爱 楽しい 笑 かわいい \
         可愛い 행복 귀여운 웃긴 😂 😀 😍 🎉 🥳 милый милая милые",
    ),
    (
        Temper::Calm,
        "calm calming relax relaxing peaceful peace meditation meditate zen cozy minimal minimalist minimalism \
         gentle soft quiet slow sleep mindfulness mindful breathe breathing pastel serene simple ambient ruhe ruhig \
         entspann- gemütlich tranquil- calma relajante meditación calme détente doux relaxante meditação спокой- \
         медитац- уют- शांत ध्यान هدوء استرخاء تأمل 冥想 放松 宁静 治愈 癒し 静か 瞑想 명상 힐링 휴식 🧘",
    ),
    (
        Temper::Luxurious,
        "luxury luxurious expensive elegant elegance premium exclusive gold golden royal diamond mansion yacht rich \
         richest wealthy millionaire billionaire rolex lavish finest jewelry luxus teuer lujo lujoso elegante luxe \
         luxo роскош- люкс- элегант- लक्ज़री शाही فاخر ثري ملكي 奢华 奢侈 豪华 高级 富豪 高級 贅沢 豪華 명품 럭셔리 \
         고급 💎 👑 дорогие",
    ),
    (
        Temper::Energetic,
        "energy energetic fast fastest speed extreme intense insane crazy epic challenge explosive explosion power \
         powerful hype action hiit battle versus vs ultimate strongest fight wild boost turbo viral energie schnell \
         verrückt energía rápido loco énergie rapide fou rapidinho louco быстр- безумн- энерг- мощн- эпич- चुनौती \
         तेज़ तूफानी تحدي سريع قوة 挑战 挑戰 最强 超级 疯狂 疯 最強 爆速 激 チャレンジ やばい 챌린지 도전 최강 미친 \
         ⚡ 🔥 💥 🚀",
    ),
    (
        Temper::Dramatic,
        "dramatic drama shocking shock shocked truth exposed secret warning danger dangerous collapse crisis \
         disaster scandal death deadly dead died destroyed destroy betrayal revenge survive survived survival \
         apocalypse lie lied breaking tragedy gefahr wahrheit schock peligro verdad secreto vérité choc perigo \
         verdade segredo опасн- правд- шок- секрет- катастроф- выжи- खतरा सच चौंकाने خطر الحقيقة صدمة 真相 震惊 \
         危险 揭秘 崩溃 衝撃 真実 危険 暴露 崩壊 충격 진실 위험 폭로 ⚠ 😱 🚨 dying",
    ),
    (
        Temper::Retro,
        "retro neon vintage 80s 90s 1980s 1990s synthwave cyberpunk vaporwave arcade nostalgia nostalgic disco y2k \
         pixel 8bit vhs cassette outrun ретро неон- रेट्रो نيون 复古 怀旧 霓虹 赛博 レトロ 昭和 ネオン 레트로 네온 \
         🕹 📼",
    ),
    (
        Temper::Sad,
        "sad sadness saddest lonely loneliness alone heartbreak heartbroken breakup cry crying grief depression \
         depressed goodbye tears regret farewell funeral burnout anxiety traurig einsam abschied triste tristeza \
         solitario soledad adiós tristesse seul adieu sozinho saudade грустн- печал- одинок- прощан- депресс- दुख \
         उदास अकेल حزن حزين وحيد 悲伤 孤独 难过 抑郁 再见 悲しい 寂しい 別れ 슬픈 외로운 우울 이별 😢 😭 💔",
    ),
];
