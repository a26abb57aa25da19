package dev.graspd.server.git.browse;

import dev.graspd.core.repo.Oid;
import java.util.List;
import java.util.regex.Pattern;

/** A commit; all that it says of people is a claim. */
public record CommitFacts(
    Oid oid,
    Oid tree,
    List<Oid> parents,
    Person author,
    Person committer,
    String message,
    ObjectSignature signature) {
  private static final Pattern PARAGRAPH = Pattern.compile("\\n\\s*\\n");
  private static final Pattern LINE_END = Pattern.compile("\\s*\\n\\s*");

  /**
   * A person that a commit names, and when.
   *
   * @param offsetMinutes east of UTC
   */
  public record Person(String name, String email, long seconds, int offsetMinutes) {}

  public CommitFacts {
    parents = List.copyOf(parents);
  }

  /** Returns the first paragraph in one line, as git's log shows it. */
  public String subject() {
    return LINE_END.matcher(paragraphs()[0].strip()).replaceAll(" ");
  }

  /** Returns what follows the first paragraph. */
  public String body() {
    String[] paragraphs = paragraphs();
    return paragraphs.length == 1 ? "" : paragraphs[1].strip();
  }

  /** A line of white space ends a paragraph, too: messages may have lines that end in CR LF. */
  private String[] paragraphs() {
    return PARAGRAPH.split(message.stripLeading(), 2);
  }
}
