package dev.graspd.system.peers;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.suite.SharedRepo;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What people publish about a repository: issues, patches, comments, statuses, reactions. */
final class Discussion {
  private static final int ISSUE = 1621;
  private static final int PATCH = 1617;
  private static final int PULL_REQUEST = 1618;
  private static final int COMMENT = 1111;
  private static final int APPLIED = 1631;
  private static final int CLOSED = 1632;
  private static final int NOTE = 1;
  private static final int REACTION = 7;

  private final SharedRepo repo;
  private final Signer guest;
  private final Event issue;
  private final Event patch;
  private final Event comment;

  Discussion(SharedRepo repo, Signer guest) {
    this.repo = repo;
    this.guest = guest;
    issue = about(ISSUE, "a", repo.address()).content("it fails").signedBy(guest);
    patch = about(PATCH, "a", repo.address()).content("From 0123").signedBy(guest);
    comment = commentOn(issue, issue).at(HostedRepo.now()).signedBy(repo.owner());
  }

  private static EventBuilder about(int kind, String tag, String value) {
    return EventBuilder.kind(kind).at(HostedRepo.now()).tag(tag, value);
  }

  private static EventBuilder commentOn(Event root, Event parent) {
    return EventBuilder.kind(COMMENT)
        .tag("E", root.id().hex())
        .tag("K", Integer.toString(root.kind()))
        .tag("P", root.author().hex())
        .tag("e", parent.id().hex())
        .tag("k", Integer.toString(parent.kind()))
        .tag("p", parent.author().hex())
        .content("a comment");
  }

  /** One of every way to refer to a repository and to what is said about it, oldest first. */
  List<Event> oneOfEach() {
    return List.of(
        issue,
        patch,
        comment,
        commentOn(issue, comment).at(HostedRepo.now()).signedBy(guest),
        about(NOTE, "e", issue.id().hex()).content("an old reply").signedBy(guest),
        about(NOTE, "q", repo.address()).content("look at this").signedBy(guest),
        about(NOTE, "q", issue.id().hex()).content("look at that").signedBy(guest),
        about(COMMENT, "A", repo.address()).tag("a", repo.address()).content("!").signedBy(guest),
        about(REACTION, "e", patch.id().hex()).content("+").signedBy(repo.owner()),
        about(APPLIED, "e", patch.id().hex()).signedBy(repo.owner()),
        about(CLOSED, "e", issue.id().hex()).signedBy(repo.owner()));
  }

  /** More issues than a page has, each with a second of its own. */
  List<Event> manyIssues(int count) {
    List<Event> issues = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      issues.add(about(ISSUE, "a", repo.address()).content("issue " + i).signedBy(guest));
    }
    return issues;
  }

  Event pullRequest(String commit) {
    String[] clones =
        Stream.concat(Stream.of("clone"), repo.cloneUrls().stream()).toArray(String[]::new);
    return about(PULL_REQUEST, "a", repo.address())
        .tag("subject", "a change")
        .tag("c", commit)
        .tag(clones)
        .signedBy(guest);
  }

  /** What is published now: a new issue, and a comment on an old one. */
  List<Event> now(String text) {
    long now = Instant.now().getEpochSecond();
    return List.of(
        repo.issue(guest, text), commentOn(issue, issue).content(text).at(now).signedBy(guest));
  }
}
