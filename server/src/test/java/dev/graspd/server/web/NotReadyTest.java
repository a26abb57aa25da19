package dev.graspd.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class NotReadyTest {
  private static final int TIMEOUT_MILLIS = 30_000;

  private static String exchange(InetSocketAddress address, String request) throws IOException {
    try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  @Test
  void whoeverComesBeforeTheServerIsReadyIsToldToComeBack() throws IOException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (Listener listener = Listener.open(any)) {
      assertThat(exchange(listener.address(), "GET / HTTP/1.1\r\nHost: x\r\n\r\n"))
          .startsWith("HTTP/1.1 503 ")
          .containsIgnoringCase("retry-after: ")
          .containsIgnoringCase("access-control-allow-origin: *")
          .endsWith("This server is starting. Try again in a moment.\n");
      assertThat(exchange(listener.address(), "\0\1\2 nonsense\r\n\r\n"))
          .startsWith("HTTP/1.1 503 ");
    }
  }
}
