package dev.graspd.server.site.text.markdown;

import dev.graspd.server.site.html.Html;
import java.util.List;
import org.commonmark.ext.autolink.AutolinkExtension;
import org.commonmark.ext.autolink.AutolinkType;
import org.commonmark.ext.gfm.strikethrough.StrikethroughExtension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;

/**
 * Renders Markdown (W-91). Equal texts give equal nodes. A text beyond a bound is not rendered in
 * part: the page shows all of it as it is written.
 */
public final class Markdown {
  /** {@code MARKDOWN}, in characters. */
  static final int CHARS_MAX = 512 << 10;

  /** How deep elements may be in each other. */
  static final int NESTING_MAX = 64;

  static final int CELLS_MAX = 20_000;
  static final int IMAGES_MAX = 200;

  /** The most elements and pieces of text; a real text of the largest size has fewer. */
  static final int NODES_MAX = 200_000;

  /**
   * The parser stops beyond our own bounds, so that reaching them is noticed: before it, nothing is
   * deep enough for the stack to matter.
   */
  private static final int PARSED_NESTING_MAX = NESTING_MAX + 4;

  private static final Parser PARSER =
      Parser.builder()
          .maxOpenBlockParsers(PARSED_NESTING_MAX)
          .maxInlineNesting(PARSED_NESTING_MAX)
          .extensions(
              List.of(
                  TablesExtension.builder().maxCells(CELLS_MAX).build(),
                  StrikethroughExtension.create(),
                  AutolinkExtension.builder()
                      .linkTypes(AutolinkType.URL, AutolinkType.WWW)
                      .build()))
          .build();

  private Markdown() {}

  /** What becomes of a text. */
  public sealed interface Outcome {
    record Rendered(List<Html.Node> nodes) implements Outcome {
      public Rendered {
        nodes = List.copyOf(nodes);
      }
    }

    /** It is beyond a bound, and is shown as it is written. */
    record AsText(Reason reason) implements Outcome {}
  }

  /** Why a text is not rendered. */
  public enum Reason {
    SIZE("it is longer than 512 KiB"),
    NESTING("its parts are more than 64 levels deep"),
    CELLS("its tables have more than 20,000 cells"),
    IMAGES("it has more than 200 images"),
    NODES("it has more than 200,000 parts");

    private final String words;

    Reason(String words) {
      this.words = words;
    }

    public String words() {
      return words;
    }
  }

  /**
   * Renders a text.
   *
   * @param links where its relative links lead
   */
  public static Outcome render(String source, MarkdownLinks links) {
    if (source.length() > CHARS_MAX) {
      return new Outcome.AsText(Reason.SIZE);
    }
    Node document;
    try {
      document = PARSER.parse(source);
    } catch (IllegalArgumentException _) {
      // The only way in which the parser says that a table has too many cells.
      return new Outcome.AsText(Reason.CELLS);
    }
    Output out = new Output(links);
    new Blocks(out).children(document);
    return out.end();
  }
}
