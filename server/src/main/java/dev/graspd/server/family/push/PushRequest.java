package dev.graspd.server.family.push;

import dev.graspd.core.policy.push.PushCommand;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.charge.Payer;
import java.util.List;

/**
 * A push as a client requests it.
 *
 * @param from whose budgets pay for the client
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
