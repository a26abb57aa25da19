package dev.graspd.server.app.server;

import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.config.Key;
import dev.graspd.server.ops.config.Settings;
import dev.graspd.server.ops.config.SettingsChange;
import dev.graspd.server.ops.data.DropBox.Answer;
import dev.graspd.server.ops.log.LogSetup;
import dev.graspd.server.ops.systemd.Supervisor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the settings of a running server again (operations.md, A-13): {@link SettingsChange} says
 * what they change, and this carries it out. Thread-safe; blocks.
 */
public final class SettingsReload {
  private static final Logger LOG = LoggerFactory.getLogger(SettingsReload.class);

  /** Reads all settings as they are written now. */
  @FunctionalInterface
  public interface Reader {
    Settings read() throws StartRefused;
  }

  /**
   * Where settings come from, and who is told of a reload.
   *
   * @param supervisor the service manager, if one started this process
   */
  public record Source(Reader reader, Supervisor supervisor) {}

  private final Source source;
  private final String status;
  private final Consumer<Config> shown;
  private final Function<Config, List<String>> lists;
  private Settings inForce;

  /**
   * A server under its first settings.
   *
   * @param status what the service manager is told afterwards
   * @param shown puts settings in force that are not about the log
   * @param lists puts entries of lists in force; returns lines for the operator
   */
  SettingsReload(
      Source source,
      Settings inForce,
      String status,
      Consumer<Config> shown,
      Function<Config, List<String>> lists) {
    this.source = source;
    this.inForce = inForce;
    this.status = status;
    this.shown = shown;
    this.lists = lists;
  }

  /**
   * Reads the settings and puts the new values in force that can be.
   *
   * @param asker who wants it
   */
  public synchronized Answer reload(String asker) {
    LOG.info("reads the settings again, for {}", asker);
    source.supervisor().reloading(System.nanoTime());
    try {
      List<String> lines = reloaded();
      lines.forEach(line -> LOG.info("{}", line));
      return new Answer(true, String.join("\n", lines));
    } catch (StartRefused e) {
      String line = e.getMessage() + "; nothing has changed";
      LOG.error("{}", line);
      return new Answer(false, line);
    } catch (RuntimeException e) {
      LOG.error("the settings are not all in force", e);
      return new Answer(false, "not all new settings are in force: " + e);
    } finally {
      source.supervisor().ready(status);
    }
  }

  private List<String> reloaded() throws StartRefused {
    Settings read = source.reader().read();
    SettingsChange change = SettingsChange.of(inForce, read);
    read.remarks().forEach(remark -> LOG.warn("{}", remark));
    Config config = new Config(change.next());
    if (change.applied().stream().anyMatch(Key::isOfLog)) {
      LogSetup.apply(config.log());
    }
    if (change.applied().stream().anyMatch(key -> !key.isOfLog())) {
      shown.accept(config);
    }
    inForce = change.next();
    List<String> lines = new ArrayList<>(change.lines());
    lines.addAll(lists.apply(new Config(read)));
    if (lines.isEmpty()) {
      lines.add("no setting has changed");
    }
    return lines;
  }
}
