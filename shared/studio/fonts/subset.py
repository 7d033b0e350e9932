"""Generates the subset fonts and the tables in this folder. README.md describes their contents.

Usage: python subset.py NotoSansCJK-Black.ttc black-han-sans.woff2 noto-color-emoji.woff2 FAMILIES OUT

FAMILIES is a folder with the four fonts that are the keys of `FAMILIES` below.
"""

import json
import sys
from pathlib import Path

import budoux
import jieba
from opencc import OpenCC
from fontTools import subset
from fontTools.ttLib import TTFont

# The flags in the subset. Other flags are printed as their two letters.
FLAGS = """AE AR AT AU BD BE BR CA CH CL CN CO CZ DE DK EG ES EU FI FR GB GR HK HU ID IE IL IN IR IT JP KE KR MA MX MY
    NG NL NO NZ PE PH PK PL PT RO RU SA SE SG TH TR TW UA US VN ZA""".split()
# Cantonese ideographs that the three standards lack or have only in a later level.
CANTONESE = "佢哋嘅咗喺啲冇睇嚟唔嗰咁乜嘢揾攞畀俾啱諗喎㗎咩啩囉喇噉咪嘥掂攰靚瞓嬲悭搵冚揸揼氹煲焗餸孭囝囡埗滘涌邨鎅"
# Words that are frequent in video titles but not in jieba's dictionary.
MODERN = """月薪 年薪 月入 年入 日赚 百万 千万 怎么 什么 人工智能 大模型 机器人 短视频 直播 主播 网红 流量 涨粉 粉丝 博主 手机 电脑 平板 相机 耳机 芯片 显卡 编程 代码 程序员 爬虫
    教程 攻略 指南 入门 进阶 新手 小白 零基础 必看 必学 必吃 必买 必备 合集 盘点 排行 排行榜 测评 评测 开箱 体验 推荐 避坑 踩坑 干货 秘诀 技巧
    做菜 做饭 美食 夜市 小吃 火锅 炸酱面 牛肉面 拉面 早餐 奶茶 咖啡 烘焙 蛋糕 食谱 探店 吃播 减肥 减脂 健身 瑜伽 跑步 马拉松 护肤 化妆 穿搭
    旅行 旅游 自由行 攻略 自驾 露营 民宿 高铁 胡同 省钱 赚钱 理财 存钱 基金 股票 副业 创业 财务自由 职场 面试 考研 英语 口语 单词 学会 搞定 打造 揭秘
    真相 震惊 逆袭 翻车 挑战 爆款 神器 神作 最强 无敌 免费 完美 超级 终极 史上 全网 今年 明年 每天 一天 三天 一周 一年 万元 房价 租房 装修
    游戏 王者 原神 通关 玩家 电竞 动漫 电影 电视剧 猫咪 小猫 小狗 宠物 养猫 养狗 亲子 育儿 宝宝 春节 中秋 月饼 饺子 包子 台北 台湾 香港""".split()
# The text families: file name in the npm package, and file name in this folder.
FAMILIES = {
    "Montserrat_900Black.ttf": "Montserrat-Black.ttf",
    "Baloo2_800ExtraBold.ttf": "Baloo2-ExtraBold.ttf",
    "NotoSerif_900Black.ttf": "NotoSerif-Black.ttf",
    "Bangers_400Regular.ttf": "Bangers-Regular.ttf",
}
BYTES = [*range(0x40, 0x7F), *range(0xA1, 0xFF)]


def charset(codec, rows, columns=range(0xA1, 0xFF)):
    """The ideographs of a national standard in these rows."""
    found = set()
    for row in rows:
        for column in columns:
            try:
                text = bytes([row, column]).decode(codec)
            except UnicodeDecodeError:
                continue
            if len(text) == 1 and 0x3400 <= ord(text) <= 0x9FFF:
                found.add(ord(text))
    return found


def signs():
    """The punctuation and symbols of the four standards."""
    found = set()
    for codec in ["gb2312", "big5", "euc_jp", "euc_kr"]:
        for row in range(0xA1, 0xA4):
            for column in BYTES:
                try:
                    found |= set(map(ord, bytes([row, column]).decode(codec)))
                except UnicodeDecodeError:
                    continue
    return {c for c in found if 0x2010 <= c < 0x2E80 or 0x3000 <= c < 0x3041}


SIMPLIFIED = charset("gb2312", range(0xB0, 0xF8))
TRADITIONAL = charset("big5", range(0xA4, 0xC7), BYTES)
JAPANESE = charset("euc_jp", range(0xB0, 0xF5))
HANJA = charset("euc_kr", range(0xCA, 0xFE))


def cut(source, out, unicodes, *options):
    """Writes a subset of a font with only these characters."""
    listed = ",".join(f"{c:X}" for c in sorted(unicodes))
    subset.main([str(source), f"--unicodes={listed}", f"--output-file={out}", "--no-hinting", *options])


def unpacked(font, out):
    """Writes the font uncompressed and returns the path of the file."""
    whole = Path(out).with_suffix(".whole")
    font.flavor = None
    font.save(whole)
    return whole


