package dev.graspd.server.ops.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.server.ops.StartRefused;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
  static final MachineSize MACHINE = new MachineSize(2, 512L << 20, path -> 10L << 30);

  @Test
  void lineNamesKeyValueSourceAndWhatIsAllowed() {
    assertThatThrownBy(() -> read(Map.of("NGIT_MAX_LIMIT", "many")))
        .hasMessage(
            "NGIT_MAX_LIMIT='many' (environment) is not allowed:"
                + " it must be a whole number from 1 to 1000000");
  }

  @Test
  void lineNamesTheWrongEntryOfAList() {
    assertThatThrownBy(() -> read(Map.of("NGIT_TRUSTED_PROXY_CIDRS", "10.0.0.0/8, 10.0.0.0/40")))
        .hasMessageContaining("the entry '10.0.0.0/40' is wrong");
  }

  @Test
  void lineStaysOneLineWhateverTheValue() {
    assertThatThrownBy(() -> read(Map.of("NGIT_MAX_LIMIT", "1\n2\u001b[31m" + "9".repeat(5_000))))
        .satisfies(
            e -> assertThat(e.getMessage()).doesNotContain("\n", "\u001b").hasSizeLessThan(512));
  }

  @ParameterizedTest
  @CsvSource({
    "NGIT_DOMIAN, NGIT_DOMAIN",
    "NGIT_READONLY, NGIT_READ_ONLY",
    "NGIT_RELAY_OWNER_NSECK, NGIT_RELAY_OWNER_NSEC",
    "GRASPD_JAVA_OPT, GRASPD_JAVA_OPTS"
  })
  void slipOfThePenStopsTheStart(String variable, String meant) {
    assertThatThrownBy(() -> read(Map.of(variable, "nsec1secret")))
        .isInstanceOf(StartRefused.class)
        .hasMessage(
            variable + " (environment) is not a key of this server: did you mean " + meant + "?");
  }

  @ParameterizedTest
  @CsvSource({
    "GRASPD_DOMAIN, NGIT_DOMAIN",
    "NGIT_MAX_UPLOADS_EACH_IP, NGIT_MAX_UPLOADS_PER_IP",
    "NGIT_REPOSITORIES_BLACKLIST, NGIT_REPOSITORY_BLACKLIST"
  })
  void otherVariablesAreRemarkedWithTheNearestKey(String variable, String meant)
      throws StartRefused {
    String remark =
        variable + " (environment) is not a key of this server: did you mean " + meant + "?";
    assertThat(read(Map.of(variable, "1")).remarks()).containsExactly(remark);
    assertThat(read(Map.of(variable, "1")).unknownVariables()).containsExactly(remark);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NGIT_RELAY_DEFAULT_SET", // of the client ngit
        "NGIT_SECRET_STORAGE",
        "GRASPD_SERVICE_HOST", // of Kubernetes, for a service that is called graspd
        "GRASPD_PORT_7334_TCP_ADDR"
      })
  void variablesOfClientsAndOrchestratorsStopNothing(String variable) throws StartRefused {
    assertThat(read(Map.of(variable, "1")).remarks())
        .singleElement()
        .asString()
        .startsWith(variable + " (environment) is not a key of this server");
  }

  @Test
  void variablesThatAreOursOrOfNobodyAreNotRemarked() throws StartRefused {
    assertThat(
            read(Map.of("GRASPD_JAVA_OPTS", "-Xss1m", "GRASPD_HEAP", "1g", "PATH", "/bin"))
                .remarks())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0.0.0.0:7334, true, true",
    "'[::]:7334', true, true",
    "10.0.0.1:7334, true, true",
    "127.0.0.1:7334, true, false",
    "'[::1]:7334', true, false",
    "0.0.0.0:7334, false, false",
    "0.0.0.0:7334, , false"
  })
  void operatorExemptionOnAnOpenAddressIsRemarked(String bind, String exempt, boolean isRemarked)
      throws StartRefused {
    Map<String, String> environment = new TreeMap<>();
    environment.put("NGIT_BIND_ADDRESS", bind);
    environment.put("NGIT_DOMAIN", "relay.example.org");
    if (exempt != null) {
      environment.put("NGIT_LOOPBACK_IS_OPERATOR", exempt);
    }
    assertThat(
            read(environment).remarks().stream()
                .anyMatch(line -> line.startsWith("NGIT_LOOPBACK_IS_OPERATOR is in force")))
        .isEqualTo(isRemarked);
  }

  @ParameterizedTest
  @CsvSource({
    "NGIT_MAX_PUSH_BYTES, 512MiB, 536870912",
    "NGIT_MAX_PUSH_BYTES, 2 GiB, 2147483648",
    "NGIT_MAX_PUSH_BYTES, 1tib, 1099511627776",
    "NGIT_MAX_PUSH_BYTES, 64KiB, 65536",
    "NGIT_MAX_PUSH_BYTES, 7B, 7",
    "NGIT_HOLDING_RETENTION_SECS, 90d, 7776000",
    "NGIT_HOLDING_RETENTION_SECS, 36h, 129600",
    "NGIT_HOLDING_RETENTION_SECS, 5m, 300",
    "NGIT_HOLDING_RETENTION_SECS, 3000ms, 3",
    "NGIT_SYNC_BATCH_WINDOW_MS, 2s, 2000",
    "NGIT_NAUGHTY_LIST_EXPIRATION_HOURS, 2d, 48"
  })
  void valuesTakeUnitsAndAreShownAsPlainNumbers(String key, String value, String shown)
      throws StartRefused {
    assertThat(read(Map.of(key, value)).show(ConfigKeys.ofVariable(key).orElseThrow()))
        .isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource({
    "NGIT_MAX_PUSH_BYTES, 5m, 'bytes, or with KiB, MiB, GiB or TiB'",
    "NGIT_MAX_PUSH_BYTES, 9999999999TiB, 'bytes, or with KiB, MiB, GiB or TiB'",
    "NGIT_MAX_PUSH_BYTES, 5MB, 'bytes, or with KiB, MiB, GiB or TiB'",
    "NGIT_HOLDING_RETENTION_SECS, 5M, 'seconds, or with ms, s, m, h or d'",
    "NGIT_HOLDING_RETENTION_SECS, 1500ms, 'seconds, or with ms, s, m, h or d'",
    "NGIT_HOLDING_RETENTION_SECS, 1.5h, 'seconds, or with ms, s, m, h or d'",
    "NGIT_NAUGHTY_LIST_EXPIRATION_HOURS, 90m, 'hours, or with ms, s, m, h or d'",
    "NGIT_MAX_FILTERS, 5s, 'a whole number from 1 to'"
  })
  void unitsThatDoNotFitAreRefusedWithThoseThatDo(String key, String value, String told) {
    assertThatThrownBy(() -> read(Map.of(key, value)))
        .isInstanceOf(StartRefused.class)
        .hasMessageContaining(key)
        .hasMessageContaining(told);
  }

  @Test
  void everySizeAndTimeHasAUnit() {
    for (Key<?> key : ConfigKeys.all()) {
      if (!(key.status() instanceof Status.InForce)) {
        continue;
      }
      if (key.name().contains("_BYTES")) {
        assertThat(key.type().unit()).as(key.name()).isEqualTo("bytes");
      } else if (key.name().matches(".*_(SECS|MS|HOURS)")) {
        assertThat(Units.hint(key.type().unit())).as(key.name()).isNotEmpty();
      }
    }
  }

  @Test
  void listsOfKeysTakeHexAndListsOfRepositoriesDoNot() throws StartRefused {
    String npub = "npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg";
    String hex = "7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4e";
    Settings settings = read(Map.of("NGIT_EVENT_BLACKLIST", hex + ", " + npub));
    assertThat(settings.show(RelayKeys.EVENT_BLACKLIST)).isEqualTo(npub);
    assertThatThrownBy(() -> read(Map.of("NGIT_EVENT_BLACKLIST", hex.substring(1))))
        .hasMessageContaining("npubs or keys of 64 hex digits");
  }

  @Test
  void secretIsNeverShown() throws StartRefused {
    assertThatThrownBy(() -> read(Map.of("NGIT_RELAY_OWNER_NSEC", "nsec1secret\u0007")))
        .hasMessageContaining("NGIT_RELAY_OWNER_NSEC")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("secret\u0007", "nsec1secret"));
    Settings settings = read(Map.of("NGIT_RELAY_OWNER_NSEC", "nsec1secret"));
    assertThat(settings.show(ServiceKeys.RELAY_OWNER_NSEC)).isEqualTo("(hidden)");
    assertThatThrownBy(() -> read(Map.of("NGIT_RELAY_OWNER_NSEC", "")))
        .hasMessageContaining("NGIT_RELAY_OWNER_NSEC (environment) is not allowed");
  }

  @Test
  void privateModeStopsTheStart() {
    assertThatThrownBy(() -> read(Map.of("NGIT_PRIVATE_MODE", "true")))
        .hasMessageContaining("private services are not supported yet");
  }

  @Test
  void repositoriesAreHostedUnlessAPlainRelayIsWanted() throws StartRefused {
    assertThat(new Config(read(Map.of())).hosts()).isTrue();
    assertThat(new Config(read(Map.of("NGIT_RELAY_ACCEPT", "all"))).hosts()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"NGIT_TEST_TIME_SCALE", "NGIT_TEST_LINK_TIME_SCALE"})
  void timeIsScaledOnLoopbackOnly(String key) {
    assertThatThrownBy(() -> read(Map.of(key, "100", "NGIT_BIND_ADDRESS", "0.0.0.0:7334")))
        .hasMessageContaining(key)
        .hasMessageContaining("loopback");
    assertThatCode(() -> read(Map.of(key, "100"))).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"NGIT_TEST_TIME_SCALE", "NGIT_TEST_LINK_TIME_SCALE"})
  void releaseRefusesKeysOfTests(String key) throws StartRefused {
    Settings scaled = read(Map.of(key, "1"));
    assertThatThrownBy(scaled::refuseTestKeys)
        .hasMessageContaining(key)
        .hasMessageContaining("release");
    assertThatCode(() -> read(Map.of("NGIT_MAX_LIMIT", "600")).refuseTestKeys())
        .doesNotThrowAnyException();
  }

  @Test
  void contradictingLimitsStopTheStart() {
    assertThatThrownBy(
            () -> read(Map.of("NGIT_MAX_LIMIT", "100", "NGIT_RELAY_FILTER_LIMIT", "101")))
        .hasMessage(
            "NGIT_RELAY_FILTER_LIMIT='101' (environment) is not allowed:"
                + " it must be at most NGIT_MAX_LIMIT, which is 100");
  }

  @Test
  void bothDataDirectoriesMustNotBeOne() {
    assertThatThrownBy(
            () -> read(Map.of("NGIT_GIT_DATA_PATH", "/x/y", "NGIT_RELAY_DATA_PATH", "/x/../x/y")))
        .hasMessageContaining("another directory");
  }

  @Test
  void domainIsTheBoundAddressUnlessNamed() throws StartRefused {
    var bound = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 4711);
    assertThat(new Config(read(Map.of())).domainAt(bound)).isEqualTo("127.0.0.1:4711");
    assertThat(new Config(read(Map.of("NGIT_DOMAIN", "Git.Example.org"))).domainAt(bound))
        .isEqualTo("git.example.org");
  }

  @Test
  void boundIpv6AddressIsWrittenAsClientsWriteIt() throws StartRefused {
    Config config = new Config(read(Map.of()));
    assertThat(config.domainAt(new InetSocketAddress(InetAddress.ofLiteral("::1"), 80)))
        .isEqualTo("[::1]:80");
    assertThat(config.domainAt(new InetSocketAddress(InetAddress.ofLiteral("::"), 80)))
        .isEqualTo("[::]:80");
    assertThat(config.domainAt(new InetSocketAddress(InetAddress.ofLiteral("2001:db8::5:0:1"), 80)))
        .isEqualTo("[2001:db8::5:0:1]:80");
  }

  @Test
  void publicServerWithoutADomainIsTold() throws StartRefused {
    assertThat(read(Map.of("NGIT_BIND_ADDRESS", "0.0.0.0:7334")).remarks())
        .singleElement()
        .asString()
        .startsWith("NGIT_DOMAIN is not set");
    assertThat(
            read(Map.of("NGIT_BIND_ADDRESS", "0.0.0.0:7334", "NGIT_DOMAIN", "a.example")).remarks())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1:7334, true",
    "127.8.8.8:7334, true",
    "[::1]:7334, true",
    "0.0.0.0:7334, false",
    "[::]:7334, false",
    "192.168.0.7:7334, false"
  })
  void loopbackIsTheOperatorOnlyWhereNobodyElseComesIn(String bind, boolean isOperator)
      throws StartRefused {
    assertThat(new Config(read(Map.of("NGIT_BIND_ADDRESS", bind))).web().loopbackIsOperator())
        .isEqualTo(isOperator);
    assertThat(
            new Config(
                    read(Map.of("NGIT_BIND_ADDRESS", bind, "NGIT_LOOPBACK_IS_OPERATOR", "false")))
                .web()
                .loopbackIsOperator())
        .isFalse();
  }

  @Test
  void archiveIsReadOnlyOnceOneIsSet() throws StartRefused {
    assertThat(read(Map.of("NGIT_ARCHIVE_ALL", "true")).get(HostingKeys.ARCHIVE_READ_ONLY))
        .isTrue();
    assertThat(read(Map.of("NGIT_ARCHIVE_ALL", "false")).get(HostingKeys.ARCHIVE_READ_ONLY))
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "NGIT_ARCHIVE_ALL, true",
    "NGIT_ARCHIVE_WHITELIST, name",
    "NGIT_ARCHIVE_GRASP_SERVICES, git.example.net",
  })
  void archiveNeedsSync(String key, String value) {
    assertThatThrownBy(() -> read(Map.of(key, value, "NGIT_SYNC_ENABLED", "false")))
        .isInstanceOf(StartRefused.class)
        .hasMessageContaining(key + "='" + value + "'")
        .hasMessageContaining("NGIT_SYNC_ENABLED");
    assertThatThrownBy(() -> read(Map.of(key, value, "NGIT_RELAY_ACCEPT", "all")))
        .isInstanceOf(StartRefused.class)
        .hasMessageContaining("NGIT_RELAY_ACCEPT");
  }

  @Test
  void archiveThatIsOffNeedsNoSync() throws StartRefused {
    assertThat(
            read(Map.of("NGIT_ARCHIVE_ALL", "false", "NGIT_SYNC_ENABLED", "false"))
                .get(HostingKeys.ARCHIVE_ALL))
        .isFalse();
  }

  @Test
  void archivedServicesAreFollowedLikeRelaysThatTheOperatorNames() throws StartRefused {
    Config config =
        new Config(
            read(
                Map.of(
                    "NGIT_SYNC_BOOTSTRAP_RELAY_URL",
                    "wss://relay.example.net",
                    "NGIT_ARCHIVE_GRASP_SERVICES",
                    "Git.Example.net, other.example:8443/base, 127.0.0.1:8080, own.example")));
    assertThat(config.outgoing().syncSettings(ServiceAddress.of("own.example", "/")).bootstrap())
        .extracting(RelayUrl::text)
        .containsExactly(
            "ws://127.0.0.1:8080",
            "wss://git.example.net",
            "wss://other.example:8443/base",
            "wss://relay.example.net");
  }

  @Test
  void archiveThatKnowsNoRelayIsTold() throws StartRefused {
    assertThat(read(Map.of("NGIT_ARCHIVE_ALL", "true")).remarks())
        .singleElement()
        .asString()
        .contains("NGIT_SYNC_BOOTSTRAP_RELAY_URL");
    assertThat(read(Map.of("NGIT_ARCHIVE_GRASP_SERVICES", "git.example.net")).remarks()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "NGIT_ARCHIVE_WHITELIST, npub1nobody",
    "NGIT_REPOSITORY_WHITELIST, npub1nobody/name",
    "NGIT_REPOSITORY_BLACKLIST, a/b",
    "NGIT_REPOSITORY_BLACKLIST, ..",
    "NGIT_REPOSITORY_BLACKLIST,"
        + " 7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4e",
    "NGIT_ARCHIVE_GRASP_SERVICES, https://git.example.net",
    "NGIT_ARCHIVE_GRASP_SERVICES, git.example.net:99999",
    "NGIT_EVENT_BLACKLIST, somebody",
  })
  void malformedEntryOfAListStopsTheStart(String key, String entry) {
    assertThatThrownBy(() -> read(Map.of(key, entry)))
        .isInstanceOf(StartRefused.class)
        .hasMessageStartingWith(key + "=")
        .hasMessageContaining("the entry '" + entry + "' is wrong");
  }

  @Test
  void emptyListMeansNone() throws StartRefused {
    Settings settings = read(Map.of("NGIT_TRUSTED_PROXY_CIDRS", "", "NGIT_USER_INDEX_RELAYS", ""));
    assertThat(settings.get(ServiceKeys.TRUSTED_PROXY_CIDRS)).isEmpty();
    assertThat(settings.get(SyncKeys.USER_INDEX_RELAYS)).isEmpty();
  }

  static Settings read(Map<String, String> environment) throws StartRefused {
    return Settings.read(Sources.ofEnvironment(environment), MACHINE);
  }
}
