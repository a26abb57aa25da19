package dev.graspd.system.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What scripts/release makes of the jar, and its launcher, with this JDK in place of the runtime:
 * operations.md, section 1. Whole artefacts take minutes and are made by scripts/release alone.
 */
class ReleaseLayoutTest {
  private static final Path TOP = Path.of("..").toAbsolutePath().normalize();
  private static final long SECONDS_MAX = 120;

  @TempDir Path directory;
  private Path home;

  private record Result(int exitCode, String out, String err) {}

  @BeforeEach
  void layOut() throws Exception {
    home = directory.resolve("a place with blanks");
    Result laid =
        run(
            Map.of("JAVA_HOME", System.getProperty("java.home")),
            TOP.resolve("scripts/release"),
            "--layout",
            Path.of(System.getProperty("graspd.jar")).toAbsolutePath().toString(),
            home.toString());
    assertThat(laid.exitCode()).as(laid.err()).isZero();
    Files.createSymbolicLink(home.resolve("runtime"), Path.of(System.getProperty("java.home")));
  }

  @Test
  void releaseLoadsItsOwnLibrariesAndRefusesSwitchesOfTests() throws Exception {
    assertThat(names(home.resolve("lib")))
        .containsExactlyInAnyOrder("graspd.jar", "jvm.args", "native");
    assertThat(names(home.resolve("lib/native")))
        .hasSize(4)
        .contains("liblmdb.so", "libsecp256k1-jni.so", "libjffi-1.2.so");
    try (ZipFile jar = new ZipFile(home.resolve("lib/graspd.jar").toFile())) {
      assertThat(jar.stream().map(ZipEntry::getName))
          .contains("META-INF/graspd-release", "META-INF/THIRD-PARTY.md")
          .noneMatch(name -> name.matches(".*\\.(so|dll|a|jnilib|dylib)"));
    }
    Path link = Files.createSymbolicLink(directory.resolve("linked"), home.resolve("bin/graspd"));

    // It runs a whole server, and its jar has nothing to unpack.
    Result trained = run(Map.of(), link, "train");
    assertThat(trained.exitCode()).as(trained.err()).isZero();

    Result keys = run(Map.of(), link, "keys", "--new");
    assertThat(keys.exitCode()).as(keys.err()).isZero();
    assertThat(keys.out()).startsWith("npub npub1");

    Result setting = run(Map.of("NGIT_TEST_TIME_SCALE", "1"), link, "serve");
    assertThat(setting.exitCode()).isEqualTo(2);
    assertThat(setting.err()).contains("NGIT_TEST_TIME_SCALE").contains("release");

    Result property =
        run(
            Map.of("GRASPD_JAVA_OPTS", "-Dgraspd.tests=true -Dgraspd.skipsync=true"),
            link,
            "serve");
    assertThat(property.exitCode()).isEqualTo(2);
    assertThat(property.err()).contains("-Dgraspd.skipsync").contains("release");
  }

  private static List<String> names(Path parent) throws IOException {
    try (Stream<Path> entries = Files.list(parent)) {
      return entries.map(entry -> entry.getFileName().toString()).toList();
    }
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
    builder.environment().putAll(environment);
    Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    try {
      assertThat(process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
      return new Result(process.exitValue(), Files.readString(out), Files.readString(err));
    } finally {
      process.destroyForcibly();
    }
  }
}
