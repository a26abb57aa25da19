package dev.graspd.server.egress.dial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.egress.dial.Target.Parsed;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TargetTest {
  @ParameterizedTest
  @CsvSource({
    "wss://relay.example.com, wss://relay.example.com/",
    "WSS://Relay.Example.COM:443/, wss://relay.example.com/",
    "wss://relay.example.com./x, wss://relay.example.com/x",
    "ws://relay.example.com:8080, ws://relay.example.com:8080/",
    "https://example.com:80/a/b?c=d@e:f, https://example.com:80/a/b?c=d@e:f",
    "http://example.com?x, http://example.com/?x",
    "wss://bücher.example/, wss://xn--bcher-kva.example/",
    "wss://relay/, wss://relay/",
    "wss://123.example.com/, wss://123.example.com/",
    "wss://0x7f.example.com/, wss://0x7f.example.com/",
    "wss://[2606:4700::1111]:7777/, wss://[2606:4700:0:0:0:0:0:1111]:7777/",
    "wss://[::ffff:8.8.8.8]/, wss://8.8.8.8/",
    "https://example.com/%2e%2e/, https://example.com/%2e%2e/",
  })
  void urlsAreTakenApart(String url, String canonical) {
    assertThat(Target.parse(url, NamedBy.STRANGER))
        .isInstanceOfSatisfying(
            Parsed.Valid.class,
            valid -> assertThat(valid.target().toString()).isEqualTo(canonical));
  }

  /** Handed to a resolver, each of these would become an address that nobody had looked at. */
  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 127.0.0.1",
    "127.0.0.1., 127.0.0.1",
    "127.1, 127.0.0.1",
    "127.0.1, 127.0.0.1",
    "2130706433, 127.0.0.1",
    "0x7f000001, 127.0.0.1",
    "0X7F.0.0.1, 127.0.0.1",
    "0x7f.1, 127.0.0.1",
    "017700000001, 127.0.0.1",
    "0177.0.0.1, 127.0.0.1",
    "0177.0x0.0.01, 127.0.0.1",
    "10.0x10203, 10.1.2.3",
    "0, 0.0.0.0",
    "0x, 0.0.0.0",
    "4294967295, 255.255.255.255",
    "１２７.0.0.1, 127.0.0.1",
    "127。0。0。1, 127.0.0.1",
    "①②⑦.⓪.⓪.①, 127.0.0.1",
    "[::1], ::1",
    "[0:0:0:0:0:ffff:7f00:1], 127.0.0.1",
    "[::127.0.0.1], ::7f00:1",
  })
  void addressesAreRecognisedInEveryForm(String host, String address) {
    assertThat(Target.parse("wss://" + host + "/", NamedBy.STRANGER))
        .isInstanceOfSatisfying(
            Parsed.Valid.class,
            valid ->
                assertThat(valid.target().host())
                    .isEqualTo(new Host.Literal(InetAddress.ofLiteral(address))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | not a URL with a host",
        "relay.example.com | not a URL with a host",
        "://relay.example.com | not a URL with a host",
        "wss:relay.example.com | not a URL with a host",
        "ftp://relay.example.com | not ws, wss, http or https",
        "file:///etc/passwd | not ws, wss, http or https",
        "javascript://example.com | not ws, wss, http or https",
        "wss://user@relay.example.com | has a user name",
        "wss://user:secret@relay.example.com | has a user name",
        "wss://example.com:443@127.0.0.1 | has a user name",
        "wss://relay.example.com/#part | has a fragment",
        "wss://relay.example.com#@127.0.0.1 | has a fragment",
        "'wss://relay.example.com/a b' | has a character that belongs in no URL",
        "wss://relay.example.com\\@127.0.0.1 | has a character that belongs in no URL",
        "wss:// | has no host",
        "wss:///path | has no host",
        "wss://:443/ | has no host",
        "wss://relay.example.com: | the port is not a number",
        "wss://relay.example.com:x | the port is not a number",
        "wss://relay.example.com:+443 | the port is not a number",
        "wss://relay.example.com:000443 | the port is not a number",
        "wss://relay.example.com:443:443 | the port is not a number",
        "wss://relay.example.com:0 | there is no such port",
        "wss://relay.example.com:65536 | there is no such port",
        "wss://relay..example.com | the host has no valid name",
        "wss://relay.example.com.. | the host has no valid name",
        "wss://. | the host has no valid name",
        "wss://-relay.example.com | the host has no valid name",
        "wss://relay_1.example.com | the host has no valid name",
        "wss://relay%2eexample.com | the host has no valid name",
        "wss://%31%32%37.0.0.1 | the host has no valid name",
        "wss://relay.example.com;x | the host has no valid name",
        "wss://256.0.0.1 | the host is a wrong IPv4 address",
        "wss://1.2.3.4.5 | the host is a wrong IPv4 address",
        "wss://4294967296 | the host is a wrong IPv4 address",
        "wss://0x1ffffffff | the host is a wrong IPv4 address",
        "wss://099 | the host is a wrong IPv4 address",
        "wss://relay.1 | the host is a wrong IPv4 address",
        "wss://relay.0x1 | the host is a wrong IPv4 address",
        "wss://[] | the host is a wrong IPv6 address",
        "wss://[::1 | the host is a wrong IPv6 address",
        "wss://[::1]x | the host is a wrong IPv6 address",
        "wss://[fe80::1%25eth0] | the host is a wrong IPv6 address",
        "wss://[127.0.0.1] | the host is a wrong IPv6 address",
        "wss://[1::2::3] | the host is a wrong IPv6 address",
        "wss://abcdefghijklmnop.onion | onion services cannot be reached from here",
        "wss://relay.example.com/ü | the path is not ASCII",
      })
  void whatCouldMeanTwoThingsIsRefused(String url, String why) {
    assertThat(Target.parse(url, NamedBy.STRANGER)).isEqualTo(new Parsed.Invalid(why));
  }

  @ParameterizedTest
  @ValueSource(chars = {'\0', '\t', '\r', '\n', ' ', '\u007f', '\\', '"', '<', '`', '{'})
  void nothingCanBreakOutOfARequestLine(char c) {
    assertThat(Target.parse("wss://relay.example.com/a" + c + "b", NamedBy.STRANGER))
        .isEqualTo(new Parsed.Invalid("has a character that belongs in no URL"));
  }

  @Test
  void lengthIsCountedInBytes() {
    String start = "wss://relay.example.com/";
    String longest = start + "a".repeat(Target.URL_BYTES_MAX - start.length());

    assertThat(Target.parse(longest, NamedBy.STRANGER)).isInstanceOf(Parsed.Valid.class);
    assertThat(Target.parse(longest + "a", NamedBy.STRANGER))
        .isEqualTo(new Parsed.Invalid("longer than 512 bytes"));
    assertThat(Target.parse(start + "ü".repeat(250), NamedBy.STRANGER))
        .isEqualTo(new Parsed.Invalid("longer than 512 bytes"));
  }

  @Test
  void labelsAreAsLongAsTheResolverTakesThem() {
    assertThat(Target.parse("wss://" + "a".repeat(64) + ".example", NamedBy.STRANGER))
        .isEqualTo(new Parsed.Invalid("the host has no valid name"));
    assertThat(Target.parse("wss://" + "a.".repeat(130) + "example", NamedBy.STRANGER))
        .isEqualTo(new Parsed.Invalid("the host has no valid name"));
  }
}
