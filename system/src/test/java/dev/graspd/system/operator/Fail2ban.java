package dev.graspd.system.operator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The filter that our documentation gives for fail2ban, applied as fail2ban does: to each line,
 * without the date that it has found in it.
 */
record Fail2ban(List<Pattern> failregex) {
  private static final Path PAGE = Path.of("..", "docs", "how-to", "read-the-log.md");
  private static final Pattern DATE =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z");

  /** Its own words for what an address is, and an address with a prefix length. */
  private static final String SUBNET =
      "(?<address>[0-9.]{7,15}|[0-9a-fA-F:]{2,39})(?:/(?<cidr>[0-9]{1,3}))?";

  /** Reads the filter from the page. */
  static Fail2ban documented() {
    try {
      return new Fail2ban(
          Files.readAllLines(PAGE).stream()
              .filter(line -> line.matches("failregex = .+| {12}\\S.*"))
              .map(line -> line.replaceFirst("^(failregex =)? +", ""))
              .map(line -> Pattern.compile(line.replace("<SUBNET>", SUBNET)))
              .toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns whose failures it finds. */
  List<String> addresses(List<String> lines) {
    return lines.stream()
        .map(line -> DATE.matcher(line).replaceFirst(""))
        .map(this::address)
        .filter(address -> !address.isEmpty())
        .toList();
  }

  private String address(String line) {
    for (Pattern pattern : failregex) {
      Matcher match = pattern.matcher(line);
      if (match.find()) {
        return Objects.requireNonNull(match.group("address"));
      }
    }
    return "";
  }
}
