"""A headless Chromium that tests and tools look at pages with, through its own protocol on two pipes: nothing but
Python and the browser is needed, and no port is open."""

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = ("--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--disable-gpu", "--no-first-run", "--disable-extensions",
         "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage", "--hide-scrollbars")
PATIENCE = 60  # seconds for an answer


def find():
    """Finds the browser's program: LENSLET_BROWSER, or the first of the usual names; None where there is none."""
    chosen = os.environ.get("LENSLET_BROWSER")
    return chosen or next((path for path in map(shutil.which, NAMES) if path), None)


class Browser:
    """with Browser() as browser: page = browser.page(1280, 800)"""

    def __enter__(self):
        self.home = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        commands, self.commands = os.pipe()
        self.answers, answers = os.pipe()
        # The browser reads descriptor 3 and writes 4; both may be taken on the way there.
        high = [fcntl.fcntl(one, fcntl.F_DUPFD, 20) for one in (commands, answers)]

        def hand_over():
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self.process = subprocess.Popen([find(), *FLAGS, f"--user-data-dir={self.home.name}"], pass_fds=(3, 4),
                                        preexec_fn=hand_over, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        env=os.environ | {"HOME": self.home.name})
        for one in (commands, answers, *high):
            os.close(one)
        self.unread, self.number, self.pages = b"", 0, {}
        return self

    def __exit__(self, *_):
        try:
            self.call("Browser.close")
            self.process.wait(10)
        except (OSError, TimeoutError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        for one in (self.commands, self.answers):
            os.close(one)
        self.home.cleanup()

    def call(self, method, session=None, **parameters):
        """Sends a command and waits for its answer; events that come before it go to their pages."""
        self.number += 1
        number = self.number
        message = {"id": number, "method": method, "params": parameters} | ({"sessionId": session} if session else {})
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") != number:
                continue
            if "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']}")
            return answer["result"]

    def receive(self):
        deadline = time.monotonic() + PATIENCE
        while b"\0" not in self.unread:
            ready, _, _ = select.select([self.answers], [], [], max(0, deadline - time.monotonic()))
            if not ready:
                raise TimeoutError("the browser does not answer")
            more = os.read(self.answers, 1 << 20)
            if not more:
                raise OSError("the browser has ended")
            self.unread += more
        text, self.unread = self.unread.split(b"\0", 1)
        message = json.loads(text)
        if "method" in message and message.get("sessionId") in self.pages:
            self.pages[message["sessionId"]].event(message["method"], message["params"])
        return message

    def page(self, width, height, scheme="light"):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        return Page(self, session, width, height, scheme)


class Page:
    def __init__(self, browser, session, width, height, scheme):
        self.browser, self.session = browser, session
        self.errors, self.requests, self.loaded, self.scripts = [], [], False, True
        browser.pages[session] = self
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.resize(width, height)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def event(self, method, parameters):
        if method == "Page.loadEventFired":
            self.loaded = True
        elif method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
            self.errors.append(str([one.get("value", one.get("description")) for one in parameters["args"]]))
        elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
            self.errors.append(parameters["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])

    def without_scripts(self):
        self.scripts = False
        self.call("Emulation.setScriptExecutionDisabled", value=True)

    def resize(self, width, height):
        self.width, self.height = width, height
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def open(self, path):
        self.loaded = False
        self.call("Page.navigate", url=Path(path).resolve().as_uri())
        while not self.loaded:
            self.browser.receive()
        if self.scripts:
            self.settle()

    def evaluate(self, script):
        """Returns the value of an expression, or of the promise that it is."""
        done = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in done:
            raise RuntimeError(done["exceptionDetails"].get("exception", {}).get("description", script))
        return done["result"].get("value")

    def settle(self):
        """Waits until what was asked for is drawn."""
        self.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0))))")

    def move(self, x, y):
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        self.settle()

    def click(self, x, y):
        self.move(x, y)
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
        self.settle()

    def press(self, key, code=0):
        text = {"text": "\r"} if key == "Enter" else {}
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **text)
        self.settle()

    def show(self, selector):
        """Scrolls to an element and gives its box on the screen."""
        box = self.evaluate(f"""(() => {{
            const element = document.querySelector({json.dumps(selector)});
            element.scrollIntoView({{ block: "center" }});
            const box = element.getBoundingClientRect();
            return {{ x: box.x, y: box.y, width: box.width, height: box.height }};
        }})()""")
        self.settle()
        return box

    def click_on(self, selector):
        box = self.show(selector)
        self.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def picture(self, path, selector=None):
        """Returns a PNG of what the screen shows, or of an element."""
        clip = {}
        if selector:
            box = self.show(selector)
            scrolled = self.evaluate("({ x: scrollX, y: scrollY })")
            clip["clip"] = {**box, "x": box["x"] + scrolled["x"], "y": box["y"] + scrolled["y"], "scale": 1}
            # What lies beyond needs a larger view for a moment, in which charts are empty until they are drawn anew.
            clip["captureBeyondViewport"] = box["width"] > self.width or box["height"] > self.height
        shot = self.call("Page.captureScreenshot", format="png", **clip)
        Path(path).write_bytes(base64.b64decode(shot["data"]))
