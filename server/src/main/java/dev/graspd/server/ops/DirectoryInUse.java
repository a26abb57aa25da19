package dev.graspd.server.ops;

import java.nio.file.Path;

/** A data directory belongs to another process, usually a running server. */
public final class DirectoryInUse extends StartRefused {
  private static final long serialVersionUID = 1L;

  private final String holder;

  /**
   * Takes who has it, such as {@code (process 17)}.
   *
   * @param holder empty if that is not known
   */
  DirectoryInUse(Path directory, String holder) {
    super(
        "%s is in use by another graspd%s: stop that one first, or give this one other directories"
            .formatted(directory, holder.isEmpty() ? "" : " " + holder));
    this.holder = holder;
  }

  /** Returns who has it, in brackets; empty if that is not known. */
  public String holder() {
    return holder;
  }
}
