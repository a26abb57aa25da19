package dev.graspd.sim.sync;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What people do on the relays of a simulated world, and what we must have in the end. */
final class Story {
  private static final List<Signer> OWNERS =
      List.of(Signer.numbered(1), Signer.numbered(2), Signer.numbered(3));
  private static final List<Signer> PEOPLE =
      List.of(Signer.numbered(4), Signer.numbered(5), Signer.numbered(6));

  /** After the last fault, everything dated when it was published is here by then. */
  private static final Duration SOON = Duration.ofMinutes(50);

  private static final String[] NAMES = {"alpha", "beta", "with:colon"};

  private final SyncWorld world;
  private final List<SimRelay> relays;
  private final List<Event> published = new ArrayList<>();
  private final Map<EventId, Long> publishedSeconds = new HashMap<>();
  private final List<Event> announcements = new ArrayList<>();
  private long numbers;

  private Story(SyncWorld world, List<SimRelay> relays) {
    this.world = world;
    this.relays = relays;
  }

  /** Relays of all kinds, on which everything goes wrong. */
  static Story wild(SyncWorld world, int relayCount) {
    List<SimRelay> relays = new ArrayList<>();
    for (int i = 0; i < relayCount; i++) {
      relays.add(world.relay("relay" + i, Manners.any(world.random), Mishaps.usual()));
    }
    return new Story(world, List.copyOf(relays));
  }

  /** Two relays that do everything right. */
  static Story friendly(SyncWorld world) {
    world.calm();
    return new Story(
        world,
        List.of(
            world.relay("relay0", Manners.friendly(), Mishaps.none()),
            world.relay("relay1", Manners.friendly(), Mishaps.none())));
  }

  /** People talk in peace; in the end our server is started again and must fetch nothing. */
  void secondSyncTransfersNothing(int happenings) {
    for (int i = 0; i < happenings; i++) {
      switch (world.random.nextInt(6)) {
        case 0 -> announce();
        case 1 -> strangersAnnounce();
        default -> converse();
      }
      pass(Duration.ofSeconds(world.random.nextLong(60)));
    }
    pass(SOON);
    long before = relays.stream().mapToLong(relay -> relay.eventsSent).sum();
    world.restart();
    pass(Duration.ofMinutes(20));
    long sent = relays.stream().mapToLong(relay -> relay.eventsSent).sum() - before;
    if (sent > 0) {
      throw new AssertionError("a second sync transferred " + sent + " events");
    }
  }

  List<SimRelay> relays() {
    return relays;
  }

  private <T> T any(List<T> things) {
    return things.get(world.random.nextInt(things.size()));
  }

  /** Mostly now; sometimes somebody's clock is wrong, or an old event is published late. */
  private long createdAt() {
    return switch (world.random.nextInt(12)) {
      case 0 -> world.time.trueSeconds() - world.random.nextLong(100_000);
      case 1 -> world.time.trueSeconds() + world.random.nextLong(-300, 300);
      case 2 -> Time.CALENDAR_START - 5_000;
      default -> world.time.trueSeconds();
    };
  }

  void happen() {
    switch (world.random.nextInt(20)) {
      case 0, 1 -> announce();
      case 2 -> world.goDown(any(relays));
      case 3, 4 -> relays.forEach(relay -> relay.up = true);
      case 5 -> {
        if (world.random.nextInt(4) == 0) {
          world.note("we", "are", "restarted");
          world.restart();
        }
      }
      case 6 -> world.time.setCalendar(world.random.nextLong(-600, 600));
      case 7 -> deleteHere();
      case 8 -> strangersAnnounce();
      case 9 -> burst();
      default -> converse();
    }
  }

  private void publish(Event event, List<SimRelay> where) {
    published.add(event);
    publishedSeconds.put(event.id(), world.time.trueSeconds());
    where.forEach(relay -> relay.publish(event));
  }

  private void announce() {
    Signer owner = any(OWNERS);
    String name = NAMES[world.random.nextInt(NAMES.length)];
    List<SimRelay> named = some();
    List<String> urls = new ArrayList<>();
    urls.add("relays");
    if (world.random.nextInt(8) > 0) {
      urls.add(SimServer.OWN.text());
    }
    named.forEach(relay -> urls.add(relay.url.text()));
    Event event =
        EventBuilder.kind(Kinds.ANNOUNCEMENT)
            .at(createdAt())
            .tag("d", name)
            .tag(urls.toArray(String[]::new))
            .content("" + numbers++)
            .unsignedBy(owner);
    announcements.add(event);
    publish(event, named);
    if (world.random.nextBoolean()) {
      world.server.submit(event);
    }
  }

  private void strangersAnnounce() {
    Event event =
        EventBuilder.kind(Kinds.ANNOUNCEMENT)
            .at(createdAt())
            .tag("d", "foreign" + numbers++)
            .tag("relays", "wss://elsewhere.example.org")
            .unsignedBy(any(PEOPLE));
    publish(event, some());
  }

