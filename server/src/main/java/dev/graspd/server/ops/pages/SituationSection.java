package dev.graspd.server.ops.pages;

import static dev.graspd.server.site.html.Html.code;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.table;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.hunt.copy.RefComparison;
import dev.graspd.core.hunt.copy.RefComparison.Difference;
import dev.graspd.core.nostr.refusal.HeldReason;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.server.family.held.HeldEvent;
import dev.graspd.server.ops.pages.Situation.Compared;
import dev.graspd.server.ops.pages.Situation.Hunt;
import dev.graspd.server.ops.pages.Situation.Remote;
import dev.graspd.server.ops.pages.Situation.Visit;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The part of a repository's page about held and expired events and about other copies.
 *
 * @param urls where the pages of reasons are
 */
record SituationSection(ServiceUrls urls) {
  private static final int SHORT_ID_CHARS = 10;

  List<Node> of(Situation situation) {
    List<Node> parts = new ArrayList<>();
    List<Remote> offered =
        situation.hunt().remotes().stream().filter(one -> !one.announced()).toList();
    List<Remote> copies = situation.copies();
    if (!situation.waiting().isEmpty()) {
      parts.addAll(waiting(situation));
      parts.addAll(offered(offered));
    }
    if (!situation.expired().isEmpty()) {
      parts.add(element(Tag.H2, text("Expired in the last week")));
      parts.addAll(
          rows(
              List.of("event", "reason", "when"),
              situation.expired(),
              event ->
                  row(
                      event,
                      WaitReasons.expired(event, situation.isHunted()),
                      HeldReason.GIT_DATA_NEVER_CAME)));
    }
    if (!copies.isEmpty()) {
      parts.addAll(copies(copies));
    }
    return parts;
  }

  private List<Node> waiting(Situation situation) {
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
            event -> row(event, WaitReasons.waitsFor(event), HeldReason.WAITS_FOR_GIT_DATA)));
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

  /** Each row leads to what its reason means and what to do (W-54). */
  private List<Node> row(HeldEvent event, String why, HeldReason reason) {
    return List.of(
        element(
            Tag.BDI,
            text(WaitReasons.what(event) + " "),
            code(event.id().hex().substring(0, SHORT_ID_CHARS))),
        link(urls.own("errors/" + reason.slug()), foreign(why)),
        text(Html.time(event.ends())));
  }

  private static List<Node> offered(List<Remote> remotes) {
    return remotes.isEmpty()
        ? List.of()
        : rows(
            List.of("clone URL", "last visit"),
            remotes,
            remote -> List.of(code(remote.url()), lastVisit(remote)));
  }

  private static Node lastVisit(Remote remote) {
    return foreign(
        remote.visit().map(SituationSection::words).orElse("not visited yet")
            + (remote.running() ? ", being visited now" : ""));
  }

  // ---- copies

  /** A ref that is not the same in a copy. */
  private record NotSame(String url, RefName ref, Optional<Difference> values) {}

  private static List<Node> copies(List<Remote> copies) {
    List<Node> parts = new ArrayList<>();
    parts.add(element(Tag.H2, text("Other copies")));
    parts.addAll(
        rows(
            List.of("clone URL", "branches and tags there", "last visit"),
            copies,
            copy -> List.of(code(copy.url()), compared(copy), lastVisit(copy))));
    List<NotSame> refs = copies.stream().flatMap(SituationSection::notSame).toList();
    if (!refs.isEmpty()) {
      parts.addAll(rows(List.of("ref", "here", "there", "copy"), refs, SituationSection::row));
    }
    if (copies.stream()
        .flatMap(copy -> copy.compared().stream())
        .anyMatch(one -> one.refs().isCut())) {
      parts.add(
          element(
              Tag.P,
              text("Of each copy the first "),
              text(RefComparison.NAMED_MAX + " such refs are kept: "),
              code("git ls-remote"),
              text(" shows all.")));
    }
    return parts;
  }

  private static Node compared(Remote copy) {
    return foreign(
        copy.compared()
            .map(one -> words(one.refs()) + ", compared " + Html.time(one.at()) + since(one))
            .or(() -> copy.error().map(why -> "unknown: " + cut(why)))
            .orElse(copy.visit().isEmpty() ? "unknown" : "unknown: its comparison is not kept"));
  }

  private static String words(RefComparison refs) {
    String more = refs.extra() == 0 ? "" : "; " + refs.extra() + " that are not here";
    String head = refs.head().map(branch -> "; HEAD is " + branch.text()).orElse("");
    return counts(refs) + more + head;
  }

  private static String counts(RefComparison refs) {
    if (refs.isOfNothing()) {
      return "nothing here to compare them with";
    }
    if (refs.isSame()) {
      return "same: all " + refs.same();
    }
    return "%d same, %d with another value, %d missing"
        .formatted(refs.same(), refs.differing(), refs.lacks());
  }

  private static String since(Compared one) {
    return one.current() ? "" : " (refs here have changed since)";
  }

  private static Stream<NotSame> notSame(Remote copy) {
    return copy.compared().stream()
        .map(Compared::refs)
        .flatMap(refs ->
            Stream.concat(
                refs.differs().stream()
                    .map(one -> new NotSame(copy.url(), one.ref(), Optional.of(one))),
                refs.lacking().stream()
                    .map(ref -> new NotSame(copy.url(), ref, Optional.empty()))));
  }

  private static List<Node> row(NotSame one) {
    return List.of(
        foreign(one.ref().text()),
        one.values().map(Difference::here).map(SituationSection::shortened).orElse(text("")),
        one.values()
            .map(Difference::there)
            .map(SituationSection::shortened)
            .orElse(text("missing")),
        code(one.url()));
  }

  private static Node shortened(Oid id) {
    return code(id.hex().substring(0, SHORT_ID_CHARS));
  }

  private static String cut(String detail) {
    return Html.cut(detail, RepositoryDocument.DETAIL_CHARS_MAX);
  }

  private static String words(Visit visit) {
    String detail = cut(visit.detail());
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
