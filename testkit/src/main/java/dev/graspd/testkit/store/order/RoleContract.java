package dev.graspd.testkit.store.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.role.Fence;
import dev.graspd.core.role.Role;
import dev.graspd.core.role.RoleLostException;
import dev.graspd.core.store.Known;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.TestKeys;
import dev.graspd.testkit.store.StoreDriver;
import dev.graspd.testkit.store.StoreFixture;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every store does with roles. */
public interface RoleContract extends StoreFixture {
  private Fence take(Role role) {
    return driver().write(tx -> tx.roles().take(role));
  }

  private Known writtenUnder(Fence fence, Event event) {
    boolean _ =
        driver()
            .write(tx -> {
              tx.roles().require(fence);
              tx.append(event, StoreDriver.NOW);
              return true;
            });
    return store().known(event.id());
  }

  private static Event note(String text) {
    return EventBuilder.note(text).signedBy(TestKeys.ALICE);
  }

  @Test
  default void fencesOfEachRoleCountFromOne() {
    assertThat(take(Role.TIMERS)).isEqualTo(new Fence(Role.TIMERS, 1));
    assertThat(take(Role.TIMERS)).isEqualTo(new Fence(Role.TIMERS, 2));
    assertThat(take(Role.UPKEEP)).isEqualTo(new Fence(Role.UPKEEP, 1));
    assertThat(store().lastSeq()).as("no part of the log").isZero();
  }

  @Test
  default void allRolesAreTakenInOneTransaction() {
    List<Fence> taken =
        driver()
            .write(tx -> {
              List<Fence> fences = new ArrayList<>();
              for (Role role : Role.values()) {
                fences.add(tx.roles().take(role));
              }
              fences.forEach(tx.roles()::require);
              return fences;
            });

    assertThat(taken).extracting(Fence::role).containsExactly(Role.values());
    assertThat(taken).extracting(Fence::number).containsOnly(1L);
  }

  @Test
  default void holderWritesUntilAnotherTakesItsRole() {
    Fence first = take(Role.TIMERS);
    assertThat(writtenUnder(first, note("by the holder"))).isEqualTo(Known.SERVED);

    Fence second = take(Role.TIMERS);

    Event late = note("by the one before");
    assertThatThrownBy(() -> writtenUnder(first, late)).isInstanceOf(RoleLostException.class);
    assertThat(store().known(late.id())).isEqualTo(Known.UNKNOWN);
    assertThat(writtenUnder(second, late)).isEqualTo(Known.SERVED);
  }

  @Test
  default void otherRolesStayWhereTheyAre() {
    Fence upkeep = take(Role.UPKEEP);
    take(Role.TIMERS);
    take(Role.TIMERS);

    assertThat(writtenUnder(upkeep, note("upkeep"))).isEqualTo(Known.SERVED);
  }

  @Test
  default void fenceThatNobodyTookIsRefused() {
    assertThatThrownBy(() -> writtenUnder(new Fence(Role.DESK, 1), note("unknown")))
        .isInstanceOf(RoleLostException.class);
    take(Role.DESK);
    assertThatThrownBy(() -> writtenUnder(new Fence(Role.DESK, 2), note("of the future")))
        .isInstanceOf(RoleLostException.class);
  }

  @Test
  default void failedWorkTakesNoRole() {
    Fence holder = take(Role.SYNC);

    assertThatThrownBy(() ->
            driver()
                .write(tx -> {
                  tx.roles().take(Role.SYNC);
                  throw new IllegalStateException("planned");
                }))
        .hasMessageContaining("planned");

    assertThat(writtenUnder(holder, note("still the holder"))).isEqualTo(Known.SERVED);
    assertThat(take(Role.SYNC)).isEqualTo(new Fence(Role.SYNC, 2));
  }
}
