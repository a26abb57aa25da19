package dev.graspd.server.app.desk;

import dev.graspd.core.hook.Notice;
import dev.graspd.core.repo.RepositoryPattern;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.ban.Order;
import dev.graspd.core.store.hook.Delivery;
import dev.graspd.core.store.hook.Hook;
import dev.graspd.core.store.hook.HookSecret;
import dev.graspd.core.store.hook.Topic;
import dev.graspd.server.base.Await;
import dev.graspd.server.egress.dial.NamedBy;
import dev.graspd.server.egress.dial.Scheme;
import dev.graspd.server.egress.dial.Target;
import dev.graspd.server.ops.data.DropBox.Answer;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Answers {@code graspd hook} in the running server (WH-1, WH-8). A secret is in the answer that
 * made it, and nowhere else.
 *
 * @param random for secrets and tokens
 */
public record HookAnswers(EventStore store, InstantSource clock, RandomGenerator random) {
  private static final String CLI = "cli";
  private static final int SECRET_BYTES = 32;
  private static final int TOKEN_BYTES = 16;

  /** What an order led to: the words of its answer, or why it is refused. */
  private record Ordered(boolean done, String subject, String words) {}

  /** Answers a question that came from this user. */
  Answer answer(String text, String asker) {
    return HookQuestion.parse(text)
        .map(question -> answer(question, asker))
        .orElseGet(() -> new Answer(false, "this server does not know this form of the question"));
  }

  private Answer answer(HookQuestion question, String asker) {
    return switch (question.action()) {
      case HookQuestion.LIST -> new Answer(true, HookLists.hooks(store, question.asJson()));
      case HookQuestion.LOG -> log(question);
      case HookQuestion.ADD -> add(question, asker);
      case HookQuestion.REMOVE ->
          withId(
              question,
              id -> ordered("hook remove", asker, question.asJson(), tx -> remove(tx, id)));
      case HookQuestion.SEND -> withId(question, id -> send(question, asker, id));
      case String other -> new Answer(false, "this server does not know how to " + other);
    };
  }

  private Answer log(HookQuestion question) {
    boolean isKnown =
        question.what().isEmpty()
            || store.hooks().all().stream()
                .anyMatch(hook -> question.id().equals(OptionalLong.of(hook.id())));
    return isKnown
        ? new Answer(true, HookLists.deliveries(store, question.id(), question.asJson()))
        : noHook(question.what());
  }

  private static Answer noHook(String what) {
    return new Answer(false, "there is no hook " + what + ": 'graspd hook list' shows all");
  }

  private static Answer withId(HookQuestion question, Function<Long, Answer> order) {
    return question.id().isPresent()
        ? order.apply(question.id().getAsLong())
        : noHook(question.what());
  }

  private Ordered remove(StoreTransaction tx, long id) {
    return tx.hooks()
        .remove(id)
        .map(hook ->
            new Ordered(
                true, named(hook), "hook " + id + " is removed, with its deliveries that wait"))
        .orElseGet(() -> new Ordered(false, "hook " + id, noHook(Long.toString(id)).text()));
  }

  private Answer send(HookQuestion question, String asker, long id) {
    Optional<Hook> hook = HookLists.find(store, id);
    if (hook.isEmpty()) {
      return noHook(question.what());
    }
    Delivery test = Notice.ping(hook.get(), hex(TOKEN_BYTES), clock.millis());
    String words =
        "a test goes to hook %d: 'graspd hook log %d' shows its result".formatted(id, id);
    return ordered(
        "hook send",
        asker,
        question.asJson(),
        tx ->
            tx.hooks().order(test).isPresent()
                ? new Ordered(true, named(hook.get()), words)
                : new Ordered(false, "hook " + id, noHook(question.what()).text()));
  }

