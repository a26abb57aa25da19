package dev.graspd.server.hunt.git;

import dev.graspd.server.egress.Errand;
import dev.graspd.server.egress.HttpStreams;
import dev.graspd.server.egress.StreamAnswer;
import dev.graspd.server.egress.Target;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;

/** Opens repositories elsewhere; every answer is bounded in bytes and in time. For all threads. */
public final class GitFetcher {
  /** Refs that states and pull requests speak of, for repositories that have too many others. */
  private static final List<String> OUR_REFS =
      List.of("HEAD", "refs/heads/", "refs/tags/", "refs/nostr/");

  private final HttpStreams http;
  private final GitLimits limits;
  private final Requests requests;
  private final InstantSource clock;
  private final RefRoom room;

  /**
   * Opens nothing yet.
   *
   * @param agent how we introduce ourselves, without spaces
   * @param clock tells how far away a date is that a server names
   */
  public GitFetcher(HttpStreams http, GitLimits limits, String agent, InstantSource clock) {
    this.http = http;
    this.limits = limits;
    this.requests = new Requests(agent);
    this.clock = clock;
    this.room = new RefRoom(limits.refs());
  }

  /**
   * Reads what a repository has. Waits; the errand says for how long, and calls it off.
   *
   * @param repository its clone URL
   */
  public Opening open(Target repository, Errand errand) {
    return open(repository, errand, Dialect.V2);
  }

  Opening open(Target repository, Errand errand, Dialect dialect) {
    RefRoom.Share share = room.share();
    try {
      Errand advertisement = errand.within(limits.advertisementTime());
      Remote.Found found = opened(new Site(http, clock, advertisement, dialect), repository, share);
      Site site = new Site(http, clock, errand, dialect);
      return new Opening.Opened(new Remote(site, found, requests, limits, share));
    } catch (IOException e) {
      share.close();
      return new Opening.Failed(
          Faults.of(e).orElseThrow(() -> new IllegalStateException("no fault of a server", e)));
    }
  }

  private Remote.Found opened(Site site, Target repository, RefRoom.Share share)
      throws IOException {
    Greeting greeting;
    Target base;
    try (StreamAnswer answer = site.infoRefs(repository, limits.advertisementBytes())) {
      base = Site.baseOf(answer);
      greeting = GreetingReader.read(answer.body(), share);
    }
    Advertised advertised =
        switch (greeting) {
          case Greeting.V0(_, var refs) -> refs;
          case Greeting.V2(var server) -> listed(site, base, server, share);
        };
    return new Remote.Found(base, greeting, advertised);
  }

  /** Asks for all refs, and for ours alone where all are too many. */
  private Advertised listed(Site site, Target base, Capabilities server, RefRoom.Share share)
      throws IOException {
    try {
      return listed(site, base, requests.listing(server, List.of()), share);
    } catch (IOException e) {
      if (!(Faults.of(e).orElse(null) instanceof FetchFailure.TooMuch)) {
        throw e;
      }
      share.close();
      return listed(site, base, requests.listing(server, OUR_REFS), share);
    }
  }

  private Advertised listed(Site site, Target base, byte[] request, RefRoom.Share share)
      throws IOException {
    try (StreamAnswer answer = site.post(base, request, limits.advertisementBytes())) {
      return RefListReader.read(answer.body(), share);
    }
  }
}
