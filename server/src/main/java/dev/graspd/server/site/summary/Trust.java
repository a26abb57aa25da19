package dev.graspd.server.site.summary;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.page.CodeLinks;
import dev.graspd.server.site.page.Parts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How far the default branch can be trusted: one line that says who has signed it and how many
 * copies elsewhere have the same value. It never says more than was compared, and links what is
 * behind it: the signed state, and the comparison (W-3, W-30).
 *
 * @param branch that HEAD names
 * @param state the newest served state that gives it this value
 * @param isWaiting whether the newest state gives it another value and waits for git data
 * @param copies announced ones on other servers
 */
public record Trust(
    RefName branch, Oid value, Optional<EventHead> state, boolean isWaiting, Copies copies) {
  private static final String HEADS = "refs/heads/";

  /**
   * How many copies have the branch, and how.
   *
   * @param same with the value of here
   * @param other with another value, or without the branch
   * @param unknown not compared with what is here now
   */
  public record Copies(int same, int other, int unknown) {
    private boolean isAny() {
      return same + other + unknown > 0;
    }

    private String words() {
      int all = same + other + unknown;
      return all == 0
          ? "no other copies are announced"
          : same
              + " of "
              + all
              + (all == 1 ? " other copy agrees" : " other copies agree")
              + (other == 0 ? "" : ", " + other + (other == 1 ? " differs" : " differ"))
              + (unknown == 0 ? "" : ", " + unknown + " unknown");
    }
  }

  Node line(CodeLinks links) {
    List<Node> parts = new ArrayList<>();
    parts.add(element(Tag.STRONG, foreign(branch.text().substring(HEADS.length()))));
    parts.add(text(" is "));
    parts.add(Parts.shortId(links, value));
    parts.addAll(state.map(signed -> signature(links, signed)).orElse(unsigned()));
    if (isWaiting) {
      parts.add(text(" · a newer signed state waits for its git data"));
    }
    parts.add(text(" · "));
    parts.add(
        copies.isAny()
            ? link(links.to(new RepositoryView.Status()), text(copies.words()))
            : text(copies.words()));
    return classed(Tag.P, "trust", parts);
  }

  private static List<Node> unsigned() {
    return List.of(text(", who signed that is unknown"));
  }

  private static List<Node> signature(CodeLinks links, EventHead signed) {
    return List.of(
        text(" as signed by "),
        signer(links, signed.author()),
        text(" on "),
        link(links.event(signed.id()), Parts.day(signed.createdAt())));
  }

  /** Only of the owner is it certain that there is a page. */
  private static Node signer(CodeLinks links, PublicKey key) {
    Node shown = links.person(key);
    return key.equals(links.repository().owner()) ? link(links.owner(), shown) : shown;
  }
}
