package dev.graspd.server.site.person.serve;

import static dev.graspd.server.site.SampleFrame.FRAME;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static dev.graspd.testkit.TestKeys.CAROL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.catalogue.Catalogue;
import dev.graspd.server.talk.NameBook;
import dev.graspd.server.talk.PersonEvents;
import dev.graspd.server.testing.OpenStore;
import dev.graspd.testkit.EventBuilder;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the page of a person shows, from a real store (W-60). */
final class PersonSiteTest extends OpenStore {
  private static final long NOW = 1_800_000_000;
  private static final String HOSTILE = "<script>alert(1)</script>";
  private static final RepoAddress TOOL =
      new RepoAddress(ALICE.publicKey(), new Identifier("tool"));
  private static final RepoAddress SHARED =
      new RepoAddress(BOB.publicKey(), new Identifier("shared"));

  private PersonSite site;

  @BeforeEach
  void openSite() {
    Catalogue catalogue =
        new Catalogue(
            store, store.repositories(), PersonSiteTest::isHosted, PersonSiteTest::isArchived);
    site =
        new PersonSite(
            new PersonSite.Parts(
                catalogue,
                new PersonEvents(store, store.repositories(), () -> NOW),
                new NameBook(store, NameBook.BYTES_MAX),
                address -> address.equals(TOOL) || address.equals(SHARED),
                PersonSiteTest::owners));
  }

  private static boolean isHosted(Announcement announcement) {
    return !announcement.identifier().text().startsWith("elsewhere");
  }

  private static boolean isArchived(Announcement announcement) {
    return announcement.identifier().text().startsWith("copy");
  }

  /** Alice and Bob share a repository. */
  private static SortedSet<PublicKey> owners(Identifier identifier, PublicKey key) {
    return identifier.equals(SHARED.identifier())
        ? new TreeSet<>(List.of(ALICE.publicKey(), BOB.publicKey()))
        : new TreeSet<>(List.of(key));
  }

  private void announce(String identifier, PublicKey by) {
    Event _ = put(EventBuilder.kind(Kinds.ANNOUNCEMENT).tag("d", identifier), by);
  }

  private Event profile(String json, PublicKey by) {
    return put(EventBuilder.kind(Kinds.METADATA).content(json), by);
  }

  private String page(PublicKey key) {
    return site.page(FRAME, key).orElseThrow();
  }

  @Test
  void pageShowsWhatAPersonSaysOfItselfAsClaims() {
    Event signed =
        profile(
            """
            {"name":"Ann %1$s","about":"I write **tools**. %1$s","nip05":"ann@example.org",\
            "picture":"https://foreign.example/ann.png","banner":"https://foreign.example/b.png"}\
            """
                .formatted(HOSTILE),
            ALICE.publicKey());
    String npub = Bech32.npub(ALICE.publicKey());

    String page = page(ALICE.publicKey());

    assertThat(page)
        .contains("Ann &lt;script&gt;alert(1)&lt;/script&gt;", npub.substring(0, 12) + "…")
        .contains("<strong>tools</strong>", "<code>" + npub + "</code>")
        .contains("ann@example.org", "not checked here")
        .contains("/grasp/event/" + signed.id().hex())
        .contains("src=\"/grasp/assets/" + npub + ".png\"")
        .contains("src=\"/grasp/assets/" + npub + ".qr.png\"")
        .contains("/grasp/feeds/" + npub + ".atom", "/grasp/api/v1/people/" + npub)
        .doesNotContain("<script", "foreign.example");
  }

  @Test
  void repositoriesAreThoseThatItOwnsMaintainsAndThatAreCopies() {
    announce("tool", ALICE.publicKey());
    announce("shared", ALICE.publicKey());
    announce("shared", BOB.publicKey());
    announce("copy", ALICE.publicKey());
    announce("elsewhere", ALICE.publicKey());
    announce("other", BOB.publicKey());
    Event _ = profile("{\"name\":\"Bob\"}", BOB.publicKey());
    String own = "/grasp/" + Bech32.npub(ALICE.publicKey());
    String bobs = "/grasp/" + Bech32.npub(BOB.publicKey());

    String page = page(ALICE.publicKey());

    assertThat(page)
        .containsSubsequence(
            "<h2>Repositories</h2>",
            "href=\"" + own + "/shared\"",
            "<h2>Maintained</h2>",
            "Bob",
            "href=\"" + bobs + "/shared\"",
            "<h2>Archived</h2>",
            "href=\"" + own + "/copy\"")
        .contains("href=\"" + own + "/tool\"")
        .doesNotContain("/elsewhere", "/other", "noindex");
  }

