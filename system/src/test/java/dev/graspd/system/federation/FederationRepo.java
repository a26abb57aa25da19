package dev.graspd.system.federation;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.Answer;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.Texts;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A repository on several servers of a federation: what its people do, and what they were told.
 * Used by one thread at a time.
 */
final class FederationRepo {
  private static final String HEADS = "refs/heads/";
  private static final String ALL_HEADS = "refs/heads/*:refs/heads/*";
  private static final String ALL_TAGS = "refs/tags/*:refs/tags/*";

  private final Signer owner;
  private final Signer guest;
  private final String identifier;
  private final List<FederationServer> named;
  private final GitClient work;
  private final Consumer<String> history;

  /** Those that nobody could tell of the repository so far. */
  private final List<FederationServer> untold;

  /** What every server must have in the end, unless something newer took its place. */
  private final List<Event> promised = new ArrayList<>();

  /** What a server may have taken, though nobody was told so. */
  private final List<Event> possible = new ArrayList<>();

  private final List<Event> issues = new ArrayList<>();
  private final SortedMap<String, String> offered = new TreeMap<>();
  private Event announcement;

  /** The newest state, as long as its push has not worked. */
  private @Nullable Event unpushed;

  private boolean begun;
  private long lastSeconds;
  private int number;

  FederationRepo(
      String name, List<FederationServer> named, Path directory, Consumer<String> history) {
    this.owner = Signer.named("owner of " + name);
    this.guest = Signer.named("guest of " + name);
    this.identifier = name;
    this.named = named;
    this.work = GitClient.init(directory);
    this.history = history;
    this.untold = new ArrayList<>(named);
    this.announcement = announcing();
    possible.add(announcement);
  }

  String identifier() {
    return identifier;
  }

  List<FederationServer> named() {
    return named;
  }

  HostedRepo at(FederationServer server) {
    return new HostedRepo(server.own(), owner, identifier);
  }

  /** Whether a push was accepted; before that everything about it may be forgotten. */
  boolean isBegun() {
    return begun;
  }

  // ---- what people do

  /** Does something at the server, or at the next one that runs. */
  void act(FederationScript.Step.Act act) {
    FederationServer server = running(act.server());
    RandomGenerator random = new SplittableRandom(act.chance());
    tellAll();
    switch (act.deed()) {
      case PUSH -> push(server, random);
      case OFFER -> offer(server);
      case TALK -> talk(server, random);
      case ANNOUNCE -> announceAnew(server);
    }
  }

  private FederationServer running(int from) {
    for (int i = 0; i < named.size(); i++) {
      FederationServer server = named.get((from + i) % named.size());
      if (server.isRunning()) {
        return server;
      }
    }
    return named.get(from % named.size());
  }

  /** Tells those of the repository who could not be told before: nobody else would. */
  private void tellAll() {
    untold.removeIf(server -> server.isRunning() && isTaken(server, announcement));
  }

  private void announceAnew(FederationServer server) {
    Event newer = announcing();
    boolean taken = isTaken(server, newer);
    if (taken) {
      announcement = newer;
    }
    (taken && begun ? promised : possible).add(newer);
  }

  private void push(FederationServer server, RandomGenerator random) {
    change(random);
    unpushed = state();
    possible.add(unpushed);
    for (FederationServer other : named) {
      if (!other.equals(server) && other.isRunning() && random.nextInt(4) == 0) {
        boolean _ = isTaken(other, unpushed);
      }
    }
    push(server);
  }

  /** Pushes what the newest state names; that state is promised then. */
  private void push(FederationServer server) {
    Event state = unpushed;
    if (state != null
        && isTaken(server, state)
        && isPushed(server, "--prune", "--force", at(server).cloneUrl(), ALL_HEADS, ALL_TAGS)) {
      unpushed = null;
      promised.add(state);
      if (!begun) {
        begun = true;
        promised.add(announcement);
      }
    }
  }

