package dev.graspd.sim.federation;

import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.sim.Trace;
import dev.graspd.sim.sync.SimRelay;
import dev.graspd.sim.sync.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** Servers, the network between them, and the commits of all people. All is decided by the seed. */
final class Federation {
  /** What a clone URL leads to. */
  record Place(Node node, RepoAddress repository) {}

  /** What becomes of what one server sends to another. */
  enum Way {
    OPEN,
    CUT,
    /** It is lost, and nobody is told. */
    LOSING
  }

  final RandomGenerator random;
  final Time time = new Time();
  final Trace trace = new Trace();
  final Commits commits = new Commits();
  final List<Node> nodes = new ArrayList<>();
  private final SortedMap<CloneUrl, Place> places = new TreeMap<>();
  private final Way[][] ways;

  Federation(long seed, int count, Mutation mutation) {
    this.random = new SplittableRandom(seed);
    this.ways = new Way[count][count];
    for (int i = 0; i < count; i++) {
      nodes.add(new Node(i, this, mutation));
      Arrays.fill(ways[i], Way.OPEN);
    }
    nodes.forEach(Node::start);
  }

  void note(Object who, String verb, Object what) {
    trace.note(time.nanos(), who, verb, what);
  }

  void register(CloneUrl url, Place place) {
    places.put(url, place);
  }

  Place place(CloneUrl url) {
    return places.get(url);
  }

  // ---- the network

  private Way way(Node from, Node to) {
    return ways[nodes.indexOf(from)][nodes.indexOf(to)];
  }

  boolean isReachable(Node from, Node to) {
    return to.isUp() && way(from, to) == Way.OPEN;
  }

  boolean isLost(Node from, Node to) {
    return way(from, to) == Way.LOSING;
  }

  Optional<SimRelay> dialled(Node from, RelayUrl url) {
    return nodes.stream()
        .filter(node -> node.url.equals(url) && isReachable(from, node))
        .map(node -> node.relay)
        .findFirst();
  }

  /** Changes the way between two servers, in both directions. */
  void set(Node one, Node other, Way way) {
    note(one, "and " + other, way);
    ways[nodes.indexOf(one)][nodes.indexOf(other)] = way;
    ways[nodes.indexOf(other)][nodes.indexOf(one)] = way;
    switch (way) {
      case OPEN -> {}
      case CUT -> {
        one.sync.cut(other.url);
        other.sync.cut(one.url);
      }
      case LOSING -> {
        one.sync.lose(other.url);
        other.sync.lose(one.url);
      }
    }
  }

  // ---- servers

  /** A process dies: its connections end; a machine without power tells nobody. */
  void stop(Node node, boolean isSilent) {
    note(node, "stops", isSilent ? "silently" : "");
    node.stop();
    for (Node other : nodes) {
      if (isSilent) {
        other.sync.lose(node.url);
      } else {
        other.sync.cut(node.url);
      }
    }
  }

  void start(Node node) {
    if (!node.isUp()) {
      note(node, "starts", "");
      node.start();
    }
  }

  /** Nothing goes wrong from now on. */
  void calm() {
    for (Node one : nodes) {
      nodes.forEach(other -> set(one, other, Way.OPEN));
      one.calm();
      start(one);
    }
  }

  void pass(Duration duration) {
    long until = time.nanos() + duration.toNanos();
    while (time.step(until)) {}
    time.moveTo(until);
  }
}
