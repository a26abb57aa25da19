package dev.graspd.system.operator;

import dev.graspd.server.app.command.Cli;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Runs commands of the operator in this process, beside a server in its own: a JVM for each would
 * cost more than all that they do. {@code OperatorTest} and {@code BackupTest} run them as people
 * do.
 */
final class OperatorShell {
  private final Path data;
  private final SortedMap<String, String> environment = new TreeMap<>();

  OperatorShell(Path data, String domain) {
    this.data = data;
    environment.put("NGIT_BIND_ADDRESS", "127.0.0.1:0");
    environment.put("NGIT_RELAY_DATA_PATH", data.resolve("relay").toString());
    environment.put("NGIT_GIT_DATA_PATH", data.resolve("git").toString());
    environment.put("NGIT_SYNC_ENABLED", "false");
    environment.put("NGIT_RELAY_ACCEPT", "grasp");
    environment.put("NGIT_DOMAIN", domain);
  }

  /** Returns the exit code and all lines of a command. */
  String run(String... words) {
    StringWriter output = new StringWriter();
    PrintWriter lines = new PrintWriter(output, true);
    int exit = new Cli(environment, data, lines, lines).run(words);
    return exit + ": " + output.toString().stripTrailing();
  }
}
