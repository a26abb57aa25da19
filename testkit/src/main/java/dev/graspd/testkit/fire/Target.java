package dev.graspd.testkit.fire;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.net.URI;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A server under attack, and the honest repository on it that strangers aim at.
 *
 * @param server the relay's address; clients' addresses are given to it as a proxy does
 */
public record Target(URI server, Signer owner, String identifier) {
  /** Later events are newer, also within a second. */
  private static final AtomicLong AGE_SECONDS = new AtomicLong(500_000);

  /** Returns the path of the honest repository. */
  public String path() {
    return path(owner);
  }

  /** Returns the path of a repository of the same name. */
  public String path(Signer of) {
    return "/" + Bech32.npub(of.publicKey()) + "/" + identifier + ".git";
  }

  String url(Signer of) {
    return "http://" + server.getAuthority() + path(of);
  }

  /** Returns the address of the honest repository's announcement. */
  public String address() {
    return "30617:" + owner.publicKey() + ":" + identifier;
  }

  EventBuilder announcing(Signer of) {
    return EventBuilder.kind(30617)
        .at(now())
        .tag("d", identifier)
        .tag("clone", url(of))
        .tag("relays", "ws://" + server.getAuthority());
  }

  Event state(Signer of, String commit) {
    return EventBuilder.kind(30618)
        .at(now())
        .tag("d", identifier)
        .tag("HEAD", "ref: refs/heads/main")
        .tag("refs/heads/main", commit)
        .signedBy(of);
  }

  static long now() {
    return Instant.now().getEpochSecond() - AGE_SECONDS.decrementAndGet();
  }
}
