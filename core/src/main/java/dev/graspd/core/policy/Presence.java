package dev.graspd.core.policy;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Brought;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectKind;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.Reach;
import dev.graspd.core.repo.TipsHere;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Decides which objects count as here (purgatory.md, section 2): those that a ref of the family
 * names, those that arrived for the signer, now or before, and those that a ref of the family
 * reaches. Reachability is checked last, and only for stored objects, because it reads history.
 */
public final class Presence implements TipsHere {
  private final Identifier family;
  private final ObjectsHere stored;
  private final Set<Oid> served;
  private final Set<ArrivedTip> arrived;
  private final Brought brought;
  private final Reach reach;

  /**
   * Creates it without any lookup.
   *
   * @param stored objects of the family's store and of the packs that arrive now
   * @param arrived objects that arrived before, for held events of this family
   * @param reach objects that the refs of this family reach
   */
  public Presence(
      Family family,
      ObjectsHere stored,
      Collection<ArrivedTip> arrived,
      Brought brought,
      Reach reach) {
    this.family = family.identifier();
    this.stored = stored;
    this.served = new HashSet<>(served(family));
    this.arrived = new HashSet<>(arrived);
    this.brought = brought;
    this.reach = reach;
  }

  /** Returns the values of the refs that git clients see, of repositories and of submissions. */
  public static SortedSet<Oid> served(Family family) {
    SortedSet<Oid> served = new TreeSet<>();
    family.owners().forEach(owner -> served.addAll(family.refs(owner).values().values()));
    family.submissions().values().forEach(one -> served.add(one.commit()));
    return served;
  }

  @Override
  public ObjectsHere to(PublicKey signer) {
    return id -> kindOf(signer, id);
  }

  private Optional<ObjectKind> kindOf(PublicKey signer, Oid id) {
    Optional<ObjectKind> kind = stored.kindOf(id);
    return kind.filter(_ -> counts(signer, id));
  }

  private boolean counts(PublicKey signer, Oid id) {
    return served.contains(id)
        || arrived.contains(new ArrivedTip(family, signer, id))
        || brought.brings(signer, id)
        || reach.isReached(id);
  }
}
