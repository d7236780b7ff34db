"""Takes the pictures for scripts/pictures: `take.py GALLERY [NAME ...]`. The program Booking is next to the Gallery.

Each picture is a function below, whose name is the name of the picture, with underscores. It operates a page of the
Gallery or of Booking. It can return the height of the part to keep. Otherwise, the whole window is kept. A picture of
an article has two files, for light and for dark mode. A picture of the README has one file, for light mode.
"""

import base64
import contextlib
import json
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RESOURCES = ROOT / "Sources/Cairn/Cairn.docc/Resources"
README_PICTURES = ROOT / ".github"
# In pixels of style sheets. Files have twice as many, as their suffix @2x tells DocC.
WIDTH, HEIGHT, SCALE = 640, 900, 2
# The servers to choose from.
PLAIN, RECORDING, ACCENT, BOOKING = "plain", "recording", "accent", "booking"

pictures = []


def picture(server=PLAIN, width=WIDTH, height=HEIGHT, is_for_readme=False):
    """Registers a function that operates a page in a window of a size."""

    def register(function):
        name = function.__name__.replace("_", "-")
        files = {
            "light": RESOURCES / f"{name}@{SCALE}x.png",
            "dark": RESOURCES / f"{name}~dark@{SCALE}x.png",
        }
        if is_for_readme:
            files = {"light": README_PICTURES / f"{name}.png"}
        pictures.append((name, server, width, height, files, function))
        return function

    return register


@picture(width=1280, height=800, is_for_readme=True)
def inventory(page):
    page.open("/inventory")
    page.press("Duplicate Keyboard")
    page.wait_for("Duplicate item")


@picture(height=760)
def item_form(page):
    page.open("/inventory/items/1")
    return page.bottom()


@picture(height=720)
def refused_form(page):
    page.open("/inventory/add")
    page.press("Save")
    page.wait_for("Give the item a name")
    page.fill("Quantity", "ten")
    page.press("Save")
    page.wait_for("isn't a whole number")


@picture(height=720)
def sheet(page):
    page.open("/inventory")
    page.press("Add")
    page.wait_for("Add item")


@picture(height=780)
def popover(page):
    page.open("/inventory")
    page.press("Duplicate Monitor")
    page.wait_for("Duplicate item")


@picture(height=640)
def stack(page):
    page.open("/inventory")
    page.press("Take stock")
    page.wait_for("Start")
    page.press("Start")
    page.wait_for("Item 1 of")
    page.press("Next")
    page.wait_for("Item 2 of")
    return page.bottom()


@picture(height=420)
def alert(page):
    page.open("/inventory")
    page.press("Delete Mouse")
    page.wait_for("Delete “Mouse”?")


@picture(height=500)
def confirmation_dialog(page):
    page.open("/inventory")
    page.press("More about Monitor")
    page.wait_for("Mark as out of stock")


@picture(height=480, server=ACCENT)
def accent(page):
    page.open("/inventory")
    return page.bottom()


@picture(width=1000, height=900, server=BOOKING)
def booking(page):
    page.open("/")
    page.fill("Name", "Ann")
    page.fill("Password", "correct horse")
    page.press("Sign up")
    page.wait_for("Sign out")
    # A fixed week, so that the picture doesn't depend on the date.
    for slot, title in [("2031-3-4-10", "Interview"), ("2031-3-4-14", "Budget"), ("2031-3-6-9", "Review")]:
        page.open(f"/new/{slot}?week=2031-W10")
        page.fill("Title", title)
        page.press("Book")
        page.wait_for(f"{title}, ")
    return page.bottom()


@picture(height=520)
def screens(page):
    page.open("/trains")
    page.press_row(0)
    page.wait_for("Capacity")
    page.press("Settings")
    page.wait_for("Your name")
    return 380


@picture(height=640)
def live_timer(page):
    page.open("/inventory/items/1")
    page.press("Timer")
    page.wait_for("closes in 2 seconds")
    return page.bottom()


