package dev.graspd.core.hunt.domain;

import java.util.regex.Pattern;

/** A git host as limits see it: its lower-case name or address, without port. */
public record Domain(String text) implements Comparable<Domain> {
  private static final Pattern FORM = Pattern.compile("[!-~&&[^A-Z/@:\\[\\]]]+|\\[[0-9a-f:.]+\\]");

  public Domain {
    if (!FORM.matcher(text).matches()) {
      throw new IllegalArgumentException("not a lower-case host without port");
    }
  }

  @Override
  public int compareTo(Domain that) {
    return text.compareTo(that.text);
  }

  @Override
  public String toString() {
    return text;
  }
}
