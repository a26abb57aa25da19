package dev.graspd.system.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.repo.Identifier;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.Answer;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.Texts;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A repository that ends, or whose packs are exchanged, and one of the same identifier beside it
 * that has nothing to do with that: what clients do with both, and what must be there afterwards.
 */
final class CrashEnding {
  private static final String MAIN = "refs/heads/main";

  /** The commits that are pushed, the same in all rounds. */
  record Commits(GitClient work, String first, String own, String offered, String beside) {
    static Commits make(Path directory) {
      GitClient work = GitClient.init(directory);
      String first = work.commit("README", "for all\n");
      String own = work.commit("OWN", "of the one that ends\n");
      String offered = work.commit("OFFER", "to the one that ends\n");
      work.must("checkout", "-q", "-b", "beside", first);
      return new Commits(work, first, own, offered, work.commit("BESIDE", "of the other\n"));
    }
  }

  private final Commits commits;
  private final HostedRepo named;
  private final HostedRepo beside;

  private final Event announcement;
  private final Event state;
  private final Event request;
  private final Event issue;
  private final Event shared;

  /** Nothing of this may be served once it has ended, and all of it but the first comes back. */
  private final List<Event> own;

  /** What must be served beside it, from when its git data is here. */
  private final List<Event> promisedBeside = new ArrayList<>();

  private boolean isBesidePromised;

  CrashEnding(String domain, String identifier, Commits commits) {
    this.commits = commits;
    URI service = URI.create("ws://" + domain);
    named = new HostedRepo(service, Signer.named("ending " + identifier), identifier);
    beside = named.of(Signer.named("beside " + identifier));
    announcement = named.announcement();
    state = named.state("main", commits.own);
    request = named.pullRequest(Signer.named("contributor " + identifier), commits.offered);
    issue = issueOf(named);
    promisedBeside.add(beside.announcement());
    promisedBeside.add(beside.state("main", commits.beside));
    shared = issueOf(named, beside);
    own = List.of(announcement, state, request, issue);
  }

  private static Event issueOf(HostedRepo... repos) {
    EventBuilder issue = EventBuilder.kind(1621).at(HostedRepo.now());
    for (HostedRepo repo : repos) {
      issue.tag("a", repo.address());
    }
    return issue.signedBy(Signer.named("reporter"));
  }

  Identifier identifier() {
    return new Identifier(named.identifier());
  }

  private static HostedRepo at(URI server, HostedRepo repo) {
    return new HostedRepo(server, repo.owner(), repo.identifier());
  }

  // ---- what clients do

  /** Publishes and pushes the one that ends. */
  void host(URI server, RelayClient relay) {
    List.of(announcement, state, request).forEach(event -> must(relay, event));
    commits.work.must(
        "push",
        "-q",
        at(server, named).cloneUrl(),
        commits.own + ":" + MAIN,
        commits.offered + ":" + requestRef());
    must(relay, issue);
  }

  /** Publishes and pushes the other; returns whether that was promised. */
  boolean hostBeside(URI server, RelayClient relay) {
    promisedBeside.forEach(event -> must(relay, event));
    isBesidePromised =
        commits
            .work
            .run("push", "-q", at(server, beside).cloneUrl(), commits.beside + ":" + MAIN)
            .worked();
    return isBesidePromised;
  }

  /** Writes what names both: it stays as long as one of them does. */
  void tie(RelayClient relay) {
    must(relay, shared);
    promisedBeside.add(shared);
  }

  private static void must(RelayClient relay, Event event) {
    Answer.Ok answer = relay.publish(event);
    assertThat(answer.accepted()).as(answer.message()).isTrue();
  }

  private String requestRef() {
    return "refs/nostr/" + request.id();
  }

  void delete(RelayClient relay) {
    must(
        relay,
        EventBuilder.kind(5)
            .at(HostedRepo.now())
            .tag("a", named.address())
            .signedBy(named.owner()));
  }

  void vanish(RelayClient relay) {
    must(
        relay,
        EventBuilder.kind(62)
            .at(HostedRepo.now())
            .tag("relay", "ALL_RELAYS")
            .signedBy(named.owner()));
  }

  /** Announces it again; returns what the server says, which is nothing when all is back. */
  String announceAnew(RelayClient relay) {
    Answer.Ok answer = relay.publish(named.announcement());
    assertThat(answer.accepted()).as(answer.message()).isTrue();
    return answer.message();
  }

