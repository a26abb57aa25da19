package dev.graspd.server.site.serve;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoState;
import dev.graspd.core.repo.SignedRefs;
import dev.graspd.server.site.address.Addresses;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Pages of commits, comparisons, tags and searches, with the odd states of W-37. */
final class HistoryPagesTest extends CodeSiteFixture {
  private static final String EVENT = "e".repeat(64);

  private String shortId(String revision) {
    return git.git("rev-parse", "--short=10", revision);
  }

  private String id(String revision) {
    return git.git("rev-parse", revision);
  }

  /** A branch {@code side} beside main, from the first commit on. */
  private void forked() throws IOException {
    git.commit("a.txt", "one\ntwo words\nthree\n");
    git.git("branch", "side");
    git.commit("main.txt", "x\n");
    git.git("checkout", "-q", "side");
    git.commit("a.txt", "one\ntwo WORDS\nthree\n");
    git.commit("side.txt", "y\n");
    git.git("checkout", "-q", "main");
    publish();
  }

  @Test
  void comparisonShowsWhatOneBranchHasSinceTheMergeBase() throws IOException {
    forked();
    String html = page("/compare/main...side");
    assertThat(html)
        .contains("has 2 commits", "lacks 1 of it", "Compared from their merge base")
        .contains(shortId("side~2"), "side.txt", "<mark>WORDS</mark>")
        .doesNotContain("main.txt");
    assertThat(page("/compare/main..side")).contains("compared directly", "main.txt");
    assertThat(page("/compare/main..." + id("side"))).contains("side.txt");
    assertThat(answer("/compare/main..." + id("side").substring(0, 9)))
        .isInstanceOf(SiteAnswer.Moved.class);
    assertThat(page("/compare/main...main")).contains("No file has changed.");
    for (String rest : new String[] {"/compare/main...none", "/compare/none..main"}) {
      assertThat(answer(rest)).as(rest).isEqualTo(new SiteAnswer.NotFound());
    }
  }

  @Test
  void comparisonSaysIfThereAreSeveralMergeBasesOrNone() throws IOException {
    forked();
    git.git("tag", "one", "main");
    git.git("merge", "-q", "-m", "cross", "side");
    git.git("checkout", "-q", "side");
    git.git("merge", "-q", "-m", "criss", "one");
    git.git("checkout", "-q", "--orphan", "alone");
    git.commit("alone.txt", "z\n");
    publish();
    String first = git.git("merge-base", "main", "side").substring(0, 10);
    assertThat(page("/compare/main...side")).contains("the newest of 2", first);
    assertThat(page("/compare/main...alone")).contains("share no history", "alone.txt");
  }

  @Test
  void formLeadsToTheComparison() throws IOException {
    forked();
    assertThat(page("/compare")).contains("<form", "name=\"from\"", "name=\"to\"");
    assertThat(page("/branches"))
        .contains("2 ahead, 1 behind", "/compare/HEAD...side", "name=\"from\"");
    Addresses.Reading sent = Addresses.read(TOOL + "/compare", "from=main&to=side");
    assertThat(sent).isInstanceOf(Addresses.Reading.Moved.class);
    assertThat(Addresses.write(((Addresses.Reading.Moved) sent).address()))
        .isEqualTo(TOOL + "/compare/main...side");
  }

  /** W-35. */
  @Test
  void branchesAndTagsNameTheirSignersAndWhatWaits() throws IOException {
    forked();
    git.git("tag", "v1", "main");
    publish();
    assertThat(page("/branches")).contains("<td><span>unknown</span></td>");
    RepoState served = state(ALICE, 1_700_000_000, id("main"), id("side"));
    RepoState held = state(BOB, 1_700_100_000, "1".repeat(40), id("side"));
    fixture.signed = new SignedRefs(List.of(served), Optional.of(held));
    String alice = Bech32.npub(ALICE.publicKey()).substring(0, 12) + "…";
    String bob = Bech32.npub(BOB.publicKey()).substring(0, 12) + "…";
    String branches = page("/branches").replaceAll("<[^>]*>", "|").replaceAll("[|\\s]+", " ");
    assertThat(branches)
        .contains(alice + " 2023-11-14 signed, waiting " + bob + " 2023-11-16")
        .contains(alice + " 2023-11-14 2 ahead, 1 behind");
    assertThat(page("/branches"))
        .contains("href=\"" + BASE + "event/" + served.id().hex() + "\"")
        .doesNotContain("event/" + held.id().hex());
    assertThat(page("/tags")).contains("unknown", "signed, waiting");
  }

