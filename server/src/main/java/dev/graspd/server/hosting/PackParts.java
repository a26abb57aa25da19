package dev.graspd.server.hosting;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.server.family.packs.FamilyRoots;
import dev.graspd.server.family.packs.IntegrityCheck;
import dev.graspd.server.family.packs.ObjectRepair;
import dev.graspd.server.family.packs.OldPackRemoval;
import dev.graspd.server.family.packs.OrphanedPacks;
import dev.graspd.server.family.packs.PackHealth;
import dev.graspd.server.family.packs.Repacking;
import dev.graspd.server.role.Mandate;
import java.util.List;

/** Builds the parts that repack, remove, check and repair published packs. */
public record PackParts(
    RepositoryStore repositories, Repacking repacking, OrphanedPacks orphans, ObjectRepair repair) {

  static PackParts build(HostingParts parts, HostingState state) {
    OldPackRemoval removal = new OldPackRemoval(parts.rewriting(), state.lanes(), parts.upkeep());
    FamilyRoots roots = new FamilyRoots(parts.repositories(), state.facts());
    Repacking repacking =
        new Repacking(
            parts.events(),
            parts.repositories(),
            roots,
            parts.rewriting(),
            state.lanes(),
            removal,
            parts.upkeep(),
            Mandate.NONE);
    ObjectRepair repair =
        new ObjectRepair(
            parts.events(),
            parts.repositories(),
            state.facts(),
            parts.git(),
            parts.packs(),
            parts.rewriting(),
            removal,
            state.lostObjects(),
            state.log(),
            state.notifier(),
            state.lanes(),
            parts.clock());
    return new PackParts(
        parts.repositories(),
        repacking,
        new OrphanedPacks(parts.repositories(), state.held(), roots, repacking),
        repair);
  }

  /** Checks packs that a family had a moment ago. */
  public void check(Identifier family, List<PackRecord> packs) throws InterruptedException {
    repair.check(family, packs, PackHealth.Depth.THOROUGH);
  }

  /** Starts to check the git data of all families in the background. */
  public IntegrityCheck startCheck() {
    IntegrityCheck check = new IntegrityCheck(repositories, repair);
    check.start();
    return check;
  }
}
