package dev.graspd.core.store.format;

/**
 * The version of the layout of all data on disk: tables and rows of the store, and the files in the
 * git data directory. One number for both, since neither is of use without the other. A change of
 * the layout takes the next number and brings a migration (operations.md, section 1c).
 */
public final class StoreFormat {
  /** The format that this program reads and writes. 1 and 2 were never released. */
  public static final int CURRENT = 3;

  private StoreFormat() {}
}
