package dev.graspd.server.gate;

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
 * Finds out what counts as here in a family, for those who decide on its events. Reads the store
 * and git's files: never on an event loop. Thread-safe.
 */
final class TipLookup {
  private static final SortedSet<PublicKey> NOBODY = Collections.emptySortedSet();

  private final RepositoryStore store;
  private final GitObjects git;
  private final LateAnswers late;

  TipLookup(RepositoryStore store, GitObjects git, LateAnswers late) {
    this.store = store;
    this.git = git;
    this.late = late;
  }

  /** What counts as here for one decision, or for several in a row. For one thread. */
  final class Here implements TipsHere, AutoCloseable {
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
      Optional<Boolean> known = late.answer(family, refs(), id);
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
        named = LateAnswers.nameOf(tips);
        refs = named;
      }
      return named;
    }

    @Override
    public ObjectsHere to(PublicKey signer) {
      return presence.to(signer);
    }

    /** What was not found in time is searched for again, without haste. */
    @Override
    public void close() {
      reach.close();
      if (!unsure.isEmpty()) {
        late.seek(family, unsure);
      }
      if (!unreached.isEmpty() && unreached.size() <= late.objectsOfAFamilyMax()) {
        late.know(family, refs(), unreached);
      }
    }
  }

  /** Returns what is here in a family; to be closed. */
  Here of(Family family) {
    return new Here(family, git.of(family.identifier()), Brought.NOTHING, late.looksMax());
  }

  /** Returns what is here with a delivery; to be closed before the delivery is. */
  Here of(Family family, Delivery delivery) {
    return new Here(family, delivery.objects(), delivery::brings, late.looksMax());
  }

  /** Returns what is known to be here without a look at any history; for pages. */
  Here atFirstSight(Family family) {
    return new Here(family, git.of(family.identifier()), Brought.NOTHING, 0);
  }

  /** Returns what was brought for events that are no part of a family any more. */
  List<ArrivedTip> givenUp(Family after) {
    List<ArrivedTip> known = store.arrived(after.identifier());
    SortedSet<ArrivedTip> needed = ArrivedTip.remembered(after, known, Brought.NOTHING);
    return known.stream().filter(one -> !needed.contains(one)).toList();
  }

  /** Returns the settlement of a family that nobody brought data for. */
  Settlement settle(Family family) {
    try (Here here = of(family)) {
      return Settlement.of(family, here, NOBODY);
    }
  }
}
