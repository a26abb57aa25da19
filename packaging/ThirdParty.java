import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Writes what a release says about other people's work: {@code sbom.cdx.json} (CycloneDX 1.6) and
 * {@code THIRD-PARTY.txt}, of the jar and of the runtime. A library or a module of the runtime
 * without a licence ends it with 1 and nothing is written: such a release must not leave the house.
 *
 * <p>Usage: {@code java ThirdParty.java JAR RUNTIME_DIRECTORY RUNTIME_NAME VERSION EPOCH_SECONDS
 * OUT_DIRECTORY}. RUNTIME_NAME says whose build of the JDK it is, as {@code Temurin-25.0.3+9}.
 */
class ThirdParty {
  /** What SPDX has a name for; CycloneDX takes no other as an id. */
  private static final Set<String> SPDX =
      Set.of("Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "EPL-2.0", "MIT", "OLDAP-2.8");

  private static final String RUNTIME_LICENCE = "GPL-2.0-only WITH Classpath-exception-2.0";
  private static final Pattern ARTEFACT =
      Pattern.compile(
          "(?m)^\\s*([\\w.-]+):([\\w.-]+):jar:(?:([\\w-]+):)?([\\w.-]+):(?:compile|runtime)");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| ([\\w.-]+):([\\w.*-]+) \\| (\\S+) \\| (.*) \\|$");
  private static final Pattern MODULES = Pattern.compile("(?m)^MODULES=\"(.*)\"$");

  /** A bundled jar; the classifier is empty for most. */
  record Library(String group, String name, String classifier, String version) {
    static Library of(MatchResult line) {
      String classifier = line.group(3) == null ? "" : line.group(3);
      return new Library(line.group(1), line.group(2), classifier, line.group(4));
    }

    String title() {
      String end = classifier.isEmpty() ? "" : ":" + classifier;
      return group + ":" + name + ":" + version + end;
    }

    String purl() {
      String end = classifier.isEmpty() ? "" : "?classifier=" + classifier;
      return "pkg:maven/" + group + "/" + name + "@" + version + end;
    }
  }

  /** A row of THIRD-PARTY.md; the name {@code *} stands for all of a group. */
  record Row(String group, String name, String licence, String copyright) {
    static Row of(MatchResult line) {
      return new Row(line.group(1), line.group(2), line.group(3), line.group(4));
    }

    boolean isOf(Library library) {
      return group.equals(library.group()) && (name.equals("*") || name.equals(library.name()));
    }
  }

  /** All that is known, read before anything is decided. Texts are by licence, notices by path. */
  record Facts(
      List<Library> libraries,
      List<Row> rows,
      SortedMap<String, String> texts,
      SortedMap<String, String> notices,
      List<String> modules,
      Set<String> licensedModules) {
    Optional<Row> rowOf(Library library) {
      return rows.stream().filter(row -> row.isOf(library)).findFirst();
    }
  }

  public static void main(String... arguments) throws IOException {
    Facts facts = read(Path.of(arguments[0]), Path.of(arguments[1]));
    List<String> missing = missing(facts);
    if (!missing.isEmpty()) {
      missing.forEach(line -> System.err.println("release: " + line));
      System.exit(1);
    }
    Path out = Files.createDirectories(Path.of(arguments[5]));
    long seconds = Long.parseLong(arguments[4]);
    Files.writeString(
        out.resolve("sbom.cdx.json"), sbom(facts, arguments[2], arguments[3], seconds));
    Files.writeString(out.resolve("THIRD-PARTY.txt"), text(facts, arguments[2]));
  }

  /** What stands against a release: one line for each, with what to do. */
  static List<String> missing(Facts facts) {
    List<String> missing = new ArrayList<>();
    if (facts.libraries().isEmpty()) {
      missing.add("the jar names no libraries: META-INF/third-party/artefacts.txt is empty");
    }
    for (Library library : facts.libraries()) {
      Optional<Row> row = facts.rowOf(library);
      if (row.isEmpty()) {
        missing.add(
            library.title() + " has no licence: add a row to META-INF/THIRD-PARTY.md of the server");
      } else if (facts.texts().getOrDefault(row.get().licence(), "").isBlank()) {
        missing.add(
            "%s: there is no text of %s: add it to META-INF/licenses of the server"
                .formatted(library.title(), row.get().licence()));
      }
    }
    if (facts.modules().isEmpty()) {
      missing.add("the runtime names no modules");
    }
    facts.modules().stream()
        .filter(module -> !facts.licensedModules().contains(module))
        .map(module -> "module " + module + " of the runtime has no legal/" + module + "/LICENSE")
        .forEach(missing::add);
    return missing;
  }

  static String sbom(Facts facts, String runtime, String version, long seconds) {
    List<String> components = new ArrayList<>();
    for (Library library : facts.libraries()) {
      components.add(component(library, facts.rowOf(library).orElseThrow()));
    }
    components.add(runtime(runtime, facts.modules()));
    UUID serial =
        UUID.nameUUIDFromBytes((version + seconds + runtime).getBytes(StandardCharsets.UTF_8));
    String graspd = "pkg:generic/graspd@" + version;
    return """
        {"bomFormat":"CycloneDX","specVersion":"1.6","serialNumber":"urn:uuid:%s","version":1,
        "metadata":{"timestamp":"%s","component":{"type":"application","bom-ref":%s,"name":"graspd",\
        "version":%s,"purl":%s,"licenses":[{"license":{"id":"MIT"}}]}},
        "components":[
        %s
        ]}
        """
        .formatted(
            serial,
            Instant.ofEpochSecond(seconds),
            quoted(graspd),
            quoted(version),
            quoted(graspd),
            String.join(",\n", components));
  }

  private static String component(Library library, Row row) {
    return """
        {"type":"library","bom-ref":%s,"group":%s,"name":%s,"version":%s,"purl":%s,\
        "copyright":%s,"licenses":[{"license":{"%s":%s}}]}"""
        .formatted(
            quoted(library.purl()),
            quoted(library.group()),
            quoted(library.name()),
            quoted(library.version()),
            quoted(library.purl()),
            quoted(row.copyright()),
            SPDX.contains(row.licence()) ? "id" : "name",
            quoted(row.licence()));
  }

  private static String runtime(String name, List<String> modules) {
    String parts =
        modules.stream()
            .map(
                module ->
                    """
                    {"type":"library","bom-ref":%s,"name":%s,"licenses":[{"expression":"%s"}]}"""
                        .formatted(
                            quoted("openjdk/" + module), quoted(module), RUNTIME_LICENCE))
            .collect(Collectors.joining(",\n"));
    return """
        {"type":"platform","bom-ref":"openjdk","name":"openjdk","version":%s,\
        "licenses":[{"expression":"%s"}],"components":[
        %s]}"""
        .formatted(quoted(name), RUNTIME_LICENCE, parts);
  }

  private static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c < ' ') {
        out.append("\\u%04x".formatted((int) c));
      } else if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }

  static String text(Facts facts, String runtime) {
    StringBuilder out = new StringBuilder("Software by others in this release of graspd\n\n");
    for (Library library : facts.libraries()) {
      Row row = facts.rowOf(library).orElseThrow();
      out.append("%s, %s, %s\n".formatted(library.title(), row.licence(), row.copyright()));
    }
    out.append(
        """
        OpenJDK %s, %s, Oracle and others:
        a text for each module is in legal/ of the runtime
        """
            .formatted(runtime, RUNTIME_LICENCE));
    Set<String> used =
        facts.libraries().stream()
            .map(library -> facts.rowOf(library).orElseThrow().licence())
            .collect(Collectors.toSet());
    facts.texts().forEach((name, text) -> append(out, used.contains(name), name, text));
    facts.notices().forEach((name, text) -> append(out, true, name, text));
    return out.toString();
  }

  private static void append(StringBuilder out, boolean isUsed, String title, String text) {
    if (isUsed) {
      out.append("\n\n").append("=".repeat(80)).append('\n').append(title).append('\n');
      out.append("=".repeat(80)).append("\n\n").append(text.strip()).append('\n');
    }
  }

  private static Facts read(Path jar, Path runtime) throws IOException {
    List<String> modules =
        MODULES
            .matcher(Files.readString(runtime.resolve("release")))
            .results()
            .flatMap(line -> Pattern.compile(" ").splitAsStream(line.group(1)))
            .filter(Predicate.not(String::isBlank))
            .sorted()
            .toList();
    Set<String> licensed =
        modules.stream()
            .filter(module -> Files.isReadable(runtime.resolve("legal/" + module + "/LICENSE")))
            .collect(Collectors.toSet());
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      SortedMap<String, String> all = texts(zip);
      List<Library> libraries =
          ARTEFACT
              .matcher(all.getOrDefault("META-INF/third-party/artefacts.txt", ""))
              .results()
              .map(Library::of)
              .sorted(Comparator.comparing(Library::title))
              .toList();
      List<Row> rows =
          ROW.matcher(all.getOrDefault("META-INF/THIRD-PARTY.md", ""))
              .results()
              .map(Row::of)
              .toList();
      SortedMap<String, String> licences = below(all, "META-INF/licenses/", "\\.txt$");
      SortedMap<String, String> notices = below(all, "META-INF/third-party/", "$");
      notices.remove("artefacts.txt");
      return new Facts(libraries, rows, licences, notices, modules, licensed);
    }
  }

  private static SortedMap<String, String> below(
      SortedMap<String, String> all, String directory, String end) {
    return all.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(directory))
        .collect(
            Collectors.toMap(
                entry -> entry.getKey().substring(directory.length()).replaceFirst(end, ""),
                Map.Entry::getValue,
                (one, other) -> one,
                TreeMap::new));
  }

  private static SortedMap<String, String> texts(ZipFile zip) throws IOException {
    SortedMap<String, String> texts = new TreeMap<>();
    for (ZipEntry entry : zip.stream().toList()) {
      String name = entry.getName();
      if (!entry.isDirectory()
          && name.matches("META-INF/(THIRD-PARTY\\.md|licenses/.*|third-party/.*)")) {
        try (InputStream in = zip.getInputStream(entry)) {
          texts.put(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
      }
    }
    return texts;
  }
}
