package dev.graspd.system.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts, as a stranger with a fresh clone would call them. */
class LauncherTest {
  private static final Path TOP = Path.of("..").toAbsolutePath().normalize();
  private static final long SECONDS_MAX = 300;

  @TempDir Path directory;

  private record Result(int exitCode, String out, String err) {}

  @Test
  void secondStartRunsFromTheAotCacheAndSaysNothingAboutIt() throws Exception {
    run(Map.of(), TOP.resolve("graspd"), "--version");
    Path loaded = directory.resolve("loaded.txt");
    Result second =
        run(
            Map.of("GRASPD_JAVA_OPTS", "-Xlog:class+load:file=" + loaded),
            TOP.resolve("graspd"),
            "--version");
    assertThat(second.exitCode()).isZero();
    assertThat(second.out()).matches("graspd [0-9.]+ \\(.+\\)\\R");
    assertThat(second.err()).isEmpty();
    assertThat(Files.readAllLines(loaded))
        .anyMatch(line ->
            line.contains("dev.graspd.server.app.command.Cli ")
                && line.contains("shared objects file"));
  }

  @Test
  void heapIsSmallUnlessTheOperatorAsksForMore() throws Exception {
    assertThat(largestHeap(Map.of(), "")).isLessThanOrEqualTo(512L << 20);
    // 40 % of a small machine, as of the limit of a cgroup.
    assertThat(largestHeap(Map.of(), "-XX:MaxRAM=512m")).isBetween(200L << 20, 210L << 20);
    assertThat(largestHeap(Map.of("GRASPD_HEAP", "1g"), "")).isEqualTo(1L << 30);
    assertThat(largestHeap(Map.of("GRASPD_HEAP", "1g"), "-Xmx96m")).isEqualTo(96L << 20);
  }

  private long largestHeap(Map<String, String> environment, String flags) throws Exception {
    Map<String, String> all = new TreeMap<>(environment);
    all.put("GRASPD_JAVA_OPTS", (flags + " -XX:+PrintFlagsFinal").strip());
    Result shown = run(all, TOP.resolve("graspd"), "--version");
    assertThat(shown.exitCode()).as(shown.err()).isZero();
    assertThat(shown.out()).containsPattern("UseG1GC +(:?=) true");
    return shown
        .out()
        .lines()
        .filter(line -> line.matches(" *size_t MaxHeapSize +:?= .*"))
        .map(line -> line.replaceAll(".*= (\\d+).*", "$1"))
        .mapToLong(Long::parseLong)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void launcherPassesTheExitCodeOn() throws Exception {
    Result refused = run(Map.of(), TOP.resolve("graspd"), "serve", "--max-limit=many");
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("NGIT_MAX_LIMIT='many' (flag) is not allowed");
  }

  @Test
  void withoutAJdkItSaysWhatToInstall() throws Exception {
    Path empty = Files.createDirectory(directory.resolve("empty"));
    Path tools = Files.createDirectory(directory.resolve("tools"));
    for (String tool : List.of("bash", "sed", "head", "cat", "ls", "sort", "dirname", "readlink")) {
      Path wrapper = tools.resolve(tool);
      Files.writeString(wrapper, "#!/bin/sh\nexec " + which(tool) + " \"$@\"\n");
      Files.setPosixFilePermissions(wrapper, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    Result missing =
        run(
            Map.of("PATH", tools.toString(), "HOME", empty.toString(), "JDK_PLACES", ""),
            TOP.resolve("scripts").resolve("jdk"));
    assertThat(missing.exitCode()).isEqualTo(1);
    assertThat(missing.out()).isEmpty();
    assertThat(missing.err()).contains("JDK 25").contains("JAVA_HOME");
  }

  @Test
  void checkRefusesWhatItDoesNotKnow() throws Exception {
    Result unknown = run(Map.of(), TOP.resolve("check"), "--no-such-flag");
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err()).contains("--no-such-flag").contains("./check --help");
  }

  private static Path which(String tool) {
    for (String place : System.getenv("PATH").split(":", -1)) {
      if (Files.isExecutable(Path.of(place, tool))) {
        return Path.of(place, tool);
      }
    }
    throw new AssertionError("no " + tool + " on the PATH");
  }

  private Result run(Map<String, String> environment, Path command, String... arguments)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of(command.toString()));
    words.addAll(List.of(arguments));
    Path out = Files.createTempFile(directory, "out", "");
    Path err = Files.createTempFile(directory, "err", "");
    ProcessBuilder builder = new ProcessBuilder(words).directory(directory.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("NGIT_"));
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().remove("JAVA_HOME");
    builder.environment().putAll(environment);
    Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    try {
      assertThat(process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
      return new Result(
          process.exitValue(),
          Files.readString(out, StandardCharsets.UTF_8),
          Files.readString(err, StandardCharsets.UTF_8));
    } finally {
      process.destroyForcibly();
    }
  }
}
