package dev.graspd.server.web.site;

/** Entity tags: names of versions of an answer. */
public final class EntityTags {
  private static final String WEAK = "W/";

  private EntityTags() {}

  /** Returns the tag of a version whose bytes may differ by their compression. */
  public static String weak(String version) {
    return WEAK + strong(version);
  }

  /** Returns the tag of a version that is the same byte for byte. */
  public static String strong(String version) {
    return "\"" + version + "\"";
  }

  /** Returns whether a list of tags, as in {@code If-None-Match}, contains a tag. */
  public static boolean contains(String list, String tag) {
    String wanted = opaque(tag);
    for (String one : list.split(",", -1)) {
      String known = one.strip();
      if (known.equals("*") || opaque(known).equals(wanted)) {
        return true;
      }
    }
    return false;
  }

  private static String opaque(String tag) {
    return tag.startsWith(WEAK) ? tag.substring(WEAK.length()) : tag;
  }
}
