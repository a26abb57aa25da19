package dev.graspd.server.hunt.git;

import dev.graspd.server.git.wire.Pkt;
import dev.graspd.server.git.wire.PktReader;
import java.io.IOException;
import java.util.Optional;

/** Lines that end with a flush. For one thread. */
record LineList(PktReader in) {
  /** Returns the next line, or nothing at the end; an error instead of a line is thrown. */
  Optional<Pkt.Data> next() throws IOException {
    return line(in.next());
  }

  /** Returns a line that was read already, or empty at the end. */
  static Optional<Pkt.Data> line(Pkt pkt) throws FetchException {
    return switch (pkt) {
      case Pkt.Data data -> {
        RefLine.requireNoError(data);
        yield Optional.of(data);
      }
      case Pkt.Flush() -> Optional.empty();
      case Pkt.Delim(), Pkt.ResponseEnd() -> throw FetchException.misbehaved("a list with a break");
      case Pkt.End() -> throw FetchException.misbehaved("a list without its end");
    };
  }
}
