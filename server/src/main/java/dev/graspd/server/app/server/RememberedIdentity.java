package dev.graspd.server.app.server;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.nostr.text.Hex;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Identity;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.Store;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.Version;
import dev.graspd.server.ops.config.Config;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The name and key of the server that used this store. Announcements contain the name: under
 * another name nobody finds a repository, as if all were lost.
 */
public final class RememberedIdentity {
  private static final Logger LOG = LoggerFactory.getLogger(RememberedIdentity.class);

  private RememberedIdentity() {}

  /**
   * Refuses a start under another name.
   *
   * @param given the configured name, if any
   * @param renamed the new name, if the operator renames the server on purpose
   */
  static void requireSameName(
      RepositoryStore store, Optional<String> given, Optional<String> renamed) throws StartRefused {
    Optional<String> before = store.identity(Identity.DOMAIN);
    if (before.isEmpty()) {
      return;
    }
    if (given.isEmpty()) {
      LOG.warn(
          "NGIT_DOMAIN is not set; this data was served as {}, and its repositories are found"
              + " under that name only",
          before.get());
      return;
    }
    boolean same = address(before.get()).equals(address(given.get()));
    boolean meant = renamed.filter(name -> address(name).equals(address(given.get()))).isPresent();
    if (!same && !meant) {
      throw new StartRefused(
          ("NGIT_DOMAIN is %1$s, but this data was served as %2$s. Announcements name %2$s: under"
                  + " another name each repository answers 404 until its owner announces it again. Set"
                  + " NGIT_DOMAIN=%2$s, or, if the server is to be %1$s from now on, also"
                  + " NGIT_NEW_DOMAIN=%1$s")
              .formatted(given.get(), before.get()));
    }
  }

  private static ServiceAddress address(String domain) {
    return ServiceAddress.of(domain, "/");
  }

  /** Stores name, key and program, if they are new. A full disk does not prevent the start. */
  static void remember(Store store, Config config, PublicKey key) {
    config
        .givenDomain()
        .filter(_ -> config.hosts())
        .ifPresent(one -> put(store, Identity.DOMAIN, one));
    put(store, Identity.PUBLIC_KEY, key.hex());
    put(store, Identity.PROGRAM, "graspd " + Version.current().number());
  }

  private static void put(Store store, Identity what, String text) {
    if (store.repositories().identity(what).equals(Optional.of(text))) {
      return;
    }
    try (EventStore.ReserveUse _ = store.useReserve()) {
      boolean _ =
          store
              .write(tx -> {
                tx.repositories().putIdentity(what, text);
                return true;
              })
              .toCompletableFuture()
              .join();
    } catch (RuntimeException e) {
      LOG.warn("the store does not remember {}: {}", text, e.toString());
    }
  }

  /** Returns the public key of the server that ran on this store last. */
  public static Optional<PublicKey> key(RepositoryStore store) {
    return store
        .identity(Identity.PUBLIC_KEY)
        .filter(text -> Hex.isLowerHex(text, 64))
        .map(PublicKey::parse);
  }
}
