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

  Event announcement(long seconds) {
    return EventBuilder.kind(30617)
        .at(seconds)
        .tag("d", identifier)
        .tag("name", identifier)
        .tag("clone", "http://" + server.getAuthority() + path())
        .tag("relays", "ws://" + service())
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
