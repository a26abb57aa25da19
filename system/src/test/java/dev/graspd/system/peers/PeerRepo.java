package dev.graspd.system.peers;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedRepo;
import dev.graspd.testkit.suite.SharedServer;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** A repository with a history of its own: its events, and the commits that some of them need. */
final class PeerRepo {
  /** More than one page, on a server that is told to send {@link #PAGE_EVENTS}. */
  private static final int ISSUES = 150;

  /** The reference server takes fewer than 90 for the last page of any relay. */
  static final int PAGE_EVENTS = 100;

  private final SharedRepo repo;
  private final Discussion discussion;
  private final GitClient work;
  private final List<Event> beginning;
  private final Event pullRequest;
  private final List<Event> past = new ArrayList<>();

  /**
   * Makes it up.
   *
   * @param services the servers that host it
   * @param relays what it names besides
   */
  PeerRepo(List<URI> services, List<URI> relays) {
    repo = new SharedRepo(RelaySuite.newKey(), RelaySuite.newWord(), services, relays);
    discussion = new Discussion(repo, RelaySuite.newKey());
    work = GitClient.init(SharedServer.directory("work-" + repo.identifier()));
    beginning = repo.beginning(work.commit("README", repo.identifier()));
    work.must("checkout", "-q", "-b", "change");
    pullRequest = discussion.pullRequest(work.commit("change", "a change"));
    past.addAll(beginning);
    past.add(pullRequest);
    past.addAll(discussion.manyIssues(ISSUES));
    // The youngest, because the reference server pages several filters with one request: a comment
    // that fits two of them, sent for the one with few events, moves the other past what lies
    // between.
    past.addAll(discussion.oneOfEach());
  }

  String address() {
    return repo.address();
  }

  /** Its announcement and its state. */
  List<Event> beginning() {
    return beginning;
  }

  /** Everything, each after what it refers to. */
  List<Event> past() {
    return List.copyOf(past);
  }

  /** What is published at this moment. */
  List<Event> now(String text) {
    return discussion.now(text);
  }

  /** Pushes what the state names. */
  void push(URI service) {
    work.must("push", repo.cloneUrl(service), "main");
  }

  void pushPullRequest(URI service) {
    work.must("push", repo.cloneUrl(service), "change:refs/nostr/" + pullRequest.id().hex());
  }

  /** Brings commits to a server for the events that reach it, until it serves them all. */
  void pushAsEventsCome(PeerServer server, List<Event> expected) {
    server.awaitHere(beginning);
    push(server.service());
    server.awaitHere(expected);
    if (expected.contains(pullRequest)) {
      pushPullRequest(server.service());
    }
    server.awaitServed(expected);
  }
}
