package dev.graspd.server.git.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.graspd.server.git.wire.PktException;
import java.io.ByteArrayInputStream;
import java.io.IOException;

class UploadRequestFuzzTest {
  private static final ServeLimits LIMITS = ServeLimits.forCores(1);

  @FuzzTest
  void whatIsUnderstoodIsUnderstoodAgain(byte[] input) throws IOException {
    for (ProtocolVersion version : ProtocolVersion.values()) {
      try {
        if (read(input, version) instanceof UploadRequest.Fetch(var request)) {
          assertThat(read(request.forJgit(), version)).isEqualTo(new UploadRequest.Fetch(request));
        }
      } catch (PktException e) {
        assertThat(e).hasMessageNotContaining("null");
      }
    }
  }

  private static UploadRequest read(byte[] body, ProtocolVersion version) throws IOException {
    try (IdBudget.Lease lease = new IdBudget(1_000).lease()) {
      return new UploadRequestReader(LIMITS).read(new ByteArrayInputStream(body), version, lease);
    }
  }
}
