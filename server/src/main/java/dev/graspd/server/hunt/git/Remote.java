package dev.graspd.server.hunt.git;

import dev.graspd.core.repo.Oid;
import dev.graspd.server.egress.StreamAnswer;
import dev.graspd.server.egress.Target;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A repository elsewhere whose refs are known, and from which packs can be fetched. For one thread.
 */
public final class Remote implements AutoCloseable {
  /** Answers have bytes beside those of the pack; nobody needs as many as the pack has. */
  private static final long FRAMING_BYTES = 1 << 20;

  private final Site site;
  private final Target base;
  private final Greeting greeting;
  private final Advertised advertised;
  private final Requests requests;
  private final GitLimits limits;
  private final RefRoom.Share room;

  /** What a repository's advertisement says. */
  record Found(Target base, Greeting greeting, Advertised advertised) {}

  Remote(Site site, Found found, Requests requests, GitLimits limits, RefRoom.Share room) {
    this.site = site;
    this.base = found.base();
    this.greeting = found.greeting();
    this.advertised = found.advertised();
    this.requests = requests;
    this.limits = limits;
    this.room = room;
  }

  public Advertised advertised() {
    return advertised;
  }

  /** Returns whether asking for what no ref names may succeed. */
  public boolean givesUnadvertised() {
    return switch (greeting) {
      case Greeting.V2 _ -> true;
      case Greeting.V0(var capabilities, _) -> capabilities.allowsUnadvertised();
    };
  }

  /**
   * Fetches objects and everything that they lead to, except what we have.
   *
   * @param wants at least one; the first of them if there are more than one request takes
   * @param haves tips whose history we have; only a saving
   * @param packBytesMax more is not read
   * @throws IOException if the sink fails for reasons of its own
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
      return new FetchOutcome.Failed<>(Faults.of(e).orElseThrow(() -> e));
    }
  }

  /** Returns why nobody needs to ask. */
  private Optional<FetchFailure> refusal(SortedSet<Oid> wants) {
    if (greeting instanceof Greeting.V0(var server, _) && !server.has("side-band-64k")) {
      return Optional.of(new FetchFailure.Misbehaved("cannot send side-bands"));
    }
    return givesUnadvertised() || advertised.ids().containsAll(wants)
        ? Optional.empty()
        : Optional.of(new FetchFailure.Refused("it gives only what its refs name"));
  }

  private SortedSet<Oid> asked(SortedSet<Oid> wants) {
    return first(wants, limits.wants()).stream()
        .map(advertised::asked)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static SortedSet<Oid> first(SortedSet<Oid> ids, int most) {
    return ids.stream().limit(most).collect(Collectors.toCollection(TreeSet::new));
  }

  private <T> FetchOutcome<T> received(
      SortedSet<Oid> wants, SortedSet<Oid> haves, long packBytesMax, PackSink<T> sink)
      throws IOException {
    Words words = new Words();
    try (StreamAnswer answer = site.post(base, request(wants, haves), bytesMax(packBytesMax))) {
      PackAnswer found = new PackAnswer(answer.body(), limits.preambleLines(), words);
      InputStream pack =
          switch (greeting) {
            case Greeting.V2 _ -> found.version2();
            case Greeting.V0 _ -> found.version0();
          };
      T judgement = sink.take(pack);
      return new FetchOutcome.Received<>(judgement, words.text());
    }
  }

  private byte[] request(SortedSet<Oid> wants, SortedSet<Oid> haves) {
    return switch (greeting) {
      case Greeting.V2(var server) -> requests.fetching(server, wants, haves);
      case Greeting.V0(var server, _) -> requests.fetchingAsBefore(server, wants, haves);
    };
  }

  private static long bytesMax(long packBytesMax) {
    return packBytesMax > Long.MAX_VALUE / 4 ? Long.MAX_VALUE : 2 * packBytesMax + FRAMING_BYTES;
  }

  /** Gives back the room for the refs. */
  @Override
  public void close() {
    room.close();
  }
}
