package dev.graspd.server.ops;

import java.nio.file.Path;

/** A data directory belongs to another process, usually a running server. */
public final class DirectoryInUse extends StartRefused {
  private static final long serialVersionUID = 1L;

  private final String holder;

  /**
   * The holder is a text such as {@code (process 17)}.
   *
   * @param holder empty if unknown
   */
  public DirectoryInUse(Path directory, String holder) {
    super(
        "%s is in use by another graspd%s: stop that one first, or give this one other directories"
            .formatted(directory, holder.isEmpty() ? "" : " " + holder));
    this.holder = holder;
  }

  /** Returns the holder in brackets; empty if unknown. */
  public String holder() {
    return holder;
  }
}
