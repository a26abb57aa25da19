package dev.graspd.bench.floor;

import dev.graspd.bench.load.Corpus;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventParser;
import fr.acinq.secp256k1.Secp256k1;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Signature verification alone, on all cores: no ingest can be faster than this. */
public final class VerifyFloor {
  private record Signed(byte[] signature, byte[] id, byte[] key) {}

  private final List<Signed> events;

  public VerifyFloor(Corpus corpus, int count) {
    events = IntStream.range(0, count).mapToObj(n -> signed(corpus.json(n))).toList();
  }

  private static Signed signed(byte[] json) {
    Event event = EventParser.parseStored(json);
    return new Signed(event.signature().bytes(), event.id().bytes(), event.author().bytes());
  }

  /** Verifies each event once; returns events per second. */
  public double perSecond() throws InterruptedException {
    AtomicInteger next = new AtomicInteger();
    AtomicInteger valid = new AtomicInteger();
    List<Thread> threads =
        IntStream.range(0, Runtime.getRuntime().availableProcessors())
            .mapToObj(_ -> new Thread(() -> verify(next, valid), "verify"))
            .toList();
    long begin = System.nanoTime();
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    if (valid.get() != events.size()) {
      throw new IllegalStateException("the corpus has wrong signatures");
    }
    return events.size() * 1e9 / (System.nanoTime() - begin);
  }

  private void verify(AtomicInteger next, AtomicInteger valid) {
    Secp256k1 library = Secp256k1.get();
    for (int n = next.getAndIncrement(); n < events.size(); n = next.getAndIncrement()) {
      Signed event = events.get(n);
      if (library.verifySchnorr(event.signature, event.id, event.key)) {
        valid.incrementAndGet();
      }
    }
  }
}
