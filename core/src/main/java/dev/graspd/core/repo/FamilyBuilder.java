package dev.graspd.core.repo;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.Family.Offered;
import dev.graspd.core.repo.Family.Stated;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Builds a family from its parts. A later part replaces an earlier one, as with {@link
 * Family#with}.
 */
public final class FamilyBuilder {
  private final Identifier identifier;
  private final Maintainers.Mode mode;
  private final SortedMap<PublicKey, Announced> announcements = new TreeMap<>();
  private final Map<EventId, Stated> states = new HashMap<>();
  private final SortedMap<EventId, Offered> pullRequests = new TreeMap<>();
  private final SortedMap<PublicKey, Refs> refs = new TreeMap<>();
  private final SortedMap<EventId, Submission> submissions = new TreeMap<>();

  private long version;

  public FamilyBuilder(Identifier identifier, Maintainers.Mode mode) {
    this.identifier = identifier;
    this.mode = mode;
  }

  /** Says which version of the family the parts are of. */
  public FamilyBuilder version(long read) {
    version = read;
    return this;
  }

  public FamilyBuilder add(Announced announced) {
    announcements.put(announced.announcement().author(), announced);
    return this;
  }

  public FamilyBuilder add(Stated stated) {
    states.put(stated.state().id(), stated);
    return this;
  }

  public FamilyBuilder add(Offered offered) {
    pullRequests.put(offered.request().event().id(), offered);
    return this;
  }

  public FamilyBuilder add(Submission submission) {
    submissions.put(submission.event(), submission);
    return this;
  }

  public FamilyBuilder addRefs(PublicKey owner, Refs values) {
    refs.put(owner, values);
    return this;
  }

  public Family build() {
    SortedMap<PublicKey, Announced> announced = new TreeMap<>(announcements);
    List<Stated> newestFirst = new ArrayList<>(states.values());
    newestFirst.sort(Comparator.comparing(Stated::state, RepoState.NEWEST_FIRST));
    return new Family(
        identifier,
        mode,
        announced,
        newestFirst,
        new TreeMap<>(pullRequests),
        new TreeMap<>(refs),
        new TreeMap<>(submissions),
        new Authority(announced, mode),
        version);
  }
}
