"""Bots play by WebSocket, also through TLS, and do not notice a lost line."""

import asyncio
import contextlib
import os
import pathlib
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import unittest
from unittest import mock

import rensa
from client_test import Line, Server, first
from rensa._web_frames import FrameReader, WebSocketError, frame_of
from rensa._web_socket import Address, Relay, WebSocket, printable


def server_frame(opcode: int, payload: bytes, is_last: bool = True) -> bytes:
    """A frame without a mask, as servers send them."""
    size = len(payload)
    length = (bytes([size]) if size < 126 else struct.pack(">BH", 126, size) if size < 1 << 16
              else struct.pack(">BQ", 127, size))
    return bytes([(0x80 if is_last else 0) | opcode]) + length + payload


def unmasked(frame: bytes, head: int) -> bytes:
    mask, data = frame[head:head + 4], frame[head + 4:]
    return bytes(byte ^ mask[index % 4] for index, byte in enumerate(data))


class FrameTest(unittest.TestCase):
    def test_messages_of_all_lengths_are_read_byte_by_byte_and_at_once(self) -> None:
        messages = [bytes(range(size % 256)) + bytes(size - size % 256) for size in (0, 1, 125, 126, 65535, 65536)]
        data = b"".join(server_frame(2, message) for message in messages)
        self.assertEqual(list(FrameReader().feed(data)), [(2, message) for message in messages])
        reader = FrameReader()
        one_by_one = [found for byte in data[:400] for found in reader.feed(bytes([byte]))]
        self.assertEqual(one_by_one, [(2, message) for message in messages[:4]][:len(one_by_one)])
        self.assertGreaterEqual(len(one_by_one), 3)

    def test_ping_may_stand_between_the_parts_of_a_message(self) -> None:
        data = server_frame(2, b"ab", is_last=False) + server_frame(9, b"?") + server_frame(0, b"cd")
        self.assertEqual(list(FrameReader().feed(data)), [(9, b"?"), (2, b"abcd")])

    def test_frames_that_servers_must_not_send_are_refused(self) -> None:
        for wrong in (frame_of(2, b"masked"), server_frame(1, b"text"), server_frame(3, b""), b"\xc2\x00",
                      struct.pack(">BBQ", 0x82, 127, 1 << 40)):
            with self.subTest(wrong), self.assertRaises(WebSocketError):
                list(FrameReader().feed(wrong))
        endless = [server_frame(2 if part == 0 else 0, bytes(1 << 16), is_last=False) for part in range(17)]
        with self.assertRaises(WebSocketError):
            list(FrameReader().feed(b"".join(endless)))

    def test_frames_of_clients_are_masked(self) -> None:
        for size, head in ((0, 2), (125, 2), (126, 4), (65535, 4), (65536, 10)):
            data = bytes(index % 251 for index in range(size))
            frame = frame_of(2, data)
            self.assertEqual(frame[:2], bytes([0x82, 0x80 | {2: size, 4: 126, 10: 127}[head]]))
            self.assertEqual(int.from_bytes(frame[2:head], "big"), size if head > 2 else 0)
            self.assertEqual(unmasked(frame, head), data)


class WebSocketTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.server = Server()
        cls.addClassCleanup(cls.server.stop)

    def test_matches_are_played_by_web_socket(self) -> None:
        address = self.server.url.replace("http://", "ws://")
        for url in (address, f"{address}/ws"):
            with self.server.opponent("--slots", "4"):
                summary = rensa.play(url, bot=first, matches=6, slots=4)
            self.assertEqual((summary.matches, summary.connections_lost), (6, 0))

    def test_lost_line_is_not_noticed_by_the_bot(self) -> None:
        line = Line(self.server.url.removeprefix("http://"))
        self.addCleanup(line.close)
        asked: list[int] = []
        def bot(view: rensa.View) -> int:
            asked.append(view.clock)
            if len(asked) in (2, 5):
                line.cut()
            return view.placements[len(asked) % len(view.placements)]
        with self.server.opponent():
            summary = rensa.play(f"ws://{line.address}", bot=bot, matches=1)
        self.assertEqual((summary.matches, summary.connections_lost), (1, 2))
        self.assertEqual(len(asked), len(set(asked)), "no position is asked twice")

    def test_address_that_cannot_work_ends_the_bot_with_the_reason(self) -> None:
        address = self.server.url.replace("http://", "ws://")
        for url, why in ((f"{address}/no/such/path", "does not accept WebSocket: HTTP/1.1 404"),
                         (address.replace("ws://", "wss://"), "TLS: "),
                         (f"ws://{self.server.address}", "does not answer as a server for WebSocket")):
            with self.subTest(url), self.assertRaisesRegex(rensa.PlayError, why):
                rensa.play(url, bot=first, notice=None)
            with self.subTest(url), self.assertRaisesRegex(rensa.PlayError, why):
                asyncio.run(rensa.play_async(url, bot=first, notice=None))
        self.assertRaises(ValueError, rensa.play, "ws:///ws", bot=first)

    def test_notices_name_the_server(self) -> None:
        heard: list[str] = []
        with self.server.opponent():
            rensa.play(self.server.url.replace("http://", "ws://"), bot=first, name="speaker", matches=1, notice=heard.append)
        self.assertIn(f"connected to {self.server.url.replace('http://', 'ws://')}/ws as speaker", heard)
        self.assertNotIn("unix:", " ".join(heard))

    def test_relay_of_a_server_that_dribbles_is_closed(self) -> None:
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)
        relay = Relay("ws://127.0.0.1:%d" % listener.getsockname()[1])
        near = socket.socket(socket.AF_UNIX)
        near.connect(relay.address.removeprefix("unix:"))
        far = listener.accept()[0]
        far.sendall(b"HTTP/1.1 101 ")  # and not another word
        near.close()
        relay.close()
        while far.recv(1 << 16):
            pass  # until the client closes the connection
        far.close()

    def test_time_limit_holds_for_all_steps_together(self) -> None:
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)
        clock = [0.0]
        def dribble() -> None:
            with contextlib.suppress(OSError), listener.accept()[0] as far:
                while True:
                    clock[0] += 3
                    far.sendall(b"a")
        server = threading.Thread(target=dribble, daemon=True)
        server.start()
        with mock.patch("time.monotonic", lambda: clock[0]):
            with WebSocket(Address.of("ws://127.0.0.1:%d" % listener.getsockname()[1])) as far:
                self.assertRaisesRegex(TimeoutError, "does not answer in time", far.open)
        server.join()

    def test_status_of_a_server_is_shown_without_control_characters(self) -> None:
        self.assertEqual(printable("HTTP/1.1 400 \x1b[2J\x00no"), "HTTP/1.1 400 [2Jno")
        self.assertEqual(len(printable("a" * 1000)), 100)

    @unittest.skipIf(shutil.which("openssl") is None, "there is no openssl here to make a certificate")
    def test_matches_are_played_through_tls(self) -> None:
        with tempfile.TemporaryDirectory(prefix="rensa-python-") as folder:
            certificate, key = pathlib.Path(folder) / "certificate.pem", pathlib.Path(folder) / "key.pem"
            subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                            "-subj", "/CN=test", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2",
                            "-keyout", key, "-out", certificate], check=True, capture_output=True)
            server = Server("--tls-certificate", str(certificate), "--tls-key", str(key))
            self.addCleanup(server.stop)
            url = server.url.replace("https://", "wss://")
            program = f"import rensa; print(rensa.play({url!r}, bot=lambda view: view.placements[0], matches=2, slots=2))"
            with server.opponent("--slots", "2"):
                done = subprocess.run([sys.executable, "-B", "-W", "error", "-c", program], capture_output=True, text=True,
                                      env={**os.environ, "SSL_CERT_FILE": str(certificate)}, check=False)
            self.assertIn("Summary(matches=2,", done.stdout, done.stderr)


if __name__ == "__main__":
    unittest.main()
