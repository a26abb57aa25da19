package dev.graspd.system.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.testkit.Ports;
import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.suite.QuickStart;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server as systemd sees it: what it says to the socket of its service manager, and when. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
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

  /** Runs a program that hears SIGHUP, also where the shell that runs these tests ignores it. */
  private static final String[] HEARS_HANG_UP = {
    "python3",
    "-c",
    "import os, signal, sys; signal.signal(signal.SIGHUP, signal.SIG_DFL);"
        + " os.execv(sys.argv[1], sys.argv[1:])"
  };

  @TempDir Path directory;

  @Test
  void readyIsSaidOnceThePortAnswersAndStoppingAtTheEnd() throws IOException {
    int port = Ports.reserve();
    String socket = directory.resolve("notify").toString();
    Process systemd =
        new ProcessBuilder("python3", "-c", SYSTEMD, socket, Integer.toString(port)).start();
    try (BufferedReader said = systemd.inputReader()) {
      assertThat(said.readLine()).isEqualTo("bound");
      try (ServerProcess server =
          QuickStart.relay(directory.resolve("server"))
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

  @Test
  void hangUpReadsTheSettingsAgainAndSaysSo() throws Exception {
    int port = Ports.reserve();
    String socket = directory.resolve("notify").toString();
    Path home = Files.createDirectories(directory.resolve("server"));
    Path settings = Files.writeString(directory.resolve("settings"), "NGIT_RELAY_NAME=before\n");
    Process systemd =
        new ProcessBuilder("python3", "-c", SYSTEMD, socket, Integer.toString(port)).start();
    try (BufferedReader said = systemd.inputReader()) {
      assertThat(said.readLine()).isEqualTo("bound");
      try (ServerProcess server =
          QuickStart.relay(home)
              .within(HEARS_HANG_UP)
              .environment("NGIT_BIND_ADDRESS", "127.0.0.1:" + port)
              .environment("NGIT_RELAY_NAME", "before")
              .environment("GRASPD_SETTINGS_FILE", settings.toString())
              .environment("NOTIFY_SOCKET", socket)
              .start()) {
        var _ = until("READY=1", said);
        assertThat(information(port)).contains("\"before\"");
        Files.writeString(settings, "NGIT_RELAY_NAME=after\n");
        hangUp(server);
        assertThat(until("READY=1", said).getFirst())
            .matches("RELOADING=1\\|MONOTONIC_USEC=[1-9][0-9]*\\|STATUS=reads its settings");
        assertThat(information(port)).contains("\"after\"");
        Files.writeString(settings, "NGIT_RELAY_NAME=later\nNGIT_MAX_LIMIT=many\n");
        hangUp(server);
        var _ = until("READY=1", said);
        assertThat(information(port)).as("a wrong value changes nothing").contains("\"after\"");
        assertThat(server.output()).anyMatch(line -> line.contains("nothing has changed"));
        assertThat(server.terminate()).isZero();
      }
    } finally {
      systemd.destroyForcibly();
    }
  }

  private static void hangUp(ServerProcess server) throws IOException, InterruptedException {
    int exit = new ProcessBuilder("kill", "-HUP", Long.toString(server.pid())).start().waitFor();
    assertThat(exit).isZero();
  }

  private static String information(int port) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port))
                  .header("Accept", "application/nostr+json")
                  .build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
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
