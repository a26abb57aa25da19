package dev.graspd.server.gate;

import dev.graspd.core.policy.PushCommand;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.charge.Payer;
import java.util.List;

/**
 * What a client asks a push to do.
 *
 * @param space where it pushes to
 * @param from whom the client counts for
 */
public record PushRequest(RefSpace space, List<PushCommand> commands, boolean atomic, Payer from) {
  public PushRequest {
    commands = List.copyOf(commands);
  }

  /** A push to a repository. */
  public PushRequest(
      RepoAddress repository, List<PushCommand> commands, boolean atomic, Payer from) {
    this(RefSpace.ofRepository(repository), commands, atomic, from);
  }
}
