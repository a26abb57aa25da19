package dev.graspd.core.sync;

/**
 * Layers that share live requests, so that a refusal concerns them only (sync.md, 6.2). In the
 * order of their worth: without the first two a relay is of no use.
 */
public enum LayerGroup {
  ANNOUNCEMENTS("announcements"),
  STATES("repository states"),
  REPOSITORIES("events that name repositories"),
  ROOTS("events that name issues, patches and pull requests");

  private final String text;

  LayerGroup(String text) {
    this.text = text;
  }

  /** Returns whether all kinds are wanted; some relays want them named. */
  boolean isOfAllKinds() {
    return compareTo(REPOSITORIES) >= 0;
  }

  /** Returns what operators read. */
  @Override
  public String toString() {
    return text;
  }
}
