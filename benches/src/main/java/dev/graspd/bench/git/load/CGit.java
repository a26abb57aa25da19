package dev.graspd.bench.git.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** C git and other programs, one process for each request, as a web server starts them. */
public final class CGit {
  /** The output of bash's {@code times} about its child processes. */
  private static final Pattern TIMES = Pattern.compile("(\\d+)m([\\d.]+)s (\\d+)m([\\d.]+)s");

  private CGit() {}

  /**
   * Runs commands so many times, one after the other.
   *
   * @param lines of bash; {@code $i} is the number of the turn, from 0
   */
  public static Spent run(Path directory, int times, List<String> lines)
      throws IOException, InterruptedException {
    String script =
        "set -e\nbegin=$EPOCHREALTIME\nfor ((i = 0; i < %d; i++)); do\n%s\ndone\n"
                .formatted(times, String.join("\n", lines))
            + "echo $begin $EPOCHREALTIME\ntimes\n";
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-c", script)
            .directory(directory.toFile())
            .redirectErrorStream(true);
    PlainGit.isolate(builder.environment());
    Process process = builder.start();
    process.getOutputStream().close();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (process.waitFor() != 0) {
      throw new IOException("a command failed: " + output);
    }
    List<String> words = output.lines().toList();
    int last = words.size() - 1;
    return new Spent(
        wall(words.get(last - 2)) / times, OptionalDouble.of(cpu(words.get(last)) / times));
  }

  private static double wall(String beginAndEnd) {
    String[] words = beginAndEnd.split(" ", 2);
    return Double.parseDouble(words[1]) - Double.parseDouble(words[0]);
  }

  private static double cpu(String line) {
    Matcher times = TIMES.matcher(line);
    if (!times.matches()) {
      throw new IllegalStateException("bash says " + line);
    }
    return 60 * (Double.parseDouble(times.group(1)) + Double.parseDouble(times.group(3)))
        + Double.parseDouble(times.group(2))
        + Double.parseDouble(times.group(4));
  }

  public static String quoted(Path path) {
    return quoted(path.toString());
  }

  /** Returns a text as one word of bash. */
  public static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
