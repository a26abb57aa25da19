package dev.graspd.bench.process;

import dev.graspd.bench.floor.FloorServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The floor server in its own process, like our server. */
public final class FloorProcess implements AutoCloseable {
  private final Process process;
  private final URI uri;

  private FloorProcess(Process process, URI uri) {
    this.process = process;
    this.uri = uri;
  }

  public static FloorProcess start() throws IOException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Process process =
        new ProcessBuilder(
                List.of(
                    java.toString(),
                    "-Xmx256m",
                    "--enable-native-access=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow",
                    "-cp",
                    System.getProperty("java.class.path"),
                    FloorServer.class.getName()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = out.readLine();
    if (line == null) {
      throw new IOException("the floor server did not start");
    }
    return new FloorProcess(process, URI.create(line));
  }

  public URI uri() {
    return uri;
  }

  @Override
  public void close() {
    process.destroy();
  }
}
