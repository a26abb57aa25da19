package dev.graspd.server.hook;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.hook.Delivery;
import dev.graspd.core.store.hook.RefsMove;
import dev.graspd.core.talk.event.RootKind;
import dev.graspd.core.talk.event.TalkEvent;
import dev.graspd.core.talk.event.TalkReader;
import dev.graspd.core.talk.list.RowFilter.Section;
import dev.graspd.core.talk.thread.Titles;
import dev.graspd.server.site.address.Addresses;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.site.address.TalkView;
import java.io.ByteArrayOutputStream;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The body of a delivery (WH-2): one JSON object, a function of what it is about, so that each
 * attempt has the same one.
 *
 * @param event that it is about
 * @param root the first event of the thread that the event belongs to
 */
record HookBody(
    ServiceAddress service, Delivery delivery, Optional<Event> event, Optional<Event> root) {
  /** A longer event is left out; its id and its page are there. */
  static final int EVENT_BYTES_MAX = 256 << 10;

  private static final JsonFactory JSON = new JsonFactory();
  private static final int MILLIS = 1_000;

  byte[] bytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
      out.writeStartObject();
      out.writeStringProperty("topic", delivery.topic().word());
      out.writeStringProperty("delivery", delivery.token());
      out.writeNumberProperty("hook", delivery.hook());
      out.writeNumberProperty("at", delivery.progress().sinceMillis() / MILLIS);
      out.writeStringProperty("server", service.httpUrl());
      out.writeStringProperty("text", text());
      delivery.repository().ifPresent(repository -> write(out, repository));
      delivery.move().ifPresent(move -> write(out, move));
      event.ifPresent(one -> write(out, one));
      out.writeEndObject();
    }
    return bytes.toByteArray();
  }

  private void write(JsonGenerator out, RepoAddress repository) {
    out.writeObjectPropertyStart("repository");
    out.writeStringProperty("npub", Bech32.npub(repository.owner()));
    out.writeStringProperty("identifier", repository.identifier().text());
    out.writeStringProperty("address", repository.toString());
    String page = url(new SiteAddress.OfRepository(repository, false, overview()));
    out.writeStringProperty("page", page);
    out.writeStringProperty("clone", page + ".git");
    out.writeEndObject();
  }

  private static void write(JsonGenerator out, RefsMove move) {
    out.writeArrayPropertyStart("refs");
    for (RefsMove.Change change : move.changes()) {
      out.writeStartObject();
      out.writeStringProperty("ref", change.ref().text());
      idOrNull(out, "old", change.before().map(Oid::hex));
      idOrNull(out, "new", change.after().map(Oid::hex));
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeNumberProperty("more_refs", move.more());
    if (!move.headBefore().equals(move.headAfter())) {
      out.writeObjectPropertyStart("head");
      idOrNull(out, "old", move.headBefore().map(RefName::text));
      idOrNull(out, "new", move.headAfter().map(RefName::text));
      out.writeEndObject();
    }
  }

  private static void idOrNull(JsonGenerator out, String name, Optional<String> text) {
    if (text.isPresent()) {
      out.writeStringProperty(name, text.get());
    } else {
      out.writeNullProperty(name);
    }
  }

  private void write(JsonGenerator out, Event one) {
    out.writeStringProperty("event_id", one.id().hex());
    if (one.json().length <= EVENT_BYTES_MAX) {
      out.writeName("event");
      out.writeRawValue(new String(one.json(), UTF_8));
    }
    out.writeObjectPropertyStart("links");
    out.writeStringProperty("event", url(new SiteAddress.SignedEvent(one.id())));
    Optional<TalkEvent.Root> first = first();
    if (first.isPresent() && delivery.repository().isPresent()) {
      Section section =
          first.get().kind() == RootKind.ISSUE ? Section.ISSUES : Section.PULL_REQUESTS;
      RepositoryView view =
          new RepositoryView.Talk(new TalkView.Conversation(section, first.get().id().hex()));
      out.writeStringProperty(
          "thread", url(new SiteAddress.OfRepository(delivery.repository().get(), false, view)));
    }
    out.writeEndObject();
  }

  /** The event that begins the thread: another one, or this one itself. */
  private Optional<TalkEvent.Root> first() {
    return root.or(() -> event)
        .flatMap(TalkReader::read)
        .filter(TalkEvent.Root.class::isInstance)
        .map(TalkEvent.Root.class::cast);
  }

  private static RepositoryView overview() {
    return new RepositoryView.Summary();
  }

  private String url(SiteAddress address) {
    return service.httpUrl() + "/" + Addresses.write(address);
  }

  /** One line for people, for example for a chat. */
  private String text() {
    String where = delivery.repository().map(RepoAddress::shown).orElse("");
    String title = first().map(Titles::own).filter(one -> !one.isBlank()).orElse("");
    String about = title.isEmpty() ? where : where + ": " + title;
    return switch (delivery.topic()) {
      case PUSH -> "refs of " + where + " have moved" + refs();
      case STATE -> "a new state of " + where;
      case ISSUE -> "a new issue in " + about;
      case PATCH -> "a new patch for " + about;
      case PULL_REQUEST -> "a pull request for " + about;
      case COMMENT -> "a comment in " + about;
      case STATUS -> "a new status in " + about;
      case PING -> "a test of hook " + delivery.hook();
    };
  }

  private String refs() {
    return delivery
        .move()
        .filter(move -> !move.changes().isEmpty())
        .map(move -> {
          int others = move.changes().size() - 1 + move.more();
          String first = move.changes().getFirst().ref().text();
          return ": " + first + (others == 0 ? "" : " and " + others + " more");
        })
        .orElse("");
  }
}
