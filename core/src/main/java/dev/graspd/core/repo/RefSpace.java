package dev.graspd.core.repo;

import dev.graspd.core.nostr.PublicKey;
import java.util.Comparator;

/**
 * The refs behind one address that git clients use. A repository and the submissions of its owner
 * under the same name have the same key, identifier and objects, and nothing else in common.
 *
 * @param address key and identifier of the path; of submissions the key is their signer
 */
public record RefSpace(Kind kind, RepoAddress address) implements Comparable<RefSpace> {
  private static final Comparator<RefSpace> ORDER =
      Comparator.comparing(RefSpace::address).thenComparing(RefSpace::kind);

  /** What the refs are of. */
  public enum Kind {
    /** An owner's repository. */
    REPOSITORY,
    /** Pull requests that one key has submitted, for repositories wherever they are (GRASP-06). */
    SUBMISSIONS
  }

  public static RefSpace ofRepository(RepoAddress repository) {
    return new RefSpace(Kind.REPOSITORY, repository);
  }

  public static RefSpace ofSubmissions(PublicKey signer, Identifier identifier) {
    return new RefSpace(Kind.SUBMISSIONS, new RepoAddress(signer, identifier));
  }

  public boolean isSubmissions() {
    return kind == Kind.SUBMISSIONS;
  }

  /** Returns the owner of the repository, or the signer of what is submitted. */
  public PublicKey owner() {
    return address.owner();
  }

  public Identifier identifier() {
    return address.identifier();
  }

  /** Returns it as people write it and as pages are called. */
  public String shown() {
    return (isSubmissions() ? "prs/" : "") + address.shown();
  }

  @Override
  public int compareTo(RefSpace that) {
    return ORDER.compare(this, that);
  }

  @Override
  public String toString() {
    return isSubmissions() ? "submissions " + owner() + ":" + identifier() : address.toString();
  }
}
