package dev.graspd.server.family.view;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.policy.Admission;
import dev.graspd.core.policy.Facts;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Stated;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.server.family.held.HeldIndex;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Facts from the store and the index of held events. Thread-safe. */
public record StoreFacts(
    EventStore events, RepositoryStore repositories, HeldIndex held, Families families)
    implements Facts {
  private static final int SLICE_WORK = 2_000;
  private static final int SLICE_BYTES = 1 << 20;

  /** How many events that name an event are checked. */
  private static final int NAMING_LOOKED_AT = 50;

  @Override
  public Family family(Identifier identifier) {
    return families.of(identifier);
  }

  /** An event that is accepted here or by another process, however short ago. */
  @Override
  public Optional<Event> accepted(EventId id) {
    return inMemory(id)
        .or(() -> {
          families.keepUp();
          return inMemory(id);
        });
  }

  /** First the held ones: one that is released meanwhile is served then. */
  private Optional<Event> inMemory(EventId id) {
    return waiting(id).or(() -> events.served(id));
  }

  private Optional<Event> waiting(EventId id) {
    return held.find(id)
        .filter(entry -> !entry.until().lapsed())
        .flatMap(entry -> repositories.held(entry.id()));
  }

  /** Returns the row of a held event, lapsed or not, as it is on disk now. */
  public Optional<HeldIndex.Entry> rowOf(EventId id) {
    families.keepUp();
    return held.find(id);
  }

  /** Returns the rows of a family's held events, as they are on disk now. */
  public List<HeldIndex.Entry> rowsOf(Identifier family) {
    families.keepUp();
    return held.of(family);
  }

  /** Returns the rows of all held events, as they are on disk now. */
  public List<HeldIndex.Entry> rows() {
    families.keepUp();
    return held.all();
  }

  /** Returns a held event, lapsed or not. */
  public Optional<Event> held(EventId id) {
    return repositories.held(id);
  }

  @Override
  public Optional<EventHead> accepted(Address address) {
    return ofFamily(address).or(() -> served(address));
  }

  /** Most events name a repository, whose family is cached. Only repository events wait. */
  private Optional<EventHead> ofFamily(Address address) {
    Optional<Family> home = Identifier.parse(address.identifier()).map(families::of);
    return switch (address.kind()) {
      case Kinds.ANNOUNCEMENT ->
          home.flatMap(family -> family.announcementOf(address.author()))
              .filter(announced -> announced.standing().counts())
              .map(announced -> announced.announcement().event());
      case Kinds.REPO_STATE -> home.flatMap(family -> stateIn(family, address.author()));
      default -> Optional.empty();
    };
  }

  /** Prefers a served state: a newer one that waits may never be served. */
  private static Optional<EventHead> stateIn(Family family, PublicKey author) {
    return family.states().stream()
        .filter(stated -> stated.standing().counts() && stated.state().author().equals(author))
        .min(Comparator.comparing(Stated::standing))
        .map(stated -> stated.state().event());
  }

  private Optional<EventHead> served(Address address) {
    Filter.Builder filter =
        Filter.builder().kinds(List.of(address.kind())).authors(List.of(address.author())).limit(1);
    if (Kinds.lifeOf(address.kind()) == Kinds.Life.ADDRESSABLE) {
      filter.tag('d', List.of(address.identifier()));
    }
    return query(filter.build())
        .filter(event -> event.address().equals(Optional.of(address)))
        .findFirst()
        .map(Event::head);
  }

  @Override
  public Optional<Event> naming(Event event) {
    return naming(event, Set.of());
  }

  private Optional<Event> naming(Event event, Set<EventId> without) {
    Stream<Filter> byId = Stream.of('e', 'E', 'q').map(letter -> naming(letter, event.id().hex()));
    Stream<Filter> byAddress =
        event.address().stream()
            .flatMap(address ->
                Stream.of('a', 'A', 'q').map(letter -> naming(letter, address.toString())));
    return Stream.concat(byId, byAddress)
        .flatMap(this::query)
        .filter(naming -> !without.contains(naming.id()))
        .filter(naming -> !Admission.WITHOUT_RIGHTS.contains(naming.kind()))
        .findFirst();
  }

  /**
   * Returns whether a stored event would be accepted without these others. Limits for held events
   * do not matter, because it does not begin to wait.
   */
  public boolean isAdmissibleWithout(Event event, Set<EventId> others, HostingRules rules) {
    return !(Admission.decide(event, new Without(others), rules)
            instanceof Admission.Refuse(var refusal))
        || refusal.reason() == EventReason.TOO_MANY_HELD;
  }

  /** The facts as if some events were not here. */
  private final class Without implements Facts {
    private final Set<EventId> others;

    Without(Set<EventId> others) {
      this.others = others;
    }

    @Override
    public Family family(Identifier identifier) {
      return StoreFacts.this.family(identifier);
    }

    @Override
    public Optional<Event> accepted(EventId id) {
      return others.contains(id) ? Optional.empty() : StoreFacts.this.accepted(id);
    }

    @Override
    public Optional<EventHead> accepted(Address address) {
      return StoreFacts.this.accepted(address).filter(event -> !others.contains(event.id()));
    }

    @Override
    public Optional<Event> naming(Event event) {
      return StoreFacts.this.naming(event, others);
    }

    @Override
    public boolean takesPart(PublicKey key) {
      return StoreFacts.this.takesPart(key);
    }
  }

  private static Filter naming(char letter, String value) {
    return Filter.builder().tag(letter, List.of(value)).limit(NAMING_LOOKED_AT).build();
  }

  /** A key with an event other than a profile takes part. */
  @Override
  public boolean takesPart(PublicKey key) {
    Filter own = Filter.builder().authors(List.of(key)).limit(NAMING_LOOKED_AT).build();
    return repositories.takesPart(key)
        || query(own).anyMatch(event -> !Admission.WITHOUT_RIGHTS.contains(event.kind()));
  }

  private Stream<Event> query(Filter filter) {
    return StoreQueries.all(events, filter, SLICE_WORK, SLICE_BYTES).stream();
  }
}
