package dev.graspd.server.app.server;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.diary.Subject;
import dev.graspd.server.hunt.HuntReadings;
import dev.graspd.server.ops.pages.WhyFacts;
import dev.graspd.server.ops.pages.WhyFacts.Code;
import dev.graspd.server.ops.pages.WhyFacts.Status;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.store.ModelEventStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The status of events and refs of an ended repository. */
class WhyAnswersTest {
  private static final long SINCE = 1_000;
  private static final long UNTIL = 5_000;
  private static final RepoAddress TOOL =
      new RepoAddress(ALICE.publicKey(), new Identifier("tool"));
  private static final RepoAddress OTHER =
      new RepoAddress(ALICE.publicKey(), new Identifier("other"));
  private static final String NAME = Bech32.npub(ALICE.publicKey()) + "/tool";
  private static final RefName MAIN = new RefName("refs/heads/main");
  private static final Oid COMMIT = new Oid("12".repeat(20));
  private static final Event ISSUE =
      EventBuilder.kind(1621).at(100).tag("a", TOOL.toString()).unsignedBy(BOB);

  private final ModelEventStore store = new ModelEventStore();
  private final WhyAnswers answers =
      new WhyAnswers(
          new Diary(0),
          store,
          store,
          store,
          Optional.empty(),
          HuntReadings.NONE,
          () -> Instant.ofEpochSecond(2_000));

  private void write(Consumer<StoreTransaction> work) {
    boolean _ =
        store
            .write(tx -> {
              work.accept(tx);
              return true;
            })
            .toCompletableFuture()
            .join();
  }

  private static EndedRepository holding(
      RepoAddress repository,
      EndedRepository.Cause cause,
      EndedRepository.Phase phase,
      String because) {
    return new EndedRepository(
        repository,
        cause,
        phase,
        new Refs(new TreeMap<>(Map.of(MAIN, COMMIT)), Optional.of(MAIN)),
        Optional.empty(),
        1,
        SINCE,
        UNTIL,
        because);
  }

  private void setAside(EndedRepository... keepers) {
    write(tx -> {
      tx.append(ISSUE, SINCE);
      List.of(keepers).forEach(tx.ended()::put);
      TreeSet<RepoAddress> repositories = new TreeSet<>();
      List.of(keepers).forEach(one -> repositories.add(one.repository()));
      tx.ended().setAside(ISSUE.id(), repositories);
    });
  }

  private Status now(EventId id) {
    return answers.of(new Subject.OfEvent(id)).status();
  }

  @Test
  void eventOfADeletedRepositoryIsSetAsideUntilItsOwnerComesBackOrItIsErased() {
    setAside(
        holding(TOOL, EndedRepository.Cause.DELETED, EndedRepository.Phase.HELD, "deletion ab12"));
    assertThat(now(ISSUE.id()))
        .isEqualTo(
            new Status(
                Code.ASIDE,
                "set aside since 1970-01-01T00:16:40Z with its repository "
                    + NAME
                    + ", which is no longer hosted: its owner deleted it (deletion ab12);"
                    + " until it is erased, a newer announcement (kind 30617) by its owner brings it back",
                Optional.of(Instant.ofEpochSecond(UNTIL))));
  }

  @Test
  void eventThatAListTookAwaySaysWhichListAndWhatTheOperatorCanDo() {
    setAside(holding(TOOL, EndedRepository.Cause.UNWELCOME, EndedRepository.Phase.HELD, "NGIT_X"));
    assertThat(now(ISSUE.id()).text())
        .contains(
            "a list of the operator keeps it out (NGIT_X)",
            "with the first start under lists that let it in",
            "'graspd holding restore " + NAME + "'");
  }

  @Test
  void eventOfARepositoryThatLeftNamesTheAnnouncement() {
    setAside(
        holding(
            TOOL,
            EndedRepository.Cause.LEFT,
            EndedRepository.Phase.GATHERING,
            "announcement cd34"));
    assertThat(now(ISSUE.id()).text()).contains("its owner left this service (announcement cd34)");
  }

  @Test
  void nothingBringsBackWhatIsBeingErased() {
    setAside(holding(TOOL, EndedRepository.Cause.DELETED, EndedRepository.Phase.ERASING, ""));
    assertThat(now(ISSUE.id()).text())
        .endsWith("its owner deleted it; it is being erased, nothing brings it back");
    assertThat(now(ISSUE.id()).until()).isEmpty();
  }

  @Test
  void otherRepositoriesThatKeepItAreCounted() {
    setAside(
        holding(TOOL, EndedRepository.Cause.DELETED, EndedRepository.Phase.HELD, ""),
        holding(OTHER, EndedRepository.Cause.DELETED, EndedRepository.Phase.HELD, ""));
    assertThat(now(ISSUE.id()).text()).endsWith("it is set aside for 1 other repositories too");
  }

  @Test
  void deletedIdIsGoneForGoodAndTheRequestIsNamed() {
    Event deletion = EventBuilder.deletionOf(ISSUE).at(101).unsignedBy(BOB);
    setAside(holding(TOOL, EndedRepository.Cause.DELETED, EndedRepository.Phase.HELD, ""));
    write(tx -> tx.delete(deletion, 1_500));
    assertThat(now(ISSUE.id()))
        .isEqualTo(
            new Status(
                Code.REMOVED,
                "deleted for good at 1970-01-01T00:25:00Z, at the request of its author (event "
                    + deletion.id()
                    + "); it cannot come back"));
  }

  @Test
  void bannedIdIsGoneForGood() {
    write(tx -> {
      tx.append(ISSUE, SINCE);
      tx.remove(ISSUE.id(), Removal.BANNED, 1_500);
    });
    assertThat(now(ISSUE.id()).text()).startsWith("banned by the operator at 1970");
  }

  @Test
  void refOfAnEndedRepositoryTellsWhereItWas() {
    write(tx ->
        tx.ended()
            .put(
                holding(
                    TOOL,
                    EndedRepository.Cause.DELETED,
                    EndedRepository.Phase.HELD,
                    "deletion x")));
    WhyFacts facts = answers.of(new Subject.OfRef(TOOL, MAIN.text()));
    assertThat(facts.status().code()).isEqualTo(Code.ASIDE);
    assertThat(facts.status().text())
        .contains(
            "no longer hosted since 1970-01-01T00:16:40Z", "it was at " + COMMIT, "deletion x");
    assertThat(answers.of(new Subject.OfRef(OTHER, MAIN.text())).isKnown()).isFalse();
  }
}
