package dev.graspd.server.site.page;

import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.html.Html.Attribute;
import dev.graspd.server.site.html.Html.Element;
import dev.graspd.server.site.html.Html.Link;
import dev.graspd.server.site.html.Html.Name;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The message of a commit or a tag: text, with links to commits, to places on the web and to things
 * of Nostr (W-34). A link does not say whether there is such a commit.
 */
final class MessageNodes {
  /** A URL, a word of Nostr, or what may be the id of a commit. */
  private static final Pattern LINKED =
      Pattern.compile(
          "https?://[^\\s<>\"\\p{Cntrl}]{1,2000}"
              + "|nostr:[a-z]{4,8}1[02-9ac-hj-np-z]{6,1000}"
              + "|(?<![\\p{Alnum}_/.-])[0-9a-f]{7,40}(?![\\p{Alnum}_-])");

  private static final Pattern LAST_MARKS = Pattern.compile("[.,;:!?'\")\\]}]+$");
  private static final int WHOLE_ID = 40;

  private MessageNodes() {}

  static Node of(CodeLinks links, String message) {
    String shown = message.replace("\r\n", "\n");
    List<Node> nodes = new ArrayList<>();
    int from = 0;
    for (Matcher found = LINKED.matcher(shown); found.find(); ) {
      String word = LAST_MARKS.matcher(found.group()).replaceFirst("");
      if (isLinked(word)) {
        nodes.add(text(shown.substring(from, found.start())));
        nodes.add(link(links, word));
        from = found.start() + word.length();
      }
    }
    nodes.add(text(shown.substring(from)));
    return element(Tag.BDI, nodes);
  }

  /** Short words of hex digits are words or numbers if they have no digit, or nothing else. */
  private static boolean isLinked(String word) {
    boolean isHex = word.chars().allMatch(c -> Character.digit(c, 16) >= 0);
    return !isHex
        || word.length() == WHOLE_ID
        || (word.chars().anyMatch(Character::isDigit)
            && word.chars().anyMatch(Character::isLetter));
  }

  private static Node link(CodeLinks links, String word) {
    return word.contains(":")
        ? linked(new Link(word), "nofollow ugc noopener", word)
        : linked(links.to(new RepositoryView.Commit(word)), "nofollow", word);
  }

  private static Node linked(Link target, String relation, String word) {
    return new Element(
        Tag.A,
        List.of(new Attribute(Name.HREF, target.target()), new Attribute(Name.REL, relation)),
        List.of(text(word)));
  }
}
