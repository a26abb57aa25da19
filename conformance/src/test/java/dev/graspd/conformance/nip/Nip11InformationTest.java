package dev.graspd.conformance.nip;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.testkit.client.RelayInformation;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedServer;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Claims("N11")
class Nip11InformationTest extends RelaySuite {
  @Test
  void theDocumentHasItsTypeAndIsOpenToBrowsers() {
    HttpResponse<String> response = RelayInformation.of(SharedServer.PLAIN.uri()).response();
    assertThat(response.headers().firstValue("content-type"))
        .hasValueSatisfying(type -> assertThat(type).startsWith("application/nostr+json"));
    assertThat(response.headers().allValues("access-control-allow-origin")).containsExactly("*");
    assertThat(response.headers().firstValue("access-control-allow-methods"))
        .hasValueSatisfying(methods -> assertThat(methods).contains("GET"));
    assertThat(response.headers().firstValue("access-control-allow-headers"))
        .hasValueSatisfying(headers -> assertThat(headers).contains("Accept"));
  }

  @Test
  void aBrowserMayAskInAdvance() {
    HttpResponse<String> response =
        RelayInformation.http(
            SharedServer.PLAIN.uri(),
            "",
            "OPTIONS",
            Map.of("Origin", "https://example.com", "Access-Control-Request-Method", "GET"));
    assertThat(response.statusCode()).isEqualTo(204);
    assertThat(response.headers().allValues("access-control-allow-origin")).containsExactly("*");
  }

  @Test
  void withoutTheAcceptHeaderTheRootIsAnOrdinaryPage() {
    HttpResponse<String> response =
        RelayInformation.http(SharedServer.PLAIN.uri(), "", "GET", Map.of("Accept", "text/html"));
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("content-type").orElse(""))
        .doesNotContain("nostr+json");
    assertThat(response.headers().allValues("access-control-allow-origin")).containsExactly("*");
  }

  @Test
  void theAcceptHeaderMayListSeveralTypes() {
    HttpResponse<String> response =
        RelayInformation.http(
            SharedServer.PLAIN.uri(), "", "GET", Map.of("Accept", "application/nostr+json, */*"));
    assertThat(response.headers().firstValue("content-type").orElse("")).contains("nostr+json");
  }

  @Test
  void everyFieldIsThere() {
    RelayInformation information = RelayInformation.of(SharedServer.PLAIN.uri());
    assertThat(information.field("name")).asString().isNotBlank();
    assertThat(information.field("description")).asString().isNotBlank();
    assertThat(information.field("pubkey")).asString().matches("[0-9a-f]{64}");
    assertThat(information.field("self")).asString().matches("[0-9a-f]{64}");
    assertThat(information.field("version")).asString().isNotBlank();
    String software = String.valueOf(information.field("software"));
    assertThat(URI.create(software).getScheme()).isIn("https", "http", "git+https");
  }

  @Test
  void theNipsAreThoseThatWork() {
    List<?> nips = RelayInformation.of(SharedServer.PLAIN.uri()).supportedNips();
    assertThat(List.<Object>copyOf(nips))
        .contains(1L, 9L, 11L, 13L, 40L, 42L, 45L, 50L, 62L, 67L, 70L, 77L)
        .doesNotContain(86L)
        .doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "max_message_length",
        "max_subscriptions",
        "max_filters",
        "max_limit",
        "max_subid_length",
        "max_event_tags",
        "max_content_length",
        "min_pow_difficulty",
        "created_at_upper_limit",
        "default_limit"
      })
  void everyLimitIsANumber(String name) {
    assertThat(RelayInformation.of(SharedServer.PLAIN.uri()).limitation(name)).isNotNegative();
  }

  @Test
  void whatIsAskedOfWritersIsTold() {
    Map<?, ?> limits = RelayInformation.of(SharedServer.PLAIN.uri()).limitations();
    assertThat(limits.get("auth_required")).isEqualTo(false);
    assertThat(limits.get("payment_required")).isEqualTo(false);
    assertThat(limits.get("restricted_writes")).isInstanceOf(Boolean.class);
  }

  @Test
  void theValuesAreTheOnesInForce() {
    RelayInformation information = RelayInformation.of(SharedServer.STRICT.uri());
    assertThat(information.field("name")).isEqualTo(SharedServer.Strict.NAME);
    assertThat(information.limitation("default_limit")).isEqualTo(10);
    assertThat(information.limitation("max_limit")).isEqualTo(20);
    assertThat(information.limitation("max_subscriptions")).isEqualTo(5);
    assertThat(information.limitation("max_filters")).isEqualTo(3);
    assertThat(information.limitation("max_subid_length")).isEqualTo(64);
    assertThat(information.limitation("created_at_upper_limit")).isEqualTo(900);
    assertThat(information.limitation("max_event_tags")).isEqualTo(2000);
    assertThat(information.limitation("max_message_length")).isEqualTo(1_310_720);
    assertThat(information.limitation("min_pow_difficulty"))
        .isEqualTo(SharedServer.Strict.DIFFICULTY);
  }
}
