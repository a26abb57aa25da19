package dev.graspd.server.app.desk;

import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.server.hosting.OperatorActions;
import dev.graspd.server.ops.data.DropBox.Answer;
import java.util.function.Function;

/** Passes each question of the operator's commands to the class that answers it. */
public final class CommandAnswers {
  static final String READ_ONLY =
      "this server is read-only (NGIT_READ_ONLY=true): it erases, restores and drops nothing;"
          + " start it without that setting first";

  private CommandAnswers() {}

  public static Function<String, Answer> of(
      RepositoryStore store,
      OperatorActions orders,
      RepoAnswers repositories,
      AdmissionRules rules) {
    EndedAnswers ended = new EndedAnswers(store, orders);
    PurgatoryAnswers purgatory = new PurgatoryAnswers(orders.held());
    return question -> {
      if (rules.readOnly() && !isReading(question)) {
        return new Answer(false, READ_ONLY);
      }
      if (question.startsWith(RepoAnswers.QUESTION)) {
        return repositories.answer(question);
      }
      return question.startsWith(PurgatoryAnswers.QUESTION)
          ? purgatory.answer(question)
          : ended.answer(question);
    };
  }

  private static boolean isReading(String question) {
    return question.equals(EndedAnswers.LIST)
        || question.equals(EndedAnswers.LIST_AS_JSON)
        || question.startsWith(RepoAnswers.QUESTION)
        || question.startsWith(PurgatoryAnswers.QUESTION + PurgatoryAnswers.LIST);
  }
}
