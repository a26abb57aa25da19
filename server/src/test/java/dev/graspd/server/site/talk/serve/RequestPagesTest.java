package dev.graspd.server.site.talk.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.store.Removal;
import dev.graspd.server.site.serve.SiteAnswer;
import dev.graspd.testkit.EventBuilder;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** W-44 to W-48: pull requests, patch series and signed events. */
class RequestPagesTest extends TalkFixture {
  private String base;
  private String first;
  private String second;
  private Event request;

  /** A pull request whose second revision changes its first line again. */
  @BeforeEach
  void offer() throws IOException {
    git.commit("a.txt", "one\ntwo\nthree\nfour\n");
    base = git.git("rev-parse", "HEAD").strip();
    git.git("checkout", "-q", "-b", "pr");
    git.commit("a.txt", "ONE\ntwo\nthree\nfour\n");
    first = git.git("rev-parse", "HEAD").strip();
    git.commit("a.txt", "zero\nONE!\ntwo\nthree\nfour\n");
    second = git.git("rev-parse", "HEAD").strip();
    git.git("checkout", "-q", "main");
    git.commit("other.txt", "of main\n");
    request =
        put(
            root(Kinds.PULL_REQUEST, 1)
                .tag("c", first)
                .tag("subject", "Louder")
                .tag("merge-base", base)
                .tag("clone", "https://elsewhere.example/x.git")
                .content("Please."),
            AUTHOR);
    git.git("update-ref", "refs/nostr/" + request.id(), second);
    git.git("branch", "-q", "-D", "pr");
    published.publish();
  }

  private Event update(long at, PublicKey by, String commit) {
    return put(
        event(Kinds.PULL_REQUEST_UPDATE, at).tag("E", request.id().hex()).tag("c", commit), by);
  }

  private Event inline(long at, String commit, String line, String text) {
    return put(
        event(Kinds.COMMENT, at)
            .tag("E", request.id().hex())
            .tag("e", request.id().hex())
            .tag("f", "a.txt")
            .tag("c", commit)
            .tag("line", line)
            .content(text),
        STRANGER);
  }

  private String there(String rest) {
    return "/prs/" + request.id() + rest;
  }

  @Test
  void conversationSaysWhatIsOffered() {
    assertThat(page(there("")))
        .contains("1 commit up to ", first.substring(0, 10), "for <bdi>main</bdi>")
        .contains("Compared from ", base.substring(0, 10), "Revision 1: ", "Please.")
        .contains("ngit list")
        .doesNotContain("which is another one");
    update(5, AUTHOR, second);
    update(6, STRANGER, base);
    assertThat(page(there("")))
        .contains("2 commits up to ", "Revision 2: ", "/compare/1...2")
        .contains("Proposed by ", "moves nothing", "pushed revision 2");
  }

  @Test
  void filesAreTheDifferenceFromTheMergeBase() {
    update(5, AUTHOR, second);
    assertThat(page(there("/files")))
        .contains("zero", "<del>", "Not part of this repository")
        .doesNotContain("of main");
    assertThat(document(there(".diff"))).startsWith("diff --git a/a.txt b/a.txt").contains("+zero");
    assertThat(document(there(".patch"))).startsWith("From " + first).contains("From " + second);
    assertThat(page(there("/commits"))).contains("/commit/" + first, "/commit/" + second);
    assertThat(page(there("/commit/" + first))).contains("<ins>+ONE").doesNotContain("zero");
    assertThat(answer(there("/commit/" + base))).isEqualTo(new SiteAnswer.NotFound());
    assertThat(page(there("/compare/1...2"))).contains("zero").doesNotContain("of main");
    assertThat(answer(there("/compare/1...3"))).isEqualTo(new SiteAnswer.NotFound());
  }

  @Test
  void commentIsUnderItsLineAsLongAsThereIsOne() {
    Event kept = inline(2, first, "2", "about two");
    Event changed = inline(3, first, "1", "about ONE");
    assertThat(page(there("/files"))).contains("about two", "about ONE");
    update(5, AUTHOR, second);
    String files = page(there("/files"));
    assertThat(files).contains("about two").doesNotContain("about ONE");
    assertThat(files.indexOf("about two"))
        .isBetween(files.indexOf(" two\n"), files.indexOf(" three\n"));
    String thread = page(there(""));
    assertThat(thread).contains("outdated", "about ONE");
    assertThat(thread.split("outdated", -1)).hasSize(2);
    assertThat(files).contains("#e-" + kept.id().hex().substring(0, 16));
    assertThat(changed.id()).isNotEqualTo(kept.id());
  }

