package dev.graspd.system.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.server.app.command.Doctor;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.suite.QuickStart;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A server that ends again and again on the same data.
 *
 * @param domain the port changes with each start; what is hosted must not
 */
public record MortalServer(Path directory, String domain) {
  /** Prepares its next life. */
  ServerProcess.Builder life() {
    return QuickStart.hosting(directory, domain);
  }

  Path relayData() {
    return directory.resolve("relay");
  }

  Path gitData() {
    return directory.resolve("git");
  }

  Layout layout() {
    return new Layout(gitData());
  }

  /** Has the doctor look at all of it. It may run, if nobody talks to it meanwhile. */
  public void assertSound(String when) throws IOException {
    HostingRules rules =
        new HostingRules(
            ServiceAddress.of(domain, "/"),
            Signer.named("server").publicKey(),
            List.of(),
            List.of(),
            1_000,
            64);
    assertThat(Doctor.problems(relayData(), gitData(), rules, Maintainers.Mode.RECIPROCAL))
        .as(when)
        .isEmpty();
  }
}
