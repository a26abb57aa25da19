package dev.graspd.server.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.TestKeys;
import dev.graspd.testkit.store.ModelEventStore;
import dev.graspd.testkit.store.StoreDriver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The list over a store; which of it is hosted is another's decision. */
class CatalogueTest {
  private static final long TIME = 1_700_000_000;

  private final ModelEventStore store = new ModelEventStore();
  private final StoreDriver driver = new StoreDriver(store);
  private final Catalogue catalogue =
      new Catalogue(
          store,
          store,
          announcement -> !announcement.identifier().text().startsWith("elsewhere"),
          announcement -> announcement.identifier().text().startsWith("copy"));

  private Event announce(Signer owner, String name, long at, String... topics) {
    EventBuilder event = EventBuilder.kind(30617).at(at).tag("d", name).tag("name", "The " + name);
    for (String topic : topics) {
      event.tag("t", topic);
    }
    Event made = event.unsignedBy(owner);
    driver.append(made);
    return made;
  }

  private List<String> names(CatalogueQuery query) {
    return catalogue.list(query).entries().stream()
        .map(entry -> entry.address().identifier().text())
        .toList();
  }

  @Test
  void newestAnnouncementComesFirstAndOnlyWhatIsHosted() {
    announce(TestKeys.ALICE, "old", TIME);
    announce(TestKeys.BOB, "new", TIME + 2);
    announce(TestKeys.BOB, "elsewhere", TIME + 1);
    assertThat(names(CatalogueQuery.ALL)).containsExactly("new", "old");
    assertThat(catalogue.list(CatalogueQuery.ALL).next()).isEmpty();
  }

  private static final String ROOT = "12".repeat(20);

  private void fork(Signer owner, String name, long at, String earliest) {
    driver.append(
        EventBuilder.kind(30617)
            .at(at)
            .tag("d", name)
            .tag("r", "34".repeat(20))
            .tag("r", earliest, "euc")
            .unsignedBy(owner));
  }

  /** Each row as its repository, and those in it behind a colon. */
  private List<String> rows(ForkGroups.Part part) {
    return part.groups().stream()
        .map(group ->
            group.newest().address().identifier().text()
                + group.others().stream()
                    .map(fork -> fork.address().identifier().text())
                    .map(name -> ":" + name)
                    .reduce("", String::concat))
        .toList();
  }

  /** W-61. */
  @Test
  void forksAreInTheRowOfTheNewest() {
    fork(TestKeys.ALICE, "tool", TIME, ROOT);
    fork(TestKeys.BOB, "elsewhere", TIME + 8, ROOT);
    fork(TestKeys.BOB, "my-tool", TIME + 2, ROOT);
    fork(TestKeys.MALLORY, "tool", TIME + 4, "56".repeat(20));
    announce(TestKeys.ALICE, "notes", TIME + 1);
    announce(TestKeys.BOB, "notes", TIME + 5);
    announce(TestKeys.BOB, "tool", TIME + 6);
    assertThat(rows(catalogue.groups(CatalogueQuery.ALL)))
        .containsExactly("tool", "notes:notes", "tool", "my-tool:tool");
    assertThat(catalogue.groups(CatalogueQuery.ALL).groups())
        .extracting(ForkGroups.Group::common)
        .endsWith(ForkGroups.Common.EARLIEST_COMMIT);
  }

  /** W-61: a row is at the place of the repository that was updated last, and named after it. */
  @Test
  void forksAreInTheRowOfTheLastUpdated() {
    fork(TestKeys.ALICE, "tool", TIME, ROOT);
    fork(TestKeys.BOB, "my-tool", TIME + 4, ROOT);
    announce(TestKeys.BOB, "other", TIME + 6);
    announce(TestKeys.BOB, "quiet", TIME + 1);
    state(TestKeys.ALICE, "tool", TIME + 8);
    assertThat(rows(catalogue.groups(UPDATED))).containsExactly("tool:my-tool", "other", "quiet");
    state(TestKeys.BOB, "my-tool", TIME + 5);
    assertThat(rows(catalogue.groups(UPDATED))).containsExactly("tool:my-tool", "other", "quiet");
    state(TestKeys.BOB, "my-tool", TIME + 9);
    assertThat(rows(catalogue.groups(UPDATED))).containsExactly("my-tool:tool", "other", "quiet");
  }

