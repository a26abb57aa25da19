package dev.graspd.server.site.serve;

import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.SignedRefs;
import dev.graspd.server.git.Exchange;
import dev.graspd.server.hosting.HostedRepository;
import dev.graspd.server.hosting.Repositories;
import dev.graspd.server.site.address.Addresses;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.site.address.TalkView;
import dev.graspd.server.site.page.SiteFrame;
import dev.graspd.server.site.serve.RepositorySections.Sections;
import dev.graspd.server.site.truth.Truth;
import dev.graspd.server.web.site.EntityTags;
import dev.graspd.server.web.site.SiteFront;
import dev.graspd.server.web.site.SiteReply;
import dev.graspd.server.web.site.SiteRequest;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Answers for the whole site: finds out whether a client has a page already, keeps pages that were
 * made, and makes the others. Equal requests at the same time share one answer. Thread-safe.
 */
public final class SiteService implements SiteFront {
  private static final String HTML = "text/html; charset=utf-8";

  /** The policy of all pages, but with images of other servers. */
  private static final String POLICY_WITH_IMAGES =
      "default-src 'none'; style-src 'self'; img-src 'self' https: http:; form-action 'self';"
          + " base-uri 'none'; frame-ancestors 'none'";

  /**
   * What the site shows.
   *
   * @param search makes the page of a search; reads the store
   * @param person makes the page of a person, if it has one; reads the store
   * @param notFound the page for an address without anything
   */
  public record Parts(
      Repositories repositories,
      CodeSite code,
      RepositorySections sections,
      Truth.Source truth,
      Signatures signed,
      FileStreams files,
      ServicePages service,
      NostrWords words,
      TalkPages talk,
      Function<SiteAddress.Search, String> search,
      Function<PublicKey, Optional<String>> person,
      Names names,
      String notFound) {}

  /** Who has signed the refs of a repository. */
  public interface Signatures {
    /** May read the store. */
    SignedRefs of(RepoAddress repository);

    /** Returns the same if it is in memory; never reads the store. */
    Optional<SignedRefs> atOnce(RepoAddress repository);
  }

  /** What people call themselves; those without a name are left out. */
  public interface Names {
    /** May read the store. */
    SortedMap<PublicKey, String> of(Collection<PublicKey> keys);

    /** Returns the same if it is in memory; never reads the store. */
    Optional<SortedMap<PublicKey, String>> atOnce(Collection<PublicKey> keys);
  }

  /** The pages of issues, pull requests and patches, and of events. */
  public interface TalkPages {
    /** Finds out on what a page depends. May read the store. */
    Prepared prepare(TalkView view, HostedRepository repository);

    /** Returns the page of a served event as it was signed. May read the store. */
    Optional<String> event(EventId id);
  }

  /**
   * A page before it is made.
   *
   * @param facts all that it depends on beside its address and the refs
   */
  public record Prepared(String facts, Supplier<CodeSite.Made> making) {}

  private final Parts parts;
  private final SiteFrame frame;
  private final PageVersions versions;
  private final PageCache cache;
  private final MissingPages missing;
  private final Map<String, CompletableFuture<Outcome>> underWay = new ConcurrentHashMap<>();

  /**
   * Keeps nothing yet.
   *
   * @param frame all that pages have in common
   * @param cacheBytes for pages that are kept
   */
  public SiteService(Parts parts, SiteFrame frame, long cacheBytes) {
    this.parts = parts;
    this.frame = frame;
    this.versions = new PageVersions(frame.toString());
    this.cache = new PageCache(cacheBytes);
    this.missing = new MissingPages(frame, parts.notFound, owner -> parts.names.of(List.of(owner)));
  }

  @Override
  public boolean isHeavy(SiteAddress address) {
    return address instanceof SiteAddress.Sitemap
        || address instanceof SiteAddress.Search
        || (address instanceof SiteAddress.OfRepository(_, _, var view)
            && (view instanceof RepositoryView.Blame
                || (view instanceof RepositoryView.Talk(var talk)
                    && !(talk instanceof TalkView.Listed)
                    && !(talk instanceof TalkView.News)
                    && !(talk instanceof TalkView.AllNews)
                    && !(talk instanceof TalkView.Conversation))
                || view instanceof RepositoryView.Compare
                || view instanceof RepositoryView.Download
                || view instanceof RepositoryView.Search));
  }

