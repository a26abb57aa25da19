package dev.graspd.server.family.objects;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.Presence;
import dev.graspd.core.policy.Settlement;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Brought;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.Reach;
import dev.graspd.core.repo.TipsHere;
import dev.graspd.core.store.RepositoryStore;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the objects that count as here, for decisions on events of a family. Reads the store and
 * git's files: never on an event loop. Thread-safe.
 */
public record TipLookup(
    RepositoryStore store, GitObjects git, DeferredHistoryChecks historyChecks) {
  private static final SortedSet<PublicKey> NOBODY = Collections.emptySortedSet();

  /** The objects that count as here for one or several decisions. For one thread. */
  public final class Here implements TipsHere, AutoCloseable {
    private final Identifier family;
    private final Presence presence;
    private final Reach reach;
    private final SortedSet<Oid> tips;
    private final boolean looks;
    private final SortedSet<Oid> unsure = new TreeSet<>();
    private final SortedMap<Oid, Boolean> unreached = new TreeMap<>();
    private @Nullable String refs;

    private Here(Family family, ObjectsHere stored, Brought brought, int looksMax) {
      this.family = family.identifier();
      this.tips = Presence.served(family);
      this.looks = looksMax > 0;
      this.reach = looksMax == 0 ? Reach.NOWHERE : git.reach(this.family, tips, looksMax);
      this.presence =
          new Presence(family, stored, store.arrived(this.family), brought, this::isReached);
    }

    private boolean isReached(Oid id) {
      Optional<Boolean> known = historyChecks.answer(family, refs(), id);
      if (known.isPresent() || reach.isReached(id)) {
        return known.orElse(true);
      }
      if (reach.isCutOff()) {
        unsure.add(id);
      } else if (looks) {
        unreached.put(id, false);
      }
      return false;
    }

    private String refs() {
      String named = refs;
      if (named == null) {
        named = DeferredHistoryChecks.nameOf(tips);
        refs = named;
      }
      return named;
    }

    @Override
    public ObjectsHere to(PublicKey signer) {
      return presence.to(signer);
    }

    /** Lets objects that were not found in time be searched again later. */
    @Override
    public void close() {
      reach.close();
      if (!unsure.isEmpty()) {
        historyChecks.seek(family, unsure);
      }
      if (!unreached.isEmpty() && unreached.size() <= historyChecks.objectsOfAFamilyMax()) {
        historyChecks.know(family, refs(), unreached);
      }
    }
  }

  /** Returns the objects of a family; to be closed. */
  public Here of(Family family) {
    return new Here(family, git.of(family.identifier()), Brought.NOTHING, historyChecks.looksMax());
  }

  /** Returns the objects of a family and a delivery; to be closed before the delivery. */
  public Here of(Family family, PackDelivery delivery) {
    return new Here(family, delivery.objects(), delivery::brings, historyChecks.looksMax());
  }

  /** Returns the objects of a family without searching its history; for pages. */
  public Here atFirstSight(Family family) {
    return new Here(family, git.of(family.identifier()), Brought.NOTHING, 0);
  }

  /** Returns the objects that arrived for events that are no longer in a family. */
  public List<ArrivedTip> givenUp(Family after) {
    List<ArrivedTip> known = store.arrived(after.identifier());
    SortedSet<ArrivedTip> needed = ArrivedTip.remembered(after, known, Brought.NOTHING);
    return known.stream().filter(one -> !needed.contains(one)).toList();
  }

  /** Returns the settlement of a family without new data. */
  public Settlement settle(Family family) {
    try (Here here = of(family)) {
      return Settlement.of(family, here, NOBODY);
    }
  }
}
