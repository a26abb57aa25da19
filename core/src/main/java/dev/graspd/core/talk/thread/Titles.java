package dev.graspd.core.talk.thread;

import dev.graspd.core.talk.event.RootKind;
import dev.graspd.core.talk.event.TalkEvent.Labelling;
import dev.graspd.core.talk.event.TalkEvent.Root;
import dev.graspd.core.talk.member.Rights;
import dev.graspd.core.talk.patch.MailWords;
import java.util.Optional;
import java.util.function.Predicate;

/** The title of a thread (W-42). */
public final class Titles {
  /** Longest title, in characters; the rest is cut. */
  public static final int LENGTH_MAX = 250;

  /** How much of a text is searched for a title, in characters. */
  private static final int SEARCHED_MAX = 20_000;

  private static final String SUBJECT = "subject:";

  private Titles() {}

  /** Returns the title; empty if the root has no text. */
  public static String of(ThreadEvents events, Rights rights) {
    return events
        .newest(Labelling.class, one -> renames(one, events.root(), rights))
        .flatMap(Labelling::subject)
        .map(Titles::oneLine)
        .orElseGet(() -> own(events.root()));
  }

  /** Returns whether these labels change the title. */
  static boolean renames(Labelling labels, Root root, Rights rights) {
    return labels.subject().isPresent()
        && labels.targets().contains(root.id())
        && rights.mayEdit(labels.head().author());
  }

  /** Returns the title that a root, or a patch of a series, gives itself. */
  public static String own(Root root) {
    if (!root.subject().isBlank()) {
      return oneLine(root.subject());
    }
    String text = root.content().substring(0, Math.min(root.content().length(), SEARCHED_MAX));
    Optional<String> mail = root.kind() == RootKind.PATCH ? subjectOfMail(text) : Optional.empty();
    return oneLine(mail.orElseGet(() -> firstLine(text)));
  }

  private static String firstLine(String text) {
    return text.lines()
        .map(String::strip)
        .filter(Predicate.not(String::isEmpty))
        .findFirst()
        .map(Titles::withoutHeading)
        .orElse("");
  }

  private static String withoutHeading(String line) {
    int at = 0;
    while (at < line.length() && line.charAt(at) == '#') {
      at++;
    }
    return at > 0 && at < line.length() && line.charAt(at) == ' ' ? line.substring(at) : line;
  }

  /** The subject among the headers of a mail, unfolded and without what is in front in brackets. */
  private static Optional<String> subjectOfMail(String text) {
    StringBuilder subject = new StringBuilder();
    boolean isInside = false;
    for (String line : (Iterable<String>) text.lines()::iterator) {
      if (line.isEmpty()) {
        break;
      }
      boolean isFolded = line.charAt(0) == ' ' || line.charAt(0) == '\t';
      if (isInside && !isFolded) {
        break;
      }
      if (line.regionMatches(true, 0, SUBJECT, 0, SUBJECT.length())) {
        isInside = true;
        subject.append(line, SUBJECT.length(), line.length());
      } else if (isInside) {
        subject.append(line);
      }
    }
    String title = MailWords.read(withoutBrackets(subject.toString().strip())).strip();
    return title.isEmpty() ? Optional.empty() : Optional.of(title);
  }

  private static String withoutBrackets(String subject) {
    int end = subject.startsWith("[") ? subject.indexOf(']') : -1;
    return end < 0 ? subject : subject.substring(end + 1).strip();
  }

  /** Control characters become spaces; a cut never divides a character. */
  private static String oneLine(String text) {
    int end = Math.min(text.length(), 2 * LENGTH_MAX);
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      line.append(Character.isISOControl(c) || c == '\u2028' || c == '\u2029' ? ' ' : c);
    }
    String stripped = line.toString().strip();
    int length = Math.min(stripped.length(), LENGTH_MAX);
    boolean isDivided =
        length > 0
            && length < stripped.length()
            && Character.isHighSurrogate(stripped.charAt(length - 1));
    return stripped.substring(0, isDivided ? length - 1 : length).strip();
  }
}