  private Answer add(HookQuestion question, String asker) {
    Optional<String> refused = whyNot(question);
    if (refused.isPresent()) {
      return new Answer(false, refused.get());
    }
    HookSecret secret = question.secret().orElseGet(() -> new HookSecret(hex(SECRET_BYTES)));
    Hook hook =
        new Hook(
            0,
            question.what(),
            secret,
            topics(question.topics()).orElseThrow(),
            RepositoryPattern.parse(question.repositories()),
            question.anyAddress(),
            asker,
            clock.instant().getEpochSecond(),
            0,
            0);
    Optional<Hook> added =
        Await.answerOf(
            store.write(tx -> {
              Optional<Hook> begun = tx.hooks().add(hook);
              tx.bans()
                  .note(
                      order(asker),
                      "hook add",
                      begun.map(HookAnswers::named).orElse("a hook"),
                      begun.isPresent() ? "added" : tooMany());
              return begun;
            }));
    return added
        .map(one -> new Answer(true, added(one, question)))
        .orElseGet(() -> new Answer(false, tooMany()));
  }

  private static String tooMany() {
    return "there are %d hooks, and no more fit: remove one with 'graspd hook remove ID'"
        .formatted(Hook.COUNT_MAX);
  }

  private static String added(Hook hook, HookQuestion question) {
    boolean isMade = question.secret().isEmpty();
    if (question.asJson()) {
      return JsonText.object(json -> {
        json.writeBooleanProperty("done", true);
        json.writeNumberProperty("id", hook.id());
        if (isMade) {
          json.writeStringProperty("secret", hook.secret().text());
        }
      });
    }
    boolean needsMore = !hook.anyAddress() && hook.url().startsWith("http:");
    return "hook %d is added; 'graspd hook send %d' tests it".formatted(hook.id(), hook.id())
        + (needsMore ? "\nplain http needs --any-address, or NGIT_SYNC_ALLOW_PLAINTEXT" : "")
        + (isMade
            ? "\nsecret: " + hook.secret().text() + "\nkeep it: it is never shown again"
            : "");
  }

  private static Optional<String> whyNot(HookQuestion question) {
    if (topics(question.topics()).isEmpty()) {
      return Optional.of(
          "--on: '%s' is wrong: words of %s, with commas"
              .formatted(question.topics(), HookLists.allTopics()));
    }
    if (!question.repositories().isEmpty()
        && RepositoryPattern.parse(question.repositories()).isEmpty()) {
      return Optional.of(
          "--repository: '%s' is none: npub1…, npub1…/identifier or identifier"
              .formatted(question.repositories()));
    }
    return switch (Target.parse(question.what(), NamedBy.OPERATOR)) {
      case Target.Parsed.Invalid(var why) -> Optional.of("the URL " + why);
      case Target.Parsed.Valid(var target) ->
          target.scheme() == Scheme.HTTP || target.scheme() == Scheme.HTTPS
              ? Optional.empty()
              : Optional.of("the URL must begin with https:// or http://");
    };
  }

  /** Returns the topics that words name; empty if one of them is none, or if there are none. */
  private static Optional<SortedSet<Topic>> topics(String words) {
    SortedSet<Topic> topics = new TreeSet<>();
    for (String word : words.split(",", -1)) {
      Optional<Topic> topic = Topic.ofWord(word.strip());
      if (topic.isEmpty()) {
        return Optional.empty();
      }
      topics.add(topic.get());
    }
    return Optional.of(topics);
  }

  private Answer ordered(
      String action, String asker, boolean asJson, Function<StoreTransaction, Ordered> work) {
    Ordered ordered =
        Await.answerOf(
            store.write(tx -> {
              Ordered done = work.apply(tx);
              tx.bans().note(order(asker), action, done.subject(), done.words());
              return done;
            }));
    String text =
        asJson && ordered.done()
            ? JsonText.object(json -> {
              json.writeBooleanProperty("done", true);
              json.writeStringProperty("answer", ordered.words());
            })
            : ordered.words();
    return new Answer(ordered.done(), text);
  }

  private Order order(String asker) {
    return new Order(asker, CLI, "", clock.instant().getEpochSecond());
  }

  /** Its host alone: the path of a URL may be a secret. */
  private static String named(Hook hook) {
    return "hook " + hook.id() + " to " + HookLists.host(hook);
  }

  private String hex(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
