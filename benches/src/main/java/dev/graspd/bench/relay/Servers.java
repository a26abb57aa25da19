package dev.graspd.bench.relay;

import dev.graspd.bench.process.Launcher;
import dev.graspd.bench.process.OwnServer;
import dev.graspd.core.nostr.Bech32;
import dev.graspd.testkit.Signer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Our servers in a run; all are stopped at its end. */
final class Servers implements AutoCloseable {
  private final Launcher launcher;
  private final History history;
  private final List<OwnServer> running = new ArrayList<>();
  private @Nullable OwnServer onHistory;

  Servers(Launcher launcher, History history) {
    this.launcher = launcher;
    this.history = history;
  }

  History history() {
    return history;
  }

  /** Starts a server on an empty store. */
  OwnServer fresh(String name) throws IOException, InterruptedException {
    Path data = launcher.directory(name);
    Launcher.remove(data);
    return start(data);
  }

  /** Returns the read-only server with the whole history. */
  OwnServer onHistory() throws IOException, InterruptedException {
    if (onHistory == null) {
      onHistory = startOnHistory();
    }
    return onHistory;
  }

  /** Starts a server on the whole history; only one at a time, and only to read. */
  OwnServer startOnHistory() throws IOException, InterruptedException {
    if (onHistory != null) {
      onHistory.close();
      onHistory = null;
    }
    return start(history.prepared(history.size()));
  }

  /** Starts a server on a copy of the first so many events of the history. */
  OwnServer onCopy(int events) throws IOException, InterruptedException {
    Path data = launcher.directory("copy-" + events);
    Launcher.remove(data);
    history.copy(events, data);
    return start(data);
  }

  private OwnServer start(Path data) throws IOException, InterruptedException {
    OwnServer server = launcher.start(data, settings());
    running.add(server);
    return server;
  }

  private Map<String, String> settings() {
    return Map.of(
        "NGIT_RELAY_OWNER_NSEC",
        Bech32.encode("nsec", Signer.named("bench").secret()),
        "NGIT_MAX_CONNECTIONS",
        "20000",
        "NGIT_MAX_LIMIT",
        Integer.toString(history.size()),
        "NGIT_MAX_QUERY_WORK",
        "1000000000",
        "NGIT_LOG_LEVEL",
        "warn");
  }

  @Override
  public void close() {
    running.forEach(OwnServer::close);
  }
}
