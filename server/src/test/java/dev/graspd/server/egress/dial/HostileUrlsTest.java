package dev.graspd.server.egress.dial;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.graspd.server.egress.TestEgress;
import dev.graspd.server.egress.dial.Target.Parsed;
import dev.graspd.server.egress.dns.Resolution;
import dev.graspd.server.egress.ws.DialResult;
import dev.graspd.server.egress.ws.Heard;
import dev.graspd.testkit.ScriptedServer;
import dev.graspd.testkit.ScriptedServer.Conversation;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Nothing that a stranger can write makes us connect to ourselves or to our neighbours. */
final class HostileUrlsTest {
  /** Hosts, each of which means this machine or one beside it; tried in several URLs. */
  private static final List<String> HOSTS =
      List.of(
          "127.0.0.1",
          "127.0.0.1.",
          "127.1",
          "127.0.1",
          "127.255.255.254",
          "2130706433",
          "0x7f000001",
          "0x7f.0.0.1",
          "0X7f.0X1",
          "017700000001",
          "0177.0.0.01",
          "00000177.1",
          "0",
          "0x0",
          "0.0.0.0",
          "１２７.0.0.1",
          "127。0。0。1",
          "①②⑦.⓪.⓪.①",
          "10.0.0.1",
          "167772161",
          "172.16.0.1",
          "192.168.1.1",
          "0xc0a80101",
          "100.64.0.1",
          "100.100.100.200",
          "168.63.129.16",
          "169.254.169.254",
          "2852039166",
          "0xa9fea9fe",
          "0251.0376.0251.0376",
          "192.0.0.192",
          "192.0.2.1",
          "198.18.0.1",
          "198.51.100.1",
          "203.0.113.1",
          "224.0.0.1",
          "240.0.0.1",
          "255.255.255.255",
          "4294967295",
          "[::]",
          "[::1]",
          "[0:0:0:0:0:0:0:1]",
          "[::ffff:127.0.0.1]",
          "[::ffff:7f00:1]",
          "[::127.0.0.1]",
          "[::ffff:0:127.0.0.1]",
          "[64:ff9b::127.0.0.1]",
          "[64:ff9b::7f00:1]",
          "[64:ff9b:1::7f00:1]",
          "[100::1]",
          "[2001::1]",
          "[2001:0:7f00:1::]",
          "[2001:10::1]",
          "[2001:20::1]",
          "[2001:db8::1]",
          "[2002:7f00:1::]",
          "[2002:a9fe:a9fe::]",
          "[3fff::1]",
          "[5f00::1]",
          "[fc00::1]",
          "[fd00:ec2::254]",
          "[fd20:ce::254]",
          "[fe80::1]",
          "[fec0::1]",
          "[ff02::1]",
          "[fe80::1%25lo]",
          "[::1%25lo]",
          "localhost",
          "LOCALHOST",
          "localhost.",
          "ⓛocalhost",
          "rebind.test",
          "mixed.test",
          "mapped.test",
          "metadata.test",
          "sixtofour.test",
          "own.test",
          "user@127.0.0.1",
          "good.test@127.0.0.1",
          "good.test:443@127.0.0.1",
          "127.0.0.1@good.test",
          "good.test\\@127.0.0.1",
          "127.0.0.1%2f.good.test",
          "127.0.0.1%00.good.test",
          "127.0.0.1\0.good.test",
          "127.0.0.1\r\nHost: good.test",
          "127.0.0.1\t",
          " 127.0.0.1",
          "good.test#@127.0.0.1",
          "%6c%6f%63%61%6c%68%6f%73%74",
          "1.2.3.4.5",
          "256.256.256.256",
          "127.0.0.0x1g",
          "good.test.127",
          "[127.0.0.1]",
          "[::1",
          "::1",
          "absent.test",
          "silent.test",
          "service.onion");

  private final Logger logger = (Logger) LoggerFactory.getLogger(DenialLog.class);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  @BeforeEach
  void listen() {
    lines.start();
    logger.addAppender(lines);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(lines);
  }

  @Test
  void hundredHostileHostsAndNoConnection() {
    assertThat(HOSTS).hasSizeGreaterThanOrEqualTo(100).doesNotHaveDuplicates();
    EgressRules rules = ownAddress("8.8.4.4");
    try (ScriptedServer bystander = ScriptedServer.start(Conversation::drain);
        TestEgress egress = TestEgress.with(rules, TestEgress.PATIENT)) {
      prepare(egress.resolver);
      List<String> opened = new ArrayList<>();
      for (String host : HOSTS) {
        for (String scheme : List.of("wss://", "ws://", "https://")) {
          String url = scheme + host + ":" + bystander.port() + "/";
          if (Target.parse(url, NamedBy.STRANGER) instanceof Parsed.Valid(var target)
              && egress.dial(target, _ -> new Heard()) instanceof DialResult.Opened) {
            opened.add(url);
          }
        }
      }

      assertThat(opened).isEmpty();
      assertThat(egress.dialled()).isEmpty();
      assertThat(bystander.connections()).isZero();
      assertThat(egress.resolver.asked())
          .as("an address never reaches the resolver as a name")
          .allMatch(
              name -> name.endsWith(".test") || name.equals("localhost") || name.endsWith(".0x1g"));
    }
  }

  /** Without this the test above could pass because nothing can be dialled at all. */
  @Test
  void allowedTargetIsDialled() {
    try (ScriptedServer bystander = ScriptedServer.start(Conversation::drain);
        TestEgress egress =
            TestEgress.with(
                new EgressRules(true, true, List.of(), List.of()),
                new EgressTimes(
                    Duration.ofSeconds(30),
                    Duration.ofMillis(100),
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(30)))) {
      var _ = egress.failure(TestEgress.target("ws://0x7f.1:" + bystander.port()));

      assertThat(egress.dialled()).hasSize(1);
      assertThat(bystander.connections()).isEqualTo(1);
    }
  }

  @Test
  void denialIsLoggedOnceForEachTarget() {
    try (TestEgress egress = TestEgress.with(EgressRules.STRICT, TestEgress.PATIENT)) {
      for (int i = 0; i < 3; i++) {
        var _ = egress.failure(TestEgress.target("wss://relay.test/"));
        var _ = egress.failure(TestEgress.target("wss://10.0.0.1/"));
      }
    }

    assertThat(lines.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly(
            "egress denied: private address: wss://relay.test/ (127.0.0.1, loopback)",
            "egress denied: private address: wss://10.0.0.1/ (10.0.0.1, private)");
  }

  private static EgressRules ownAddress(String address) {
    return new EgressRules(false, true, List.of(), List.of(InetAddress.ofLiteral(address)));
  }

  private static void prepare(TestResolver resolver) {
    resolver
        .with("localhost", "127.0.0.1")
        .with("rebind.test", "192.168.0.10")
        .with("mixed.test", "8.8.8.8", "2606:4700::1111", "fd00::1")
        .with("mapped.test", "::ffff:127.0.0.1")
        .with("metadata.test", "169.254.169.254")
        .with("sixtofour.test", "2002:7f00:1::1")
        .with("own.test", "8.8.4.4")
        .with("silent.test", new Resolution.NoAnswer("nothing"));
  }
}
