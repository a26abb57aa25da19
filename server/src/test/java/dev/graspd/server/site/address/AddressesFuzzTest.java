package dev.graspd.server.site.address;

import static dev.graspd.testkit.TestKeys.ALICE;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.graspd.core.nostr.Bech32;
import java.util.function.UnaryOperator;

/**
 * Addresses as strangers send them: whatever is understood is written in one way, and read from
 * that as the same. The first byte says below which part of the site an input is.
 */
class AddressesFuzzTest {
  private static final String OWNER = Bech32.npub(ALICE.publicKey()) + "/";

  /** A byte that is not UTF-8 becomes a character of three bytes, and each of them three digits. */
  private static final int GROWTH_MAX = 9;

  /** Words and values that an address has although nobody sent them. */
  private static final int MORE_MAX = 200;

  @FuzzTest
  void whatIsUnderstoodIsWrittenInOneWay(byte[] input) {
    if (input.length == 0) {
      return;
    }
    String sent = new String(input, 1, input.length - 1, ISO_8859_1);
    switch (input[0] & 3) {
      case 0 -> check(sent, AddressesFuzzTest::page);
      case 1 -> check(OWNER + sent, AddressesFuzzTest::page);
      case 2 -> check(OWNER + "tool/" + sent, AddressesFuzzTest::page);
      default -> check("api/v1/repositories/" + OWNER + "tool/" + sent, AddressesFuzzTest::api);
    }
  }

  /** Checks an address, given what it is written as; that is empty if nothing can be there. */
  private static void check(String sent, UnaryOperator<String> understood) {
    String written = understood.apply(sent);
    assertThat(written.length()).isLessThanOrEqualTo(GROWTH_MAX * sent.length() + MORE_MAX);
    if (!written.isEmpty()) {
      assertThat(written).isASCII();
      assertThat(understood.apply(written)).isEqualTo(written);
    }
  }

  private static String page(String sent) {
    return switch (Addresses.read(path(sent), query(sent))) {
      case Addresses.Reading.At(var address) -> {
        String written = Addresses.write(address);
        assertThat(Addresses.read(path(written), query(written)))
            .isEqualTo(new Addresses.Reading.At(address));
        yield written;
      }
      case Addresses.Reading.Moved(var address) -> Addresses.write(address);
      case Addresses.Reading.Nothing() -> "";
    };
  }

  private static String api(String sent) {
    return switch (ApiAddresses.read(path(sent), query(sent))) {
      case ApiAddresses.Reading.At(var address) -> {
        String written = ApiAddresses.write(address);
        assertThat(ApiAddresses.read(path(written), query(written)))
            .isEqualTo(new ApiAddresses.Reading.At(address));
        yield written;
      }
      case ApiAddresses.Reading.Malformed _,
          ApiAddresses.Reading.Nothing _,
          ApiAddresses.Reading.Elsewhere _ ->
          "";
    };
  }

  private static String path(String sent) {
    int question = sent.indexOf('?');
    return question < 0 ? sent : sent.substring(0, question);
  }

  private static String query(String sent) {
    int question = sent.indexOf('?');
    return question < 0 ? "" : sent.substring(question + 1);
  }
}
