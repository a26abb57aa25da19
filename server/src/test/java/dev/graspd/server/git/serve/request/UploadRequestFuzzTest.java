package dev.graspd.server.git.serve.request;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.git.serve.refs.ProtocolVersion;
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
    ByteBudget budget = new ByteBudget("git_requests", 1 << 20);
    try (RequestMemory memory = RequestMemory.begin(budget, Payer.operator()).orElseThrow()) {
      return new UploadRequestReader(LIMITS).read(new ByteArrayInputStream(body), version, memory);
    }
  }
}
