"""Words in drawings can be read, light and dark. axe leaves them out: it knows no background of a text in an SVG."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from .robot import shoot
from .scenes import SCENES, reach
from .server import Server, link

SCENE = {scene.name: scene for scene in SCENES}
DRAWINGS = ("egemonia-place", "egemonia-over", "epix-recruit", "epix-act", "epireia-send", "epireia-engage")

# Every text of the drawing: what it says, where it is, its colour, the colour of its outline if it has one, and
# whether it is large (as WCAG has it, whose least contrasts these are).
TEXTS = """() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const rgb = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  return [...document.querySelectorAll(".board svg text")]
    .filter((text) => text.checkVisibility({ opacityProperty: true }) && text.textContent.trim())
    .map((text) => {
      const style = getComputedStyle(text);
      const { left, top, width, height } = text.getBoundingClientRect();
      const size = parseFloat(style.fontSize) * (text.getScreenCTM()?.a ?? 1);
      const outlined = style.stroke !== "none" && style.paintOrder.startsWith("stroke");
      return {
        says: text.textContent, box: [left, top, width, height], fill: rgb(style.fill),
        outline: outlined ? rgb(style.stroke) : null,
        large: size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700),
      };
    });
}"""
HIDE = """() => {
  for (const text of document.querySelectorAll(".board svg text")) text.style.visibility = "hidden";
}"""
# What lies below each text, from a picture without the texts: the colour that most pixels of its box have.
BELOW = """async ([picture, boxes]) => {
  const image = new Image();
  image.src = picture;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d", { willReadFrequently: true });
  canvas.drawImage(image, 0, 0);
  return boxes.map(([left, top, width, height]) => {
    const [x, y] = [Math.round(left), Math.round(top)];
    const { data } = canvas.getImageData(x, y, Math.max(1, Math.round(width)), Math.max(1, Math.round(height)));
    const counts = new Map();
    for (let i = 0; i < data.length; i += 4) {
      const colour = [data[i], data[i + 1], data[i + 2]].join();
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    return [...counts].sort((a, b) => b[1] - a[1])[0][0].split(",").map(Number);
  });
}"""


def luminance(colour: list[int]) -> float:
    parts = [part / 255 for part in colour[:3]]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: list[int], other: list[int]) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrasts() -> None:
    assert contrast([0, 0, 0], [255, 255, 255]) == pytest.approx(21)
    assert contrast([119, 119, 119], [255, 255, 255]) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "name",
    ["egemonia-place", "egemonia-over", "epix-recruit", "epix-act", "epix-over", "epireia-send", "epireia-engage"],
)
def test_words_in_a_drawing_can_be_read(server: Server, pages: Any, name: str, scheme: str) -> None:
    page = pages(1360, 1600, color_scheme=scheme)
    page.goto(link(server, reach(server, SCENE[name])))
    page.wait_for_selector(".prompt.asked, .prompt.over")
    page.evaluate("document.fonts.ready")
    texts = page.evaluate(TEXTS)
    shoot(page, f"contrast-{name}-{scheme}", full=True)
    assert texts
    page.evaluate(HIDE)
    picture = "data:image/png;base64," + base64.b64encode(page.screenshot(full_page=True)).decode()
    other = page.context.browser.new_page()
    try:
        grounds = other.evaluate(BELOW, [picture, [text["box"] for text in texts]])
    finally:
        other.close()
    found = []
    for text, ground in zip(texts, grounds, strict=True):
        ratio = contrast(text["fill"], text["outline"] or ground)
        if ratio < (3.0 if text["large"] else 4.5):
            found.append(f"{text['says']}: {ratio:.2f}")
    assert not found, found
