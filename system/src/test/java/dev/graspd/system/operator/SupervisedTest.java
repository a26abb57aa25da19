package dev.graspd.system.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.testkit.Ports;
import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.suite.SharedServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server as systemd sees it: what it says to the socket of its service manager, and when. */
@Timeout(180)
class SupervisedTest {
  /** Prints each message on one line; at READY it asks the server at once. */
  private static final String SYSTEMD =
      """
      import socket, sys, urllib.request
      s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      s.bind(sys.argv[1])
      print('bound', flush=True)
      while True:
          text = s.recv(4096).decode().replace('\\n', '|')
          if text.startswith('READY=1'):
              url = 'http://127.0.0.1:' + sys.argv[2] + '/readyz'
              text += '|' + str(urllib.request.urlopen(url, timeout=20).status)
          print(text, flush=True)
          if text.startswith('STOPPING=1'):
              break
      """;

  @TempDir Path directory;

  @Test
  void readyIsSaidOnceThePortAnswersAndStoppingAtTheEnd() throws IOException {
    int port = Ports.reserve();
    String socket = directory.resolve("notify").toString();
    Process systemd =
        new ProcessBuilder("python3", "-c", SYSTEMD, socket, Integer.toString(port)).start();
    try (BufferedReader said = systemd.inputReader()) {
      assertThat(said.readLine()).isEqualTo("bound");
      Path jar = SharedServer.jar();
      try (ServerProcess server =
          ServerProcess.of(jar, directory.resolve("server"))
              .environment("NGIT_BIND_ADDRESS", "127.0.0.1:" + port)
              .environment("NOTIFY_SOCKET", socket)
              .start()) {
        List<String> before = until("READY=1", said);
        assertThat(before.getLast())
            .isEqualTo("READY=1|STATUS=serves 127.0.0.1:%d|200".formatted(port));
        assertThat(before.getFirst()).isEqualTo("STATUS=starts");
        assertThat(server.terminate()).isZero();
        assertThat(until("STOPPING=1", said).getLast()).startsWith("STOPPING=1|STATUS=");
      }
    } finally {
      systemd.destroyForcibly();
    }
  }

  private static List<String> until(String begin, BufferedReader said) throws IOException {
    List<String> lines = new ArrayList<>();
    do {
      String line = said.readLine();
      assertThat(line).as("after " + lines).isNotNull();
      lines.add(line);
    } while (!lines.getLast().startsWith(begin));
    return lines;
  }
}
