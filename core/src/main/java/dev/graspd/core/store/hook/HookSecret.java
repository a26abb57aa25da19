package dev.graspd.core.store.hook;

/** The secret that signs the deliveries of a hook (WH-3). It never shows itself as text. */
public record HookSecret(String text) {
  public static final int CHARACTERS_MIN = 16;
  public static final int CHARACTERS_MAX = 256;

  public HookSecret {
    if (!isSecret(text)) {
      throw new IllegalArgumentException("not the form of a secret");
    }
  }

  /** Returns whether a text can be a secret: long enough, visible ASCII, on one line. */
  public static boolean isSecret(String text) {
    return text.length() >= CHARACTERS_MIN
        && text.length() <= CHARACTERS_MAX
        && text.chars().allMatch(c -> c > ' ' && c < 0x7f);
  }

  @Override
  public String toString() {
    return "(secret)";
  }
}
