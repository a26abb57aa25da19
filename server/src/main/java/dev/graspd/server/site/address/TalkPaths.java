package dev.graspd.server.site.address;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Nip19;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.talk.event.TalkReader;
import dev.graspd.core.talk.list.Cursor;
import dev.graspd.core.talk.list.RowFilter;
import dev.graspd.core.talk.list.RowFilter.Section;
import dev.graspd.core.talk.list.RowFilter.States;
import dev.graspd.core.talk.list.Sort;
import dev.graspd.server.site.address.RepositoryView.Form;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The part of an address below {@code issues} or {@code prs} (W-17). */
final class TalkPaths {
  private static final Pattern EVENT = Pattern.compile("[0-9a-f]{8,64}");
  private static final Pattern REVISIONS =
      Pattern.compile("([1-9][0-9]{0,3})\\.\\.\\.([1-9][0-9]{0,3})");
  private static final String ISSUES = "issues";
  private static final String PULL_REQUESTS = "prs";

  private static final String ALL_NEWS = "all" + Addresses.ATOM;

  private TalkPaths() {}

  /** Reads the rest of an address; empty if nothing can be there. */
  static Optional<TalkView> read(String word, List<String> rest, Query query) {
    Section section = word.equals(ISSUES) ? Section.ISSUES : Section.PULL_REQUESTS;
    if (rest.isEmpty()) {
      return Optional.of(new TalkView.Listed(section, choice(query)));
    }
    Form form = section == Section.ISSUES ? Form.PAGE : ViewPaths.form(rest.getFirst());
    return event(ViewPaths.without(form.ending(), rest.getFirst()))
        .flatMap(event ->
            form == Form.PAGE
                ? below(section, event, rest.subList(1, rest.size()), query)
                : document(event, form, rest));
  }

  /** Reads the name of a feed of threads. */
  static Optional<TalkView> feed(String name) {
    return switch (name) {
      case ISSUES + Addresses.ATOM -> Optional.of(new TalkView.News(Section.ISSUES));
      case PULL_REQUESTS + Addresses.ATOM -> Optional.of(new TalkView.News(Section.PULL_REQUESTS));
      case ALL_NEWS -> Optional.of(new TalkView.AllNews());
      default -> Optional.empty();
    };
  }

  /** Returns whether an address names its event by a word of NIP-19: the id is preferred. */
  static boolean isWord(String word, List<String> rest) {
    return (word.equals(ISSUES) || word.equals(PULL_REQUESTS))
        && !rest.isEmpty()
        && rest.getFirst().startsWith("n");
  }

  private static Optional<String> event(String text) {
    return EVENT.matcher(text).matches()
        ? Optional.of(text)
        : Nip19.parse(text)
            .flatMap(named ->
                named instanceof Nip19.Named.OfEvent(var id)
                    ? Optional.of(id.hex())
                    : Optional.empty());
  }

  private static Optional<TalkView> document(String event, Form form, List<String> rest) {
    return rest.size() == 1
        ? Optional.of(new TalkView.Files(event, form, DiffOptions.USUAL))
        : Optional.empty();
  }

  private static Optional<TalkView> below(
      Section section, String event, List<String> rest, Query query) {
    if (rest.isEmpty()) {
      int page = Math.max(1, query.number("page").orElse(1));
      return Optional.of(new TalkView.Conversation(section, event, page));
    }
    if (section == Section.ISSUES) {
      return Optional.empty();
    }
    String word = rest.getFirst();
    if (rest.size() == 1) {
      return switch (word) {
        case "files" -> Optional.of(new TalkView.Files(event, Form.PAGE, ViewPaths.diff(query)));
        case "commits" -> Optional.of(new TalkView.Offered(event));
        default -> Optional.empty();
      };
    }
    return rest.size() == 2 ? one(event, word, rest.get(1), query) : Optional.empty();
  }

  private static Optional<TalkView> one(String event, String word, String last, Query query) {
    return switch (word) {
      case "commit" ->
          Oid.parse(last)
              .map(commit -> new TalkView.OneCommit(event, commit, ViewPaths.diff(query)));
      case "compare" -> {
        Matcher both = REVISIONS.matcher(last);
        yield both.matches()
            ? Optional.of(
                new TalkView.Revised(
                    event,
                    Integer.parseInt(both.group(1)),
                    Integer.parseInt(both.group(2)),
                    ViewPaths.diff(query)))
            : Optional.empty();
      }
      default -> Optional.empty();
    };
  }

  private static TalkView.Choice choice(Query query) {
    return new TalkView.Choice(
        query.choice("state", States.class, States.OPEN),
        query.text("label").filter(text -> text.length() <= TalkReader.LABEL_MAX),
        query.text("author").flatMap(Bech32::parseNpub),
        query.text("q").filter(text -> text.length() <= RowFilter.TEXT_MAX).orElse(""),
        query.choice("sort", Sort.class, Sort.NEWEST),
        query.choice("from", TalkView.From.class, TalkView.From.USUAL),
        query.text("cursor").flatMap(Cursor::parse));
  }

  // ---- writing

  static String write(TalkView view) {
    String word = view.section() == Section.ISSUES ? ISSUES : PULL_REQUESTS;
    return switch (view) {
      case TalkView.News _ -> "/feed/" + word + Addresses.ATOM;
      case TalkView.AllNews _ -> "/feed/" + ALL_NEWS;
      default -> "/" + word + rest(view);
    };
  }

  private static String rest(TalkView view) {
    return switch (view) {
      case TalkView.Listed(_, var choice) -> query(choice);
      case TalkView.News _, TalkView.AllNews _ -> "";
      case TalkView.Conversation(_, var event, var page) ->
          "/" + event + new Query.Writer().number("page", page, 1).end();
      case TalkView.Files(var event, var form, var options) ->
          "/" + event + (form == Form.PAGE ? "/files" + ViewPaths.query(options) : form.ending());
      case TalkView.Offered(var event) -> "/" + event + "/commits";
      case TalkView.OneCommit(var event, var commit, var options) ->
          "/" + event + "/commit/" + commit.hex() + ViewPaths.query(options);
      case TalkView.Revised(var event, var from, var to, var options) ->
          "/" + event + "/compare/" + from + "..." + to + ViewPaths.query(options);
    };
  }

  private static String query(TalkView.Choice choice) {
    return new Query.Writer()
        .choice("state", choice.states(), States.OPEN)
        .text("label", choice.label())
        .text("author", choice.author().map(Bech32::npub))
        .text("q", Optional.of(choice.text()).filter(text -> !text.isEmpty()))
        .choice("sort", choice.sort(), Sort.NEWEST)
        .choice("from", choice.from(), TalkView.From.USUAL)
        .text("cursor", choice.cursor().map(Cursor::toString))
        .end();
  }
}
