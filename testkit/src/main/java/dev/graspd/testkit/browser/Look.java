package dev.graspd.testkit.browser;

/**
 * How a page is shown.
 *
 * @param width of the window, in CSS pixels
 * @param isDark whether the system asks for dark pages
 * @param runsScripts whether scripts of pages run
 */
public record Look(int width, boolean isDark, boolean runsScripts) {
  public static final int PHONE = 360;
  public static final int TABLET = 768;
  public static final int DESK = 1280;

  static final int HEIGHT = 800;

  public static Look light(int width) {
    return new Look(width, false, true);
  }

  public static Look dark(int width) {
    return new Look(width, true, true);
  }

  public Look withoutScripts() {
    return new Look(width, isDark, false);
  }

  /** Returns the scheme in one word. */
  public String scheme() {
    return isDark ? "dark" : "light";
  }
}
