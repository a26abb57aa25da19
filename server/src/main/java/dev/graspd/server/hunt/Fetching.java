package dev.graspd.server.hunt;

import dev.graspd.core.hunt.HuntAction;
import dev.graspd.core.hunt.PassOutcome;
import dev.graspd.core.hunt.missing.PassPlan;
import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.nostr.refusal.FetchReason;
import dev.graspd.core.nostr.refusal.HeldReason;
import dev.graspd.core.nostr.refusal.MessageReason;
import dev.graspd.core.nostr.refusal.PageReason;
import dev.graspd.core.nostr.refusal.PushReason;
import dev.graspd.core.nostr.refusal.QueryReason;
import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.core.nostr.refusal.ServerReason;
import dev.graspd.core.policy.room.Allowance;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.family.hunt.LandingOutcome;
import dev.graspd.server.family.objects.PackBase;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.git.ingest.pack.PackIngest;
import dev.graspd.server.hunt.git.FetchFailure;
import dev.graspd.server.hunt.git.FetchOutcome;
import dev.graspd.server.hunt.git.Remote;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Fetches missing objects of a family from one remote repository: all advertised ids in one
 * request, then a few others one by one (purgatory.md, section 4). Checked objects are published at
 * once, so that a later failure does not lose them. For one thread and one pass.
 */
final class Fetching {
  private static final String NOT_NEEDED = "what it has is not needed any more";

  /** The result of one request. */
  private enum Step {
    DONE,
    /** The objects are missing or invalid; other ids may succeed. */
    BAD,
    /** The pass ends: nothing else is available or needed. */
    OVER
  }

  private final PassRunner.Parts parts;
  private final HuntAction.Begin pass;
  private final Remote remote;
  private final HuntDiary.OfPass notes;
  private final SortedSet<Oid> brought = new TreeSet<>();
  private final SortedSet<Oid> missing = new TreeSet<>();
  private PassOutcome otherwise = new PassOutcome.Nothing("has none of it");

  Fetching(PassRunner.Parts parts, HuntAction.Begin pass, Remote remote, HuntDiary.OfPass notes) {
    this.parts = parts;
    this.pass = pass;
    this.remote = remote;
    this.notes = notes;
  }

  PassOutcome outcome() throws IOException {
    missing.addAll(wantedNow());
    if (missing.isEmpty()) {
      return new PassOutcome.Nothing(NOT_NEEDED);
    }
    notes.seeks(missing);
    PassPlan plan = plan(new TreeSet<>(missing));
    if (askTogether(plan.together()) != Step.OVER) {
      askSingly(plan);
    }
    parts.metrics().ids(HuntMetrics.Fate.FETCHED, brought.size());
    return brought.isEmpty() ? otherwise : new PassOutcome.Brought(brought);
  }

  /**
   * The pass has waited for a thread and for the other server since it was planned. A new lookup
   * includes new held events, and skips objects that arrived meanwhile.
   */
  private SortedSet<Oid> wantedNow() {
    return parts
        .hunting()
        .missingData(pass.family())
        .places()
        .getOrDefault(pass.url(), Collections.emptySortedSet());
  }

  private PassPlan plan(SortedSet<Oid> wanted) {
    SortedSet<Oid> advertised = remote.advertised().ids();
    synchronized (parts.refusals()) {
      return new PassPlan(advertised, wanted, parts.refusals().of(pass.url(), advertised));
    }
  }

  /** One bad object must not spoil the others: request a bad group again in two parts. */
  private Step askTogether(SortedSet<Oid> ids) throws IOException {
    parts.metrics().ids(HuntMetrics.Fate.ADVERTISED_TIP, ids.size());
    Step step = ids.isEmpty() ? Step.DONE : ask(ids);
    if (step != Step.BAD || ids.size() == 1) {
      return step;
    }
    for (SortedSet<Oid> part : inTwo(ids)) {
      step = ask(part);
      if (step == Step.OVER) {
        return step;
      }
    }
    return step;
  }

  /** Separates objects of states from objects that anybody may offer, by the names of refs. */
  private List<SortedSet<Oid>> inTwo(SortedSet<Oid> ids) {
    SortedSet<Oid> signed = new TreeSet<>();
    remote
        .advertised()
        .refs()
        .forEach((ref, id) -> {
          if (ids.contains(id) && isOfStates(ref)) {
            signed.add(id);
          }
        });
    if (signed.isEmpty() || signed.size() == ids.size()) {
      signed.clear();
      ids.stream().limit(ids.size() / 2).forEach(signed::add);
    }
    SortedSet<Oid> others = new TreeSet<>(ids);
    others.removeAll(signed);
    return List.of(signed, others);
  }

  private static boolean isOfStates(RefName ref) {
    return ref.text().startsWith("refs/heads/") || ref.text().startsWith("refs/tags/");
  }

