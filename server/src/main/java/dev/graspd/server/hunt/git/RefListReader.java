package dev.graspd.server.hunt.git;

import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.wire.Pkt;
import dev.graspd.server.git.wire.PktReader;
import java.io.IOException;
import java.io.InputStream;

/** Reads the answer to {@code ls-refs} (protocol version 2). */
final class RefListReader {
  private static final String SYMREF = "symref-target:";
  private static final String PEELED = "peeled:";

  private RefListReader() {}

  static Advertised read(InputStream in, RefRoom.Share room) throws IOException {
    LineList lines = new LineList(new PktReader(in));
    Advertised.Builder advertised = new Advertised.Builder(room);
    for (var line = lines.next(); line.isPresent(); line = lines.next()) {
      take(line.get(), advertised);
    }
    return advertised.build();
  }

  private static void take(Pkt.Data line, Advertised.Builder advertised) throws FetchException {
    RefLine ref = RefLine.parse(line);
    String[] words = ref.rest().split(" ", -1);
    advertised.ref(words[0], ref.id());
    for (String word : words) {
      if (word.startsWith(PEELED)) {
        Oid object =
            Oid.parse(word.substring(PEELED.length()))
                .orElseThrow(() -> FetchException.misbehaved("a tag that leads to no object"));
        advertised.peeled(ref.id(), object);
      } else if (word.startsWith(SYMREF) && words[0].equals("HEAD")) {
        advertised.head(word.substring(SYMREF.length()));
      }
    }
  }
}
