package dev.graspd.server.gate;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.Reach;
import java.io.IOException;
import java.util.SortedSet;

/**
 * Git data, as far as decisions need it; git implements it. Thread-safe; may read files.
 *
 * <p>What is published in a family's store is closed: an object that is here has everything that it
 * refers to here too, because {@link Delivery#publish} is given only packs that keep it so.
 */
public interface GitObjects {
  /** Returns what is published in a family; a family that has nothing has no directory either. */
  ObjectsHere of(Identifier family);

  /**
   * Follows the history of some objects of a family.
   *
   * @param tips where it begins
   * @param looksMax objects that are visited, beyond which no answer is yes
   */
  Reach reach(Identifier family, SortedSet<Oid> tips, int looksMax);

  /**
   * Finds what was kept apart by {@link Delivery#shelve}.
   *
   * @throws IOException if it is not there or cannot be read
   */
  Delivery unshelve(Identifier family, String shelf) throws IOException;
}
