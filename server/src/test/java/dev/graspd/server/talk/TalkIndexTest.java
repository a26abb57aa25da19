package dev.graspd.server.talk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.Store;
import dev.graspd.core.talk.list.KnownPeople;
import dev.graspd.core.talk.list.RowFilter;
import dev.graspd.core.talk.list.RowFilter.Section;
import dev.graspd.core.talk.list.RowFilter.States;
import dev.graspd.core.talk.list.Sort;
import dev.graspd.core.talk.list.ThreadRow;
import dev.graspd.core.talk.member.Members;
import dev.graspd.core.talk.thread.State;
import dev.graspd.server.testing.Stores;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.store.StoreDriver;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TalkIndexTest {
  private static final PublicKey OWNER = key("0a");
  private static final PublicKey MAINTAINER = key("0b");
  private static final PublicKey STRANGER = key("0c");
  private static final RepoAddress REPOSITORY = new RepoAddress(OWNER, new Identifier("tool"));
  private static final long TIME = 1_700_000_000;
  private static final long CACHE_BYTES = 64 << 20;
  private static final int MANY = 10_000;

  @TempDir Path directory;

  private Store store;
  private StoreDriver driver;
  private Members members = members(OWNER);
  private long now = StoreDriver.NOW;

  /** The commits of the default branch, the newest first. */
  private final List<Oid> branch = new ArrayList<>();

  private static PublicKey key(String twoDigits) {
    return PublicKey.parse(twoDigits.repeat(32));
  }

  private static Members members(PublicKey... maintainers) {
    SortedSet<PublicKey> keys = new TreeSet<>(List.of(maintainers));
    return new Members(REPOSITORY, keys, new TreeSet<>(), new TreeSet<>());
  }

  @BeforeEach
  void open() {
    store = Stores.open(directory);
    driver = new StoreDriver(store);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private TalkIndex index(long bytes) {
    return new TalkIndex(store, _ -> members, this::merged, () -> now, bytes);
  }

  /** The default branch has what the test says. */
  private MergedTips.Found merged(
      RepoAddress repository, SortedSet<Oid> tips, MergedTips.Found before) {
    SortedSet<Oid> merged = new TreeSet<>(tips);
    merged.retainAll(branch);
    return new MergedTips.Found(branch.stream().findFirst(), tips, merged, true);
  }

  private static EventBuilder root(int kind, long at, String title) {
    return EventBuilder.kind(kind)
        .at(TIME + at)
        .tag("a", REPOSITORY.toString())
        .tag("subject", title);
  }

  private Event put(EventBuilder event, PublicKey by) {
    Event made = event.unsignedBy(by);
    driver.append(made);
    return made;
  }

  private Event issue(long at, String title) {
    return put(root(Kinds.ISSUE, at, title), STRANGER);
  }

  private Event comment(long at, PublicKey by, EventId root, EventId parent) {
    return put(
        EventBuilder.kind(Kinds.COMMENT)
            .at(TIME + at)
            .tag("E", root.hex())
            .tag("e", parent.hex())
            .content("said at " + at),
        by);
  }

  private Event status(int kind, long at, PublicKey by, Event root) {
    return put(EventBuilder.kind(kind).at(TIME + at).tag("e", root.id().hex(), "", "root"), by);
  }

  private static List<ThreadRow> rows(ThreadList list, Section section, States states) {
    return list.listing().first(RowFilter.all(section).with(states), Sort.NEWEST, 100).rows();
  }

  private static List<String> titles(ThreadList list, Section section, States states) {
    return rows(list, section, states).stream().map(ThreadRow::title).toList();
  }

  @Test
  void threadsAreReadFromTheStoreAndFollowTheLog() {
    Event first = issue(1, "first");
    status(Kinds.STATUS_CLOSED, 5, OWNER, first);
    TalkIndex index = index(CACHE_BYTES);
    assertThat(titles(index.of(REPOSITORY), Section.ISSUES, States.OPEN)).isEmpty();
    assertThat(titles(index.of(REPOSITORY), Section.ISSUES, States.CLOSED))
        .containsExactly("first");

    Event second = issue(2, "second");
    assertThat(titles(index.of(REPOSITORY), Section.ISSUES, States.OPEN)).containsExactly("second");
    Event said = comment(3, STRANGER, second.id(), second.id());
    Event answer = comment(4, OWNER, second.id(), said.id());
    assertThat(rows(index.of(REPOSITORY), Section.ISSUES, States.OPEN).getFirst().comments())
        .isEqualTo(2);

    driver.remove(answer.id(), Removal.DELETED);
    assertThat(rows(index.of(REPOSITORY), Section.ISSUES, States.OPEN).getFirst().comments())
        .isEqualTo(1);
    driver.remove(second.id(), Removal.DELETED);
    assertThat(titles(index.of(REPOSITORY), Section.ISSUES, States.ALL)).containsExactly("first");
  }

  @Test
  void reactionsLeaveAListAsItIs() {
    Event issue = issue(1, "issue");
    TalkIndex index = index(CACHE_BYTES);
    ThreadList list = index.of(REPOSITORY);
    put(
        EventBuilder.kind(Kinds.REACTION).at(TIME + 2).tag("e", issue.id().hex()).content("+"),
        OWNER);
    assertThat(index.of(REPOSITORY)).isSameAs(list);
    assertThat(index.openAtOnce(REPOSITORY)).isPresent();
    assertThat(index.thread(REPOSITORY, issue.id()).orElseThrow().thread().others()).hasSize(1);
  }

  @Test
  void changeOfMembersReadsAllAgain() {
    Event issue = issue(1, "issue");
    status(Kinds.STATUS_CLOSED, 5, MAINTAINER, issue);
    put(
        EventBuilder.kind(Kinds.ISSUE)
            .at(TIME + 9)
            .tag("a", new RepoAddress(MAINTAINER, REPOSITORY.identifier()).toString())
            .tag("subject", "of the maintainer's"),
        STRANGER);
    TalkIndex index = index(CACHE_BYTES);
    assertThat(titles(index.of(REPOSITORY), Section.ISSUES, States.ALL)).containsExactly("issue");
    members = members(OWNER, MAINTAINER);
    ThreadList list = index.of(REPOSITORY);
    assertThat(titles(list, Section.ISSUES, States.ALL))
        .containsExactly("of the maintainer's", "issue");
    assertThat(rows(list, Section.ISSUES, States.ALL).getLast().state()).isEqualTo(State.CLOSED);
  }

  @Test
  void patchThatLosesThePreviousOneBeginsAThread() {
    Event one = put(root(Kinds.PATCH, 1, "one"), STRANGER);
    Event two = put(root(Kinds.PATCH, 2, "two").tag("e", one.id().hex(), "", "reply"), STRANGER);
    put(root(Kinds.PATCH, 3, "three").tag("e", two.id().hex(), "", "reply"), STRANGER);
    TalkIndex index = index(CACHE_BYTES);
    assertThat(titles(index.of(REPOSITORY), Section.PULL_REQUESTS, States.ALL))
        .containsExactly("one");
    driver.remove(two.id(), Removal.DELETED);
    assertThat(titles(index.of(REPOSITORY), Section.PULL_REQUESTS, States.ALL))
        .containsExactly("three", "one");
  }

  /** W-41. */
  @Test
  void pullRequestsWhoseTipTheDefaultBranchHasAreMerged() {
    Event first = put(root(Kinds.PULL_REQUEST, 1, "first").tag("c", "1".repeat(40)), STRANGER);
    Event signed = put(root(Kinds.PULL_REQUEST, 2, "signed").tag("c", "2".repeat(40)), STRANGER);
    put(root(Kinds.PULL_REQUEST, 3, "open").tag("c", "3".repeat(40)), STRANGER);
    Event merge = status(Kinds.STATUS_APPLIED, 4, OWNER, signed);
    TalkIndex index = index(CACHE_BYTES);
    assertThat(titles(index.of(REPOSITORY), Section.PULL_REQUESTS, States.OPEN))
        .containsExactly("open", "first");

    branch.addAll(List.of(new Oid("2".repeat(40)), new Oid("1".repeat(40))));

    ThreadList list = index.of(REPOSITORY);
    assertThat(rows(list, Section.PULL_REQUESTS, States.MERGED))
        .extracting(ThreadRow::id, ThreadRow::decidedBy)
        .containsExactly(
            tuple(signed.id(), Optional.of(merge.id())), tuple(first.id(), Optional.empty()));
    assertThat(list.open()).isEqualTo(new ThreadList.Counts(0, 1));
    assertThat(index.of(REPOSITORY)).isSameAs(list);

    put(
        EventBuilder.kind(Kinds.PULL_REQUEST_UPDATE)
            .at(TIME + 5)
            .tag("E", first.id().hex())
            .tag("c", "4".repeat(40)),
        STRANGER);
    assertThat(titles(index.of(REPOSITORY), Section.PULL_REQUESTS, States.OPEN))
        .containsExactly("open", "first");
  }

  @Test
  void openThreadsAreCountedAtOnceWhenTheyAreKnown() {
    issue(1, "issue");
    put(root(Kinds.PULL_REQUEST, 2, "request").tag("c", "1".repeat(40)), STRANGER);
    TalkIndex index = index(CACHE_BYTES);
    assertThat(index.openAtOnce(REPOSITORY)).isEmpty();
    assertThat(index.of(REPOSITORY).open()).isEqualTo(new ThreadList.Counts(1, 1));
    assertThat(index.openAtOnce(REPOSITORY)).contains(new ThreadList.Counts(1, 1));
    issue(3, "another");
    assertThat(index.openAtOnce(REPOSITORY)).isEmpty();
    index.keepUp();
    assertThat(index.openAtOnce(REPOSITORY)).isEmpty();
    assertThat(index.of(REPOSITORY).open()).isEqualTo(new ThreadList.Counts(2, 1));
  }

  @Test
  void threadIsReadWithItsTexts() {
    Event root = put(root(Kinds.ISSUE, 1, "title").content("the text"), STRANGER);
    Event said = comment(3, STRANGER, root.id(), root.id());
    TalkIndex index = index(CACHE_BYTES);
    TalkIndex.Found found = index.thread(REPOSITORY, root.id()).orElseThrow();
    assertThat(found.thread().root().content()).isEqualTo("the text");
    assertThat(found.thread().others()).hasSize(1);
    assertThat(index.thread(REPOSITORY, said.id())).isEmpty();
    RepoAddress other = new RepoAddress(STRANGER, REPOSITORY.identifier());
    members =
        new Members(other, new TreeSet<>(List.of(STRANGER)), new TreeSet<>(), new TreeSet<>());
    assertThat(index.thread(other, root.id())).isEmpty();
  }

  /** A list that the log has changed is equal to one that is read from the store. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void followingIsTheSameAsReading(int seed) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    members = members(OWNER, MAINTAINER);
    TalkIndex followed = index(CACHE_BYTES);
    List<Event> here = new ArrayList<>();
    for (int step = 0; step < 150; step++) {
      change(random, step, here);
      if (random.nextInt(4) == 0) {
        assertThat(everything(followed)).as("step %d", step).isEqualTo(everything(index(0)));
      }
    }
    assertThat(everything(followed)).isEqualTo(everything(index(0))).isNotEmpty();
  }

  private void change(RandomGenerator random, int step, List<Event> here) {
    PublicKey by = List.of(OWNER, MAINTAINER, STRANGER).get(random.nextInt(3));
    if (here.isEmpty() || random.nextInt(4) == 0) {
      here.add(put(root(Kinds.ISSUE + random.nextInt(2) * -4, step, "root " + step), by));
      return;
    }
    Event target = here.get(random.nextInt(here.size()));
    String id = target.id().hex();
    switch (random.nextInt(5)) {
      case 0 -> here.add(comment(step, by, target.id(), target.id()));
      case 1 -> here.add(status(Kinds.STATUS_CLOSED, step, by, target));
      case 2 ->
          here.add(put(root(Kinds.PATCH, step, "part " + step).tag("e", id, "", "reply"), by));
      case 3 ->
          here.add(
              put(
                  EventBuilder.kind(Kinds.LABEL)
                      .at(TIME + step)
                      .tag("e", id)
                      .tag("L", "#t")
                      .tag("l", "label " + step, "#t"),
                  by));
      default -> {
        here.remove(target);
        driver.remove(target.id(), Removal.DELETED);
      }
    }
  }

  private static List<ThreadRow> everything(TalkIndex index) {
    ThreadList list = index.of(REPOSITORY);
    List<ThreadRow> rows = new ArrayList<>(rows(list, Section.ISSUES, States.ALL));
    rows.addAll(rows(list, Section.PULL_REQUESTS, States.ALL));
    return rows;
  }

  @Test
  void listThatDoesNotFitIsCutAndSaysSo() {
    for (int i = 0; i < 100; i++) {
      EventBuilder big = root(Kinds.ISSUE, i, "issue " + i);
      for (int label = 0; label < 900; label++) {
        big.tag("t", "label-" + label);
      }
      put(big, STRANGER);
    }
    ThreadList list = index(0).of(REPOSITORY);
    assertThat(list.isCut()).isTrue();
    assertThat(list.roots()).hasSizeBetween(10, 60);
    assertThat(titles(list, Section.ISSUES, States.ALL).getFirst()).isEqualTo("issue 99");
    assertThat(index(CACHE_BYTES).of(REPOSITORY).isCut()).isFalse();
  }

  @Test
  void tenThousandThreadsAreListedInASecondAndThenAtOnce() {
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      events.add(root(Kinds.ISSUE, i, "issue " + i).content("text").unsignedBy(STRANGER));
    }
    driver.appendAll(events);
    TalkIndex index = index(CACHE_BYTES);
    long began = System.nanoTime();
    ThreadList list = index.of(REPOSITORY);
    long first = System.nanoTime() - began;
    assertThat(list.open().issues()).isEqualTo(MANY);
    began = System.nanoTime();
    ThreadList again = index.of(REPOSITORY);
    List<ThreadRow> page = rows(again, Section.ISSUES, States.OPEN);
    long then = System.nanoTime() - began;
    assertThat(page).hasSize(100);
    assertThat(again).isSameAs(list);
    assertThat(first).isLessThan(5_000_000_000L);
    assertThat(then).isLessThan(50_000_000L);
  }

  /** When its author signed it does not matter: anybody can sign any time. */
  @Test
  void authorIsKnownADayAfterWhatAMaintainerAnsweredCame() {
    Event root = issue(0, "signed years ago");
    comment(1, OWNER, root.id(), root.id());
    TalkIndex index = index(CACHE_BYTES);
    assertThat(index.of(REPOSITORY).known()).containsExactly(OWNER);

    now += KnownPeople.AFTER_SECONDS - 60;
    assertThat(index.of(REPOSITORY).known()).containsExactly(OWNER);

    now += 60;
    assertThat(index.of(REPOSITORY).known()).containsExactlyInAnyOrder(OWNER, STRANGER);
  }

  /** Its own page would lack what was decided about the series. */
  @Test
  void laterPatchIsInTheThreadOfTheFirst() {
    Event first = put(root(Kinds.PATCH, 0, "first"), STRANGER);
    Event second =
        put(root(Kinds.PATCH, 1, "second").tag("e", first.id().hex(), "", "reply"), STRANGER);
    Event lonely =
        put(root(Kinds.PATCH, 2, "lonely").tag("e", "ab".repeat(32), "", "reply"), STRANGER);
    TalkIndex index = index(CACHE_BYTES);

    assertThat(index.beginning(REPOSITORY, second.id())).contains(first.id());
    assertThat(index.thread(REPOSITORY, second.id())).isEmpty();
    assertThat(index.thread(REPOSITORY, first.id()))
        .hasValueSatisfying(found -> assertThat(found.thread().others()).hasSize(1));
    assertThat(index.beginning(REPOSITORY, lonely.id())).contains(lonely.id());
    assertThat(index.thread(REPOSITORY, lonely.id())).isPresent();
    assertThat(index.beginning(REPOSITORY, EventId.parse("cd".repeat(32)))).isEmpty();
  }
}