@picture(height=640)
def file_field(page):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "items.csv"
        file.write_text("name,quantity,color\nLamp,12,yellow\nDesk,4,black\nChair,a few\n")
        page.open("/inventory/import")
        page.choose(file)
        page.wait_for("isn't a valid quantity")


@picture(height=560, server=RECORDING)
def recorder(page):
    page.open("/counters")
    page.press("Add counter")
    page.wait_for("Fact")
    page.press("Increment counter 1")
    page.wait_for("Sum: 1")
    page.press("Increment counter 1")
    page.wait_for("Sum: 2")
    page.press("‹")
    page.wait_for("Sum: 1")
    page.press("Action and changes")


@picture(height=480)
def counters(page):
    page.open("/counters")
    for count in range(2):
        page.press("Add counter")
        page.wait_for_rows(count + 1)
    page.press("Increment counter 2")
    page.wait_for("Sum: 1")
    return page.bottom()


@picture(height=480)
def right_to_left_sheet(page):
    page.open("/members")
    page.press("العربية")
    page.wait_for("الأعضاء")
    page.press("نسيت كلمة المرور")
    page.wait_for("إرسال رابط")


@picture(height=480)
def error_page(page):
    page.open("/nothing")
    return page.bottom()


@picture(height=480)
def notice(page):
    page.open("/inventory/owls")
    return page.bottom()


class Page:
    """A page in Chromium, which chromedriver operates."""

    def __init__(self, driver, session, base):
        self.driver, self.session, self.base = driver, session, base

    def command(self, path, value=None):
        return request(f"{self.driver}/session/{self.session}{path}", value or {})

    def browser(self, method, **parameters):
        return self.command("/goog/cdp/execute", {"cmd": method, "params": parameters})

    def evaluate(self, script, *arguments):
        script = f"return (async function () {{ {script} }}).apply(null, arguments)"
        return self.command("/execute/sync", {"script": script, "args": list(arguments)})

    def open(self, path):
        self.command("/url", {"url": self.base + path})

    def wait(self, purpose, condition):
        end = time.monotonic() + 20
        while not condition():
            if time.monotonic() > end:
                sys.exit(f"error: waited in vain for {purpose}. The page shows:\n{self.text()}")
            time.sleep(0.05)

    def text(self):
        return self.evaluate("return document.body.innerText")

    def settle(self):
        """Waits until the page is loaded, and its script has no work."""
        self.wait(
            "the script",
            lambda: self.evaluate(
                "const work = document.documentElement.dataset.work ?? '';"
                "return document.readyState === 'complete' && !work.endsWith('+')"
            ),
        )

    def wait_for(self, pattern):
        self.wait(f"“{pattern}”", lambda: re.search(pattern, self.text()))
        self.settle()

    def wait_for_rows(self, count):
        script = "return document.querySelectorAll('[role=group]').length"
        self.wait(f"{count} rows", lambda: self.evaluate(script) == count)
        self.settle()

    # The last element with a name is in the top layer.
    ELEMENT = """
      const names = arguments[0].split("|")
      const isNamed = element =>
        [element.getAttribute("aria-label"), element.innerText, element.closest("label")?.innerText,
          ...[...(element.labels ?? [])].map(label => label.innerText)]
          .some(name => names.includes(name?.trim()))
      const all = [...document.querySelectorAll(arguments[1])].filter(isNamed)
      const element = all.findLast(element => element.checkVisibility()) ?? all.at(-1)
      if (!element) throw new Error("There's no " + arguments[0] + " in " + document.body.innerText)
    """

    def press(self, name):
        self.settle()
        self.evaluate(self.ELEMENT + "element.click()", name, "button, a, input, summary")

    def press_row(self, index):
        self.settle()
        self.evaluate("document.querySelectorAll('.row-button')[arguments[0]].click()", index)

    def fill(self, name, text):
        self.settle()
        self.evaluate(
            self.ELEMENT
            + "element.focus(); element.value = arguments[2];"
            + "element.dispatchEvent(new Event('input', {bubbles: true}))",
            name,
            "input",
            text,
        )

    def choose(self, file):
        self.settle()
        field = self.command("/element", {"using": "css selector", "value": "input[type=file]"})
        self.command(f"/element/{next(iter(field.values()))}/value", {"text": str(file)})

    def bottom(self):
        """Returns the height of the page to the end of its contents."""
        return self.evaluate(
            "const leaves = [...document.querySelectorAll('body *')]"
            ".filter(element => !element.childElementCount && element.checkVisibility());"
            "return Math.ceil(Math.max(...leaves.map(element => element.getBoundingClientRect().bottom))) + 32"
        )


