package dev.graspd.server.ops.config;

/** The source of a value; the first one that has it wins. */
public enum Source {
  FLAG("flag"),
  ENVIRONMENT("environment"),
  /** The file in the working directory. */
  DOTENV(".env"),
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
