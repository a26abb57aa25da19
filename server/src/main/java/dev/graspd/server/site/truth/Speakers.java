package dev.graspd.server.site.truth;

import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.RoleRecord;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.talk.member.Members;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The keys that speak for a repository, and the announcements that say so (W-50).
 *
 * @param shown the owner first, then leads, maintainers, moderators and invited keys
 * @param more how many are left out
 */
public record Speakers(List<Speaker> shown, int more) {
  static final int SHOWN_MAX = 100;

  /** Announcements that name one key. */
  static final int NAMED_BY_MAX = 3;

  /** What a key is in a repository. */
  public enum Position {
    OWNER("owner"),
    FORMER_OWNER("owner, signs nothing that counts here"),
    LEAD("lead maintainer"),
    MAINTAINER("maintainer"),
    MODERATOR("moderator, not over branches"),
    INVITED("invited, has not confirmed");

    private final String words;

    Position(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  /**
   * An announcement.
   *
   * @param isServed whether it has a page here
   */
  public record Said(EventHead event, boolean isServed) {}

  /**
   * A key that takes part.
   *
   * @param namedBy announcements of maintainers that name it, a few of them
   * @param moreNamedBy how many of those are left out
   * @param own its own announcement of this identifier
   */
  public record Speaker(
      PublicKey key, Position position, List<Said> namedBy, int moreNamedBy, Optional<Said> own) {
    public Speaker {
      namedBy = List.copyOf(namedBy);
    }
  }

  public Speakers {
    shown = List.copyOf(shown);
  }

  /** Reads them from the announcements of the owner and all maintainers. */
  static Speakers of(RepoAddress repository, Family family) {
    Members members = Members.of(repository, family);
    SortedSet<PublicKey> speaking = new TreeSet<>(members.maintainers());
    speaking.add(repository.owner());
    SortedMap<PublicKey, List<Said>> naming = new TreeMap<>();
    SortedSet<PublicKey> listed = new TreeSet<>();
    for (PublicKey key : speaking) {
      family
          .announcementOf(key)
          .filter(one -> one.standing().counts())
          .ifPresent(one -> {
            listed.addAll(one.announcement().listed());
            for (PublicKey named : named(one.announcement())) {
              naming.computeIfAbsent(named, _ -> new ArrayList<>(1)).add(said(one));
            }
          });
    }
    SortedSet<PublicKey> others = new TreeSet<>(speaking);
    others.addAll(listed);
    others.addAll(members.moderators());
    List<Speaker> all =
        others.stream()
            .map(key -> speaker(key, position(key, members), naming, family))
            .sorted((one, other) ->
                one.position == other.position
                    ? one.key.compareTo(other.key)
                    : one.position.compareTo(other.position))
            .toList();
    return new Speakers(
        all.stream().limit(SHOWN_MAX).toList(), Math.max(0, all.size() - SHOWN_MAX));
  }

  /** The keys that an announcement gives a part, other than its author. */
  private static Set<PublicKey> named(Announcement announcement) {
    return Stream.concat(
            announcement.listed().stream(),
            announcement.roles().stream().filter(RoleRecord::active).map(RoleRecord::key))
        .filter(key -> !key.equals(announcement.author()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Position position(PublicKey key, Members members) {
    boolean isMaintainer = members.isMaintainer(key);
    if (key.equals(members.repository().owner())) {
      return isMaintainer ? Position.OWNER : Position.FORMER_OWNER;
    }
    if (isMaintainer) {
      return members.leads().contains(key) ? Position.LEAD : Position.MAINTAINER;
    }
    return members.moderators().contains(key) ? Position.MODERATOR : Position.INVITED;
  }

  private static Speaker speaker(
      PublicKey key, Position position, SortedMap<PublicKey, List<Said>> naming, Family family) {
    List<Said> namedBy = naming.getOrDefault(key, List.of());
    return new Speaker(
        key,
        position,
        namedBy.stream().limit(NAMED_BY_MAX).toList(),
        Math.max(0, namedBy.size() - NAMED_BY_MAX),
        family.announcementOf(key).filter(one -> one.standing().counts()).map(Speakers::said));
  }

  private static Said said(Announced announced) {
    return new Said(announced.announcement().event(), announced.standing() == Standing.SERVED);
  }
}
