package dev.graspd.server.hunt;

import dev.graspd.core.hunt.PassOutcome;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.gate.Hunting;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Compares a family with what a clone URL advertises. Only what is signed is ever fetched: what the
 * URL has beyond that is none of our business.
 */
record Comparison(Hunting hunting, Identifier family) {
  PassOutcome with(SortedSet<Oid> advertised) {
    if (!hunting.revive(family, advertised).toCompletableFuture().join().isEmpty()) {
      SortedSet<Oid> awaited = new TreeSet<>(hunting.quarry(family).wanted());
      awaited.retainAll(advertised);
      if (!awaited.isEmpty()) {
        return new PassOutcome.Behind(awaited);
      }
    }
    SortedSet<Oid> ours = hunting.haves(family).tips();
    return new PassOutcome.Nothing(difference(ours, advertised));
  }

  private static String difference(SortedSet<Oid> ours, SortedSet<Oid> theirs) {
    long lacksHere = theirs.stream().filter(id -> !ours.contains(id)).count();
    long lacksThere = ours.stream().filter(id -> !theirs.contains(id)).count();
    if (lacksHere > 0) {
      return "has " + lacksHere + " tips that no state here names";
    }
    return lacksThere == 0 ? "in sync" : "lacks " + lacksThere + " of our tips";
  }
}
