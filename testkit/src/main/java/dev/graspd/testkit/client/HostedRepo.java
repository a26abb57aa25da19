package dev.graspd.testkit.client;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** A repository that a test hosts on a server: its events and its address. */
public record HostedRepo(URI server, Signer owner, String identifier) {
  /** Later events are newer, also within a second. */
  private static final AtomicLong AGE_SECONDS = new AtomicLong(100_000);

  /** The service as announcements name it. */
  public String service() {
    String path = server.getPath();
    return server.getAuthority()
        + (path.endsWith("/") ? path.substring(0, path.length() - 1) : path);
  }

  public String cloneUrl() {
    return cloneUrl(owner.publicKey());
  }

  public String cloneUrl(PublicKey of) {
    return "http://" + service() + "/" + Bech32.npub(of) + "/" + escaped(identifier) + ".git";
  }

  private static String escaped(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }

  public String address() {
    return "30617:" + owner.publicKey() + ":" + identifier;
  }

  /** The same repository as another maintainer's. */
  public HostedRepo of(Signer other) {
    return new HostedRepo(server, other, identifier);
  }

  /** An announcement that lists the server, to be signed by the owner or by somebody wrong. */
  public EventBuilder announcing() {
    return EventBuilder.kind(30617)
        .at(now())
        .tag("d", identifier)
        .tag("name", identifier)
        .tag("clone", cloneUrl())
        .tag("relays", "ws://" + service());
  }

  /** An announcement that names other places too where its git data is. */
  public Event announcementWith(List<String> places) {
    return EventBuilder.kind(30617)
        .at(now())
        .tag("d", identifier)
        .tag(Stream.concat(Stream.of("clone", cloneUrl()), places.stream()).toArray(String[]::new))
        .tag("relays", "ws://" + service())
        .signedBy(owner);
  }

  public Event announcement(Signer... maintainers) {
    EventBuilder builder = announcing();
    for (Signer one : maintainers) {
      builder.tag("maintainers", one.publicKey().hex());
    }
    return builder.signedBy(owner);
  }

  /** A state with HEAD at main: names and commits in turn, {@code "main", commit, …}. */
  public Event state(String... refs) {
    SortedMap<String, String> values = new TreeMap<>();
    for (int i = 0; i < refs.length; i += 2) {
      values.put(refs[i].startsWith("refs/") ? refs[i] : "refs/heads/" + refs[i], refs[i + 1]);
    }
    EventBuilder builder =
        EventBuilder.kind(30618).at(now()).tag("d", identifier).tag("HEAD", "ref: refs/heads/main");
    values.forEach(builder::tag);
    return builder.signedBy(owner);
  }

  public Event pullRequest(Signer author, String commit) {
    return requesting(commit).signedBy(author);
  }

  /** A pull request whose commit is somewhere else. */
  public Event pullRequestFrom(String place, Signer author, String commit) {
    return requesting(commit).tag("clone", place).signedBy(author);
  }

  private EventBuilder requesting(String commit) {
    return EventBuilder.kind(1618)
        .at(now())
        .tag("a", address())
        .tag("c", commit)
        .tag("subject", "a change");
  }

  public static long now() {
    return Instant.now().getEpochSecond() - AGE_SECONDS.decrementAndGet();
  }
}
