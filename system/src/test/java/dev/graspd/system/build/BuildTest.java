package dev.graspd.system.build;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Builds beside a program that runs: the launcher and its scripts in a tree of their own, with a
 * small program for the server and an {@code mvn} that writes its jar in place, as Maven's shade
 * plugin does.
 */
class BuildTest {
  private static final Path TOP = Path.of("..").toAbsolutePath().normalize();
  private static final long SECONDS_MAX = 60;

  /** It loads a class at its start and one later, as a server does that meets its first push. */
  private static final String PROGRAM =
      """
      public class Program {
        public static void main(String[] arguments) throws Exception {
          if (arguments[0].equals("serve")) {
            System.out.println(new Early());
            System.in.read();
            System.out.println(new Late());
          } else {
            System.out.println("version VERSION");
          }
        }
      }
      class Early {
        public String toString() { return "listening"; }
      }
      class Late {
        public String toString() { return "still at work"; }
      }
      """;

  @TempDir Path directory;

  private Path tree;
  private Path tools;
  private Path next;

  private record Result(int exitCode, String out, String err) {}

  @BeforeEach
  void makeTree() throws IOException {
    tree = Files.createDirectory(directory.resolve("tree"));
    tools = Files.createDirectory(directory.resolve("tools"));
    next = directory.resolve("next.jar");
    Files.copy(TOP.resolve("graspd"), tree.resolve("graspd"));
    executable(tree.resolve("graspd"));
    Files.createDirectory(tree.resolve("scripts"));
    for (String script : List.of("build", "jdk", "jvm-flags", "maven")) {
      Path copy = tree.resolve("scripts").resolve(script);
      Files.copy(TOP.resolve("scripts").resolve(script), copy);
      executable(copy);
    }
    for (String source : List.of("core/src/main", "server/src/main")) {
      Files.createDirectories(tree.resolve(source));
    }
    for (String pom : List.of("pom.xml", "core/pom.xml", "server/pom.xml")) {
      Files.createFile(tree.resolve(pom));
    }
    tool(
        "mvn",
        "mkdir -p server/target\necho built >>%s\ncat %s >server/target/graspd.jar"
            .formatted(builds(), next));
    program(1);
    age();
  }

