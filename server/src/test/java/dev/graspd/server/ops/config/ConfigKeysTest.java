package dev.graspd.server.ops.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.server.ops.StartRefused;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the table against a second list of names, defaults and ranges, written by hand. */
class ConfigKeysTest {
  private static final MachineSize MACHINE = new MachineSize(4, 1L << 30, path -> 100L << 30);
  private static final SortedMap<String, String> NOTHING = Collections.emptySortedMap();

  record Row(String name, String fallback, List<String> allowed, List<String> refused) {
    Key<?> key() {
      return ConfigKeys.all().stream()
          .filter(key -> key.name().equals(name))
          .findFirst()
          .orElseThrow();
    }

    /** A name that an operator could really set. */
    String variable() {
      return name.replace("*", "DAYS");
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Row> rows() {
    try (InputStream in = ConfigKeysTest.class.getResourceAsStream("keys.txt")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      return text
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(ConfigKeysTest::row)
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Row row(String line) {
    String[] cells = line.split("\\|", -1);
    return new Row(cells[0].strip(), cells[1].strip(), values(cells[2]), values(cells[3]));
  }

  private static List<String> values(String cell) {
    return Arrays.stream(cell.strip().split(" {2,}"))
        .filter(value -> !value.isEmpty())
        .map(String::translateEscapes)
        .toList();
  }

  @Test
  void everyKeyOfTheSpecificationIsDeclaredOnce() {
    assertThat(ConfigKeys.all().stream().map(Key::name))
        .containsExactlyInAnyOrderElementsOf(rows().map(Row::name).toList());
    assertThat(ConfigKeys.all().stream().map(Key::flag)).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void nobodySetItSoTheDefaultHolds(Row row) throws StartRefused {
    Settings settings = read(NOTHING, NOTHING, NOTHING);
    assertThat(settings.show(row.key())).isEqualTo(row.fallback());
    assertThat(settings.source(row.key())).isEqualTo(Source.DEFAULT);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void everyAllowedValueIsTakenFromTheEnvironment(Row row) throws StartRefused {
    for (String value : row.allowed()) {
      Settings settings = read(NOTHING, set(row, value), NOTHING);
      assertThat(settings.source(row.key())).isEqualTo(Source.ENVIRONMENT);
      assertReadsBack(row.key(), settings);
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void everyOtherValueStopsTheStartWithOneLine(Row row) {
    for (String value : row.refused()) {
      assertThatThrownBy(() -> read(NOTHING, set(row, value), NOTHING))
          .as("%s=%s", row.name(), value)
          .isInstanceOf(StartRefused.class)
          .hasMessageContaining("must be")
          .satisfies(e ->
              assertThat(e.getMessage())
                  .doesNotContainPattern("\\p{Cntrl}")
                  .containsPattern("NGIT_[A-Z_0-9]+='"));
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void flagBeatsEnvironmentBeatsFile(Row row) throws StartRefused {
    var good = set(row, row.allowed().getFirst());
    Key<?> key = row.key();
    assertThat(read(good, good, good).source(key)).isEqualTo(Source.FLAG);
    assertThat(read(NOTHING, good, good).source(key)).isEqualTo(Source.ENVIRONMENT);
    assertThat(read(NOTHING, NOTHING, good).source(key)).isEqualTo(Source.DOTENV);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void whatHasNoEffectSaysSoOnlyWhenItIsSet(Row row) throws StartRefused {
    assertThat(read(NOTHING, NOTHING, NOTHING).remarks()).isEmpty();
    List<String> remarks = read(NOTHING, set(row, row.allowed().getFirst()), NOTHING).remarks();
    if (row.key().status() instanceof Status.WithoutEffect(var why)) {
      assertThat(remarks).singleElement().asString().contains(row.variable()).contains(why);
    } else {
      assertThat(remarks).noneMatch(remark -> remark.contains("has no effect"));
    }
  }

  @Test
  void everyFlagIsTheKebabCaseOfItsName() {
    assertThat(ServiceKeys.BIND_ADDRESS.flag()).isEqualTo("--bind-address");
    assertThat(RelayKeys.MAX_SUBSCRIPTIONS.flag()).isEqualTo("--relay-max-subscriptions");
    assertThat(HostingKeys.GRASP06_ENABLE.flag()).isEqualTo("--grasp06-enable");
  }

  @Test
  void unknownVariableIsARemark() throws StartRefused {
    var environment = new TreeMap<>(Map.of("NGIT_TYPO", "1", "PATH", "/bin"));
    assertThat(read(NOTHING, environment, NOTHING).remarks())
        .containsExactly("NGIT_TYPO (environment) is not a key of this server");
  }

  private static <T> void assertReadsBack(Key<T> key, Settings settings) {
    T value = settings.get(key);
    if (key.type().shape() != ValueType.Shape.SECRET) {
      assertThat(key.type().parse(key.type().show(value))).isEqualTo(value);
    }
  }

  private static SortedMap<String, String> set(Row row, String value) {
    return new TreeMap<>(Map.of(row.variable(), value));
  }

  private static Settings read(
      SortedMap<String, String> flags,
      SortedMap<String, String> environment,
      SortedMap<String, String> dotEnv)
      throws StartRefused {
    return Settings.read(new Sources(flags, environment, dotEnv), MACHINE);
  }
}
