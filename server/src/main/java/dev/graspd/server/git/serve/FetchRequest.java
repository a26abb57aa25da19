package dev.graspd.server.git.serve;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.Refs;
import dev.graspd.server.git.wire.PktWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Stream;

/**
 * A client's request for a pack, understood. JGit is given {@link #forJgit()}, written anew from
 * this, never the client's bytes: nothing that was not checked can hide in a spelling that the two
 * parsers read differently.
 *
 * @param wants in the client's order, none twice
 * @param options words that change the answer's form, such as {@code ofs-delta}
 * @param end what came after the haves
 */
record FetchRequest(
    ProtocolVersion version,
    List<Oid> wants,
    List<Oid> haves,
    List<Oid> shallow,
    Depth depth,
    Optional<ObjectFilter> filter,
    SortedSet<String> options,
    End end) {
  static final String DEEPEN_RELATIVE = "deepen-relative";

  /** How a request ends. */
  enum End {
    /** The client wants the pack now. */
    DONE,
    /** The client wants to know what is common. */
    FLUSH,
    /** Versions 0 and 1: the client wants to know what becomes shallow, and comes back. */
    NOTHING
  }

  /** How much history is wanted. */
  sealed interface Depth {
    record Whole() implements Depth {}

    /** So many commits from each tip. */
    record Commits(int count) implements Depth {}

    /** So many commits more than the client has, from where its history ends. */
    record Further(int count) implements Depth {}

    /** Commits after a time, and not those that these refs reach; one of them may be missing. */
    record Bounded(Optional<Integer> sinceSeconds, List<String> notRefs) implements Depth {}
  }

  /** Returns whether the answer is multiplexed: version 2 always is. */
  boolean hasSideBand() {
    return version == ProtocolVersion.V2
        || options.contains("side-band")
        || options.contains("side-band-64k");
  }

  /** Returns whether it is a whole clone, or wants what must be looked for first. */
  boolean isHeavy(Refs refs) {
    boolean isClone = haves.isEmpty() && depth instanceof Depth.Whole && end == End.DONE;
    return isClone || !wantsOnly(refs);
  }

  /** Returns whether it is of somebody who has this repository, as a whole or in part. */
  boolean isRepeated(Refs refs) {
    return !haves.isEmpty() || !wantsOnly(refs);
  }

  private boolean wantsOnly(Refs refs) {
    return new HashSet<>(refs.values().values()).containsAll(wants);
  }

  /** Returns this request with the refs of {@code deepen-not} replaced by what they point at. */
  FetchRequest withNotRefs(List<String> ids) {
    Depth resolved =
        depth instanceof Depth.Bounded(var since, _) ? new Depth.Bounded(since, ids) : depth;
    return new FetchRequest(version, wants, haves, shallow, resolved, filter, options, end);
  }

  /** Returns this request with fewer haves. */
  FetchRequest withHaves(List<Oid> fewer) {
    return new FetchRequest(version, wants, fewer, shallow, depth, filter, options, end);
  }

  /** Returns this request with more wants and a history that ends there, whole up to that. */
  FetchRequest withBounds(List<Oid> moreWants, List<Oid> ends) {
    return new FetchRequest(
        version,
        Stream.concat(wants.stream(), moreWants.stream()).distinct().toList(),
        haves,
        ends,
        new Depth.Whole(),
        filter,
        options,
        end);
  }

  /** Writes the request as JGit reads it. */
  byte[] forJgit() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      PktWriter out = new PktWriter(bytes);
      if (version == ProtocolVersion.V2) {
        writeVersion2(out);
      } else {
        writeVersion0(out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot fail", e);
    }
    return bytes.toByteArray();
  }

  private void writeVersion2(PktWriter out) throws IOException {
    out.line("command=fetch");
    out.delimPkt();
    for (String option : options) {
      out.line(option);
    }
    if (depth instanceof Depth.Further) {
      out.line(DEEPEN_RELATIVE);
    }
    for (Oid want : wants) {
      out.line("want " + want);
    }
    writeBounds(out);
    for (Oid have : haves) {
      out.line("have " + have);
    }
    if (end == End.DONE) {
      out.line("done");
    }
    out.flushPkt();
  }

  private void writeVersion0(PktWriter out) throws IOException {
    String relative = depth instanceof Depth.Further ? " " + DEEPEN_RELATIVE : "";
    String capabilities = (options.isEmpty() ? "" : " " + String.join(" ", options)) + relative;
    for (int i = 0; i < wants.size(); i++) {
      out.line("want " + wants.get(i) + (i == 0 ? capabilities : ""));
    }
    writeBounds(out);
    out.flushPkt();
    for (Oid have : haves) {
      out.line("have " + have);
    }
    switch (end) {
      case DONE -> out.line("done");
      case FLUSH -> out.flushPkt();
      case NOTHING -> {}
    }
  }

  private void writeBounds(PktWriter out) throws IOException {
    for (Oid id : shallow) {
      out.line("shallow " + id);
    }
    switch (depth) {
      case Depth.Whole _ -> {}
      case Depth.Commits(var count) -> out.line("deepen " + count);
      case Depth.Further(var count) -> out.line("deepen " + count);
      case Depth.Bounded(var since, var notRefs) -> {
        if (since.isPresent()) {
          out.line("deepen-since " + since.get());
        }
        for (String ref : notRefs) {
          out.line("deepen-not " + ref);
        }
      }
    }
    if (filter.isPresent()) {
      out.line("filter " + filter.get().spec());
    }
  }
}
