package dev.graspd.server.ops.pages;

import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.diary.Subject;
import dev.graspd.server.site.address.ApiAddress;
import dev.graspd.server.web.http.OpsPages;
import java.util.Optional;

/**
 * The pages of a server that shows none to people ({@code NGIT_WEB=off}): programs are answered as
 * always.
 */
public record ProgramPages(OpsPages all) implements OpsPages {
  private static final Page NONE =
      new Page(
          404,
          "text/plain; charset=utf-8",
          "this server shows no pages; git and Nostr clients are welcome\n");

  @Override
  public Page metrics() {
    return all.metrics();
  }

  @Override
  public Page health() {
    return all.health();
  }

  @Override
  public Page ready() {
    return all.ready();
  }

  @Override
  public Page relayInformation() {
    return all.relayInformation();
  }

  @Override
  public Page home() {
    return NONE;
  }

  @Override
  public Page status() {
    return NONE;
  }

  @Override
  public Page upkeep() {
    return all.upkeep();
  }

  @Override
  public Page sync() {
    return all.sync();
  }

  @Override
  public Page why(Subject subject) {
    return all.why(subject);
  }

  @Override
  public Page whyAsText(Subject subject) {
    return all.whyAsText(subject);
  }

  @Override
  public Page repository(RepoAddress address) {
    return NONE;
  }

  @Override
  public Page api(ApiAddress address, Optional<String> known) {
    return all.api(address, known);
  }

  @Override
  public Optional<Page> apiAtOnce(ApiAddress address, Optional<String> known) {
    return all.apiAtOnce(address, known);
  }

  @Override
  public Page apiProblem(Reason reason, String detail) {
    return all.apiProblem(reason, detail);
  }

  /** The pages of refusals have the style of all. */
  @Override
  public Page asset(String name) {
    return all.asset(name);
  }

  @Override
  public Page repositoryDocument(RepoAddress address) {
    return all.repositoryDocument(address);
  }

  @Override
  public Page repositories(String query) {
    return all.repositories(query);
  }

  @Override
  public Page noRepositoryDocument() {
    return all.noRepositoryDocument();
  }

  /** Refusals name these pages, so they stay. */
  @Override
  public Page refusal(String slug) {
    return all.refusal(slug);
  }

  @Override
  public Page notFound() {
    return NONE;
  }
}
