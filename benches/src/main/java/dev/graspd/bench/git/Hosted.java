package dev.graspd.bench.git;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.net.URI;
import java.util.SortedMap;

/** A repository on a server: its address and the events that its owner signs. */
record Hosted(URI server, Signer owner, String identifier) {
  /** The service as announcements name it. */
  private String service() {
    return server.getAuthority() + base();
  }

  private String base() {
    String path = server.getPath() == null ? "" : server.getPath();
    return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }

  String path() {
    return base() + "/" + Bech32.npub(owner.publicKey()) + "/" + identifier + ".git";
  }

  String relay() {
    return "ws://" + service();
  }

  Event announcement(long seconds) {
    return announcement(seconds, relay());
  }

  /** An announcement that names these relays, ours among them. */
  Event announcement(long seconds, String... relays) {
    String[] tag = new String[relays.length + 1];
    tag[0] = "relays";
    System.arraycopy(relays, 0, tag, 1, relays.length);
    return EventBuilder.kind(30617)
        .at(seconds)
        .tag("d", identifier)
        .tag("name", identifier)
        .tag("clone", "http://" + server.getAuthority() + path())
        .tag(tag)
        .signedBy(owner);
  }

  Event state(long seconds, SortedMap<String, String> refs) {
    EventBuilder builder =
        EventBuilder.kind(30618)
            .at(seconds)
            .tag("d", identifier)
            .tag("HEAD", "ref: " + Source.MAIN);
    refs.forEach(builder::tag);
    return builder.signedBy(owner);
  }
}
