package dev.graspd.server.app.desk;

import dev.graspd.core.store.RepositoryStore;
import dev.graspd.server.hosting.OperatorActions;
import dev.graspd.server.ops.data.DropBox.Answer;
import dev.graspd.server.ops.data.DropBox.Desk;

/** Passes each question of the operator's commands to the class that answers it. */
public final class CommandAnswers {
  static final String READ_ONLY =
      "this server is read-only (NGIT_READ_ONLY=true): it erases, restores, drops and bans nothing;"
          + " start it without that setting first";
  private static final String HOSTS_NOTHING =
      "this server hosts no repositories (NGIT_RELAY_ACCEPT=all)";

  private CommandAnswers() {}

  public static Desk of(
      RepositoryStore store,
      OperatorActions orders,
      RepoAnswers repositories,
      BanAnswers bans,
      HookAnswers hooks,
      boolean readOnly) {
    EndedAnswers ended = new EndedAnswers(store, orders);
    PurgatoryAnswers purgatory = new PurgatoryAnswers(orders.held());
    return (question, asker) -> {
      if (readOnly && !isReading(question)) {
        return new Answer(false, READ_ONLY);
      }
      if (question.startsWith(RepoAnswers.QUESTION)) {
        return repositories.answer(question);
      }
      if (BanQuestion.isOne(question)) {
        return bans.answer(question, asker);
      }
      if (HookQuestion.isOne(question)) {
        return hooks.answer(question, asker);
      }
      return question.startsWith(PurgatoryAnswers.QUESTION)
          ? purgatory.answer(question)
          : ended.answer(question);
    };
  }

  /** The same for a server that hosts nothing: only bans. */
  public static Desk plain(BanAnswers bans, boolean readOnly) {
    return (question, asker) -> {
      if (readOnly && !isReading(question)) {
        return new Answer(false, READ_ONLY);
      }
      return BanQuestion.isOne(question)
          ? bans.answer(question, asker)
          : new Answer(false, HOSTS_NOTHING);
    };
  }

  private static boolean isReading(String question) {
    return question.equals(EndedAnswers.LIST)
        || question.equals(EndedAnswers.LIST_AS_JSON)
        || question.startsWith(RepoAnswers.QUESTION)
        || question.startsWith(PurgatoryAnswers.QUESTION + PurgatoryAnswers.LIST)
        || (BanQuestion.isOne(question)
            && BanQuestion.parse(question).filter(BanQuestion::isReading).isPresent())
        || (HookQuestion.isOne(question)
            && HookQuestion.parse(question).filter(HookQuestion::isReading).isPresent());
  }
}
