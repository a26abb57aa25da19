package dev.graspd.server.migrate;

import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.migrate.ImportPlan.Category;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The counts of an import (operations.md, M-8): for each class, found = brought + already_here +
 * left_out. Events and refs count as found when they are read, the rest when it is done, so that
 * nothing can be lost between the two without a word. For one thread.
 */
public final class ImportReport {
  /** Most differences that are named; the rest is counted. */
  static final int DIFFERENCES_MAX = 10_000;

  private final SortedMap<Category, Counts> counts = new TreeMap<>();
  private final List<String> differences = new ArrayList<>();
  private long notNamed;
  private long damaged;
  private boolean isComplete = true;

  private static final class Counts {
    long found;
    long brought;
    long alreadyHere;
    final SortedMap<String, Long> leftOut = new TreeMap<>();

    long leftOut() {
      return leftOut.values().stream().mapToLong(Long::longValue).sum();
    }

    /** What was read and is in no other count; a fault of the import. */
    long lost() {
      return found - brought - alreadyHere - leftOut();
    }
  }

  private Counts of(Category category) {
    return counts.computeIfAbsent(category, _ -> new Counts());
  }

  /** Counts what was read. */
  public void found(Category category, long count) {
    of(category).found += count;
  }

  public void brought(Category category) {
    of(category).brought++;
  }

  public void alreadyHere(Category category) {
    of(category).alreadyHere++;
  }

  public void leftOut(Category category, String reason, long count) {
    of(category).leftOut.merge(reason, count, Long::sum);
    isComplete &= !category.isServed();
  }

  /** Leaves out something that the new server has an equivalent of, or must not have. */
  public void leftOutOnPurpose(Category category, String reason) {
    of(category).leftOut.merge(reason, 1L, Long::sum);
  }

  /** Counts a repository whose refs the other server did not tell as one ref that is left out. */
  public void untold(RepoAddress address, String why) {
    found(Category.REFS, 1);
    leftOut(Category.REFS, "the other server did not list them", 1);
    difference("%s: its refs are not known: %s".formatted(address.shown(), why));
  }

  /** Counts records that could not be read. */
  public void damaged(long records) {
    damaged += records;
    isComplete &= records == 0;
  }

  /** Names one difference between the servers. */
  public void difference(String line) {
    if (differences.size() < DIFFERENCES_MAX) {
      differences.add(line);
    } else {
      notNamed++;
    }
  }

  /** Returns how many events were found. */
  public long events() {
    return counts.entrySet().stream()
        .filter(entry -> entry.getKey() != Category.REFS)
        .mapToLong(entry -> entry.getValue().found)
        .sum();
  }

  /** Returns whether everything is here that the old server served. */
  public boolean isComplete() {
    return isComplete && counts.values().stream().allMatch(one -> one.lost() == 0);
  }

  /**
   * Returns the report as text.
   *
   * @param isDry whether nothing was done
   */
  public List<String> lines(boolean isDry) {
    List<String> lines = new ArrayList<>();
    String brought = isDry ? "would be brought" : "brought";
    counts.forEach((category, one) -> {
      lines.add(
          "%s: %d found, %d %s, %d already here, %d left out"
              .formatted(
                  name(category), one.found, one.brought, brought, one.alreadyHere, one.leftOut()));
      one.leftOut.forEach((reason, count) -> lines.add("  %d: %s".formatted(count, reason)));
    });
    if (damaged > 0) {
      lines.add("damaged: %d records".formatted(damaged));
    }
    counts.forEach((category, one) -> {
      if (one.lost() != 0) {
        lines.add(
            "lost: %d of %s were found and are in no count; this is a fault of graspd, please report it"
                .formatted(one.lost(), name(category)));
      }
    });
    differences.forEach(line -> lines.add("difference: " + line));
    if (notNamed > 0) {
      lines.add("and %d more differences, which are not named".formatted(notNamed));
    }
    return lines;
  }

  /** Returns the report as JSON; docs/reference/import-report.schema.json has its schema. */
  public String json(boolean isDry) {
    List<String> classes = new ArrayList<>();
    counts.forEach((category, one) -> {
      List<String> reasons = new ArrayList<>();
      one.leftOut.forEach((reason, count) -> reasons.add(quoted(reason) + ":" + count));
      classes.add(
          "%s:{\"found\":%d,\"brought\":%d,\"already_here\":%d,\"left_out\":%d,\"lost\":%d,\"reasons\":{%s}}"
              .formatted(
                  quoted(name(category)),
                  one.found,
                  one.brought,
                  one.alreadyHere,
                  one.leftOut(),
                  one.lost(),
                  String.join(",", reasons)));
    });
    return "{\"version\":1,\"dry_run\":%s,\"complete\":%s,\"damaged\":%d,\"classes\":{%s},\"differences\":[%s],\"differences_not_named\":%d}"
        .formatted(
            isDry,
            isComplete(),
            damaged,
            String.join(",", classes),
            String.join(",", differences.stream().map(ImportReport::quoted).toList()),
            notNamed);
  }

  private static String name(Category category) {
    return category.name().toLowerCase(Locale.ROOT);
  }

  /** Returns text as a string of JSON. */
  public static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    text.chars()
        .forEach(c -> {
          if (c == '"' || c == '\\') {
            out.append('\\').append((char) c);
          } else if (c < ' ') {
            out.append("\\u%04x".formatted(c));
          } else {
            out.append((char) c);
          }
        });
    return out.append('"').toString();
  }
}
