package dev.graspd.server.hunt.git;

import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.wire.PktWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/**
 * Writes requests of git's protocol. All haves and the end of the negotiation are in one request,
 * so the server sends a pack at once. Pure.
 *
 * @param agent our name for servers
 */
record Requests(String agent) {

  /**
   * Writes a request for a list of refs (version 2).
   *
   * @param prefixes of the refs that we want; empty for all
   */
  byte[] listing(Capabilities server, List<String> prefixes) {
    return PktWriter.written(out -> {
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
    return PktWriter.written(out -> {
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

  /** Writes a request for a pack in version 0, without multi_ack. */
  byte[] fetchingVersion0(Capabilities server, SortedSet<Oid> wants, SortedSet<Oid> haves) {
    List<String> words = new ArrayList<>();
    words.addAll(server.among(List.of("side-band-64k", "ofs-delta", "no-progress")));
    words.addAll(common(server));
    return PktWriter.written(out -> {
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

  /** Features to request if the server knows them. */
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
}
