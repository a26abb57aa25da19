package dev.graspd.system.web;

import java.net.URI;
import java.util.List;

/**
 * A page that was visited.
 *
 * @param html as the server has sent it
 */
record WebPage(URI url, int status, String html) {
  /** Returns what the address asks for: the word below a repository, or the first of all. */
  static String word(URI url) {
    List<String> segments = List.of(url.getRawPath().substring(1).split("/", -1));
    boolean isPerson = segments.getFirst().startsWith("npub1");
    if (!isPerson) {
      return segments.getFirst().isEmpty() ? "home" : segments.getFirst();
    }
    return switch (segments.size()) {
      case 1 -> "person";
      case 2 -> "repository";
      case 3 -> segments.get(2);
      default ->
          switch (segments.get(2)) {
            case "issues" -> "issue";
            case "prs" -> segments.size() == 4 ? "pull-request" : "pull-request-" + segments.get(4);
            default -> segments.get(2);
          };
    };
  }

  boolean isAt(String address) {
    return url.toString().equals(address);
  }

  /** Returns the kind of page, for a sample of each. */
  String kind() {
    String word = word(url);
    if (status != 200) {
      return word + "-" + status;
    }
    boolean isDirectory = word.equals("tree") && html.contains("<table class=\"tree\"");
    return word.equals("tree") ? (isDirectory ? "directory" : "file") : word;
  }
}