  @Test
  void suggestionIsADifferenceAndResolvedIsFolded() {
    Event comment = inline(2, first, "2", "Better:\n```suggestion\nTWO\n```\n");
    String files = page(there("/files"));
    assertThat(files).contains("<del>-two\n</del><ins>+TWO\n</ins>").doesNotContain("suggestion");
    assertThat(files).doesNotContain("resolved");
    put(
        event(Kinds.COMMENT, 3)
            .tag("E", request.id().hex())
            .tag("e", comment.id().hex())
            .tag("l", "resolved")
            .content("done"),
        OWNER);
    assertThat(page(there("/files"))).contains("<details><summary class=\"by\">", "resolved");
    assertThat(page(there(""))).contains("<details><summary class=\"by\">", "resolved");
  }

  @Test
  void commitsThatAreNotHereAreSaidToBeMissing() {
    update(5, AUTHOR, "1".repeat(40));
    for (String rest : new String[] {"", "/files", "/commits"}) {
      assertThat(page(there(rest))).contains("The commits are not here", "1111111111");
    }
    assertThat(answer(there(".diff"))).isEqualTo(new SiteAnswer.NotFound());
    assertThat(page(there("/compare/1...2"))).contains("The commit of one of them is not here");
  }

  @Test
  void whatTheDefaultBranchHasIsMergedByContent() throws IOException {
    assertThat(page(there(""))).contains("class=\"state open\"");
    git.git("merge", "-q", "--no-ff", "-m", "merge", first);
    published.publish();
    assertThat(page(there("")))
        .contains("class=\"state merged\"", "by content", "status not signed");
    assertThat(page(there("/files"))).contains("<ins>+ONE");
    assertThat(page("/prs?state=merged"))
        .containsSubsequence("by content, status not signed", request.id().hex());
    assertThat(page("/prs")).doesNotContain(request.id().hex());
    Event status = status(Kinds.STATUS_APPLIED, 9, OWNER, request);
    assertThat(page(there("")))
        .contains("/grasp/event/" + status.id())
        .doesNotContain("status not signed");
    assertThat(page("/prs?state=merged"))
        .contains(request.id().hex())
        .doesNotContain("status not signed");
  }

  private Event patch(long at, String subject, String file, String... previous) {
    EventBuilder event =
        root(Kinds.PATCH, at)
            .content(
                """
                From 1234567890123456789012345678901234567890 Mon Sep 17 00:00:00 2001
                From: Ann <ann@example.org>
                Subject: [PATCH] %s

                Because <b>.
                ---
                diff --git a/%2$s b/%2$s
                --- a/%2$s
                +++ b/%2$s
                @@ -1 +1 @@
                -int old;
                +int young;
                """
                    .formatted(subject, file));
    for (String one : previous) {
      event.tag("e", one, "", "reply");
    }
    return put(event, AUTHOR);
  }

  @Test
  void patchSeriesIsShownAsDifferences() {
    Event one = patch(1, "First part", "x.c");
    patch(2, "Second part", "y.c", one.id().hex());
    String page = page("/prs/" + one.id());
    assertThat(page)
        .contains("Nobody has applied them here", "First part", "Second part", "#part-2");
    String files = page("/prs/" + one.id() + "/files");
    assertThat(files)
        .contains("id=\"part-2\"", "id=\"part-2-f1\"", "x.c", "y.c", "Because &lt;b&gt;.")
        .contains("<mark>young</mark>", "Ann &lt;ann@example.org&gt;");
    assertThat(document("/prs/" + one.id() + ".patch"))
        .startsWith("From 1234")
        .contains("First part", "Second part");
    assertThat(answer("/prs/" + one.id() + "/commits")).isEqualTo(new SiteAnswer.NotFound());
  }

  @Test
  void signedEventHasAPageWithAllOfIt() {
    Event said = comment(3, STRANGER, request, request, "<hello> \u202e");
    String page = site.event(said.id()).orElseThrow();
    assertThat(page)
        .contains(
            said.id().hex(), said.signature().toString(), "comment", "&lt;hello&gt;", "U+202E")
        .contains("/grasp/" + OWN + "/prs/" + request.id(), "noindex")
        .contains("<dt>Here since</dt><dd>2027-01-15 08:00 UTC</dd>");
    Event servers = put(event(Kinds.GRASP_LIST, 4).tag("g", "wss://a.example"), STRANGER);
    assertThat(site.event(servers.id()).orElseThrow()).contains("10317, list of GRASP servers");
    driver.remove(said.id(), Removal.DELETED);
    assertThat(site.event(said.id())).isEmpty();
    assertThat(site.pageOf(said.id())).isEmpty();
  }
}
