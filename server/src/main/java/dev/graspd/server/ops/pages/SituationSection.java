package dev.graspd.server.ops.pages;

import static dev.graspd.server.ops.pages.Html.code;
import static dev.graspd.server.ops.pages.Html.element;
import static dev.graspd.server.ops.pages.Html.foreign;
import static dev.graspd.server.ops.pages.Html.table;
import static dev.graspd.server.ops.pages.Html.text;

import dev.graspd.server.gate.HeldEvent;
import dev.graspd.server.ops.pages.Html.Node;
import dev.graspd.server.ops.pages.Html.Tag;
import dev.graspd.server.ops.pages.Situation.Hunt;
import dev.graspd.server.ops.pages.Situation.Look;
import dev.graspd.server.ops.pages.Situation.Place;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** What a browser sees of what waits for git data, and of a repository's other copies. */
final class SituationSection {
  private static final int SHORT_ID_CHARS = 10;
  private static final DateTimeFormatter SECOND =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private SituationSection() {}

  static List<Node> of(Situation situation) {
    List<Node> parts = new ArrayList<>();
    List<Place> offered =
        situation.hunt().places().stream().filter(one -> !one.announced()).toList();
    List<Place> copies = situation.hunt().places().stream().filter(Place::announced).toList();
    if (!situation.waiting().isEmpty()) {
      parts.addAll(waiting(situation));
      parts.addAll(places(offered));
    }
    if (!situation.expired().isEmpty()) {
      parts.add(element(Tag.H2, text("Waited in vain, in the last week")));
      parts.addAll(
          rows(
              List.of("what", "why it was given up", "when"),
              situation.expired(),
              event -> row(event, Reasons.expired(event, situation.isHunted()))));
    }
    if (!copies.isEmpty()) {
      parts.add(element(Tag.H2, text("Other copies")));
      parts.addAll(places(copies));
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
                "Not served yet: each of these waits for its git data, and is given up at its"
                    + " time."
                    + hunt(situation.hunt()))));
    parts.addAll(
        rows(
            List.of("what", "waits for", "until"),
            situation.waiting(),
            event -> row(event, Reasons.waitsFor(event))));
    return parts;
  }

  private static String hunt(Hunt hunt) {
    if (hunt.places().isEmpty() || !hunt.enabled()) {
      return "";
    }
    String next = hunt.nextAttempt().map(at -> " Next attempt: " + time(at) + ".").orElse("");
    return " It is looked for at its clone URLs; attempts so far: " + hunt.attempts() + "." + next;
  }

  private static List<Node> row(HeldEvent event, String why) {
    return List.of(
        element(
            Tag.BDI,
            text(Reasons.what(event) + " "),
            code(event.id().hex().substring(0, SHORT_ID_CHARS))),
        foreign(why),
        text(time(event.ends())));
  }

  private static List<Node> places(List<Place> places) {
    return places.isEmpty()
        ? List.of()
        : rows(List.of("clone URL", "how it is", "last look"), places, SituationSection::row);
  }

  private static List<Node> row(Place place) {
    String running = place.running() ? ", being asked now" : "";
    return List.of(
        code(place.url()),
        text(place.state().words() + running),
        foreign(place.look().map(SituationSection::words).orElse("never")));
  }

  private static String words(Look look) {
    String detail = Html.cut(look.detail(), RepositoryDocument.DETAIL_CHARS_MAX);
    return time(look.at()) + ": " + look.outcome() + (detail.isEmpty() ? "" : " (" + detail + ")");
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

  private static String time(Instant at) {
    return SECOND.format(at);
  }
}
