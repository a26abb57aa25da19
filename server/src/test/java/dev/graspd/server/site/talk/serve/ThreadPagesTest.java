package dev.graspd.server.site.talk.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.talk.list.RowFilter.Section;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.site.address.TalkView;
import dev.graspd.server.site.serve.SiteAnswer;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** W-40 to W-43: lists of threads, and threads. */
class ThreadPagesTest extends TalkFixture {
  private static final Pattern NEXT =
      Pattern.compile("href=\"/grasp/npub[^/]*/tool([^\"]*)\">Next");

  private void name(PublicKey of, String name) {
    put(event(Kinds.METADATA, 1).content("{\"name\":\"" + name + "\"}"), of);
  }

  private static SiteAnswer moved(TalkView view) {
    return new SiteAnswer.Moved(new SiteAddress.OfRepository(TOOL, new RepositoryView.Talk(view)));
  }

  @Test
  void listHasThreadsWithTheirStatesAndCounts() {
    Event open = issue(1, AUTHOR, "First <b>", "text");
    Event closed = issue(2, AUTHOR, "Second", "text");
    status(Kinds.STATUS_CLOSED, 3, OWNER, closed);
    comment(4, STRANGER, open, open, "hello");
    name(AUTHOR, "Ann <i>");
    String page = page("/issues");
    assertThat(page)
        .contains("First &lt;b&gt;", "1 comment", "Ann &lt;i&gt;", Bech32.npub(AUTHOR))
        .contains("Open <span class=\"count\">1</span>", "Closed ", "All ")
        .contains("Issues <span class=\"count\">1</span>")
        .doesNotContain("Second");
    assertThat(page("/issues?state=closed")).contains("Second").doesNotContain("First");
    assertThat(page("/issues?state=all&q=SEC")).contains("Second").doesNotContain("First");
    assertThat(page("/prs")).contains("Nothing here matches", "ngit send");
  }

  @Test
  void listGoesOnBehindACursor() {
    for (int i = 0; i < 60; i++) {
      issue(i, OWNER, "number " + i + ".", "");
    }
    String first = page("/issues");
    assertThat(first).contains("number 59.", "number 10.").doesNotContain("number 9.");
    Matcher next = NEXT.matcher(first);
    assertThat(next.find()).isTrue();
    assertThat(page(next.group(1)))
        .contains("number 9.", "number 0.")
        .doesNotContain("number 10.", "Next page");
  }

  /** Strangers cannot fill the list that a visitor sees first. */
  @Test
  void knownPeopleAreFirstWhenStrangersHaveBegunVeryMany() {
    issue(0, OWNER, "of the owner", "");
    for (int i = 1; i <= ListViews.STRANGERS_MAX; i++) {
      issue(i, STRANGER, "spam " + i, "");
    }
    assertThat(page("/issues")).contains("spam 50");
    issue(99, STRANGER, "spam 99", "");
    assertThat(page("/issues"))
        .contains("of the owner", "51 open ones of others are left out", "from=all")
        .doesNotContain("spam");
    assertThat(page("/issues?from=all")).contains("spam 99");
    assertThat(page("/issues?author=" + Bech32.npub(STRANGER))).contains("spam 99");
  }

  @Test
  void threadSaysWhoDecidedItsState() {
    Event root = issue(1, AUTHOR, "A bug", "It *breaks*. nostr:" + Bech32.npub(OWNER));
    Event said = comment(2, STRANGER, root, root, "# Loud\n<script>alert(1)</script>");
    comment(3, AUTHOR, root, said, "an answer");
    Event proposed = status(Kinds.STATUS_CLOSED, 4, STRANGER, root);
    Event closed = status(Kinds.STATUS_CLOSED, 5, OWNER, root);
    put(event(Kinds.REACTION, 6).tag("e", said.id().hex()).content("+"), OWNER);
    name(OWNER, "Olga");
    String page = page("/issues/" + root.id());
    assertThat(page)
        .contains("<h2 class=\"title\"><bdi>A bug</bdi></h2>")
        .contains("class=\"state closed\">Closed", "/grasp/event/" + closed.id())
        .contains("<em>breaks</em>", "<a href=\"nostr:" + Bech32.npub(OWNER))
        .contains("Olga", Bech32.npub(OWNER), "<span class=\"role\">owner</span>")
        .contains("<span class=\"role\">author</span>")
        .contains("said d1", "<bdi>+</bdi> 1")
        .contains("a proposal", "/grasp/event/" + proposed.id())
        .contains("nostr:nevent1", "https://gitworkshop.dev/")
        .doesNotContain("<script>", "id=\"user-content");
  }

