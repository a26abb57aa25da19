package dev.graspd.server.diary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.nostr.refusal.PushReason;
import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.testkit.EventBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiaryTest {
  private static final long NO_LIMIT = Long.MAX_VALUE;

  private static Subject event(int n) {
    return new Subject.OfEvent(EventId.ofWords(0, 0, 0, n));
  }

  private static List<String> texts(Diary diary, Subject subject) {
    return diary.of(subject).stream().map(entry -> entry.step() + " " + entry.text()).toList();
  }

  @Test
  void entriesComeBackInTheirOrderWhateverTheyAre() {
    Diary diary = new Diary(0);
    diary.note(event(1), DiaryEntry.of(10, Step.REFUSED, "a client", "too early"));
    diary.note(event(1), DiaryEntry.of(10, Step.HELD, "a client", "waits"));
    diary.note(event(2), DiaryEntry.of(10, Step.ACCEPTED, "a client", ""));
    diary.note(event(1), DiaryEntry.of(11, Step.REFUSED, "a client", "too late"));

    assertThat(texts(diary, event(1)))
        .containsExactly("REFUSED too early", "HELD waits", "REFUSED too late");
    assertThat(diary.of(event(3))).isEmpty();
  }

  @Test
  void theSameAgainIsCountedAndNotWrittenAgain() {
    Diary diary = new Diary(0);
    for (int second = 1; second <= 1_000; second++) {
      diary.note(event(1), DiaryEntry.of(second, Step.REFUSED, "a client", "no"));
    }

    assertThat(diary.of(event(1)))
        .containsExactly(new DiaryEntry(1, 1_000, 1_000, Step.REFUSED, "a client", "no"));
    assertThat(diary.size()).isEqualTo(1);
  }

  @Test
  void placesThatAreLookedAtInTurnAreCountedEachForItself() {
    Diary diary = new Diary(0);
    diary.note(event(1), DiaryEntry.of(1, Step.HELD, "waits"));
    for (int second = 2; second <= 9; second++) {
      diary.note(event(1), DiaryEntry.of(second, Step.SOUGHT, "place " + second % 2, "nothing"));
    }
    diary.note(event(1), DiaryEntry.of(10, Step.RENEWED, "waits again"));
    diary.note(event(1), DiaryEntry.of(11, Step.SOUGHT, "place 0", "nothing"));

    assertThat(diary.of(event(1)))
        .containsExactly(
            DiaryEntry.of(1, Step.HELD, "waits"),
            new DiaryEntry(2, 8, 4, Step.SOUGHT, "place 0", "nothing"),
            new DiaryEntry(3, 9, 4, Step.SOUGHT, "place 1", "nothing"),
            DiaryEntry.of(10, Step.RENEWED, "waits again"),
            DiaryEntry.of(11, Step.SOUGHT, "place 0", "nothing"));
    assertThat(diary.size()).isEqualTo(5);
  }

  @Test
  void theOldestMakesRoomAndRefusalsTakeNothingElseAway() {
    Diary diary = new Diary(0, 3, NO_LIMIT);
    diary.note(event(1), DiaryEntry.of(1, Step.HELD, "waits"));
    for (int n = 2; n <= 6; n++) {
      diary.note(event(n), DiaryEntry.of(n, Step.REFUSED, "no"));
    }
    assertThat(texts(diary, event(1))).containsExactly("HELD waits");
    assertThat(diary.of(event(3))).isEmpty();
    assertThat(texts(diary, event(4))).containsExactly("REFUSED no");
    assertThat(diary.size()).isEqualTo(4);
  }

  @Test
  void ofOneSubjectTheBeginningAndTheNewestAreKept() {
    Diary diary = new Diary(0);
    for (int n = 0; n < 1_000; n++) {
      diary.note(event(1), DiaryEntry.of(n, Step.RENEWED, "turn " + n));
    }
    List<String> texts = texts(diary, event(1));
    assertThat(texts)
        .hasSize(Diary.ENTRIES_PER_SUBJECT_MAX)
        .startsWith("RENEWED turn 0", "RENEWED turn 937")
        .endsWith("RENEWED turn 999");
    assertThat(diary.size()).isEqualTo(Diary.ENTRIES_PER_SUBJECT_MAX);
  }

  @Test
  void charactersAreBoundedToo() {
    Diary diary = new Diary(0, 1_000, 1_000);
    RepoAddress repository =
        new RepoAddress(PublicKey.of(new byte[32], 0), new Identifier("x".repeat(200)));
    for (int n = 0; n < 100; n++) {
      Subject ref = new Subject.OfRef(repository, "refs/heads/" + "%039d".formatted(n));
      diary.note(ref, DiaryEntry.of(n, Step.MOVED, "y".repeat(10_000)));
    }
    // 250 of the name, and 401 of the text, which was cut: one fits.
    assertThat(diary.size()).isEqualTo(1);
  }

  @Test
  void cuttingSplitsNoCharacter() {
    String text = "a".repeat(DiaryEntry.CHARACTERS_MAX - 1) + "\uD83D\uDE00 and more";
    assertThat(DiaryEntry.of(0, Step.HELD, text).text())
        .isEqualTo("a".repeat(DiaryEntry.CHARACTERS_MAX - 1) + "…");
  }

  private static Refusal refusal() {
    return PushReason.PUSH_UNSIGNED.refusal();
  }

  /** W-54. */
  @Test
  void refusalsOfARepositoryAreTheNewestFirst() {
    Diary diary = new Diary(0);
    RepoAddress tool = new RepoAddress(PublicKey.of(new byte[32], 0), new Identifier("tool"));
    RepoAddress other = new RepoAddress(PublicKey.of(new byte[32], 0), new Identifier("other"));
    Subject first = new Subject.OfRef(tool, "refs/heads/first");
    Subject second = new Subject.OfRef(tool, "refs/heads/second");
    Event issue =
        EventBuilder.kind(1621)
            .tag("a", tool.toString())
            .tag("a", other.toString())
            .unsignedBy(tool.owner());
    diary.note(first, DiaryEntry.refused(1, "a push", refusal()));
    diary.note(second, DiaryEntry.refused(2, "a push", refusal()));
    diary.note(second, DiaryEntry.of(3, Step.MOVED, ""));
    diary.refused(issue, DiaryEntry.refused(4, "a client", EventReason.EXPIRED.refusal()));
    diary.note(first, DiaryEntry.refused(5, "a push", refusal()));

    assertThat(diary.refusedOf(tool, 10))
        .extracting(Diary.Refused::subject)
        .containsExactly(first, new Subject.OfEvent(issue.id()), second);
    assertThat(diary.refusedOf(tool, 1))
        .singleElement()
        .satisfies(last -> {
          assertThat(last.entry().times()).isEqualTo(2);
          assertThat(last.entry().reason()).contains(PushReason.PUSH_UNSIGNED);
        });
    assertThat(diary.refusedOf(other, 10)).isEmpty();
  }

  @Test
  void refusalsThatAreForgottenAreOfNoRepository() {
    Diary diary = new Diary(0, 3, 1_000_000);
    RepoAddress tool = new RepoAddress(PublicKey.of(new byte[32], 0), new Identifier("tool"));
    for (int n = 0; n < 10; n++) {
      diary.note(
          new Subject.OfRef(tool, "refs/heads/" + n), DiaryEntry.refused(n, "a push", refusal()));
    }
    assertThat(diary.refusedOf(tool, 10))
        .extracting(refused -> refused.entry().atSeconds())
        .containsExactly(9L, 8L, 7L);
  }
}
