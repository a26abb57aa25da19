package dev.graspd.server.hosting;

import static dev.graspd.server.hosting.RepoWords.announcement;
import static dev.graspd.server.hosting.RepoWords.commands;
import static dev.graspd.server.hosting.RepoWords.now;
import static dev.graspd.server.hosting.RepoWords.oids;
import static dev.graspd.server.hosting.RepoWords.outcomes;
import static dev.graspd.server.hosting.RepoWords.state;
import static dev.graspd.server.hosting.RepoWords.text;
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
import dev.graspd.core.policy.room.NewRepositoryRates;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.RepositoryPattern;
import dev.graspd.core.store.Known;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.family.HostingMetrics;
import dev.graspd.server.family.PushVerdict;
import dev.graspd.server.family.held.HostingLimits;
import dev.graspd.server.family.objects.SetOfObjects;
import dev.graspd.server.family.push.PushRequest;
import dev.graspd.server.family.view.StoreQueries;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.gate.PlainReception;
import dev.graspd.server.gate.Verdict;
import dev.graspd.server.role.Mandate;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.store.ModelEventStore;
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
public final class PolicyFixture implements AutoCloseable {
  public static final String HELD = "purgatory: won't be served until git data arrives";
  private static final ServiceAddress SERVICE = ServiceAddress.of("git.example.org", "/");
  private static final HostingLimits LIMITS =
      TestHosting.limits(
          100_000, 1L << 30, new NewRepositoryRates(1_000, 1_000), 10_000, 2, 4, 100_000);
  private static final Origin CLIENT =
      new Origin.Client(Collections.emptySortedSet(), Payer.operator());
  private static final Instant NOW = Instant.ofEpochSecond(EventBuilder.DEFAULT_CREATED_AT + 1_000);

  /** The lists of an operator. */
  public record Lists(
      List<RepositoryPattern> white,
      List<RepositoryPattern> black,
      ArchivePolicy archive,
      SortedSet<PublicKey> banned,
      boolean obeys) {
    public static final Lists NONE =
        new Lists(List.of(), List.of(), ArchivePolicy.NONE, new TreeSet<>(), true);

    public Lists white(RepositoryPattern... patterns) {
      return new Lists(List.of(patterns), black, archive, banned, obeys);
    }

    public Lists black(RepositoryPattern... patterns) {
      return new Lists(white, List.of(patterns), archive, banned, obeys);
    }

    public Lists archive(ArchivePolicy policy) {
      return new Lists(white, black, policy, banned, obeys);
    }

    public Lists banned(Signer... keys) {
      SortedSet<PublicKey> set = new TreeSet<>();
      Arrays.stream(keys).map(Signer::publicKey).forEach(set::add);
      return new Lists(white, black, archive, set, obeys);
    }

    public Lists disrespecting() {
      return new Lists(white, black, archive, banned, false);
    }
  }

  public final ModelEventStore store = new ModelEventStore();
  final SetOfObjects git = new SetOfObjects();

  /** The operator's counters at the last start. */
  public final Map<HostingMetrics.ListEffect, Integer> counted =
      new EnumMap<>(HostingMetrics.ListEffect.class);

  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private AdmissionRules general;
  public RepositoryHost host;

  public PolicyFixture(Lists lists) {
    general = general(lists);
    host = newHost(lists);
  }

  private static AdmissionRules general(Lists lists) {
    return new AdmissionRules(
        SERVICE, false, 1 << 18, 1 << 20, 2_000, 12_000, 900, 0, lists.obeys(), lists.banned());
  }

  private RepositoryHost newHost(Lists lists) {
    HostingRules rules =
        new HostingRules(
            SERVICE, CAROL.publicKey(), lists.white(), lists.black(), lists.archive(), 100, 64);
    RepositoryHost made =
        new RepositoryHost(
            TestHosting.parts(
                store,
                store,
                git,
                new PlainReception(store, general, _ -> {}, () -> NOW),
                new UptimeClock(store.uptimeNanos(), () -> 0, () -> NOW, 1),
                executor,
                metrics()),
            TestHosting.policy(
                general, rules, Maintainers.Mode.RECIPROCAL, LIMITS, "wss://git.example.org"));
    TestHosting.start(made);
    made.actions().applyLists(store, Mandate.NONE);
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
      public void listsApplied(ListEffect effect, int count) {
        counted.put(effect, count);
      }
    };
  }

  /** The operator ends the server and starts it with other settings. */
  public void restart(Lists lists) {
    host.close();
    general = general(lists);
    host = newHost(lists);
  }

  public String send(Event event) {
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

  public String push(RepoAddress to, String commands, Integer... objects) {
    PushRequest request = new PushRequest(to, commands(commands), false, Payer.operator());
    return outcomes(now(host.pushes().perform(request, git.bring(to.identifier(), oids(objects)))));
  }

  /** A repository that is served, with main at a commit. */
  public RepoAddress hosted(Signer owner, String name, int commit) {
    RepoAddress address = new RepoAddress(owner.publicKey(), new Identifier(name));
    assertThat(send(announcement(owner, name, 0))).isEqualTo(HELD);
    assertThat(send(state(owner, name, 0, "main=" + commit))).isEqualTo(HELD);
    assertThat(push(address, "main=" + commit, commit)).isEqualTo("ok");
    return address;
  }

  /** Its refs as git clients see them; {@code none} if there is no such repository. */
  public String refs(RepoAddress repository) {
    return host.repositories().find(repository).map(found -> text(found.refs())).orElse("none");
  }

  public boolean isServed(Event event) {
    return store.known(event.id()) == Known.SERVED;
  }

  public List<Event> servedOf(Signer author) {
    Filter own = Filter.builder().authors(List.of(author.publicKey())).build();
    return StoreQueries.all(store, own, 10_000, 1 << 20);
  }

  public void await(BooleanSupplier condition) {
    Eventually.await(condition);
  }

  @Override
  public void close() {
    host.close();
    executor.close();
  }
}
