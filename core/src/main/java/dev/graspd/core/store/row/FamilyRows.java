package dev.graspd.core.store.row;

import dev.graspd.core.repo.Identifier;

/** The versions of families. */
public interface FamilyRows {
  /** Returns the number of a family's last change in the log, 0 if there was none. */
  long version(Identifier family);

  /**
   * Puts a new version, which is also the record of this number in the log, in place of the earlier
   * version and its record.
   */
  void put(Identifier family, long seq);
}
