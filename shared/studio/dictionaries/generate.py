"""Generates the dictionaries in this folder. README.md describes their contents.

Usage: python generate.py
"""

import json
from pathlib import Path

import budoux
import jieba
from opencc import OpenCC

from standards import JAPANESE, SIMPLIFIED, TRADITIONAL

# Words that are frequent in video titles but not in jieba's dictionary.
MODERN = """月薪 年薪 月入 年入 日赚 百万 千万 怎么 什么 人工智能 大模型 机器人 短视频 直播 主播 网红 流量 涨粉 粉丝 博主 手机 电脑 平板 相机 耳机 芯片 显卡 编程 代码 程序员 爬虫
    教程 攻略 指南 入门 进阶 新手 小白 零基础 必看 必学 必吃 必买 必备 合集 盘点 排行 排行榜 测评 评测 开箱 体验 推荐 避坑 踩坑 干货 秘诀 技巧
    做菜 做饭 美食 夜市 小吃 火锅 炸酱面 牛肉面 拉面 早餐 奶茶 咖啡 烘焙 蛋糕 食谱 探店 吃播 减肥 减脂 健身 瑜伽 跑步 马拉松 护肤 化妆 穿搭
    旅行 旅游 自由行 攻略 自驾 露营 民宿 高铁 胡同 省钱 赚钱 理财 存钱 基金 股票 副业 创业 财务自由 职场 面试 考研 英语 口语 单词 学会 搞定 打造 揭秘
    真相 震惊 逆袭 翻车 挑战 爆款 神器 神作 最强 无敌 免费 完美 超级 终极 史上 全网 今年 明年 每天 一天 三天 一周 一年 万元 房价 租房 装修
    游戏 王者 原神 通关 玩家 电竞 动漫 电影 电视剧 猫咪 小猫 小狗 宠物 养猫 养狗 亲子 育儿 宝宝 春节 中秋 月饼 饺子 包子 台北 台湾 香港""".split()


def han(out: Path) -> None:
    """Ideographs that distinguish the writing systems: one line per set of standards that share ideographs."""
    sets = {"S": SIMPLIFIED, "T": TRADITIONAL, "J": JAPANESE}
    lines: dict[str, list[str]] = {}
    for c in sorted(SIMPLIFIED | TRADITIONAL | JAPANESE):
        key = "".join(name for name, members in sets.items() if c in members)
        lines.setdefault(key, []).append(chr(c))
    del lines["STJ"]
    Path(out).write_text("".join(f"{key} {''.join(chars)}\n" for key, chars in sorted(lines.items())))


def phrases(out: Path) -> None:
    """BudouX's Japanese model, one line per kind of feature: the kind, then texts and weights alternately."""
    model = json.loads((Path(budoux.__file__).parent / "models" / "ja.json").read_text())
    lines = [f"{kind} " + " ".join(f"{k} {v}" for k, v in sorted(weights.items())) for kind, weights in model.items()]
    Path(out).write_text("\n".join(lines) + "\n")


def words(out: Path) -> None:
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
    differing = [t for s, t in zip(simplified, traditional, strict=True) if s != t]
    Path(out).write_text("\n".join([*simplified, "-", *differing]) + "\n")


def main() -> None:
    out = Path(__file__).parent
    han(out / "han.txt")
    phrases(out / "japanese.txt")
    words(out / "chinese.txt")


main()
