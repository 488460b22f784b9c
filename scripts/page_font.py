#!/usr/bin/env python3
"""Draws the font of the pages. For titles, numbers and buttons, and for texts:

    scripts/page_font.py bold >clients/web/style/rensa_bold.woff
    scripts/page_font.py text >clients/web/style/rensa_text.woff

A letter is the way of a pen, as in clients/web/draw/lettering.js: lines with round ends, all of one thickness. The
letters are those of ASCII that the pages need; a browser takes all others from the next font of its list.
Prints a WOFF file with the tables of TrueType. The same program always prints the same bytes before compression.
"""
import math
import struct
import sys
import zlib

UNITS = 1000  # of an em
PENS = {"bold": 116, "text": 88}  # the thickness of each font
STEP = math.radians(15)  # between the points of an arc
ASCENT, DESCENT = 930, -250
X, TOP, LOW, CAP, DOT = 452, 664, -140, 634, 650  # heights of pens, above the base line of the pen
BASE = 58


def arc(cx, cy, rx, ry, begin, end):
    """Returns points of a part of an ellipse; angles are in degrees, counter-clockwise from the right."""
    begin, end = math.radians(begin), math.radians(end)
    count = max(2, math.ceil(abs(end - begin) / STEP))
    angles = [begin + (end - begin) * i / count for i in range(count + 1)]
    return [(cx + rx * math.cos(a), cy + ry * math.sin(a)) for a in angles]


def ring(cx, cy, rx, ry):
    return arc(cx, cy, rx, ry, 0, 360)[:-1] + ["closed"]


def curve(start, one, two, end):
    """Returns points of a cubic curve."""
    points = []
    for i in range(9):
        t = i / 8
        u = 1 - t
        weights = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
        points.append(tuple(sum(w * p[axis] for w, p in zip(weights, (start, one, two, end))) for axis in (0, 1)))
    return points


def curves(*points):
    """Returns points of cubic curves that follow each other: a start, and three points for each."""
    way = [points[0]]
    for i in range(1, len(points), 3):
        way += curve(way[-1], *points[i:i + 3])[1:]
    return way


def dot(x, y):
    return [(x, y)]


B, H = BASE, (X + BASE) / 2
O = ring(280, H, 182, X - H)
BOWL = ring(292, H, 182, X - H)
ARCH = [*arc(280, 274, 170, X - 274, 180, 0), (450, B)]