  @Override
  public boolean isStreamed(SiteRequest request) {
    return !request.isHead()
        && request.address() instanceof SiteAddress.OfRepository(_, _, var view)
        && isFile(view);
  }

  private static boolean isFile(RepositoryView view) {
    return view instanceof RepositoryView.Raw || view instanceof RepositoryView.Download;
  }

  /** Refs are the same object while their signatures change. */
  private static boolean isSigned(RepositoryView view) {
    return view instanceof RepositoryView.Branches || view instanceof RepositoryView.Tags;
  }

  // ---- from memory

  @Override
  public Optional<SiteReply> atOnce(SiteRequest request) {
    if (!(request.address() instanceof SiteAddress.OfRepository address)) {
      return parts.service.atOnce(request.address());
    }
    return isFile(address.view())
            || address.view() instanceof RepositoryView.Summary
            || address.view() instanceof RepositoryView.Status
            || address.view() instanceof RepositoryView.Talk
        ? Optional.empty()
        : parts
            .repositories
            .findAtOnce(RefSpace.ofRepository(address.repository()))
            .flatMap(found -> found)
            .flatMap(repository -> versionAtOnce(address, repository))
            .flatMap(version -> known(request, version, false));
  }

  private Optional<String> versionAtOnce(
      SiteAddress.OfRepository address, HostedRepository repository) {
    Optional<String> version = versions.known(address, repository);
    return isSigned(address.view())
        ? version.flatMap(ofCode ->
            parts
                .signed
                .atOnce(repository.address())
                .flatMap(signed ->
                    namedAtOnce(
                        PageVersions.with(ofCode, signed.version()), repository, signed.signers())))
        : version.flatMap(ofCode -> namedAtOnce(ofCode, repository, List.of()));
  }

  /** Returns the version of a page with the names on it, if these are in memory. */
  private Optional<String> namedAtOnce(
      String version, HostedRepository repository, Collection<PublicKey> others) {
    return parts
        .names
        .atOnce(people(repository, others))
        .map(names -> PageVersions.with(version, names.toString()));
  }

  /** Every page of a repository names its owner. */
  private static SortedSet<PublicKey> people(
      HostedRepository repository, Collection<PublicKey> others) {
    SortedSet<PublicKey> people = new TreeSet<>(others);
    people.add(repository.address().owner());
    return people;
  }

  /** Returns the answer to a request for a version that the client or the cache has. */
  private Optional<SiteReply> known(SiteRequest request, String version, boolean mayInflate) {
    if (request.knows(EntityTags.weak(version))) {
      return Optional.of(new SiteReply(304, headers(request.address(), version)));
    }
    return mayInflate || request.takesGzip()
        ? cache.find(version).map(page -> reply(request, version, page))
        : Optional.empty();
  }

  private SortedMap<String, String> headers(SiteAddress address, String version) {
    SortedMap<String, String> headers = new TreeMap<>();
    headers.put("ETag", EntityTags.weak(version));
    headers.put("Vary", "Accept-Encoding");
    if (frame.showsRemoteImages()) {
      headers.put("Content-Security-Policy", POLICY_WITH_IMAGES);
    }
    headers.put("Cache-Control", Lasting.of(address) ? "public, max-age=300" : "no-cache");
    return headers;
  }

  private SiteReply reply(SiteRequest request, String version, Packed page) {
    return request.takesGzip()
        ? reply(request, version, page.contentType(), page.gzip()).with("Content-Encoding", "gzip")
        : reply(request, version, page.contentType(), page.plain());
  }

  private SiteReply reply(SiteRequest request, String version, String contentType, byte[] body) {
    SortedMap<String, String> headers = headers(request.address(), version);
    headers.put("Content-Type", contentType);
    return new SiteReply(200, headers, body);
  }

  // ---- made

