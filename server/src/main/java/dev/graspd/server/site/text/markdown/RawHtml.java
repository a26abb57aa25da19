package dev.graspd.server.site.text.markdown;

import dev.graspd.server.site.html.Html.Tag;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.owasp.html.HtmlSanitizer;

/** Reads pieces of raw HTML and passes on what is allowed (W-91). */
final class RawHtml implements HtmlSanitizer.Policy {
  private final Output out;
  private final Slugs slugs;

  /** The element that is left out now, with its content. */
  private Optional<String> leftOut = Optional.empty();

  private int leftOutDepth;

  RawHtml(Output out, Slugs slugs) {
    this.out = out;
    this.slugs = slugs;
  }

  /** Returns whether the text that follows belongs to an element that is left out. */
  boolean isLeavingOut() {
    return leftOut.isPresent();
  }

  /** Ends what is left out, at the latest with its block. */
  void endBlock() {
    leftOut = Optional.empty();
  }

  /** Reads a piece; elements may begin in one piece and end in another. */
  void read(String piece) {
    HtmlSanitizer.sanitize(piece, this, _ -> this);
  }

  @Override
  public void openDocument() {
    // A piece is not a document.
  }

  @Override
  public void closeDocument() {
    // Nor does it end one.
  }

  @Override
  public void openTag(String name, List<String> pairs) {
    if (leftOut.isPresent()) {
      leftOutDepth += leftOut.get().equals(name) ? 1 : 0;
      return;
    }
    if (RawTags.isLeftOutWhole(name)) {
      leftOut = Optional.of(name);
      leftOutDepth = 1;
      return;
    }
    RawTags.of(name).ifPresent(tag -> open(tag, given(pairs)));
  }

  /** The first of equal names counts, as in browsers. */
  private static Map<String, String> given(List<String> pairs) {
    Map<String, String> given = new LinkedHashMap<>();
    List<String> all = new ArrayList<>(pairs);
    for (int i = 0; i + 1 < all.size(); i += 2) {
      given.putIfAbsent(all.get(i), all.get(i + 1));
    }
    return given;
  }

  private void open(Tag tag, Map<String, String> given) {
    List<String> pairs = new ArrayList<>();
    Set<String> names = new HashSet<>();
    given.forEach((name, value) -> {
      boolean isId = name.equals("id") || (name.equals("name") && tag == Tag.A);
      Optional<String> allowed = isId ? slugs.given(value) : RawTags.attribute(tag, name, value);
      String written = isId ? "id" : name;
      if (allowed.isPresent() && names.add(written)) {
        pairs.addAll(List.of(written, allowed.get()));
      }
    });
    String href = given.get("href");
    if (tag == Tag.IMG) {
      out.image(given.getOrDefault("src", ""), given.getOrDefault("alt", ""), pairs);
    } else if (tag == Tag.A && href != null) {
      boolean _ = out.openLink(href, pairs);
    } else if (tag != Tag.A || !pairs.isEmpty()) {
      out.open(tag, pairs);
    }
  }

  @Override
  public void closeTag(String name) {
    if (leftOut.isPresent()) {
      leftOutDepth -= leftOut.get().equals(name) ? 1 : 0;
      if (leftOutDepth == 0) {
        leftOut = Optional.empty();
      }
      return;
    }
    RawTags.of(name).ifPresent(out::close);
  }

  @Override
  public void text(String text) {
    if (leftOut.isEmpty()) {
      out.text(text);
    }
  }
}
