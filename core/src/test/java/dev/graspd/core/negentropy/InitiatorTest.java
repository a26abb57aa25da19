package dev.graspd.core.negentropy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.negentropy.Initiator.Step;
import dev.graspd.core.negentropy.Responder.Answer;
import dev.graspd.core.nostr.EventId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InitiatorTest {
  private static final int ROUNDS_MAX = 200;
  private static final ItemSet SET = Items.set(Items.row(1_000));

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void findsExactlyWhatOnlyOneSideHas(long seed) {
    RandomGenerator random = new Random(seed);
    SortedSet<Item> ours = new TreeSet<>();
    SortedSet<Item> theirs = new TreeSet<>();
    int count = random.nextInt(6_000);
    int onlyOurs = random.nextInt(50);
    int onlyTheirs = random.nextInt(50);
    long seconds = 1 + random.nextLong(5_000);
    for (int i = 0; i < count; i++) {
      Item item = Items.random(random, seconds);
      int dice = random.nextInt(100);
      if (dice >= onlyTheirs) {
        ours.add(item);
      }
      if (dice < 100 - onlyOurs) {
        theirs.add(item);
      }
    }
    FrameLimit limit = seed % 2 == 0 ? FrameLimit.NONE : new FrameLimit(8_192);
    Step.Done found = reconcile(ours, theirs, limit);
    assertThat(found.have()).containsExactlyInAnyOrderElementsOf(difference(ours, theirs));
    assertThat(found.need()).containsExactlyInAnyOrderElementsOf(difference(theirs, ours));
  }

  @Test
  void aPeerOfAnotherVersionIsRefused() {
    assertThat(begun().on(Items.message("62")))
        .isEqualTo(new Step.Refused("the peer speaks negentropy version 2, we speak 1"));
  }

  @Test
  void garbageIsRefusedWithItsPlaceAndReason() {
    assertThat(begun().on(Items.message("6100000209")))
        .isEqualTo(new Step.Refused("byte 4: 9 ids are claimed, but there are bytes for 0"));
    assertThat(begun().on(Items.message(""))).isInstanceOf(Step.Refused.class);
  }

  @Test
  void aPeerThatMakesUsAskTheSameAgainIsRefused() {
    Initiator initiator = begun();
    Message wrongFingerprint = Items.message("61" + "000001" + "ab".repeat(16));
    assertThat(initiator.on(wrongFingerprint))
        .isInstanceOfSatisfying(
            Step.Refused.class, refused -> assertThat(refused.reason()).contains("no progress"));
  }

  @Test
  void aPeerThatTurnsInACircleIsRefused() {
    Initiator initiator = begun();
    Message oneThing = Items.message("61" + "8768" + "00" + "01" + "ab".repeat(16));
    Message another = Items.message("61" + "8868" + "00" + "01" + "ab".repeat(16));
    assertThat(initiator.on(oneThing)).isInstanceOf(Step.Continue.class);
    assertThat(initiator.on(another)).isInstanceOf(Step.Continue.class);
    assertThat(initiator.on(oneThing)).isInstanceOf(Step.Refused.class);
  }

  @Test
  void roundsAreLimited() {
    Initiator initiator = new Initiator(SET, FrameLimit.NONE, 2);
    initiator.open();
    for (int i = 0; i < 2; i++) {
      Message message = Items.message("61" + "87" + (70 + i) + "00" + "01" + "ab".repeat(16));
      assertThat(initiator.on(message)).isInstanceOf(Step.Continue.class);
    }
    assertThat(initiator.on(Items.message("61")))
        .isEqualTo(new Step.Refused("not reconciled after 2 rounds"));
  }

  @Test
  void idsThatAPeerRepeatsAreNeededOnce() {
    String id = "cd".repeat(32);
    Step step = begun().on(Items.message("61" + "01000202" + id + id));
    assertThat(step).isEqualTo(new Step.Done(List.of(), List.of(EventId.parse(id))));
  }

  private static Initiator begun() {
    Initiator initiator = new Initiator(SET, FrameLimit.NONE, ROUNDS_MAX);
    initiator.open();
    return initiator;
  }

  private static Step.Done reconcile(
      SortedSet<Item> ours, SortedSet<Item> theirs, FrameLimit limit) {
    Initiator initiator = new Initiator(Items.set(List.copyOf(ours)), limit, ROUNDS_MAX);
    // The naive set on the other side makes the test independent of the chunked one.
    Responder responder = new Responder(ModelItems.of(theirs), limit);
    List<EventId> have = new ArrayList<>();
    List<EventId> need = new ArrayList<>();
    Message question = initiator.open();
    while (true) {
      Answer answer = responder.respond(question);
      switch (initiator.on(((Answer.Reply) answer).message())) {
        case Step.Continue(var next, var moreHave, var moreNeed) -> {
          question = next;
          have.addAll(moreHave);
          need.addAll(moreNeed);
        }
        case Step.Done(var lastHave, var lastNeed) -> {
          have.addAll(lastHave);
          need.addAll(lastNeed);
          return new Step.Done(have, need);
        }
        case Step.Refused(var reason) -> throw new AssertionError(reason);
      }
    }
  }

  private static List<EventId> difference(SortedSet<Item> one, SortedSet<Item> other) {
    return one.stream().filter(item -> !other.contains(item)).map(Item::id).toList();
  }
}
