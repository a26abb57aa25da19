package dev.graspd.server.hunt.git;

import dev.graspd.core.repo.Oid;
import dev.graspd.server.egress.dial.Target;
import dev.graspd.server.egress.http.StreamAnswer;
import dev.graspd.server.git.wire.PktReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A remote repository with known refs, from which we can fetch packs. For one thread. */
public record Remote(
    Site site, Found found, Requests requests, GitLimits limits, RefRoom.Share room)
    implements AutoCloseable {
  /** Allowance for bytes of an answer beside the pack, such as progress. */
  private static final long FRAMING_BYTES = 1 << 20;

  /** The advertisement of a repository. */
  record Found(Target base, Greeting greeting, Advertised advertised) {}

  public Advertised advertised() {
    return found.advertised;
  }

  /** Returns whether requests for objects that no ref names may succeed. */
  public boolean givesUnadvertised() {
    return switch (found.greeting) {
      case Greeting.V2 _ -> true;
      case Greeting.V0(var capabilities, _) -> capabilities.allowsUnadvertised();
    };
  }

  /**
   * Fetches objects and everything that they refer to, except what we have.
   *
   * @param wants at least one; only the first ones if there are too many for one request
   * @param haves tips whose history we have, to save traffic
   * @param packBytesMax the limit for the pack
   * @throws IOException if the sink itself fails
   */
  public <T> FetchOutcome<T> fetch(
      SortedSet<Oid> wants, SortedSet<Oid> haves, long packBytesMax, PackSink<T> sink)
      throws IOException {
    if (wants.isEmpty()) {
      throw new IllegalArgumentException("nothing is wanted");
    }
    Optional<FetchFailure> refusal = refusal(wants);
    if (refusal.isPresent()) {
      return new FetchOutcome.Failed<>(refusal.get());
    }
    try {
      return received(asked(wants), first(haves, limits.haves()), packBytesMax, sink);
    } catch (IOException e) {
      return new FetchOutcome.Failed<>(FetchFaults.of(e).orElseThrow(() -> e));
    }
  }

  /** Returns why a request would be useless. */
  private Optional<FetchFailure> refusal(SortedSet<Oid> wants) {
    if (found.greeting instanceof Greeting.V0(var server, _) && !server.has("side-band-64k")) {
      return Optional.of(new FetchFailure.Misbehaved("cannot send side-bands"));
    }
    return givesUnadvertised() || found.advertised.ids().containsAll(wants)
        ? Optional.empty()
        : Optional.of(new FetchFailure.Refused("it gives only what its refs name"));
  }

  private SortedSet<Oid> asked(SortedSet<Oid> wants) {
    return first(wants, limits.wants()).stream()
        .map(found.advertised::asked)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static SortedSet<Oid> first(SortedSet<Oid> ids, int most) {
    return ids.stream().limit(most).collect(Collectors.toCollection(TreeSet::new));
  }

  private <T> FetchOutcome<T> received(
      SortedSet<Oid> wants, SortedSet<Oid> haves, long packBytesMax, PackSink<T> sink)
      throws IOException {
    ServerText words = new ServerText();
    try (StreamAnswer answer =
        site.post(found.base, request(wants, haves), bytesMax(packBytesMax))) {
      PackAnswer body = new PackAnswer(new PktReader(answer.body()), limits.preambleLines(), words);
      InputStream pack =
          switch (found.greeting) {
            case Greeting.V2 _ -> body.version2();
            case Greeting.V0 _ -> body.version0();
          };
      T judgement = sink.take(pack);
      return new FetchOutcome.Received<>(judgement, words.text());
    }
  }

  private byte[] request(SortedSet<Oid> wants, SortedSet<Oid> haves) {
    return switch (found.greeting) {
      case Greeting.V2(var server) -> requests.fetching(server, wants, haves);
      case Greeting.V0(var server, _) -> requests.fetchingVersion0(server, wants, haves);
    };
  }

  private static long bytesMax(long packBytesMax) {
    return packBytesMax > Long.MAX_VALUE / 4 ? Long.MAX_VALUE : 2 * packBytesMax + FRAMING_BYTES;
  }

  /** Releases the memory for the refs. */
  @Override
  public void close() {
    room.close();
  }
}
