package dev.graspd.server.family.view;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.text.Hex;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.Family.Offered;
import dev.graspd.core.repo.Family.Stated;
import dev.graspd.core.repo.FamilyBuilder;
import dev.graspd.core.repo.HostingMode;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.RepoState;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.Waiting;
import dev.graspd.core.store.query.ItemRun;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads families from the store. Events never change, so a reading takes known events from an
 * earlier one and reads only new ones. Thread-safe.
 */
public record FamilyReader(
    EventStore events, RepositoryStore repositories, HostingRules rules, Maintainers.Mode mode) {
  private static final int SLICE_WORK = 10_000;

  /** How often a reading is repeated because the family changes all the time. */
  private static final int READINGS_MAX = 3;

  /** Lookups of events for one update of a pull request. */
  private static final int NAMED_MAX = 16;

  /**
   * A family as it was read.
   *
   * @param updates the events that held updates name, if these updates name no repository
   */
  public record Reading(Family family, Map<EventId, NamedEvents> updates) {}

  /** The events that an update names, and what the store knew of each. */
  record NamedEvents(List<EventId> ids, List<Known> known) {}

  /** Reads a family, and only those of its events that an earlier reading does not know. */
  public Reading read(Identifier identifier, Optional<Reading> earlier) {
    Reading reading = new Run(identifier, earlier.orElse(null)).read();
    // A change meanwhile may be in one part and not in another.
    for (int i = 0; i < READINGS_MAX && isOld(reading.family()); i++) {
      reading = new Run(identifier, reading).read();
    }
    return reading;
  }

  private boolean isOld(Family family) {
    return repositories.version(family.identifier()) != family.version();
  }

  /**
   * Returns what reading a changed family again would give; empty if that depends on other events,
   * as the targets of updates of pull requests do.
   */
  Optional<Reading> changed(Reading earlier, Family after) {
    return earlier.updates().isEmpty()
            && earlier.family().pullRequests().keySet().containsAll(after.pullRequests().keySet())
        ? Optional.of(new Reading(withHosting(after), Map.of()))
        : Optional.empty();
  }

  /** One reading. */
  private final class Run {
    private final Identifier identifier;
    private final FamilyBuilder builder;
    private final Map<EventId, Announced> knownAnnouncements = new HashMap<>();
    private final Map<EventId, RepoState> knownStates = new HashMap<>();
    private final Map<EventId, Offered> knownRequests = new HashMap<>();
    private final Map<EventId, NamedEvents> knownUpdates = new HashMap<>();
    private final Map<EventId, NamedEvents> updates = new TreeMap<>();
    private final boolean isFirst;

    Run(Identifier identifier, @Nullable Reading earlier) {
      this.identifier = identifier;
      this.builder = new FamilyBuilder(identifier, mode);
      this.isFirst = earlier == null;
      if (earlier != null) {
        remember(earlier);
      }
    }

    private void remember(Reading earlier) {
      Family family = earlier.family();
      family
          .announcements()
          .values()
          .forEach(one -> knownAnnouncements.put(one.announcement().event().id(), one));
      family.states().forEach(one -> knownStates.put(one.state().id(), one.state()));
      knownRequests.putAll(family.pullRequests());
      knownUpdates.putAll(earlier.updates());
    }

    Reading read() {
      // First, so that what comes later makes the reading an old one.
      builder.version(reported(repositories.version(identifier)));
      if (isFirst) {
        StoreQueries.forEach(events, ofFamily(), event -> add(event, Standing.SERVED));
      } else {
        servedIds().forEach(id -> add(id, Standing.SERVED));
      }
      for (Waiting row : repositories.waiting(identifier)) {
        add(row.id(), row.until().lapsed() ? Standing.LAPSED : Standing.WAITING);
      }
      repositories.refs(identifier).forEach(builder::addRefs);
      for (Submission submission : repositories.submissions(identifier)) {
        builder.add(submission);
      }
      return new Reading(withHosting(builder.build()), Map.copyOf(updates));
    }

    /**
     * Waits until a version is reported. A commit can be read a moment before, but queries show
     * only events that are reported: the reading would lack some, and count as new for ever.
     */
    private long reported(long version) {
      while (events.lastSeq() < version) {
        Thread.onSpinWait();
      }
      return version;
    }

    private Filter ofFamily() {
      return Filter.builder()
          .kinds(List.of(Kinds.ANNOUNCEMENT, Kinds.REPO_STATE))
          .tag('d', List.of(identifier.text()))
          .build();
    }

    private List<EventId> servedIds() {
      List<EventId> ids = new ArrayList<>();
      // Expired events count until they are removed, as in StoreQueries.
      ItemRun run = events.items(ofFamily(), 0);
      boolean done = false;
      while (!done) {
        done = run.next(SLICE_WORK, (_, id) -> ids.add(id));
      }
      return ids;
    }

    private void add(EventId id, Standing standing) {
      Announced announced = knownAnnouncements.get(id);
      RepoState state = knownStates.get(id);
      Offered offered = knownRequests.get(id);
      if (announced != null) {
        builder.add(new Announced(announced.announcement(), standing, announced.hosting()));
      } else if (state != null) {
        builder.add(new Stated(state, standing));
      } else if (offered != null && hasSameTargets(id)) {
        builder.add(
            new Offered(offered.request(), offered.targets(), standing, offered.isSubmission()));
      } else {
        eventOf(id, standing).ifPresent(event -> add(event, standing));
      }
    }

    private Optional<Event> eventOf(EventId id, Standing standing) {
      return standing == Standing.SERVED ? events.served(id) : repositories.held(id);
    }

    /** Whether the store knows the same of the named events as before. */
    private boolean hasSameTargets(EventId id) {
      NamedEvents named = knownUpdates.get(id);
      if (named == null) {
        return true;
      }
      boolean same = named.known().equals(knownOf(named.ids()));
      if (same) {
        updates.put(id, named);
      }
      return same;
    }

    private void add(Event event, Standing standing) {
      Announcement.of(event)
          .ifPresent(one -> builder.add(new Announced(one, standing, HostingMode.UNHOSTED)));
      RepoState.of(event).ifPresent(state -> builder.add(new Stated(state, standing)));
      if (standing != Standing.SERVED) {
        PullRequest.of(event)
            .ifPresent(request ->
                builder.add(
                    new Offered(
                        request,
                        targets(event, request),
                        standing,
                        rules.isSubmission(request, identifier))));
      }
    }

    /** The owners in this family that a held pull request, or the one that it updates, names. */
    private SortedSet<PublicKey> targets(Event event, PullRequest request) {
      SortedSet<PublicKey> own = request.ownersNamed(identifier);
      if (!own.isEmpty()) {
        return own;
      }
      List<EventId> named =
          event.tags().stream()
              .filter(tag -> tag.is("e") || tag.is("E"))
              .filter(tag -> Hex.isLowerHex(tag.value(), 64))
              .map(tag -> EventId.parse(tag.value()))
              .distinct()
              .limit(NAMED_MAX)
              .toList();
      updates.put(event.id(), new NamedEvents(named, knownOf(named)));
      return named.stream()
          .flatMap(id -> events.served(id).or(() -> repositories.held(id)).stream())
          .flatMap(other -> PullRequest.of(other).stream())
          .map(other -> other.ownersNamed(identifier))
          .filter(owners -> !owners.isEmpty())
          .findFirst()
          .orElseGet(TreeSet::new);
    }

    private List<Known> knownOf(List<EventId> ids) {
      return ids.stream().map(events::known).toList();
    }
  }

  /**
   * Hosting follows from the rules of now, not from those when the announcement came. A listing by
   * others matters only if it has no repository.
   */
  private Family withHosting(Family family) {
    List<Announced> changed = new ArrayList<>();
    for (Announced one : family.announcements().values()) {
      if (!one.hosting().hasRepository()) {
        HostingMode hosting =
            rules.hosting(one.announcement(), family).orElse(HostingMode.UNHOSTED);
        if (hosting != one.hosting()) {
          changed.add(new Announced(one.announcement(), one.standing(), hosting));
        }
      }
    }
    return family.withAll(changed);
  }
}
