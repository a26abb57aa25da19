package dev.graspd.server.migrate.export;

import dev.graspd.server.migrate.ImportPlan.Category;
import dev.graspd.server.migrate.ImportReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The counts of an export (operations.md, M-11): for each class, found = sent + already_there +
 * refused, with the other server's own words. For one thread.
 */
public final class ExportReport {
  /** Most refusals that are named; the rest is counted. */
  static final int REFUSALS_MAX = 10_000;

  private final SortedMap<Category, Counts> counts = new TreeMap<>();
  private final List<String> refusals = new ArrayList<>();
  private long notNamed;

  private static final class Counts {
    long found;
    long sent;
    long alreadyThere;
    final SortedMap<String, Long> reasons = new TreeMap<>();

    long refused() {
      return reasons.values().stream().mapToLong(Long::longValue).sum();
    }

    long lost() {
      return found - sent - alreadyThere - refused();
    }
  }

  private Counts of(Category category) {
    return counts.computeIfAbsent(category, _ -> new Counts());
  }

  void found(Category category, long count) {
    of(category).found += count;
  }

  void sent(Category category) {
    of(category).sent++;
  }

  void alreadyThere(Category category) {
    of(category).alreadyThere++;
  }

  /**
   * Counts what the other server did not take.
   *
   * @param what it is
   * @param why in that server's words
   */
  void refused(Category category, String what, String why) {
    of(category).reasons.merge(why, 1L, Long::sum);
    if (refusals.size() < REFUSALS_MAX) {
      refusals.add(what + ": " + why);
    } else {
      notNamed++;
    }
  }

  /** Returns whether all that is served here is there now. */
  public boolean isComplete() {
    return counts.values().stream().allMatch(one -> one.refused() == 0 && one.lost() == 0);
  }

  /**
   * Returns the report as text.
   *
   * @param isDry whether nothing was sent
   */
  public List<String> lines(boolean isDry) {
    List<String> lines = new ArrayList<>();
    counts.forEach((category, one) -> {
      lines.add(
          "%s: %d found, %d %s, %d already there, %d refused"
              .formatted(
                  name(category),
                  one.found,
                  one.sent,
                  isDry ? "would be sent" : "sent",
                  one.alreadyThere,
                  one.refused()));
      one.reasons.forEach((reason, count) -> lines.add("  %d: %s".formatted(count, reason)));
      if (one.lost() != 0) {
        lines.add(
            "lost: %d of %s were found and are in no count; this is a fault of graspd, please report it"
                .formatted(one.lost(), name(category)));
      }
    });
    refusals.forEach(line -> lines.add("refused: " + line));
    if (notNamed > 0) {
      lines.add("and %d more refusals, which are not named".formatted(notNamed));
    }
    return lines;
  }

  /** Returns the report as JSON; docs/reference/export-report.schema.json has its schema. */
  public String json(boolean isDry) {
    List<String> classes = new ArrayList<>();
    counts.forEach((category, one) -> {
      List<String> reasons = new ArrayList<>();
      one.reasons.forEach(
          (reason, count) -> reasons.add(ImportReport.quoted(reason) + ":" + count));
      classes.add(
          "%s:{\"found\":%d,\"sent\":%d,\"already_there\":%d,\"refused\":%d,\"lost\":%d,\"reasons\":{%s}}"
              .formatted(
                  ImportReport.quoted(name(category)),
                  one.found,
                  one.sent,
                  one.alreadyThere,
                  one.refused(),
                  one.lost(),
                  String.join(",", reasons)));
    });
    return "{\"version\":1,\"dry_run\":%s,\"complete\":%s,\"classes\":{%s},\"refusals\":[%s],\"refusals_not_named\":%d}"
        .formatted(
            isDry,
            isComplete(),
            String.join(",", classes),
            String.join(",", refusals.stream().map(ImportReport::quoted).toList()),
            notNamed);
  }

  private static String name(Category category) {
    return category.name().toLowerCase(Locale.ROOT);
  }
}
