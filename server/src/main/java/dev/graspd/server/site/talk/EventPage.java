package dev.graspd.server.site.talk;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.Nip19;
import dev.graspd.core.store.query.Arrival;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Attribute;
import dev.graspd.server.site.html.Html.Element;
import dev.graspd.server.site.html.Html.Link;
import dev.graspd.server.site.html.Html.Name;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.page.Parts;
import dev.graspd.server.site.text.VisibleText;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A served event as it was signed (W-48): what other pages say of it can be checked here. */
public final class EventPage {
  /** How much of the JSON is shown, in characters. */
  private static final int JSON_SHOWN = 512 << 10;

  private EventPage() {}

  /**
   * Shows an event.
   *
   * @param name what its signer calls itself
   * @param arrival when it came here, as far as that is known
   * @param shownAt the page that shows what it means
   * @param relay the URL for Nostr clients
   */
  public static List<Node> of(
      Event event,
      Optional<String> name,
      Optional<Arrival> arrival,
      Optional<Link> shownAt,
      String relay) {
    List<Node> parts = new ArrayList<>();
    parts.add(element(Tag.H1, text("Signed event")));
    parts.add(
        element(
            Tag.P,
            text(
                "This relay has checked the id and the signature when the event came, and serves"
                    + " it to everybody. Below is all of it; characters without a look of their own appear"
                    + " as their number.")));
    shownAt.ifPresent(there -> parts.add(element(Tag.P, link(there, text("See what it means")))));
    List<Node> rows = new ArrayList<>();
    row(rows, "Id", Html.code(event.id().hex()));
    row(rows, "Kind", text(event.kind() + kind(event.kind())));
    row(rows, "Signed by", signer(event, name));
    row(rows, "Signed at", Parts.day(event.createdAt()), text(" (a claim of its signer)"));
    row(rows, "Here since", text(arrival.map(EventPage::since).orElse("not known")));
    row(rows, "Signature", Html.code(event.signature().toString()));
    row(rows, "Standing", text("served"));
    row(
        rows,
        "In a client",
        link(new Link("nostr:" + Nip19.nevent(event.head(), relay)), text("open")));
    row(rows, "Why", Html.code("graspd why " + event.id().hex()), text(" tells the operator"));
    parts.add(element(Tag.DL, rows));
    List<Node> json = new ArrayList<>();
    json.addAll(
        VisibleText.of(Html.cut(new String(event.json(), StandardCharsets.UTF_8), JSON_SHOWN)));
    parts.add(
        new Element(
            Tag.PRE,
            List.of(new Attribute(Name.CLASS, "plain"), new Attribute(Name.TABINDEX, "0")),
            json));
    return parts;
  }

  private static void row(List<Node> rows, String name, Node... value) {
    rows.add(element(Tag.DT, text(name)));
    rows.add(element(Tag.DD, value));
  }

  /** The store keeps minutes, and pages have no relative times (W-2). */
  private static String since(Arrival arrival) {
    return switch (arrival) {
      case Arrival.Within(var minute, var hasWaited) ->
          minute(minute) + (hasWaited ? ", after it had waited here" : "");
      case Arrival.Before(var minute) -> "before " + minute(minute) + "; older times are not kept";
    };
  }

  private static String minute(long seconds) {
    return Html.minute(Instant.ofEpochSecond(seconds));
  }

  private static Node signer(Event event, Optional<String> name) {
    List<Node> nodes = new ArrayList<>();
    name.ifPresent(one -> {
      nodes.add(foreign(one));
      nodes.add(text(" "));
    });
    nodes.add(Html.code(Bech32.npub(event.author())));
    return classed(Tag.SPAN, "person", nodes);
  }

  private static String kind(int kind) {
    String words =
        switch (kind) {
          case Kinds.METADATA -> "profile";
          case Kinds.TEXT_NOTE -> "note";
          case Kinds.DELETION -> "deletion";
          case Kinds.REACTION -> "reaction";
          case Kinds.COMMENT -> "comment";
          case Kinds.PATCH -> "patch";
          case Kinds.PULL_REQUEST -> "pull request";
          case Kinds.PULL_REQUEST_UPDATE -> "update of a pull request";
          case Kinds.ISSUE -> "issue";
          case Kinds.OLD_REPLY -> "reply of the old form";
          case Kinds.COVER_NOTE -> "text on top of a thread";
          case Kinds.STATUS_OPEN -> "status: open";
          case Kinds.STATUS_APPLIED -> "status: merged or resolved";
          case Kinds.STATUS_CLOSED -> "status: closed";
          case Kinds.STATUS_DRAFT -> "status: draft";
          case Kinds.LABEL -> "labels";
          case Kinds.REVIEW -> "review";
          case Kinds.ZAP -> "receipt of a zap";
          case Kinds.ANNOUNCEMENT -> "announcement of a repository";
          case Kinds.REPO_STATE -> "state of a repository";
          case Kinds.GRASP_LIST -> "list of GRASP servers";
          default -> "";
        };
    return words.isEmpty() ? "" : ", " + words;
  }
}
