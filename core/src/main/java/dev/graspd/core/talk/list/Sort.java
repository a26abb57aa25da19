package dev.graspd.core.talk.list;

import java.util.Comparator;

/** The order of a list; on equal times the lowest id is first. */
public enum Sort {
  NEWEST,
  UPDATED;

  long time(ThreadRow row) {
    return this == NEWEST ? row.createdAt() : row.updatedAt();
  }

  Comparator<ThreadRow> order() {
    return Comparator.comparingLong(this::time).reversed().thenComparing(ThreadRow::id);
  }
}
