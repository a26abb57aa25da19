package dev.graspd.server.family;

import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.core.policy.push.PushDecision;
import dev.graspd.core.policy.room.Allowance;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The decision on a push.
 *
 * @param lines one for each command, in the client's order
 * @param remarks for the client, one line each
 * @param objects the size limit of its pack, in addition to the limit of all pushes
 */
public record PushVerdict(List<PushDecision.Line> lines, List<String> remarks, Allowance objects) {
  public PushVerdict {
    lines = List.copyOf(lines);
    remarks = List.copyOf(remarks);
  }

  /** A verdict that leaves the size to the limits of all pushes. */
  public PushVerdict(List<PushDecision.Line> lines, List<String> remarks) {
    this(lines, remarks, Allowance.UNLIMITED);
  }

  /** Returns whether a line needs objects because it moves a ref or waits for its event. */
  public boolean wantsObjects() {
    return lines.stream()
        .anyMatch(line ->
            line instanceof PushDecision.Line.Await
                || (line instanceof PushDecision.Line.Move move && !move.command().isDeletion()));
  }

  /** Returns whether no line is refused. */
  public boolean isAllowed() {
    return lines.stream().noneMatch(PushDecision.Line.Refuse.class::isInstance);
  }

  /** Returns whether every line is refused, so that no object needs to be read. */
  public boolean isRefused() {
    return !lines.isEmpty() && lines.stream().allMatch(PushDecision.Line.Refuse.class::isInstance);
  }

  /** Returns the refusal, if all lines have the same. */
  public Optional<Refusal> onlyRefusal() {
    Set<Refusal> refusals = new HashSet<>();
    for (PushDecision.Line line : lines) {
      if (!(line instanceof PushDecision.Line.Refuse refuse)) {
        return Optional.empty();
      }
      refusals.add(refuse.refusal());
    }
    return refusals.size() == 1 ? refusals.stream().findFirst() : Optional.empty();
  }
}
