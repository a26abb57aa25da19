package dev.graspd.server.app.command;

import dev.graspd.core.store.Store;
import dev.graspd.server.app.desk.JsonText;
import dev.graspd.server.app.server.StoreSetup;
import dev.graspd.server.ops.Escape;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Backend;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.data.DataDirectories;
import dev.graspd.server.ops.data.DropBox;
import dev.graspd.server.store.StoreEngine;
import dev.graspd.server.store.StoreOpenException;
import dev.graspd.server.store.StoreOpening;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Gets an answer from the running server, through its data directory, or from the store of a
 * stopped one.
 */
final class RunningServer {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final StoreEngine STORES = StoreSetup.engine();
  private static final int LINE_BYTES_MAX = 2_048;

  /** Programs read whole lines. */
  private static final int JSON_LINE_BYTES_MAX = 64 << 20;

  private final Config config;
  private final PrintWriter out;
  private final Shape shape;

  /** How an answer is printed. */
  enum Shape {
    TEXT,
    /** The answer is JSON already. */
    JSON,
    /** A sentence, as one JSON object. */
    WRAPPED
  }

  RunningServer(Config config, PrintWriter out) {
    this(config, out, Shape.TEXT);
  }

  RunningServer(Config config, PrintWriter out, Shape shape) {
    this.config = config;
    this.out = out;
    this.shape = shape;
  }

  /** Answers instead of a stopped server. */
  interface Stopped {
    String answer(Store store) throws StartRefused;
  }

  /** Prints the answer; returns the exit code. */
  int ask(String question, Stopped stopped) throws StartRefused {
    Config.Data data = config.data();
    if (data.backend() == Backend.MEMORY) {
      throw new StartRefused("NGIT_DATABASE_BACKEND: what is kept in memory ends with its server");
    }
    if (!Files.exists(data.relayPath().resolve("data.mdb"))) {
      throw new StartRefused("NGIT_RELAY_DATA_PATH: there is no store in " + data.relayPath());
    }
    Optional<DataDirectories> unused = Optional.empty();
    StartRefused inUse = null;
    try {
      unused = Optional.of(DataDirectories.open(data));
    } catch (StartRefused e) {
      inUse = e;
    }
    if (inUse != null) {
      return askRunning(data.relayPath(), question, inUse);
    }
    try (DataDirectories locked = unused.orElseThrow()) {
      return askStopped(locked.relay(), stopped);
    }
  }

  private int askRunning(Path relay, String question, StartRefused inUse) throws StartRefused {
    try {
      DropBox.Answer answer =
          new DropBox(relay)
              .ask(question, PATIENCE)
              .orElseThrow(() ->
                  new StartRefused(
                      "the server did not answer within a minute: its log may say why ("
                          + inUse.getMessage()
                          + ")"));
      print(answer.done(), answer.text());
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

  private int askStopped(Path relay, Stopped stopped) throws StartRefused {
    try (Store store = STORES.open(StoreOpening.visit(relay))) {
      print(true, stopped.answer(store));
      return Cli.OK;
    } catch (StoreOpenException e) {
      throw new StartRefused(String.valueOf(e.getMessage()), e);
    }
  }

  private void print(boolean done, String text) {
    if (shape == Shape.WRAPPED || (shape == Shape.JSON && !done)) {
      out.println(
          JsonText.object(json -> {
            json.writeBooleanProperty("done", done);
            json.writeStringProperty("answer", text);
          }));
    } else {
      int lineBytesMax = shape == Shape.JSON ? JSON_LINE_BYTES_MAX : LINE_BYTES_MAX;
      text.lines().forEach(line -> out.println(Escape.line(line, lineBytesMax)));
    }
  }
}
