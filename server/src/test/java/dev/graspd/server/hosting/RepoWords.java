package dev.graspd.server.hosting;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.policy.push.PushCommand;
import dev.graspd.core.policy.push.PushDecision.Line;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.server.family.PushVerdict;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** Short ways to say what happens to repositories; objects are numbers. */
public final class RepoWords {
  private RepoWords() {}

  public static Oid oid(int number) {
    return new Oid(String.format("%040x", number));
  }

  public static Oid[] oids(Integer... numbers) {
    return Arrays.stream(numbers).map(RepoWords::oid).toArray(Oid[]::new);
  }

  /** An announcement that names the service git.example.org. */
  public static Event announcement(Signer author, String name, long at, Signer... listed) {
    String npub = Bech32.npub(author.publicKey());
    EventBuilder builder =
        EventBuilder.kind(30617)
            .at(EventBuilder.DEFAULT_CREATED_AT + at)
            .tag("d", name)
            .tag("clone", "https://git.example.org/" + npub + "/" + name + ".git")
            .tag("relays", "wss://git.example.org");
    for (Signer one : listed) {
      builder.tag("maintainers", one.publicKey().hex());
    }
    return builder.unsignedBy(author);
  }

  /** A state such as {@code main=1 dev=2}. */
  public static Event state(Signer author, String name, long at, String refs) {
    EventBuilder builder =
        EventBuilder.kind(30618)
            .at(EventBuilder.DEFAULT_CREATED_AT + at)
            .tag("d", name)
            .tag("HEAD", "ref: refs/heads/main");
    for (String one : refs.split(" ", -1)) {
      String[] parts = one.split("=", -1);
      builder.tag("refs/heads/" + parts[0], oid(Integer.parseInt(parts[1])).hex());
    }
    return builder.unsignedBy(author);
  }

  /** Commands such as {@code main=1 refs/nostr/…=5}. */
  public static List<PushCommand> commands(String text) {
    return Arrays.stream(text.split(" ", -1))
        .map(one -> one.split("=", -1))
        .map(parts ->
            new PushCommand(
                parts[0].startsWith("refs/") ? parts[0] : "refs/heads/" + parts[0],
                Oid.ZERO,
                oid(Integer.parseInt(parts[1]))))
        .toList();
  }

  /** What became of each command. */
  public static String outcomes(PushVerdict verdict) {
    return String.join(" ", verdict.lines().stream().map(RepoWords::outcome).toList());
  }

  private static String outcome(Line line) {
    return switch (line) {
      case Line.Move _ -> "ok";
      case Line.Unchanged _ -> "unchanged";
      case Line.Await _ -> "awaits";
      case Line.Refuse(_, var refusal) -> refusal.reason().slug();
    };
  }

  /** Refs such as {@code main=1 PR=5 refs/heads/main}; HEAD is the last. */
  public static String text(Refs refs) {
    StringBuilder text = new StringBuilder();
    refs.values()
        .forEach((ref, value) ->
            text.append(ref.isNostr() ? "PR" : ref.text().substring("refs/heads/".length()))
                .append('=')
                .append(Integer.parseInt(value.hex(), 16))
                .append(' '));
    return text + refs.head().map(RefName::text).orElse("-");
  }

  public static <R> R now(CompletionStage<R> stage) {
    try {
      return stage.toCompletableFuture().get(20, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError("no answer", e);
    }
  }
}
