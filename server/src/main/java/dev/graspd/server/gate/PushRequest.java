package dev.graspd.server.gate;

import dev.graspd.core.policy.PushCommand;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.RepoAddress;
import java.util.List;
import java.util.Optional;

/**
 * What a client asks a push to do.
 *
 * @param space where it pushes to
 * @param from the client's address; empty for the operator's own, which has no limits
 */
public record PushRequest(
    RefSpace space, List<PushCommand> commands, boolean atomic, Optional<String> from) {
  public PushRequest {
    commands = List.copyOf(commands);
  }

  /** A push to a repository. */
  public PushRequest(
      RepoAddress repository, List<PushCommand> commands, boolean atomic, Optional<String> from) {
    this(RefSpace.ofRepository(repository), commands, atomic, from);
  }
}
