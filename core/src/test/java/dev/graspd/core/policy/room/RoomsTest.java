package dev.graspd.core.policy.room;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.policy.room.Rooms.Answer;
import dev.graspd.core.policy.room.Rooms.Load;
import dev.graspd.core.policy.room.Rooms.Occupancy;
import dev.graspd.core.policy.room.Rooms.Sizes;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.Wait;
import dev.graspd.core.store.Waiting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A word is a held event: what it is (A announcement, S state, P pull request), whose (a digit),
 * and marks: {@code *} in the room of a served repository, {@code -} lapsed, {@code @n} from
 * address n, {@code +} of 1,000 bytes in place of 10. {@code xN} repeats it with other keys.
 */
class RoomsTest {
  private static final Identifier REPO = new Identifier("repo");

  /** A served repository 3 events, an identifier 16, all 32; 1,600 bytes each, 3,200 in all. */
  private static final Sizes SIZES =
      new Sizes(new Load(3, 1_600), new Load(16, 1_600), new Load(32, 3_200));

  private static final String WELCOME = "welcome";
  private int count;

  @ParameterizedTest
  @CsvSource({
    "S1, 1, '', belongs",
    "A1, 1, '', belongs",
    "S1, 12, S1* S2*, belongs",
    "S1, 12, S1* S2* S2*, TOO_MANY_STATES_HELD",
    "S1, 12, S1* S2* S2*-, belongs",
    // Rooms of strangers do not matter.
    "S1, 1, Px16, belongs",
    "S1, 1, Ax16, belongs",
    "A1, 1, Px16 Ax16, belongs",
    // Others of another served repository do not matter either; one room of several is enough.
    "S1, '1;2', S2* S2* S2*, belongs",
    "S1, '12;13', S2* S2* S2*, belongs",
    "S1, '12;13', S2* S2* S2* S3* S3* S3*, TOO_MANY_STATES_HELD",
    // The first one has a place, however large; more must fit.
    "S1+, 1, '', belongs",
    "S1+, 1, S1*+, TOO_MANY_STATES_HELD",
    "S1, 1, S1*+, belongs",
  })
  void maintainersOfAServedRepositoryHaveRoomOfTheirOwn(
      String asking, String members, String held, String expected) {
    assertThat(decide(asking, members, held)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "A1, '', welcome",
    "S1, A1, welcome",
    "S2, A1, welcome",
    "A1, A1- S1- S1-, welcome",
    "A1, S1 S1, TOO_MANY_HELD_OF_KEY",
    "A1, Px16, welcome",
    "A1, Ax15, welcome",
    "A1, Ax16, TOO_MANY_HELD",
    "A1, Ax15 S9-, welcome",
    "A1, S2* S2* S2*, welcome",
    "A1@7, A2@7, welcome",
    "A1@7, A2@7 A3@7, TOO_MANY_HELD_FROM_ADDRESS",
    "A1@8, A2@7 A3@7, welcome",
    "A1, A2 A3 A4 A5, welcome",
    "A1+, A2+, TOO_MANY_HELD",
    "A1+, A2, welcome",
  })
  void newRepositoriesShareARoom(String asking, String held, String expected) {
    assertThat(decide(asking, "", held)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "P1, '', welcome",
    "P1, P1-, welcome",
    "P1, P1, TOO_MANY_HELD_OF_KEY",
    "P1, P2 P3, welcome",
    "P1, Px15, welcome",
    "P1, Px16, TOO_MANY_HELD",
    "P1, Ax16, welcome",
    "P1@7, P2@7, welcome",
    "P1@7, P2@7 P3@7, TOO_MANY_HELD_FROM_ADDRESS",
    "P1@7, P2@7- P3@7-, welcome",
    "P1@8, P2@7 P3@7, welcome",
    // An eighth of what others leave, and one place in any case while there is one.
    "P1@8, Px15, welcome",
    "P1@8, Px13 P2@8, TOO_MANY_HELD_FROM_ADDRESS",
    "P1+, P2+, TOO_MANY_HELD",
  })
  void pullRequestsShareARoom(String asking, String held, String expected) {
    assertThat(decide(asking, "1", held)).isEqualTo(expected);
  }

  @Test
  void aNewerStateTakesThePlaceOfTheOlderOneOfItsAuthor() {
    Waiting announced = row("A1");
    Waiting older = row("S1");
    Waiting newer = row("S1");

    assertThat(decide(newer, "", List.of(announced, older)))
        .isEqualTo(new Answer.Welcome(false, Optional.of(older.id())));
    assertThat(decide(older, "", List.of(announced, newer)))
        .isEqualTo(new Answer.Full(EventReason.TOO_MANY_HELD_OF_KEY));
  }

