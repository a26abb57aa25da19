package dev.graspd.server.site.serve;

import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.EventId;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pages of commits that only a pull request offers (W-5). */
final class OfferedPagesTest extends CodeSiteFixture {
  private static final String EVENT = "e".repeat(64);
  private static final String REF = "refs/nostr/" + EVENT;

  private String offered;

  /** A pull request of Bob. */
  private void offer() throws IOException {
    git.commit("a.txt", "one\n");
    git.git("checkout", "-q", "-b", "offered");
    git.commit("dir/b.txt", "two\n");
    offered = git.git("rev-parse", "HEAD");
    git.git("checkout", "-q", "main");
    git.git("update-ref", REF, offered);
    git.git("branch", "-D", "offered");
    fixture.offers.put(EventId.parse(EVENT), BOB.publicKey());
    publish();
  }

  /** Each kind of page that shows something of a commit. */
  private static List<String> pages(String revision) {
    return List.of(
        "/tree/" + revision,
        "/tree/" + revision + "/dir",
        "/tree/" + revision + "/dir/b.txt",
        "/blame/" + revision + "/dir/b.txt",
        "/commits/" + revision,
        "/commits/" + revision + "/dir/b.txt",
        "/compare/main..." + revision,
        "/compare/" + revision + "..main",
        "/search?q=two&rev=" + revision);
  }

  @Test
  void everyPageOfAnOfferedCommitSaysWhoOffersIt() throws IOException {
    offer();
    for (String revision : List.of(offered, REF)) {
      for (String rest : pages(revision)) {
        assertIsOffered(page(rest), rest);
      }
    }
    assertIsOffered(page("/commit/" + offered), "the commit");
  }

  private static void assertIsOffered(String html, String rest) {
    assertThat(html)
        .as(rest)
        .contains(
            "Not part of this repository:",
            "offered by",
            "title=\"" + Bech32.npub(BOB.publicKey()) + "\"",
            "href=\"" + BASE + "event/" + EVENT + "\"",
            "<meta name=\"robots\" content=\"noindex\">")
        .containsOnlyOnce("class=\"banner\"");
  }

  @Test
  void laterPageOfALogSaysItOfTheCommitAtWhichItBegan() throws IOException {
    offer();
    assertThat(page("/commits/main?from=" + offered + "&skip=0")).contains("Not part of this");
  }

  @Test
  void commitThatIsMergedIsPartOfTheRepository() throws IOException {
    offer();
    git.git("merge", "-q", "--no-ff", "-m", "merged", REF);
    publish();
    for (String revision : List.of(offered, REF)) {
      for (String rest : pages(revision)) {
        assertThat(page(rest)).as(rest).doesNotContain("Not part of this");
      }
    }
  }

  @Test
  void pageIsNotKeptAsLongAsTheEventOfThePullRequestIsNotHere() throws IOException {
    offer();
    fixture.offers.clear();
    SiteAnswer answer = answer("/tree/" + REF);
    assertThat(answer).isInstanceOf(SiteAnswer.Passing.class);
    assertThat(((SiteAnswer.Passing) answer).html())
        .contains("offered in a pull request whose event is not here", EVENT);
  }
}
