package dev.graspd.core.sync.filter;

/**
 * Layers that share live requests, so that a refusal concerns only them (sync.md, section 6.2). The
 * most important first: without the first two a relay is useless to us.
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

  /** Returns whether its filters ask for all kinds; some relays demand a list of kinds. */
  public boolean isOfAllKinds() {
    return compareTo(REPOSITORIES) >= 0;
  }

  /** Returns the name in logs. */
  @Override
  public String toString() {
    return text;
  }
}
