package dev.graspd.server.hunt.git;

import dev.graspd.server.egress.dial.Target;
import dev.graspd.server.egress.http.FetchDeadline;
import dev.graspd.server.egress.http.HttpClient;
import dev.graspd.server.egress.http.StreamAnswer;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;

/** Opens remote repositories; every answer is bounded in bytes and in time. For all threads. */
public final class GitFetcher {
  /** Refs that states and pull requests use, for repositories with too many other refs. */
  private static final List<String> OUR_REFS =
      List.of("HEAD", "refs/heads/", "refs/tags/", "refs/nostr/");

  private final HttpClient http;
  private final GitLimits limits;
  private final Requests requests;
  private final InstantSource clock;
  private final RefRoom room;

  /**
   * Opens nothing yet.
   *
   * @param agent our name for servers, without spaces
   * @param clock for dates in {@code Retry-After}
   */
  public GitFetcher(HttpClient http, GitLimits limits, String agent, InstantSource clock) {
    this.http = http;
    this.limits = limits;
    this.requests = new Requests(agent);
    this.clock = clock;
    this.room = new RefRoom(limits.refs());
  }

  /**
   * Reads the advertisement of a repository. Blocks; the deadline limits the time and may cancel.
   *
   * @param repository its clone URL
   */
  public Opening open(Target repository, FetchDeadline deadline) {
    return open(repository, deadline, Dialect.V2);
  }

  Opening open(Target repository, FetchDeadline deadline, Dialect dialect) {
    RefRoom.Share share = room.share();
    try {
      FetchDeadline advertisement = deadline.within(limits.advertisementTime());
      Remote.Found found = opened(new Site(http, clock, advertisement, dialect), repository, share);
      Site site = new Site(http, clock, deadline, dialect);
      return new Opening.Opened(new Remote(site, found, requests, limits, share));
    } catch (IOException e) {
      share.close();
      return new Opening.Failed(
          FetchFaults.of(e)
              .orElseThrow(() -> new IllegalStateException("no fault of a server", e)));
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

  /** Requests all refs, or only ours if there are too many. */
  private Advertised listed(Site site, Target base, Capabilities server, RefRoom.Share share)
      throws IOException {
    try {
      return listed(site, base, requests.listing(server, List.of()), share);
    } catch (IOException e) {
      if (!(FetchFaults.of(e).orElse(null) instanceof FetchFailure.TooMuch)) {
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
