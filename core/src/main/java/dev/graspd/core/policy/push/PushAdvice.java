package dev.graspd.core.policy.push;

import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.nostr.refusal.PushReason;
import dev.graspd.core.policy.push.PushDecision.Line;
import dev.graspd.core.repo.RepoAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Complete commands to copy after a refused push. With them a maintainer signs a state, and
 * everybody else sends a pull request.
 */
public final class PushAdvice {
  private static final int REFS_MAX = 3;

  /** Names that mean nothing to a shell or to git's options. */
  private static final Pattern HARMLESS = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._/-]*");

  private PushAdvice() {}

  /**
   * Returns lines for people; none if no line of the push was refused because a signature is
   * missing.
   */
  public static List<String> of(List<Line> lines, RepoAddress repository, ServiceAddress service) {
    List<String> unsigned = refused(lines, PushReason.PUSH_UNSIGNED);
    List<String> requests = refused(lines, PushReason.PUSH_PULL_REQUEST_BRANCH);
    if (unsigned.isEmpty() && requests.isEmpty()) {
      return List.of();
    }
    List<String> advice = new ArrayList<>();
    advice.add(
        "With ngit installed, once: git remote add nostr "
            + service.nostrUrl(repository.owner(), repository.identifier().text()));
    if (!unsigned.isEmpty()) {
      advice.add(
          "As a maintainer: git push nostr " + String.join(" ", unsigned) + " (it signs first)");
    }
    String topic = requests.isEmpty() ? "pr/<topic>" : requests.getFirst();
    String branch = requests.isEmpty() ? "git checkout -b " + topic + " && " : "";
    advice.add(
        "As anybody else: " + branch + "git push nostr " + topic + " (it sends a pull request)");
    return List.copyOf(advice);
  }

  private static List<String> refused(List<Line> lines, PushReason reason) {
    return lines.stream()
        .filter(line -> line instanceof Line.Refuse(_, var refusal) && refusal.reason() == reason)
        .limit(REFS_MAX)
        .map(line -> shown(line.command()))
        .toList();
  }

  private static String shown(PushCommand command) {
    String name = command.ref().replaceFirst("^refs/(heads|tags)/", "");
    String harmless = HARMLESS.matcher(name).matches() ? name : "<ref>";
    return command.isDeletion() ? ":" + harmless : harmless;
  }
}
