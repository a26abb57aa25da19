package dev.graspd.server.site.page;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.talk.list.RowFilter.Section;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.site.address.Addresses;
import dev.graspd.server.site.address.Place;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.site.address.TalkView;
import dev.graspd.server.site.html.Html.Link;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.meta.Robots;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;

/** Links within a repository. */
public final class CodeLinks {
  private final String base;
  private final RepoAddress repository;
  private final boolean showsRemoteImages;
  private final SortedMap<PublicKey, String> names;

  /** What the links to all its pages begin with. */
  private final String beginning;

  /**
   * Links of the pages of one repository.
   *
   * @param base the path of the service, with slashes around it
   * @param showsRemoteImages whether pages load images from other servers
   * @param names what people call themselves, of those who appear on the page
   */
  public CodeLinks(
      String base,
      RepoAddress repository,
      boolean showsRemoteImages,
      SortedMap<PublicKey, String> names) {
    this.base = base;
    this.repository = repository;
    this.showsRemoteImages = showsRemoteImages;
    this.names = names;
    this.beginning = base + Addresses.repository(repository);
  }

  /** Links of pages that show no images of others, and nobody by name. */
  public CodeLinks(String base, RepoAddress repository) {
    this(base, repository, Collections.emptySortedMap());
  }

  /**
   * Links of pages that show no images of others.
   *
   * @param names what people call themselves, of those who appear on the page
   */
  public CodeLinks(String base, RepoAddress repository, SortedMap<PublicKey, String> names) {
    this(base, repository, false, names);
  }

  /** A person as it calls itself, with its key (W-3). */
  public Node person(PublicKey key) {
    return Parts.named(key, names);
  }

  public String base() {
    return base;
  }

  public RepoAddress repository() {
    return repository;
  }

  public boolean showsRemoteImages() {
    return showsRemoteImages;
  }

  public Link to(RepositoryView view) {
    return new Link(beginning + Addresses.below(view), Robots.mayFollow(view));
  }

  /** The list of its issues, or of its pull requests and patches. */
  public Link threads(Section section) {
    return to(new TalkView.Listed(section));
  }

  public Link to(TalkView view) {
    return to(new RepositoryView.Talk(view));
  }

  /** An event as it was signed. */
  public Link event(EventId id) {
    return new Link(base + Addresses.write(new SiteAddress.SignedEvent(id)), false);
  }

  /** The picture of a key. */
  public Link picture(PublicKey key) {
    return new Link(base + Addresses.write(new SiteAddress.Identicon(key)));
  }

  /** The page of its owner. */
  public Link owner() {
    return new Link(base + Addresses.write(new SiteAddress.Person(repository.owner())));
  }

  public Link summary() {
    return to(new RepositoryView.Summary());
  }

  public Link tree(String revision, TreePath path) {
    return to(new RepositoryView.Tree(Place.of(revision, path.names())));
  }

  /** The page of a file as it is written, also if it can be rendered. */
  public Link source(String revision, TreePath path) {
    return to(
        new RepositoryView.Tree(
            Place.of(revision, path.names()),
            Optional.empty(),
            Optional.empty(),
            RepositoryView.Shown.SOURCE));
  }

  public Link raw(String revision, TreePath path) {
    return to(new RepositoryView.Raw(Place.of(revision, path.names())));
  }

  public Link blame(String revision, TreePath path) {
    return to(new RepositoryView.Blame(Place.of(revision, path.names())));
  }

  public Link commits(String revision, TreePath path) {
    return to(new RepositoryView.Commits(Place.of(revision, path.names())));
  }

  public Link commit(Oid commit) {
    return to(new RepositoryView.Commit(commit.hex()));
  }
}
