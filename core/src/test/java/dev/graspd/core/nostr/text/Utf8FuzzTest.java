package dev.graspd.core.nostr.text;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;

class Utf8FuzzTest {
  @FuzzTest
  void agreesWithTheStrictCodersOfTheJdk(byte[] input) {
    assertThat(Utf8.isValid(input)).isEqualTo(decodes(input, UTF_8));
    StringBuilder chars = new StringBuilder();
    for (int i = 0; i + 1 < input.length; i += 2) {
      chars.append((char) (input[i] << 8 | (input[i + 1] & 0xff)));
    }
    String text = chars.toString();
    assertThat(Utf8.hasUtf8Form(text)).isEqualTo(UTF_8.newEncoder().canEncode(text));
    hex(new String(input, UTF_16BE));
    hex(new String(input, UTF_8));
  }

  private static void hex(String text) {
    if (Hex.isLowerHex(text, text.length()) && text.length() % 2 == 0) {
      assertThat(Hex.encode(Hex.decode(text))).isEqualTo(text);
    }
  }

  private static boolean decodes(byte[] bytes, Charset charset) {
    try {
      charset.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