  private void askSingly(PassPlan plan) throws IOException {
    List<Oid> singles = plan.singly(missing);
    countResidual(plan, singles.size());
    for (Oid id : singles) {
      Step step = ask(new TreeSet<>(List.of(id)));
      if (step == Step.OVER) {
        return;
      }
      if (step == Step.BAD) {
        refuse(plan, id);
      }
    }
  }

  private void countResidual(PassPlan plan, int asked) {
    long residual = missing.stream().filter(id -> !plan.advertised().contains(id)).count();
    parts.metrics().ids(HuntMetrics.Fate.RESIDUAL_ATTEMPTED, asked);
    parts.metrics().ids(HuntMetrics.Fate.RESIDUAL_SKIPPED, (int) (residual - asked));
    if (residual > asked && asked == PassPlan.SINGLES_MAX) {
      parts.metrics().deferred(HuntMetrics.Deferral.PASS_BUDGET);
    }
  }

  private void refuse(PassPlan plan, Oid id) {
    parts.metrics().ids(HuntMetrics.Fate.RESIDUAL_MISSING, 1);
    synchronized (parts.refusals()) {
      parts.refusals().add(pass.url(), plan.advertised(), id);
    }
  }

  // ---- one request

  private Step ask(SortedSet<Oid> ids) throws IOException {
    Allowance room =
        parts.hunting().room(pass.family(), ids).and(Allowance.ofPack(parts.packBytesMax()));
    if (room.bytes() == 0) {
      return refused(room.beyond());
    }
    Payer payer = new Payer.Host(pass.url().domain().text());
    PackBase haves = parts.hunting().haves(pass.family());
    FetchOutcome<PackIngest.Outcome> outcome =
        remote.fetch(
            ids,
            haves.tips(),
            room.bytes(),
            pack ->
                parts.ingest().take(payer, pass.family(), pack, room, (_, _) -> {}, () -> haves));
    return switch (outcome) {
      case FetchOutcome.Failed(var failure) -> failed(failure);
      case FetchOutcome.Received(PackIngest.Outcome.Refused(var refusal), _) -> refused(refusal);
      case FetchOutcome.Received(PackIngest.Outcome.Taken(var delivery), _) ->
          landed(delivery, ids);
    };
  }

  private Step failed(FetchFailure failure) {
    otherwise = failure.outcome();
    return switch (failure) {
      case FetchFailure.Refused _, FetchFailure.Misbehaved _, FetchFailure.TooMuch _ -> Step.BAD;
      case FetchFailure.Unreachable _,
          FetchFailure.Hopeless _,
          FetchFailure.Throttled _,
          FetchFailure.NoRepository _,
          FetchFailure.NoRoom _,
          FetchFailure.Crowded _,
          FetchFailure.Cancelled _ ->
          Step.OVER;
    };
  }

  private Step refused(Refusal refusal) {
    return switch (refusal.reason()) {
      case ServerReason _ -> {
        otherwise = new PassOutcome.Hindered(refusal.text());
        yield Step.OVER;
      }
      // Not the fault of that server; other ids may be smaller, or count for another owner.
      case PushReason.REPOSITORY_QUOTA, PushReason.OWNER_QUOTA -> {
        otherwise = new PassOutcome.Hindered(refusal.text());
        yield Step.BAD;
      }
      case PushReason _,
          FetchReason _,
          EventReason _,
          HeldReason _,
          QueryReason _,
          MessageReason _,
          PageReason _ -> {
        otherwise = new PassOutcome.Misbehaved(refusal.text());
        yield Step.BAD;
      }
    };
  }

  private Step landed(PackDelivery delivery, SortedSet<Oid> asked) {
    SortedSet<Oid> found = found(delivery, asked);
    if (found.size() < asked.size()) {
      otherwise = new PassOutcome.Misbehaved("its pack lacks what was asked for");
    }
    if (found.isEmpty()) {
      delivery.close();
      return Step.BAD;
    }
    notes.brought(found);
    return switch (parts.hunting().land(delivery).toCompletableFuture().join()) {
      case LandingOutcome.Joined(_, var wanted) -> {
        brought.addAll(found);
        missing.removeAll(found);
        missing.retainAll(wanted);
        yield Step.DONE;
      }
      case LandingOutcome.NotWanted() -> {
        otherwise = new PassOutcome.Nothing(NOT_NEEDED);
        yield Step.OVER;
      }
      case LandingOutcome.Failed(var refusal) -> {
        otherwise = new PassOutcome.Hindered(refusal.text());
        yield Step.OVER;
      }
    };
  }

  private static SortedSet<Oid> found(PackDelivery delivery, SortedSet<Oid> asked) {
    SortedSet<Oid> found = new TreeSet<>(asked);
    try {
      found.removeIf(id -> delivery.objects().kindOf(id).isEmpty());
      return found;
    } catch (RuntimeException | Error e) {
      delivery.close();
      throw e;
    }
  }
}