  /** Where every listed key is a maintainer, it needs no announcement of its own. */
  @Test
  void repositoryThatOthersAnnounceIsMaintained() {
    Event _ =
        put(
            EventBuilder.kind(Kinds.ANNOUNCEMENT)
                .tag("d", "shared")
                .tag("maintainers", ALICE.publicKey().hex()),
            BOB.publicKey());

    assertThat(page(ALICE.publicKey()))
        .containsSubsequence(
            "<h2>Maintained</h2>", "href=\"/grasp/" + Bech32.npub(BOB.publicKey()) + "/shared\"")
        .doesNotContain("<h2>Repositories</h2>");
  }

  @Test
  void threadsLeadToTheirRepositoryOrToTheirEvent() {
    Event here =
        put(
            EventBuilder.kind(Kinds.ISSUE)
                .tag("a", TOOL.toString())
                .tag("subject", "Crash " + HOSTILE),
            CAROL.publicKey());
    Event elsewhere =
        put(
            EventBuilder.kind(Kinds.PULL_REQUEST)
                .tag("a", "30617:" + "ab".repeat(32) + ":far")
                .tag("subject", "Far away"),
            CAROL.publicKey());
    Event first =
        put(
            EventBuilder.kind(Kinds.PATCH)
                .tag("a", TOOL.toString())
                .content("Subject: [PATCH 1/2] Begin\n\nwords"),
            CAROL.publicKey());
    Event second =
        put(
            EventBuilder.kind(Kinds.PATCH)
                .tag("a", TOOL.toString())
                .tag("e", first.id().hex(), "", "reply")
                .content("Subject: [PATCH 2/2] Go on\n\nwords"),
            CAROL.publicKey());
    String tool = "/grasp/" + Bech32.npub(ALICE.publicKey()) + "/tool";

    assertThat(page(CAROL.publicKey()))
        .contains(tool + "/issues/" + here.id().hex(), "Crash &lt;script&gt;")
        .contains("/grasp/event/" + elsewhere.id().hex(), "Far away")
        .contains(tool + "/prs/" + first.id().hex(), "Begin")
        .contains("content=\"noindex\"")
        .doesNotContain(second.id().hex());
  }

  @Test
  void onlyTheNewestThreadsAreReadAndThePageSaysSo() {
    for (int i = 0; i <= PersonEvents.THREADS_MAX; i++) {
      Event _ =
          put(
              EventBuilder.kind(Kinds.ISSUE).at(1_000 + i).tag("subject", "Issue no " + i + "."),
              CAROL.publicKey());
    }

    assertThat(page(CAROL.publicKey()))
        .contains("Issue no 50.", "Issue no 1.", "There are more of them")
        .doesNotContain("Issue no 0.");
  }

  @Test
  void serversAreThoseOfItsListInItsOrder() {
    Event list =
        put(
            EventBuilder.kind(Kinds.GRASP_LIST)
                .tag("g", "wss://first.example")
                .tag("x", "wss://none.example")
                .tag("g", "wss://second.example/<b>"),
            BOB.publicKey());

    assertThat(page(BOB.publicKey()))
        .containsSubsequence("wss://first.example", "wss://second.example/&lt;b&gt;")
        .contains("/grasp/event/" + list.id().hex())
        .doesNotContain("none.example");
  }

  @Test
  void personWithNothingHereHasNoPage() {
    announce("elsewhere", BOB.publicKey());

    assertThat(site.page(FRAME, BOB.publicKey())).isEmpty();
    assertThat(site.hasPage(BOB.publicKey())).isFalse();
    Event _ = profile("{\"name\":\"Bob\"}", BOB.publicKey());
    assertThat(site.page(FRAME, BOB.publicKey())).isPresent();
    assertThat(site.hasPage(BOB.publicKey())).isTrue();
  }
}
