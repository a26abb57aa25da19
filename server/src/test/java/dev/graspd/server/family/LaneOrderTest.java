package dev.graspd.server.family;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Identifier;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.family.LaneOrder.Group;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random works of random payers in random lanes, which end in random order. */
class LaneOrderTest {
  private static final int WORKS = 4_000;
  private static final List<Group> GROUPS = List.copyOf(EnumSet.allOf(Group.class));
  private static final List<Optional<Payer>> PAYERS =
      List.of(
          Optional.empty(),
          Optional.of(Payer.operator()),
          Optional.of(new Payer.Host("relay.example.org")),
          address("198.51.100.1"),
          address("198.51.100.2"),
          address("2001:db8:1:1::1"),
          address("2001:db8:1:2::1"),
          address("2001:db8:2:1::1"));

  private record Work(int number, Optional<Payer> payer, SortedSet<Identifier> lanes) {}

  private static Optional<Payer> address(String literal) {
    return Optional.of(Payer.of(InetAddress.ofLiteral(literal)));
  }

  /**
   * One run: the work that entered, the work that runs, and the last in each lane of each payer.
   */
  private static final class Run {
    private final Random random;
    private final LaneOrder<Work> order = new LaneOrder<>();
    private final Map<Work, LaneOrder.Entrant<Work>> entrants = new HashMap<>();
    private final List<Work> running = new ArrayList<>();
    private final Map<List<Object>, Integer> last = new HashMap<>();

    private final int laneCount;
    private int entered;
    private int ended;

    Run(long seed) {
      this.random = new Random(seed);
      this.laneCount = 1 + random.nextInt(8);
    }

    void enter() {
      Optional<Payer> payer = PAYERS.get(random.nextBoolean() ? 3 : random.nextInt(PAYERS.size()));
      SortedSet<Identifier> lanes = new TreeSet<>();
      for (int i = random.nextInt(10) == 0 ? random.nextInt(5) : 1; i > 0; i--) {
        lanes.add(new Identifier("lane" + random.nextInt(laneCount)));
      }
      Work work = new Work(entered++, payer, lanes);
      Group group = GROUPS.get(random.nextInt(GROUPS.size()));
      LaneOrder.Entrant<Work> entrant = new LaneOrder.Entrant<>(group, payer, lanes, work);
      entrants.put(work, entrant);
      order.enter(entrant).forEach(this::begin);
    }

    private void begin(Work work) {
      for (Identifier lane : work.lanes()) {
        assertThat(running).as("exclusion").noneMatch(other -> other.lanes().contains(lane));
        Integer before = last.put(List.of(work.payer(), lane), work.number());
        assertThat(before == null || before < work.number()).as("order").isTrue();
      }
      running.add(work);
    }

    void end() {
      Work work = running.remove(random.nextInt(running.size()));
      ended++;
      order.leave(entrants.get(work)).forEach(this::begin);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void nobodyMeetsNobodyIsPassedByItsOwnAndNobodyIsLeft(long seed) {
    Run run = new Run(seed);
    while (run.ended < WORKS) {
      boolean more = run.entered < WORKS && run.random.nextInt(20) < 11;
      if (more || run.running.isEmpty()) {
        assertThat(run.entered).as("progress: something waits, nothing runs").isLessThan(WORKS);
        run.enter();
      } else {
        run.end();
      }
    }
    assertThat(run.order.isEmpty()).as("nothing is kept").isTrue();
  }

  /** Two lanes that are never idle, and work that needs both of them at once. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void workForSeveralLanesRunsBesideStreamsInEach(long seed) {
    Random random = new Random(seed);
    LaneOrder<String> order = new LaneOrder<>();
    Map<String, LaneOrder.Entrant<String>> running = new HashMap<>();
    Map<String, LaneOrder.Entrant<String>> all = new HashMap<>();
    int steps = 0;
    for (int i = 0; i < 4; i++) {
      String lane = i % 2 == 0 ? "a" : "b";
      enter(order, all, running, "stream " + i, lane);
    }
    enter(order, all, running, "both", "a", "b");
    while (!running.containsKey("both")) {
      assertThat(steps++).isLessThan(3 * LaneOrder.OVERTAKEN_MAX);
      String name =
          List.copyOf(new TreeSet<>(running.keySet())).get(random.nextInt(running.size()));
      LaneOrder.Entrant<String> one = running.remove(name);
      order.leave(one).forEach(next -> running.put(next, all.get(next)));
      // The same payer continues without a pause.
      enter(order, all, running, name, name.endsWith("0") || name.endsWith("2") ? "a" : "b");
    }
    assertThat(running).containsOnlyKeys("both");
  }

  private static void enter(
      LaneOrder<String> order,
      Map<String, LaneOrder.Entrant<String>> all,
      Map<String, LaneOrder.Entrant<String>> running,
      String name,
      String... lanes) {
    SortedSet<Identifier> in = new TreeSet<>();
    List.of(lanes).forEach(lane -> in.add(new Identifier(lane)));
    LaneOrder.Entrant<String> one =
        new LaneOrder.Entrant<>(Group.OTHERS, Optional.of(new Payer.Host(name)), in, name);
    all.put(name, one);
    order.enter(one).forEach(next -> running.put(next, all.get(next)));
  }
}