# For each letter the width, and the ways of the pen.
GLYPHS = {
    " ": (270, []),
    "a": (566, [O, [(462, X), (462, B)]]),
    "b": (572, [BOWL, [(110, TOP), (110, B)]]),
    "c": (486, [arc(280, H, 182, X - H, 48, 312)]),
    "d": (566, [O, [(462, TOP), (462, B)]]),
    "e": (552, [[(112, H + 6), (460, H + 6), *arc(280, H, 182, X - H, 8, 316)]]),
    "f": (346, [[(168, B), (168, 530), *arc(278, 530, 110, TOP - 530, 180, 78)], [(72, 420), (290, 420)]]),
    "g": (566, [O, [(462, X), (462, 14), *arc(284, 14, 178, 14 - LOW, 0, -142)]]),
    "h": (560, [[(110, TOP), (110, B)], [(110, 274), *ARCH]]),
    "i": (226, [[(113, X), (113, B)], dot(113, DOT)]),
    "j": (240, [[(127, X), (127, -10), *arc(24, -10, 103, -10 - LOW, 0, -80)], dot(127, DOT)]),
    "k": (508, [[(110, TOP), (110, B)], [(420, X), (118, 226)], [(226, 306), (434, B)]]),
    "l": (226, [[(113, TOP), (113, B)]]),
    "m": (790, [[(110, X), (110, B)], [(110, 290), *arc(252, 290, 142, X - 290, 180, 0), (394, B)],
                [(394, 290), *arc(536, 290, 142, X - 290, 180, 0), (680, B)]]),
    "n": (560, [[(110, X), (110, B)], [(110, 274), *ARCH]]),
    "o": (560, [O]),
    "p": (572, [BOWL, [(110, X), (110, LOW)]]),
    "q": (566, [O, [(462, X), (462, LOW)]]),
    "r": (372, [[(110, X), (110, B)], [(110, 250), *arc(266, 278, 156, X - 278, 180, 62)]]),
    "s": (478, [curves((386, 388), (352, 434), (304, X), (244, X), (158, X), (104, 416), (104, 354), (104, 228),
                       (394, 296), (394, 160), (394, 96), (334, B), (246, B), (176, B), (122, 86), (90, 132))]),
    "t": (366, [[(166, 600), (166, 176), *arc(276, 176, 110, 176 - B, 180, 288)], [(72, X - 20), (300, X - 20)]]),
    "u": (560, [[(110, X), *arc(280, 236, 170, 236 - B, 180, 360), (450, X)], [(450, X), (450, B)]]),
    "v": (504, [[(84, X), (252, B), (420, X)]]),
    "w": (716, [[(84, X), (216, B), (358, 428), (500, B), (632, X)]]),
    "x": (504, [[(92, X), (412, B)], [(412, X), (92, B)]]),
    "y": (504, [[(84, X), (256, 74)], [(420, X), *curves((256, 74), (212, -50), (180, LOW), (92, LOW))]]),
    "z": (488, [[(96, X), (394, X), (92, B), (400, B)]]),
    "A": (624, [[(84, B), (312, CAP), (540, B)], [(166, 236), (458, 236)]]),
    "B": (594, [[(116, B), (116, CAP), *arc(310, 496, 142, CAP - 496, 90, -90), (116, 358)],
                [(310, 358), *arc(322, 208, 168, 150, 90, -90), (116, B)]]),
    "C": (612, [arc(346, 346, 236, CAP - 346, 46, 314)]),
    "D": (646, [[(116, B), (116, CAP), *arc(296, 346, 244, CAP - 346, 90, -90), (116, B)]]),
    "E": (560, [[(462, CAP), (116, CAP), (116, B), (470, B)], [(116, 350), (420, 350)]]),
    "F": (532, [[(456, CAP), (116, CAP), (116, B)], [(116, 336), (410, 336)]]),
    "G": (676, [[*arc(346, 346, 236, CAP - 346, 48, 354), (580, 326), (388, 326)]]),
    "H": (616, [[(116, CAP), (116, B)], [(500, CAP), (500, B)], [(116, 350), (500, 350)]]),
    "I": (236, [[(118, CAP), (118, B)]]),
    "J": (496, [[(382, CAP), *arc(234, 214, 148, 214 - B, 0, -165)]]),
    "K": (582, [[(116, CAP), (116, B)], [(482, CAP), (124, 300)], [(250, 412), (500, B)]]),
    "L": (510, [[(116, CAP), (116, B), (446, B)]]),
    "M": (716, [[(116, B), (116, CAP), (358, 220), (600, CAP), (600, B)]]),
    "N": (628, [[(116, B), (116, CAP), (512, B), (512, CAP)]]),
    "O": (712, [ring(356, 346, 252, CAP - 346)]),
    "P": (576, [[(116, B), (116, CAP), *arc(322, 468, 168, CAP - 468, 90, -90), (116, 302)]]),
    "Q": (712, [ring(356, 346, 252, CAP - 346), [(420, 190), (600, 34)]]),
    "R": (598, [[(116, B), (116, CAP), *arc(322, 472, 162, CAP - 472, 90, -90), (116, 310)], [(312, 310), (498, B)]]),
    "S": (560, [curves((450, 534), (414, 598), (356, CAP), (284, CAP), (182, CAP), (110, 574), (110, 484), (110, 292),
                       (462, 410), (462, 206), (462, 116), (388, B), (286, B), (196, B), (124, 98), (84, 172))]),
    "T": (560, [[(76, CAP), (484, CAP)], [(280, CAP), (280, B)]]),
    "U": (624, [[(112, CAP), *arc(312, 258, 200, 258 - B, 180, 360), (512, CAP)]]),
    "V": (612, [[(84, CAP), (306, B), (528, CAP)]]),
    "W": (860, [[(84, CAP), (250, B), (430, 590), (610, B), (776, CAP)]]),
    "X": (596, [[(98, CAP), (498, B)], [(498, CAP), (98, B)]]),
    "Y": (592, [[(84, CAP), (296, 332), (508, CAP)], [(296, 332), (296, B)]]),
    "Z": (576, [[(100, CAP), (476, CAP), (96, B), (486, B)]]),
    "0": (560, [ring(280, 346, 178, CAP - 346)]),
    "1": (560, [[(148, 508), (306, CAP), (306, B)]]),
    "2": (560, [[*curves((106, 490), (118, 580), (188, CAP), (276, CAP), (376, CAP), (448, 572), (448, 478),
                         (448, 336), (112, 250), (104, B)), (462, B)]]),
    "3": (560, [curves((116, 556), (150, 604), (208, CAP), (274, CAP), (368, CAP), (430, 580), (430, 500), (430, 416),
                       (366, 362), (258, 362), (382, 362), (454, 306), (454, 212), (454, 118), (380, B), (276, B),
                       (196, B), (130, 96), (96, 156))]),
    "4": (560, [[(370, B), (370, CAP), (92, 214), (482, 214)]]),
    "5": (560, [[(430, CAP), (158, CAP), *curves((134, 372), (172, 400), (220, 414), (276, 414), (384, 414),
                                                 (454, 342), (454, 240), (454, 130), (376, B), (272, B), (194, B),
                                                 (130, 94), (96, 148))]]),
    "6": (560, [ring(280, 232, 176, 232 - B), curves((396, CAP), (216, 562), (104, 406), (104, 232))]),
    "7": (560, [[(98, CAP), (462, CAP), (222, B)]]),
    "8": (560, [ring(280, 498, 150, CAP - 498), ring(280, 210, 178, 210 - B)]),
    "9": (560, [ring(280, 460, 176, CAP - 460), curves((456, 460), (456, 286), (344, 130), (164, B))]),
    ".": (226, [dot(113, B)]),
    ",": (226, [[(122, B), (92, -40)]]),
    ":": (226, [dot(113, B), dot(113, 392)]),
    ";": (226, [[(122, B), (92, -40)], dot(118, 392)]),
    "!": (236, [[(118, CAP), (118, 256)], dot(118, B)]),
    "?": (508, [curves((96, 500), (106, 582), (170, CAP), (252, CAP), (346, CAP), (412, 578), (412, 500), (412, 392),
                       (254, 390), (254, 250)), dot(254, B)]),
    "-": (380, [[(94, 274), (286, 274)]]),
    "+": (560, [[(104, 312), (456, 312)], [(280, 136), (280, 488)]]),
    "=": (560, [[(104, 226), (456, 226)], [(104, 398), (456, 398)]]),
    "/": (440, [[(92, -10), (348, 690)]]),
    "(": (320, [arc(356, 312, 240, 390, 118, 242)]),
    ")": (320, [arc(-36, 312, 240, 390, 62, -62)]),
    "'": (212, [[(106, CAP), (106, 500)]]),
    '"': (384, [[(106, CAP), (106, 500)], [(278, CAP), (278, 500)]]),
    "–": (560, [[(94, 274), (466, 274)]]),
    "—": (860, [[(94, 274), (766, 274)]]),
    "’": (212, [[(114, CAP), (92, 520)]]),
    "“": (384, [[(114, 520), (136, CAP)], [(272, 520), (294, CAP)]]),
    "”": (384, [[(114, CAP), (92, 520)], [(286, CAP), (264, 520)]]),
    "…": (760, [dot(130, B), dot(380, B), dot(630, B)]),
    "·": (300, [dot(150, 274)]),
    "×": (500, [[(116, 170), (384, 438)], [(384, 170), (116, 438)]]),
}


