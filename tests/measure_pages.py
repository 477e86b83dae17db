"""The pages docs/measures.md and docs/measures.ja.md: every measure, from the record that the program itself fills.

`python tests/measure_pages.py` writes them again. tests/test_measure_pages.py compares. The Japanese page takes its
sentences from docs/measures.ja.toml, and what is missing there from the program.
"""

from __future__ import annotations

import tomllib
from typing import NamedTuple

from mazeconv.measures import described
from mazeconv.measures.pair import WORK
from mazeconv.measures.players import EXPLORERS, FEWEST, LARGEST, PATIENCE, SPEED
from mazeconv.measures.players import WORK as WALKED
from option_pages import DOCS, row, write

SENTENCES: dict[str, dict[str, str]] = tomllib.loads((DOCS / "measures.ja.toml").read_text("utf-8"))


class Words(NamedTuple):
    """Hold the words of one language around the table."""

    file: str
    head: tuple[str, str, str]
    before: str
    after: str


ENGLISH = Words(
    file="measures.md",
    head=("name", "unit", "what it says"),
    before="""# Measures

[README](../README.md#solving-and-measuring) · [日本語](measures.ja.md) · this page is made by
`python tests/measure_pages.py`

`mazeconv info` measures a level, `mazeconv measures` lists what it measures. A condition compares one of the names
below with a number, by `>=`, `<=`, `>`, `<`, `==` or `!=`; a measure without a unit that is true or false may stand
alone. `search` also ranks by one of them.

```sh
mazeconv info --seed 7 --require "solution >= 20" --require "seen_percent <= 90%"
mazeconv search --size 21x15 --count 200 --require "dead_ends <= 30" --best difficulty
mazeconv measures difficulty
```

What cannot be measured, as there is no start, goal or way, meets no condition. The degree of a floor tile is the
number of its four neighbours that are floor. Of several goal tiles the nearest counts.
""",
    after=f"""
`farthest` and `branches` are in `info --json` only.

The farthest pair is exact in mazes without loops. With loops, search after search narrows down which tiles can still
be an end of a longer way, until none is left, or until {WORK:,} tiles were met in all: enough for most levels up to
about 150 x 100 tiles. Where it is not enough, `farthest_exact` is no.

## Difficulty

```text
complexity of a hallway = D * (1 / (2 d1) + 1 / (2 d2) + …)
difficulty = ln(complexity of the way * (complexity of branch 1 + 1) * (complexity of branch 2 + 1) * …)
```

D is the length of a hallway, a piece of road without a choice, and d1, d2, … are its straight legs, all in steps from
tile to tile: many short legs make it complex. A false branch has the sum of its hallways. The way is the shortest
one, taken as one hallway.

The formula is that of M. S. McClendon, "The Complexity and Difficulty of a Maze", Bridges 2001, pages 213 to 222, as
V. Bellot et al. restate it ("How to Generate Perfect Mazes?", Information Sciences 2021). There a hallway may turn by
any angle t, and a leg counts t / (pi d); ours turn by a quarter, so that is 1 / (2 d). Three things are our choice:
the logarithm is the natural one, the last leg counts like those that end in a turn, and a branch that leads back to
the way counts once, like a blind one.

It is good for ranking mazes of corridors, of like size and drawn alike. It grows with the number of branches, so the
figures of a small and a large maze should not be compared, and it says little of caves and other open ground, where
nothing is a hallway. It is not measured on people.

## The players

`time_p10`, `time_p50` and `time_p90` are an estimate. Simulated players walk from the start to a goal; within these
times 10, 50 and 90 of 100 have arrived. There are {EXPLORERS} players where up to {WALKED // EXPLORERS:,} tiles can be
reached, and {WALKED:,} divided by these tiles where it is more, but at least {FEWEST}; `info` says how many. This is
how such a player walks:

- From tile to tile, never turning round in a passage; at a dead end it turns round.
- Where there is a choice it takes the side that it remembers walking least. Among equals chance decides; back it goes
  only if it walked all others more often.
- One time in eight it does not remember, and takes any side but back.
- It does not see ahead, does not stop to think, and knows nothing of keys and doors.
- Who has walked {PATIENCE} times as many steps as there is floor gives up.

Its steps become seconds by `--speed`, {SPEED:g} tiles a second if you do not say. The players have the same seeds on
every level and every time, so the figures compare levels. Real players see ahead and stop to think. So scale the times
by your own: play a level, and give the seconds that it took. Of several times the median counts.

```sh
mazeconv info samples/maze.json --speed 6
mazeconv info samples/maze.json --played 21 --played 30 --played 24
mazeconv search --size 21x15 --count 50 --played samples/maze.json=24 --best time_p50
```

`info` then shows `time_factor`, your time by the estimated one, and the `--speed` that gives the same times for other
levels. `search` takes your time as LEVEL=SECONDS, since it measures other levels than the one that you played; there
`time_factor` is the same for all, so that no condition may name it. Levels of more than {LARGEST:,} floor tiles have
no times. In Python these are `measure(level, speed=6, played=[21, 30, 24])` and
`search(50, best="time_p50", played=[(level, 24)])`.
""",
)
JAPANESE = Words(
    file="measures.ja.md",
    head=("名前", "単位", "内容"),
    before="""# 測定値

[README](../README.ja.md) · [English](measures.md) · このページは `python tests/measure_pages.py` で作っています

`mazeconv info` はレベルを測ります。`mazeconv measures` で測定値の一覧が(英語で)出ます。条件は、下の名前を
`>=`・`<=`・`>`・`<`・`==`・`!=` で数と比べます。はい・いいえの値は、名前だけでも条件になります。`search`
では順位にも使えます。

```sh
mazeconv info --seed 7 --require "solution >= 20" --require "seen_percent <= 90%"
mazeconv search --size 21x15 --count 200 --require "dead_ends <= 30" --best difficulty
mazeconv measures difficulty
```

スタート、ゴール、または道がなくて測れない値は、どの条件も満たしません。床の次数とは、上下左右のうち床である数です。
ゴールのタイルがいくつもあれば、一番近いものについて測ります。
""",
    after=f"""
`farthest` と `branches` は `info --json` だけに出ます。

最も離れた 2 つは、回り道のない迷路では正確です。回り道があるときは、調べるごとに、
もっと離れた相手のありうるタイルを絞り、なくなるか、のべ {WORK:,} タイルを見たところで終わります。150 x 100
タイルくらいまでのたいていのレベルには足ります。足りなかったときは `farthest_exact` が no になります。

## 難しさ

```text
complexity of a hallway = D * (1 / (2 d1) + 1 / (2 d2) + …)
difficulty = ln(complexity of the way * (complexity of branch 1 + 1) * (complexity of branch 2 + 1) * …)
```

hallway(廊下)は、選ぶところのない道です。D はその長さ、d1, d2, … はその中のまっすぐな部分の長さで、
どれもタイルからタイルへの歩数です。短い部分が多いほど複雑になります。間違った枝(branch)の複雑さは、その廊下の和です。
way は最短の道で、全体を 1 本の廊下とみなします。

式は M. S. McClendon, "The Complexity and Difficulty of a Maze", Bridges 2001, 213–222 ページのものです(V. Bellot ほか
"How to Generate Perfect Mazes?", Information Sciences 2021 が書き直した形によります)。元の式では、廊下の曲がる角度 t
は何でもよく、まっすぐな部分 1 つは t / (pi d) です。ここでは 90 度だけなので 1 / (2 d) になります。次の 3 つは
mazeconv が決めたことです。対数は自然対数です。最後の部分も、曲がり角で終わる部分と同じに数えます。
道に戻ってくる枝も、行き止まりの枝と同じに 1 回数えます。

同じくらいの大きさで、同じ描き方の、廊下でできた迷路に順位を付けるのに向いています。枝が多いほど大きくなるので、
小さな迷路と大きな迷路の値は比べられません。洞窟などの広い所には廊下がないので、あまり役に立ちません。
人で確かめた値ではありません。

## 遊ぶ人

`time_p10`・`time_p50`・`time_p90` は見積もりです。架空の人たちがスタートからゴールまで歩き、100 人のうち
10 人・50 人・90 人が着くまでの時間です。人数は、行けるタイルが {WALKED // EXPLORERS:,} までなら {EXPLORERS} 人、
それより大きなレベルでは {WALKED:,} を行けるタイルの数で割った数で、{FEWEST} 人より少なくはなりません。人数は
`info` に出ます。歩き方は次のとおりです。

- タイルからタイルへ進み、道の途中では引き返しません。行き止まりでは引き返します。
- 分かれ道では、歩いた覚えが一番少ない方へ行きます。同じならランダムです。来た方へ戻るのは、
  ほかのどれもそれより多く歩いたときだけです。
- 8 回に 1 回は忘れて、来た方以外のどれかへ行きます。
- 先は見えず、立ち止まって考えることもなく、鍵と扉のことは知りません。
- 床の数の {PATIENCE} 倍を歩いた人はあきらめます。

歩数は `--speed` で秒にします。指定しないと 1 秒に {SPEED:g} タイルです。いつも、どのレベルでも同じシードを使うので、
値でレベルを比べられます。本物の人は先を見ますし、立ち止まって考えます。そこで、自分で遊んでかかった秒数を渡して、
見積もりを合わせてください。いくつも渡すと中央値を使います。

```sh
mazeconv info samples/maze.json --speed 6
mazeconv info samples/maze.json --played 21 --played 30 --played 24
mazeconv search --size 21x15 --count 50 --played samples/maze.json=24 --best time_p50
```

`info` は、自分の時間が見積もりの何倍か(`time_factor`)と、ほかのレベルで同じ時間になる `--speed` を表示します。
`search` が測るのは遊んだものとは別のレベルなので、`レベル=秒` の形で渡します。`time_factor`
はどのレベルでも同じになるので、条件にはできません。床が {LARGEST:,} タイルを超えるレベルの時間は出ません。Python では
`measure(level, speed=6, played=[21, 30, 24])` と `search(50, best="time_p50", played=[(level, 24)])` です。
""",
)


def page(words: Words) -> str:
    """Return the page in one language."""
    rows = [row(*words.head), "|---|---|---|"]
    for measure in described():
        unit, told = measure.unit, measure.description
        if words is JAPANESE:
            unit, told = SENTENCES["units"].get(unit, unit), SENTENCES["measures"].get(measure.name, told)
        rows.append(row(f"`{measure.name}`", unit, told))
    return "\n".join([words.before, *rows, words.after])


def main() -> None:
    """Write both pages."""
    for words in (ENGLISH, JAPANESE):
        write(words.file, page(words))


if __name__ == "__main__":
    main()
