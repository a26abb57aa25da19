package dev.graspd.server.site.page;

import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.server.site.html.Html.Attribute;
import dev.graspd.server.site.html.Html.Element;
import dev.graspd.server.site.html.Html.Link;
import dev.graspd.server.site.html.Html.Name;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/** Forms that ask for another page; they send nothing but its address. */
public final class Forms {
  private Forms() {}

  public static Node form(Link action, String button, Node... fields) {
    List<Node> parts = new ArrayList<>(List.of(fields));
    parts.add(
        new Element(
            Tag.BUTTON, List.of(new Attribute(Name.TYPE, "submit")), List.of(text(button))));
    return new Element(
        Tag.FORM,
        List.of(
            new Attribute(Name.CLASS, "ask"),
            new Attribute(Name.METHOD, "get"),
            new Attribute(Name.ACTION, action.target())),
        parts);
  }

  public static Node input(String label, String name, String value) {
    return element(
        Tag.LABEL,
        text(label + " "),
        new Element(
            Tag.INPUT,
            List.of(
                new Attribute(Name.TYPE, "text"),
                new Attribute(Name.NAME, name),
                new Attribute(Name.VALUE, value)),
            List.of()));
  }

  /**
   * A choice between words.
   *
   * @param options what is sent, with what is shown
   */
  public static Node select(
      String label, String name, SequencedMap<String, String> options, String chosen) {
    List<Node> shown = new ArrayList<>();
    for (Map.Entry<String, String> option : options.entrySet()) {
      List<Attribute> attributes = new ArrayList<>();
      attributes.add(new Attribute(Name.VALUE, option.getKey()));
      if (option.getKey().equals(chosen)) {
        attributes.add(new Attribute(Name.SELECTED, "selected"));
      }
      shown.add(new Element(Tag.OPTION, attributes, List.of(text(option.getValue()))));
    }
    return element(
        Tag.LABEL,
        text(label + " "),
        new Element(Tag.SELECT, List.of(new Attribute(Name.NAME, name)), shown));
  }
}
