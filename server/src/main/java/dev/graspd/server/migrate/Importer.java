package dev.graspd.server.migrate;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.Store;
import dev.graspd.server.family.hunt.Hunting;
import dev.graspd.server.gate.Gate;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.gate.Verdict;
import dev.graspd.server.git.ingest.pack.PackIngest;
import dev.graspd.server.migrate.ImportPlan.Category;
import dev.graspd.server.migrate.ImportPlan.Item;
import dev.graspd.server.migrate.ngit.OldRefs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Carries out a plan: submits its events at the gate, and lands the objects that they wait for like
 * a hunt does. Refused events are submitted again after each round that brought something, because
 * the event that they need may have come later. Running it again does only what is missing. For one
 * thread.
 */
public final class Importer {
  /** Events in memory, which are decided at the same time; those of one rank are independent. */
  static final int AT_ONCE = 256;

  /** What the import works with. */
  public record Parts(
      Store store,
      Gate gate,
      Hunting hunting,
      PackIngest ingest,
      long packBytesMax,
      long retentionSeconds) {}

  private static final String NOT_SIGNED = "no signed event that is served here has it";
  private static final String ODD = "no name or id that can be served";
  private static final String GONE_AGAIN = "it was accepted, and then replaced or deleted";

  private final Parts parts;
  private final OldGit git;
  private final ImportReport report;
  private final ObjectLanding landing;

  /** Answers other than acceptance; most events have none. */
  private final Map<EventId, Verdict> verdicts = new HashMap<>();

  public Importer(Parts parts, OldGit git, ImportReport report) {
    this.parts = parts;
    this.git = git;
    this.report = report;
    this.landing = new ObjectLanding(parts.hunting, parts.ingest, parts.packBytesMax, report);
  }

  /** Brings everything that the rules allow. */
  public void run(ImportPlan plan) throws IOException {
    plan.found().forEach(report::found);
    KeptImport kept = new KeptImport(parts.store, parts.retentionSeconds, report);
    submit(kept.missing(plan.kept()));
    bringObjects();
    BitSet here = new BitSet();
    List<Item> open = new ArrayList<>();
    for (int i = 0; i < plan.events().size(); i++) {
      Known known = parts.store.known(plan.events().get(i).id());
      here.set(i, known != Known.UNKNOWN);
      if (known != Known.SERVED) {
        open.add(plan.events().get(i));
      }
    }
    int before;
    do {
      before = open.size();
      submit(open);
      bringObjects();
      open = plan.events().stream().filter(this::isRefused).toList();
    } while (!open.isEmpty() && open.size() < before);
    for (int i = 0; i < plan.events().size(); i++) {
      count(plan.events().get(i), here.get(i));
    }
    kept.finish(plan.kept(), deletions(plan), verdicts);
    git.forEachRepository(new RefComparison());
  }

  private static List<EventId> deletions(ImportPlan plan) {
    return plan.events().stream()
        .filter(item -> item.category() == Category.DELETIONS)
        .map(Item::id)
        .toList();
  }

  private boolean isRefused(Item item) {
    return verdicts.get(item.id()) instanceof Verdict.Refused;
  }

  /** Ranks one after the other, each in parts. */
  private void submit(List<Item> items) throws IOException {
    int start = 0;
    while (start < items.size()) {
      int kind = items.get(start).kind();
      int end = start;
      while (end < items.size() && end - start < AT_ONCE && items.get(end).kind() == kind) {
        end++;
      }
      submitTogether(items.subList(start, end));
      start = end;
    }
  }

  private void submitTogether(List<Item> items) throws IOException {
    List<CompletableFuture<Verdict>> answers = new ArrayList<>();
    for (Item item : items) {
      answers.add(
          parts.gate.submit(item.place().event(), new Origin.Import()).toCompletableFuture());
    }
    for (int i = 0; i < items.size(); i++) {
      Verdict verdict = answers.get(i).join();
      if (verdict instanceof Verdict.Accepted) {
        verdicts.remove(items.get(i).id());
      } else {
        verdicts.put(items.get(i).id(), verdict);
      }
    }
    for (Item item : items) {
      if (verdicts.get(item.id()) instanceof Verdict.Refused(var why)) {
        OwnDisk.require(why);
      }
    }
  }

  private void count(Item item, boolean wasHere) {
    Category category = item.category();
    switch (parts.store.known(item.id())) {
      case SERVED -> present(category, wasHere);
      case HELD -> {
        if (category == Category.HELD || category == Category.DELETIONS) {
          present(category, wasHere);
        } else {
          leftOut(item, "its git data was not found: it waits here");
        }
      }
      case UNKNOWN, GONE -> countUnserved(item);
    }
  }

  private void present(Category category, boolean wasHere) {
    if (wasHere) {
      report.alreadyHere(category);
    } else {
      report.brought(category);
    }
  }

  private void countUnserved(Item item) {
    switch (verdicts.get(item.id())) {
      case Verdict.Refused(var refusal) -> leftOut(item, refusal.message());
      case Verdict.Duplicate(var note) when item.category() != Category.DELETIONS ->
          leftOut(item, note);
      case Verdict.Duplicate _ -> report.alreadyHere(item.category());
      case Verdict.Obeyed _, Verdict.Remembered _ -> report.brought(item.category());
      case Verdict.Held _ -> leftOut(item, "it waited here, and was replaced or deleted");
      case Verdict.Accepted _ -> leftOut(item, GONE_AGAIN);
      case null -> leftOut(item, GONE_AGAIN);
    }
  }

  private void leftOut(Item item, String reason) {
    report.leftOut(item.category(), reason, 1);
    report.difference("event %s, kind %d: %s".formatted(item.id(), item.kind(), reason));
  }

  private void bringObjects() throws IOException {
    for (Identifier family : parts.hunting.waiting()) {
      git.bring(family, landing);
    }
  }

  /** Refs follow from signed states here; what the old server had beyond is named (M-3). */
  private final class RefComparison implements OldGit.Repositories {
    @Override
    public void accept(RepoAddress address, OldRefs before) {
      compareRefs(address, before);
    }

    @Override
    public void untold(RepoAddress address, String why) {
      report.untold(address, why);
    }
  }

  private void compareRefs(RepoAddress address, OldRefs before) {
    report.found(Category.REFS, before.count());
    Refs now = parts.store.repositories().refs(address.identifier()).get(address.owner());
    before
        .refs()
        .forEach((name, id) -> {
          if (now != null && id.equals(now.values().get(name))) {
            report.brought(Category.REFS);
          } else {
            leftOut(address, name, now == null ? "the repository is not served here" : NOT_SIGNED);
          }
        });
    before.odd().forEach(name -> leftOut(address, name, ODD));
    if (before.oddMore() > 0) {
      report.leftOut(Category.REFS, ODD, before.oddMore());
      report.difference("%s: %d more: %s".formatted(address.shown(), before.oddMore(), ODD));
    }
    if (before.isCut()) {
      leftOut(address, "refs", "more than " + OldRefs.REFS_MAX);
    }
  }

  private void leftOut(RepoAddress address, Object ref, String reason) {
    report.leftOut(Category.REFS, reason, 1);
    report.difference("%s %s: %s".formatted(address.shown(), ref, reason));
  }
}
