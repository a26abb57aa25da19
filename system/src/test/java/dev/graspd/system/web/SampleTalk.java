package dev.graspd.system.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Conversations about a repository, with hostile texts in every place that has one. */
final class SampleTalk {
  private static final Signer STRANGER = Signer.named("stranger <b>");
  private static final int LABEL_MAX = 100;
  private static final int COMMENTS = 205;

  private final RelayClient relay;
  private final HostedRepo repo;
  private final Signer owner;
  private long now = HostedRepo.now() - 5_000;

  SampleTalk(RelayClient relay, HostedRepo repo, Signer owner) {
    this.relay = relay;
    this.repo = repo;
    this.owner = owner;
  }

  /**
   * Publishes issues, a pull request and a patch series.
   *
   * @param work the repository, whose branch main the pull request is for
   */
  void publish(GitClient work, Path scratch) {
    List<String> hostile = HostileTexts.ALL;
    for (int i = 0; i < hostile.size(); i++) {
      Event issue =
          send(
              root(1621)
                  .tag("subject", hostile.get(i))
                  .tag("t", cut(hostile.get((i + 1) % hostile.size())))
                  .content(hostile.get(i) + "\n\n# " + hostile.get(i)),
              STRANGER);
      if (i % 4 == 0) {
        send(status(issue, 1632).content(hostile.get(i)), owner);
      }
    }
    discussed();
    pullRequest(work, scratch);
    series();
    // Of people who have taken part.
    for (Signer one : List.of(owner, STRANGER)) {
      send(
          event(0)
              .content(
                  "{\"name\":\"%1$s\",\"about\":\"%1$s\",\"nip05\":\"%1$s\"}"
                      .formatted(hostile.getFirst().replace("\"", "\\\""))),
          one);
    }
    send(event(10317).tag("g", hostile.getFirst()).tag("g", "wss://grasp.example"), owner);
  }

  private static String cut(String text) {
    return text.substring(0, Math.min(text.length(), LABEL_MAX));
  }

  private EventBuilder event(int kind) {
    return EventBuilder.kind(kind).at(now++);
  }

  private EventBuilder root(int kind) {
    return event(kind).tag("a", repo.address());
  }

  private EventBuilder about(Event root, int kind) {
    return event(kind)
        .tag("E", root.id().hex())
        .tag("e", root.id().hex(), "", "root")
        .tag("a", repo.address());
  }

  private EventBuilder status(Event root, int kind) {
    return event(kind).tag("e", root.id().hex(), "", "root").tag("a", repo.address());
  }

  private EventBuilder comment(Event root, Event parent) {
    return event(1111)
        .tag("E", root.id().hex())
        .tag("e", parent.id().hex())
        .tag("K", Integer.toString(root.kind()))
        .tag("k", Integer.toString(parent.kind()));
  }

  private Event send(EventBuilder event, Signer by) {
    Event made = event.signedBy(by);
    assertThat(relay.publish(made)).matches(ok -> ok.accepted());
    return made;
  }

  /** Everything that a thread can have, on more than one page. */
  private void discussed() {
    Event issue = send(root(1621).tag("subject", "Discussed").content("A *text*."), STRANGER);
    Event parent = issue;
    for (int depth = 0; depth < 7; depth++) {
      parent =
          send(
              comment(issue, parent)
                  .content("At depth " + depth + ". " + HostileTexts.ALL.get(depth)),
              depth % 2 == 0 ? owner : STRANGER);
    }
    send(about(issue, 1624).content("On top: " + HostileTexts.ALL.getFirst()), owner);
    send(
        event(1985)
            .tag("e", issue.id().hex())
            .tag("L", "#t")
            .tag("l", "bug", "#t")
            .tag("L", "#subject")
            .tag("l", "Discussed " + HostileTexts.ALL.get(1), "#subject"),
        owner);
    send(event(7).tag("e", parent.id().hex()).content(HostileTexts.ALL.get(22)), STRANGER);
    send(event(7).tag("e", issue.id().hex()).content("+"), owner);
    send(status(issue, 1632), STRANGER);
    for (int i = 0; i < COMMENTS; i++) {
      send(comment(issue, issue).content("Comment " + i), STRANGER);
    }
  }