  /**
   * Everything works again: those who heard nothing get it now, and what could not be pushed is
   * pushed. A state that waits for its push would move HEAD where it waits, and there only.
   */
  void finish() {
    tellAll();
    push(named.getFirst());
  }

  /** Mostly a commit; at times a branch or a tag comes or goes, and HEAD with it. */
  private void change(RandomGenerator random) {
    number++;
    List<String> branches = branches();
    switch (branches.isEmpty() ? 0 : random.nextInt(10)) {
      case 1 -> work.must("checkout", "-q", "-b", "branch-" + number);
      case 2 -> work.must("checkout", "-q", branches.get(random.nextInt(branches.size())));
      case 3 -> work.must("tag", "v" + number);
      case 4 -> {
        List<String> others = new ArrayList<>(branches);
        others.remove(head().substring(HEADS.length()));
        if (!others.isEmpty()) {
          work.must("branch", "-q", "-D", others.get(random.nextInt(others.size())));
        }
      }
      default -> {}
    }
    if (branches.isEmpty() || random.nextInt(5) > 0) {
      String _ = work.commit("file-" + random.nextInt(3), identifier + " " + number + "\n");
    }
  }

  private List<String> branches() {
    return work.must("for-each-ref", "--format=%(refname:short)", HEADS).lines().toList();
  }

  private String head() {
    return work.must("symbolic-ref", "HEAD").strip();
  }

  /** A pull request whose commit is pushed to one server. */
  private void offer(FederationServer server) {
    if (branches().isEmpty()) {
      return;
    }
    String words = "offer " + ++number;
    String commit =
        work.must("commit-tree", "HEAD^{tree}", "-p", "HEAD", "-m", identifier + " " + words)
            .strip();
    Event request =
        about(Kinds.PULL_REQUEST).tag("subject", words).tag("c", commit).signedBy(guest);
    String ref = "refs/nostr/" + request.id();
    boolean taken = isTaken(server, request);
    boolean pushed = taken && isPushed(server, at(server).cloneUrl(), commit + ":" + ref);
    offered.put(ref, commit);
    (pushed ? promised : possible).add(request);
  }

  private void talk(FederationServer server, RandomGenerator random) {
    boolean begins = issues.isEmpty() || random.nextBoolean();
    Event event =
        begins
            ? about(Kinds.ISSUE).content("issue " + ++number).signedBy(guest)
            : commentOn(issues.get(random.nextInt(issues.size())));
    boolean taken = isTaken(server, event);
    (taken ? promised : possible).add(event);
    if (taken && begins) {
      issues.add(event);
    }
  }

  private Event commentOn(Event issue) {
    return EventBuilder.kind(Kinds.COMMENT)
        .at(nowSeconds())
        .tag("E", issue.id().hex())
        .tag("e", issue.id().hex())
        .content("comment " + ++number)
        .signedBy(owner);
  }

  private EventBuilder about(int kind) {
    return EventBuilder.kind(kind).at(nowSeconds()).tag("a", at(named.getFirst()).address());
  }

  /** Every event is newer than those before it. */
  private long nowSeconds() {
    lastSeconds = Math.max(lastSeconds + 1, Instant.now().getEpochSecond());
    return lastSeconds;
  }

  private Event announcing() {
    Stream<String> clones =
        named.stream()
            .map(server -> new HostedRepo(server.service(), owner, identifier).cloneUrl());
    Stream<String> relays = named.stream().map(server -> server.service().toString());
    return EventBuilder.kind(Kinds.ANNOUNCEMENT)
        .at(nowSeconds())
        .tag("d", identifier)
        .tag(Stream.concat(Stream.of("clone"), clones).toArray(String[]::new))
        .tag(Stream.concat(Stream.of("relays"), relays).toArray(String[]::new))
        .tag("description", "version " + ++number)
        .signedBy(owner);
  }

