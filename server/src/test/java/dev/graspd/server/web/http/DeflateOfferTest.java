package dev.graspd.server.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DeflateOfferTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "permessage-deflate",
        "permessage-deflate; client_max_window_bits",
        "permessage-deflate;client_max_window_bits=10; server_no_context_takeover",
        "Permessage-Deflate; client_no_context_takeover",
        "x-unknown, permessage-deflate",
        "permessage-deflate; server_max_window_bits=8, permessage-deflate"
      })
  void whatBrowsersAndLibrariesOfferIsAccepted(String offer) {
    assertThat(DeflateOffer.isAcceptable(List.of(offer))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x-webkit-deflate-frame",
        "permessage-deflate; server_max_window_bits=10",
        "permessage-deflate; unknown"
      })
  void otherOffersAreDeclined(String offer) {
    assertThat(DeflateOffer.isAcceptable(List.of(offer))).isFalse();
  }
}
