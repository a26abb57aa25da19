package dev.graspd.conformance;

import dev.graspd.testkit.Signer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;

/** What every test of the suite needs: connections that end with it, and keys that nobody used. */
abstract class RelaySuite {
  /** A server may keep what an earlier run has sent. */
  private static final String RUN = UUID.randomUUID().toString();

  private static final AtomicInteger KEYS = new AtomicInteger();

  private final List<RelayClient> clients = new ArrayList<>();

  /** Returns a key that no other test uses. */
  static Signer newKey() {
    return Signer.named("conformance " + RUN + " " + KEYS.incrementAndGet());
  }

  /** Returns a word that no other test uses. */
  static String newWord() {
    return "w" + KEYS.incrementAndGet() + "-" + RUN;
  }

  static long now() {
    return Instant.now().getEpochSecond();
  }

  /** Opens a connection to the server with default settings. */
  RelayClient connect() {
    return connect(SharedServer.PLAIN);
  }

  RelayClient connect(SharedServer server) {
    RelayClient client = RelayClient.connect(server.uri());
    clients.add(client);
    return client;
  }

  @AfterEach
  void closeConnections() {
    clients.forEach(RelayClient::close);
  }
}
