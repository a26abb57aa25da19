package dev.graspd.system.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** Conversations as people have them, for pictures of their pages. */
final class PictureTalk {
  private static final Signer ANN = Signer.named("Ann");
  private static final Signer BEN = Signer.named("Ben");

  private final RelayClient relay;
  private final HostedRepo repo;
  private final Signer owner;
  private long now = 1_763_000_000;

  PictureTalk(RelayClient relay, HostedRepo repo, Signer owner) {
    this.relay = relay;
    this.repo = repo;
    this.owner = owner;
  }

  /** Publishes conversations, and returns the addresses of their pages below the repository. */
  SequencedMap<String, String> publish(GitClient work) {
    SequencedMap<String, String> pages = new LinkedHashMap<>();
    Event issue = issue("Blame is slow on large files", "performance", "blame");
    send(issue("Say which relay has not answered", "sync").tag("t", "good first issue"), BEN);
    Event done = send(issue("Dark scheme: links in code are hard to read", "look"), ANN);
    send(status(done, 1632).content("Fixed by the new colours."), owner);
    Event request = request(work);
    pages.put("issues", "/issues");
    pages.put("issue", "/issues/" + issue.id().hex());
    pages.put("prs", "/prs");
    pages.put("pull-request", "/prs/" + request.id().hex());
    pages.put("pull-request-files", "/prs/" + request.id().hex() + "/files");
    pages.put("pull-request-commits", "/prs/" + request.id().hex() + "/commits");
    Event patch =
        send(root(1617).content(work.must("format-patch", "--stdout", "-1", "HEAD~2")), BEN);
    pages.put("patch-files", "/prs/" + patch.id().hex() + "/files");
    pages.put("event", "/../../event/" + request.id().hex());
    profile(ANN, "\"name\":\"Ann\"");
    profile(BEN, "\"name\":\"Ben B.\"");
    profile(
        owner,
        "\"name\":\"Clara Example\",\"nip05\":\"clara@example.org\",\"about\":\"Writes servers that"
            + " **start fast**. Ask me about packs, relays and clocks.\"");
    send(event(10317).tag("g", "wss://" + repo.service()).tag("g", "wss://second.example"), owner);
    pages.put("person-threads", "/../../" + Bech32.npub(ANN.publicKey()));
    return pages;
  }

  private void profile(Signer of, String fields) {
    send(event(0).content("{" + fields + "}"), of);
  }

  private EventBuilder event(int kind) {
    now += 40_000;
    return EventBuilder.kind(kind).at(now);
  }

  private EventBuilder root(int kind) {
    return event(kind).tag("a", repo.address());
  }

  private EventBuilder issue(String title, String label) {
    return root(1621)
        .tag("subject", title)
        .tag("t", label)
        .content("It happens with every release since 1.0.");
  }

  private Event issue(String title, String label, String other) {
    Event issue =
        send(
            issue(title, label)
                .tag("t", other)
                .content(
                    """
                    With a file of **20,000 lines** the page says that most lines are not traced:

                    ```
                    not traced within the limit
                    ```

                    1. Open `server/big.txt`
                    2. Choose *Blame*

                    See [the limits](https://example.org/).\
                    """),
            ANN);
    Event one =
        send(comment(issue, issue).content("I see the same. Could the result be kept?"), BEN);
    Event two =
        send(
            comment(issue, one).content("> Could the result be kept?\n\nYes, by commit and path."),
            owner);
    send(comment(issue, two).content("That would be enough for me."), BEN);
    send(event(7).tag("e", one.id().hex()).content("+"), ANN);
    send(event(7).tag("e", one.id().hex()).content("🚀"), owner);
    send(status(issue, 1632), BEN);
    send(event(1985).tag("e", issue.id().hex()).tag("L", "#t").tag("l", "accepted", "#t"), owner);
    return issue;
  }

  private EventBuilder comment(Event root, Event parent) {
    return event(1111).tag("E", root.id().hex()).tag("e", parent.id().hex());
  }

  private EventBuilder status(Event root, int kind) {
    return event(kind).tag("e", root.id().hex(), "", "root").tag("a", repo.address());
  }

  private Event send(EventBuilder event, Signer by) {
    Event made = event.signedBy(by);
    assertThat(relay.publish(made)).matches(ok -> ok.accepted());
    return made;
  }

  private Event request(GitClient work) {
    work.must("checkout", "-q", "-b", "offer", "main~3");
    work.commit("notes/limits.md", "# Limits\n\nBlame stops after 3 seconds.\nIt says so.\n");
    String tip =
        work.commit(
            "notes/limits.md",
            "# Limits\n\nBlame stops after three seconds.\nIt says so.\nTry again.\n");
    work.must("checkout", "-q", "main");
    Event request =
        root(1618)
            .tag("c", tip)
            .tag("subject", "Explain the limits of blame")
            .tag("clone", repo.cloneUrl())
            .tag("t", "docs")
            .content("So that nobody has to *guess*.\n\nSee also the issue about blame.")
            .signedBy(ANN);
    String _ = work.must("push", "-q", repo.cloneUrl(), tip + ":refs/nostr/" + request.id().hex());
    assertThat(relay.publish(request)).matches(ok -> ok.accepted());
    send(
        comment(request, request)
            .tag("f", "notes/limits.md")
            .tag("c", tip)
            .tag("line", "3")
            .content("Use the number as elsewhere.\n\n```suggestion\nBlame stops after 3 s.\n```"),
        owner);
    send(
        event(7321)
            .tag("E", request.id().hex())
            .tag("e", request.id().hex(), "", "root")
            .tag("s", "Concept ACK")
            .content("The idea is good."),
        BEN);
    return request;
  }
}
