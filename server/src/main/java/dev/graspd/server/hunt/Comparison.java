package dev.graspd.server.hunt;

import dev.graspd.core.hunt.PassOutcome;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.family.hunt.Hunting;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Compares a family with the advertisement of a clone URL. We fetch only signed objects and ignore
 * everything else there.
 */
record Comparison(Hunting hunting, Identifier family) {
  PassOutcome with(SortedSet<Oid> advertised) {
    if (!hunting.revive(family, advertised).toCompletableFuture().join().isEmpty()) {
      SortedSet<Oid> awaited = new TreeSet<>(hunting.missingData(family).wanted());
      awaited.retainAll(advertised);
      if (!awaited.isEmpty()) {
        return new PassOutcome.Behind(awaited);
      }
    }
    SortedSet<Oid> ours = hunting.haves(family).tips();
    return new PassOutcome.Nothing(difference(ours, advertised));
  }

  private static String difference(SortedSet<Oid> ours, SortedSet<Oid> theirs) {
    long missingHere = theirs.stream().filter(id -> !ours.contains(id)).count();
    long missingThere = ours.stream().filter(id -> !theirs.contains(id)).count();
    if (missingHere > 0) {
      return "has " + missingHere + " tips that no state here names";
    }
    return missingThere == 0 ? "in sync" : "lacks " + missingThere + " of our tips";
  }
}
