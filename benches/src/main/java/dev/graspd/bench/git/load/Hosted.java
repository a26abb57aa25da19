package dev.graspd.bench.git.load;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.net.URI;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;

/** A repository on a server: its address and the events that its owner signs. */
public record Hosted(URI server, Signer owner, String identifier) {
  /** The service in announcements. */
  private String service() {
    return server.getAuthority() + base();
  }

  private String base() {
    String path = server.getPath() == null ? "" : server.getPath();
    return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }

  public String path() {
    return base() + "/" + Bech32.npub(owner.publicKey()) + "/" + identifier + ".git";
  }

  public String relay() {
    return "ws://" + service();
  }

  public String cloneUrl() {
    return "http://" + server.getAuthority() + path();
  }

  public Event announcement(long seconds) {
    return announcement(seconds, relay());
  }

  /** An announcement that names these relays, ours among them. */
  Event announcement(long seconds, String... relays) {
    return announcement(seconds, List.of(relays), List.of());
  }

  /**
   * An announcement of a repository on several servers.
   *
   * @param relays all of them
   * @param places other servers with its git data
   */
  public Event announcement(long seconds, List<String> relays, List<String> places) {
    return EventBuilder.kind(30617)
        .at(seconds)
        .tag("d", identifier)
        .tag("name", identifier)
        .tag(tag("clone", Stream.concat(Stream.of(cloneUrl()), places.stream())))
        .tag(tag("relays", relays.stream()))
        .signedBy(owner);
  }

  private static String[] tag(String name, Stream<String> values) {
    return Stream.concat(Stream.of(name), values).toArray(String[]::new);
  }

  /** Returns the address that other events name. */
  public String address() {
    return "30617:" + owner.publicKey().hex() + ":" + identifier;
  }

  public Event state(long seconds, SortedMap<String, String> refs) {
    EventBuilder builder =
        EventBuilder.kind(30618)
            .at(seconds)
            .tag("d", identifier)
            .tag("HEAD", "ref: " + Source.MAIN);
    refs.forEach(builder::tag);
    return builder.signedBy(owner);
  }
}
