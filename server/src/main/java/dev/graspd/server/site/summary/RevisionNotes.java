package dev.graspd.server.site.summary;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.Revision;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.page.CodeLinks;
import dev.graspd.server.site.page.Parts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Notes about the revision of a page, above its content. */
public final class RevisionNotes {
  private static final String HEAD = "HEAD";

  private RevisionNotes() {}

  /**
   * Says that a commit is not part of the repository (W-5).
   *
   * @param key of the pull request's author; empty if its event is not here
   */
  public static Node offer(CodeLinks links, EventId pullRequest, Optional<PublicKey> key) {
    List<Node> parts = new ArrayList<>();
    parts.add(element(Tag.STRONG, text("Not part of this repository:")));
    if (key.isPresent()) {
      parts.add(text(" offered by "));
      parts.add(Parts.npub(key.get()));
      parts.add(text(" in pull request "));
      parts.add(link(links.event(pullRequest), Html.code(pullRequest.hex())));
    } else {
      parts.add(text(" offered in a pull request whose event is not here, "));
      parts.add(Html.code(pullRequest.hex()));
    }
    return classed(Tag.P, "banner", parts);
  }

  /** Says if a name means something that readers may not expect (W-20, W-37). */
  public static List<Node> names(CodeLinks links, Refs refs, String written, Revision target) {
    List<Node> notes = new ArrayList<>();
    if (target.isAlsoTag()) {
      notes.add(alsoTag(links, written));
    }
    if (written.equals(HEAD)) {
      target.ref().flatMap(shown -> unborn(refs, shown)).ifPresent(notes::add);
    }
    return notes;
  }

  private static Node alsoTag(CodeLinks links, String branch) {
    String tag = "refs/tags/" + branch;
    return classed(
        Tag.P,
        "note",
        text("This is the branch "),
        foreign(branch),
        text(". There is also a tag of this name: "),
        link(links.tree(tag, TreePath.ROOT), foreign(tag)));
  }

  /** Says that HEAD names a branch that is not here; nothing if it is. */
  public static Optional<Node> unborn(Refs refs, RefName shown) {
    return refs.head()
        .filter(head -> !refs.values().containsKey(head))
        .map(head ->
            classed(
                Tag.P,
                "note",
                text("HEAD names "),
                foreign(head.text()),
                text(", which is not here. This is "),
                foreign(shown.text()),
                text(".")));
  }
}