  /** W-61: what a row has named is not in the next part, and a row names so many. */
  @Test
  void forksAreInOneRowOfAllParts() {
    for (int i = 0; i < 3 * ForkGroups.OTHERS_MAX; i++) {
      fork(TestKeys.ALICE, "fork" + i, TIME + i, ROOT);
      announce(TestKeys.ALICE, "r" + i, TIME + i);
    }
    List<String> found = new ArrayList<>();
    CatalogueQuery query = CatalogueQuery.ALL.withLimit(7);
    Optional<ListPosition> next = Optional.empty();
    do {
      ForkGroups.Part part = catalogue.groups(next.map(query::withAfter).orElse(query));
      found.addAll(rows(part));
      next = part.next();
    } while (next.isPresent());
    assertThat(found).hasSize(1 + 3 * ForkGroups.OTHERS_MAX).doesNotHaveDuplicates();
    assertThat(found.stream().filter(row -> row.startsWith("fork")).toList())
        .singleElement()
        .satisfies(row ->
            assertThat(row.split(":", -1)).hasSize(1 + ForkGroups.OTHERS_MAX).contains("fork58"));
    assertThat(catalogue.groups(CatalogueQuery.ALL).groups())
        .filteredOn(group -> !group.others().isEmpty())
        .singleElement()
        .matches(ForkGroups.Group::isCut);
  }

  /**
   * Announcements that are read for rows count, too: an answer costs a bounded number of
   * announcements.
   */
  @Test
  void rowsOfManyForksEndAPartEarly() {
    for (int i = 0; i < 80; i++) {
      for (int j = 0; j < 15; j++) {
        fork(TestKeys.ALICE, "elsewhere" + i + "-" + j, TIME + i * 20L + j, "%040d".formatted(i));
      }
    }
    ForkGroups.Part part = catalogue.groups(CatalogueQuery.ALL);
    assertThat(part.groups()).isEmpty();
    assertThat(part.cut()).isTrue();
    assertThat(part.next()).isPresent();
  }

  @Test
  void listIsNarrowed() {
    announce(TestKeys.ALICE, "relay", TIME, "nostr", "git");
    announce(TestKeys.BOB, "copy-of-relay", TIME + 1, "git");
    announce(TestKeys.BOB, "other", TIME + 2);
    assertThat(names(CatalogueQuery.ALL.withOwner(TestKeys.BOB.publicKey())))
        .containsExactly("other", "copy-of-relay");
    assertThat(names(CatalogueQuery.ALL.withText("THE relay")))
        .containsExactly("copy-of-relay", "relay");
    assertThat(names(CatalogueQuery.ALL.withText("relay nostr"))).containsExactly("relay");
    assertThat(names(parsed("topic=git&archived=false"))).containsExactly("relay");
    assertThat(names(parsed("archived=true"))).containsExactly("copy-of-relay");
  }

  private static CatalogueQuery parsed(String text) {
    return CatalogueQuery.parse(text) instanceof CatalogueQuery.Parsed.Query(var query)
        ? query
        : CatalogueQuery.ALL;
  }

  @Test
  void partsMeetWithoutGapsAlsoWithinASecondAndWhileOthersAnnounce() {
    for (int i = 0; i < 25; i++) {
      announce(TestKeys.ALICE, "r" + i, TIME + i / 10);
    }
    List<String> found = new ArrayList<>();
    CatalogueQuery query = CatalogueQuery.ALL.withLimit(4);
    Optional<ListPosition> next = Optional.empty();
    do {
      Catalogue.Part part = catalogue.list(next.map(query::withAfter).orElse(query));
      part.entries().forEach(entry -> found.add(entry.address().identifier().text()));
      next = part.next();
      announce(TestKeys.BOB, "later" + found.size(), TIME + 1_000);
    } while (next.isPresent());
    assertThat(found).hasSize(25).doesNotHaveDuplicates();
  }

  private void state(Signer author, String name, long at) {
    driver.append(EventBuilder.kind(30618).at(at).tag("d", name).unsignedBy(author));
  }

  private static final CatalogueQuery UPDATED = CatalogueQuery.LAST_UPDATED;

