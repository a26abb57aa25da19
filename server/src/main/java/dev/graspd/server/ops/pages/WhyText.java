package dev.graspd.server.ops.pages;

import dev.graspd.server.diary.DiaryEntry;
import dev.graspd.server.diary.Subject;
import dev.graspd.server.ops.Escape;
import dev.graspd.server.ops.pages.WhyFacts.Hunt;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The life of an event or a ref as text, one line for each step. Times are UTC. */
final class WhyText {
  private WhyText() {}

  static String of(WhyFacts facts) {
    List<String> lines = new ArrayList<>();
    lines.add(title(facts.subject()));
    lines.add("now: " + facts.status().text());
    facts.status().until().ifPresent(end -> lines.add("until: " + end));
    lines.add("");
    if (facts.life().isEmpty()) {
      lines.add("not in this run's diary, which begins at " + time(facts.sinceSeconds()));
    }
    facts.life().forEach(entry -> lines.add(line(entry)));
    facts.hunt().ifPresent(hunt -> addHunt(lines, hunt));
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(Escape.escape(line)).append('\n'));
    return text.toString();
  }

  private static String title(Subject subject) {
    return switch (subject) {
      case Subject.OfEvent(var id) -> "event " + id;
      case Subject.OfRef(var repository, var ref) -> ref + " of " + repository;
    };
  }

  private static String line(DiaryEntry entry) {
    StringBuilder line = new StringBuilder(time(entry.atSeconds()));
    line.append("  ").append(entry.step().word());
    if (!entry.source().isEmpty()) {
      line.append(" (").append(entry.source()).append(')');
    }
    if (!entry.text().isEmpty()) {
      line.append(": ").append(entry.text());
    }
    if (entry.times() > 1) {
      line.append(" [").append(entry.times()).append(" times, last at ");
      line.append(time(entry.lastSeconds())).append(']');
    }
    return line.toString();
  }

  private static void addHunt(List<String> lines, Hunt hunt) {
    lines.add("");
    lines.add(
        hunt.view().waits()
            ? "the server looks for git data of the repository; attempts so far: "
                + hunt.view().attempts()
            : "the server does not look for git data of the repository now");
    hunt.nextAttempt().ifPresent(at -> lines.add("next attempt: " + at));
    hunt.view().running().keySet().stream()
        .limit(WhyDocument.URLS_MAX)
        .forEach(url -> lines.add("visiting now: " + url.text()));
    hunt.view().tries().entrySet().stream()
        .limit(WhyDocument.URLS_MAX)
        .forEach(one -> {
          String result = one.getValue().result().name().toLowerCase(Locale.ROOT);
          String why = one.getValue().why().isEmpty() ? "" : ": " + one.getValue().why();
          String at = time(one.getValue().epochSeconds());
          lines.add(at + "  visited " + one.getKey().text() + ", " + result + why);
        });
  }

  private static String time(long seconds) {
    return Instant.ofEpochSecond(seconds).toString();
  }
}
