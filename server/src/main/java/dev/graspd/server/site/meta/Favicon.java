package dev.graspd.server.site.meta;

/** The small picture of the site: a commit that became a branch. */
public final class Favicon {
  public static final String SVG =
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#3b2f8f"/><path d="M11 8v16M11 18c0-5 10-3 10-9" fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round"/><circle cx="11" cy="7.5" r="3" fill="#fff"/><circle cx="11" cy="24.5" r="3" fill="#fff"/><circle cx="21" cy="8.5" r="3" fill="#ffd166"/></svg>
      """;

  private Favicon() {}
}
