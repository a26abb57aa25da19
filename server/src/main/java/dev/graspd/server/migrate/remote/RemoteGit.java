package dev.graspd.server.migrate.remote;

import dev.graspd.core.policy.room.Allowance;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.family.objects.PackBase;
import dev.graspd.server.hunt.git.Advertised;
import dev.graspd.server.hunt.git.FetchFailure;
import dev.graspd.server.hunt.git.FetchOutcome;
import dev.graspd.server.hunt.git.Opening;
import dev.graspd.server.hunt.git.Remote;
import dev.graspd.server.migrate.ImportReport;
import dev.graspd.server.migrate.ObjectLanding;
import dev.graspd.server.migrate.OldGit;
import dev.graspd.server.migrate.ngit.OldRefs;
import java.io.IOException;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The repositories that a server serves, by git over HTTP. One that it does not serve, though it
 * has its announcement, has no refs.
 */
public record RemoteGit(
    RemoteServer server, SortedSet<RepoAddress> repositories, ImportReport report)
    implements OldGit {
  @Override
  public void bring(Identifier family, ObjectLanding landing) throws IOException {
    for (RepoAddress repository : repositories) {
      if (repository.identifier().equals(family) && !landing.missing(family).isEmpty()) {
        switch (server.open(repository)) {
          case Opening.Failed(var failure) ->
              report.difference("%s: %s".formatted(repository.shown(), failure.text()));
          case Opening.Opened(var remote) -> {
            try (remote) {
              bring(repository, remote, landing);
            }
          }
        }
      }
    }
  }

  /** Together first; if that fails, each by itself. */
  private void bring(RepoAddress repository, Remote remote, ObjectLanding landing)
      throws IOException {
    Identifier family = repository.identifier();
    SortedSet<Oid> wanted = remote.advertised().among(landing.missing(family));
    if (wanted.isEmpty() || land(repository, remote, wanted, landing) || wanted.size() == 1) {
      return;
    }
    for (Oid id : wanted) {
      if (landing.missing(family).contains(id)) {
        land(repository, remote, new TreeSet<>(List.of(id)), landing);
      }
    }
  }

  private boolean land(
      RepoAddress repository, Remote remote, SortedSet<Oid> ids, ObjectLanding landing)
      throws IOException {
    Identifier family = repository.identifier();
    PackBase haves = landing.haves(family);
    Allowance room = landing.room(family, ids);
    FetchOutcome<Boolean> outcome =
        remote.fetch(
            ids, haves.tips(), room.bytes(), pack -> landing.take(family, pack, room, haves));
    return switch (outcome) {
      case FetchOutcome.Received(var isTaken, _) -> isTaken;
      case FetchOutcome.Failed(var failure) -> {
        report.difference("%s: %s".formatted(repository.shown(), failure.text()));
        yield false;
      }
    };
  }

  @Override
  public void forEachRepository(Repositories taker) throws IOException {
    for (RepoAddress repository : repositories) {
      switch (server.open(repository)) {
        case Opening.Opened(var remote) -> {
          try (remote) {
            taker.accept(repository, refs(remote.advertised()));
          }
        }
        case Opening.Failed(FetchFailure.NoRepository _) -> {}
        case Opening.Failed(var failure) -> taker.untold(repository, failure.text());
      }
    }
  }

  private static OldRefs refs(Advertised advertised) {
    return OldRefs.listed(advertised.refs(), advertised.head());
  }
}
