package dev.graspd.server.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tables of docs/explanation/sync.md name classes, methods and constants that exist. */
final class SyncNamesTest {
  /** The names that sync.md, section 13, wants to be found. */
  private static final List<String> NAMES =
      List.of(
          "`RepoSyncIndex`",
          "`RelaySyncIndex`",
          "`PendingSyncIndex`",
          "`PendingBatch`",
          "`PendingItems`",
          "`derive_relay_targets`",
          "`compute_actions`",
          "`AddFilters`",
          "`fresh_start`",
          "`quick_reconnect`",
          "`daily_sync`",
          "`consolidate`",
          "`recompute_new_sync_filters_for_relay`",
          "`handle_new_sync_filters`",
          "`register_relay`",
          "`SelfSubscriber`",
          "`RelayHealthTracker`",
          "naughty list",
          "`SyncQueueEntry`",
          "`enqueue_sync`",
          "`next_url`",
          "`sync_identifier`",
          "`DomainThrottle`",
          "`ThrottleManager`",
          "`process_newly_available_git_data`");

  private static final int TIMERS_MIN = 20;

  /** The rows of the table below a heading, without its head. */
  private static List<List<String>> rows(String heading) throws IOException {
    String page = Files.readString(Path.of("..", "docs", "explanation", "sync.md"));
    String section = page.substring(page.indexOf("\n## " + heading));
    return section
        .lines()
        .skip(2)
        .takeWhile(line -> !line.startsWith("## "))
        .filter(line -> line.startsWith("|"))
        .skip(2)
        .map(line -> Arrays.stream(line.split("\\|", -1)).map(String::strip).toList())
        .map(cells -> cells.subList(1, cells.size() - 1))
        .toList();
  }

  private static String name(String cell) {
    return "dev.graspd." + cell.replace("`", "");
  }

  private static Class<?> type(String name) {
    try {
      return Class.forName(name, false, SyncNamesTest.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(name + " does not exist", e);
    }
  }

  /** A class, one inside another, or a method of a class. */
  private static boolean exists(String name) {
    int dot = name.lastIndexOf('.');
    String last = name.substring(dot + 1);
    boolean inner = Character.isUpperCase(name.charAt(name.lastIndexOf('.', dot - 1) + 1));
    if (!inner) {
      return !type(name).getSimpleName().isEmpty();
    }
    Class<?> outer = type(name.substring(0, dot));
    return Stream.concat(
            Arrays.stream(outer.getDeclaredClasses()).map(Class::getSimpleName),
            Arrays.stream(outer.getDeclaredMethods()).map(Method::getName))
        .anyMatch(last::equals);
  }

  @Test
  void everyNameLeadsToWhatExists() throws IOException {
    List<List<String>> rows = rows("Names of the design documents");
    assertThat(rows).extracting(List::getFirst).containsExactlyElementsOf(NAMES);
    assertThat(rows)
        .allSatisfy(row -> assertThat(exists(name(row.get(1)))).as(row.get(1)).isTrue());
  }

  @Test
  void everyTimerIsWhatThePageSays() throws Exception {
    List<List<String>> rows = rows("Every timer and bound");
    assertThat(rows).hasSizeGreaterThanOrEqualTo(TIMERS_MIN);
    List<String> wrong = new ArrayList<>();
    for (List<String> row : rows) {
      String constant = name(row.get(2));
      int dot = constant.lastIndexOf('.');
      Field field = type(constant.substring(0, dot)).getDeclaredField(constant.substring(dot + 1));
      field.setAccessible(true);
      if (!value(row.get(1)).equals(field.get(null))) {
        wrong.add(row.get(0) + ": " + row.get(1) + ", but it is " + field.get(null));
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static Object value(String text) {
    String[] parts = text.split(" ", -1);
    int number = Integer.parseInt(parts[0]);
    return switch (parts.length == 1 ? "" : parts[1]) {
      case "" -> number;
      case "KiB" -> number * 1024;
      case "s" -> Duration.ofSeconds(number);
      case "min" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      default -> throw new AssertionError("what is " + text + "?");
    };
  }
}
