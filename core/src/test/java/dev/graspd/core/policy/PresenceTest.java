package dev.graspd.core.policy;

import static dev.graspd.core.policy.Example.announced;
import static dev.graspd.core.policy.Example.announcement;
import static dev.graspd.core.policy.Example.empty;
import static dev.graspd.core.policy.Example.key;
import static dev.graspd.core.policy.Example.number;
import static dev.graspd.core.policy.Example.offered;
import static dev.graspd.core.policy.Example.oid;
import static dev.graspd.core.policy.Example.pullRequest;
import static dev.graspd.core.policy.Example.refs;
import static dev.graspd.core.policy.Example.state;
import static dev.graspd.core.policy.Example.stated;
import static dev.graspd.core.policy.Example.stored;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Brought;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Reach;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.repo.Submission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Key a owns the repository, with main at 3, whose history is 2 and 1. All of 1 to 9 is stored; 8
 * was force-pushed away. Key d is a stranger who announces the same identifier.
 */
class PresenceTest {
  private static final Event OWNER = announcement("a", 1, "b");
  private static final Event STRANGER = announcement("d", 2, "");
  private static final Event LISTED = announcement("b", 2, "a");
  private static final Reach HISTORY = id -> number(id) <= 3;

  record Row(String name, Event event, String arrived, String brought, boolean isHere) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Row> rows() {
    return Stream.of(
        new Row("a served ref, for a stranger", state("d", 5, "main=3"), "", "", true),
        new Row("what a served ref leads to", state("d", 5, "main=2 dev=1"), "", "", true),
        new Row("what was force-pushed away", state("d", 5, "main=8"), "", "", false),
        new Row("the same, for its owner", state("a", 5, "main=8"), "", "", false),
        new Row("the same, for a co-maintainer", state("b", 5, "main=8"), "", "", false),
        new Row("one of two was force-pushed away", state("d", 5, "main=3 x=8"), "", "", false),
        new Row("brought now", state("d", 5, "main=8"), "", "d8", true),
        new Row("brought now, and only for another", state("d", 5, "main=8"), "", "a8", false),
        new Row("brought before", state("a", 5, "main=8"), "a8", "", true),
        new Row("brought before for another", state("d", 5, "main=8"), "a8", "", false),
        new Row("half before, half now", state("a", 5, "main=8 dev=9"), "a8", "a9", true),
        new Row("brought and not stored", state("a", 5, "main=10"), "a10", "", false),
        new Row("a pull request of what is served", pullRequest("d", 3, "a"), "", "", true),
        new Row("a pull request of history", pullRequest("d", 1, "a"), "", "", true),
        new Row("a pull request of what is gone", pullRequest("d", 8, "a"), "", "", false),
        new Row("a pull request that was pushed", pullRequest("d", 8, "a"), "", "d8", true),
        new Row("one that was brought for another", pullRequest("d", 8, "a"), "c8", "", false));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void eventIsServedOnlyByWhatIsHereForItsSigner(Row row) {
    Family family = joined(row.event());
    Presence presence =
        new Presence(
            family,
            stored(1, 2, 3, 4, 5, 6, 7, 8, 9),
            tips(row.arrived()),
            brought(row.brought()),
            HISTORY);
    Settlement settlement = Settlement.of(family, presence, Collections.emptySortedSet());

    assertThat(settlement.released().contains(row.event().id())).isEqualTo(row.isHere());
    if (!row.isHere()) {
      assertThat(settlement.applyTo(family).refValues()).as("refs").containsOnly(oid(3));
    }
  }

  private static Family joined(Event event) {
    Family family =
        empty()
            .with(announced(OWNER, Standing.SERVED))
            .with(announced(LISTED, Standing.SERVED))
            .with(announced(STRANGER, Standing.WAITING))
            .with(stated(state("a", 2, "main=3"), Standing.SERVED))
            .withRefs(key("a"), refs("main=3 HEAD=main"))
            .withRefs(key("b"), refs("main=3 HEAD=main"));
    return event.kind() == 1618
        ? family.with(offered(event, "a"))
        : family.with(stated(event, Standing.WAITING));
  }

  /** Such as {@code a8 b9}: key a has brought object 8. */
  private static SortedSet<ArrivedTip> tips(String text) {
    return Arrays.stream(text.isEmpty() ? new String[0] : text.split(" ", -1))
        .map(one ->
            new ArrivedTip(
                Example.REPO, key(one.substring(0, 1)), oid(Integer.parseInt(one.substring(1)))))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Brought brought(String text) {
    SortedSet<ArrivedTip> tips = tips(text);
    return (signer, id) -> tips.contains(new ArrivedTip(Example.REPO, signer, id));
  }

  @Test
  void submissionIsServedToo() {
    Submission submission =
        Submission.of(Example.offered(pullRequest("c", 8, "a"), "a").request(), Example.REPO)
            .orElseThrow();
    Family family = joined(state("d", 5, "main=8")).with(submission);
    Presence presence =
        new Presence(family, stored(3, 8), List.of(), Brought.NOTHING, Reach.NOWHERE);

    assertThat(presence.to(key("d")).kindOf(oid(8))).isPresent();
  }

  @Test
  void historyIsAskedOnlyAboutWhatIsStoredAndNothingElseTells() {
    List<Integer> asked = new ArrayList<>();
    Reach reach = id -> !asked.add(number(id));
    Family family = joined(state("d", 5, "main=8"));
    Presence presence = new Presence(family, stored(1, 3, 7, 8), tips("d8"), brought("d7"), reach);

    for (int number : List.of(3, 7, 8, 50, 1)) {
      assertThat(presence.to(key("d")).kindOf(oid(number)).isPresent())
          .isEqualTo(List.of(3, 7, 8).contains(number));
    }
    assertThat(asked).containsExactly(1);
  }

  @Test
  void whatArrivedIsRememberedAsLongAsAnEventThatWaitsNamesIt() {
    Event waiting = state("a", 5, "main=8 dev=10");
    Event request = pullRequest("c", 7, "a");
    Family family = joined(waiting).with(offered(request, "a"));
    SortedSet<ArrivedTip> before = tips("a8 c7 d8");

    assertThat(ArrivedTip.remembered(family, before, Brought.NOTHING)).isEqualTo(tips("a8 c7"));
    assertThat(ArrivedTip.remembered(family, before, brought("a10 c9")))
        .isEqualTo(tips("a8 a10 c7"));
    assertThat(ArrivedTip.remembered(family.lapsed(waiting.id()), before, Brought.NOTHING))
        .as("lapsed, not forgotten")
        .isEqualTo(tips("a8 c7"));
    assertThat(ArrivedTip.remembered(family.without(waiting.id()), before, Brought.NOTHING))
        .isEqualTo(tips("c7"));
    assertThat(
            ArrivedTip.remembered(
                family.with(stated(waiting, Standing.SERVED)), before, Brought.NOTHING))
        .as("released")
        .isEqualTo(tips("c7"));
  }
}
