//! The Chinese, Japanese and Korean words that request a motif.

/// The name of a motif, and the words that request it, separated by spaces.
const WORDS: [(&str, &str); 39] = [
    (
        "rocket",
        "火箭 创业 創業 起業 スタートアップ ロケット 航天 로켓 창업 스타트업",
    ),
    (
        "laptop",
        "电脑 電腦 编程 編程 程式 代码 程序员 軟體 软件 パソコン プログラミング エンジニア コード 컴퓨터 노트북 코딩 프로그래밍 개발자",
    ),
    (
        "phone",
        "手机 手機 スマホ 携帯 アプリ iPhone 粉丝 短视频 핸드폰 스마트폰 아이폰 휴대폰",
    ),
    (
        "controller",
        "游戏 遊戲 电竞 電競 原神 玩家 ゲーム 実況 게임 마인크래프트",
    ),
    ("camera", "相机 相機 摄影 攝影 拍照 カメラ 写真 撮影 카메라 사진"),
    (
        "robot",
        "人工智能 人工智慧 机器人 機器人 大模型 生成AI ロボット 로봇 인공지능",
    ),
    (
        "car",
        "汽车 汽車 开车 開車 赛车 賽車 跑车 跑車 自驾 自駕 自動車 ドライブ 자동차 드라이브 슈퍼카",
    ),
    (
        "headphones",
        "音乐 音樂 耳机 耳機 歌曲 唱歌 钢琴 鋼琴 音楽 ピアノ ギター 歌ってみた 弾いてみた 음악 노래 피아노",
    ),
    (
        "microphone",
        "播客 访谈 訪談 麦克风 麥克風 演讲 演講 マイク 対談 ラジオ 팟캐스트 인터뷰 마이크",
    ),
    (
        "mountain",
        "登山 爬山 徒步 露营 露營 雪山 富士山 キャンプ 山登り 등산 캠핑",
    ),
    (
        "globe",
        "世界 全球 国际 國際 地球 地理 历史 歷史 英语 英語 外语 歴史 세계 지구 영어 역사",
    ),
    ("planet", "宇宙 太空 行星 星球 黑洞 天文 우주 행성"),
    (
        "island",
        "旅行 旅游 旅遊 海边 海邊 海滩 海灘 度假 自由行 景点 景點 沖縄 ひとり旅 ハワイ 여행 바다 제주",
    ),
    (
        "house",
        "房子 房价 房價 装修 裝修 租房 买房 買房 家居 一人暮らし マイホーム インテリア 賃貸 인테리어 아파트 집꾸미기",
    ),
    ("city", "城市 都市 上海 北京 東京 东京 香港 台北 夜景 서울 도쿄 도시"),
    ("cat", "猫 貓 ネコ ねこ にゃんこ 고양이 냥이"),
    ("paw", "狗 宠物 寵物 动物 動物 犬 いぬ ペット 강아지 반려견 동물"),
    (
        "plant",
        "植物 花园 花園 种菜 種菜 森林 環保 环保 園芸 ガーデニング 식물 정원",
    ),
    ("fire", "火锅 火鍋 爆款 爆红 爆紅 麻辣 激辛 炎上 매운 불닭"),
    (
        "heart",
        "爱情 愛情 恋爱 戀愛 结婚 結婚 情侣 情侶 恋愛 健康 연애 사랑 결혼 건강",
    ),
    (
        "burger",
        "美食 做菜 做饭 做飯 料理 食谱 食譜 小吃 夜市 好吃 必吃 拉面 拉麵 炸酱面 牛肉面 牛肉麵 饺子 餃子 餐厅 餐廳 レシピ カレー ラーメン ご飯 弁当 グルメ 음식 요리 맛집 레시피 먹방 김치",
    ),
    (
        "coffee",
        "咖啡 奶茶 珍珠奶茶 早餐 コーヒー カフェ 朝活 モーニング 커피 카페 아침",
    ),
    (
        "ghost",
        "恐怖 鬼故事 灵异 靈異 悬疑 懸疑 怖い ホラー 心霊 怪談 공포 귀신 무서운",
    ),
    (
        "money",
        "赚钱 賺錢 理财 理財 省钱 省錢 存钱 存錢 投资 投資 股票 基金 副业 副業 月薪 百万 百萬 節約 貯金 お金 稼ぐ 株 돈 부업 투자 주식 재테크 절약",
    ),
    (
        "trophy",
        "冠军 冠軍 排行 排名 第一名 比赛 比賽 挑战 挑戰 優勝 ランキング 大会 우승 순위 랭킹 챌린지",
    ),
    (
        "bulb",
        "技巧 秘诀 秘訣 心理学 心理學 点子 點子 コツ 裏技 アイデア 꿀팁 아이디어 심리",
    ),
    ("clock", "时间 時間 作息 早起 時短 시간 루틴"),
    ("target", "目标 目標 战略 戰略 戦略 목표 전략"),
    ("book", "读书 讀書 阅读 閱讀 小说 小說 書評 読書 日記 독서 책"),
    (
        "graduation",
        "大学 大學 考试 考試 考研 学习 學習 教程 入门 入門 课程 課程 学校 學校 留学 留學 受験 勉強 教室 공부 대학 수능 강의",
    ),
    (
        "dumbbell",
        "健身 减肥 減肥 减脂 減脂 运动 運動 瑜伽 跑步 马拉松 馬拉松 筋トレ ダイエット ヨガ 운동 다이어트 헬스 감량",
    ),
    ("lock", "隐私 隱私 密码 密碼 秘密 真相 禁断 暗号 비밀 보안"),
    (
        "gift",
        "礼物 禮物 圣诞 聖誕 生日 春节 春節 开箱 開箱 誕生日 プレゼント クリスマス 開封 선물 생일 크리스마스 언박싱",
    ),
    ("flask", "实验 實驗 科学 科學 化学 化學 実験 과학 실험"),
    (
        "palette",
        "绘画 繪畫 画画 畫畫 设计 設計 动漫 動漫 化妆 化妝 イラスト お絵かき アニメ メイク 그림 디자인 메이크업",
    ),
    ("movie", "电影 電影 电视剧 電視劇 影评 影評 映画 ドラマ 영화 드라마"),
    (
        "basketball",
        "篮球 籃球 足球 棒球 体育 サッカー 野球 バスケ 축구 야구 농구",
    ),
    (
        "bag",
        "购物 購物 穿搭 时尚 時尚 买买买 コーデ ファッション 買い物 購入品 쇼핑 패션 코디",
    ),
    ("gem", "钻石 鑽石 宝石 寶石 黄金 ダイヤ 보석 다이아"),
];

/// Motifs of places. They come after other motifs, because the event says more than its place.
const PLACES: [&str; 2] = ["city", "globe"];

/// The names of the motifs that a text requests, in the order in which it mentions them, places last. Of words at the
/// same position the longest comes first. A motif may occur twice.
pub(super) fn asked_for(text: &str) -> Vec<&'static str> {
    let mut found: Vec<(bool, usize, usize, &str)> = Vec::new();
    for (name, words) in WORDS {
        let is_place = PLACES.contains(&name);
        let mentions = words.split(' ').filter_map(|word| Some((text.find(word)?, word.len())));
        found.extend(mentions.map(|(at, length)| (is_place, at, usize::MAX - length, name)));
    }
    found.sort_unstable();
    found.into_iter().map(|(.., name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_that_of_a_motif() {
        let firsts: Vec<&str> = super::super::ALL
            .iter()
            .filter_map(|motif| motif.words.split(' ').next())
            .collect();
        for (name, _) in WORDS {
            assert!(firsts.contains(&name), "{name}");
        }
    }
}