  @Override
  public SiteReply reply(SiteRequest request) {
    if (request.address() instanceof SiteAddress.NostrWord(_, var named)) {
      return parts
          .words
          .pageOf(named)
          .map(page -> SiteReplies.found(frame.base() + Addresses.write(page)))
          .orElseGet(missing::notFound);
    }
    if (request.address() instanceof SiteAddress.SignedEvent(var id)) {
      return parts
          .talk
          .event(id)
          .map(page -> versioned(request, SiteReplies.text(200, HTML, page)))
          .orElseGet(missing::notFound);
    }
    if (request.address() instanceof SiteAddress.Search asked) {
      return versioned(request, SiteReplies.text(200, HTML, parts.search.apply(asked)));
    }
    if (request.address() instanceof SiteAddress.Person(var key)) {
      return parts
          .person
          .apply(key)
          .map(page -> versioned(request, SiteReplies.text(200, HTML, page)))
          .orElseGet(missing::notFound);
    }
    if (!(request.address() instanceof SiteAddress.OfRepository address)) {
      return parts
          .service
          .reply(request.address())
          .map(reply -> versioned(request, reply))
          .orElseGet(missing::notFound);
    }
    Optional<HostedRepository> repository = find(address);
    if (repository.isEmpty()) {
      return missing.notFound();
    }
    if (isFile(address.view())) {
      return parts.files.head(request, address.view(), repository.get());
    }
    if (address.view() instanceof RepositoryView.Summary) {
      return summary(request, address, repository.get());
    }
    if (address.view() instanceof RepositoryView.Status) {
      return status(request, address, repository.get());
    }
    if (isSigned(address.view())) {
      return refs(request, address, repository.get());
    }
    if (address.view() instanceof RepositoryView.Talk(var view)) {
      return talk(request, address, view, repository.get());
    }
    return named(
        request,
        versions.of(address, repository.get()),
        repository.get(),
        List.of(),
        shown -> parts.code.of(address, shown));
  }

  /** Answers with a page of code, whose version has the names on it, too. */
  private SiteReply named(
      SiteRequest request,
      String version,
      HostedRepository repository,
      Collection<PublicKey> others,
      Function<CodeSite.Shown, CodeSite.Made> making) {
    SortedMap<PublicKey, String> names = parts.names.of(people(repository, others));
    String whole = PageVersions.with(version, names.toString());
    return known(request, whole, true)
        .orElseGet(() ->
            shared(
                request,
                whole,
                repository,
                () -> making.apply(new CodeSite.Shown(repository, names))));
  }

  /** A list has no version of its facts: the client need not receive the same one again. */
  private static SiteReply versioned(SiteRequest request, SiteReply made) {
    String body = new String(made.body(), StandardCharsets.ISO_8859_1);
    String tag = EntityTags.weak(PageVersions.with("", body));
    SiteReply reply = made.with("ETag", tag);
    return request.knows(tag) ? new SiteReply(304, reply.headers()) : reply;
  }

  /** An identifier may end in {@code .git} itself. */
  private Optional<HostedRepository> find(SiteAddress.OfRepository address) {
    Optional<HostedRepository> found = parts.repositories.find(address.repository());
    return found.isPresent() || !address.hasEnding()
        ? found
        : Identifier.parse(address.repository().identifier().text() + ".git")
            .map(identifier -> new RepoAddress(address.repository().owner(), identifier))
            .flatMap(parts.repositories::find);
  }

  private SiteReply summary(
      SiteRequest request, SiteAddress.OfRepository address, HostedRepository repository) {
    Optional<Sections> sections = parts.sections.of(repository.address());
    if (sections.isEmpty()) {
      return missing.notFound();
    }
    SiteAddress.OfRepository own =
        new SiteAddress.OfRepository(repository.address(), address.view());
    return named(
        request,
        PageVersions.with(versions.of(own, repository), sections.get().toString()),
        repository,
        sections.get().about().trust().stream()
            .flatMap(trust -> trust.state().stream())
            .map(EventHead::author)
            .toList(),
        shown -> parts.code.summary(shown, sections.get()));
  }

  private SiteReply status(
      SiteRequest request, SiteAddress.OfRepository address, HostedRepository repository) {
    Optional<Truth> truth = parts.truth.of(repository.address());
    if (truth.isEmpty()) {
      return missing.notFound();
    }
    return named(
        request,
        PageVersions.with(versions.of(address, repository), truth.get().toString()),
        repository,
        truth.get().signatures().people(),
        shown -> parts.code.status(shown, truth.get()));
  }

