package dev.graspd.server.app.command;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.server.migrate.remote.RemoteServer;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.data.ServerKey;
import dev.graspd.server.ops.data.ServerKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import picocli.CommandLine.ParseResult;

/**
 * Which key the server has after an import (operations.md, M-9): the old server's, or the one that
 * is here. A new one is a new identity, so it is made only where nobody expects the old one, or if
 * the operator asks for it. The secret is never shown.
 *
 * @param key of the server
 * @param place where it came from
 * @param file of the old server's key, if it is taken over
 * @param isNew whether it was made for this import, and is nowhere yet
 */
record ImportKey(ServerKey key, String place, Optional<Path> file, boolean isNew) {
  static final String NEW_KEY = "--new-key";

  /**
   * Chooses the key; writes nothing.
   *
   * @param shown the key that the running server shows, if one is asked
   */
  static ImportKey choose(
      ServerKeys keys, ParseResult command, ImportOrder order, Optional<PublicKey> shown)
      throws StartRefused, IOException {
    ImportKey chosen = chosen(keys, command, order, shown);
    boolean isSuccessor = order.files().isPresent() || chosen.file.isPresent();
    if (isSuccessor
        && !chosen.isNew
        && shown.isPresent()
        && !shown.get().equals(chosen.key.publicKey())) {
      throw new StartRefused(
          "%s is not the key of the running server, which shows pubkey %s: name the right one with %s"
              .formatted(chosen.place, shown.get().hex(), ImportOrder.KEY));
    }
    return chosen;
  }

  private static ImportKey chosen(
      ServerKeys keys, ParseResult command, ImportOrder order, Optional<PublicKey> shown)
      throws StartRefused, IOException {
    Optional<Path> file = ImportOrder.keyFile(command);
    boolean wantsNew = command.hasMatchedOption(NEW_KEY);
    if (wantsNew && command.hasMatchedOption(ImportOrder.KEY)) {
      throw new StartRefused(NEW_KEY + " and " + ImportOrder.KEY + " exclude each other");
    }
    if (file.isPresent() && !wantsNew) {
      String place = "the key file " + file.get();
      ServerKey given = keys.parsed(Files.readString(file.get()), place);
      keys.requireNoOther(given, place);
      return new ImportKey(given, place, file, false);
    }
    Optional<ServerKey> present = keys.find();
    if (present.isPresent()) {
      return new ImportKey(present.get(), "the key that this server has", Optional.empty(), false);
    }
    if (order.files().isPresent() && !wantsNew) {
      throw new StartRefused(
          "the old server's key was not found%s: name its file with %s, or say %s to give this server a new identity"
              .formatted(
                  shown.map(key -> " (its pubkey is " + key.hex() + ")").orElse(""),
                  ImportOrder.KEY,
                  NEW_KEY));
    }
    return new ImportKey(
        ServerKey.generate(new SecureRandom()), "made here", Optional.empty(), true);
  }

  /** Returns the key of the old server in its file, also if it is not taken over. */
  static Optional<PublicKey> inFile(ServerKeys keys, ParseResult command)
      throws StartRefused, IOException {
    Optional<Path> file = ImportOrder.keyFile(command);
    return file.isEmpty()
        ? Optional.empty()
        : Optional.of(
            keys.parsed(Files.readString(file.get()), "the key file " + file.get()).publicKey());
  }

  /** Returns the server's public key. */
  PublicKey publicKey() {
    return key.publicKey();
  }

  /** Puts the key where the server finds it. */
  ServerKey take(ServerKeys keys) throws StartRefused, IOException {
    if (isNew) {
      return keys.keep(key);
    }
    return file.isPresent() ? keys.adopt(Files.readString(file.get()), place) : key;
  }

  /** Says which identity the server has. */
  String said() {
    String npub = Bech32.npub(key.publicKey());
    return isNew
        ? "key: %s is a new identity: who knows the old server by its key does not recognise this one"
            .formatted(npub)
        : "key: %s, %s".formatted(npub, place);
  }

  /** Returns the key that a running server shows, if one is asked. */
  static Optional<PublicKey> shownBy(Optional<RemoteServer> remote) throws IOException {
    return remote.isPresent() ? remote.get().document().key() : Optional.empty();
  }
}
