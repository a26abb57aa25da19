package dev.graspd.server.peers.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class FairMailboxTest {
  private final FairMailbox<String> mailbox = new FairMailbox<>();

  private List<String> takeAll() throws InterruptedException {
    List<String> taken = new ArrayList<>();
    for (String one = mailbox.take(0); one != null; one = mailbox.take(0)) {
      taken.add(one);
    }
    return taken;
  }

  @Test
  void sendersTakeTurns() throws InterruptedException {
    var busy = mailbox.sender(10, () -> {});
    var quiet = mailbox.sender(10, () -> {});
    List.of("a1", "a2", "a3").forEach(busy::add);
    quiet.add("b1");

    assertThat(takeAll()).containsExactly("a1", "b1", "a2", "a3");
  }

  @Test
  void nothingComesInTime() throws InterruptedException {
    assertThat(mailbox.take(1)).isNull();
  }

  @Test
  void aFullQueueTellsOnceThatThereIsRoom() throws InterruptedException {
    AtomicInteger told = new AtomicInteger();
    var sender = mailbox.sender(2, told::incrementAndGet);
    sender.add("1");
    assertThat(sender.hasRoom()).isTrue();
    sender.add("2");
    assertThat(sender.hasRoom()).isFalse();

    assertThat(takeAll()).containsExactly("1", "2");
    assertThat(told).hasValue(1);
    assertThat(sender.hasRoom()).isTrue();
  }

  @Test
  void aFullQueueStopsItsOwnSenderOnly() throws InterruptedException {
    var full = mailbox.sender(1, () -> {});
    var other = mailbox.sender(1, () -> {});
    full.add("1");
    CountDownLatch passed = new CountDownLatch(1);
    Thread waiting =
        Thread.ofVirtual()
            .start(() -> {
              try {
                full.put("2");
                passed.countDown();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    other.put("x");
    assertThat(passed.getCount()).isOne();

    List<String> taken = new ArrayList<>();
    while (taken.size() < 3) {
      taken.add(mailbox.take(Long.MAX_VALUE));
    }
    waiting.join();
    assertThat(taken).containsExactlyInAnyOrder("1", "x", "2").containsSubsequence("1", "2");
    assertThat(passed.getCount()).isZero();
  }
}
