package dev.graspd.server.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CidrTest {
  @ParameterizedTest
  @CsvSource({
    "127.0.0.0/8, 127.0.0.1, true",
    "127.0.0.0/8, 128.0.0.1, false",
    "10.1.2.0/23, 10.1.3.255, true",
    "10.1.2.0/23, 10.1.4.0, false",
    "0.0.0.0/0, 203.0.113.9, true",
    "0.0.0.0/0, ::1, false",
    "::1/128, ::1, true",
    "::1, ::2, false",
    "2001:db8::/33, 2001:db8:7fff::1, true",
    "2001:db8::/33, 2001:db8:8000::1, false",
    "192.0.2.7, 192.0.2.7, true",
  })
  void containsWhatSharesThePrefix(String cidr, String address, boolean inside) {
    assertThat(Cidr.parse(cidr).contains(InetAddress.ofLiteral(address))).isEqualTo(inside);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/8",
        "10.0.0.0/",
        "10.0.0.0/33",
        "10.0.0.0/-1",
        "10.0.0.0/x",
        "::/129",
        "localhost/8",
        "10.1/8",
        "0x7f000001",
        "2130706433",
        "10.0.0.0/8/8",
        " 10.0.0.0/8",
        "10.0.0.0/00008"
      })
  void refusesWhatIsNoLiteralNetwork(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Cidr.parse(text));
  }

  @Test
  void showsItselfAsWritten() {
    assertThat(Cidr.parse("127.0.0.0/8")).hasToString("127.0.0.0/8");
  }
}