def request(url, value=None):
    body = None if value is None else json.dumps(value).encode()
    headers = {"Content-Type": "application/json"}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=60) as response:
            return json.load(response)["value"]
    except urllib.error.HTTPError as error:
        sys.exit(f"error: {json.load(error)['value']['message']}")


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@contextlib.contextmanager
def process(command, port, log, folder=None):
    """Runs a server until the end of the block, in a folder for its data."""
    with open(log, "wb") as output:
        child = subprocess.Popen(command, stdout=output, stderr=output, cwd=folder)
    try:
        for _ in range(200):
            with socket.socket() as client:
                if client.connect_ex(("127.0.0.1", port)) == 0:
                    break
            if child.poll() is not None:
                sys.exit(f"error: {command[0]} ended:\n{pathlib.Path(log).read_text()}")
            time.sleep(0.1)
        yield
    finally:
        child.terminate()
        child.wait()


def command(gallery, server, port, folder):
    """Returns the command that runs a kind of server."""
    if server == BOOKING:
        return [str(gallery.with_name("Booking")), "--port", str(port)]
    memory = ["--database", ":memory:", "--sessions", ":memory:"]
    return [str(gallery), "--port", str(port), *memory, *options(server, folder)]


def options(server, folder):
    """Returns the Gallery's options for a kind of server."""
    if server == RECORDING:
        return ["--recorder"]
    if server == ACCENT:
        # The style sheet and the template of the article Looks.
        public, templates = folder / "Public", folder / "Templates"
        public.mkdir()
        templates.mkdir()
        (public / "own.css").write_text(":root {\n  --accent: oklch(48% 0.15 264);\n}\n")
        link = '<link rel="stylesheet" href="{{{stylesheet}}}">\n'
        page = (ROOT / "Templates/page.mustache").read_text()
        own = link + '<link rel="stylesheet" href="/public/own.css">\n'
        (templates / "page.mustache").write_text(page.replace(link, own))
        return ["--public", str(public), "--templates", str(templates)]
    return []