  private static RepoState state(Signer author, long at, String main, String side) {
    return RepoState.of(
            EventBuilder.kind(30618)
                .at(at)
                .tag("d", "tool")
                .tag("refs/heads/main", main)
                .tag("refs/heads/side", side)
                .signedBy(author))
        .orElseThrow();
  }

  /** W-5: both sides must be the repository's own, or offered to it. */
  @Test
  void commitOfAnotherOwnerIsComparedWithNothing() throws IOException {
    forked();
    git.git("update-ref", "refs/nostr/" + EVENT, "side");
    fixture.offers.put(EventId.parse(EVENT), BOB.publicKey());
    publish();
    SortedMap<RefName, Oid> values = new TreeMap<>(fixture.refs.values());
    values.remove(new RefName("refs/heads/side"));
    fixture.refs = new Refs(values, fixture.refs.head());
    assertThat(page("/compare/main..." + id("side")))
        .contains("Not part of this repository", EVENT, "noindex");
    assertThat(page("/compare/main...refs/nostr/" + EVENT)).contains("Not part of this");
    values.remove(new RefName("refs/nostr/" + EVENT));
    fixture.refs = new Refs(values, fixture.refs.head());
    for (String rest :
        new String[] {"/compare/main..." + id("side"), "/compare/" + id("side") + "..main.diff"}) {
      assertThat(answer(rest)).as(rest).isEqualTo(new SiteAnswer.NotFound());
    }
  }

  @Test
  void differenceHasThreeViews() throws IOException {
    forked();
    String commit = "/commit/" + id("side~1");
    assertThat(page(commit))
        .contains("<del>-two <mark>words</mark>\n</del>")
        .contains("Side by side", "context=10", "space=ignore", ".patch\"")
        .contains("rel=\"alternate\" type=\"text/plain\"");
    assertThat(page(commit + "?view=split"))
        .contains(
            "<table class=\"split\">",
            "<del>-two <mark>words</mark>",
            "<ins>+two <mark>WORDS</mark>");
    assertThat(page(commit + "?view=stat"))
        .contains("+1 −1", "1 file changed")
        .doesNotContain("<del>");
    assertThat(page("/compare/main...side?path=side.txt"))
        .contains("Only ", "side.txt")
        .doesNotContain("WORDS");
  }

  @Test
  void renamesModesSubmodulesAndPointersAreNamed() throws IOException {
    git.commit("old.txt", "a\nb\nc\nd\n");
    git.commit("run", "#!/bin/sh\n");
    git.git("mv", "old.txt", "new.txt");
    git.git("update-index", "--chmod=+x", "run");
    git.git("update-index", "--add", "--cacheinfo", "160000," + "1".repeat(40) + ",module");
    git.commit(
        "large.bin",
        "version https://git-lfs.github.com/spec/v1\noid sha256:" + "0".repeat(64) + "\nsize 9\n");
    git.commit("binary", new byte[] {0, 1, 2});
    publish();
    assertThat(page("/commit/" + id("main~1")))
        .contains("old.txt → new.txt (renamed, 100% alike)")
        .contains("run (mode 100644 → 100755)")
        .contains("module (added, submodule)", "Git LFS keeps this file elsewhere");
    assertThat(page("/commit/" + id("main"))).contains("Not text: 0 bytes before, 3 after.");
  }

  @Test
  void mergeIsComparedWithItsFirstParentAndLinksTheOthers() throws IOException {
    forked();
    git.git("checkout", "-q", "-b", "third", "main~1");
    git.commit("third.txt", "z\n");
    git.git("checkout", "-q", "main");
    git.git("merge", "-q", "-m", "all three", "side", "third");
    publish();
    assertThat(page("/commit/" + id("main")))
        .contains("A merge of 3 commits, compared with the first of them.")
        .contains("side.txt", "third.txt")
        .doesNotContain("main.txt")
        .contains("/compare/" + id("side") + ".." + id("main"))
        .contains("/compare/" + id("third") + ".." + id("main"));
  }

  private String written(String type, byte[] content) {
    return git.run(content, "hash-object", "-t", type, "-w", "--stdin", "--literally").text();
  }

