package dev.graspd.system.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.repo.Identifier;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.Texts;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one client does in one life of a server, and what it was told: a first push, a second one, a
 * pull request that is pushed before its event, to the repository or below {@code /prs/}, another
 * one whose event its author has deleted meanwhile, a push that nobody signed. The first failure
 * ends it: the server is dead.
 */
final class CrashPushes {
  private static final String MAIN = "refs/heads/main";

  /** The commits that are pushed, the same in all rounds. */
  record Commits(
      GitClient work,
      String first,
      String second,
      String offered,
      String regretted,
      String unsigned) {}

  private final Commits commits;
  private final Signer owner;
  private final Signer contributor;
  private final HostedRepo named;
  private final boolean submits;
  private final List<Event> acknowledged = new ArrayList<>();

  /** What each ref may be now: what was promised last, and what was tried after that. */
  private final SortedMap<String, List<String>> possible = new TreeMap<>();

  /** Events that were refused, or would have to be. */
  private final List<Event> unwanted = new ArrayList<>();

  private boolean done;
  private String lastWords = "";
  private boolean promisedMain;
  private boolean promisedOffer;
  private String offerRef = "";

  CrashPushes(String domain, String identifier, Commits commits) {
    this(domain, identifier, commits, false);
  }

  /** One that offers its pull request below {@code /prs/}, or to the repository itself. */
  CrashPushes(String domain, String identifier, Commits commits, boolean submits) {
    this.submits = submits;
    this.commits = commits;
    this.owner = Signer.named("crash " + identifier);
    this.contributor = Signer.named("crash contributor " + identifier);
    this.named = new HostedRepo(URI.create("ws://" + domain), owner, identifier);
  }

  static Commits commits(Path directory) {
    GitClient work = GitClient.init(directory);
    String first = work.commit("README", "one\n");
    String second = work.commit("README", "two\n");
    work.must("checkout", "-q", "-b", "offer", first);
    String offered = work.commit("OFFER", "three\n");
    work.must("checkout", "-q", "-b", "regretted", first);
    String regretted = work.commit("REGRETTED", "four\n");
    work.must("checkout", "-q", "-b", "unsigned", first);
    String unsigned = work.commit("UNSIGNED", "five\n");
    return new Commits(work, first, second, offered, regretted, unsigned);
  }

  /** Does everything, until it is done or the server is dead. */
  void run(URI server) {
    String url = urlAt(server);
    try (RelayClient client = RelayClient.connect(server)) {
      done =
          publish(client, named.announcement())
              && publish(client, named.state("main", commits.first))
              && pushMain(url, commits.first)
              && !commits.work.run("push", url, commits.unsigned + ":" + MAIN).worked()
              && offer(client, submits ? placeAt(server).cloneUrl() : url)
              && regret(client, url)
              && publish(client, named.state("main", commits.second))
              && pushMain(url, commits.second);
    } catch (RuntimeException | AssertionError e) {
      // The server is dead, as it should be: what was not answered was not promised.
      lastWords = String.valueOf(e.getMessage());
    }
  }

  /** Returns whether nothing kept it from doing everything. */
  boolean isDone() {
    return done;
  }

  /** Returns how many events and refs were promised. */
  int promises() {
    return acknowledged.size() + (promisedMain ? 1 : 0) + (promisedOffer ? 1 : 0);
  }

  private boolean publish(RelayClient client, Event event) {
    boolean accepted = client.publish(event).accepted();
    if (accepted) {
      acknowledged.add(event);
    }
    return accepted;
  }

  private boolean pushMain(String url, String commit) {
    List<String> values = possible.computeIfAbsent(MAIN, _ -> new ArrayList<>());
    values.add(commit);
    boolean worked = commits.work.run("push", url, commit + ":" + MAIN).worked();
    if (worked) {
      values.clear();
      values.add(commit);
      promisedMain = true;
    }
    return worked;
  }

  private boolean offer(RelayClient client, String url) {
    Event request =
        submits
            ? named.pullRequestFrom(
                placeAt(named.server()).cloneUrl(), contributor, commits.offered)
            : named.pullRequest(contributor, commits.offered);
    offerRef = "refs/nostr/" + request.id();
    possible.put(offerRef, List.of(commits.offered));
    boolean pushed = commits.work.run("push", url, commits.offered + ":" + offerRef).worked();
    promisedOffer = pushed && publish(client, request);
    return promisedOffer;
  }

  /** An event that comes after its author's wish to delete it brings nothing in. */
  private boolean regret(RelayClient client, String url) {
    Event request = named.pullRequest(contributor, commits.regretted);
    String ref = "refs/nostr/" + request.id();
    Event deletion =
        EventBuilder.kind(5)
            .at(HostedRepo.now())
            .tag("e", request.id().hex())
            .signedBy(contributor);
    boolean deleted =
        commits.work.run("push", url, commits.regretted + ":" + ref).worked()
            && client.publish(deletion).accepted();
    if (deleted) {
      unwanted.add(request);
    }
    return deleted && !client.publish(request).accepted();
  }

