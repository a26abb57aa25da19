package dev.graspd.server.hunt.git;

import dev.graspd.server.git.wire.Pkt;
import dev.graspd.server.git.wire.PktReader;
import dev.graspd.server.git.wire.SideBandInput;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;

/** Finds the pack in the answer to a fetch. For one thread. */
record PackAnswer(PktReader in, int linesMax, ServerText words) {
  /** Sections of version 2 before the pack that we skip. */
  private static final Set<String> OTHER_SECTIONS =
      Set.of("acknowledgments", "shallow-info", "wanted-refs");

  /** Skips to the pack of version 2. */
  InputStream version2() throws IOException {
    boolean begins = true;
    for (int lines = 0; lines < linesMax; lines++) {
      switch (in.next()) {
        case Pkt.Data line -> {
          RefLine.requireNoError(line);
          if (begins && RefLine.ascii(line).equals("packfile")) {
            return pack(in.next());
          }
          requireKnown(begins, line);
          begins = false;
        }
        case Pkt.Delim() -> begins = true;
        case Pkt.Flush(), Pkt.ResponseEnd(), Pkt.End() -> throw noPack();
      }
    }
    throw tooManyLines();
  }

  private static void requireKnown(boolean begins, Pkt.Data line) throws FetchException {
    if (begins && !OTHER_SECTIONS.contains(RefLine.ascii(line))) {
      throw FetchException.misbehaved("an answer of an unknown kind");
    }
  }

  /** Skips to the pack of version 0, behind any number of ACK and NAK lines. */
  InputStream version0() throws IOException {
    for (int lines = 0; lines < linesMax; lines++) {
      Pkt pkt = in.next();
      if (!(pkt instanceof Pkt.Data line)) {
        throw noPack();
      }
      RefLine.requireNoError(line);
      String text = RefLine.ascii(line);
      if (!text.equals("NAK") && !text.startsWith("ACK ")) {
        return pack(line);
      }
    }
    throw tooManyLines();
  }

  private InputStream pack(Pkt first) throws IOException {
    if (!(first instanceof Pkt.Data line)) {
      throw noPack();
    }
    return new SideBandInput(line, in, words::add);
  }

  private static FetchException noPack() {
    return FetchException.misbehaved("an answer without a pack");
  }

  private static FetchException tooManyLines() {
    return FetchException.misbehaved("too many lines before the pack");
  }
}