  private Event state() {
    EventBuilder state =
        EventBuilder.kind(Kinds.REPO_STATE)
            .at(nowSeconds())
            .tag("d", identifier)
            .tag("HEAD", "ref: " + head());
    work.must("for-each-ref", "--format=%(refname) %(objectname)", HEADS, "refs/tags/")
        .lines()
        .forEach(line -> state.tag(line.split(" ", -1)));
    return state.signedBy(owner);
  }

  /** Returns whether the server has said that it has the event now, served or held. */
  private boolean isTaken(FederationServer server, Event event) {
    try (RelayClient relay = RelayClient.connect(server.own())) {
      Answer.Ok answer = relay.publish(event);
      note(server, event + " " + answer.accepted() + " " + answer.message());
      return answer.accepted();
    } catch (RuntimeException | AssertionError e) {
      // It died: what was not answered was not promised.
      note(server, event + " without an answer: " + e.getMessage());
      return false;
    }
  }

  private boolean isPushed(FederationServer server, String... arguments) {
    GitClient.Run run =
        work.run(Stream.concat(Stream.of("push"), Stream.of(arguments)).toArray(String[]::new));
    note(server, (run.worked() ? "pushed " : "not pushed: ") + run.output().strip());
    return run.worked();
  }

  private void note(FederationServer server, String what) {
    history.accept(identifier + " at " + server + ": " + what);
  }

  // ---- what must be in the end

  /** Returns filters of everything that belongs to it. */
  List<String> filters() {
    List<String> filters = new ArrayList<>();
    filters.add(Texts.json("{'kinds':[30617,30618],'#d':['%s']}", identifier));
    filters.add(Texts.json("{'#a':['%s']}", at(named.getFirst()).address()));
    if (!issues.isEmpty()) {
      filters.add(Texts.only(issues.toArray(new Event[0])).replace("ids", "#E"));
    }
    return filters;
  }

  /** Returns what is wrong with what a server shows; empty if nothing is. */
  List<String> faults(FederationView view) {
    List<String> faults = new ArrayList<>();
    for (Event event : promised) {
      if (!view.events().contains(event.id()) && !isReplaced(event, view)) {
        faults.add("lacks " + event);
      }
    }
    SortedSet<EventId> unknown = new TreeSet<>(view.events());
    known().forEach(event -> unknown.remove(event.id()));
    if (!unknown.isEmpty()) {
      faults.add("has what nobody published: " + unknown);
    }
    if (!view.refs().equals(refs(view)) || !view.head().equals(head(view))) {
      faults.add("has refs " + view.refs() + " and HEAD " + view.head() + ", not as signed");
    }
    return faults;
  }

  private boolean isReplaced(Event event, FederationView view) {
    return Kinds.hasAddress(event.kind())
        && known()
            .anyMatch(other ->
                view.events().contains(other.id())
                    && other.kind() == event.kind()
                    && Event.NEWEST_FIRST.compare(other, event) < 0);
  }

  private Stream<Event> known() {
    return Stream.concat(promised.stream(), possible.stream());
  }

  /** Returns the refs that follow from the events which a server shows. */
  private SortedMap<String, String> refs(FederationView view) {
    SortedMap<String, String> refs = new TreeMap<>();
    offered.forEach((ref, commit) -> {
      if (view.events().contains(EventId.parse(ref.substring("refs/nostr/".length())))) {
        refs.put(ref, commit);
      }
    });
    served(view)
        .flatMap(state -> state.tags().stream())
        .filter(tag -> tag.name().startsWith("refs/"))
        .forEach(tag -> refs.put(tag.name(), tag.value()));
    return refs;
  }

  private String head(FederationView view) {
    return served(view)
        .flatMap(state -> state.tag("HEAD").stream())
        .map(tag -> tag.value().substring("ref: ".length()))
        .findFirst()
        .orElse("");
  }

  private Stream<Event> served(FederationView view) {
    return known()
        .filter(event -> event.kind() == Kinds.REPO_STATE && view.events().contains(event.id()));
  }
}
