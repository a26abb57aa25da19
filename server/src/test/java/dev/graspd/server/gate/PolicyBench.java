package dev.graspd.server.gate;

import static dev.graspd.server.gate.RepoWords.announcement;
import static dev.graspd.server.gate.RepoWords.commands;
import static dev.graspd.server.gate.RepoWords.now;
import static dev.graspd.server.gate.RepoWords.oids;
import static dev.graspd.server.gate.RepoWords.outcomes;
import static dev.graspd.server.gate.RepoWords.state;
import static dev.graspd.server.gate.RepoWords.text;
import static dev.graspd.testkit.TestKeys.CAROL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.policy.ArchivePolicy;
import dev.graspd.core.policy.GeneralChecks;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.policy.NewRepositoryRates;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.RepositoryPattern;
import dev.graspd.core.store.Known;
import dev.graspd.server.charge.Payer;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.ModelEventStore;
import dev.graspd.testkit.Signer;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;

/** A server whose operator changes their mind from start to start; the data stays. */
final class PolicyBench implements AutoCloseable {
  static final String HELD = "purgatory: won't be served until git data arrives";
  private static final ServiceAddress SERVICE = ServiceAddress.of("git.example.org", "/");
  private static final HostingLimits LIMITS =
      new HostingLimits(
          100_000, 1L << 30, new NewRepositoryRates(1_000, 1_000), 10_000, 2, 4, 100_000);
  private static final Origin CLIENT =
      new Origin.Client(Collections.emptySortedSet(), Payer.operator());
  private static final Instant NOW = Instant.ofEpochSecond(EventBuilder.DEFAULT_CREATED_AT + 1_000);

  /** What an operator decides. */
  record Wishes(
      List<RepositoryPattern> white,
      List<RepositoryPattern> black,
      ArchivePolicy archive,
      SortedSet<PublicKey> banned,
      boolean obeys) {
    static final Wishes NONE =
        new Wishes(List.of(), List.of(), ArchivePolicy.NONE, new TreeSet<>(), true);

    Wishes white(RepositoryPattern... patterns) {
      return new Wishes(List.of(patterns), black, archive, banned, obeys);
    }

    Wishes black(RepositoryPattern... patterns) {
      return new Wishes(white, List.of(patterns), archive, banned, obeys);
    }

    Wishes archive(ArchivePolicy policy) {
      return new Wishes(white, black, policy, banned, obeys);
    }

    Wishes banned(Signer... keys) {
      SortedSet<PublicKey> set = new TreeSet<>();
      Arrays.stream(keys).map(Signer::publicKey).forEach(set::add);
      return new Wishes(white, black, archive, set, obeys);
    }

    Wishes disrespecting() {
      return new Wishes(white, black, archive, banned, false);
    }
  }

  final ModelEventStore store = new ModelEventStore();
  final SetOfObjects git = new SetOfObjects();

  /** What the operator's counters were told at the last start. */
  final Map<HostingMetrics.Curated, Integer> counted = new EnumMap<>(HostingMetrics.Curated.class);

  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private AdmissionRules general;
  RepositoryHost host;

  PolicyBench(Wishes wishes) {
    general = general(wishes);
    host = newHost(wishes);
  }

  private static AdmissionRules general(Wishes wishes) {
    return new AdmissionRules(
        SERVICE, false, 1 << 18, 1 << 20, 2_000, 12_000, 900, 0, wishes.obeys(), wishes.banned());
  }

  private RepositoryHost newHost(Wishes wishes) {
    HostingRules rules =
        new HostingRules(
            SERVICE, CAROL.publicKey(), wishes.white(), wishes.black(), wishes.archive(), 100, 64);
    RepositoryHost made =
        new RepositoryHost(
            new HostingParts(
                store,
                store,
                git,
                new PlainReception(store, general, _ -> {}, () -> NOW),
                new UptimeClock(store.uptimeNanos(), () -> 0, () -> NOW, 1),
                executor,
                metrics()),
            new HostingPolicy(
                general, rules, Maintainers.Mode.RECIPROCAL, LIMITS, "wss://git.example.org"));
    made.start();
    made.orders().curate(store);
    return made;
  }

  private HostingMetrics metrics() {
    return new HostingMetrics() {
      @Override
      public void pushJudged(PushVerdict verdict) {}

      @Override
      public void expired(String type) {}

      @Override
      public void released(Duration waited, boolean ofPeer) {}

      @Override
      public void restored() {}

      @Override
      public void erased() {}

      @Override
      public void curated(Curated what, int count) {
        counted.put(what, count);
      }
    };
  }

  /** The operator ends the server and starts it with other settings. */
  void restart(Wishes wishes) {
    host.close();
    general = general(wishes);
    host = newHost(wishes);
  }

  String send(Event event) {
    var refused =
        GeneralChecks.afterVerification(
            event, general, Collections.emptySortedSet(), NOW.getEpochSecond());
    Verdict verdict =
        refused
            .<Verdict>map(Verdict.Refused::new)
            .orElseGet(() -> now(host.reception().receive(event, CLIENT)));
    var reply = verdict.reply(event.id());
    return (reply.accepted() ? "" : "no: ") + reply.message();
  }

  String push(RepoAddress to, String commands, Integer... objects) {
    PushRequest request = new PushRequest(to, commands(commands), false, Payer.operator());
    return outcomes(now(host.pushes().perform(request, git.bring(to.identifier(), oids(objects)))));
  }

  /** A repository that is served, with main at a commit. */
  RepoAddress hosted(Signer owner, String name, int commit) {
    RepoAddress address = new RepoAddress(owner.publicKey(), new Identifier(name));
    assertThat(send(announcement(owner, name, 0))).isEqualTo(HELD);
    assertThat(send(state(owner, name, 0, "main=" + commit))).isEqualTo(HELD);
    assertThat(push(address, "main=" + commit, commit)).isEqualTo("ok");
    return address;
  }

  /** Its refs as git clients see them; {@code none} if there is no such repository. */
  String refs(RepoAddress repository) {
    return host.repositories().find(repository).map(found -> text(found.refs())).orElse("none");
  }

  boolean isServed(Event event) {
    return store.known(event.id()) == Known.SERVED;
  }

  List<Event> servedOf(Signer author) {
    Filter own = Filter.builder().authors(List.of(author.publicKey())).build();
    return StoreQueries.all(store, own, 10_000, 1 << 20);
  }

  void await(BooleanSupplier condition) {
    Eventually.await(condition);
  }

  @Override
  public void close() {
    host.close();
    executor.close();
  }
}
