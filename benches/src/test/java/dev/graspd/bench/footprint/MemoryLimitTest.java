package dev.graspd.bench.footprint;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryLimitTest {
  @TempDir Path directory;

  @Test
  void aProgramRunsInItsGroupOrNotAtAll() throws Exception {
    Path program = directory.resolve("a program");
    Files.writeString(program, "#!/bin/sh\nprintf '%s\\n' \"$@\"\ncat /proc/self/cgroup\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Path limited = MemoryLimit.CONTROL_GROUP.around(program, directory.resolve("limited"));

    Process process = new ProcessBuilder(limited.toString(), "--flag", "two words").start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor() == 0).isEqualTo(MemoryLimit.CONTROL_GROUP.isHere());
    if (process.exitValue() != 0) {
      assertThat(said).isEmpty();
      return;
    }
    assertThat(said.lines()).startsWith("--flag", "two words");
    assertThat(said).contains("/graspd-footprint");
  }
}
