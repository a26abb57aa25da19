package dev.graspd.core.hunt;

import java.util.regex.Pattern;

/** A git host as limits see it: {@code host:port} in lower case, the port always written. */
public record Domain(String text) implements Comparable<Domain> {
  private static final Pattern FORM = Pattern.compile("[!-~&&[^A-Z/@]]+:[1-9][0-9]{0,4}");

  public Domain {
    if (!FORM.matcher(text).matches()) {
      throw new IllegalArgumentException("not a lower-case host:port");
    }
  }

  static Domain of(String host, int port) {
    return new Domain(host + ":" + port);
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
