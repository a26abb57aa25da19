package dev.graspd.conformance.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** How a program of others ended, and all that it printed. */
record ProgramRun(int exit, String output) {
  private static final long SECONDS_MAX = 180;

  /** Runs a program without input; one that is not here ends with 1. */
  static ProgramRun of(String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)).as("it ends").isTrue();
      return new ProgramRun(process.exitValue(), output);
    } catch (IOException e) {
      return new ProgramRun(1, e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
