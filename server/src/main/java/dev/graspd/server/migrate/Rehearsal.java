package dev.graspd.server.migrate;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.server.migrate.ImportPlan.Category;
import dev.graspd.server.migrate.ImportPlan.Item;
import dev.graspd.server.migrate.ngit.OldRefs;
import dev.graspd.server.migrate.ngit.OldServer;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Foretells an import without a store (operations.md, M-5): checks ids and signatures, and which
 * refs some signed event names. The rules of hosting are not asked, so an import may leave out
 * more.
 */
public final class Rehearsal {
  private Rehearsal() {}

  /**
   * Fills a report.
   *
   * @param verifier checks a signature
   */
  public static void run(
      ImportPlan plan, OldServer old, Predicate<Event> verifier, ImportReport report)
      throws IOException {
    Set<String> signed = new HashSet<>();
    for (Item item : plan.events()) {
      Event event = item.event();
      if (event.body().hasId(event.id()) && verifier.test(event)) {
        report.brought(item.category());
        signedBy(event, signed);
      } else {
        report.leftOut(item.category(), "invalid: wrong id or signature", 1);
        report.difference("event %s has a wrong id or signature".formatted(event.id()));
      }
    }
    plan.own().forEach(_ -> report.brought(Category.OTHERS));
    plan.leftOut()
        .forEach((category, reasons) ->
            reasons.forEach((reason, count) -> report.leftOut(category, reason, count)));
    for (OldServer.View view : old.views()) {
      foretell(view, signed, report);
    }
  }

  private static void signedBy(Event event, Set<String> signed) {
    if (event.kind() == Kinds.REPO_STATE) {
      String identifier = event.tag("d").map(tag -> tag.value()).orElse("");
      event.tags().stream()
          .filter(tag -> tag.name().startsWith("refs/") && tag.hasValue())
          .forEach(tag -> signed.add(identifier + " " + tag.name() + " " + tag.value()));
    } else if (event.kind() == Kinds.PULL_REQUEST || event.kind() == Kinds.PULL_REQUEST_UPDATE) {
      event
          .tag("c")
          .ifPresent(tag ->
              signed.add(
                  "refs/nostr/" + event.id().hex() + " " + (tag.hasValue() ? tag.value() : "")));
    }
  }

  private static void foretell(OldServer.View view, Set<String> signed, ImportReport report)
      throws IOException {
    OldRefs refs = OldRefs.read(view.directory());
    refs.refs()
        .forEach((name, id) -> {
          String value = name.text() + " " + id.hex();
          if (signed.contains(value)
              || signed.contains(view.address().identifier().text() + " " + value)) {
            report.brought(Category.REFS);
          } else {
            report.leftOut(Category.REFS, "no signed event has it", 1);
            report.difference("%s %s".formatted(view.address().shown(), name.text()));
          }
        });
    refs.odd()
        .forEach(name -> report.leftOut(Category.REFS, "no name or id that can be served", 1));
  }
}
