package dev.graspd.server.egress.dial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.net.Cidr;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AddressRulesTest {
  private static final AddressRules STRICT = new AddressRules(EgressRules.STRICT);

  @ParameterizedTest
  @CsvSource({
    "0.0.0.0, unspecified",
    "0.255.255.255, unspecified",
    "10.0.0.0, private",
    "10.255.255.255, private",
    "100.64.0.0, carrier-grade NAT",
    "100.127.255.255, carrier-grade NAT",
    "100.100.100.200, metadata",
    "127.0.0.1, loopback",
    "127.255.255.255, loopback",
    "168.63.129.16, metadata",
    "169.254.0.0, link-local",
    "169.254.169.254, metadata",
    "169.254.170.2, link-local",
    "172.16.0.0, private",
    "172.31.255.255, private",
    "192.0.0.0, reserved",
    "192.0.0.192, metadata",
    "192.0.2.1, documentation",
    "192.88.99.1, 6to4",
    "192.168.0.0, private",
    "192.168.255.255, private",
    "198.18.0.0, benchmark",
    "198.19.255.255, benchmark",
    "198.51.100.7, documentation",
    "203.0.113.7, documentation",
    "224.0.0.1, multicast",
    "239.255.255.255, multicast",
    "240.0.0.1, reserved",
    "255.255.255.254, reserved",
    "255.255.255.255, broadcast",
    "::, unspecified",
    "::1, loopback",
    "::127.0.0.1, IPv4-compatible",
    "::8.8.8.8, IPv4-compatible",
    "::ffff:10.0.0.1, private",
    "::ffff:127.0.0.1, loopback",
    "::ffff:0:10.0.0.1, reserved",
    "64:ff9b::8.8.8.8, NAT64",
    "64:ff9b::10.0.0.1, NAT64",
    "64:ff9b:1::1, NAT64",
    "64:ff9b:1:ffff:ffff:ffff:ffff:ffff, NAT64",
    "100::1, discard",
    "100:0:0:1::1, reserved",
    "2001::1, Teredo",
    "2001:0:7f00:1::, Teredo",
    "2001:1::1, reserved",
    "2001:2::1, benchmark",
    "2001:3::1, reserved",
    "2001:10::1, ORCHID",
    "2001:2f:ffff::1, ORCHID",
    "2001:30::1, reserved",
    "2001:1ff:ffff::1, reserved",
    "2001:db8::1, documentation",
    "2002:7f00:1::1, 6to4",
    "2002:808:808::1, 6to4",
    "3fff::1, documentation",
    "3fff:fff:ffff::1, documentation",
    "4000::1, reserved",
    "5f00::1, segment routing",
    "fc00::1, unique local",
    "fd00:ec2::254, metadata",
    "fd20:ce::254, metadata",
    "fdff:ffff::1, unique local",
    "fe80::1, link-local",
    "febf::1, link-local",
    "fec0::1, site-local",
    "feff::1, site-local",
    "ff02::1, multicast",
    "1fff:ffff::1, reserved",
  })
  void specialAddressesAreRefused(String address, String kind) {
    assertThat(STRICT.refusal(InetAddress.ofLiteral(address), NamedBy.STRANGER)).contains(kind);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.0.0.0",
        "8.8.8.8",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.0",
        "168.63.129.15",
        "169.253.255.255",
        "169.255.0.0",
        "172.15.255.255",
        "172.32.0.0",
        "191.255.255.255",
        "192.0.1.0",
        "192.0.3.0",
        "192.88.98.255",
        "192.167.255.255",
        "192.169.0.0",
        "198.17.255.255",
        "198.20.0.0",
        "198.51.101.0",
        "203.0.112.255",
        "203.0.114.0",
        "223.255.255.255",
        "::ffff:8.8.8.8",
        "2000::1",
        "2001:200::1",
        "2001:db7::1",
        "2001:db9::1",
        "2003::1",
        "2606:4700::1111",
        "3ffe::1",
        "3fff:1000::1",
      })
  void theirNeighboursAreNot(String address) {
    assertThat(STRICT.refusal(InetAddress.ofLiteral(address), NamedBy.STRANGER)).isEmpty();
  }

  /** The JDK unwraps these wherever it can; one built by hand is still IPv6. */
  @Test
  void mappedAddressIsWhatIsInsideIt() throws UnknownHostException {
    byte[] bytes = new byte[16];
    bytes[10] = -1;
    bytes[11] = -1;
    bytes[12] = 127;
    bytes[15] = 1;
    InetAddress mapped = Inet6Address.getByAddress("", bytes, -1);

    assertThat(STRICT.refusal(mapped, NamedBy.STRANGER)).contains("loopback");
  }

  @Test
  void operatorMayNameAnyAddress() {
    assertThat(STRICT.refusal(InetAddress.ofLiteral("127.0.0.1"), NamedBy.OPERATOR)).isEmpty();
    assertThat(STRICT.refusal(InetAddress.ofLiteral("fd00::1"), NamedBy.OPERATOR)).isEmpty();
  }

  @Test
  void closedNetworksCanBeAllowed() {
    AddressRules rules =
        new AddressRules(
            new EgressRules(
                false,
                false,
                List.of(Cidr.parse("10.1.0.0/16"), Cidr.parse("fd00:1::/32")),
                List.of()));

    assertThat(refusal(rules, "10.1.2.3")).isEmpty();
    assertThat(refusal(rules, "fd00:1::5")).isEmpty();
    assertThat(refusal(rules, "10.2.0.1")).contains("private");
    assertThat(refusal(rules, "fd00:2::5")).contains("unique local");
    assertThat(refusal(rules, "127.0.0.1")).contains("loopback");
  }

  @Test
  void everythingCanBeAllowed() {
    AddressRules rules = new AddressRules(new EgressRules(true, false, List.of(), List.of()));

    assertThat(refusal(rules, "127.0.0.1")).isEmpty();
    assertThat(refusal(rules, "::1")).isEmpty();
  }

  @Test
  void ourOwnAddressIsRefusedThoughItIsGlobal() {
    List<InetAddress> own =
        List.of(InetAddress.ofLiteral("8.8.4.4"), InetAddress.ofLiteral("2606:4700::1"));
    AddressRules rules = new AddressRules(new EgressRules(false, false, List.of(), own));

    assertThat(refusal(rules, "8.8.4.4")).contains("our own address");
    assertThat(refusal(rules, "::ffff:8.8.4.4")).contains("our own address");
    assertThat(refusal(rules, "2606:4700::1")).contains("our own address");
    assertThat(refusal(rules, "8.8.8.8")).isEmpty();
  }

  private static Optional<String> refusal(AddressRules rules, String address) {
    return rules.refusal(InetAddress.ofLiteral(address), NamedBy.STRANGER);
  }
}
