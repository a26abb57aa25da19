package dev.graspd.server.hunt.git;

import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.wire.PktWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/**
 * Writes requests of git's protocol. All haves and the end of the negotiation are in one request:
 * the server then sends a pack at once, against what it knows of them. Pure.
 *
 * @param agent how we introduce ourselves
 */
record Requests(String agent) {
  private interface Writing {
    void to(PktWriter out) throws IOException;
  }

  /**
   * Writes a request for a list of refs (version 2).
   *
   * @param prefixes of the refs that we care for; none for all
   */
  byte[] listing(Capabilities server, List<String> prefixes) {
    return written(out -> {
      begin("ls-refs", server, out);
      out.line("peel");
      out.line("symrefs");
      for (String prefix : prefixes) {
        out.line("ref-prefix " + prefix);
      }
      out.flushPkt();
    });
  }

  /** Writes a request for a pack in version 2. */
  byte[] fetching(Capabilities server, SortedSet<Oid> wants, SortedSet<Oid> haves) {
    return written(out -> {
      begin("fetch", server, out);
      out.line("no-progress");
      out.line("ofs-delta");
      lines("want ", wants, out);
      lines("have ", haves, out);
      out.line("done");
      out.flushPkt();
    });
  }

  private void begin(String command, Capabilities server, PktWriter out) throws IOException {
    out.line("command=" + command);
    for (String word : common(server)) {
      out.line(word);
    }
    out.delimPkt();
  }

  /** Writes a request for a pack in version 0, without any of the ways to acknowledge more. */
  byte[] fetchingAsBefore(Capabilities server, SortedSet<Oid> wants, SortedSet<Oid> haves) {
    List<String> words = new ArrayList<>();
    words.addAll(server.among(List.of("side-band-64k", "ofs-delta", "no-progress")));
    words.addAll(common(server));
    return written(out -> {
      out.line("want " + wants.first() + " " + String.join(" ", words));
      for (Oid want : wants) {
        if (!want.equals(wants.first())) {
          out.line("want " + want);
        }
      }
      out.flushPkt();
      lines("have ", haves, out);
      out.line("done");
    });
  }

  /** What is said only to those who know the word. */
  private List<String> common(Capabilities server) {
    List<String> words = new ArrayList<>();
    if (server.has("agent")) {
      words.add("agent=" + agent);
    }
    if (server.has("object-format")) {
      words.add("object-format=sha1");
    }
    return words;
  }

  private static void lines(String word, SortedSet<Oid> ids, PktWriter out) throws IOException {
    for (Oid id : ids) {
      out.line(word + id);
    }
  }

  private static byte[] written(Writing writing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      writing.to(new PktWriter(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot fail", e);
    }
    return bytes.toByteArray();
  }
}
