package dev.graspd.sim.federation;

import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.RepoState;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** A repository on some of the servers: what its people do, and what they were told. */
final class SimRepo {
  private static final Duration LATE_MAX = Duration.ofMinutes(20);

  /** What a server shows of it. */
  record View(SortedSet<EventId> events, Refs refs) {}

  private final Federation world;
  private final Signer owner;
  private final Signer guest;
  private final Identifier name;
  private final List<Node> named;
  private final List<Node> untold;

  /** What every server must have in the end, unless something newer took its place. */
  private final List<Event> promised = new ArrayList<>();

  /** What nobody was promised. */
  private final List<Event> possible = new ArrayList<>();

  private final List<Event> issues = new ArrayList<>();
  private final SortedMap<String, Oid> branches = new TreeMap<>();
  private String head = "refs/heads/main";
  private Event announcement;
  private boolean begun;
  private long lastSeconds;
  private long number;

  SimRepo(Federation world, int index, List<Node> named) {
    this.world = world;
    this.owner = Signer.numbered(100 + index);
    this.guest = Signer.numbered(200 + index);
    this.name = new Identifier("repo" + index);
    this.named = named;
    this.untold = new ArrayList<>(named);
    this.announcement = announcing();
    possible.add(announcement);
    for (Node node : named) {
      CloneUrl url = CloneUrl.parse(cloneUrl(node)).orElseThrow();
      world.register(url, new Federation.Place(node, address()));
    }
  }

  private RepoAddress address() {
    return new RepoAddress(owner.publicKey(), name);
  }

  private String cloneUrl(Node node) {
    return node.service.httpUrl() + "/" + Bech32.npub(owner.publicKey()) + "/" + name + ".git";
  }

  List<Node> named() {
    return named;
  }

  boolean isBegun() {
    return begun;
  }

  // ---- what people do

  private long nowSeconds() {
    lastSeconds = Math.max(lastSeconds + 1, world.time.trueSeconds());
    return lastSeconds;
  }

  private EventBuilder event(int kind) {
    return EventBuilder.kind(kind).at(nowSeconds()).content("" + number++);
  }

  private Event announcing() {
    Stream<String> clones = named.stream().map(this::cloneUrl);
    Stream<String> relays = named.stream().map(node -> node.url.text());
    return event(Kinds.ANNOUNCEMENT)
        .tag("d", name.text())
        .tag(Stream.concat(Stream.of("clone"), clones).toArray(String[]::new))
        .tag(Stream.concat(Stream.of("relays"), relays).toArray(String[]::new))
        .unsignedBy(owner);
  }

  /** Tells those of the repository who could not be told before: nobody else would. */
  void tellAll() {
    untold.removeIf(node -> node.isUp() && node.gate.receive(announcement));
  }

  void announceAnew(Node node) {
    Event newer = announcing();
    boolean taken = node.gate.receive(newer);
    if (taken) {
      announcement = newer;
    }
    (taken && begun ? promised : possible).add(newer);
  }

  /** Signs a state; what it names is pushed at once, later, or never. */
  void push(Node node, List<Node> others) {
    change();
    EventBuilder builder =
        event(Kinds.REPO_STATE).tag("d", name.text()).tag("HEAD", "ref: " + head);
    branches.forEach((branch, tip) -> builder.tag(branch, tip.hex()));
    Event event = builder.unsignedBy(owner);
    RepoState state = RepoState.of(event).orElseThrow();
    boolean taken = node.gate.receive(event);
    others.forEach(other -> {
      boolean _ = other.gate.receive(event);
    });
    possible.add(event);
    sometime(() -> isPushed(node, state, taken), node, event);
  }

  /** A server that took the newest state takes what it names, too. */
  private boolean isPushed(Node node, RepoState state, boolean taken) {
    boolean pushed = node.gate.push(address(), state);
    boolean isNewest =
        known()
            .noneMatch(other ->
                other.kind() == Kinds.REPO_STATE
                    && EventHead.NEWEST_FIRST.compare(other.head(), state.event()) < 0);
    if (taken && isNewest && !pushed) {
      throw new AssertionError(node + " took a state and refuses its push: " + state.event());
    }
    return pushed;
  }

  /** Does something at a server: at once, a while later, or never. */
  private void sometime(BooleanSupplier push, Node node, Event event) {
    Runnable attempt =
        () -> {
          if (node.isUp() && push.getAsBoolean()) {
            world.note(node, "is pushed", event);
            promise(event);
          }
        };
    switch (world.random.nextInt(8)) {
      case 0 -> {}
      case 1, 2 ->
          world.time.after(Duration.ofMillis(world.random.nextLong(LATE_MAX.toMillis())), attempt);
      default -> attempt.run();
    }
  }

