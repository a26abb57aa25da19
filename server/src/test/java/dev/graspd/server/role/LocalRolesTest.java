package dev.graspd.server.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.graspd.core.role.Fence;
import dev.graspd.core.role.Role;
import dev.graspd.core.role.RoleLostException;
import dev.graspd.core.store.Store;
import dev.graspd.server.base.Await;
import dev.graspd.server.testing.Stores;
import dev.graspd.testkit.Eventually;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

@Timeout(60)
class LocalRolesTest {
  private static final Role ROLE = Role.TIMERS;

  @TempDir Path directory;

  /** What began and ended, in order. */
  private final List<String> done = Collections.synchronizedList(new ArrayList<>());

  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private Store store;
  private LocalRoles roles;

  @BeforeEach
  void open() {
    store = Stores.open(directory);
    roles = new LocalRoles(store);
    lines.start();
    log().addAppender(lines);
  }

  @AfterEach
  void close() {
    log().detachAppender(lines);
    roles.close();
    store.close();
  }

  private static Logger log() {
    return (Logger) LoggerFactory.getLogger(LocalRoles.class);
  }

  private long warnings() {
    return List.copyOf(lines.list).stream()
        .filter(line -> line.getLevel().isGreaterOrEqual(Level.WARN))
        .count();
  }

  private Duty named(String name) {
    return mandate -> {
      most.accumulateAndGet(running.incrementAndGet(), Math::max);
      done.add(name + " begins" + (isWritten(mandate) ? "" : ", refused"));
      return () -> {
        running.decrementAndGet();
        done.add(name + " ends");
      };
    };
  }

  private boolean isWritten(Mandate mandate) {
    try {
      Await.write(store, mandate::require);
      return true;
    } catch (RoleLostException e) {
      return false;
    }
  }

  private Fence taken() {
    return Await.answerOf(store.write(tx -> tx.roles().take(ROLE)));
  }

  @Test
  void firstCandidateHoldsTheRoleAndOthersFollowInOrder() {
    Candidacy first = roles.offer(ROLE, named("a"));
    Candidacy second = roles.offer(ROLE, named("b"));
    roles.offer(ROLE, named("c"));
    assertThat(done).containsExactly("a begins");

    first.close();
    second.close();

    assertThat(done).containsExactly("a begins", "a ends", "b begins", "b ends", "c begins");
    assertThat(most).hasValue(1);
  }

  @Test
  void handOverGoesRoundAndTakesANewFenceEachTime() {
    roles.offer(ROLE, named("a"));
    roles.offer(ROLE, named("b"));

    roles.handOver(ROLE);
    roles.handOver(ROLE);

    assertThat(done).containsExactly("a begins", "a ends", "b begins", "b ends", "a begins");
    assertThat(taken()).isEqualTo(new Fence(ROLE, 4));
  }

  @Test
  void holderWithoutOthersBeginsAgain() {
    roles.offer(ROLE, named("a"));
    roles.handOver(ROLE);
    assertThat(done).containsExactly("a begins", "a ends", "a begins");
  }

  @Test
  void roleOfSomeoneWhoWaitsIsNotTaken() {
    roles.offer(ROLE, named("a"));
    Candidacy second = roles.offer(ROLE, named("b"));
    second.close();
    roles.handOver(ROLE);
    assertThat(done).containsExactly("a begins", "a ends", "a begins");
  }

  @Test
  void rolesAreIndependent() {
    roles.offer(Role.TIMERS, named("timers"));
    roles.offer(Role.SYNC, named("sync"));
    roles.handOver(Role.SYNC);
    assertThat(done).containsExactly("timers begins", "sync begins", "sync ends", "sync begins");
  }

  @Test
  void allRolesAreTakenAtOnceAndTheirFencesAreUsed() {
    try (LocalRoles all = LocalRoles.takingAll(store)) {
      for (Role role : Role.values()) {
        all.offer(role, named(role.name()));
      }
      assertThat(done).hasSize(Role.values().length).noneMatch(one -> one.contains("refused"));
      assertThat(taken()).isEqualTo(new Fence(ROLE, 2));
    }
  }

