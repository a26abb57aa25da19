package dev.graspd.server.gate;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.Allowance;
import dev.graspd.core.policy.Quota;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.PackRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How many bytes repositories and their owners take: the packs that the store names, and those that
 * are about to be named. Who lands a pack takes its room first, so that two who land at the same
 * time, also in two repositories of one owner, never both get the last of it. The rows of packs are
 * the only record, written with the transaction that names them: after a crash the count is what
 * the store says. Thread-safe.
 */
final class Accounts {
  private final Quota quota;
  private final Map<RepoAddress, Long> byRepository = new HashMap<>();
  private final Map<PublicKey, Long> byOwner = new HashMap<>();

  Accounts(Quota quota, List<PackRecord> packs) {
    this.quota = quota;
    packs.forEach(pack -> add(pack, 1));
  }

  /** Returns how full the accounts of a repository are. */
  List<Quota.Level> levels(RepoAddress repository) {
    return quota.levels(usage(repository));
  }

  /** Returns what a pack for a repository may still have. */
  Allowance allowance(RepoAddress repository, Quota.Cause cause) {
    return quota.allowance(usage(repository), cause);
  }

  private synchronized Quota.Usage usage(RepoAddress repository) {
    return new Quota.Usage(
        byRepository.getOrDefault(repository, 0L), byOwner.getOrDefault(repository.owner(), 0L));
  }

  /** Takes room for the packs of one delivery if there is enough. */
  synchronized Quota.Answer take(
      RepoAddress repository, List<PackRecord> packs, Quota.Cause cause) {
    long bytes = packs.stream().mapToLong(PackRecord::bytes).sum();
    Quota.Answer answer = quota.decide(usage(repository), bytes, cause);
    if (!(answer instanceof Quota.Answer.Exceeds)) {
      packs.forEach(pack -> add(pack, 1));
    }
    return answer;
  }

  /** Gives room back that was taken for packs which did not land. */
  synchronized void giveBack(List<PackRecord> packs) {
    packs.forEach(pack -> add(pack, -1));
  }

  /** Counts packs in the place of others. */
  synchronized void exchange(List<PackRecord> before, List<PackRecord> after) {
    before.forEach(pack -> add(pack, -1));
    after.forEach(pack -> add(pack, 1));
  }

  private void add(PackRecord pack, int times) {
    pack.shares()
        .forEach((owner, bytes) -> {
          byRepository.merge(new RepoAddress(owner, pack.family()), times * bytes, Long::sum);
          byOwner.merge(owner, times * bytes, Long::sum);
        });
  }
}