@contextlib.contextmanager
def new_page(driver, base, width, height):
    """Opens a page in a new browser, which has no cookies."""
    names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
    arguments = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars"]
    arguments += ["--no-first-run", "--disable-background-networking", "--disable-sync", "--lang=en"]
    chrome = {"binary": next(filter(None, map(shutil.which, names))), "args": arguments}
    capabilities = {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": chrome}}
    session = request(f"{driver}/session", {"capabilities": capabilities})["sessionId"]
    page = Page(driver, session, base)
    try:
        page.browser(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=SCALE, mobile=False
        )
        page.browser("Emulation.setScrollbarsHidden", hidden=True)
        set_mode(page, "light")
        yield page
    finally:
        urllib.request.urlopen(urllib.request.Request(f"{driver}/session/{session}", method="DELETE"), timeout=60)


def set_mode(page, mode):
    features = [
        {"name": "prefers-color-scheme", "value": mode},
        {"name": "prefers-reduced-motion", "value": "reduce"},
    ]
    page.browser("Emulation.setEmulatedMedia", features=features)


def save(page, files, width, height):
    # Scrollbars are hidden, so they need no room.
    page.evaluate("document.documentElement.style.scrollbarGutter = 'auto'")
    # The caret blinks, so it would be in some pictures only.
    page.evaluate("if (document.activeElement) document.activeElement.style.caretColor = 'transparent'")
    shots = {}
    for mode in files:
        set_mode(page, mode)
        time.sleep(0.2)
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        shots[mode] = page.browser("Page.captureScreenshot", format="png", clip=clip)["data"]
    for mode, shot in shots.items():
        columns, rows, colors, pixels = page.evaluate(FEWER_COLORS, shot)
        files[mode].write_bytes(png(columns, rows, bytes(colors), base64.b64decode(pixels)))


# Reduces a picture to 256 colors, so that its file is small. Takes the data of a PNG file, and returns the width, the
# height, the colors, and a byte for each pixel, which is the number of its color. The most frequent colors, such
# as the ones of shadows, stay as they are. Others become the most similar color that is left.
FEWER_COLORS = """
  const bytes = Uint8Array.from(atob(arguments[0]), character => character.charCodeAt(0))
  const image = await createImageBitmap(new Blob([bytes], {type: "image/png"}))
  const {width, height} = image
  const context = new OffscreenCanvas(width, height).getContext("2d")
  context.drawImage(image, 0, 0)
  const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer)
  const counts = new Map()
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1)
  const parts = pixel => [pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255]
  const distance = (a, b) => Math.max(...a.map((part, index) => Math.abs(part - b[index])))
  const all = [...counts].sort((a, b) => b[1] - a[1]).map(([pixel]) => [pixel, parts(pixel)])
  let chosen
  for (let least = 0; !chosen || chosen.length > 256; least++) {
    chosen = all.slice(0, 192).map(([, color]) => color)
    for (const [, color] of all.slice(192)) {
      if (chosen.every(other => distance(color, other) > least)) chosen.push(color)
      if (chosen.length > 256) break
    }
  }
  const numbers = new Map(all.map(([pixel, color]) => {
    const distances = chosen.map(other => distance(color, other))
    return [pixel, distances.indexOf(Math.min(...distances))]
  }))
  const indices = Uint8Array.from(pixels, pixel => numbers.get(pixel))
  let text = ""
  for (let start = 0; start < indices.length; start += 8192)
    text += String.fromCharCode(...indices.subarray(start, start + 8192))
  return [width, height, chosen.flat(), btoa(text)]
"""


def png(width, height, colors, pixels):
    """Returns a PNG file with a palette."""

    def chunk(name, data):
        checksum = zlib.crc32(name + data)
        return len(data).to_bytes(4, "big") + name + data + checksum.to_bytes(4, "big")

    # A zero before each row means that the row isn't filtered.
    rows = b"".join(b"\0" + pixels[start : start + width] for start in range(0, len(pixels), width))
    size = width.to_bytes(4, "big") + height.to_bytes(4, "big")
    header = size + bytes([8, 3, 0, 0, 0])
    chunks = [(b"IHDR", header), (b"PLTE", colors), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*parts) for parts in chunks)


def main(gallery, *names):
    unknown = set(names) - {name for name, *_ in pictures}
    if unknown:
        sys.exit(f"error: unknown pictures: {', '.join(sorted(unknown))}")
    RESOURCES.mkdir(exist_ok=True)
    gallery = pathlib.Path(gallery).absolute()
    wanted = [picture for picture in pictures if not names or picture[0] in names]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        driver = free_port()
        with process([shutil.which("chromedriver"), f"--port={driver}"], driver, folder / "driver.log"):
            # Each picture has a server of its own, so its database contains only the sample items.
            for name, server, width, height, files, operate in wanted:
                print(name, file=sys.stderr)
                port = free_port()
                own = folder / name
                own.mkdir()
                with (
                    process(command(gallery, server, port, own), port, own / "log", own),
                    new_page(f"http://127.0.0.1:{driver}", f"http://127.0.0.1:{port}", width, height) as page,
                ):
                    height = min(height, operate(page) or height)
                    page.settle()
                    save(page, files, width, height)


if __name__ == "__main__":
    main(*sys.argv[1:])
