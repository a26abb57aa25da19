package dev.graspd.server.app;

import dev.graspd.server.ops.DataDirectories;
import dev.graspd.server.ops.DropBox;
import dev.graspd.server.ops.Escape;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Backend;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.store.lmdb.LmdbEventStore;
import dev.graspd.server.store.lmdb.StoreOpenException;
import dev.graspd.server.store.lmdb.StoreSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The command that shows, restores and erases repositories which are hosted no more. A running
 * server is asked through its data directory; of a stopped one they can only be shown.
 */
final class HoldingCommand {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int LINE_BYTES_MAX = 2_048;

  private final Config config;
  private final PrintWriter out;

  private HoldingCommand(Config config, PrintWriter out) {
    this.config = config;
    this.out = out;
  }

  static int run(Config config, String action, String repository, PrintWriter out)
      throws StartRefused {
    String question = action;
    if (!action.equals(HoldingDesk.LIST)) {
      question +=
          " "
              + HoldingDesk.repository(repository)
                  .map(HoldingDesk::name)
                  .orElseThrow(() -> notARepository(action, repository));
    } else if (!repository.isEmpty()) {
      throw new StartRefused("'graspd holding list' lists all of them: it takes no repository");
    }
    return new HoldingCommand(config, out).run(question);
  }

  private static StartRefused notARepository(String action, String repository) {
    return new StartRefused(
        repository.isEmpty()
            ? "which one? 'graspd holding " + action + " npub1…/identifier'"
            : "no repository (npub1…/identifier): " + repository);
  }

  private int run(String question) throws StartRefused {
    Config.Data data = config.data();
    if (data.backend() == Backend.MEMORY) {
      throw new StartRefused("NGIT_DATABASE_BACKEND: what is kept in memory ends with its server");
    }
    if (!Files.exists(data.relayPath().resolve("data.mdb"))) {
      throw new StartRefused("NGIT_RELAY_DATA_PATH: there is no store in " + data.relayPath());
    }
    Optional<DataDirectories> stopped = Optional.empty();
    StartRefused inUse = null;
    try {
      stopped = Optional.of(DataDirectories.open(data));
    } catch (StartRefused e) {
      inUse = e;
    }
    if (inUse != null) {
      return ask(data.relayPath(), question, inUse);
    }
    try (DataDirectories locked = stopped.orElseThrow()) {
      return show(locked.relay(), question);
    }
  }

  private int ask(Path relay, String question, StartRefused inUse) throws StartRefused {
    try {
      DropBox.Answer answer =
          new DropBox(relay)
              .ask(question, PATIENCE)
              .orElseThrow(() ->
                  new StartRefused(
                      "the server did not answer within a minute: its log may say why ("
                          + inUse.getMessage()
                          + ")"));
      print(answer.text());
      return answer.done() ? Cli.OK : Cli.FAILED;
    } catch (IOException e) {
      throw new StartRefused(
          "the running server cannot be asked: run this as the user that the server runs as ("
              + e
              + ")",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StartRefused("interrupted", e);
    }
  }

  private int show(Path relay, String question) throws StartRefused {
    if (!question.equals(HoldingDesk.LIST)) {
      throw new StartRefused(
          "the server is not running: start it with 'graspd serve', then ask again");
    }
    try (LmdbEventStore store =
        new LmdbEventStore(
            relay,
            StoreSettings.withReserve(0),
            () -> Long.MAX_VALUE,
            broken -> {
              throw broken;
            })) {
      print(HoldingDesk.list(store));
      return Cli.OK;
    } catch (StoreOpenException e) {
      throw new StartRefused(String.valueOf(e.getMessage()), e);
    }
  }

  private void print(String text) {
    text.lines().forEach(line -> out.println(Escape.line(line, LINE_BYTES_MAX)));
  }
}
