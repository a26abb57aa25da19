package dev.graspd.server.family.objects;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.room.Allowance;
import dev.graspd.core.policy.room.Quota;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.PackRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The bytes that repositories and their owners use: recorded packs, and packs that will be recorded
 * soon. Room is taken before a pack is published, so that two deliveries for one owner at the same
 * time never both get the last of it. Only the rows of packs are stored: after a crash they are
 * counted again. Thread-safe.
 */
public final class StorageAccounts {
  private final Quota quota;
  private final Map<RepoAddress, Long> byRepository = new HashMap<>();
  private final Map<PublicKey, Long> byOwner = new HashMap<>();

  public StorageAccounts(Quota quota, List<PackRecord> packs) {
    this.quota = quota;
    packs.forEach(pack -> add(pack, 1));
  }

  /** Returns how full the accounts of a repository are. */
  public List<Quota.Level> levels(RepoAddress repository) {
    return quota.levels(usage(repository));
  }

  /** Returns how large a pack for a repository may be. */
  public Allowance allowance(RepoAddress repository, Quota.Cause cause) {
    return quota.allowance(usage(repository), cause);
  }

  private synchronized Quota.Usage usage(RepoAddress repository) {
    return new Quota.Usage(
        byRepository.getOrDefault(repository, 0L), byOwner.getOrDefault(repository.owner(), 0L));
  }

  /** Takes room for the packs of one delivery if there is enough. */
  public synchronized Quota.Answer take(
      RepoAddress repository, List<PackRecord> packs, Quota.Cause cause) {
    long bytes = packs.stream().mapToLong(PackRecord::bytes).sum();
    Quota.Answer answer = quota.decide(usage(repository), bytes, cause);
    if (!(answer instanceof Quota.Answer.Exceeds)) {
      packs.forEach(pack -> add(pack, 1));
    }
    return answer;
  }

  /** Returns the room of packs that were not published. */
  public synchronized void giveBack(List<PackRecord> packs) {
    packs.forEach(pack -> add(pack, -1));
  }

  /** Replaces packs by others. */
  public synchronized void exchange(List<PackRecord> before, List<PackRecord> after) {
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
