package dev.graspd.server.app;

import dev.graspd.server.app.command.Cli;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.TreeMap;

/** The program. */
public final class Main {
  private Main() {}

  /** Runs a command and ends the process with its exit code. */
  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  /** Runs a command; returns its exit code. */
  static int run(String... arguments) {
    // The language of the machine would write numbers with its own digits, in pages and documents,
    // too.
    Locale.setDefault(Locale.ROOT);
    Cli cli =
        new Cli(
            new TreeMap<>(System.getenv()),
            Path.of(""),
            new PrintWriter(System.out, true, StandardCharsets.UTF_8),
            new PrintWriter(System.err, true, StandardCharsets.UTF_8));
    return cli.run(arguments);
  }
}
