package dev.graspd.server.site.text.markdown;

import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Attribute;
import dev.graspd.server.site.html.Html.Element;
import dev.graspd.server.site.html.Html.Name;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.owasp.html.HtmlStreamEventReceiver;

/**
 * Builds nodes from tags that open and close. Counts what it builds: after a bound is reached, it
 * takes nothing more.
 */
final class Assembler implements HtmlStreamEventReceiver {
  /** An element that is not closed yet. */
  private record Open(Tag tag, List<Attribute> attributes, List<Node> children) {}

  private static final Map<String, Tag> TAGS = RawTags.output();

  private final List<Node> roots = new ArrayList<>();
  private final Deque<Open> open = new ArrayDeque<>();
  private Optional<Markdown.Reason> over = Optional.empty();
  private int nodes;
  private int cells;
  private int images;

  Optional<Markdown.Reason> over() {
    return over;
  }

  boolean isInside(Tag tag) {
    return open.stream().anyMatch(one -> one.tag == tag);
  }

  List<Node> nodes() {
    return List.copyOf(roots);
  }

  @Override
  public void openTag(String name, List<String> pairs) {
    Tag tag = TAGS.get(name);
    if (tag == null || over.isPresent()) {
      return;
    }
    List<Attribute> attributes = attributes(pairs);
    if (tag == Tag.BR || tag == Tag.HR || tag == Tag.IMG) {
      add(new Element(tag, attributes, List.of()));
    } else {
      open.addFirst(new Open(tag, attributes, new ArrayList<>()));
    }
    count(tag);
  }

  private static List<Attribute> attributes(List<String> pairs) {
    List<Attribute> attributes = new ArrayList<>();
    for (int i = 0; i + 1 < pairs.size(); i += 2) {
      String name = pairs.get(i).toUpperCase(Locale.ROOT).replace('-', '_');
      attributes.add(new Attribute(Name.valueOf(name), pairs.get(i + 1)));
    }
    return attributes;
  }

  private void count(Tag tag) {
    cells += tag == Tag.TD || tag == Tag.TH ? 1 : 0;
    images += tag == Tag.IMG ? 1 : 0;
    nodes++;
    over = exceeded();
  }

  private Optional<Markdown.Reason> exceeded() {
    if (open.size() > Markdown.NESTING_MAX) {
      return Optional.of(Markdown.Reason.NESTING);
    }
    if (cells > Markdown.CELLS_MAX) {
      return Optional.of(Markdown.Reason.CELLS);
    }
    if (images > Markdown.IMAGES_MAX) {
      return Optional.of(Markdown.Reason.IMAGES);
    }
    return nodes > Markdown.NODES_MAX ? Optional.of(Markdown.Reason.NODES) : Optional.empty();
  }

  @Override
  public void closeTag(String name) {
    Tag tag = TAGS.get(name);
    if (tag == null || over.isPresent() || !isInside(tag)) {
      return;
    }
    while (closeLast() != tag) {
      // Elements within it end with it.
    }
  }

  private Tag closeLast() {
    Open last = open.removeFirst();
    add(new Element(last.tag, last.attributes, last.children));
    return last.tag;
  }

  @Override
  public void text(String text) {
    if (!text.isEmpty()) {
      addAll(List.of(Html.text(text)));
    }
  }

  /** Adds nodes to the element that was opened last. */
  void addAll(List<Node> more) {
    if (over.isPresent()) {
      return;
    }
    more.forEach(this::add);
    nodes += more.size();
    over = exceeded();
  }

  private void add(Node node) {
    Open parent = open.peekFirst();
    (parent == null ? roots : parent.children).add(node);
  }

  @Override
  public void openDocument() {
    // Nothing to do before the first tag.
  }

  @Override
  public void closeDocument() {
    while (!open.isEmpty()) {
      closeLast();
    }
  }
}