  @Test
  void buildLeavesTheProgramThatRunsAlone() throws Exception {
    Process running = start("serve");
    try (OutputStream in = running.getOutputStream();
        var lines = running.inputReader(StandardCharsets.UTF_8)) {
      assertThat(lines.readLine()).isEqualTo("listening");
      program(2);
      touchSource();
      Result other = run("--version");
      assertThat(other.out()).isEqualTo("version 2\n");
      assertThat(other.err()).contains("building");
      assertThat(kept()).hasSize(2);
      in.write('\n');
      in.flush();
      assertThat(lines.readLine()).isEqualTo("still at work");
      assertThat(running.waitFor(SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
      assertThat(running.exitValue()).isZero();
    } finally {
      running.destroyForcibly();
    }
  }

  @Test
  void oldBuildsAreRemovedWhenNobodyRunsThem() throws Exception {
    for (int version = 1; version <= 3; version++) {
      program(version);
      touchSource();
      assertThat(run("--version").out()).isEqualTo("version " + version + "\n");
    }
    assertThat(kept()).hasSize(1);
  }

  @Test
  void nothingIsBuiltTwiceNorForWhatMavenHasMadeAlready() throws Exception {
    run("--version");
    assertThat(run("--version")).isEqualTo(new Result(0, "version 1\n", ""));
    assertThat(Files.readAllLines(builds())).hasSize(1);
    program(2);
    touchSource();
    Files.copy(next, tree.resolve("server/target/graspd.jar"), REPLACE_EXISTING);
    assertThat(run("--version").out()).isEqualTo("version 2\n");
    assertThat(Files.readAllLines(builds())).hasSize(1);
  }

  @Test
  void commandOfAnotherUserBuildsNothing() throws Exception {
    run("--version");
    program(2);
    touchSource();
    anotherUser();
    Result stale = run("--version");
    assertThat(stale.out()).isEqualTo("version 1\n");
    assertThat(stale.exitCode()).isZero();
    assertThat(stale.err()).contains("the sources are newer").contains("scripts/build");
    assertThat(Files.readAllLines(builds())).hasSize(1);
  }

  @Test
  void anotherUserWithoutABuildIsToldHowToBuild() throws Exception {
    anotherUser();
    Result none = run("--version");
    assertThat(none.exitCode()).isEqualTo(1);
    assertThat(none.out()).isEmpty();
    assertThat(none.err()).contains("there is no build yet").contains("scripts/build");
    assertThat(builds()).doesNotExist();
    // A build that is asked for is done.
    assertThat(finish(command(tree.resolve("scripts/build"))).exitCode()).isZero();
    assertThat(run("--version").out()).isEqualTo("version 1\n");
  }

  @Test
  void jarThatIsBeingWrittenIsNotTaken() throws Exception {
    Files.createDirectories(tree.resolve("server/target"));
    Files.writeString(tree.resolve("server/target/graspd.jar"), "half of a jar");
    Result half = run("--version");
    assertThat(half.out()).isEqualTo("version 1\n");
    assertThat(Files.readAllLines(builds())).hasSize(1);
  }

  private List<Path> kept() throws IOException {
    try (Stream<Path> builds = Files.list(tree.resolve("builds"))) {
      return builds.filter(Files::isDirectory).toList();
    }
  }

  /** What {@code mvn} has written down: a line for each of its runs. */
  private Path builds() {
    return directory.resolve("mvn-runs");
  }

  private void anotherUser() throws IOException {
    tool("id", "echo 4294967294");
  }

  private void touchSource() throws IOException {
    Files.writeString(tree.resolve("server/src/main/Source.java"), "// changed\n");
  }

  /** Nothing in the tree is from this second: file times may be as coarse as that. */
  private void age() throws IOException {
    FileTime earlier = FileTime.from(Instant.now().minusSeconds(3_600));
    try (Stream<Path> files = Files.walk(tree)) {
      for (Path file : files.toList()) {
        Files.setLastModifiedTime(file, earlier);
      }
    }
  }

  private void tool(String name, String body) throws IOException {
    Path file = tools.resolve(name);
    Files.writeString(file, "#!/bin/sh\nset -e\ncd " + tree + "\n" + body + "\n");
    executable(file);
  }

  private static void executable(Path file) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Makes the jar that the next run of {@code mvn} writes. */
  private void program(int version) throws IOException {
    Path classes = Files.createDirectories(directory.resolve("classes" + version));
    Path source = classes.resolve("Program.java");
    Files.writeString(source, PROGRAM.replace("VERSION", Integer.toString(version)));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    assertThat(compiler.run(null, null, null, "-d", classes.toString(), source.toString()))
        .isZero();
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "Program");
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(next), manifest)) {
      // Versions differ in where their classes are, as those of a real jar do.
      jar.putNextEntry(new JarEntry("padding"));
      byte[] padding = new byte[version * 100_000];
      new Random(version).nextBytes(padding);
      jar.write(padding);
      for (String name : List.of("Program.class", "Early.class", "Late.class")) {
        jar.putNextEntry(new JarEntry(name));
        jar.write(Files.readAllBytes(classes.resolve(name)));
      }
    }
  }

  private Process start(String... arguments) throws IOException {
    ProcessBuilder builder = command(tree.resolve("graspd"), arguments);
    return builder.redirectError(directory.resolve("running.err").toFile()).start();
  }

  private Result run(String... arguments) throws IOException, InterruptedException {
    return finish(command(tree.resolve("graspd"), arguments));
  }

  private ProcessBuilder command(Path program, String... arguments) {
    List<String> words = new ArrayList<>(List.of(program.toString()));
    words.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(words).directory(directory.toFile());
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().merge("PATH", tools + ":", (path, first) -> first + path);
    return builder;
  }

  private Result finish(ProcessBuilder builder) throws IOException, InterruptedException {
    Path out = Files.createTempFile(directory, "out", "");
    Path err = Files.createTempFile(directory, "err", "");
    Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    try {
      assertThat(process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
      return new Result(process.exitValue(), Files.readString(out), Files.readString(err));
    } finally {
      process.destroyForcibly();
    }
  }
}
