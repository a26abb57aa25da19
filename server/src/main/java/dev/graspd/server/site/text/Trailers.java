package dev.graspd.server.site.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The lines at the end of a message that say who did what: {@code Signed-off-by: …}. Pure. */
public final class Trailers {
  private static final int TRAILERS_MAX = 50;
  private static final Pattern TRAILER =
      Pattern.compile("([A-Za-z][A-Za-z0-9-]*)\\s*:(?!//) *(\\S.*)");

  /** One of them; what it says is a claim. */
  public record Trailer(String key, String value) {}

  private Trailers() {}

  /** Returns the trailers of a message: the last paragraph, if all its lines are trailers. */
  public static List<Trailer> of(String message) {
    List<String> paragraphs = List.of(message.strip().split("\n\\s*\n"));
    if (paragraphs.size() < 2) {
      return List.of();
    }
    List<Trailer> trailers = new ArrayList<>();
    for (String line : paragraphs.getLast().lines().toList()) {
      Matcher trailer = TRAILER.matcher(line);
      boolean isContinued = !line.isEmpty() && Character.isWhitespace(line.charAt(0));
      if (trailer.matches()) {
        trailers.add(new Trailer(trailer.group(1), trailer.group(2).strip()));
      } else if (isContinued && !trailers.isEmpty()) {
        Trailer last = trailers.removeLast();
        trailers.add(new Trailer(last.key, last.value + " " + line.strip()));
      } else {
        return List.of();
      }
    }
    return trailers.subList(0, Math.min(TRAILERS_MAX, trailers.size()));
  }
}
