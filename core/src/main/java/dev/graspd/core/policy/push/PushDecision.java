package dev.graspd.core.policy.push;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.refusal.PushReason;
import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RepoState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Whether a push matches the signed state (grasp.md, sections 4, 5 and 7). One verdict for each
 * line.
 */
public final class PushDecision {
  private static final int SHOWN_DIGITS = 8;
  private static final String ONLY_THESE_REFS =
      "only refs/heads/, refs/tags/ and refs/nostr/<event id> can be pushed";
  private static final String ONLY_PULL_REQUESTS =
      "below /prs/ only refs/nostr/<event id> can be pushed";

  /** The verdict on one line of a push. */
  public sealed interface Line {
    PushCommand command();

    /** The ref gets this value, or is deleted. */
    record Move(PushCommand command, RefName ref) implements Line {}

    /** The ref has this value already; nothing is done, and that is a success. */
    record Unchanged(PushCommand command) implements Line {}

    /** Kept apart until the event that names this commit arrives. */
    record Await(PushCommand command, EventId event) implements Line {}

    record Refuse(PushCommand command, Refusal refusal) implements Line {}
  }

  private PushDecision() {}

  /** Judges each line by itself. */
  public static List<Line> decide(List<PushCommand> commands, PushView view) {
    List<Line> lines = new ArrayList<>();
    Set<String> named = new HashSet<>();
    for (PushCommand command : commands) {
      lines.add(
          named.add(command.ref())
              ? decide(command, view)
              : refuse(command, PushReason.PUSH_REF_TWICE, command.ref()));
    }
    return lines;
  }

  /** Returns the lines of an atomic push: one refusal refuses all. */
  public static List<Line> atomic(List<Line> lines) {
    return isAnyRefused(lines)
        ? lines.stream()
            .map(line ->
                line instanceof Line.Refuse
                    ? line
                    : refuse(line.command(), PushReason.PUSH_ATOMIC, line.command().ref()))
            .toList()
        : lines;
  }

  /** Returns whether a line is refused. */
  public static boolean isAnyRefused(List<Line> lines) {
    return lines.stream().anyMatch(Line.Refuse.class::isInstance);
  }

  private static Line decide(PushCommand command, PushView view) {
    return switch (view.kind()) {
      case REPOSITORY -> decideRepository(command, view);
      case SUBMISSIONS -> decideSubmission(command, view);
    };
  }

  private static Line decideSubmission(PushCommand command, PushView view) {
    return RefName.parse(command.ref())
        .filter(RefName::isNostr)
        .map(ref -> decideNostr(command, ref, view))
        .orElseGet(() -> refuse(command, PushReason.PUSH_REF_FORBIDDEN, ONLY_PULL_REQUESTS));
  }

  private static Line decideRepository(PushCommand command, PushView view) {
    Optional<RefName> parsed = RefName.parse(command.ref());
    if (parsed.isEmpty()) {
      boolean rightPlace =
          command.ref().startsWith("refs/heads/") || command.ref().startsWith("refs/tags/");
      return refuse(
          command,
          PushReason.PUSH_REF_FORBIDDEN,
          rightPlace ? "git forbids this name" : ONLY_THESE_REFS);
    }
    RefName ref = parsed.get();
    if (view.archivedFrom().isPresent()) {
      return new Line.Refuse(
          command,
          PushReason.PUSH_ARCHIVED.saying("archived here, push to " + view.archivedFrom().get()));
    }
    if (ref.isNostr()) {
      return decideNostr(command, ref, view);
    }
    if (!ref.isHeadOrTag()) {
      return refuse(command, PushReason.PUSH_REF_FORBIDDEN, ONLY_THESE_REFS);
    }
    return changesNothing(command, ref, view)
        ? new Line.Unchanged(command)
        : decideSigned(command, ref, view);
  }

  private static boolean changesNothing(PushCommand command, RefName ref, PushView view) {
    Oid actual = view.refs().getOrDefault(ref, Oid.ZERO);
    return actual.equals(command.newValue());
  }

  private static Line decideSigned(PushCommand command, RefName ref, PushView view) {
    if (view.state().isEmpty()) {
      return unsigned(command, ref, view, "");
    }
    RepoState state = view.state().get();
    Optional<Oid> signed = Optional.ofNullable(state.refs().get(ref));
    if (command.isDeletion()) {
      return signed.isEmpty() && !state.refs().isEmpty()
          ? new Line.Move(command, ref)
          : refuse(
              command,
              PushReason.PUSH_DELETION_UNSIGNED,
              "state " + shown(state.id().hex()) + " keeps " + ref);
    }
    if (signed.isPresent() && signed.get().equals(command.newValue())) {
      return new Line.Move(command, ref);
    }
    String expected =
        signed
            .map(oid -> "state " + shown(state.id().hex()) + " says " + shown(oid.hex()))
            .orElse("state " + shown(state.id().hex()) + " does not name it");
    return unsigned(command, ref, view, " (" + expected + ")");
  }

  private static Line unsigned(PushCommand command, RefName ref, PushView view, String found) {
    if (ref.text().startsWith("refs/heads/pr/")) {
      return refuse(
          command,
          PushReason.PUSH_PULL_REQUEST_BRANCH,
          "send " + ref + " as a pull request (kind 1618), for example with 'ngit send'");
    }
    String offered = command.isDeletion() ? "its deletion" : shown(command.newValue().hex());
    return new Line.Refuse(
        command,
        PushReason.PUSH_UNSIGNED.saying(
            ("no signed state for %s at %s%s: publish kind 30618 to %s first, push through its"
                    + " nostr:// remote ('git push' there signs first), or send a pull request")
                .formatted(ref, offered, found, view.relayUrl())));
  }

  private static Line decideNostr(PushCommand command, RefName ref, PushView view) {
    Optional<EventId> event = ref.nostrEvent();
    if (event.isEmpty()) {
      return refuse(
          command,
          PushReason.PUSH_REF_FORBIDDEN,
          "after refs/nostr/ comes an event id of 64 lower-case hex digits");
    }
    if (command.isDeletion()) {
      return refuse(
          command,
          PushReason.PUSH_NOSTR_DELETION,
          "delete the pull request itself with a kind 5 that names it");
    }
    if (changesNothing(command, ref, view)) {
      return new Line.Unchanged(command);
    }
    PullRequest request = view.pullRequests().get(event.get());
    if (request != null) {
      return matching(command, ref, request);
    }
    if (view.unrelated().contains(event.get())) {
      return refuse(command, PushReason.PUSH_NOSTR_UNRELATED, "event " + shown(event.get().hex()));
    }
    if (view.deleted().contains(event.get())) {
      return refuse(command, PushReason.PUSH_NOSTR_DELETED, "event " + shown(event.get().hex()));
    }
    return view.foreignPlaceholders().contains(event.get())
        ? refuse(
            command, PushReason.PUSH_NOSTR_TAKEN, "publish the event " + shown(event.get().hex()))
        : new Line.Await(command, event.get());
  }

  private static Line matching(PushCommand command, RefName ref, PullRequest request) {
    return request.tip().equals(command.newValue().hex())
        ? new Line.Move(command, ref)
        : refuse(
            command,
            PushReason.PUSH_NOSTR_MISMATCH,
            "event %s names %s, not %s"
                .formatted(
                    shown(request.event().id().hex()),
                    shown(request.tip()),
                    shown(command.newValue().hex())));
  }

  private static Line refuse(PushCommand command, PushReason reason, String detail) {
    return new Line.Refuse(command, reason.refusal(detail));
  }

  private static String shown(String hex) {
    return hex.substring(0, SHOWN_DIGITS);
  }
}