  // ---- what must be there

  /** Returns whether the owner has an announcement that is served: what decides all the rest. */
  boolean isHosted(RelayClient relay) {
    return !relay
        .query(Texts.json("{'kinds':[30617],'authors':['%s']}", named.owner()))
        .events()
        .isEmpty();
  }

  /** All of it is served; of its announcements the first, unless it was deleted. */
  void assertHosted(URI server, RelayClient relay, boolean isBack) {
    assertThat(isHosted(relay)).as(toString()).isTrue();
    assertThat(served(relay, own)).as(toString()).isEqualTo(ids(isBack ? but(announcement) : own));
    assertThat(refs(server, named))
        .as(toString())
        .containsExactlyInAnyOrder(commits.own + " " + MAIN, commits.offered + " " + requestRef());
  }

  /** Nothing of it is served, and nothing returns when it is sent again. */
  void assertEnded(URI server, RelayClient relay) {
    assertThat(isHosted(relay)).as(toString()).isFalse();
    assertThat(served(relay, own)).as(toString()).isEmpty();
    assertThat(GitHttp.infoRefs(at(server, named), GitHttp.UPLOAD).statusCode())
        .as(toString())
        .isEqualTo(404);
    assertThat(relay.publish(announcement).message()).as(toString()).startsWith("blocked: ");
    for (Event event : but(announcement)) {
      assertThat(relay.publish(event).accepted()).as("%s %s", this, event).isFalse();
    }
    assertThat(served(relay, own)).as(toString()).isEmpty();
  }

  boolean isServed(RelayClient relay) {
    return !served(relay, own).isEmpty();
  }

  /** The other is as it was promised, whatever happened beside it. */
  void assertBesideUntouched(URI server, RelayClient relay) {
    if (isBesidePromised) {
      assertThat(served(relay, promisedBeside)).as(toString()).isEqualTo(ids(promisedBeside));
      assertThat(refs(server, beside)).as(toString()).containsExactly(commits.beside + " " + MAIN);
    }
  }

  /** Real git gets all that is shown, and it is whole. */
  void assertClonesWhole(URI server, Path directory, boolean isHosted) {
    if (isHosted) {
      assertClonesWhole(at(server, named), directory.resolve("own"));
    }
    if (isBesidePromised) {
      assertClonesWhole(at(server, beside), directory.resolve("beside"));
    }
  }

  private static void assertClonesWhole(HostedRepo repo, Path directory) {
    GitClient copy = GitClient.at(directory);
    copy.must("clone", "-q", "--mirror", repo.cloneUrl(), ".");
    assertThat(copy.must("fsck", "--strict")).doesNotContain("error", "missing");
  }

  /** No pack has what only the erased repository needed, and what the other needs is there. */
  void assertObjects(Layout layout, boolean isErased) throws IOException {
    PackedIds packed = PackedIds.below(layout.family(identifier()));
    assertThat(packed.contains(commits.own)).as(toString()).isEqualTo(!isErased);
    assertThat(packed.contains(commits.offered)).as(toString()).isEqualTo(!isErased);
    assertThat(packed.contains(commits.beside) && packed.contains(commits.first))
        .as(toString())
        .isEqualTo(isBesidePromised || packed.contains(commits.beside));
  }

  private List<Event> but(Event one) {
    return own.stream().filter(event -> !event.equals(one)).toList();
  }

  private static SortedSet<String> ids(List<Event> events) {
    SortedSet<String> ids = new TreeSet<>();
    events.forEach(event -> ids.add(event.id().hex()));
    return ids;
  }

  private static SortedSet<String> served(RelayClient relay, List<Event> events) {
    SortedSet<String> ids = new TreeSet<>();
    relay
        .query(Texts.only(events.toArray(new Event[0])))
        .events()
        .forEach(event -> ids.add(event.id().hex()));
    return ids;
  }

  private static List<String> refs(URI server, HostedRepo repo) {
    return GitHttp.advertised(at(server, repo), GitHttp.UPLOAD).stream()
        .map(line -> line.split("\0", 2)[0].strip())
        .filter(line -> line.contains(" refs/"))
        .toList();
  }

  @Override
  public String toString() {
    return named.identifier();
  }
}
