package dev.graspd.system.federation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * What happens to a federation while it is in trouble, decided by the seed alone: what people do,
 * and what becomes of servers and of the network before them. Servers and repositories are numbers.
 *
 * @param named the servers of each repository, at least two
 * @param steps in the order of their times
 */
record FederationScript(List<List<Integer>> named, List<Step> steps) {
  private static final int NAMED_MIN = 2;
  private static final Duration OUTAGE_MIN = Duration.ofMillis(500);

  /** A process that comes back lives for so long at most before it is killed again. */
  private static final Duration LIFE_MAX = Duration.ofSeconds(20);

  private static final Duration PEACE_MAX = Duration.ofSeconds(8);

  /** How large it is, and how long the trouble lasts. */
  record Size(int servers, int repositories, int deeds, Duration trouble) {}

  /** Something that happens to one server, or to the network before it. */
  enum Blow {
    KILL,
    START,
    CUT,
    LOSE,
    HEAL;

    boolean isOfNetwork() {
      return this != KILL && this != START;
    }
  }

  /** What somebody does with a repository. */
  enum Deed {
    PUSH,
    OFFER,
    TALK,
    ANNOUNCE
  }

  sealed interface Step {
    Duration at();

    record Suffer(Duration at, int server, Blow blow) implements Step {}

    /**
     * Somebody does something at a server that the repository names.
     *
     * @param server counts among those named; one that is down is passed over
     * @param chance decides what exactly is done
     */
    record Act(Duration at, int repository, Deed deed, int server, long chance) implements Step {}
  }

  static FederationScript of(long seed, Size size) {
    return new Writing(new SplittableRandom(seed), size).script();
  }

  /** Returns what happens to a server, or to the network before it, in order. */
  List<Step.Suffer> blows(int server, boolean network) {
    return steps.stream()
        .filter(Step.Suffer.class::isInstance)
        .map(Step.Suffer.class::cast)
        .filter(one -> one.server() == server && one.blow().isOfNetwork() == network)
        .toList();
  }

  /** Returns what is done with every so-many-th repository, in order. */
  List<Step.Act> acts(int client, int clients) {
    return steps.stream()
        .filter(Step.Act.class::isInstance)
        .map(Step.Act.class::cast)
        .filter(act -> act.repository() % clients == client)
        .toList();
  }

  /** How a script comes about. */
  private record Writing(RandomGenerator random, Size size, List<Step> steps) {
    Writing(RandomGenerator random, Size size) {
      this(random, size, new ArrayList<>());
    }

    FederationScript script() {
      List<List<Integer>> named =
          IntStream.range(0, size.repositories()).mapToObj(_ -> someServers()).toList();
      IntStream.range(0, size.repositories()).forEach(this::begin);
      IntStream.range(0, size.deeds()).forEach(_ -> act());
      IntStream.range(0, size.servers()).forEach(this::outages);
      partition();
      steps.sort(Comparator.comparing(Step::at));
      return new FederationScript(named, List.copyOf(steps));
    }

    private List<Integer> someServers() {
      List<Integer> all = new ArrayList<>(IntStream.range(0, size.servers()).boxed().toList());
      Collections.shuffle(all, new Random(random.nextLong()));
      return List.copyOf(all.subList(0, random.nextInt(NAMED_MIN, size.servers() + 1)));
    }

    private Duration before(Duration end) {
      return Duration.ofMillis(random.nextLong(end.toMillis()));
    }

    /** Every repository has a commit before half of the time is over. */
    private void begin(int repository) {
      addAct(before(size.trouble().dividedBy(2)), repository, Deed.PUSH);
    }

    private void act() {
      Deed deed =
          switch (random.nextInt(10)) {
            case 0 -> Deed.ANNOUNCE;
            case 1 -> Deed.OFFER;
            case 2, 3, 4 -> Deed.TALK;
            default -> Deed.PUSH;
          };
      addAct(before(size.trouble()), random.nextInt(size.repositories()), deed);
    }

    private void addAct(Duration at, int repository, Deed deed) {
      steps.add(
          new Step.Act(at, repository, deed, random.nextInt(size.servers()), random.nextLong()));
    }

    /** The process dies and comes back; apart from that, the network fails and is mended. */
    private void outages(int server) {
      Duration at = before(size.trouble().dividedBy(2));
      while (at.compareTo(size.trouble()) < 0) {
        at = outage(server, at, Blow.KILL, Blow.START).plus(before(LIFE_MAX));
      }
      at = before(PEACE_MAX);
      while (at.compareTo(size.trouble()) < 0) {
        Blow blow = random.nextInt(3) == 0 ? Blow.LOSE : Blow.CUT;
        at = outage(server, at, blow, Blow.HEAL).plus(before(PEACE_MAX));
      }
    }

    /** Returns when it is over. */
    private Duration outage(int server, Duration from, Blow begins, Blow ends) {
      Duration until = from.plus(OUTAGE_MIN).plus(before(size.trouble().dividedBy(6)));
      add(from, server, begins);
      add(until, server, ends);
      return until;
    }

    /** For a while nobody reaches anybody. */
    private void partition() {
      Duration from = before(size.trouble());
      Duration until = from.plus(OUTAGE_MIN).plus(before(size.trouble().dividedBy(6)));
      for (int server = 0; server < size.servers(); server++) {
        add(from, server, Blow.CUT);
        add(until, server, Blow.HEAL);
      }
    }

    private void add(Duration at, int server, Blow blow) {
      steps.add(new Step.Suffer(at, server, blow));
    }
  }
}
