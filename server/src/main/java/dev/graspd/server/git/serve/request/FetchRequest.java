package dev.graspd.server.git.serve.request;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.Refs;
import dev.graspd.server.git.serve.refs.ProtocolVersion;
import dev.graspd.server.git.wire.PktWriter;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Stream;

/**
 * A client's request for a pack, parsed. JGit reads {@link #forJgit()}, written from this record,
 * never the client's bytes: nothing unchecked can hide in a text that the two parsers read
 * differently.
 *
 * @param wants in the client's order, none twice
 * @param options words that change the answer's form, such as {@code ofs-delta}
 * @param end of the request, after the haves
 */
public record FetchRequest(
    ProtocolVersion version,
    List<Oid> wants,
    List<Oid> haves,
    List<Oid> shallow,
    Depth depth,
    Optional<ObjectFilter> filter,
    SortedSet<String> options,
    End end) {
  static final String DEEPEN_RELATIVE = "deepen-relative";

  /** The end of a request. */
  public enum End {
    /** The client wants the pack now. */
    DONE,
    /** The client wants to know what is common. */
    FLUSH,
    /** Versions 0 and 1: the client wants to know what becomes shallow, and comes back. */
    NOTHING
  }

  /** The wanted part of the history. */
  public sealed interface Depth {
    record Whole() implements Depth {}

    /** So many commits from each tip. */
    record Commits(int count) implements Depth {}

    /** So many more commits, from the end of the client's history. */
    record Further(int count) implements Depth {}

    /** Commits after a time, or commits that these refs do not reach, or both. */
    record Bounded(Optional<Integer> sinceSeconds, List<String> notRefs) implements Depth {}
  }

  /** Returns whether the answer is multiplexed: version 2 always is. */
  public boolean hasSideBand() {
    return version == ProtocolVersion.V2
        || options.contains("side-band")
        || options.contains("side-band-64k");
  }

  /** Returns whether it is a whole clone, or wants objects that need a search. */
  public boolean isHeavy(Refs refs) {
    boolean isClone = haves.isEmpty() && depth instanceof Depth.Whole && end == End.DONE;
    return isClone || !wantsOnly(refs);
  }

  /** Returns whether the client has this repository already, at least in part. */
  public boolean isRepeated(Refs refs) {
    return !haves.isEmpty() || !wantsOnly(refs);
  }

  private boolean wantsOnly(Refs refs) {
    return new HashSet<>(refs.values().values()).containsAll(wants);
  }

  /** Returns this request with ids instead of the refs of {@code deepen-not}. */
  public FetchRequest withNotRefs(List<String> ids) {
    Depth resolved =
        depth instanceof Depth.Bounded(var since, _) ? new Depth.Bounded(since, ids) : depth;
    return new FetchRequest(version, wants, haves, shallow, resolved, filter, options, end);
  }

  /** Returns this request with fewer haves. */
  public FetchRequest withHaves(List<Oid> fewer) {
    return new FetchRequest(version, wants, fewer, shallow, depth, filter, options, end);
  }

  /** Returns this request with more wants and with the whole history up to these ends. */
  public FetchRequest withBounds(List<Oid> moreWants, List<Oid> ends) {
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
  public byte[] forJgit() {
    return PktWriter.written(
        version == ProtocolVersion.V2 ? this::writeVersion2 : this::writeVersion0);
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
