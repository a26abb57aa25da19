package dev.graspd.system.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a release says about the work of others (operations.md, O-11): it is made by
 * packaging/ThirdParty.java, which scripts/release runs.
 */
class ReleaseLicencesTest {
  private static final Path TOP = Path.of("..").toAbsolutePath().normalize();
  private static final long SECONDS_MAX = 60;
  private static final String LIST = "META-INF/third-party/artefacts.txt";
  private static final String TABLE = "META-INF/THIRD-PARTY.md";

  @TempDir Path directory;
  private final SortedMap<String, String> entries = new TreeMap<>();
  private Path runtime;

  private record Result(int exitCode, String err) {}

  /** A jar with one library, and a runtime with two modules: nothing is missing. */
  @BeforeEach
  void fill() throws IOException {
    entries.put(LIST, "\n   org.example:parser:jar:1.2:compile -- module parser\n");
    entries.put(TABLE, "| library | licence | copyright |\n| org.example:* | MIT | \"A\" \\ B |\n");
    entries.put("META-INF/licenses/MIT.txt", "Permission is hereby granted");
    entries.put("META-INF/licenses/EPL-2.0.txt", "of nobody here");
    entries.put("META-INF/third-party/parser-1.2-jar/META-INF/NOTICE", "Thanks to C");
    runtime = directory.resolve("runtime");
    for (String module : List.of("java.base", "java.sql")) {
      Path legal = Files.createDirectories(runtime.resolve("legal").resolve(module));
      Files.writeString(legal.resolve("LICENSE"), "GPL");
    }
    Files.writeString(runtime.resolve("release"), "X=\"1\"\nMODULES=\"java.base java.sql\"\n");
  }

  @Test
  void releaseListsLibrariesAndModulesWithTheirLicences() throws Exception {
    Result made = make(jar());

    assertThat(made.exitCode()).as(made.err()).isZero();
    assertThat(Files.readString(directory.resolve("out/sbom.cdx.json")))
        .contains("\"bomFormat\":\"CycloneDX\",\"specVersion\":\"1.6\"")
        .contains("\"purl\":\"pkg:maven/org.example/parser@1.2\"")
        .contains("\"copyright\":\"\\\"A\\\" \\\\ B\"")
        .contains("{\"license\":{\"id\":\"MIT\"}}")
        .contains("\"name\":\"java.sql\"")
        .contains("2026-01-01T00:00:00Z");
    assertThat(Files.readString(directory.resolve("out/THIRD-PARTY.txt")))
        .contains("org.example:parser:1.2, MIT, \"A\" \\ B")
        .contains("Permission is hereby granted", "Thanks to C", "Test-25")
        .doesNotContain("of nobody here");
  }

  @ParameterizedTest
  @CsvSource({
    "library without a row, org.example:parser:1.2 has no licence",
    "licence without a text, there is no text of MIT",
    "no list of libraries, names no libraries",
    "module without a licence, module java.sql of the runtime has no",
    "runtime without modules, names no modules",
  })
  void releaseFailsIfALicenceIsMissing(String fault, String message) throws Exception {
    plant(fault);

    Result made = make(jar());

    assertThat(made.exitCode()).isEqualTo(1);
    assertThat(made.err()).contains(message);
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void releaseOfThisJarListsEachOfItsLibraries() throws Exception {
    Path jar = Path.of(System.getProperty("graspd.jar")).toAbsolutePath();
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      assumeTrue(zip.getEntry(LIST) != null, "a jar that Maven has not packaged bundles nothing");
    }

    Result made = make(jar);

    assertThat(made.exitCode()).as(made.err()).isZero();
    assertThat(Files.readString(directory.resolve("out/sbom.cdx.json")))
        .contains("pkg:maven/org.eclipse.jgit/org.eclipse.jgit@", "pkg:maven/org.lmdbjava/native@")
        .contains("?classifier=linux-aarch_64")
        .contains("{\"license\":{\"name\":\"EDL-1.0\"}}");
    assertThat(Files.readString(directory.resolve("out/THIRD-PARTY.txt")))
        .contains("The OpenLDAP Public License", "Eclipse Public License", "Apache License");
  }

  private void plant(String fault) throws IOException {
    switch (fault) {
      case "library without a row" -> entries.put(TABLE, "| org.example:other | MIT | A |\n");
      case "licence without a text" -> entries.put("META-INF/licenses/MIT.txt", " \n");
      case "no list of libraries" -> entries.remove(LIST);
      case "module without a licence" -> Files.delete(runtime.resolve("legal/java.sql/LICENSE"));
      case "runtime without modules" -> Files.writeString(runtime.resolve("release"), "X=\"1\"\n");
      default -> throw new IllegalArgumentException(fault);
    }
  }

  private Path jar() throws IOException {
    Path jar = directory.resolve("some.jar");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (Map.Entry<String, String> entry : entries.entrySet()) {
        out.putNextEntry(new ZipEntry(entry.getKey()));
        out.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
      }
    }
    return jar;
  }

  private Result make(Path jar) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>();
    words.add(System.getProperty("java.home") + "/bin/java");
    words.add("-XX:TieredStopAtLevel=1");
    words.add(TOP.resolve("packaging/ThirdParty.java").toString());
    words.addAll(List.of(jar.toString(), runtime.toString(), "Test-25", "1.0", "1767225600"));
    words.add(directory.resolve("out").toString());
    Path err = Files.createTempFile(directory, "err", "");
    ProcessBuilder builder = new ProcessBuilder(words).redirectError(err.toFile());
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    Process process = builder.start();
    try {
      assertThat(process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
      return new Result(process.exitValue(), Files.readString(err));
    } finally {
      process.destroyForcibly();
    }
  }
}
