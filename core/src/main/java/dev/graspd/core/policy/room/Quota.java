package dev.graspd.core.policy.room;

import dev.graspd.core.nostr.refusal.PushReason;
import dev.graspd.core.nostr.refusal.Refusal;
import java.util.Comparator;
import java.util.List;

/**
 * How many bytes of packs a repository may take, and all repositories of one owner together.
 *
 * <p>A pack counts for one repository, even if others of the same identifier read it: the one that
 * was pushed to, or, if the hunt fetched it, the one whose held event needed it.
 *
 * <p>Anybody may send pull requests, so these fill only a part: the rest is reserved for signed
 * branches and tags. Otherwise a stranger could block their pushes.
 */
public record Quota(long repositoryBytes, long ownerBytes) {
  public static final Quota UNLIMITED = new Quota(Long.MAX_VALUE, Long.MAX_VALUE);

  /** When a fifth is left, pushers are warned and pull requests are refused. */
  private static final int KEPT_PART = 5;

  private static final int PERCENT = 100;

  /** Why bytes are added. */
  public enum Cause {
    /** A maintainer signed a branch or a tag. */
    SIGNED,
    /** Somebody offers a pull request. */
    OFFERED
  }

  public enum Account {
    REPOSITORY,
    OWNER
  }

  /**
   * The bytes in use.
   *
   * @param ownerBytes of all repositories of the owner, this one included
   */
  public record Usage(long repositoryBytes, long ownerBytes) {
    public static final Usage NONE = new Usage(0, 0);

    Usage plus(long bytes) {
      return new Usage(repositoryBytes + bytes, ownerBytes + bytes);
    }
  }

  /** How full an account is. */
  public record Level(Account account, long usedBytes, long limitBytes) {

    public long leftBytes() {
      return Math.max(0, limitBytes - usedBytes);
    }

    /** Returns whether pushers should be warned. */
    public boolean isNearlyFull() {
      return usedBytes >= part(limitBytes);
    }

    /** Returns a text such as {@code 4.2 GiB of 5 GiB}. */
    public String text() {
      return ByteSize.rough(usedBytes) + " of " + ByteSize.rough(limitBytes);
    }

    private String remark() {
      String who =
          switch (account) {
            case REPOSITORY -> "this repository takes ";
            case OWNER -> "the repositories of this owner take ";
          };
      long percent = (long) ((double) PERCENT * usedBytes / limitBytes);
      return who + text() + " (" + percent + " %); what is beyond will be refused";
    }
  }

  /** Whether something fits. */
  public sealed interface Answer {

    record Fits() implements Answer {}

    /** It fits, and these accounts are nearly full then. */
    record NearlyFull(List<Level> levels) implements Answer {
      public NearlyFull {
        levels = List.copyOf(levels);
      }
    }

    record Exceeds(Refusal refusal) implements Answer {}

    /** Returns remarks for the pusher, in addition to the answer. */
    default List<String> remarks() {
      return switch (this) {
        case Fits() -> List.of();
        case NearlyFull(var levels) -> levels.stream().map(Level::remark).toList();
        case Exceeds _ -> List.of();
      };
    }
  }

  /** Decides whether more bytes fit; zero bytes always fit. */
  public Answer decide(Usage used, long bytes, Cause cause) {
    Allowance most = allowance(used, cause);
    if (bytes > 0 && bytes > most.bytes()) {
      return new Answer.Exceeds(most.beyond());
    }
    List<Level> full = levels(used.plus(bytes)).stream().filter(Level::isNearlyFull).toList();
    return full.isEmpty() ? new Answer.Fits() : new Answer.NearlyFull(full);
  }

  public Allowance allowance(Usage used, Cause cause) {
    Level tightest =
        switch (cause) {
          case SIGNED -> tightest(used);
          case OFFERED -> new Quota(part(repositoryBytes), part(ownerBytes)).tightest(used);
        };
    return new Allowance(tightest.leftBytes(), refusal(tightest, cause));
  }

  private Level tightest(Usage used) {
    return levels(used).stream().min(Comparator.comparingLong(Level::leftBytes)).orElseThrow();
  }

  /** Returns how full the accounts are, that of the repository first. */
  public List<Level> levels(Usage used) {
    return List.of(
        new Level(Account.REPOSITORY, used.repositoryBytes, repositoryBytes),
        new Level(Account.OWNER, used.ownerBytes, ownerBytes));
  }

  private static long part(long limitBytes) {
    return limitBytes - limitBytes / KEPT_PART;
  }

  private static Refusal refusal(Level level, Cause cause) {
    PushReason reason =
        switch (level.account) {
          case REPOSITORY -> PushReason.REPOSITORY_QUOTA;
          case OWNER -> PushReason.OWNER_QUOTA;
        };
    String taken =
        switch (cause) {
          case SIGNED -> level.text() + " are taken";
          case OFFERED -> level.text() + " that pull requests may fill are taken";
        };
    return reason.refusal(
        taken + "; keep large files elsewhere, or ask the operator for more room");
  }
}
