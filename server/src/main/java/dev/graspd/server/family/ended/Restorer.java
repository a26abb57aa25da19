package dev.graspd.server.family.ended;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.ArchivePolicy;
import dev.graspd.core.policy.Facts;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.policy.Unwelcome;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.core.store.ended.EndedStore;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.gate.Reception;
import dev.graspd.server.gate.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Restores repositories for the operator: those that a list excluded and no list excludes now. Only
 * the owner restores a repository that the owner has ended. Thread-safe.
 */
public record Restorer(
    EndedStore store,
    EndedKeeper keeper,
    Facts facts,
    HostingRules rules,
    Set<PublicKey> banned,
    Reception reception) {

  /** A repository that no other rule hosts was a copy. */
  private static final ArchivePolicy ALL = new ArchivePolicy(true, List.of(), List.of(), true);

  /** Restores a repository; answers with the reason if that is not possible. */
  public CompletionStage<Optional<String>> restore(RepoAddress repository) {
    Optional<EndedRepository> kept =
        store.find(repository).filter(one -> one.phase().isRestorable());
    if (kept.isEmpty()) {
      return refused("nothing is kept of this repository, or it is being erased");
    }
    Optional<Event> announcement = keeper.announcementOf(repository);
    return kept.get().cause() != EndedRepository.Cause.UNWELCOME || announcement.isEmpty()
        ? refused(endedByItsOwner(kept.get()))
        : restore(repository, announcement.get());
  }

  private static String endedByItsOwner(EndedRepository kept) {
    return EndedTexts.why(kept)
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
            .receive(announcement, Origin.operator())
            .thenApply(verdict -> whyNot(repository, announcement, verdict));
  }

  private Optional<String> whyNot(RepoAddress repository, Event announcement, Verdict verdict) {
    if (!(verdict instanceof Verdict.Accepted)) {
      return Optional.of(verdict.reply(announcement.id()).message());
    }
    return store
        .find(repository)
        .filter(one -> one.phase().isRestorable())
        .map(_ ->
            "its announcement is served again, for others who list its owner, without a repository");
  }

  private static CompletionStage<Optional<String>> refused(String why) {
    return CompletableFuture.completedFuture(Optional.of(why));
  }
}
