package dev.graspd.server.site.api;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.refusal.PageReason;
import dev.graspd.core.nostr.refusal.QueryReason;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.git.browse.Belonging;
import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.git.browse.Revision;
import dev.graspd.server.site.address.ApiAddress;
import dev.graspd.server.site.address.ApiView;
import dev.graspd.server.site.address.Place;
import dev.graspd.server.site.cache.CodeCache;
import dev.graspd.server.site.json.Problem;
import dev.graspd.server.site.json.RevisionFacts;
import dev.graspd.server.site.serve.PageBudgets;
import dev.graspd.server.site.serve.Revisions;
import dev.graspd.server.site.serve.Revisions.Found;
import java.io.IOException;
import java.util.Optional;

/** One request of a program: the repository, its code and what reading it may cost. */
record ApiScope(RepoAddress repository, CodeReader code, CodeCache cache, PageBudgets budgets) {
  @FunctionalInterface
  interface View {
    ApiAnswer of(Found found, RevisionFacts facts) throws IOException;
  }

  /**
   * Answers with a view of a place.
   *
   * @param root the commit of the first part of a list; it must still belong to the repository
   */
  ApiAnswer at(Place place, Optional<Oid> root, View view) throws IOException {
    return switch (new Revisions(code, budgets).find(place)) {
      case Outcome.Found<Found>(var found) -> pinned(found, root, view);
      case Outcome.Absent<Found> _ -> notFound("there is no such revision here");
      case Outcome.TooMuch<Found> _ -> tooExpensive();
    };
  }

  private ApiAnswer pinned(Found found, Optional<Oid> root, View view) throws IOException {
    Oid wanted = root.orElse(found.target().target().oid());
    return switch (pinned(found.target(), wanted)) {
      case Outcome.Found<Revision>(var revision) ->
          view.of(
              new Found(found.revision(), revision, found.path()),
              new RevisionFacts(revision.commit(), offeredBy(revision), found.path()));
      case Outcome.Absent<Revision> _ ->
          notFound("the history of this cursor is gone: begin again without it");
      case Outcome.TooMuch<Revision> _ -> tooExpensive();
    };
  }

  private Outcome<Revision> pinned(Revision asked, Oid wanted) throws IOException {
    return wanted.equals(asked.target().oid())
        ? new Outcome.Found<>(asked)
        : code.belonging(wanted, budgets.reach())
            .then(how ->
                new Outcome.Found<>(
                    new Revision(
                        Optional.empty(),
                        false,
                        new Revision.Target(Revision.Kind.COMMIT, wanted),
                        how)));
  }

  /** Returns the pull request that offers a commit; none for a commit of the repository itself. */
  static Optional<EventId> offeredBy(Revision revision) {
    return switch (revision.belonging()) {
      case Belonging.Own() -> Optional.empty();
      case Belonging.Offered(var pullRequest) -> Optional.of(pullRequest);
    };
  }

  ApiAnswer document(String json) {
    return document(json, Optional.empty());
  }

  /** A list, with the view of its next part. */
  ApiAnswer document(String json, Optional<ApiView> next) {
    return new ApiAnswer.Document(
        json, next.map(view -> new ApiAddress.OfRepository(repository, view)));
  }

  static ApiAnswer notFound(String detail) {
    return new ApiAnswer.Refused(new Problem(QueryReason.API_NOT_FOUND, detail));
  }

  static ApiAnswer lost() {
    return new ApiAnswer.Refused(
        new Problem(PageReason.PAGE_DATA_LOST, "a commit, a tree or a file of it is missing"));
  }

  static ApiAnswer tooExpensive() {
    return new ApiAnswer.Refused(
        new Problem(QueryReason.API_TOO_EXPENSIVE, "the history is too long to be searched"));
  }
}
