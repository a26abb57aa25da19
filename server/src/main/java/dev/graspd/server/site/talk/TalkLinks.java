package dev.graspd.server.site.talk;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.talk.event.RootKind;
import dev.graspd.core.talk.list.RowFilter.Section;
import dev.graspd.core.talk.member.MemberKind;
import dev.graspd.server.site.address.TalkView;
import dev.graspd.server.site.html.Html.Attribute;
import dev.graspd.server.site.html.Html.Element;
import dev.graspd.server.site.html.Html.Link;
import dev.graspd.server.site.html.Html.Name;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.page.CodeLinks;
import dev.graspd.server.site.page.Parts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Names and links that pages of threads share. */
public record TalkLinks(CodeLinks code) {
  private static final String PICTURE_PIXELS = "20";

  static Section section(RootKind kind) {
    return kind.bringsCommits() ? Section.PULL_REQUESTS : Section.ISSUES;
  }

  Link thread(RootKind kind, EventId root) {
    return code.to(new TalkView.Conversation(section(kind), root.hex()));
  }

  Node person(PublicKey key) {
    return code.person(key);
  }

  /** A person with its picture, and what it is in this thread. */
  List<Node> person(PublicKey key, MemberKind position) {
    List<Node> nodes = new ArrayList<>();
    nodes.add(
        new Element(
            Tag.IMG,
            List.of(
                new Attribute(Name.SRC, code.picture(key).target()),
                new Attribute(Name.ALT, ""),
                new Attribute(Name.WIDTH, PICTURE_PIXELS),
                new Attribute(Name.HEIGHT, PICTURE_PIXELS)),
            List.of()));
    nodes.add(person(key));
    if (position != MemberKind.NONE) {
      nodes.add(classed(Tag.SPAN, "role", text(position.name().toLowerCase(Locale.ROOT))));
    }
    return nodes;
  }

  /** When an event was signed, with a link to it as it was signed (W-48). */
  Node signed(EventHead event) {
    return link(code.event(event.id()), Parts.day(event.createdAt()));
  }
}
