package dev.graspd.server.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Whatever a client sends: how it is cut into packets changes nothing, and no fold gets through.
 */
class HttpCodecFuzzTest {
  private static final String SEED =
      "GET /a HTTP/1.1\r\nHost: a\r\nX: 1\r\n\r\n"
          + "POST /b HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
          + "3\r\n\r\n \r\n0\r\n\r\n"
          + "POST /c HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n\n\t\n "
          + "\r\nGET /d HTTP/1.0\r\nY: 2\r\n 3\r\n\r\n";

  @FuzzTest
  void packetsDoNotMatter(byte[] input) {
    check(input);
  }

  @Test
  void packetsDoNotMatterForRequestsWithFaults() {
    Random random = new Random(14);
    String marks = " \t\r\n:a0";
    for (int i = 0; i < 5_000; i++) {
      StringBuilder text = new StringBuilder(SEED);
      for (int change = random.nextInt(4); change > 0; change--) {
        int at = random.nextInt(text.length());
        text.replace(
            at,
            at + random.nextInt(2),
            String.valueOf(marks.charAt(random.nextInt(marks.length()))));
      }
      check(text.toString().getBytes(StandardCharsets.ISO_8859_1));
    }
  }

  @Test
  void theSeedIsReadUpToItsFold() {
    String read = read(SEED.getBytes(StandardCharsets.ISO_8859_1), Integer.MAX_VALUE);
    assertThat(read).startsWith("GET /a 2;POST /b 2\r\n ;POST /c 2\n\t\n ;").endsWith("bad");
  }

  private static void check(byte[] input) {
    String whole = read(input, Integer.MAX_VALUE);
    assertThat(read(input, 1)).isEqualTo(whole);
    assertThat(read(input, 7)).isEqualTo(whole);
  }

  /** Returns what is read up to the first fault. */
  private static String read(byte[] input, int packet) {
    EmbeddedChannel channel = new EmbeddedChannel(new HttpCodec(RequestLimits.HEADERS));
    StringBuilder read = new StringBuilder();
    for (int at = 0; at < input.length; at += Math.min(packet, input.length - at)) {
      int length = Math.min(packet, input.length - at);
      channel.writeInbound(Unpooled.wrappedBuffer(input, at, length));
    }
    boolean isGood = true;
    for (Object message = channel.readInbound(); message != null; message = channel.readInbound()) {
      isGood = isGood && append(read, message);
      ReferenceCountUtil.release(message);
    }
    boolean _ = channel.finishAndReleaseAll();
    return read.toString();
  }

  private static boolean append(StringBuilder read, Object message) {
    if (message instanceof HttpRequest request) {
      if (request.decoderResult().isFailure()) {
        read.append("bad");
        return false;
      }
      read.append(request.method()).append(' ').append(request.uri()).append(' ');
      read.append(request.headers().size());
    }
    if (message instanceof HttpContent content) {
      read.append(content.content().toString(StandardCharsets.ISO_8859_1));
      if (content.decoderResult().isFailure()) {
        read.append("bad");
        return false;
      }
    }
    if (message instanceof LastHttpContent) {
      read.append(';');
    }
    return true;
  }
}