  @Test
  void oddCommitsAreShown() throws IOException {
    forked();
    String tree = id("main^{tree}");
    byte[] silent =
        ("tree " + tree + "\nauthor x <> 0 +0000\ncommitter x <y> 253402300799 +0000\n\n")
            .getBytes(StandardCharsets.UTF_8);
    byte[] latin =
        ("tree "
                + tree
                + "\n"
                + "author x <> 1 +0000\n"
                + "committer x <> 1 +0000\n"
                + "encoding ISO-8859-1\n\n"
                + "gr\u00fcn\n")
            .getBytes(StandardCharsets.ISO_8859_1);
    byte[] wrong =
        ("tree "
                + tree
                + "\nauthor x <> 1 +0000\ncommitter x <> 1 +0000\nencoding none\n\n\u00fc\n")
            .getBytes(StandardCharsets.ISO_8859_1);
    git.git("update-ref", "refs/heads/silent", written("commit", silent));
    git.git("update-ref", "refs/heads/latin", written("commit", latin));
    git.git("update-ref", "refs/heads/wrong", written("commit", wrong));
    publish();
    assertThat(page("/commit/" + id("silent")))
        .contains("(no message)", "1970-01-01", "9999-12-31", "A first commit");
    assertThat(page("/commit/" + id("latin"))).contains("grün");
    assertThat(page("/commit/" + id("wrong"))).contains("ü");
    assertThat(page("/commits/silent")).contains("(no message)");
    assertThat(page("/branches")).contains("9999-12-31");
  }

  @Test
  void messageLinksCommitsAndPlacesAndListsItsTrailers() throws IOException {
    git.commit("a.txt", "x");
    String first = id("main");
    git.git(
        "commit",
        "-q",
        "--allow-empty",
        "-m",
        "fix <b>\n\nReverts "
            + first
            + ", see https://example.com/x?a=b.\nnostr:npub1"
            + "q".repeat(58)
            + "\n\nReviewed-by: Bob <bob@example.com>\nFixes: 12");
    publish();
    assertThat(page("/commit/" + id("main")))
        .contains("fix &lt;b&gt;")
        .contains("/commit/" + first + "\" rel=\"nofollow\">" + first + "</a>,")
        .contains("href=\"https://example.com/x?a=b\" rel=\"nofollow ugc noopener\"")
        .contains("href=\"nostr:npub1" + "q".repeat(58) + "\"")
        .contains("<dt><bdi>Reviewed-by</bdi></dt><dd><bdi>Bob &lt;bob@example.com&gt;");
  }

  @Test
  void tagSaysWhatItsObjectSays() throws IOException {
    forked();
    git.git("tag", "-a", "-m", "First release\n\nwith notes", "v1", "main");
    git.git("tag", "-a", "-m", "again", "v1-signed", "v1");
    git.git("tag", "light", "main");
    git.git("tag", "directory", "main^{tree}");
    git.git("tag", "-a", "-m", "a file", "file", "main:a.txt");
    byte[] signed =
        ("object "
                + id("main")
                + "\ntype commit\ntag v2\ntagger T <t@example.com> 1700000000 +0000\n\nmsg\n"
                + "-----BEGIN SSH SIGNATURE-----\nAAAA\n-----END SSH SIGNATURE-----\n")
            .getBytes(StandardCharsets.UTF_8);
    git.git("update-ref", "refs/tags/v2", written("tag", signed));
    publish();
    assertThat(page("/tag/v1"))
        .contains(
            "<bdi>First release</bdi></strong><bdi>\n\nwith notes",
            "Tagger, as claimed",
            "carries no signature")
        .contains(shortId("main"), "/tree/v1");
    assertThat(page("/tag/v1-signed")).contains("again", "First release", "Calls itself");
    assertThat(page("/tag/v2"))
        .contains("an SSH signature, not checked here", "msg")
        .doesNotContain("AAAA");
    assertThat(page("/tag/light")).contains("A lightweight tag");
    assertThat(page("/tag/directory")).contains("leads to a directory", "a.txt", "2 entries");
    assertThat(page("/tag/file")).contains("leads to a file, not to a commit");
    assertThat(answer("/tag/none")).isEqualTo(new SiteAnswer.NotFound());
    assertThat(page("/tree/directory")).contains("leads to a directory, not a commit");
  }

