package dev.graspd.server.git.browse;

import dev.graspd.core.repo.Oid;
import java.util.List;

/** A commit; all that it says of people is a claim. */
public record CommitFacts(
    Oid oid,
    Oid tree,
    List<Oid> parents,
    Person author,
    Person committer,
    String message,
    Signature signature) {
  /**
   * A person that a commit names, and when.
   *
   * @param offsetMinutes east of UTC
   */
  public record Person(String name, String email, long seconds, int offsetMinutes) {}

  public CommitFacts {
    parents = List.copyOf(parents);
  }

  /** Returns the first paragraph in one line, as git's log shows it. */
  public String subject() {
    String trimmed = message.stripLeading();
    int end = trimmed.indexOf("\n\n");
    return (end < 0 ? trimmed : trimmed.substring(0, end)).strip().replaceAll("\\s*\\n\\s*", " ");
  }
}
