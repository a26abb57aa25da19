package dev.graspd.bench.hunt;

import dev.graspd.bench.git.load.CommitChain;
import dev.graspd.bench.git.load.Hosted;
import dev.graspd.bench.git.load.Publisher;
import dev.graspd.bench.git.load.SignedPushes;
import dev.graspd.bench.git.load.Source;
import dev.graspd.bench.load.Samples;
import dev.graspd.bench.process.Metrics;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Report;
import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.GitAnswers;
import dev.graspd.testkit.HostileGitServer;
import dev.graspd.testkit.ScriptedServer.Conversation;
import dev.graspd.testkit.Signer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Pushes to a repository during an endless fetch of one of its pull requests. */
final class PushRow implements HuntRow {
  private static final double RATIO_MAX = 1.5;
  private static final int DRIP_BYTES = 512;

  /** Twice the speed below which a fetch is cut. */
  private static final Duration DRIP_EVERY = Duration.ofMillis(250);

  @Override
  public String name() {
    return "push";
  }

  @Override
  public void measure(HuntStage stage, Report report) throws IOException, InterruptedException {
    List<CommitChain.Link> chain = CommitChain.of(stage.scale().pushes() + 1);
    Source source = stage.gitHost(stage.scale().large().shape()).source();
    byte[] pack = Files.readAllBytes(source.pack());
    HostileGitServer.Repository promised =
        new HostileGitServer.Repository(source.resolve(Source.MAIN), pack);
    Samples idle = new Samples();
    Samples hunted = new Samples();
    for (int i = 0; i < stage.scale().pushWarmUps(); i++) {
      push(chain, stage, new Samples());
    }
    for (int i = 0; i < stage.scale().repetitions(); i++) {
      push(chain, stage, idle);
      pushWhileHunted(chain, promised, stage, hunted);
    }
    report.note(idle.count() + " pushes of each kind");
    double ratio = hunted.p99() / idle.p99();
    report.add(
        Figure.of(name(), "while it is fetched from a slow host, p99", hunted.p99() / 1e3, "ms")
            .over("nothing is fetched", idle.p99() / 1e3, ratio)
            .aiming(Goal.atMost(ratio, RATIO_MAX, " ×")));
    report.add(
        Figure.of(name(), "while it is fetched from a slow host, p50", hunted.p50() / 1e3, "ms")
            .over("nothing is fetched", idle.p50() / 1e3, hunted.p50() / idle.p50()));
  }

  private static void push(List<CommitChain.Link> chain, HuntStage stage, Samples samples)
      throws IOException, InterruptedException {
    SignedPushes pushes = begun(chain, stage);
    rest(chain, pushes, samples);
  }

  private static void pushWhileHunted(
      List<CommitChain.Link> chain,
      HostileGitServer.Repository promised,
      HuntStage stage,
      Samples samples)
      throws IOException, InterruptedException {
    SignedPushes pushes = begun(chain, stage);
    try (HostileGitServer host =
            HostileGitServer.start(promised, HostileGitServer.Stage.PACK, PushRow::drip);
        Publisher relay = new Publisher(stage.relay())) {
      relay.publish(pullRequest(pushes.hosted(), promised.tip(), host.url(), stage));
      HuntStage.await("the fetch of a pull request", () -> isInFlight(host, stage));
      rest(chain, pushes, samples);
      if (!isInFlight(host, stage)) {
        throw new IllegalStateException("the fetch ended before the pushes");
      }
    }
  }

  /** Announces a repository and makes its branch. */
  private static SignedPushes begun(List<CommitChain.Link> chain, HuntStage stage)
      throws IOException, InterruptedException {
    Hosted hosted = stage.newRepository();
    try (Publisher server = new Publisher(stage.server().uri())) {
      server.publish(stage.announcement(hosted));
    }
    SignedPushes pushes = new SignedPushes(hosted, stage::nextEventSeconds);
    pushes.push(chain.subList(0, 1));
    return pushes;
  }

  private static void rest(List<CommitChain.Link> chain, SignedPushes pushes, Samples samples)
      throws IOException {
    pushes.push(chain.subList(1, chain.size())).forEach(took -> samples.add(took.pushNanos()));
  }

  private static Event pullRequest(Hosted hosted, String commit, String place, HuntStage stage) {
    return EventBuilder.kind(1618)
        .at(stage.nextEventSeconds())
        .tag("a", hosted.address())
        .tag("c", commit)
        .tag("clone", place)
        .tag("subject", "a change that never comes")
        .signedBy(Signer.named("bench hunt contributor"));
  }

  private static boolean isInFlight(HostileGitServer host, HuntStage stage) {
    String domain = "{domain=\"127.0.0.1\"}";
    try {
      return Metrics.of(stage.server().uri()).value("purgatory_domain_in_flight" + domain) > 0
          && host.requests().stream().anyMatch(line -> line.startsWith("POST "));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static void drip(Conversation talk, HostileGitServer.Repository promised)
      throws IOException {
    byte[] pack = promised.pack();
    talk.send(GitAnswers.head(GitAnswers.RESULT) + GitAnswers.line("packfile"));
    for (int from = 0; from < pack.length; from += DRIP_BYTES) {
      int to = Math.min(pack.length, from + DRIP_BYTES);
      talk.send(GitAnswers.band(1, Arrays.copyOfRange(pack, from, to)));
      LockSupport.parkNanos(DRIP_EVERY.toNanos());
    }
  }
}