  @Test
  void answerToSomethingThatIsNotHereSaysSo() {
    Event root = issue(1, AUTHOR, "A bug", "");
    Event elsewhere = event(Kinds.COMMENT, 2).content("x").unsignedBy(STRANGER);
    comment(3, AUTHOR, root, elsewhere, "an answer");
    assertThat(page("/issues/" + root.id())).contains("in reply to an event that is not here");
  }

  /** W-73. */
  @Test
  void newestThreadsAreAFeed() {
    Event root = issue(1, AUTHOR, "A <b> bug", "It *breaks*.");
    name(AUTHOR, "Ann");
    assertThat(document("/feed/issues.atom"))
        .contains("<title>A &lt;b&gt; bug</title>", "<name>Ann npub1", "nostr:nevent1")
        .contains("&lt;em&gt;breaks", "https://example.org/grasp/" + OWN + "/issues/" + root.id());
    assertThat(document("/feed/prs.atom")).doesNotContain("<entry>");
    String facts = prepared("/feed/issues.atom").facts();
    issue(2, AUTHOR, "Another", "");
    assertThat(prepared("/feed/issues.atom").facts()).isNotEqualTo(facts);
  }

  /** W-19, W-73. */
  @Test
  void newestOfAllKindsAreOneFeed() throws IOException {
    git.commit("a.txt", "one\n");
    git.git("tag", "v1");
    published.publish();
    Event bug = issue(1, AUTHOR, "A bug", "It breaks.");
    Event request =
        put(root(Kinds.PULL_REQUEST, 4_000_000_000L - TIME).tag("subject", "Mend it"), AUTHOR);
    String feed = document("/feed/all.atom");
    assertThat(feed)
        .containsSubsequence("<title>Mend it</title>", "/prs/" + request.id(), "/commit/")
        .contains("<title>A bug</title>", "/issues/" + bug.id(), "/tag/v1")
        .contains("<id>tag:example.org,2026:" + OWN + "/all</id>");
    for (int i = 0; i < 60; i++) {
      issue(10 + i, AUTHOR, "Issue " + i, "");
    }
    assertThat(document("/feed/all.atom").split("<entry>", -1)).hasSize(51);
  }

  @Test
  void longThreadHasPages() {
    Event root = issue(1, AUTHOR, "Long", "");
    for (int i = 0; i < 201; i++) {
      comment(10 + i, STRANGER, root, root, "said-" + i + ".");
    }
    assertThat(page("/issues/" + root.id()))
        .contains("said-199.", "?page=2")
        .doesNotContain("said-200.");
    assertThat(page("/issues/" + root.id() + "?page=2")).contains("said-200.");
    assertThat(answer("/issues/" + root.id() + "?page=3")).isEqualTo(new SiteAnswer.NotFound());
  }

  @Test
  void shortIdsAndOtherSectionsMove() {
    Event root = issue(1, AUTHOR, "A bug", "");
    TalkView there = new TalkView.Conversation(Section.ISSUES, root.id().hex());
    assertThat(answer("/issues/" + root.id().hex().substring(0, 8))).isEqualTo(moved(there));
    assertThat(answer("/prs/" + root.id())).isEqualTo(moved(there));
    assertThat(answer("/prs/" + root.id() + "/files")).isEqualTo(new SiteAnswer.NotFound());
    assertThat(answer("/issues/" + "0".repeat(8))).isEqualTo(new SiteAnswer.NotFound());
    assertThat(answer("/issues/" + "0".repeat(64))).isEqualTo(new SiteAnswer.NotFound());
    assertThat(site.pageOf(root.id()))
        .hasValue(new SiteAddress.OfRepository(TOOL, new RepositoryView.Talk(there)));
  }

  /** W-95: what is shown is what the version depends on. */
  @Test
  void versionChangesWithWhatIsShown() {
    Event root = issue(1, AUTHOR, "A bug", "");
    String thread = prepared("/issues/" + root.id()).facts();
    String list = prepared("/issues").facts();
    assertThat(prepared("/issues/" + root.id()).facts()).isEqualTo(thread);
    comment(2, STRANGER, root, root, "hello");
    assertThat(prepared("/issues/" + root.id()).facts()).isNotEqualTo(thread);
    assertThat(prepared("/issues").facts()).isNotEqualTo(list);
    thread = prepared("/issues/" + root.id()).facts();
    name(AUTHOR, "Ann");
    assertThat(prepared("/issues/" + root.id()).facts()).isNotEqualTo(thread);
  }
}
