package dev.graspd.server.hosting;

import static dev.graspd.server.hosting.RepoWords.announcement;
import static dev.graspd.server.hosting.RepoWords.oid;
import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RefChange;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.server.base.Await;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A server continues the work of an earlier process. */
class StartupRecoveryTest extends RepositoryHostSuite {
  @Test
  void heldEventsSurviveARestartWithTheirTime() {
    Event announcement = announcement(ALICE, "repo", 0);
    send(announcement);
    pass(Duration.ofMinutes(20));
    send(state(ALICE, 0, "main=1"));
    pass(Duration.ofMinutes(29));
    host.close();
    host = newHost();
    assertThat(send(announcement)).isEqualTo("duplicate: in purgatory");
    assertThat(push(ALICES, "main=1", 1)).isEqualTo("ok");
    assertThat(isServed(announcement)).isTrue();
  }

  @Test
  void startBringsRefsIntoLineWithTheirEvents() {
    hosted();
    host.close();
    Event another = state(ALICE, 3, "main=1 dev=1");
    store.write(tx -> tx.append(another, 0)).toCompletableFuture().join();
    spoilRefs(ALICES);
    host = newHost();
    await(() -> refs(ALICES).equals("dev=1 main=1 refs/heads/main"));
  }

  @Test
  void startDropsTheRefOfAPullRequestThatIsGone() {
    hosted();
    Event request = pullRequest(5);
    send(request);
    push(ALICES, RefName.ofNostrEvent(request.id()) + "=5", 5);
    host.close();
    store.write(tx -> tx.remove(request.id(), Removal.EXPIRED, 0)).toCompletableFuture().join();
    host = newHost();
    await(() -> refs(ALICES).equals("main=1 refs/heads/main"));
  }

  /** With a million repositories, a look at all of them takes hours. */
  @Test
  void startVisitsTheFamiliesThatHaveChangedSinceTheLastOne() {
    hosted();
    await(() -> store.settled().isPresent());
    host.close();
    spoilRefs(ALICES);
    RepoAddress other = new RepoAddress(ALICE.publicKey(), new Identifier("other"));
    settledBy(store.settled().orElseThrow().rules());
    spoilRefs(other);
    host = newHost();
    await(() -> store.refs(other.identifier()).isEmpty());
    assertThat(refs(ALICES)).isEqualTo("old=1 -");

    host.close();
    settledBy("other rules");
    host = newHost();
    await(() -> refs(ALICES).equals("main=1 refs/heads/main"));
    await(() -> store.settled().orElseThrow().seq() > 0);
  }

  private void settledBy(String rules) {
    RepositoryStore.Settled settled = new RepositoryStore.Settled(store.lastSeq(), rules);
    Await.write(store, tx -> tx.repositories().putSettled(settled));
  }

  private void spoilRefs(RepoAddress repository) {
    Refs wrong =
        Refs.NONE.with(List.of(new RefChange(new RefName("refs/heads/old"), Optional.of(oid(1)))));
    Await.write(store, tx -> tx.repositories().putRefs(repository, wrong));
  }

  /** With thousands of repositories there would be as many useless stack traces. */
  @Test
  void anEndAmidTheLookAtAllIsNoFault() {
    hosted();
    host.close();
    Identifier orphan = new Identifier("an-end-amid-the-look-at-all");
    PackRecord pack = new PackRecord(orphan, "pack-1", ALICE.publicKey(), 1);
    store
        .write(tx -> {
          tx.repositories().putPack(pack);
          return true;
        })
        .toCompletableFuture()
        .join();
    Logger log = (Logger) LoggerFactory.getLogger("dev.graspd.server");
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    log.addAppender(lines);
    try {
      executor.shutdown();
      host = newHost();
      // Orphaned packs come after the other families.
      await(() ->
          List.copyOf(lines.list).stream()
              .anyMatch(line -> line.getFormattedMessage().contains(orphan.text())));
      assertThat(List.copyOf(lines.list))
          .noneMatch(
              line -> line.getLevel() == Level.WARN && line.getLoggerName().endsWith("Deletions"));
    } finally {
      log.detachAppender(lines);
    }
  }
}