  /** W-80. */
  @Test
  void repositoryThatWasUpdatedLastComesFirst() {
    announce(TestKeys.ALICE, "quiet", TIME + 50);
    announce(TestKeys.ALICE, "busy", TIME, "git");
    announce(TestKeys.BOB, "new", TIME + 70);
    announce(TestKeys.BOB, "elsewhere", TIME);
    state(TestKeys.ALICE, "busy", TIME + 60);
    state(TestKeys.ALICE, "quiet", TIME + 10);
    state(TestKeys.MALLORY, "quiet", TIME + 90);
    state(TestKeys.BOB, "elsewhere", TIME + 80);
    assertThat(names(UPDATED)).containsExactly("new", "busy", "quiet");
    assertThat(names(UPDATED.withOwner(TestKeys.ALICE.publicKey())))
        .containsExactly("busy", "quiet");
    assertThat(names(parsed("sort=updated&topic=git"))).containsExactly("busy");
    assertThat(names(UPDATED.withText("quiet"))).containsExactly("quiet");
  }

  @Test
  void stateOfASharedMaintainerUpdatesSeveralRepositoriesAcrossParts() {
    for (Signer owner : List.of(TestKeys.ALICE, TestKeys.BOB, TestKeys.MALLORY)) {
      EventBuilder event = EventBuilder.kind(30617).at(TIME).tag("d", "shared");
      driver.append(event.tag("maintainers", TestKeys.CAROL.publicKey().hex()).unsignedBy(owner));
    }
    announce(TestKeys.ALICE, "other", TIME + 5);
    state(TestKeys.CAROL, "shared", TIME + 9);
    List<RepoAddress> found = new ArrayList<>();
    CatalogueQuery query = UPDATED.withLimit(1);
    Optional<ListPosition> next = Optional.empty();
    do {
      Optional<ListPosition> at = next.map(ListPosition::text).flatMap(ListPosition::parse);
      Catalogue.Part part = catalogue.list(at.map(query::withAfter).orElse(query));
      part.entries().forEach(entry -> found.add(entry.address()));
      next = part.next();
    } while (next.isPresent());
    assertThat(found).hasSize(4).doesNotHaveDuplicates();
    assertThat(found.getLast().identifier().text()).isEqualTo("other");
  }

  @Test
  void listByUpdatesThatFindsLittleIsCutAndCanGoOn() {
    announce(TestKeys.ALICE, "here", TIME);
    for (int i = 0; i < Catalogue.SCANNED_MAX + 10; i++) {
      state(TestKeys.BOB, "nobody" + i, TIME + 1 + i);
    }
    Catalogue.Part part = catalogue.list(UPDATED);
    assertThat(part.entries()).isEmpty();
    assertThat(part.cut()).isTrue();
    assertThat(names(UPDATED.withAfter(part.next().orElseThrow()))).containsExactly("here");
  }

  @Test
  void answerThatFindsLittleIsCutAndCanGoOn() {
    for (int i = 0; i < Catalogue.SCANNED_MAX + 10; i++) {
      announce(TestKeys.BOB, "elsewhere" + i, TIME + 1 + i);
    }
    announce(TestKeys.ALICE, "here", TIME);
    Catalogue.Part part = catalogue.list(CatalogueQuery.ALL);
    assertThat(part.entries()).isEmpty();
    assertThat(part.cut()).isTrue();
    assertThat(names(CatalogueQuery.ALL.withAfter(part.next().orElseThrow())))
        .containsExactly("here");
  }

  @Test
  void entryHasWhatWasAnnouncedCutToABound() {
    Event event =
        EventBuilder.kind(30617)
            .at(TIME)
            .tag("d", "big")
            .tag("name", "n".repeat(10_000))
            .tag("description", "d".repeat(10_000))
            .tag("web", "https://one.example", "https://two.example")
            .tag("r", "ab".repeat(20), "euc")
            .unsignedBy(TestKeys.ALICE);
    driver.append(event);
    driver.append(
        EventBuilder.kind(30618).at(TIME + 60).tag("d", "big").unsignedBy(TestKeys.ALICE));
    driver.append(
        EventBuilder.kind(30618).at(TIME + 90).tag("d", "big").unsignedBy(TestKeys.MALLORY));
    CatalogueEntry entry =
        catalogue
            .find(new RepoAddress(TestKeys.ALICE.publicKey(), new Identifier("big")))
            .orElseThrow();
    assertThat(entry.name().orElseThrow()).hasSize(129).endsWith("…");
    assertThat(entry.description().orElseThrow()).hasSize(1_001);
    assertThat(entry.web()).containsExactly("https://one.example", "https://two.example");
    assertThat(entry.euc()).contains("ab".repeat(20));
    assertThat(entry.announcedAt()).isEqualTo(TIME);
    assertThat(entry.updatedAt()).isEqualTo(TIME + 60);
    assertThat(entry.head()).isEmpty();
    assertThat(entry.bytes()).isZero();
  }
}
