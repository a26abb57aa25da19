package dev.graspd.server.family.objects;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.core.policy.room.Allowance;
import dev.graspd.core.policy.room.Quota;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.RepositoryStore.PackBytes;
import dev.graspd.core.store.RepositoryTransaction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The bytes that repositories and their owners use: sums that the store keeps with the rows of
 * packs. The transaction that names a pack asks whether it fits, so that two deliveries for one
 * owner at the same time never both get the last of it. Memory has only the packs that a disk has
 * damaged, as the log tells: their rows stay until the objects are here again, and until then they
 * count for nobody. Thread-safe.
 */
public final class StorageAccounts {
  private final Quota quota;
  private final RepositoryStore store;
  private final Map<Identifier, List<PackRecord>> damaged = new HashMap<>();
  private final Map<RepoAddress, Long> damagedByRepository = new HashMap<>();
  private final Map<PublicKey, Long> damagedByOwner = new HashMap<>();

  public StorageAccounts(Quota quota, RepositoryStore store) {
    this.quota = quota;
    this.store = store;
  }

  /** The packs of a change do not fit; nothing of it is written. */
  public static final class NoRoomException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Refusal refusal;

    NoRoomException(Refusal refusal) {
      super(refusal.toString(), null, false, false);
      this.refusal = refusal;
    }

    public Refusal refusal() {
      return refusal;
    }
  }

  /** Returns how full the accounts of a repository are. */
  public List<Quota.Level> levels(RepoAddress repository) {
    return quota.levels(usage(repository));
  }

  /** Returns how large a pack for a repository may be. */
  public Allowance allowance(RepoAddress repository, Quota.Cause cause) {
    return quota.allowance(usage(repository), cause);
  }

  private Quota.Usage usage(RepoAddress repository) {
    return withoutDamaged(store.packBytes(repository), repository);
  }

  private synchronized Quota.Usage withoutDamaged(PackBytes counted, RepoAddress repository) {
    return new Quota.Usage(
        counted.ofRepository() - damagedByRepository.getOrDefault(repository, 0L),
        counted.ofOwner() - damagedByOwner.getOrDefault(repository.owner(), 0L));
  }

  /** Returns whether the packs of one delivery fit now; the transaction asks again. */
  public Quota.Answer answer(List<PackRecord> packs, Quota.Cause cause) {
    RepoAddress repository = payer(packs);
    return quota.decide(usage(repository), bytes(packs), cause);
  }

  /** Names the packs of one delivery, if they fit; otherwise the transaction fails. */
  public void put(RepositoryTransaction tx, List<PackRecord> packs, Quota.Cause cause) {
    if (packs.isEmpty()) {
      return;
    }
    RepoAddress repository = payer(packs);
    Quota.Usage used = withoutDamaged(tx.packBytes(repository), repository);
    if (quota.decide(used, bytes(packs), cause) instanceof Quota.Answer.Exceeds(var refusal)) {
      throw new NoRoomException(refusal);
    }
    packs.forEach(tx::putPack);
  }

  private static RepoAddress payer(List<PackRecord> packs) {
    PackRecord first = packs.getFirst();
    return new RepoAddress(first.shares().firstKey(), first.family());
  }

  private static long bytes(List<PackRecord> packs) {
    return packs.stream().mapToLong(PackRecord::bytes).sum();
  }

  /** These packs of a family are damaged, and no others: their bytes count for nobody. */
  public synchronized void discountOnly(Identifier family, List<PackRecord> packs) {
    List<PackRecord> before =
        packs.isEmpty() ? damaged.remove(family) : damaged.put(family, List.copyOf(packs));
    if (before != null) {
      before.forEach(pack -> add(pack, -1));
    }
    packs.forEach(pack -> add(pack, 1));
  }

  private void add(PackRecord pack, int times) {
    pack.shares()
        .forEach((owner, bytes) -> {
          add(damagedByRepository, new RepoAddress(owner, pack.family()), times * bytes);
          add(damagedByOwner, owner, times * bytes);
        });
  }

  private static <K> void add(Map<K, Long> sums, K key, long bytes) {
    long sum = sums.getOrDefault(key, 0L) + bytes;
    if (sum == 0) {
      sums.remove(key);
    } else {
      sums.put(key, sum);
    }
  }
}
