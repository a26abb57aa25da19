package dev.graspd.server.ops.config;

/** Where a value comes from; the first one that has it wins. */
public enum Source {
  /** A command-line flag. */
  FLAG("flag"),
  /** An environment variable. */
  ENVIRONMENT("environment"),
  /** The file in the working directory. */
  DOTENV(".env"),
  /** Nobody set it. */
  DEFAULT("default");

  private final String text;

  Source(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
