package dev.graspd.server.migrate;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.core.policy.Admission;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.policy.GeneralChecks;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.migrate.ImportPlan.Category;
import dev.graspd.server.migrate.ImportPlan.Item;
import dev.graspd.server.migrate.ngit.OldRefs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Foretells an import without a store (operations.md, M-5): ids, signatures and the rules that the
 * gate applies, and which refs some signed event names. Objects are not read, so an import may
 * leave out more. For one thread.
 */
public final class Rehearsal implements OldGit.Repositories {
  /**
   * The rules of the new server.
   *
   * @param verifier checks a signature
   */
  public record Rules(
      AdmissionRules admission,
      HostingRules hosting,
      Maintainers.Mode mode,
      Predicate<Event> verifier,
      long nowSeconds) {}

  private final Rules rules;
  private final ImportReport report;
  private final ForetoldFacts facts;
  private final Set<String> signed = new HashSet<>();
  private final Map<Item, String> refused = new HashMap<>();

  private Rehearsal(Rules rules, ImportReport report) {
    this.rules = rules;
    this.report = report;
    this.facts = new ForetoldFacts(rules.mode);
  }

  /** Fills a report. */
  public static void run(ImportPlan plan, OldGit git, Rules rules, ImportReport report)
      throws IOException {
    plan.found().forEach(report::found);
    Rehearsal rehearsal = new Rehearsal(rules, report);
    rehearsal.events(plan);
    plan.leftOut()
        .forEach((category, reasons) ->
            reasons.forEach((reason, count) -> report.leftOut(category, reason, count)));
    for (ImportPlan.Kept one : plan.kept()) {
      for (Item item : one.events()) {
        if (item.category() == Category.KEPT) {
          report.brought(Category.KEPT);
        } else {
          report.leftOutOnPurpose(item.category(), "kept with its deleted repository");
        }
      }
    }
    git.forEachRepository(rehearsal);
  }

  /** As an import does: what is refused is tried again while a round brings something. */
  private void events(ImportPlan plan) throws IOException {
    List<Item> open = plan.events();
    int before;
    do {
      before = open.size();
      List<Item> left = new ArrayList<>();
      for (Item item : open) {
        Optional<String> refusal = refusal(item, item.place().event());
        if (refusal.isPresent()) {
          refused.put(item, refusal.get());
          left.add(item);
        } else {
          refused.remove(item);
          report.brought(item.category());
        }
      }
      open = left;
    } while (!open.isEmpty() && open.size() < before);
    for (Item item : open) {
      String reason = refused.getOrDefault(item, "");
      report.leftOut(item.category(), reason, 1);
      report.difference("event %s, kind %d: %s".formatted(item.id(), item.kind(), reason));
    }
  }

  private Optional<String> refusal(Item item, Event event) {
    if (!event.body().hasId(event.id())) {
      return Optional.of(EventReason.WRONG_ID.refusal().message());
    }
    if (!rules.verifier.test(event)) {
      return Optional.of(EventReason.WRONG_SIGNATURE.refusal().message());
    }
    SortedSet<PublicKey> author = new TreeSet<>(List.of(event.author()));
    Optional<Refusal> general =
        GeneralChecks.beforeVerification(event, rules.admission)
            .or(() ->
                GeneralChecks.afterVerification(event, rules.admission, author, rules.nowSeconds));
    if (general.isPresent() || isRequest(event)) {
      return general.map(Refusal::message);
    }
    return switch (Admission.decide(event, facts, rules.hosting)) {
      case Admission.Refuse(var why) -> Optional.of(why.message());
      case Admission.Outdated() -> Optional.of("a newer version is there");
      case Admission.Join(var family, _, _) -> {
        facts.put(family);
        yield accepted(item, event);
      }
      case Admission.StopHosting(var family, _) -> {
        facts.put(family);
        yield accepted(item, event);
      }
      case Admission.Serve _, Admission.ServeStranger _ -> accepted(item, event);
    };
  }

  /** Deletions are obeyed or remembered. */
  private static boolean isRequest(Event event) {
    return event.kind() == Kinds.DELETION || event.kind() == Kinds.VANISH;
  }

  private Optional<String> accepted(Item item, Event event) {
    facts.accept(event, item.place());
    sign(event);
    return Optional.empty();
  }

  private void sign(Event event) {
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

  @Override
  public void untold(RepoAddress address, String why) {
    report.untold(address, why);
  }

  @Override
  public void accept(RepoAddress address, OldRefs refs) {
    report.found(Category.REFS, refs.count());
    refs.refs()
        .forEach((name, id) -> {
          String value = name.text() + " " + id.hex();
          if (signed.contains(value)
              || signed.contains(address.identifier().text() + " " + value)) {
            report.brought(Category.REFS);
          } else {
            report.leftOut(Category.REFS, "no signed event has it", 1);
            report.difference("%s %s".formatted(address.shown(), name.text()));
          }
        });
    long odd = refs.odd().size() + refs.oddMore();
    if (odd > 0) {
      report.leftOut(Category.REFS, "no name or id that can be served", odd);
    }
    if (refs.isCut()) {
      report.leftOut(Category.REFS, "more than " + OldRefs.REFS_MAX, 1);
      report.difference("%s has more than %d refs".formatted(address.shown(), OldRefs.REFS_MAX));
    }
  }
}
