package dev.graspd.core.talk.thread;

import dev.graspd.core.talk.event.CodePlace;
import dev.graspd.core.talk.event.TalkEvent.Comment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * New lines in the place of those that a comment is about (W-45): a fence with the word {@code
 * suggestion}.
 */
public record Suggestion(CodePlace.Lines replaced, List<String> lines) {
  private static final int FENCE_MIN = 3;
  private static final String WORD = "suggestion";

  public Suggestion {
    lines = List.copyOf(lines);
  }

  /** Returns the suggestions of a comment; none if it names no commit or no lines. */
  public static List<Suggestion> of(Comment comment) {
    Optional<CodePlace.Lines> lines =
        comment.place().filter(place -> place.commit().isPresent()).flatMap(CodePlace::lines);
    return lines.map(replaced -> read(comment.content(), replaced)).orElse(List.of());
  }

  private static List<Suggestion> read(String content, CodePlace.Lines replaced) {
    List<Suggestion> found = new ArrayList<>();
    List<String> inside = new ArrayList<>();
    int fence = 0;
    boolean isSuggestion = false;
    for (String line : (Iterable<String>) content.lines()::iterator) {
      int ticks = ticks(line);
      String after = line.substring(ticks).strip();
      if (fence == 0 && ticks >= FENCE_MIN) {
        fence = ticks;
        isSuggestion = after.equals(WORD);
        inside.clear();
      } else if (fence > 0 && ticks >= fence && after.isEmpty()) {
        if (isSuggestion) {
          found.add(new Suggestion(replaced, inside));
        }
        fence = 0;
      } else if (fence > 0) {
        inside.add(line);
      }
    }
    return List.copyOf(found);
  }

  private static int ticks(String line) {
    int at = 0;
    while (at < line.length() && line.charAt(at) == '`') {
      at++;
    }
    return at;
  }
}
