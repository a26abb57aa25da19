package dev.graspd.bench.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.server.migrate.ngit.NostrLmdbEvent;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NostrLmdbRecordTest {
  @ParameterizedTest
  @ValueSource(strings = {"", "a", "é « ok »\nsecond line"})
  void whatIsWrittenIsReadAsTheSameEvent(String content) {
    Event event =
        EventBuilder.kind(1621)
            .at(1_767_225_600)
            .tag("a", "30617:abc:name")
            .tag("t")
            .tag("empty", "")
            .content(content)
            .signedBy(Signer.named("somebody"));

    assertThat(NostrLmdbEvent.decode(NostrLmdbRecord.of(event))).contains(event);
  }
}
