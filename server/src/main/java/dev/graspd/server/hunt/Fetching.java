package dev.graspd.server.hunt;

import dev.graspd.core.hunt.HuntAction;
import dev.graspd.core.hunt.PassOutcome;
import dev.graspd.core.hunt.PassPlan;
import dev.graspd.core.nostr.Refusal;
import dev.graspd.core.policy.Allowance;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.gate.Delivery;
import dev.graspd.server.gate.Ground;
import dev.graspd.server.gate.Landed;
import dev.graspd.server.git.ingest.PackIngest;
import dev.graspd.server.hunt.git.FetchFailure;
import dev.graspd.server.hunt.git.FetchOutcome;
import dev.graspd.server.hunt.git.Remote;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Fetches what a family lacks from one repository elsewhere: all that it advertises at once, then a
 * few others singly (purgatory.md, section 4). What has come and is checked is landed at once, so
 * that it is not lost with what follows. For one thread and one pass.
 */
final class Fetching {
  private static final String NOT_NEEDED = "what it has is not needed any more";

  /** What one request came to. */
  private enum Step {
    DONE,
    /** What was asked for did not come, or not as it should be; other ids may. */
    BAD,
    /** Nothing more is to be had here, or needed. */
    OVER
  }

  private final Passes.Parts parts;
  private final HuntAction.Begin pass;
  private final Remote remote;
  private final SoughtNotes.OfPass sought;
  private final SortedSet<Oid> brought = new TreeSet<>();
  private final SortedSet<Oid> missing = new TreeSet<>();
  private PassOutcome otherwise = new PassOutcome.Nothing("has none of it");

  Fetching(Passes.Parts parts, HuntAction.Begin pass, Remote remote, SoughtNotes.OfPass sought) {
    this.parts = parts;
    this.pass = pass;
    this.remote = remote;
    this.sought = sought;
  }

  PassOutcome outcome() throws IOException {
    missing.addAll(soughtNow());
    if (missing.isEmpty()) {
      return new PassOutcome.Nothing(NOT_NEEDED);
    }
    sought.seeks(missing);
    PassPlan plan = plan(new TreeSet<>(missing));
    if (askTogether(plan.together()) != Step.OVER) {
      askSingly(plan);
    }
    parts.metrics().ids(HuntMetrics.Fate.FETCHED, brought.size());
    return brought.isEmpty() ? otherwise : new PassOutcome.Brought(brought);
  }

  /**
   * Since the pass was decided on it waited for a thread and for the other server. What has come to
   * wait for it meanwhile would need a pass of its own, and what others have brought is not asked
   * for again.
   */
  private SortedSet<Oid> soughtNow() {
    return parts
        .hunting()
        .quarry(pass.family())
        .places()
        .getOrDefault(pass.url(), Collections.emptySortedSet());
  }

  private PassPlan plan(SortedSet<Oid> wanted) {
    SortedSet<Oid> advertised = remote.advertised().ids();
    synchronized (parts.refusals()) {
      return new PassPlan(advertised, wanted, parts.refusals().of(pass.url(), advertised));
    }
  }

  /** One bad object must not spoil the others: what was bad together is asked for in two parts. */
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

  /** What states need is apart from what anybody may offer, where the names of refs tell. */
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
    Ground haves = parts.hunting().haves(pass.family());
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
      case STORAGE_FULL, STORAGE_FAILURE, SERVER_BUSY, SHUTTING_DOWN, INTERNAL -> {
        otherwise = new PassOutcome.Hindered(refusal.text());
        yield Step.OVER;
      }
      // Nobody's fault there; other ids may be smaller, or count for somebody else.
      case REPOSITORY_QUOTA, OWNER_QUOTA -> {
        otherwise = new PassOutcome.Hindered(refusal.text());
        yield Step.BAD;
      }
      default -> {
        otherwise = new PassOutcome.Misbehaved(refusal.text());
        yield Step.BAD;
      }
    };
  }

  private Step landed(Delivery delivery, SortedSet<Oid> asked) {
    SortedSet<Oid> found = found(delivery, asked);
    if (found.size() < asked.size()) {
      otherwise = new PassOutcome.Misbehaved("its pack lacks what was asked for");
    }
    if (found.isEmpty()) {
      delivery.close();
      return Step.BAD;
    }
    sought.brought(found);
    return switch (parts.hunting().land(delivery).toCompletableFuture().join()) {
      case Landed.Joined(_, var wanted) -> {
        brought.addAll(found);
        missing.removeAll(found);
        missing.retainAll(wanted);
        yield Step.DONE;
      }
      case Landed.NotWanted() -> {
        otherwise = new PassOutcome.Nothing(NOT_NEEDED);
        yield Step.OVER;
      }
      case Landed.Failed(var refusal) -> {
        otherwise = new PassOutcome.Hindered(refusal.text());
        yield Step.OVER;
      }
    };
  }

  private static SortedSet<Oid> found(Delivery delivery, SortedSet<Oid> asked) {
    SortedSet<Oid> found = new TreeSet<>(asked);
    boolean looked = false;
    try {
      found.removeIf(id -> delivery.objects().kindOf(id).isEmpty());
      looked = true;
      return found;
    } finally {
      if (!looked) {
        delivery.close();
      }
    }
  }
}
