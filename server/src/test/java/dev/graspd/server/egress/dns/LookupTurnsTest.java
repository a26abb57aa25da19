package dev.graspd.server.egress.dns;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class LookupTurnsTest {
  private final LookupTurns turns = new LookupTurns(8, 80);

  private boolean offer(String name) {
    return turns.offer(name, new CompletableFuture<>());
  }

  private List<LookupTurns.Lookup> beginAll() {
    List<LookupTurns.Lookup> begun = new ArrayList<>();
    Optional<LookupTurns.Lookup> next = turns.begin();
    while (next.isPresent()) {
      begun.add(next.get());
      next = turns.begin();
    }
    return begun;
  }

  @Test
  void aZoneHasAQuarterOfTheThreadsAndAnEighthOfThoseThatWait() {
    int waiting = 0;
    for (int i = 0; i < 50; i++) {
      waiting += offer("n" + i + ".silent.example") ? 1 : 0;
    }
    assertThat(waiting).isEqualTo(10);
    assertThat(beginAll()).hasSize(2);
  }

  @Test
  void aQuarterOfTheThreadsIsKeptForNamesThatWereFound() {
    assertThat(offer("known.example")).isTrue();
    turns.end(
        beginAll().getFirst(), new Resolution.Found(List.of(InetAddress.ofLiteral("192.0.2.1"))));
    for (int i = 0; i < 20; i++) {
      assertThat(offer("a.zone" + i + ".example" + i)).isTrue();
    }
    assertThat(beginAll()).hasSize(6);
    assertThat(offer("known.example")).isTrue();
    assertThat(beginAll()).extracting(LookupTurns.Lookup::name).containsExactly("known.example");
  }

  @Test
  void oneThreadServesAllZones() {
    LookupTurns few = new LookupTurns(1, 8);
    assertThat(few.offer("a.example", new CompletableFuture<>())).isTrue();
    assertThat(few.begin()).isPresent();
  }
}