  private SiteReply refs(
      SiteRequest request, SiteAddress.OfRepository address, HostedRepository repository) {
    SignedRefs signed = parts.signed.of(repository.address());
    return named(
        request,
        PageVersions.with(versions.of(address, repository), signed.version()),
        repository,
        signed.signers(),
        shown -> parts.code.refs(address.view(), shown, signed));
  }

  private SiteReply talk(
      SiteRequest request,
      SiteAddress.OfRepository address,
      TalkView view,
      HostedRepository repository) {
    Prepared prepared = parts.talk.prepare(view, repository);
    String version = PageVersions.with(versions.of(address, repository), prepared.facts());
    return known(request, version, true)
        .orElseGet(() -> shared(request, version, repository, prepared.making()));
  }

  /** What came of making a page. */
  private sealed interface Outcome {
    /**
     * A page.
     *
     * @param isWhole whether the next one is the same
     */
    record Content(Packed.OnDemand page, boolean isWhole) implements Outcome {}

    /** Something else, the same for all clients. */
    record Other(SiteReply reply) implements Outcome {}
  }

  /** Makes a page once for all who ask for it now (W-98). */
  private SiteReply shared(
      SiteRequest request,
      String version,
      HostedRepository repository,
      Supplier<CodeSite.Made> making) {
    CompletableFuture<Outcome> mine = new CompletableFuture<>();
    CompletableFuture<Outcome> others = underWay.putIfAbsent(version, mine);
    if (others != null) {
      return reply(request, version, others.join());
    }
    try {
      Outcome outcome = outcome(repository, making.get());
      if (outcome instanceof Outcome.Content(var page, var isWhole)
          && isWhole
          && cache.keepsAny()) {
        cache.keep(version, page.packed());
      }
      mine.complete(outcome);
      return reply(request, version, outcome);
    } catch (RuntimeException | Error e) {
      mine.completeExceptionally(e);
      throw e;
    } finally {
      underWay.remove(version, mine);
    }
  }

  private Outcome outcome(HostedRepository repository, CodeSite.Made made) {
    return switch (made.answer()) {
      case SiteAnswer.Page(var html) ->
          new Outcome.Content(
              new Packed.OnDemand(HTML, html.getBytes(StandardCharsets.UTF_8)), made.isWhole());
      case SiteAnswer.Passing(var html) ->
          new Outcome.Content(
              new Packed.OnDemand(HTML, html.getBytes(StandardCharsets.UTF_8)), false);
      case SiteAnswer.Document(var type, var bytes) ->
          new Outcome.Content(new Packed.OnDemand(type, bytes), made.isWhole());
      case SiteAnswer.Moved(var there) ->
          new Outcome.Other(SiteReplies.moved(frame.base() + Addresses.write(there)));
      case SiteAnswer.NotFound() -> new Outcome.Other(missing.notFound(repository));
      case SiteAnswer.TooLarge(var advice) -> new Outcome.Other(MissingPages.tooLarge(advice));
      case SiteAnswer.Lost() -> new Outcome.Other(missing.lost(repository));
      case SiteAnswer.TooMuch() -> new Outcome.Other(missing.tooMuch());
    };
  }

  private SiteReply reply(SiteRequest request, String version, Outcome outcome) {
    return switch (outcome) {
      case Outcome.Other(var reply) -> reply;
      case Outcome.Content(var page, var isWhole) -> {
        SiteReply reply =
            request.takesGzip()
                ? reply(request, version, page.packed())
                : reply(request, version, page.contentType(), page.plain());
        yield isWhole ? reply : unversioned(reply);
      }
    };
  }

  /** Next time it may say more. */
  private static SiteReply unversioned(SiteReply reply) {
    SortedMap<String, String> headers = new TreeMap<>(reply.headers());
    headers.remove("ETag");
    headers.put("Cache-Control", "no-store");
    return new SiteReply(reply.status(), headers, reply.body());
  }

  // ---- piece by piece

  @Override
  public void stream(SiteRequest request, Exchange exchange) {
    Optional<HostedRepository> repository =
        request.address() instanceof SiteAddress.OfRepository address
            ? find(address)
            : Optional.empty();
    if (repository.isEmpty()
        || !(request.address() instanceof SiteAddress.OfRepository(_, _, var view))) {
      exchange.refuse(404, "there is no such repository here");
    } else {
      parts.files.send(request, view, repository.get(), exchange);
    }
  }
}
