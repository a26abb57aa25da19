package dev.graspd.server.site.text.markdown;

import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;

/** The words of a part of a text, without what they look like. */
final class PlainText extends AbstractVisitor {
  private final StringBuilder words = new StringBuilder();

  private PlainText() {}

  static String of(Node node) {
    PlainText text = new PlainText();
    node.accept(text);
    return text.words.toString();
  }

  @Override
  public void visit(Text text) {
    words.append(text.getLiteral());
  }

  @Override
  public void visit(Code code) {
    words.append(code.getLiteral());
  }

  @Override
  public void visit(SoftLineBreak lineBreak) {
    words.append(' ');
  }

  @Override
  public void visit(HardLineBreak lineBreak) {
    words.append(' ');
  }
}
