package dev.graspd.server.gate;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.PackRecord;
import java.util.List;

/**
 * The care for packs that are published, put together: they are written anew, removed when nobody
 * needs them, looked at, and mended.
 */
record PackKeeping(
    PackUpkeep upkeep, Leftovers leftovers, Mending mending, IntegrityCheck integrity)
    implements AutoCloseable {

  static PackKeeping build(HostingParts parts, HostingState state) {
    Removing removing = new Removing(parts.rewriting(), state.lanes(), parts.upkeep());
    FamilyRoots roots = new FamilyRoots(parts.repositories(), state.facts(), state.shelves());
    PackUpkeep upkeep =
        new PackUpkeep(
            parts.events(),
            parts.repositories(),
            roots,
            parts.rewriting(),
            state.losses(),
            state.lanes(),
            state.accounts(),
            removing,
            parts.upkeep());
    Mending mending =
        new Mending(
            parts.events(),
            parts.repositories(),
            state.facts(),
            parts.git(),
            parts.packs(),
            parts.rewriting(),
            removing,
            state.losses(),
            state.news(),
            state.lanes(),
            state.accounts(),
            parts.clock());
    return new PackKeeping(
        upkeep,
        new Leftovers(parts.repositories(), state.held(), roots, upkeep),
        mending,
        new IntegrityCheck(parts.repositories(), state.news()::hosted, mending));
  }

  /** Looks at packs that a family had a moment ago. */
  void check(Identifier family, List<PackRecord> packs) throws InterruptedException {
    mending.check(family, packs, PackHealth.Depth.THOROUGH);
  }

  @Override
  public void close() {
    integrity.close();
  }
}