def without_repeats(points):
    kept = []
    for point in points:
        if not kept or math.dist(point, kept[-1]) > 0.5:
            kept.append(point)
    return kept


def turn(before, at, after):
    """Returns the angle by which the pen turns at a point, positive to the left."""
    a = math.atan2(at[1] - before[1], at[0] - before[0])
    b = math.atan2(after[1] - at[1], after[0] - at[0])
    return (b - a + math.pi) % (2 * math.pi) - math.pi


def side_points(before, at, after, half):
    """Returns the points to the right of a bend of the pen: an arc around an outer bend, one point of an inner one."""
    a = math.atan2(at[1] - before[1], at[0] - before[0]) - math.pi / 2
    bend = turn(before, at, after)
    if bend > 0.35:
        count = math.ceil(bend / STEP)
        angles = [a + bend * i / count for i in range(count + 1)]
        return [(at[0] + half * math.cos(x), at[1] + half * math.sin(x)) for x in angles]
    if bend < -0.35:
        # The pen's own body covers the inside of a sharp bend.
        b = a + bend
        return [(at[0] + half * math.cos(a), at[1] + half * math.sin(a)), at,
                (at[0] + half * math.cos(b), at[1] + half * math.sin(b))]
    middle, wide = a + bend / 2, half / math.cos(bend / 2)
    return [(at[0] + wide * math.cos(middle), at[1] + wide * math.sin(middle))]