def cjk(source, out):
    ranges = [(0x2010, 0x2027), (0x2190, 0x2199), (0x2460, 0x24FF), (0x25A0, 0x2606), (0x3000, 0x303F)]
    ranges += [(0x3041, 0x30FF), (0x3105, 0x312F), (0x3131, 0x318E), (0x31F0, 0x33FF), (0xAC00, 0xD7A3)]
    ranges += [(0xFF01, 0xFF9F), (0xFFE0, 0xFFE6)]
    unicodes = {c for first, last in ranges for c in range(first, last + 1)}
    unicodes |= SIMPLIFIED | TRADITIONAL | JAPANESE | HANJA | set(map(ord, CANTONESE))
    unicodes |= signs() | {0xB7, 0xD7, 0x22EF, *range(0x2660, 0x2670)}
    cut(
        source,
        out,
        unicodes,
        "--font-number=0",
        "--layout-features=locl,palt,kern",
        "--layout-scripts=hani.JAN,hani.KOR,hani.ZHS,hani.ZHT",
        "--drop-tables+=VORG,vhea,vmtx,BASE",
    )


def hangul(source, out):
    whole = unpacked(TTFont(source, recalcTimestamp=False), out)
    cut(whole, out, {*range(0x3131, 0x318F), *range(0xAC00, 0xD7A4)})
    whole.unlink()


def european(source, out):
    """Latin with Vietnamese, Greek, Cyrillic with Kazakh, punctuation, currency signs, arrows, where the font has them."""
    ranges = [(0x20, 0x7E), (0xA0, 0x17F), (0x218, 0x21B), (0x300, 0x304), (0x306, 0x30C), (0x384, 0x3CE)]
    ranges += [(0x400, 0x45F), (0x490, 0x493), (0x1E80, 0x1E85), (0x1EA0, 0x1EF9), (0x2010, 0x2027), (0x2030, 0x203A)]
    ranges += [(0x20A0, 0x20C0), (0x2190, 0x2199), (0x2260, 0x2265)]
    unicodes = {c for first, last in ranges for c in range(first, last + 1)}
    unicodes |= {0x18F, 0x259, 0x1A0, 0x1A1, 0x1AF, 0x1B0, 0x323, 0x1E9E, 0x2116, 0x2122, 0x2212, 0x2248}
    unicodes |= set(map(ord, "ҚқҢңҮүҰұҺһӘәӨө"))
    cut(source, out, unicodes, "--layout-features=ccmp,kern,locl,mark,mkmk")


def emoji(source, out):
    """All emoji and emoji sequences, without skin tones and with some of the flags."""
    font = TTFont(source, recalcTimestamp=False)
    cmap = font.getBestCmap()
    letters = {cmap[0x1F1E6 + i]: chr(ord("A") + i) for i in range(26)}
    for lookup in font["GSUB"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            for first, ligatures in getattr(table, "ligatures", {}).items():
                pair = lambda ligature: letters[first] + letters.get(ligature.Component[0], "")
                if first in letters:
                    table.ligatures[first] = [ligature for ligature in ligatures if pair(ligature) in FLAGS]
    del font["SVG "]
    whole = unpacked(font, out)
    unicodes = set(cmap) - set(range(0x1F3FB, 0x1F400))
    cut(whole, out, unicodes, "--drop-tables+=vhea,vmtx")
    whole.unlink()


def han(out):
    """Ideographs that distinguish the writing systems: one line per set of standards that share ideographs."""
    sets = {"S": SIMPLIFIED, "T": TRADITIONAL, "J": JAPANESE}
    lines = {}
    for c in sorted(SIMPLIFIED | TRADITIONAL | JAPANESE):
        key = "".join(name for name, members in sets.items() if c in members)
        lines.setdefault(key, []).append(chr(c))
    del lines["STJ"]
    Path(out).write_text("".join(f"{key} {''.join(chars)}\n" for key, chars in sorted(lines.items())))


def phrases(out):
    """BudouX's Japanese model, one line per kind of feature: the kind, then texts and weights alternately."""
    model = json.loads((Path(budoux.__file__).parent / "models" / "ja.json").read_text())
    lines = [f"{kind} " + " ".join(f"{k} {v}" for k, v in sorted(weights.items())) for kind, weights in model.items()]
    Path(out).write_text("\n".join(lines) + "\n")


def words(out):
    """Jieba's most frequent words of two to four ideographs, most frequent first; then a line with a dash; then the
    traditional forms that differ."""
    counted = []
    for line in Path(jieba.__file__).with_name("dict.txt").read_text().splitlines():
        word, count, _ = line.split(" ")
        if 2 <= len(word) <= 4 and all(ord(c) in SIMPLIFIED for c in word):
            counted.append((-int(count), word))
    simplified = [word for _, word in sorted(counted)]
    simplified = list(dict.fromkeys(MODERN + simplified[:20_000]))
    convert = OpenCC("s2tw").convert
    traditional = [convert(word).replace("臺", "台") for word in simplified]
    differing = [t for s, t in zip(simplified, traditional) if s != t]
    Path(out).write_text("\n".join(simplified + ["-"] + differing) + "\n")


def main():
    noto_cjk, black_han, noto_emoji, families, out = map(Path, sys.argv[1:])
    cjk(noto_cjk, out / "NotoSansCJK-Black.otf")
    hangul(black_han, out / "BlackHanSans-Regular.ttf")
    emoji(noto_emoji, out / "NotoColorEmoji.ttf")
    for source, name in FAMILIES.items():
        european(families / source, out / name)
    han(out / "han.txt")
    phrases(out / "japanese.txt")
    words(out / "chinese.txt")


main()
