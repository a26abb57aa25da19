package dev.graspd.conformance.nip;

import static dev.graspd.testkit.client.Texts.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.testkit.client.RelayInformation;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Search is refused, so that nobody takes silence for an empty result. */
@Claims("N50-until-then")
class Nip50SearchTest extends RelaySuite {
  @ParameterizedTest
  @ValueSource(strings = {"{'search':'word'}", "{'search':''}", "{'kinds':[1],'search':'word'}"})
  void aSearchIsClosedAsUnsupported(String filter) {
    assertThat(connect().refusal(json(filter)).message()).startsWith("unsupported: ");
  }

  @Test
  void oneFilterWithSearchClosesTheWholeRequest() {
    assertThat(connect().refusal(json("{'kinds':[1]}"), json("{'search':'x'}")).message())
        .startsWith("unsupported: ");
  }

  @Test
  void itIsNotAdvertised() {
    assertThat(RelayInformation.of(SharedServer.PLAIN.uri()).supportedNips().contains(50L))
        .isFalse();
  }
}