  private List<SimRelay> some() {
    List<SimRelay> some = new ArrayList<>();
    relays.forEach(relay -> {
      if (world.random.nextBoolean()) {
        some.add(relay);
      }
    });
    return some.isEmpty() ? List.of(any(relays)) : some;
  }

  private void burst() {
    long count = world.random.nextLong(3, 15);
    for (int i = 0; i < count; i++) {
      converse();
    }
  }

  private void converse() {
    if (announcements.isEmpty()) {
      announce();
      return;
    }
    Announcement about = Announcement.of(any(announcements)).orElseThrow();
    String address = about.address().toString();
    EventBuilder event =
        switch (world.random.nextInt(6)) {
          case 0 -> EventBuilder.kind(Kinds.REPO_STATE).tag("d", about.identifier().text());
          case 1 -> EventBuilder.kind(Kinds.ISSUE).tag("a", address);
          case 2 -> EventBuilder.kind(Kinds.PATCH).tag("a", address);
          case 3 -> EventBuilder.kind(Kinds.COMMENT).tag("A", address).tag("a", address);
          case 4 -> EventBuilder.kind(Kinds.TEXT_NOTE).tag("q", address);
          default -> reply();
        };
    publish(event.at(createdAt()).content("" + numbers++).unsignedBy(any(PEOPLE)), some());
  }

  private EventBuilder reply() {
    List<Event> above =
        published.stream().filter(event -> event.kind() != Kinds.ANNOUNCEMENT).toList();
    if (above.isEmpty()) {
      return EventBuilder.note("nothing to reply to").tag("q", "none");
    }
    String letter = any(List.of("e", "E", "q"));
    return EventBuilder.kind(Kinds.COMMENT).tag(letter, any(above).id().hex());
  }

  private void deleteHere() {
    List<Announcement> here = world.server.announcements();
    if (!here.isEmpty() && world.random.nextInt(4) == 0) {
      Event event = world.server.served(any(here).event().id());
      world.note("we", "delete", event);
      world.server.delete(event);
    }
  }

  /**
   * Returns an event that a relay has, that we should have, and have not; null if there is none.
   */
  @Nullable String missing(Predicate<SimRelay> from, Predicate<Event> which) {
    for (SimRelay relay : relays.stream().filter(from).toList()) {
      Set<String> addresses = new TreeSet<>();
      Set<String> identifiers = new TreeSet<>();
      Set<String> ids = new TreeSet<>();
      boolean wanted = false;
      for (Announcement one : world.server.announcements()) {
        if (SimServer.relays(one).contains(relay.url)) {
          wanted = true;
          addresses.add(one.address().toString());
          identifiers.add(one.identifier().text());
        }
      }
      for (Event event : world.server.served.values()) {
        boolean root =
            SimServer.isRoot(event)
                && SimServer.repositories(event).stream()
                    .anyMatch(address -> addresses.contains(address.toString()));
        if (root) {
          ids.add(event.id().hex());
        }
      }
      Set<String> members = new TreeSet<>(ids);
      addMembers(members);
      for (Event event : wanted ? relay.stored : new TreeSet<>(Event.NEWEST_FIRST)) {
        if ((isExpected(event, addresses, identifiers, ids) || isReply(event, members))
            && isMissing(event)
            && which.test(event)
            && relay.canShow(event)) {
          return event + " " + event.tags() + " created " + event.createdAt() + " on " + relay.url;
        }
      }
    }
    return null;
  }

  private void addMembers(Set<String> ids) {
    boolean grown = true;
    while (grown) {
      grown = false;
      for (Event event : world.server.served.values()) {
        grown |=
            event.tags().stream().anyMatch(tag -> tag.is("e") && ids.contains(tag.value()))
                && ids.add(event.id().hex());
      }
    }
  }

  /** An event that was published long after its date is promised within a day only. */
  private boolean isPunctual(Event event) {
    long published = publishedSeconds.getOrDefault(event.id(), Long.MAX_VALUE);
    return Math.abs(published - event.createdAt()) <= 300
        && relays.stream().noneMatch(relay -> relay.withheld.contains(event.id()));
  }

  private static boolean isReply(Event event, Set<String> members) {
    return event.tags().stream().anyMatch(tag -> tag.is("e") && members.contains(tag.value()));
  }

  private boolean isMissing(Event event) {
    EventId id = event.id();
    return !world.server.served.containsKey(id)
        && !world.server.unwanted.containsKey(id)
        && world.server.isWelcome(event);
  }

  private static boolean isExpected(
      Event event, Set<String> addresses, Set<String> identifiers, Set<String> ids) {
    if (event.kind() == Kinds.ANNOUNCEMENT) {
      return true;
    }
    if (event.kind() == Kinds.REPO_STATE) {
      return event.tag("d").filter(tag -> identifiers.contains(tag.value())).isPresent();
    }
    for (Tag tag : event.tags()) {
      boolean names = tag.isIndexed() && "aAeEq".indexOf(tag.letter()) >= 0;
      if (names && (addresses.contains(tag.value()) || ids.contains(tag.value()))) {
        return true;
      }
    }
    return false;
  }

