package dev.graspd.server.site.text.markdown;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;

/** Additions of forges to Markdown by words at the beginning of a block: tasks and alerts. */
final class Marks {
  private static final Pattern TASK = Pattern.compile("\\[([ xX])\\] ");
  private static final Pattern ALERT =
      Pattern.compile("\\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\\]\\s*", Pattern.CASE_INSENSITIVE);

  private Marks() {}

  /** Takes the box away from an item and returns whether it is checked; empty if there is none. */
  static Optional<Boolean> takeTask(ListItem item) {
    Optional<Text> first = firstText(item);
    Matcher box = TASK.matcher(first.map(Text::getLiteral).orElse(""));
    if (first.isEmpty() || !box.lookingAt()) {
      return Optional.empty();
    }
    first.get().setLiteral(first.get().getLiteral().substring(box.end()));
    return Optional.of(!box.group(1).equals(" "));
  }

  /** Takes the mark away from a quote and returns its word; empty if it is a plain quote. */
  static Optional<String> takeAlert(BlockQuote quote) {
    Optional<Text> first = firstText(quote);
    Matcher mark = ALERT.matcher(first.map(Text::getLiteral).orElse(""));
    if (first.isEmpty() || !mark.matches()) {
      return Optional.empty();
    }
    Node next = first.get().getNext();
    if (next != null && !(next instanceof SoftLineBreak)) {
      return Optional.empty();
    }
    if (next != null) {
      next.unlink();
    }
    first.get().unlink();
    return Optional.of(mark.group(1).toLowerCase(Locale.ROOT));
  }

  private static Optional<Text> firstText(Node block) {
    return block.getFirstChild() instanceof Paragraph paragraph
            && paragraph.getFirstChild() instanceof Text text
        ? Optional.of(text)
        : Optional.empty();
  }
}
