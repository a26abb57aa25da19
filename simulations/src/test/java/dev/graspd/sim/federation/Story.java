package dev.graspd.sim.federation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** What happens in a federation, and what must be so in the end. */
final class Story {
  /**
   * How long a run is.
   *
   * @param healedMax all servers are equal so long after the trouble at most
   * @param whole trouble and peace
   */
  record Length(Duration trouble, Duration healedMax, Duration whole) {
    /** Time enough for the daily comparison, and for the one after it. */
    static final Length WHOLE =
        new Length(Duration.ofHours(20), Duration.ofHours(28), Duration.ofHours(60));

    /** Most runs need neither an hourly nor a daily comparison. */
    static final Length SHORT =
        new Length(Duration.ofHours(5), Duration.ofMinutes(25), Duration.ZERO);
  }

  /** Shorter than announcements are remembered that never got their git data. */
  private static final Duration OUTAGE_MAX = Duration.ofHours(3);

  private final Federation world;
  private final Length length;
  private final List<SimRepo> repositories = new ArrayList<>();

  Story(Federation world, int repositoryCount, Length length) {
    this.world = world;
    this.length = length;
    for (int i = 0; i < repositoryCount; i++) {
      List<Node> all = new ArrayList<>(world.nodes);
      Collections.shuffle(all, new Random(world.random.nextLong()));
      int named = world.random.nextInt(2, all.size() + 1);
      repositories.add(new SimRepo(world, i, List.copyOf(all.subList(0, named))));
    }
  }

  private <T> T any(List<T> things) {
    return things.get(world.random.nextInt(things.size()));
  }

  void trouble() {
    long end = world.time.nanos() + length.trouble().toNanos();
    while (world.time.nanos() < end) {
      happen();
      world.pass(gap());
    }
  }

  /** Mostly a minute, often a burst, sometimes half an hour. */
  private Duration gap() {
    return switch (world.random.nextInt(20)) {
      case 0 -> Duration.ofMinutes(world.random.nextLong(40));
      case 1, 2, 3, 4, 5, 6, 7 -> Duration.ofMillis(world.random.nextLong(3_000));
      default -> Duration.ofSeconds(world.random.nextLong(240));
    };
  }

  private void happen() {
    switch (world.random.nextInt(20)) {
      case 0, 1 -> outage(any(world.nodes));
      case 2 -> restart(any(world.nodes));
      case 3, 4 -> partition();
      case 5 -> split();
      case 6 -> any(world.nodes).setCalendar(world.random.nextLong(-600, 600));
      default -> act(any(repositories));
    }
  }

  private Duration outageLength() {
    return world.random.nextInt(5) == 0
        ? Duration.ofSeconds(world.random.nextLong(OUTAGE_MAX.toSeconds()))
        : Duration.ofSeconds(world.random.nextLong(1, 900));
  }

  private void outage(Node node) {
    if (node.isUp()) {
      world.stop(node, world.random.nextInt(3) == 0);
      world.time.after(outageLength(), () -> world.start(node));
    }
  }

  private void restart(Node node) {
    if (node.isUp()) {
      world.stop(node, false);
      world.start(node);
    }
  }

  /** Two servers do not reach each other for a while. */
  private void partition() {
    Node one = any(world.nodes);
    Node other = any(world.nodes);
    if (one != other) {
      part(one, other, world.random.nextBoolean(), outageLength());
    }
  }

  private void part(Node one, Node other, boolean isLosing, Duration length) {
    world.set(one, other, isLosing ? Federation.Way.LOSING : Federation.Way.CUT);
    world.time.after(length, () -> world.set(one, other, Federation.Way.OPEN));
  }

  /** Some servers do not reach the others for a while. */
  private void split() {
    int at = world.random.nextInt(1, world.nodes.size());
    boolean isLosing = world.random.nextBoolean();
    Duration length = outageLength();
    for (Node one : world.nodes.subList(0, at)) {
      world
          .nodes
          .subList(at, world.nodes.size())
          .forEach(other -> part(one, other, isLosing, length));
    }
  }

  private void act(SimRepo repo) {
    List<Node> up = repo.named().stream().filter(Node::isUp).toList();
    if (up.isEmpty()) {
      return;
    }
    Node node = any(up);
    repo.tellAll();
    switch (repo.isBegun() ? world.random.nextInt(10) : 9) {
      case 0 -> repo.announceAnew(node);
      case 1 -> repo.offer(node);
      case 2, 3, 4 -> repo.talk(node);
      default ->
          repo.push(
              node,
              up.stream().filter(other -> other != node && world.random.nextInt(4) == 0).toList());
    }
  }

  /** Nothing goes wrong any more; returns how long it took until all servers were equal. */
  Duration heal() {
    world.calm();
    repositories.forEach(SimRepo::tellAll);
    long from = world.time.nanos();
    List<String> faults = faults();
    for (int step = 0; !faults.isEmpty(); step++) {
      Duration passed = Duration.ofNanos(world.time.nanos() - from);
      if (passed.compareTo(length.healedMax()) > 0) {
        throw new AssertionError("not equal after " + passed + ": " + faults);
      }
      world.pass(step < 30 ? Duration.ofSeconds(20) : Duration.ofMinutes(10));
      faults = faults();
    }
    Duration took = Duration.ofNanos(world.time.nanos() - from);
    Duration rest = length.whole().minusNanos(world.time.nanos());
    if (rest.isPositive()) {
      world.pass(rest);
    }
    if (!faults().isEmpty()) {
      throw new AssertionError("not equal any more: " + faults());
    }
    return took;
  }

  private List<String> faults() {
    return repositories.stream()
        .filter(SimRepo::isBegun)
        .flatMap(repo -> repo.faults().stream())
        .toList();
  }
}