def cap(center, direction, half):
    """Returns the round end of a way of the pen that arrives in a direction."""
    count = round(math.pi / STEP)
    angles = [direction - math.pi / 2 + math.pi * i / count for i in range(count + 1)]
    return [(center[0] + half * math.cos(a), center[1] + half * math.sin(a)) for a in angles]


def outlines(way, half):
    """Returns the outlines of what the pen draws on its way. All are counter-clockwise, except the holes of rings."""
    is_ring = way[-1] == "closed"
    points = without_repeats(way[:-1] if is_ring else way)
    if is_ring:
        count = len(points)
        bends = [(points[i - 1], points[i], points[(i + 1) % count]) for i in range(count)]
        outer = [p for bend in bends for p in side_points(*bend, half)]
        inner = [p for before, at, after in reversed(bends) for p in side_points(after, at, before, half)]
        return [outer, inner]
    if len(points) == 1:
        return [arc(*points[0], half * 1.12, half * 1.12, 0, 360)[:-1]]
    outline = []
    for line in (points, points[::-1]):
        for i in range(1, len(line) - 1):
            outline += side_points(line[i - 1], line[i], line[i + 1], half)
        (ax, ay), (bx, by) = line[-2], line[-1]
        outline += cap((bx, by), math.atan2(by - ay, bx - ax), half)
    return [outline]


def glyph_bytes(ways, pen):
    """Returns a glyph of the table glyf: straight lines between points, clockwise as TrueType has them."""
    contours = []
    for way in ways:
        for outline in outlines(way, pen / 2):
            points = [(round(x), round(y)) for x, y in outline]
            points = [p for i, p in enumerate(points) if p != points[i - 1]]
            contours.append(points[::-1])
    if not contours:
        return b"", (0, 0, 0, 0)
    xs = [x for contour in contours for x, _ in contour]
    ys = [y for contour in contours for _, y in contour]
    box = (min(xs), min(ys), max(xs), max(ys))
    ends, flags, across, up = [], [], b"", b""
    last, count = (0, 0), 0
    for contour in contours:
        count += len(contour)
        ends.append(count - 1)
        for point in contour:
            flag = 1 if flags else 0x41  # the first one says that outlines may overlap
            for axis, short, same in ((0, 2, 0x10), (1, 4, 0x20)):
                step = point[axis] - last[axis]
                data = b""
                if step == 0:
                    flag |= same
                elif abs(step) < 256:
                    flag |= short | (same if step > 0 else 0)
                    data = struct.pack(">B", abs(step))
                else:
                    data = struct.pack(">h", step)
                if axis == 0:
                    across += data
                else:
                    up += data
            flags.append(flag)
            last = point
    head = struct.pack(">hhhhh", len(contours), *box)
    data = head + b"".join(struct.pack(">H", end) for end in ends) + struct.pack(">H", 0) + bytes(flags) + across + up
    return data + b"\0" * (-len(data) % 4), box


def cmap_bytes(codes):
    """Returns the table that leads from characters to glyphs, in format 4."""
    segments = [(code, code, index + 1 - code) for index, code in enumerate(codes)]
    joined = []
    for first, last, delta in segments:
        if joined and joined[-1][1] + 1 == first and joined[-1][2] == delta:
            joined[-1] = (joined[-1][0], last, delta)
        else:
            joined.append((first, last, delta))
    joined.append((0xFFFF, 0xFFFF, 1))
    count = len(joined)
    power = 2 ** int(math.log2(count))
    body = struct.pack(">HHHH", count * 2, power * 2, int(math.log2(power)), (count - power) * 2)
    body += b"".join(struct.pack(">H", last) for _, last, _ in joined) + b"\0\0"
    body += b"".join(struct.pack(">H", first) for first, _, _ in joined)
    body += b"".join(struct.pack(">H", delta & 0xFFFF) for _, _, delta in joined) + b"\0\0" * count
    table = struct.pack(">HHH", 4, len(body) + 6, 0) + body
    return struct.pack(">HHHHI", 0, 1, 3, 1, 12) + table


