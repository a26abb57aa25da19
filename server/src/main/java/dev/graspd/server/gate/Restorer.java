package dev.graspd.server.gate;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.ArchivePolicy;
import dev.graspd.core.policy.Facts;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.policy.Unwelcome;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Holding;
import dev.graspd.core.store.HoldingStore;
import dev.graspd.server.charge.Payer;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Brings repositories back when the operator asks: those that a list kept out and none does any
 * more. What an owner has ended, only the owner begins again. Thread-safe.
 */
final class Restorer {
  private static final Origin OPERATOR =
      new Origin.Client(Collections.emptySortedSet(), Payer.operator());

  /** Whatever is not here for another reason was a copy. */
  private static final ArchivePolicy ALL = new ArchivePolicy(true, List.of(), List.of(), true);

  private final HoldingStore store;
  private final Holdings holdings;
  private final Facts facts;
  private final HostingRules rules;
  private final Set<PublicKey> banned;
  private final Reception reception;

  Restorer(
      HoldingStore store,
      Holdings holdings,
      Facts facts,
      HostingRules rules,
      Set<PublicKey> banned,
      Reception reception) {
    this.store = store;
    this.holdings = holdings;
    this.facts = facts;
    this.rules = rules;
    this.banned = banned;
    this.reception = reception;
  }

  /** Brings one back; answers with why that is not possible and what to do. */
  CompletionStage<Optional<String>> restore(RepoAddress repository) {
    Optional<Holding> kept = store.holding(repository).filter(one -> one.phase().isRestorable());
    if (kept.isEmpty()) {
      return refused("nothing is kept of this repository, or it is being erased");
    }
    Optional<Event> announcement = holdings.announcementOf(repository);
    return kept.get().cause() != Holding.Cause.UNWELCOME || announcement.isEmpty()
        ? refused(endedByItsOwner(kept.get()))
        : restore(repository, announcement.get());
  }

  private static String endedByItsOwner(Holding kept) {
    return HoldingWords.why(kept)
        + ", and the operator cannot bring it back against that. The owner can, until "
        + Instant.ofEpochSecond(kept.untilSeconds())
        + ": only a new announcement (kind 30617) of the owner brings it back";
  }

  private CompletionStage<Optional<String>> restore(RepoAddress repository, Event announcement) {
    Family family = facts.family(repository.identifier());
    Optional<Unwelcome> still =
        Announcement.of(announcement).flatMap(one -> Unwelcome.of(one, family, rules, banned, ALL));
    return still.isPresent()
        ? refused(
            still.get().words()
                + ": change that list and start the server again, then it comes back by itself")
        : reception
            .receive(announcement, OPERATOR)
            .thenApply(verdict -> whyNot(repository, announcement, verdict));
  }

  private Optional<String> whyNot(RepoAddress repository, Event announcement, Verdict verdict) {
    if (!(verdict instanceof Verdict.Accepted)) {
      return Optional.of(verdict.reply(announcement.id()).message());
    }
    return store
        .holding(repository)
        .filter(one -> one.phase().isRestorable())
        .map(_ ->
            "its announcement is served again, for others who list its owner, without a repository");
  }

  private static CompletionStage<Optional<String>> refused(String why) {
    return CompletableFuture.completedFuture(Optional.of(why));
  }
}
