package dev.graspd.server.gate;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectsHere;
import java.io.IOException;

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
   * Finds what was kept apart by {@link Delivery#shelve}.
   *
   * @throws IOException if it is not there or cannot be read
   */
  Delivery unshelve(Identifier family, String shelf) throws IOException;
}
