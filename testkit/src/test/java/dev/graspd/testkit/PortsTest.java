package dev.graspd.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;

final class PortsTest {
  @Test
  void serverComesAndGoesAtAReservedPort() throws IOException {
    int port = Ports.reserve();
    for (int start = 0; start < 2; start++) {
      try (ServerSocket server = listening(port, true);
          Socket client = new Socket(InetAddress.getLoopbackAddress(), port);
          Socket accepted = server.accept()) {
        assertThat(accepted.getPort()).isEqualTo(client.getLocalPort());
      }
      assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port))
          .isInstanceOf(ConnectException.class);
    }
  }

  @Test
  void reservedPortIsNotFree() {
    int port = Ports.reserve();
    assertThatThrownBy(() -> listening(port, false)).isInstanceOf(BindException.class);
  }

  private static ServerSocket listening(int port, boolean shares) throws IOException {
    ServerSocket server = new ServerSocket();
    server.setReuseAddress(shares);
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    return server;
  }
}
