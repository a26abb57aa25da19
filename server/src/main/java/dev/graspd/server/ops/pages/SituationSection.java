package dev.graspd.server.ops.pages;

import static dev.graspd.server.site.html.Html.code;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.table;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.server.family.held.HeldEvent;
import dev.graspd.server.ops.pages.Situation.Hunt;
import dev.graspd.server.ops.pages.Situation.Remote;
import dev.graspd.server.ops.pages.Situation.Visit;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The part of a repository's page about held and expired events and about other copies. */
final class SituationSection {
  private static final int SHORT_ID_CHARS = 10;

  private SituationSection() {}

  static List<Node> of(Situation situation) {
    List<Node> parts = new ArrayList<>();
    List<Remote> offered =
        situation.hunt().remotes().stream().filter(one -> !one.announced()).toList();
    List<Remote> copies = situation.hunt().remotes().stream().filter(Remote::announced).toList();
    if (!situation.waiting().isEmpty()) {
      parts.addAll(waiting(situation));
      parts.addAll(remotes(offered));
    }
    if (!situation.expired().isEmpty()) {
      parts.add(element(Tag.H2, text("Expired in the last week")));
      parts.addAll(
          rows(
              List.of("event", "reason", "when"),
              situation.expired(),
              event -> row(event, WaitReasons.expired(event, situation.isHunted()))));
    }
    if (!copies.isEmpty()) {
      parts.add(element(Tag.H2, text("Other copies")));
      parts.addAll(remotes(copies));
    }
    return parts;
  }

  private static List<Node> waiting(Situation situation) {
    List<Node> parts = new ArrayList<>();
    parts.add(element(Tag.H2, text("Waiting for git data")));
    parts.add(
        element(
            Tag.P,
            text(
                "Not served yet: each of these events waits for its git data, until the time shown."
                    + hunt(situation.hunt()))));
    parts.addAll(
        rows(
            List.of("event", "waits for", "until"),
            situation.waiting(),
            event -> row(event, WaitReasons.waitsFor(event))));
    return parts;
  }

  private static String hunt(Hunt hunt) {
    if (hunt.remotes().isEmpty() || !hunt.enabled()) {
      return "";
    }
    String next = hunt.nextAttempt().map(at -> " Next attempt: " + Html.time(at) + ".").orElse("");
    return " The server looks for it at the clone URLs; attempts so far: "
        + hunt.attempts()
        + "."
        + next;
  }

  private static List<Node> row(HeldEvent event, String why) {
    return List.of(
        element(
            Tag.BDI,
            text(WaitReasons.what(event) + " "),
            code(event.id().hex().substring(0, SHORT_ID_CHARS))),
        foreign(why),
        text(Html.time(event.ends())));
  }

  private static List<Node> remotes(List<Remote> remotes) {
    return remotes.isEmpty()
        ? List.of()
        : rows(List.of("clone URL", "state", "last visit"), remotes, SituationSection::row);
  }

  private static List<Node> row(Remote remote) {
    String running = remote.running() ? ", being visited now" : "";
    return List.of(
        code(remote.url()),
        text(remote.state().words() + running),
        foreign(remote.visit().map(SituationSection::words).orElse("never")));
  }

  private static String words(Visit visit) {
    String detail = Html.cut(visit.detail(), RepositoryDocument.DETAIL_CHARS_MAX);
    return Html.time(visit.at())
        + ": "
        + visit.outcome()
        + (detail.isEmpty() ? "" : " (" + detail + ")");
  }

  private static <T> List<Node> rows(
      List<String> heads, List<T> entries, Function<T, List<Node>> row) {
    List<Node> parts = new ArrayList<>();
    parts.add(
        table(heads, entries.stream().limit(RepositoryDocument.ENTRIES_MAX).map(row).toList()));
    int more = entries.size() - RepositoryDocument.ENTRIES_MAX;
    if (more > 0) {
      parts.add(element(Tag.P, text("and " + more + " more")));
    }
    return parts;
  }
}
