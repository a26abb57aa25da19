package dev.graspd.server.site.address;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.text.Hex;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.talk.list.Cursor;
import dev.graspd.core.talk.list.RowFilter.Section;
import dev.graspd.core.talk.list.RowFilter.States;
import dev.graspd.core.talk.list.Sort;
import dev.graspd.server.site.address.ApiAddresses.Reading;
import dev.graspd.server.site.address.TalkView.Choice;
import dev.graspd.server.site.address.TalkView.From;
import java.util.List;
import java.util.Optional;

/** The addresses of threads, people, events and searches in the API (W-84, W-85). */
final class ApiTalkPaths {
  static final String PEOPLE = "api/v1/people/";
  static final String EVENTS = "api/v1/events/";
  static final String SEARCH = "api/v1/search";

  private static final int ID_DIGITS = 64;
  private static final List<String> OF_THREADS =
      List.of(
          ApiQuery.STATE,
          ApiQuery.LABEL,
          ApiQuery.AUTHOR,
          ApiQuery.TEXT,
          ApiQuery.SORT,
          ApiQuery.FROM,
          ApiQuery.LIMIT,
          ApiQuery.CURSOR);

  private static final List<String> OF_SEARCHES =
      List.of(ApiQuery.TEXT, ApiQuery.TYPE, ApiQuery.LIMIT, ApiQuery.CURSOR);

  private ApiTalkPaths() {}

  /** Returns the threads that a word below a repository names. */
  static Optional<Section> section(String word) {
    return switch (word) {
      case "issues" -> Optional.of(Section.ISSUES);
      case "prs" -> Optional.of(Section.PULL_REQUESTS);
      default -> Optional.empty();
    };
  }

  static String word(Section section) {
    return section == Section.ISSUES ? "/issues" : "/prs";
  }

  /**
   * Reads an address below a repository.
   *
   * @param segments begin with the word of the section
   */
  static Reading read(
      RepoAddress repository, Section section, List<String> segments, String query) {
    return switch (segments.size()) {
      case 1 -> threads(repository, section, new ApiQuery(query, OF_THREADS));
      case 2 ->
          one(
              id(segments.get(1)).map(id -> new ApiAddress.OneThread(repository, section, id)),
              query);
      default -> new Reading.Nothing();
    };
  }

  /** Reads an address that is below no repository. */
  static Reading read(String path, String query) {
    if (path.equals(SEARCH)) {
      return search(new ApiQuery(query, OF_SEARCHES));
    }
    if (path.startsWith(PEOPLE)) {
      return one(
          Bech32.parseNpub(path.substring(PEOPLE.length())).map(ApiAddress.Person::new), query);
    }
    return path.startsWith(EVENTS)
        ? one(id(path.substring(EVENTS.length())).map(ApiAddress.SignedEvent::new), query)
        : new Reading.Elsewhere();
  }

  private static Reading search(ApiQuery query) {
    SiteAddress.Search asked =
        new SiteAddress.Search(
            query.text(ApiQuery.TEXT).orElse(""),
            query.choice(
                ApiQuery.TYPE,
                SiteAddress.Search.Type.values(),
                SiteAddress.Search.Type.REPOSITORIES));
    Part<EventId> part = query.part(ApiTalkPaths::id);
    return query
        .fault()
        .<Reading>map(Reading.Malformed::new)
        .orElseGet(() -> new Reading.At(new ApiAddress.Search(asked, part)));
  }

  static String write(ApiAddress.Search search) {
    SiteAddress.Search asked = search.asked();
    return SEARCH
        + new Query.Writer()
            .text(ApiQuery.TEXT, Optional.of(asked.text()).filter(text -> !text.isEmpty()))
            .choice(ApiQuery.TYPE, asked.type(), SiteAddress.Search.Type.REPOSITORIES)
            .number(ApiQuery.LIMIT, search.part().limit(), Part.LIMIT_USUAL)
            .text(ApiQuery.CURSOR, search.part().after().map(EventId::hex))
            .end();
  }

  private static Reading one(Optional<? extends ApiAddress> address, String query) {
    if (address.isEmpty()) {
      return new Reading.Nothing();
    }
    return new ApiQuery(query, List.of())
        .fault()
        .<Reading>map(Reading.Malformed::new)
        .orElseGet(() -> new Reading.At(address.get()));
  }

  private static Optional<EventId> id(String text) {
    return Hex.isLowerHex(text, ID_DIGITS) ? Optional.of(EventId.parse(text)) : Optional.empty();
  }

  private static Reading threads(RepoAddress repository, Section section, ApiQuery query) {
    Sort sort = query.choice(ApiQuery.SORT, Sort.values(), Sort.NEWEST);
    Part<Cursor> part =
        query.part(text -> Cursor.parse(text).filter(cursor -> cursor.sort() == sort));
    Choice choice =
        new Choice(
            query.choice(ApiQuery.STATE, States.values(), States.OPEN),
            query.text(ApiQuery.LABEL),
            query.key(ApiQuery.AUTHOR),
            query.text(ApiQuery.TEXT).orElse(""),
            sort,
            query.choice(ApiQuery.FROM, new From[] {From.KNOWN, From.ALL}, From.ALL),
            part.after());
    return query
        .fault()
        .<Reading>map(Reading.Malformed::new)
        .orElseGet(() ->
            new Reading.At(new ApiAddress.Threads(repository, section, choice, part.limit())));
  }

  static String write(ApiAddress.Threads threads) {
    Choice choice = threads.choice();
    return word(threads.section())
        + new Query.Writer()
            .choice(ApiQuery.STATE, choice.states(), States.OPEN)
            .text(ApiQuery.LABEL, choice.label())
            .text(ApiQuery.AUTHOR, choice.author().map(PublicKey::hex))
            .text(ApiQuery.TEXT, Optional.of(choice.text()).filter(text -> !text.isEmpty()))
            .choice(ApiQuery.SORT, choice.sort(), Sort.NEWEST)
            .choice(ApiQuery.FROM, choice.from(), From.ALL)
            .number(ApiQuery.LIMIT, threads.limit(), Part.LIMIT_USUAL)
            .text(ApiQuery.CURSOR, choice.cursor().map(Cursor::toString))
            .end();
  }
}
