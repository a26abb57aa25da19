package dev.graspd.server.site.truth;

import static dev.graspd.server.site.html.Html.code;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.table;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Attribute;
import dev.graspd.server.site.html.Html.Element;
import dev.graspd.server.site.html.Html.Name;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.page.CodeLinks;
import dev.graspd.server.site.page.Parts;
import dev.graspd.server.site.truth.SignedFacts.Difference;
import dev.graspd.server.site.truth.SignedFacts.Effect;
import dev.graspd.server.site.truth.SignedFacts.Signed;
import dev.graspd.server.site.truth.Speakers.Said;
import dev.graspd.server.site.truth.Speakers.Speaker;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The status page of a repository: the keys that speak for it, their signed events, and the
 * consequences (W-50 to W-55).
 */
public record TruthPage(CodeLinks links, SortedMap<PublicKey, String> names) {
  private static final int URL_SHOWN = 200;
  private static final int ID_SHOWN = 10;

  public static List<Node> of(CodeLinks links, Truth truth) {
    return new TruthPage(links, truth.names()).of(truth);
  }

  private List<Node> of(Truth truth) {
    List<Node> parts = new ArrayList<>(truth.around().before());
    parts.addAll(speakers(truth.signatures().speakers()));
    parts.addAll(states(truth.signatures().states()));
    parts.addAll(differences(truth.signatures().states()));
    parts.addAll(relays(truth.relays()));
    parts.addAll(truth.around().after());
    parts.addAll(new RefusalRows(links.base()).of(truth.refusals()));
    return parts;
  }

  // ---- who speaks

  private List<Node> speakers(Speakers speakers) {
    List<Node> parts = new ArrayList<>();
    parts.add(element(Tag.H2, text("Who speaks for it")));
    parts.add(
        scrolled(
            List.of("key", "role", "named by", "its own announcement"),
            speakers.shown().stream().map(this::row).toList()));
    more(speakers.more(), "keys").ifPresent(parts::add);
    return parts;
  }

  private List<Node> row(Speaker speaker) {
    return List.of(
        person(speaker.key()),
        text(speaker.position().words()),
        namedBy(speaker),
        speaker.own().map(this::said).orElse(text("none here")));
  }

  private Node namedBy(Speaker speaker) {
    List<Node> nodes = new ArrayList<>();
    for (Said said : speaker.namedBy()) {
      if (!nodes.isEmpty()) {
        nodes.add(text(", "));
      }
      nodes.add(person(said.event().author()));
      nodes.add(text(" "));
      nodes.add(said(said));
    }
    if (speaker.moreNamedBy() > 0) {
      nodes.add(text(" and " + speaker.moreNamedBy() + " more"));
    }
    return element(Tag.SPAN, nodes);
  }

  /** Only a served event has a page. */
  private Node said(Said said) {
    return said.isServed()
        ? event(said.event())
        : element(Tag.SPAN, Parts.day(said.event().createdAt()), text(", held"));
  }

  private Node person(PublicKey key) {
    return Parts.named(key, names);
  }

  private Node event(EventHead event) {
    return link(links.event(event.id()), Parts.day(event.createdAt()));
  }

  // ---- states

  private List<Node> states(SignedFacts facts) {
    List<Node> parts = new ArrayList<>();
    parts.add(element(Tag.H2, text("Signed states")));
    parts.add(element(Tag.P, text(verdict(facts))));
    if (!facts.states().isEmpty()) {
      parts.add(
          scrolled(
              List.of("signed by", "on", "branches and tags", "standing"),
              facts.states().stream().map(this::row).toList()));
    }
    more(facts.moreStates(), "states").ifPresent(parts::add);
    parts.add(
        Parts.note("The newest of each maintainer. Older states are gone: no history is claimed."));
    return parts;
  }

  private static String verdict(SignedFacts facts) {
    if (facts.states().isEmpty()) {
      return "Nobody who speaks for it has signed a state that is known here.";
    }
    boolean isRuled = has(facts, Effect.RULES);
    String ruling =
        !isRuled
            ? "No state rules yet: none that is served can be applied."
            : facts.isTie()
                ? "Two served states have the same time: the one with the lower id rules."
                : "Of the states that are served and can be applied, the newest rules.";
    String next =
        has(facts, Effect.RULES_NEXT)
            ? " A newer one is held: pushes follow it already, and it rules as soon as its git data"
                + " is here."
            : "";
    return ruling + next;
  }

  private static boolean has(SignedFacts facts, Effect effect) {
    return facts.states().stream().anyMatch(one -> one.effect() == effect);
  }

  private List<Node> row(Signed signed) {
    return List.of(
        person(signed.event().author()),
        signed.isServed() ? event(signed.event()) : Parts.day(signed.event().createdAt()),
        text(Integer.toString(signed.refs())),
        standing(signed));
  }

  private static Node standing(Signed signed) {
    String words = (signed.isServed() ? "served, " : "held, ") + words(signed.effect());
    return signed.effect() == Effect.RULES ? element(Tag.STRONG, text(words)) : text(words);
  }

  private static String words(Effect effect) {
    return switch (effect) {
      case RULES -> "rules";
      case RULES_NEXT -> "rules when its git data is here";
      case NEWER_RULES -> "a newer one rules";
      case WAITS_BEHIND -> "waits for git data, but one that is newer counts before it";
      case IMPOSSIBLE -> "never applied: it has a ref or a value that git forbids";
    };
  }

  private List<Node> differences(SignedFacts facts) {
    if (facts.states().isEmpty()) {
      return List.of();
    }
    List<Node> parts = new ArrayList<>();
    parts.add(element(Tag.H2, text("Where states differ from what is here")));
    if (facts.differences().isEmpty()) {
      parts.add(element(Tag.P, text("Nowhere: all branches and tags are as these states say.")));
      return parts;
    }
    parts.add(
        scrolled(
            List.of("ref", "here", "signed", "by", "on"),
            facts.differences().stream().map(this::row).toList()));
    more(facts.moreDifferences(), "differences").ifPresent(parts::add);
    return parts;
  }

  private List<Node> row(Difference one) {
    return List.of(
        foreign(one.ref().text()),
        one.here().map(oid -> Parts.shortId(links, oid)).orElse(text("not here")),
        one.there().map(TruthPage::shown).orElse(text("not named")),
        person(one.state().author()),
        Parts.day(one.state().createdAt()));
  }

  /** What a state names need not be here, or be a commit. */
  private static Node shown(Oid oid) {
    return new Element(
        Tag.SPAN,
        List.of(new Attribute(Name.TITLE, oid.hex())),
        List.of(code(oid.hex().substring(0, ID_SHOWN))));
  }

  // ---- beside

  private static List<Node> relays(List<Truth.Relay> relays) {
    return relays.isEmpty()
        ? List.of()
        : List.of(
            element(Tag.H2, text("Relays")),
            scrolled(
                List.of("relay", "followed from here"),
                relays.stream()
                    .map(one -> List.of(foreign(Html.cut(one.url(), URL_SHOWN)), text(one.sync())))
                    .toList()));
  }

  private static Optional<Node> more(int count, String what) {
    return count == 0
        ? Optional.empty()
        : Optional.of(Parts.note("and " + count + " more " + what + ", left out here"));
  }

  static Node scrolled(List<String> heads, List<List<Node>> rows) {
    return new Element(
        Tag.DIV,
        List.of(new Attribute(Name.CLASS, "scroll"), new Attribute(Name.TABINDEX, "0")),
        List.of(table(heads, rows)));
  }
}