  private void pullRequest(GitClient work, Path scratch) {
    String first = commit(work, scratch, "refs/heads/main", "int one;\nint two;\nint three;\n");
    String second = commit(work, scratch, first, "int zero;\nint ONE;\nint two;\nint three;\n");
    Event request =
        root(1618)
            .tag("c", first)
            .tag("clone", repo.cloneUrl(), "https://foreign.example/x.git")
            .tag("subject", "Offer " + HostileTexts.ALL.get(2))
            .tag("branch-name", "<b>")
            .content(HostileTexts.lines())
            .signedBy(STRANGER);
    String _ =
        work.must("push", "-q", repo.cloneUrl(), first + ":refs/nostr/" + request.id().hex());
    assertThat(relay.publish(request)).matches(ok -> ok.accepted());
    Event note =
        send(
            comment(request, request)
                .tag("f", "talk/sample.c")
                .tag("c", first)
                .tag("line", "2")
                .content(
                    "About a line. " + HostileTexts.ALL.get(3) + "\n```suggestion\nint due;\n```"),
            owner);
    send(
        comment(request, request)
            .tag("f", "talk/sample.c")
            .tag("c", first)
            .tag("line", "1")
            .content("About a line that goes."),
        STRANGER);
    send(comment(request, note).tag("l", "resolved").content("Done."), owner);
    Event update =
        event(1619)
            .tag("a", repo.address())
            .tag("E", request.id().hex())
            .tag("P", request.author().hex())
            .tag("c", second)
            .tag("clone", repo.cloneUrl())
            .signedBy(STRANGER);
    String _ =
        work.must("push", "-q", repo.cloneUrl(), second + ":refs/nostr/" + update.id().hex());
    assertThat(relay.publish(update)).matches(ok -> ok.accepted());
    send(
        about(request, 7321).tag("s", "Concept ACK").content("Good. " + HostileTexts.ALL.get(4)),
        owner);
  }

  /** Adds a commit with one more file to a parent, without a look at its other files. */
  private static String commit(GitClient work, Path scratch, String parent, String content) {
    try {
      Path file = Files.writeString(scratch.resolve("sample.c"), content);
      String blob = work.must("hash-object", "-w", file.toString()).strip();
      String _ = work.must("read-tree", parent);
      String _ =
          work.must("update-index", "--add", "--cacheinfo", "100644," + blob + ",talk/sample.c");
      String tree = work.must("write-tree").strip();
      return work.must("commit-tree", tree, "-p", parent, "-m", "Add a sample").strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void series() {
    Event first = send(root(1617).tag("t", "root").content(patch("1/2", "a.c")), STRANGER);
    send(
        root(1617)
            .tag("e", first.id().hex(), "", "reply")
            .content(patch("2/2", HostileTexts.ALL.get(1))),
        STRANGER);
    send(root(1617).content("no patch at all " + HostileTexts.lines()), STRANGER);
  }

  private static String patch(String number, String file) {
    return """
    From 1234567890123456789012345678901234567890 Mon Sep 17 00:00:00 2001
    From: Ann %3$s <ann@example.org>
    Subject: [PATCH %1$s] Change %3$s

    Because %3$s.
    ---
     a.c | 2 +-

    diff --git a/%2$s b/%2$s
    index 1111111..2222222 100644
    --- a/%2$s
    +++ b/%2$s
    @@ -1,2 +1,2 @@ %3$s
     int one;
    -int %3$s;
    +int two; // %3$s
    diff --git a/p.png b/p.png
    new file mode 100644
    GIT binary patch
    literal 1
    --\s
    2.43.0
    """
        .formatted(number, file, HostileTexts.ALL.getFirst());
  }
}
