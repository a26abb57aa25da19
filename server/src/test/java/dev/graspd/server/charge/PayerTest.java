package dev.graspd.server.charge;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PayerTest {
  private static final Payer ALICE = Payer.of(InetAddress.ofLiteral("192.0.2.1"));

  @Test
  void addressesAreNamedAsPeopleWriteThem() {
    assertThat(ALICE.text()).isEqualTo("192.0.2.1");
    assertThat(Payer.of(InetAddress.ofLiteral("203.0.113.200")).text()).isEqualTo("203.0.113.200");
    Payer six = Payer.of(InetAddress.ofLiteral("2001:db8:1:2:3::4"));
    assertThat(six.text()).isEqualTo("2001:db8:1:2:0:0:0:0/64");
    assertThat(six.site().orElseThrow().text()).isEqualTo("2001:db8:1:0:0:0:0:0/48");
    assertThat(ALICE.site()).isEmpty();
    assertThat(Payer.operator().text()).isEmpty();
    assertThat(new Payer.Host("git.example").text()).isEqualTo("host git.example");
  }

  @Test
  void sealIsTheSameForOneDirectoryOnly() {
    AddressSeal here = new AddressSeal(new byte[AddressSeal.KEY_BYTES]);
    byte[] other = new byte[AddressSeal.KEY_BYTES];
    other[0] = 1;
    assertThat(here.of(ALICE))
        .isEqualTo(new AddressSeal(new byte[AddressSeal.KEY_BYTES]).of(ALICE))
        .isNotEqualTo(new AddressSeal(other).of(ALICE))
        .isNotEqualTo(here.of(Payer.of(InetAddress.ofLiteral("192.0.2.2"))))
        .isNotEqualTo(AddressSeal.NOBODY);
    assertThat(here.of(Payer.operator())).isEqualTo(AddressSeal.NOBODY);
  }

  @Test
  void paceIsTheAverageOfAWholeWindow() {
    InboundPace pace = new InboundPace(1_024, Duration.ofSeconds(60), 0);
    pace.received(2);
    assertThat(pace.isTooSlow(seconds(59))).as("the window is not over").isFalse();
    pace.received(60 * 1_024);
    assertThat(pace.isTooSlow(seconds(60))).as("a burst at its end").isFalse();
    pace.received(60 * 1_024 - 1);
    assertThat(pace.isTooSlow(seconds(120))).isTrue();
    assertThat(pace.isTooSlow(seconds(121))).as("until a better window").isTrue();
    pace.received(60 * 1_024);
    assertThat(pace.isTooSlow(seconds(180))).isFalse();
  }

  private static long seconds(long count) {
    return TimeUnit.SECONDS.toNanos(count);
  }
}