  @Test
  void tagsAreInTheOrderOfTheirVersions() throws IOException {
    git.commit("a.txt", "x");
    for (String tag : new String[] {"v1.9", "v1.10", "v1.10-rc1", "v2.0"}) {
      git.git("tag", "-a", "-m", "of " + tag, tag);
    }
    publish();
    String html = page("/tags");
    assertThat(html.indexOf("/tag/v2.0\"")).isLessThan(html.indexOf("/tag/v1.10\""));
    assertThat(html.indexOf("/tag/v1.10\"")).isLessThan(html.indexOf("/tag/v1.10-rc1\""));
    assertThat(html.indexOf("/tag/v1.10-rc1\"")).isLessThan(html.indexOf("/tag/v1.9\""));
    assertThat(html).contains("of v1.9");
  }

  @Test
  void tagWithoutAMessageIsListedWithItsCommit() throws IOException {
    git.commit("a.txt", "x");
    git.git("tag", "light");
    publish();
    assertThat(page("/tags"))
        .contains("/commit/" + id("light") + "\"><bdi>change a.txt</bdi></a></td><td><time");
  }

  @Test
  void searchFindsCommitsAndLines() throws IOException {
    sample();
    assertThat(page("/search")).contains("<form", "searched for as it stands");
    assertThat(page("/search?q=RETURN&in=code")).contains("0 of 6 files");
    assertThat(page("/search?q=return&in=code"))
        .contains("1 of 6 files", "/tree/HEAD/src/start.c#L2", "return 1;")
        .contains("Too large, or not text: 1.");
    assertThat(page("/search?q=return+0&in=code&rev=" + id("main~1"))).contains("/src/main.c#L2");
    assertThat(page("/search?q=START.C&in=message")).contains("1 of 8 commits");
    assertThat(page("/search?q=a%40example&in=author")).contains("8 of 8 commits");
    assertThat(page("/search?q=" + "x".repeat(300))).contains("too long");
    assertThat(answer("/search?q=x&rev=none")).isEqualTo(new SiteAnswer.NotFound());
  }

  @Test
  void blameLeadsToTheFileBeforeAChange() throws IOException {
    sample();
    String before = id("main~1");
    assertThat(page("/blame/main/src/start.c"))
        .contains("/blame/" + before + "/src/main.c\">before this change");
    assertThat(page("/blame/" + before + "/src/main.c")).doesNotContain("before this change");
  }

  @Test
  void logFollowsRenamesOnlyWhenAsked() throws IOException {
    sample();
    assertThat(page("/commits/main/src/start.c"))
        .contains("Follow renames", "?follow=1")
        .doesNotContain(">change src/main.c<");
    assertThat(page("/commits/main/src/start.c?follow=1"))
        .contains(">change src/main.c<", "Only under this name");
    assertThat(page("/commits/main/src")).doesNotContain("Follow renames");
    assertThat(page("/commits/main")).contains("<span class=\"ref\"><bdi>feature/x</bdi></span>");
  }

  @Test
  void documentsAreForPrograms() throws IOException {
    forked();
    String commit = id("side");
    assertThat(document("/commit/" + commit + ".diff"))
        .startsWith("diff --git a/side.txt b/side.txt\nnew file mode 100644\n");
    assertThat(document("/commit/" + commit + ".patch"))
        .startsWith("From " + commit + " Mon Sep 17 00:00:00 2001\nFrom: A <a@example.com>\n")
        .contains("Subject: [PATCH] change side.txt\n");
    assertThat(document("/compare/main...side.patch"))
        .contains("Subject: [PATCH 1/2] change a.txt", "Subject: [PATCH 2/2] change side.txt");
    assertThat(document("/compare/side..main.diff")).contains("deleted file mode 100644");
    assertThat(answer("/commit/" + commit.substring(0, 8) + ".diff"))
        .isInstanceOfSatisfying(
            SiteAnswer.Moved.class,
            moved ->
                assertThat(Addresses.write(moved.address()))
                    .isEqualTo(TOOL + "/commit/" + commit + ".diff"));
  }

  @Test
  void documentThatIsTooLargeIsRefusedWithAdvice() throws IOException {
    git.commit("large.txt", "0123456789abcde\n".repeat((17 << 20) / 16));
    publish();
    assertThat(answer("/commit/" + id("main") + ".diff"))
        .isInstanceOfSatisfying(
            SiteAnswer.TooLarge.class, large -> assertThat(large.advice()).contains("git clone"));
  }
}
