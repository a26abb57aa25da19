package dev.graspd.system.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.Texts;
import dev.graspd.testkit.suite.QuickStart;
import dev.graspd.testkit.suite.RelaySuite;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The disk under the store breaks: from one moment on every write is an error (P6). Needs root. */
@Timeout(120)
class BrokenDiskTest extends RelaySuite {
  private static final long DISK_BYTES = 64L << 20;
  private static final int FAILED = 1;

  @TempDir Path temp;

  @Test
  void afterAnErrorOfTheDiskNothingIsAcknowledgedAndTheProcessEnds() {
    assumeTrue(LoopDisk.isPossible(), "a disk that breaks can only be mounted by root");
    Event before = EventBuilder.note("before").at(now()).signedBy(newKey());
    Event after = EventBuilder.note("after").at(now()).signedBy(newKey());
    try (LoopDisk disk = LoopDisk.make(temp, "disk", DISK_BYTES)) {
      try (ServerProcess server = relay(disk).start()) {
        try (RelayClient relay = RelayClient.connect(server.uri())) {
          assertThat(relay.publish(before).accepted()).isTrue();
          disk.cut();
          assertThat(relay.publish(after).message()).startsWith("error: storage failure; see ");
        }
        assertThat(server.awaitExit()).as(String.join("\n", server.output())).isEqualTo(FAILED);
      }
      disk.restart();
      try (ServerProcess server = relay(disk).start();
          RelayClient relay = RelayClient.connect(server.uri())) {
        assertThat(relay.query(Texts.only(before)).events()).hasSize(1);
        assertThat(relay.query(Texts.only(after)).events()).isEmpty();
        assertThat(relay.publish(after).accepted()).isTrue();
      }
    }
  }

  private static ServerProcess.Builder relay(LoopDisk disk) {
    return QuickStart.relay(disk.directory().resolve("data"))
        .environment("NGIT_MIN_FREE_DISK_BYTES", "0");
  }
}
