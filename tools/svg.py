"""Pictures of boxes, lines and words as SVG, with coordinates in pixels."""
from xml.sax.saxutils import escape

# Of Okabe and Ito, who chose them for all kinds of sight.
ORANGE, BLUE, GREEN, YELLOW, DARK, RED, PINK, GREY = "#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#dddddd"
COLOURS = [ORANGE, BLUE, GREEN, YELLOW, PINK, RED, DARK, GREY]
INK = "#333333"


def number(value):
    return f"{value:.1f}".rstrip("0").rstrip(".")


class Picture:
    def __init__(self, width, height, title):
        self.width, self.height, self.parts = width, height, []
        self.text(width / 2, 20, title, size=14)

    def add(self, name, content="", **attributes):
        words = "".join(f' {key.replace("_", "-")}="{number(value) if isinstance(value, float) else value}"' for key, value in attributes.items())
        self.parts.append(f"<{name}{words}>{content}</{name}>" if content else f"<{name}{words}/>")

    def box(self, x, y, width, height, fill="white", words="", line=1.0):
        self.add("rect", x=float(x), y=float(y), width=float(width), height=float(height), fill=fill, stroke=INK, stroke_width=line)
        if words:
            self.text(x + width / 2, y + height / 2 + 4, words)

    def line(self, x1, y1, x2, y2, colour=INK, width=1.0, arrow=False, dash=""):
        more = {"marker_end": "url(#arrow)"} if arrow else {}
        if dash:
            more["stroke_dasharray"] = dash
        self.add("line", x1=float(x1), y1=float(y1), x2=float(x2), y2=float(y2), stroke=colour, stroke_width=width, **more)

    def curve(self, points, colour):
        self.add("polyline", points=" ".join(f"{number(x)},{number(y)}" for x, y in points), fill="none", stroke=colour, stroke_width=2)

    def dot(self, x, y, radius=3.0, fill=INK, ring=None):
        self.add("circle", cx=float(x), cy=float(y), r=float(radius), fill=fill, stroke=ring or INK, stroke_width=0.7)

    def text(self, x, y, words, size=11, anchor="middle", colour="black"):
        self.add("text", escape(str(words)), x=float(x), y=float(y), font_size=size, text_anchor=anchor, fill=colour)

    def svg(self):
        head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" width="{self.width}" height="{self.height}" '
                'font-family="sans-serif">\n<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" '
                'orient="auto"><path d="M0 0L8 4L0 8z" fill="#333333"/></marker></defs>\n<rect width="100%" height="100%" fill="white"/>\n')
        return head + "\n".join(self.parts) + "\n</svg>\n"
