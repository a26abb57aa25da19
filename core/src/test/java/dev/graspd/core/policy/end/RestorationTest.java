package dev.graspd.core.policy.end;

import static dev.graspd.core.policy.Example.announced;
import static dev.graspd.core.policy.Example.announcement;
import static dev.graspd.core.policy.Example.empty;
import static dev.graspd.core.policy.Example.event;
import static dev.graspd.core.policy.Example.here;
import static dev.graspd.core.policy.Example.key;
import static dev.graspd.core.policy.Example.maintainers;
import static dev.graspd.core.policy.Example.oid;
import static dev.graspd.core.policy.Example.pullRequest;
import static dev.graspd.core.policy.Example.refs;
import static dev.graspd.core.policy.Example.state;
import static dev.graspd.core.policy.Example.stated;
import static dev.graspd.core.repo.Standing.SERVED;
import static dev.graspd.core.repo.Standing.WAITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.policy.Example;
import dev.graspd.core.policy.Settlement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.RefChange;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Alice announces again what she had deleted. */
class RestorationTest {
  private static final Event AGAIN = announcement("a", 9, "b");
  private static final Event STATE = state("a", 1, "main=1 HEAD=main");
  private static final Refs KEPT = refs("main=1 HEAD=main");
  private static final Family JOINED = empty().with(announced(AGAIN, WAITING));

  private static Restoration restored(Family joined, Refs kept, Event... aside) {
    return Restoration.of(joined, key("a"), kept, List.of(aside), _ -> false);
  }

  private static String settled(Restoration restoration) {
    Family family = restoration.family();
    Settlement settlement = Settlement.of(family, here(1, 2, 3), Collections.emptySortedSet());
    return Example.text(settlement.applyTo(family).refs(key("a")));
  }

  @Test
  void announcementIsServedAtOnceWithRefsAndState() {
    Event issue = event(1621, "c", 1, Tag.of("a", "30617:" + key("a") + ":repo"));
    Restoration restoration = restored(JOINED, KEPT, STATE, issue);
    assertThat(restoration.back()).containsExactly(STATE, issue);
    assertThat(restoration.family().announcementOf(key("a")).orElseThrow().standing())
        .isEqualTo(SERVED);
    assertThat(settled(restoration)).isEqualTo("main=1 HEAD=main");
  }

  @Test
  void refsStayWhenTheStateWasDeletedItself() {
    assertThat(settled(restored(JOINED, KEPT))).isEqualTo("main=1 HEAD=main");
  }

  @Test
  void stateOfOneWhoHasNoSayAnyMoreStaysAway() {
    Event bobs = state("b", 5, "main=2 HEAD=main");
    Restoration restoration = restored(JOINED, KEPT, STATE, bobs);
    assertThat(restoration.back()).containsExactly(STATE);
    Family withBob = JOINED.with(announced(announcement("b", 1, "a"), SERVED));
    Restoration confirmed = restored(withBob, KEPT, STATE, bobs);
    assertThat(confirmed.back()).containsExactly(STATE, bobs);
    assertThat(settled(confirmed)).isEqualTo("main=2 HEAD=main");
  }

  @Test
  void newerStateThatCameMeanwhileWins() {
    Family family = JOINED.with(stated(state("a", 5, "main=3 HEAD=main"), SERVED));
    Restoration restoration = restored(family, KEPT, STATE);
    assertThat(restoration.back()).isEmpty();
    assertThat(settled(restoration)).isEqualTo("main=3 HEAD=main");
  }

  @Test
  void stateThatCameBackReplacesAnOlderOne() {
    Event older = state("a", 0, "main=3 HEAD=main");
    Restoration restoration = restored(JOINED.with(stated(older, SERVED)), KEPT, STATE);
    assertThat(restoration.back()).containsExactly(STATE);
    assertThat(restoration.family().states()).containsExactly(stated(STATE, SERVED));
  }

  @Test
  void announcementsComeBackAsFarAsTheyAreListed() {
    Event bob = event(30617, "b", 1, Tag.of("d", "repo"), maintainers("c"));
    Event carol = event(30617, "c", 1, Tag.of("d", "repo"));
    Event dave = event(30617, "d", 1, Tag.of("d", "repo"));
    assertThat(restored(JOINED, KEPT, carol, dave, bob).back())
        .containsExactlyInAnyOrder(bob, carol);
  }

  @Test
  void refOfAPullRequestComesBackWithItsEvent() {
    Event request = pullRequest("c", 2, "a");
    RefChange ref = new RefChange(RefName.ofNostrEvent(request.id()), Optional.of(oid(2)));
    Refs kept = KEPT.with(List.of(ref));
    assertThat(settled(restored(JOINED, kept, request))).isEqualTo("main=1 PR=2 HEAD=main");
    // Its author has deleted it meanwhile.
    assertThat(settled(restored(JOINED, kept))).isEqualTo("main=1 HEAD=main");
    // It never went, because it is for another repository too.
    assertThat(settled(Restoration.of(JOINED, key("a"), kept, List.of(), _ -> true)))
        .isEqualTo("main=1 PR=2 HEAD=main");
  }

  @Test
  void whatIsNotAnnouncedCannotComeBack() {
    assertThatThrownBy(() -> restored(empty(), KEPT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not announced");
  }
}
