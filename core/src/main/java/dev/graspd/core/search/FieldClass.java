package dev.graspd.core.search;

/** How much a place in an event says about it, best first (N50-2). */
public enum FieldClass {
  /** What the event's author calls it: names of repositories and people. */
  NAME(4),
  /** Subjects of threads, topics of repositories. */
  SUBJECT(3),
  /** Descriptions of repositories, topics of threads. */
  DESCRIPTION(2),
  /** Everything else that people write. */
  CONTENT(1);

  private final int weight;

  FieldClass(int weight) {
    this.weight = weight;
  }

  public int weight() {
    return weight;
  }
}
