package dev.graspd.server.ops.pages;

import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.diary.Subject;
import dev.graspd.server.site.address.ApiAddress;
import dev.graspd.server.web.http.OpsPages;
import java.util.Optional;

/** Pages behind the port; something foreign can be put into that of the repository. */
record TestSite(SitePages site, SyncPages pages, String foreign) implements OpsPages {
  private static final Page NONE = new Page(404, "text/plain", "none");

  static TestSite of(SitePages site) {
    return new TestSite(site, Samples.sync(""), "");
  }

  @Override
  public Page status() {
    return pages.status();
  }

  @Override
  public Page upkeep() {
    return pages.upkeep();
  }

  @Override
  public Page sync() {
    return pages.json();
  }

  @Override
  public Page repository(RepoAddress address) {
    Page page = site.repository(address);
    return new Page(
        page.status(), page.contentType(), page.body().replace("<body>", "<body>" + foreign));
  }

  @Override
  public Page api(ApiAddress address, Optional<String> known) {
    return NONE;
  }

  @Override
  public Optional<Page> apiAtOnce(ApiAddress address, Optional<String> known) {
    return Optional.empty();
  }

  @Override
  public Page apiProblem(Reason reason, String detail) {
    return NONE;
  }

  @Override
  public Page asset(String name) {
    return NONE;
  }

  @Override
  public Page why(Subject subject) {
    return NONE;
  }

  @Override
  public Page whyAsText(Subject subject) {
    return NONE;
  }

  @Override
  public Page repositoryDocument(RepoAddress address) {
    return site.document(address);
  }

  @Override
  public Page repositories(String query) {
    return NONE;
  }

  @Override
  public Page noRepositoryDocument() {
    return site.noDocument();
  }

  @Override
  public Page home() {
    return site.home();
  }

  @Override
  public Page notFound() {
    return site.notFound();
  }

  @Override
  public Page refusal(String slug) {
    return site.refusal(slug);
  }

  @Override
  public Page metrics() {
    return NONE;
  }

  @Override
  public Page health() {
    return NONE;
  }

  @Override
  public Page ready() {
    return NONE;
  }

  @Override
  public Page relayInformation() {
    return NONE;
  }
}