  /** Things happen for a while, minutes or seconds apart. */
  void run(int happenings) {
    for (int i = 0; i < happenings; i++) {
      happen();
      Duration gap =
          switch (world.random.nextInt(10)) {
            case 0 -> Duration.ofMinutes(world.random.nextLong(40));
            case 1, 2, 3 -> Duration.ofMillis(world.random.nextLong(3_000));
            default -> Duration.ofSeconds(world.random.nextLong(90));
          };
      pass(gap);
      world.checkMemory();
    }
  }

  /** All relays go down again and again, for hours, while things happen; they come back at once. */
  void longAbsences(int repositories) {
    for (int i = 0; i < repositories; i++) {
      announceHere("many" + i);
    }
    pass(Duration.ofMinutes(5));
    for (int i = 0; i < 3; i++) {
      relays.forEach(world::goDown);
      pass(Duration.ofMinutes(20));
      world.checkMemory();
      for (int j = 0; j < 10; j++) {
        announceHere("many" + world.random.nextInt(repositories));
        converse();
        deleteHere();
        pass(Duration.ofMinutes(world.random.nextLong(30)));
      }
      world.checkMemory();
      relays.forEach(relay -> relay.up = true);
      pass(Duration.ofMinutes(world.random.nextLong(90)));
    }
  }

  private void announceHere(String name) {
    List<SimRelay> named = some();
    List<String> urls = new ArrayList<>(List.of("relays", SimServer.OWN.text()));
    named.forEach(relay -> urls.add(relay.url.text()));
    Event event =
        EventBuilder.kind(Kinds.ANNOUNCEMENT)
            .at(world.time.trueSeconds())
            .tag("d", name)
            .tag(urls.toArray(String[]::new))
            .content("" + numbers++)
            .unsignedBy(any(OWNERS));
    announcements.add(event);
    publish(event, named);
    world.server.submit(event);
  }

  void pass(Duration time) {
    long until = world.time.nanos() + time.toNanos();
    while (world.time.step(until)) {}
    world.time.moveTo(until);
  }

  /** All relays are up and well; returns how long it took until nothing was missing. */
  Duration converge() {
    relays.forEach(relay -> relay.up = true);
    world.calm();
    world.time.setCalendar(0);
    long began = world.time.nanos();
    pass(SOON);
    if (!world.isSettled()) {
      // One may have told us to wait for an hour.
      pass(Duration.ofMinutes(75));
      if (!world.isSettled()) {
        throw new AssertionError("a relay is not settled");
      }
    }
    String late = missing(relay -> world.isConnected(relay.url), this::isPunctual);
    if (late != null) {
      throw new AssertionError("does not converge soon: " + late);
    }
    long until = began + Duration.ofHours(60).toNanos();
    String missing = missing(_ -> true, _ -> true);
    while (missing != null && world.time.nanos() < until) {
      pass(Duration.ofHours(1));
      missing = missing(_ -> true, _ -> true);
    }
    if (missing != null) {
      throw new AssertionError("never converges: " + missing);
    }
    probe();
    return Duration.ofNanos(world.time.nanos() - began);
  }

  /** In peace, what is published is here at once, also what is published in a short outage. */
  private void probe() {
    world.checkCoverage();
    for (SimRelay relay : relays) {
      Announcement about =
          world.server.announcements().stream()
              .filter(one -> SimServer.relays(one).contains(relay.url))
              .findFirst()
              .orElse(null);
      if (about != null && relay.manners.subscriptions() >= 20 && isProbable(relay)) {
        expectSoon(comment(about), relay, Duration.ZERO, Duration.ofSeconds(2));
        pass(Duration.ofMinutes(6));
        expectSoon(comment(about), relay, Duration.ofSeconds(20), Duration.ofSeconds(45));
      }
    }
  }

  private boolean isProbable(SimRelay relay) {
    return relay.manners.filters() >= 10 && world.isConnected(relay.url);
  }

  private Event comment(Announcement about) {
    return EventBuilder.kind(Kinds.COMMENT)
        .at(world.time.trueSeconds())
        .tag("A", about.address().toString())
        .content("" + numbers++)
        .unsignedBy(any(PEOPLE));
  }

  private void expectSoon(Event event, SimRelay relay, Duration outage, Duration within) {
    if (outage.isPositive()) {
      world.goDown(relay);
      pass(outage.dividedBy(2));
    }
    relay.publish(event);
    pass(outage.dividedBy(2));
    relay.up = true;
    pass(within);
    if (!world.server.served.containsKey(event.id())) {
      throw new AssertionError(
          "published on " + relay.url + ", outage " + outage + ", not here after " + within);
    }
  }

  List<RelayUrl> urls() {
    return relays.stream().map(relay -> relay.url).toList();
  }
}
