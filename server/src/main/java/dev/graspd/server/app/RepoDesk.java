package dev.graspd.server.app;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.policy.ByteSize;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.catalogue.Catalogue;
import dev.graspd.server.catalogue.CatalogueEntry;
import dev.graspd.server.catalogue.CatalogueQuery;
import dev.graspd.server.gate.RepositoryHost;
import dev.graspd.server.ops.DropBox.Answer;
import dev.graspd.server.ops.pages.CataloguePages;
import dev.graspd.server.store.lmdb.LmdbEventStore;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Tells what {@code graspd repo} asks for: in the running server, or over a stopped one's store.
 */
final class RepoDesk {
  /** What every question to this desk begins with; its other lines follow. */
  static final String QUESTION = "repo\n";

  static final String LIST = "list";
  static final String SHOW = "show";
  private static final String JSON = "json";
  private static final String TEXT = "text";

  /** Most repositories of one list; narrow it for more. */
  static final int ENTRIES_MAX = 1_000;

  /** Parts that one list may take to find so many. */
  private static final int PARTS_MAX = 100;

  private final Catalogue catalogue;
  private final ServiceAddress service;

  RepoDesk(Catalogue catalogue, ServiceAddress service) {
    this.catalogue = catalogue;
    this.service = service;
  }

  /** Returns what a running server hosts. */
  static Catalogue of(LmdbEventStore store, RepositoryHost host) {
    return new Catalogue(
        store,
        store,
        announcement -> host.repositories().find(announcement.address()).isPresent(),
        announcement -> host.readings().isArchived(announcement.address()));
  }

  /** Returns what a stopped server hosted: what has git data. */
  static Catalogue stopped(LmdbEventStore store, ServiceAddress service) {
    return new Catalogue(
        store,
        store,
        announcement -> store.refs(announcement.identifier()).containsKey(announcement.author()),
        announcement -> !names(announcement, service));
  }

  private static boolean names(Announcement announcement, ServiceAddress service) {
    return announcement.cloneUrls().stream().anyMatch(service::contains);
  }

  static String question(String action, boolean asJson, String rest) {
    return QUESTION + action + "\n" + (asJson ? JSON : TEXT) + "\n" + rest;
  }

  /** Answers: what to do, in which form, and a query or a repository, each on a line. */
  Answer answer(String question) {
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
      return "no repository is hosted" + (query.equals(all()) ? "" : " that fits");
    }
    long bytes = entries.stream().mapToLong(CatalogueEntry::bytes).sum();
    return entries.stream().map(RepoDesk::line).collect(Collectors.joining("\n"))
        + "\n%d %s, %s of packs%s"
            .formatted(
                entries.size(),
                entries.size() == 1 ? "repository" : "repositories",
                ByteSize.rough(bytes),
                part.next().isPresent() ? "; there are more: narrow the list" : "");
  }

  private static CatalogueQuery all() {
    return CatalogueQuery.ALL.withLimit(CatalogueQuery.LIMIT_MAX);
  }

  private static String line(CatalogueEntry entry) {
    return "%s  %s, announced %s, updated %s%s%s"
        .formatted(
            HoldingDesk.name(entry.address()),
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
    Optional<RepoAddress> address = HoldingDesk.repository(text);
    if (address.isEmpty()) {
      return new Answer(false, "no repository: npub1…/identifier");
    }
    return catalogue
        .find(address.get())
        .map(entry -> new Answer(true, asJson ? CataloguePages.json(entry, service) : text(entry)))
        .orElseGet(
            () -> new Answer(false, HoldingDesk.name(address.get()) + " is not hosted here"));
  }

  private static String text(CatalogueEntry entry) {
    List<String> lines = new ArrayList<>();
    lines.add("repository   " + HoldingDesk.name(entry.address()));
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
