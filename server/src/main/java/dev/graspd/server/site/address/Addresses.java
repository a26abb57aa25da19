package dev.graspd.server.site.address;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Nip19;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.text.Hex;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.tree.TreeName;
import dev.graspd.server.site.address.SiteAddress.Search;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads and writes addresses of the site. What it writes, it reads as the same address. */
public final class Addresses {
  static final String ATOM = ".atom";
  private static final int EVENT_DIGITS = 64;
  private static final String PNG = ".png";
  private static final String QR = ".qr.png";
  private static final String GIT = ".git";
  private static final String CURSOR = "cursor";
  private static final String TEXT = "q";
  private static final String TYPE = "type";

  private Addresses() {}

  /** The outcome of reading an address. */
  public sealed interface Reading {
    record At(SiteAddress address) implements Reading {}

    /** The same thing has another address (301). */
    record Moved(SiteAddress address) implements Reading {}

    /** Nothing can be there. */
    record Nothing() implements Reading {}
  }

  /**
   * Reads an address.
   *
   * @param path below the base path, as it was sent: its bytes as Latin-1, not decoded
   * @param query the text after the question mark, empty if there is none
   */
  public static Reading read(String path, String query) {
    List<String> segments = new ArrayList<>(List.of(path.split("/", -1)));
    boolean hasSlash = segments.size() > 1 && segments.getLast().isEmpty();
    if (hasSlash) {
      segments.removeLast();
    }
    Reading reading = read(segments, Query.parse(query));
    return hasSlash && reading instanceof Reading.At(var address)
        ? new Reading.Moved(address)
        : reading;
  }

  private static Reading read(List<String> segments, Query query) {
    String first = segments.getFirst();
    Optional<PublicKey> owner = npub(first);
    if (owner.isPresent()) {
      return segments.size() == 1
          ? new Reading.At(new SiteAddress.Person(owner.get()))
          : repository(owner.get(), segments.subList(1, segments.size()), query);
    }
    return ofService(first, segments.subList(1, segments.size()), query)
        .<Reading>map(Reading.At::new)
        .orElseGet(Reading.Nothing::new);
  }

  private static Optional<SiteAddress> ofService(String first, List<String> rest, Query query) {
    Optional<SiteAddress> alone =
        Optional.ofNullable(
            switch (first) {
              case "repos" -> new SiteAddress.Repositories(query.text(CURSOR));
              case "search" ->
                  new SiteAddress.Search(
                      query.text(TEXT).orElse(""),
                      query.choice(TYPE, Search.Type.class, Search.Type.REPOSITORIES));
              case "robots.txt" -> new SiteAddress.Robots();
              case "sitemap.xml" -> new SiteAddress.Sitemap();
              case "favicon.svg" -> new SiteAddress.Favicon();
              default -> null;
            });
    if (rest.isEmpty()) {
      return alone.or(() -> nostrWord(first));
    }
    if (rest.size() > 1) {
      return Optional.empty();
    }
    return switch (first) {
      case "assets" ->
          picture(rest.getFirst()).or(() -> Optional.of(new SiteAddress.Asset(rest.getFirst())));
      case "event" ->
          Hex.isLowerHex(rest.getFirst(), EVENT_DIGITS)
              ? Optional.of(new SiteAddress.SignedEvent(EventId.parse(rest.getFirst())))
              : Optional.empty();
      case "feeds" -> feed(rest.getFirst());
      case ".well-known" ->
          rest.getFirst().equals("nostr.json")
              ? Optional.of(new SiteAddress.NostrNames(query.text("name")))
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static Optional<SiteAddress> nostrWord(String text) {
    return Nip19.parse(text).map(named -> new SiteAddress.NostrWord(text, named));
  }

  private static Optional<SiteAddress> feed(String name) {
    if (!name.endsWith(ATOM)) {
      return Optional.empty();
    }
    String whose = name.substring(0, name.length() - ATOM.length());
    return whose.equals("repos")
        ? Optional.of(new SiteAddress.RepositoriesFeed())
        : npub(whose).map(SiteAddress.PersonFeed::new);
  }

  private static Optional<SiteAddress> picture(String name) {
    if (name.endsWith(QR)) {
      return npub(name.substring(0, name.length() - QR.length())).map(SiteAddress.QrCode::new);
    }
    return name.endsWith(PNG)
        ? npub(name.substring(0, name.length() - PNG.length())).map(SiteAddress.Identicon::new)
        : Optional.empty();
  }

  private static Optional<PublicKey> npub(String text) {
    return Bech32.parseNpub(text);
  }

  private static Reading repository(PublicKey owner, List<String> segments, Query query) {
    Optional<String> name =
        Segments.decode(segments.getFirst()).filter(TreeName::isText).map(TreeName::text);
    boolean hasEnding = name.filter(text -> text.endsWith(GIT)).isPresent();
    Optional<RepoAddress> repository =
        name.map(text -> hasEnding ? text.substring(0, text.length() - GIT.length()) : text)
            .flatMap(Identifier::parse)
            .map(identifier -> new RepoAddress(owner, identifier));
    if (repository.isEmpty()) {
      return new Reading.Nothing();
    }
    Function<RepositoryView, SiteAddress> below =
        view -> new SiteAddress.OfRepository(repository.get(), hasEnding, view);
    return ViewPaths.read(segments.subList(1, segments.size()), query, below);
  }

  /** Returns an address below the base path, with its query. */
  public static String write(SiteAddress address) {
    return switch (address) {
      case SiteAddress.Repositories(var cursor) ->
          "repos" + new Query.Writer().text(CURSOR, cursor).end();
      case SiteAddress.Search(var text, var type) ->
          "search"
              + new Query.Writer()
                  .text(TEXT, Optional.of(text).filter(one -> !one.isEmpty()))
                  .choice(TYPE, type, Search.Type.REPOSITORIES)
                  .end();
      case SiteAddress.NostrWord(var text, _) -> text;
      case SiteAddress.Person(var key) -> Bech32.npub(key);
      case SiteAddress.OfRepository(var repository, var hasEnding, var view) ->
          repository(repository, hasEnding) + ViewPaths.write(view);
      case SiteAddress.SignedEvent(var id) -> "event/" + id.hex();
      case SiteAddress.RepositoriesFeed() -> "feeds/repos" + ATOM;
      case SiteAddress.PersonFeed(var key) -> "feeds/" + Bech32.npub(key) + ATOM;
      case SiteAddress.Robots() -> "robots.txt";
      case SiteAddress.Sitemap() -> "sitemap.xml";
      case SiteAddress.Favicon() -> "favicon.svg";
      case SiteAddress.Identicon(var key) -> "assets/" + Bech32.npub(key) + PNG;
      case SiteAddress.QrCode(var key) -> "assets/" + Bech32.npub(key) + QR;
      case SiteAddress.Asset(var name) -> "assets/" + name;
      case SiteAddress.NostrNames(var name) ->
          ".well-known/nostr.json" + new Query.Writer().text("name", name).end();
    };
  }

  /** Writes what the addresses of all pages of a repository begin with; pages have many of them. */
  public static String repository(RepoAddress repository) {
    return repository(repository, false);
  }

  private static String repository(RepoAddress repository, boolean hasEnding) {
    return Bech32.npub(repository.owner())
        + "/"
        + Segments.encode(TreeName.of(repository.identifier().text() + (hasEnding ? GIT : "")));
  }

  /** Writes what follows for one page. */
  public static String below(RepositoryView view) {
    return ViewPaths.write(view);
  }
}