  /** Where the contributor submits pull requests. */
  private HostedRepo placeAt(URI server) {
    URI below = URI.create("ws://" + server.getAuthority() + "/prs");
    return new HostedRepo(below, contributor, named.identifier());
  }

  private String urlAt(URI server) {
    return new HostedRepo(server, owner, named.identifier()).cloneUrl();
  }

  /** The next life of the server has what this one promised, and nothing that nobody signed. */
  void assertGitKept(URI server, Path copy) {
    SortedMap<String, String> refs = cloned(urlAt(server), GitClient.at(copy));
    refs.forEach((ref, value) ->
        assertThat(possible.getOrDefault(ref, List.of())).as("%s %s", this, ref).contains(value));
    if (promisedMain) {
      assertThat(refs).as(toString()).containsKey(MAIN);
    }
    if (promisedOffer) {
      assertThat(refs).as(toString()).containsKey(offerRef);
    }
    assertPlaceKept(server, refs);
  }

  /** Clones all that is shown, which must be whole; returns the refs as git has them then. */
  private SortedMap<String, String> cloned(String url, GitClient copy) {
    GitClient.Run run = copy.run("clone", "-q", "--mirror", url, ".");
    if (!run.worked()) {
      // Without an announcement there is no repository.
      assertThat(acknowledged).as("%s: %s", this, run.output()).isEmpty();
      return new TreeMap<>();
    }
    SortedMap<String, String> refs =
        byName(copy.must("for-each-ref", "--format=%(objectname)%09%(refname)"));
    if (!refs.isEmpty()) {
      assertThat(copy.must("fsck", "--strict")).doesNotContain("error");
    }
    if (refs.containsKey(MAIN)) {
      assertThat(copy.head()).as(toString()).isEqualTo(refs.get(MAIN));
    }
    return refs;
  }

  private static SortedMap<String, String> byName(String lines) {
    SortedMap<String, String> refs = new TreeMap<>();
    lines
        .lines()
        .filter(line -> line.contains("\t"))
        .map(line -> line.split("\t", -1))
        .forEach(words -> refs.put(words[1], words[0]));
    return refs;
  }

  /** What is submitted is seen in both places or in none. */
  private void assertPlaceKept(URI server, SortedMap<String, String> refs) {
    SortedMap<String, String> expected = new TreeMap<>(refs);
    expected.keySet().retainAll(submits ? List.of(offerRef) : List.of());
    assertThat(refs(placeAt(server).cloneUrl())).as(toString()).isEqualTo(expected);
  }

  /** No pack has what was refused; git would show only what refs reach. */
  void assertNothingRefusedIsHere(Layout layout) throws IOException {
    PackedIds published = PackedIds.below(layout.family(new Identifier(named.identifier())));
    PackedIds waiting = PackedIds.below(layout.quarantine());
    assertThat(published.contains(commits.first) || !promisedMain).as(toString()).isTrue();
    assertThat(published.contains(commits.regretted)).as(toString()).isFalse();
    assertThat(published.contains(commits.unsigned)).as(toString()).isFalse();
    assertThat(waiting.contains(commits.unsigned)).as(toString()).isFalse();
  }

  /**
   * Every event that was acknowledged is served or waits, unless a newer version took its place;
   * none that had to be refused is served. A known event changes nothing when it is sent again, so
   * that this may be asked of a server that ends when it writes an event: it ends when one is lost.
   */
  void assertEventsKept(URI server) {
    try (RelayClient client = RelayClient.connect(server)) {
      for (Event event : acknowledged) {
        if (!isReplaced(client, event)) {
          assertThat(client.publish(event).message())
              .as("%s %s", this, event)
              .startsWith("duplicate: ");
        }
      }
      for (Event event : unwanted) {
        assertThat(client.query(Texts.only(event)).events()).as("%s %s", this, event).isEmpty();
      }
    }
  }

  /** A state is gone when a newer one of its author is served. */
  private boolean isReplaced(RelayClient client, Event event) {
    if (event.kind() != Kinds.REPO_STATE) {
      return false;
    }
    String newer =
        Texts.json("{'kinds':[30618],'authors':['%s'],'since':%s}", owner, event.createdAt() + 1);
    return !client.query(newer).events().isEmpty();
  }

  private SortedMap<String, String> refs(String url) {
    GitClient.Run run = commits.work.run("ls-remote", url, "refs/*");
    assertThat(run.worked() || acknowledged.isEmpty()).as("%s: %s", this, run.output()).isTrue();
    return run.worked() ? byName(run.output()) : new TreeMap<>();
  }

  @Override
  public String toString() {
    return named.identifier() + (done ? ", all done" : ", ended by " + lastWords);
  }
}
