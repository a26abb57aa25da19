package dev.graspd.server.ops.config;

import dev.graspd.server.ops.Escape;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A variable that begins like ours but is not a key.
 *
 * <p>Clients (ngit) and orchestrators (Kubernetes, for a service called graspd) use the prefixes
 * too, so most of them cause only a warning. One that differs from a key by a letter or two is a
 * misspelling: a start without its value could serve the wrong data.
 *
 * @param name as it was given
 * @param source where it was given
 * @param meant the name that was probably meant
 * @param isSlip whether it is certainly a misspelling of that name
 */
record UnknownVariable(String name, Source source, Optional<String> meant, boolean isSlip) {
  /** The most differences (letters added, omitted or changed) of a misspelling. */
  static final int SLIP_MAX = 2;

  /** A name is proposed if at most every third letter differs. */
  private static final int LETTERS_A_DIFFERENCE = 3;

  private static final int NAME_BYTES_MAX = 256;

  private static final List<String> OF_THE_LAUNCHER =
      List.of("GRASPD_HEAP", "GRASPD_JAVA_OPTS", "GRASPD_SETTINGS_FILE");

  private static final List<String> PREFIXES = List.of(Key.PREFIX, "GRASPD_");

  static boolean isUnknown(String variable) {
    return PREFIXES.stream().anyMatch(variable::startsWith)
        && !OF_THE_LAUNCHER.contains(variable)
        && ConfigKeys.ofVariable(variable).isEmpty();
  }

  static UnknownVariable of(String variable, Source source) {
    // The name is compared with more than a hundred keys.
    String name = variable.substring(0, Math.min(variable.length(), NAME_BYTES_MAX));
    Optional<String> nearest =
        known()
            .filter(key ->
                distance(bare(name), bare(key))
                    <= Math.max(SLIP_MAX, bare(key).length() / LETTERS_A_DIFFERENCE))
            .min(
                Comparator.<String>comparingInt(key -> distance(bare(name), bare(key)))
                    .thenComparing(Comparator.naturalOrder()));
    boolean isSlip = known().anyMatch(key -> distance(name, key) <= SLIP_MAX);
    return new UnknownVariable(variable, source, nearest, isSlip);
  }

  /** Returns one line for operators, without the value: it may be a secret. */
  String text() {
    return "%s (%s) is not a key of this server%s"
        .formatted(
            Escape.line(name, NAME_BYTES_MAX),
            source,
            meant.map(key -> ": did you mean " + key + "?").orElse(""));
  }

  private static Stream<String> known() {
    return Stream.concat(ConfigKeys.all().stream().map(Key::name), OF_THE_LAUNCHER.stream());
  }

  private static String bare(String name) {
    return name.substring(name.indexOf('_') + 1);
  }

  /** Counts letters to add, omit or change. */
  private static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j <= other.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[other.length()];
  }
}