def name_bytes(weight):
    names = {1: "Rensa " + weight, 2: "Regular", 4: "Rensa " + weight, 6: "Rensa-" + weight}
    texts = [(number, text.encode("utf-16-be")) for number, text in sorted(names.items())]
    records, data = b"", b""
    for number, text in texts:
        records += struct.pack(">HHHHHH", 3, 1, 0x409, number, len(text), len(data))
        data += text
    return struct.pack(">HHH", 0, len(texts), 6 + len(records)) + records + data


def tables(weight):
    pen = PENS[weight]
    codes = sorted(ord(letter) for letter in GLYPHS)
    drawn = [glyph_bytes([ring(250, 346, 150, 200)], pen)] + [glyph_bytes(GLYPHS[chr(code)][1], pen) for code in codes]
    widths = [500] + [GLYPHS[chr(code)][0] for code in codes]
    glyf, offsets = b"", [0]
    for data, _ in drawn:
        glyf += data
        offsets.append(len(glyf))
    boxes = [box for data, box in drawn if data]
    box = (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes))
    count = len(drawn)
    most_points = max(struct.unpack(">H", data[10 + 2 * n - 2:10 + 2 * n])[0] + 1
                      for data, _ in drawn if data for n in [struct.unpack(">h", data[:2])[0]])
    most_contours = max(struct.unpack(">h", data[:2])[0] for data, _ in drawn if data)
    return {
        "OS/2": struct.pack(">HhHHHhhhhhhhhhhh10sIIII4sHHHhhhHHIIhhHHH", 4, round(sum(widths) / count), 700, 5, 0, 500,
                            450, 0, 140, 500, 450, 0, 300, 50, 300, 0, bytes(10), 3, 0, 0, 0, b"RNSA", 0x40, codes[0],
                            codes[-1], ASCENT, DESCENT, 0, ASCENT, -DESCENT, 1, 0, 510, 692, 0, 32, 0),
        "cmap": cmap_bytes(codes),
        "glyf": glyf,
        "head": struct.pack(">IIIIHHqqhhhhHHhhh", 0x10000, 0x10000, 0, 0x5F0F3CF5, 3, UNITS, 0, 0, *box, 1, 8, 2, 1, 0),
        "hhea": struct.pack(">IhhhHhhhhhhhhhhhH", 0x10000, ASCENT, DESCENT, 0, max(widths), box[0], 0, box[2], 1, 0, 0,
                            0, 0, 0, 0, 0, count),
        "hmtx": b"".join(struct.pack(">Hh", width, b[0]) for width, (_, b) in zip(widths, drawn)),
        "loca": b"".join(struct.pack(">I", offset) for offset in offsets),
        "maxp": struct.pack(">IHHHHHHHHHHHHHH", 0x10000, count, most_points, most_contours, 0, 0, 1, 0, 0, 0, 0, 0, 0,
                            0, 0),
        "name": name_bytes(weight),
        "post": struct.pack(">IIhhIIIII", 0x30000, 0, -100, 50, 0, 0, 0, 0, 0),
    }


def checksum(data):
    padded = data + b"\0" * (-len(data) % 4)
    return sum(struct.unpack(f">{len(padded) // 4}I", padded)) & 0xFFFFFFFF


def woff(parts):
    """Packs the tables into a WOFF file."""
    names = sorted(parts)
    head_size = 44 + 20 * len(names)
    directory, data = b"", b""
    for name in names:
        whole = parts[name]
        packed = min(zlib.compress(whole, 9), whole, key=len)
        directory += struct.pack(">4sIIII", name.encode(), head_size + len(data), len(packed), len(whole),
                                 checksum(whole))
        data += packed + b"\0" * (-len(packed) % 4)
    size = 12 + 16 * len(names) + sum(len(part) + -len(part) % 4 for part in parts.values())
    head = struct.pack(">4sIIHHIHHIIIII", b"wOFF", 0x10000, head_size + len(data), len(names), 0, size, 1, 0, 0, 0, 0,
                       0, 0)
    return head + directory + data


if len(sys.argv) != 2 or sys.argv[1] not in PENS:
    sys.exit("usage: page_font.py bold|text")
sys.stdout.buffer.write(woff(tables(sys.argv[1])))