  @Test
  void aLapsedEventThatComesAgainDoesNotCountTwice() {
    Waiting lapsed = row("P1-");

    assertThat(decide(lapsed, "", rows("Px15"))).isEqualTo(new Answer.Welcome(false, none()));
    assertThat(decide(lapsed, "", rows("Px16")))
        .isEqualTo(new Answer.Full(EventReason.TOO_MANY_HELD));
  }

  @ParameterizedTest
  @CsvSource({
    "P1@7, 31, 0, 0, welcome",
    "P1@7, 32, 0, 0, TOO_MANY_HELD",
    "A1@7, 32, 0, 0, TOO_MANY_HELD",
    "P1@7, 20, 4, 0, TOO_MANY_HELD_OF_KEY",
    "A1@7, 20, 1, 0, welcome",
    "P1@7, 20, 0, 1, TOO_MANY_HELD_FROM_ADDRESS",
    "P1@7, 10, 0, 1, welcome",
  })
  void strangersShareOneRoomOverAllIdentifiers(
      String asking, int events, int ofKey, int ofAddress, String expected) {
    Occupancy all = new Occupancy(load(events), load(ofKey), load(ofAddress), load(ofAddress));

    assertThat(text(Rooms.decide(row(asking), List.of(), List.of(), all, SIZES)))
        .isEqualTo(expected);
    assertThat(text(Rooms.decide(row("S1"), List.of(keys("1")), List.of(), all, SIZES)))
        .as("not those who belong")
        .isEqualTo("belongs");
  }

  @ParameterizedTest
  @CsvSource({
    "Px16, 0",
    "Px17, 0",
    "Px15 P1-, 0",
    "Px15 P1- P2-, 1",
    "Px16 P1- P2-, 2",
    "Ax16 S1-, 1",
    "Ax16 P1-, 0",
    "S1* S1* S1*-, 0",
    "S1* S1* S1* S1*-, 1",
    "P1+ P2+-, 1",
  })
  void whatHasLapsedLeavesBeforeARoomOverflows(String held, int leave) {
    List<Waiting> rows = rows(held);

    List<Waiting> surplus = Rooms.surplus(rows, 1, SIZES);

    assertThat(surplus).hasSize(leave).allMatch(row -> row.until().lapsed());
    assertThat(surplus).isSortedAccordingTo(Rooms.LEAVES_FIRST);
  }

  private String decide(String asking, String members, String held) {
    List<Waiting> rows = rows(held);
    return text(decide(row(asking), members, rows));
  }

  private static Answer decide(Waiting asking, String members, List<Waiting> held) {
    List<SortedSet<PublicKey>> served =
        Arrays.stream(members.split(";", 0))
            .filter(keys -> !keys.isEmpty())
            .map(RoomsTest::keys)
            .toList();
    List<Waiting> strangers =
        held.stream().filter(row -> row.isStranger() && !row.until().lapsed()).toList();
    return Rooms.decide(asking, served, held, Occupancy.of(strangers, asking), SIZES);
  }

  private static String text(Answer answer) {
    return switch (answer) {
      case Answer.Welcome(var belongs, _) -> belongs ? "belongs" : WELCOME;
      case Answer.Full(var why) -> why.name();
    };
  }

  private static Optional<EventId> none() {
    return Optional.empty();
  }

  private static Load load(int events) {
    return new Load(events, 10L * events);
  }

  private static SortedSet<PublicKey> keys(String digits) {
    SortedSet<PublicKey> keys = new TreeSet<>();
    digits.chars().forEach(digit -> keys.add(key(digit - '0')));
    return keys;
  }

  private static PublicKey key(int number) {
    return PublicKey.ofWords(0, 0, 0, number);
  }

  private List<Waiting> rows(String words) {
    List<Waiting> rows = new ArrayList<>();
    for (String word : words.split(" ", 0)) {
      int times = word.indexOf('x');
      if (times > 0) {
        IntStream.range(0, Integer.parseInt(word.substring(times + 1)))
            .forEach(i -> rows.add(row(word.substring(0, times), key(100 + i))));
      } else if (!word.isEmpty()) {
        rows.add(row(word));
      }
    }
    return rows;
  }

  private Waiting row(String word) {
    return row(word, key(word.charAt(1) - '0'));
  }

  private Waiting row(String word, PublicKey author) {
    int number = ++count;
    int at = word.indexOf('@');
    long address = at < 0 ? 0 : word.charAt(at + 1) - '0';
    return new Waiting(
        EventId.ofWords(0, 0, 0, number),
        kind(word.charAt(0)),
        number,
        author,
        word.contains("+") ? 1_000 : 10,
        5,
        word.contains("*"),
        new Waiting.Sender(address, 0, 0),
        new Wait(REPO, word.contains("-"), number));
  }

  private static int kind(char letter) {
    return switch (letter) {
      case 'A' -> Kinds.ANNOUNCEMENT;
      case 'S' -> Kinds.REPO_STATE;
      default -> Kinds.PULL_REQUEST;
    };
  }
}