  @Test
  void nobodyRunsTwiceWhileManyHandOver() {
    for (int i = 0; i < 4; i++) {
      roles.offer(ROLE, named("candidate " + i));
    }
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      threads.add(Thread.ofVirtual().start(() -> roles.handOver(ROLE)));
    }
    threads.forEach(LocalRolesTest::joined);

    assertThat(most).hasValue(1);
    assertThat(done).filteredOn(one -> one.endsWith("begins")).hasSize(9);
    assertThat(done).noneMatch(one -> one.contains("refused"));
  }

  private static void joined(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void dutyThatFailsAtBeginGivesTheRoleToTheNext() {
    roles.offer(
        ROLE,
        _ -> {
          done.add("a fails");
          throw new IllegalStateException("planned");
        });
    roles.offer(ROLE, named("b"));
    assertThat(done).containsExactly("a fails", "a fails", "b begins");
    assertThat(warnings()).isEqualTo(2);
  }

  @Test
  void partsThatBeganAreEndedWhenALaterOneFails() {
    roles.offer(
        ROLE,
        Duty.all(
            List.of(
                named("a"),
                named("b"),
                _ -> {
                  throw new IllegalStateException("planned");
                })));
    assertThat(done).containsExactly("a begins", "b begins", "b ends", "a ends");
  }

  @Test
  void lostFenceEndsTheTenureOnceAndNothingIsWritten() {
    List<Mandate> mandates = Collections.synchronizedList(new ArrayList<>());
    roles.offer(
        ROLE,
        mandate -> {
          mandates.add(mandate);
          return named("a").begin(mandate);
        });
    Mandate mandate = mandates.getFirst();
    taken();
    assertThat(mandate.isHeld()).as("it cannot know yet").isTrue();

    assertThatThrownBy(() ->
            Await.write(
                store,
                tx -> {
                  mandate.require(tx);
                  tx.repositories().putUptime(1);
                }))
        .isInstanceOf(RoleLostException.class);
    assertThat(isWritten(mandate)).isFalse();

    Eventually.await(() -> done.contains("a ends"));
    assertThat(mandate.isHeld()).isFalse();
    assertThat(store.repositories().uptimeNanos()).isZero();
    assertThat(warnings()).isEqualTo(1);
    Candidacy other = roles.offer(ROLE, named("b"));
    other.close();
    assertThat(done).as("the role is elsewhere").containsExactly("a begins", "a ends");

    roles.handOver(ROLE);
    assertThat(done).containsExactly("a begins", "a ends", "a begins");
  }

  @Test
  void endOfATenureWaitsForItsWork() {
    CompletableFuture<String> work = new CompletableFuture<>();
    roles.offer(
        ROLE,
        mandate -> {
          mandate.track(work).whenComplete((_, _) -> done.add("work is done"));
          return () -> {
            done.add("a ends");
            work.completeAsync(() -> "done");
          };
        });
    roles.offer(ROLE, named("b"));
    roles.handOver(ROLE);
    assertThat(done).containsExactly("a ends", "work is done", "b begins");
  }

  @Test
  void roleIsTakenLaterIfTheStoreCannotWriteNow() {
    AtomicInteger refusals = new AtomicInteger();
    try (LocalRoles later =
        new LocalRoles(FullStore.refusing(store, 2, refusals), Duration.ofMillis(1))) {
      later.offer(
          ROLE,
          _ -> {
            done.add("begins");
            return Tenure.IDLE;
          });
      Eventually.await(() -> done.contains("begins"));
    }
    assertThat(refusals).hasValue(2);
  }

  @Test
  void stopIsPassedToTheHolderOnly() {
    Candidacy first =
        roles.offer(
            ROLE,
            _ ->
                new Tenure() {
                  @Override
                  public void stop() {
                    done.add("a stops");
                  }

                  @Override
                  public void close() {
                    done.add("a ends");
                  }
                });
    Candidacy second = roles.offer(ROLE, named("b"));
    second.stop();
    first.stop();
    first.close();
    assertThat(done).containsExactly("a stops", "a ends", "b begins");
  }

  @Test
  void unfencedRolesBeginAtOnceAndWriteNoRow() {
    Candidacy only = Roles.unfenced().offer(ROLE, named("a"));
    only.close();
    assertThat(done).containsExactly("a begins", "a ends");
    assertThat(taken()).isEqualTo(new Fence(ROLE, 1));
  }
}
