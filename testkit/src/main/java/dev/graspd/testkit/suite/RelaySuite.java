package dev.graspd.testkit.suite;

import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.RelayClient;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;

/** What every test of the suite needs: connections that end with it, and keys that nobody used. */
public abstract class RelaySuite {
  /** A server may keep what an earlier run has sent. */
  private static final String RUN = UUID.randomUUID().toString();

  private static final AtomicInteger KEYS = new AtomicInteger();

  private final List<RelayClient> clients = new ArrayList<>();

  /** Returns a key that no other test uses. */
  public static Signer newKey() {
    return Signer.named("conformance " + RUN + " " + KEYS.incrementAndGet());
  }

  /** Returns a word that no other test uses. */
  public static String newWord() {
    return "w" + KEYS.incrementAndGet() + "-" + RUN;
  }

  public static long now() {
    return Instant.now().getEpochSecond();
  }

  /** Opens a connection to the server with default settings. */
  public RelayClient connect() {
    return connect(SharedServer.PLAIN);
  }

  public RelayClient connect(SharedServer server) {
    RelayClient client = RelayClient.connect(server.uri());
    clients.add(client);
    return client;
  }

  @AfterEach
  void closeConnections() {
    clients.forEach(RelayClient::close);
  }
}
