package dev.graspd.server.app.desk;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.policy.room.ByteSize;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Store;
import dev.graspd.server.catalogue.Catalogue;
import dev.graspd.server.catalogue.CatalogueEntry;
import dev.graspd.server.catalogue.CatalogueQuery;
import dev.graspd.server.hosting.RepositoryHost;
import dev.graspd.server.ops.data.DropBox.Answer;
import dev.graspd.server.ops.pages.CataloguePages;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Answers {@code graspd repo} in the running server, or from the store of a stopped one. */
public record RepoAnswers(Catalogue catalogue, ServiceAddress service) {
  /** The first line of every question about repositories. */
  static final String QUESTION = "repo\n";

  public static final String LIST = "list";
  public static final String SHOW = "show";
  private static final String JSON = "json";
  private static final String TEXT = "text";

  /** The most repositories of one list. */
  static final int ENTRIES_MAX = 1_000;

  /** The most parts to read for one list. */
  private static final int PARTS_MAX = 100;

  /** Returns the repositories of a running server. */
  public static Catalogue of(Store store, RepositoryHost host) {
    return new Catalogue(
        store,
        store.repositories(),
        announcement -> host.repositories().find(announcement.address()).isPresent(),
        announcement -> host.status().isArchived(announcement.address()));
  }

  /** Returns the repositories of a stopped server: those with git data. */
  public static Catalogue stopped(Store store, ServiceAddress service) {
    return new Catalogue(
        store,
        store.repositories(),
        announcement ->
            store.repositories().refs(announcement.identifier()).containsKey(announcement.author()),
        announcement -> announcement.cloneUrls().stream().noneMatch(service::contains));
  }

  public static String question(String action, boolean asJson, String rest) {
    return QUESTION + action + "\n" + (asJson ? JSON : TEXT) + "\n" + rest;
  }

  /** Answers a question of lines: the action, the format, and a query or a repository. */
  public Answer answer(String question) {
    List<String> lines = question.substring(QUESTION.length()).lines().toList();
    boolean asJson = lines.size() > 1 && lines.get(1).equals(JSON);
    String rest = lines.size() > 2 ? lines.get(2) : "";
    return switch (lines.isEmpty() ? "" : lines.getFirst()) {
      case LIST -> list(rest, asJson);
      case SHOW -> show(rest, asJson);
      case String other -> new Answer(false, "this server does not know how to " + other);
    };
  }

  private Answer list(String query, boolean asJson) {
    return switch (CatalogueQuery.parse(query)) {
      case CatalogueQuery.Parsed.Malformed(var detail) -> new Answer(false, detail);
      case CatalogueQuery.Parsed.Query(var asked) ->
          new Answer(true, list(asked.withLimit(CatalogueQuery.LIMIT_MAX), asJson));
    };
  }

  private String list(CatalogueQuery query, boolean asJson) {
    List<CatalogueEntry> entries = new ArrayList<>();
    Catalogue.Part part = catalogue.list(query);
    entries.addAll(part.entries());
    for (int i = 1; i < PARTS_MAX && part.next().isPresent() && entries.size() < ENTRIES_MAX; i++) {
      part = catalogue.list(query.withAfter(part.next().get()));
      entries.addAll(part.entries());
    }
    if (asJson) {
      return CataloguePages.json(new Catalogue.Part(entries, part.next(), false), service);
    }
    if (entries.isEmpty()) {
      return "no repository is hosted"
          + (query.equals(CatalogueQuery.ALL.withLimit(CatalogueQuery.LIMIT_MAX))
              ? ""
              : " that fits");
    }
    long bytes = entries.stream().mapToLong(CatalogueEntry::bytes).sum();
    return entries.stream().map(RepoAnswers::line).collect(Collectors.joining("\n"))
        + "\n%d %s, %s of packs%s"
            .formatted(
                entries.size(),
                entries.size() == 1 ? "repository" : "repositories",
                ByteSize.rough(bytes),
                part.next().isPresent() ? "; there are more: narrow the list" : "");
  }

  private static String line(CatalogueEntry entry) {
    return "%s  %s, announced %s, updated %s%s%s"
        .formatted(
            EndedAnswers.name(entry.address()),
            ByteSize.rough(entry.bytes()),
            day(entry.announcedAt()),
            day(entry.updatedAt()),
            entry.archived() ? ", a copy" : "",
            entry.name().map(name -> "  " + name).orElse(""));
  }

  private static LocalDate day(long seconds) {
    return Instant.ofEpochSecond(seconds).atZone(ZoneOffset.UTC).toLocalDate();
  }

  private Answer show(String text, boolean asJson) {
    Optional<RepoAddress> address = EndedAnswers.repository(text);
    if (address.isEmpty()) {
      return new Answer(false, "no repository: npub1…/identifier");
    }
    return catalogue
        .find(address.get())
        .map(entry -> new Answer(true, asJson ? CataloguePages.json(entry, service) : text(entry)))
        .orElseGet(
            () -> new Answer(false, EndedAnswers.name(address.get()) + " is not hosted here"));
  }

  private static String text(CatalogueEntry entry) {
    List<String> lines = new ArrayList<>();
    lines.add("repository   " + EndedAnswers.name(entry.address()));
    entry.name().ifPresent(name -> lines.add("name         " + flat(name)));
    entry.description().ifPresent(words -> lines.add("description  " + flat(words)));
    lines.add("owner        " + Bech32.npub(entry.address().owner()));
    entry.head().ifPresent(head -> lines.add("HEAD         " + head.ref() + " " + head.oid()));
    lines.add(
        "refs         %d branches, %d tags, %d pull requests"
            .formatted(
                entry.counts().branches(), entry.counts().tags(), entry.counts().pullRequests()));
    lines.add("packs        " + ByteSize.rough(entry.bytes()));
    lines.add("announced    " + Instant.ofEpochSecond(entry.announcedAt()));
    lines.add("updated      " + Instant.ofEpochSecond(entry.updatedAt()));
    lines.add("archived     " + (entry.archived() ? "yes, it lives elsewhere" : "no"));
    return String.join("\n", lines);
  }

  private static String flat(String text) {
    return text.replaceAll("\\s+", " ");
  }
}
