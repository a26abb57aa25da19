package dev.graspd.server.site.text.markdown;

import dev.graspd.server.site.html.Html.Link;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.owasp.html.TagBalancingHtmlStreamEventReceiver;

/**
 * Takes the tags of Markdown and of raw HTML in one stream, puts them in an order that HTML allows,
 * and builds nodes from them.
 */
final class Output {
  /** Beyond the bound on nesting, so that reaching that bound is noticed. */
  private static final int BALANCED_MAX = 4 * Markdown.NESTING_MAX;

  private static final String FOREIGN = "nofollow ugc noopener";

  private final Assembler assembler = new Assembler();
  private final TagBalancingHtmlStreamEventReceiver balancer =
      new TagBalancingHtmlStreamEventReceiver(assembler);
  private final MarkdownLinks links;

  Output(MarkdownLinks links) {
    this.links = links;
    balancer.setNestingLimit(BALANCED_MAX);
  }

  boolean isOver() {
    return assembler.over().isPresent();
  }

  void open(Tag tag, String... pairs) {
    open(tag, List.of(pairs));
  }

  /**
   * Opens an element.
   *
   * @param pairs names of attributes, each with its value
   */
  void open(Tag tag, List<String> pairs) {
    if (!isOver()) {
      balancer.openTag(word(tag), pairs);
    }
  }

  void close(Tag tag) {
    if (!isOver()) {
      balancer.closeTag(word(tag));
    }
  }

  void text(String text) {
    if (!isOver() && !text.isEmpty()) {
      balancer.text(text);
    }
  }

  /** Adds nodes to the element that was opened last. */
  void add(List<Node> nodes) {
    assembler.addAll(nodes);
  }

  private static String word(Tag tag) {
    return tag.name().toLowerCase(Locale.ROOT);
  }

  // ---- links and images

  /** Opens a link; returns false, and opens nothing, if it leads nowhere. */
  boolean openLink(String written, List<String> morePairs) {
    Destination destination = Destination.parse(written, links.directory());
    Optional<Link> target =
        switch (destination) {
          case Destination.Foreign(var link) -> Optional.of(link);
          case Destination.Anchor(var name) -> Link.parse(Slugs.anchor(name));
          case Destination.Inside(var path, var fragment) ->
              links.page(path, Slugs.anchorOfFile(fragment));
          case Destination.Nowhere() -> Optional.empty();
        };
    if (target.isEmpty()) {
      return false;
    }
    open(Tag.A, pairs(target.get(), destination instanceof Destination.Foreign, morePairs));
    return true;
  }

  private static List<String> pairs(Link target, boolean isForeign, List<String> more) {
    List<String> pairs = new ArrayList<>(List.of("href", target.target()));
    if (isForeign) {
      pairs.addAll(List.of("rel", FOREIGN));
    }
    pairs.addAll(more);
    return pairs;
  }

  /** Shows an image, or a link to it if it is on another server, or only its text. */
  void image(String written, String alternative, List<String> morePairs) {
    switch (Destination.parse(written, links.directory())) {
      case Destination.Inside(var path, _) -> {
        Optional<Link> source = links.raw(path);
        if (source.isPresent()) {
          image(source.get(), alternative, morePairs);
        } else {
          text(alternative);
        }
      }
      case Destination.Foreign(var link) -> remoteImage(link, alternative, morePairs);
      case Destination.Anchor _, Destination.Nowhere _ -> text(alternative);
    }
  }

  private void image(Link source, String alternative, List<String> morePairs) {
    List<String> pairs = new ArrayList<>(List.of("src", source.target(), "alt", alternative));
    pairs.addAll(morePairs);
    open(Tag.IMG, pairs);
  }

  private void remoteImage(Link link, String alternative, List<String> morePairs) {
    boolean isWeb = !link.target().startsWith("nostr:");
    if (isWeb && links.showsRemoteImages()) {
      image(link, alternative, morePairs);
      return;
    }
    String words = alternative.isBlank() ? "image" : alternative;
    if (assembler.isInside(Tag.A)) {
      text(words);
    } else {
      open(Tag.A, pairs(link, true, List.of()));
      text(words);
      close(Tag.A);
    }
  }

  Markdown.Outcome end() {
    balancer.closeDocument();
    return assembler
        .over()
        .<Markdown.Outcome>map(Markdown.Outcome.AsText::new)
        .orElseGet(() -> new Markdown.Outcome.Rendered(assembler.nodes()));
  }
}
