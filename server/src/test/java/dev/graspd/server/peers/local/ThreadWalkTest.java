package dev.graspd.server.peers.local;

import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.store.ModelEventStore;
import dev.graspd.testkit.store.StoreDriver;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ThreadWalkTest {
  private final ModelEventStore store = new ModelEventStore();
  private final StoreDriver driver = new StoreDriver(store);

  private Event root(String text) {
    Event root = EventBuilder.kind(1621).content(text).unsignedBy(ALICE);
    driver.append(root);
    return root;
  }

  private Event reply(Event to, String letter, int at) {
    Event reply =
        EventBuilder.note("reply " + at).at(at).tag(letter, to.id().hex()).unsignedBy(ALICE);
    driver.append(reply);
    return reply;
  }

  private SortedSet<EventId> walk(int branchMax, Event... roots) {
    SortedSet<EventId> ids = new TreeSet<>();
    List.of(roots).forEach(root -> ids.add(root.id()));
    return new ThreadWalk(store, Runnable::run, branchMax).walk(ids).toCompletableFuture().join();
  }

  private static SortedSet<EventId> idsOf(List<Event> events) {
    SortedSet<EventId> ids = new TreeSet<>();
    events.forEach(event -> ids.add(event.id()));
    return ids;
  }

  @Test
  void membersAreFoundByEachOfTheTagsThatNameEvents() {
    Event root = root("root");
    Event first = reply(root, "e", 1);
    Event second = reply(first, "E", 2);
    Event third = reply(second, "q", 3);
    Event mention = reply(root, "p", 4);

    assertThat(walk(500, root)).isEqualTo(idsOf(List.of(first, second, third)));
    assertThat(walk(500, mention)).isEmpty();
  }

  @Test
  void walkEndsEightLevelsBelowTheRoot() {
    Event root = root("root");
    List<Event> chain = new ArrayList<>();
    Event last = root;
    for (int i = 0; i < 10; i++) {
      last = reply(last, "e", i);
      chain.add(last);
    }

    assertThat(walk(500, root)).isEqualTo(idsOf(chain.subList(0, ThreadWalk.DEPTH_MAX)));
  }

  @Test
  void limitOfABranchKeepsWhatIsNearestToItsRootAndSparesOthers() {
    Event root = root("root");
    Event other = root("other");
    List<Event> near = IntStream.range(0, 3).mapToObj(i -> reply(root, "e", i)).toList();
    IntStream.range(10, 20).forEach(i -> reply(near.getFirst(), "e", i));
    Event alone = reply(other, "e", 30);
    List<Event> expected = new ArrayList<>(near);
    expected.add(alone);

    assertThat(walk(3, root, other)).isEqualTo(idsOf(expected));
    assertThat(walk(0, root, other)).isEmpty();
    assertThat(walk(5, root)).hasSize(5).containsAll(idsOf(near));
  }

  @Test
  void circleOfNamesEnds() {
    Event root = root("root");
    Event reply = reply(root, "e", 1);
    Event both =
        EventBuilder.note("both")
            .tag("e", root.id().hex())
            .tag("e", reply.id().hex())
            .unsignedBy(ALICE);
    driver.append(both);

    assertThat(walk(500, root)).isEqualTo(idsOf(List.of(reply, both)));
  }

  @Test
  void unknownRootAndAbsentReadersFindNothing() {
    Event root = root("root");
    reply(root, "e", 1);
    ThreadWalk closed =
        new ThreadWalk(
            store,
            _ -> {
              throw new RejectedExecutionException();
            },
            500);

    assertThat(walk(500, EventBuilder.note("never stored").unsignedBy(ALICE))).isEmpty();
    assertThat(closed.walk(idsOf(List.of(root))).toCompletableFuture().join()).isEmpty();
  }
}
