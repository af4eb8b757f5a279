from rich.text import Text

from rowlock.terminal.scene import Scene
from rowlock.terminal.views import View
from tests.terminal.nim import Nim


def draw(state: Nim, looker: int, scene: Scene) -> Text:
    return Text(f"{scene.name(looker)} sees {'|' * state.sticks}")


VIEW = View(draw)
