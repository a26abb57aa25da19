package dev.graspd.server.hunt.git;

import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.wire.Pkt;
import dev.graspd.server.git.wire.PktReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;

/** Reads the answer to {@code info/refs}, in any version of the protocol. For one thread. */
final class GreetingReader {
  private static final String PEELED = "^{}";
  private static final String SYMREF_OF_HEAD = "symref=HEAD:";

  private final PktReader in;
  private final LineList lines;
  private final Advertised.Builder advertised;
  private final Capabilities capabilities = new Capabilities();
  private Oid lastRef = Oid.ZERO;

  private GreetingReader(InputStream in, RefRoom.Share room) {
    this.in = new PktReader(in);
    this.lines = new LineList(this.in);
    this.advertised = new Advertised.Builder(room);
  }

  static Greeting read(InputStream in, RefRoom.Share room) throws IOException {
    return new GreetingReader(in, room).read();
  }

  private Greeting read() throws IOException {
    Optional<Pkt.Data> first = LineList.line(afterService(in.next()));
    return switch (first.map(RefLine::ascii).orElse("")) {
      case "version 2" -> version2();
      case "version 1" -> version0(lines.next());
      default -> version0(first);
    };
  }

  /** Skips the line with the service name, which some servers omit in version 2. */
  private Pkt afterService(Pkt first) throws IOException {
    if (!(first instanceof Pkt.Data data) || !RefLine.ascii(data).startsWith("# service=")) {
      return first;
    }
    if (!RefLine.ascii(data).equals("# service=git-upload-pack")
        || !(in.next() instanceof Pkt.Flush)) {
      throw FetchException.misbehaved("another service answers");
    }
    return in.next();
  }

  private Greeting version2() throws IOException {
    for (var line = lines.next(); line.isPresent(); line = lines.next()) {
      capabilities.add(RefLine.ascii(line.get()));
    }
    capabilities.requireSha1();
    if (!capabilities.has("ls-refs") || !capabilities.has("fetch")) {
      throw FetchException.misbehaved("cannot list refs or fetch");
    }
    return new Greeting.V2(capabilities);
  }

  private Greeting version0(Optional<Pkt.Data> first) throws IOException {
    Optional<Pkt.Data> line = first.map(this::withoutCapabilities);
    capabilities.requireSha1();
    for (; line.isPresent(); line = lines.next()) {
      take(line.get());
    }
    return new Greeting.V0(capabilities, advertised.build());
  }

  private Pkt.Data withoutCapabilities(Pkt.Data line) {
    String text = RefLine.ascii(line);
    int nul = text.indexOf('\0');
    if (nul < 0) {
      return line;
    }
    for (String word : text.substring(nul + 1).split(" ", -1)) {
      capabilities.add(word);
      if (word.startsWith(SYMREF_OF_HEAD)) {
        advertised.head(word.substring(SYMREF_OF_HEAD.length()));
      }
    }
    return new Pkt.Data(Arrays.copyOf(line.payload(), nul));
  }

  private void take(Pkt.Data line) throws FetchException {
    if (RefLine.ascii(line).startsWith("shallow ")) {
      // A shallow repository; the sink refuses a pack that lacks objects.
      return;
    }
    RefLine ref = RefLine.parse(line);
    if (ref.id().isZero()) {
      return;
    }
    if (ref.rest().endsWith(PEELED)) {
      if (lastRef.isZero()) {
        throw FetchException.misbehaved("what a tag leads to, without the tag");
      }
      advertised.peeled(lastRef, ref.id());
    } else {
      advertised.ref(ref.rest(), ref.id());
      lastRef = ref.id();
    }
  }
}