  private void promise(Event event) {
    promised.add(event);
    if (!begun && event.kind() == Kinds.REPO_STATE) {
      begun = true;
      promised.add(announcement);
    }
  }

  /** Mostly a commit; at times a branch comes or goes, and HEAD with it. */
  private void change() {
    if (branches.isEmpty()) {
      branches.put(head, world.commits.first());
      return;
    }
    List<String> all = List.copyOf(branches.keySet());
    String any = all.get(world.random.nextInt(all.size()));
    switch (world.random.nextInt(10)) {
      case 0 -> head = any;
      case 1 -> {
        if (!any.equals(head)) {
          branches.remove(any);
        }
      }
      case 2 -> branches.put("refs/heads/b" + number, branches.get(any));
      case 3 -> branches.put("refs/tags/v" + number, branches.get(any));
      default -> {}
    }
    head = head.startsWith("refs/heads/") ? head : "refs/heads/main";
    branches.computeIfAbsent(head, _ -> world.commits.first());
    if (world.random.nextInt(5) > 0) {
      branches.compute(head, (_, tip) -> world.commits.on(tip));
    }
  }

  /** A pull request whose commit is pushed to one server. */
  void offer(Node node) {
    if (branches.isEmpty()) {
      return;
    }
    Oid commit = world.commits.on(branches.get(head));
    Event request =
        event(Kinds.PULL_REQUEST)
            .tag("a", address().toString())
            .tag("c", commit.hex())
            .unsignedBy(guest);
    boolean _ = node.gate.receive(request);
    possible.add(request);
    sometime(() -> node.gate.push(name, commit), node, request);
  }

  void talk(Node node) {
    boolean begins = issues.isEmpty() || world.random.nextBoolean();
    Event event = begins ? issue() : commentOn(issues.get(world.random.nextInt(issues.size())));
    boolean taken = node.gate.receive(event);
    (taken ? promised : possible).add(event);
    if (taken && begins) {
      issues.add(event);
    }
  }

  private Event issue() {
    return event(Kinds.ISSUE).tag("a", address().toString()).unsignedBy(guest);
  }

  private Event commentOn(Event issue) {
    return event(Kinds.COMMENT)
        .tag("E", issue.id().hex())
        .tag("e", issue.id().hex())
        .unsignedBy(owner);
  }

  // ---- what must be in the end

  private Stream<Event> known() {
    return Stream.concat(promised.stream(), possible.stream());
  }

  private View view(Node node) {
    SortedSet<EventId> events = new TreeSet<>();
    known().map(Event::id).filter(node.disk.served::containsKey).forEach(events::add);
    return new View(events, node.disk.family(name).refs(owner.publicKey()));
  }

  /** Returns what is wrong; empty if all its servers have all of it. */
  List<String> faults() {
    List<String> faults = new ArrayList<>();
    SortedSet<String> different = new TreeSet<>();
    for (Node node : named) {
      View view = view(node);
      different.add(view.toString());
      promised.stream()
          .filter(event -> !view.events().contains(event.id()) && !isReplaced(event, view))
          .forEach(event -> faults.add(name + ": " + node + " lacks " + event));
      if (!isAsSigned(view)) {
        faults.add(name + ": " + node + " has refs that are not as signed");
      }
    }
    if (different.size() > 1) {
      faults.add(name + ": servers differ: " + different);
    }
    return faults;
  }

  private boolean isReplaced(Event event, View view) {
    return Kinds.hasAddress(event.kind())
        && known()
            .anyMatch(other ->
                view.events().contains(other.id())
                    && other.kind() == event.kind()
                    && Event.NEWEST_FIRST.compare(other, event) < 0);
  }

  private boolean isAsSigned(View view) {
    SortedMap<String, String> expected = new TreeMap<>();
    List<String> heads = new ArrayList<>();
    known()
        .filter(event -> view.events().contains(event.id()))
        .distinct()
        .forEach(event -> {
          if (event.kind() == Kinds.PULL_REQUEST) {
            event.tag("c").ifPresent(tag -> expected.put("refs/nostr/" + event.id(), tag.value()));
          }
          RepoState.of(event)
              .ifPresent(state -> {
                state.refs().forEach((ref, tip) -> expected.put(ref.text(), tip.hex()));
                state.head().ifPresent(ref -> heads.add(ref.text()));
              });
        });
    SortedMap<String, String> actual = new TreeMap<>();
    view.refs().values().forEach((ref, tip) -> actual.put(ref.text(), tip.hex()));
    return actual.equals(expected)
        && view.refs().head().map(ref -> List.of(ref.text())).orElse(List.of()).equals(heads);
  }

  @Override
  public String toString() {
    return name.text();
  }
}
