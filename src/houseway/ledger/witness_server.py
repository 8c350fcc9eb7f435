"""``houseway witness``: the door of a witness, which takes checkpoints and nothing else."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from houseway.ledger.witness import LONGEST_REQUEST, PLAIN, Reply, Witness

PATH = "/add-checkpoint"
SLOWEST = 10  # seconds that a request may take to arrive


class WitnessServer(ThreadingHTTPServer):
    """A witness at an address."""

    daemon_threads = True

    def __init__(self, address: tuple[str, int], witness: Witness) -> None:
        self.witness = witness
        super().__init__(address, _Door)


class _Door(BaseHTTPRequestHandler):
    """One request."""

    server: WitnessServer
    protocol_version = "HTTP/1.1"
    timeout = SLOWEST

    def do_POST(self) -> None:
        """A checkpoint."""
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > LONGEST_REQUEST:
            self.close_connection = True
            self._answer(Reply(413, PLAIN, "it is too long\n"))
        elif self.path != PATH:
            self.rfile.read(int(length))
            self._answer(Reply(404, PLAIN, "checkpoints are taken at /add-checkpoint\n"))
        else:
            self._answer(self.server.witness.add_checkpoint(self.rfile.read(int(length))))

    def _answer(self, reply: Reply) -> None:
        body = reply.text.encode()
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is told of requests that came."""
