package dev.graspd.server.family.objects;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.Reach;
import java.io.IOException;
import java.util.SortedSet;

/**
 * Git data for decisions; {@code git.objects} implements it. Thread-safe; may read files.
 *
 * <p>The published objects of a family are complete: everything that an object refers to is here,
 * too, because {@link PackDelivery#store} gets only packs that keep it so. Published are the
 * objects of packs that the store names, from the transaction on that does so, on every server.
 */
public interface GitObjects {
  /** Returns the published objects of a family; without any, it has no directory. */
  ObjectsHere of(Identifier family);

  /**
   * Searches the history of some objects of a family.
   *
   * @param tips where it begins
   * @param looksMax objects to visit; beyond that every answer is no
   */
  Reach reach(Identifier family, SortedSet<Oid> tips, int looksMax);

  /**
   * Opens a delivery that {@link PackDelivery#shelve} stored.
   *
   * @throws IOException if it is not there or cannot be read
   */
  PackDelivery unshelve(Identifier family, String shelf) throws IOException;
}
