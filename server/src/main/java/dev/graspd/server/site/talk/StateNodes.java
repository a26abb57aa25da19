package dev.graspd.server.site.talk;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.talk.list.RowFilter.Section;
import dev.graspd.core.talk.list.RowFilter.States;
import dev.graspd.core.talk.thread.State;
import dev.graspd.server.site.address.TalkView;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.page.CodeLinks;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** States and labels of threads as marks. */
final class StateNodes {
  private StateNodes() {}

  static Node of(State state) {
    String word = state.name().toLowerCase(Locale.ROOT);
    return classed(Tag.SPAN, "state " + word, text(words(state)));
  }

  static String words(State state) {
    return switch (state) {
      case OPEN -> "Open";
      case DRAFT -> "Draft";
      case MERGED -> "Merged";
      case RESOLVED -> "Resolved";
      case CLOSED -> "Closed";
    };
  }

  /** Returns the choices that a list of a section has. */
  static List<States> choices(Section section) {
    return section == Section.ISSUES
        ? List.of(States.OPEN, States.CLOSED, States.DRAFT, States.ALL)
        : List.of(States.OPEN, States.MERGED, States.CLOSED, States.DRAFT, States.ALL);
  }

  static String words(States states) {
    return switch (states) {
      case OPEN -> "Open";
      case MERGED -> "Merged";
      case CLOSED -> "Closed";
      case DRAFT -> "Draft";
      case ALL -> "All";
    };
  }

  static int count(States states, Map<State, Integer> counts) {
    return switch (states) {
      case OPEN -> counts.getOrDefault(State.OPEN, 0);
      case MERGED -> counts.getOrDefault(State.MERGED, 0);
      case CLOSED -> counts.getOrDefault(State.CLOSED, 0) + counts.getOrDefault(State.RESOLVED, 0);
      case DRAFT -> counts.getOrDefault(State.DRAFT, 0);
      case ALL -> counts.values().stream().mapToInt(Integer::intValue).sum();
    };
  }

  /** Labels, each a link to the threads that have it. */
  static List<Node> labels(CodeLinks links, Section section, Collection<String> labels) {
    List<Node> nodes = new ArrayList<>();
    for (String label : labels) {
      TalkView.Choice choice = TalkView.Choice.USUAL.withLabel(Optional.of(label)).with(States.ALL);
      nodes.add(text(" "));
      nodes.add(
          classed(
              Tag.SPAN,
              "label",
              link(links.to(new TalkView.Listed(section, choice)), foreign(label))));
    }
    return nodes;
  }
}
