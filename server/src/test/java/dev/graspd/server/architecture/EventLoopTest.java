package dev.graspd.server.architecture;

import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Store;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.base.WorkerThread;
import dev.graspd.server.git.depot.DirectoryDepot;
import dev.graspd.server.net.LoopThreads;
import dev.graspd.server.testing.Stores;
import dev.graspd.testkit.EventBuilder;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No code that runs on an event loop calls a port that may wait for a disk or a network. */
final class EventLoopTest {
  /** Otherwise a fault in the scan would look like perfect loops. */
  private static final int METHODS_MIN = 5_000;

  private static final int ENTRIES_MIN = 200;

  private static Path classesOf(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private static CallGraph server() throws IOException, URISyntaxException {
    return CallGraph.of(List.of(classesOf(EventStore.class), classesOf(WorkerThread.class)));
  }

  @Test
  void eventLoopsCallNothingThatBlocks() throws IOException, URISyntaxException {
    CallGraph graph = server();
    assertThat(graph.size()).isGreaterThan(METHODS_MIN);
    SortedSet<CallGraph.Method> entries = graph.entries();
    assertThat(entries).hasSizeGreaterThan(ENTRIES_MIN);
    assertThat(graph.waysToBlockingCalls(entries)).isEmpty();
  }

  private static SortedSet<String> waysIn(Class<?> planted) throws IOException, URISyntaxException {
    CallGraph graph =
        CallGraph.of(
            List.of(
                classesOf(EventStore.class), classesOf(WorkerThread.class), classesOf(planted)));
    SortedSet<CallGraph.Method> entries =
        graph.entries().stream()
            .filter(method -> method.owner().startsWith(planted.getName()))
            .collect(Collectors.toCollection(TreeSet::new));
    return graph.waysToBlockingCalls(entries);
  }

  @Test
  void readingTheStoreOnALoopIsNoticed() throws IOException, URISyntaxException {
    assertThat(waysIn(WrongHandler.class))
        .anyMatch(way -> way.contains("WrongHandler.direct") && way.contains("EventStore.known"))
        .anyMatch(way -> way.contains("WrongHandler.inALambda"))
        .anyMatch(way -> way.contains("WrongHandler.throughAnInterface"))
        .anyMatch(way -> way.contains("backOnTheLoop"))
        .anyMatch(way -> way.contains("WrongSender.lambda$send"))
        .noneMatch(way -> way.contains("WrongHandler.elsewhere"))
        .noneMatch(way -> way.contains("WrongHandler.fromMemory"));
  }

  /** The same at run time, where the graph does not see who calls: in every test over sockets. */
  @Test
  void portsRefuseToBlockAnEventLoop(@TempDir Path directory) throws InterruptedException {
    DirectoryDepot depot = new DirectoryDepot(directory.resolve("depot"), FailPoints.NONE);
    try (Store store = Stores.open(directory.resolve("store"))) {
      Map<String, Callable<Object>> calls =
          new TreeMap<>(
              Map.of(
                  "known", () -> store.known(EventBuilder.note("a").signedBy(ALICE).id()),
                  "query", () -> store.query(List.of(), 0).next(1, 1),
                  "tail", () -> store.tail(0, 1),
                  "write", () -> store.write(_ -> true),
                  "refs", () -> store.repositories().refs(new Identifier("repo")),
                  "unwanted", () -> store.unwanted().unwanted(0).next(1, _ -> {}),
                  "depot", () -> depot.list("")));
      for (Map.Entry<String, Callable<Object>> call : calls.entrySet()) {
        assertThat(onALoop(call.getValue()))
            .as(call.getKey())
            .asString()
            .contains("AssertionError: an event loop waits");
      }
      assertThat(onALoop(store::lastSeq)).as("from memory").isEqualTo(0L);
    }
  }

  private static Object onALoop(Callable<?> call) throws InterruptedException {
    AtomicReference<Object> outcome = new AtomicReference<>();
    Thread loop =
        new LoopThreads("loop")
            .newThread(() -> {
              try {
                outcome.set(call.call());
              } catch (Exception | AssertionError e) {
                outcome.set(e);
              }
            });
    loop.start();
    loop.join();
    return outcome.get();
  }
}
