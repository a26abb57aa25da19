package dev.graspd.server.migrate.export;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.server.egress.dial.Target;
import dev.graspd.server.git.wire.Pkt;
import dev.graspd.server.git.wire.PktException;
import dev.graspd.server.git.wire.PktReader;
import dev.graspd.server.git.wire.PktWriter;
import dev.graspd.server.git.wire.SideBandInput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The lines of a push in git's protocol, version 0 or 1, as a client writes and reads them. */
final class PushLines {
  /** Refs of one repository that are read. */
  static final int REFS_MAX = 200_000;

  /** What each push asks for, if the server has it. */
  static final String STATUS = "report-status";

  static final String BANDS = "side-band-64k";

  private static final String SERVICE = "# service=git-receive-pack";
  private static final String VERSION = "version 1";
  private static final String ERROR = "ERR ";
  private static final int WORDS_MAX = 256;

  private PushLines() {}

  /** Reads the advertisement of {@code receive-pack}. */
  static PushTarget advertisement(InputStream in, Target base) throws IOException {
    PktReader lines = new PktReader(in);
    SortedMap<RefName, Oid> refs = new TreeMap<>();
    SortedSet<String> capabilities = new TreeSet<>();
    Optional<String> line = line(lines.next());
    if (line.isPresent() && line.get().equals(SERVICE)) {
      line(lines.next());
      line = line(lines.next());
    }
    if (line.isPresent() && line.get().equals(VERSION)) {
      line = line(lines.next());
    }
    for (; line.isPresent(); line = line(lines.next())) {
      if (line.get().startsWith(ERROR)) {
        return new PushTarget.Closed(shortened(line.get().substring(ERROR.length())));
      }
      String[] parts = line.get().split("\0", 2);
      if (parts.length == 2) {
        capabilities.addAll(List.of(parts[1].strip().split(" +")));
      }
      add(parts[0], refs);
    }
    return new PushTarget.Open(base, refs, capabilities);
  }

  private static void add(String line, SortedMap<RefName, Oid> refs) throws PktException {
    if (line.length() <= Oid.DIGITS || line.charAt(Oid.DIGITS) != ' ') {
      throw new PktException("a line that names no object");
    }
    Optional<Oid> id = Oid.parse(line.substring(0, Oid.DIGITS));
    Optional<RefName> name = RefName.parse(line.substring(Oid.DIGITS + 1));
    if (id.isPresent() && name.isPresent() && !id.get().isZero()) {
      if (refs.size() == REFS_MAX) {
        throw new PktException("more than " + REFS_MAX + " refs");
      }
      refs.put(name.get(), id.get());
    }
  }

  private static Optional<String> line(Pkt pkt) throws PktException {
    return switch (pkt) {
      case Pkt.Data data ->
          Optional.of(new String(data.payload(), StandardCharsets.UTF_8))
              .map(text -> text.endsWith("\n") ? text.substring(0, text.length() - 1) : text);
      case Pkt.Flush() -> Optional.empty();
      case Pkt.Delim(), Pkt.ResponseEnd() -> throw new PktException("a list with a break");
      case Pkt.End() -> throw new PktException("a list without its end");
    };
  }

  /** Returns what comes before the pack: a line for each ref. */
  static byte[] commands(PushTarget.Open target, SortedMap<RefName, Oid> wanted, String agent) {
    Set<String> features = target.among(Set.of(STATUS, BANDS));
    return PktWriter.written(out -> {
      String end = "\0 " + String.join(" ", features) + " agent=" + agent;
      for (Map.Entry<RefName, Oid> ref : wanted.entrySet()) {
        Oid before = target.refs().getOrDefault(ref.getKey(), Oid.ZERO);
        out.line(before.hex() + " " + ref.getValue().hex() + " " + ref.getKey().text() + end);
        end = "";
      }
      out.flushPkt();
    });
  }

  /**
   * Reads the report on a push.
   *
   * @return for each ref that it names, why it was refused, if it was
   */
  static SortedMap<String, Optional<String>> report(InputStream in, PushTarget.Open target)
      throws IOException {
    if (!target.capabilities().contains(BANDS)) {
      return report(new PktReader(in));
    }
    PktReader lines = new PktReader(in);
    try {
      return lines.next() instanceof Pkt.Data first
          ? report(new PktReader(new SideBandInput(first, lines, _ -> {})))
          : new TreeMap<>();
    } catch (SideBandInput.FatalException e) {
      throw new IOException(shortened(new String(e.words(), StandardCharsets.UTF_8)), e);
    }
  }

  private static SortedMap<String, Optional<String>> report(PktReader lines) throws IOException {
    SortedMap<String, Optional<String>> report = new TreeMap<>();
    for (Optional<String> line = line(lines.next());
        line.isPresent() && report.size() < REFS_MAX;
        line = line(lines.next())) {
      String[] words = line.get().split(" ", 3);
      if (words[0].equals("ok") && words.length >= 2) {
        report.put(words[1], Optional.empty());
      } else if (words[0].equals("ng") && words.length >= 2) {
        report.put(words[1], Optional.of(words.length == 3 ? shortened(words[2]) : "refused"));
      }
    }
    return report;
  }

  /** Returns the beginning of a server's words, on one line. */
  static String shortened(String words) {
    ByteArrayOutputStream kept = new ByteArrayOutputStream();
    words
        .codePoints()
        .limit(WORDS_MAX)
        .map(c -> Character.isISOControl(c) ? ' ' : c)
        .forEach(c -> kept.writeBytes(Character.toString(c).getBytes(StandardCharsets.UTF_8)));
    return kept.toString(StandardCharsets.UTF_8).strip();
  }
}
