package dev.graspd.server.app;

import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.server.gate.OperatorOrders;
import dev.graspd.server.ops.DropBox.Answer;
import java.util.function.Function;

/** Answers each question of the operator's commands by the part that knows. */
final class Desks {
  static final String READ_ONLY =
      "this server is read-only (NGIT_READ_ONLY=true): it erases, restores and drops nothing;"
          + " start it without that setting first";

  private Desks() {}

  static Function<String, Answer> of(
      RepositoryStore store, OperatorOrders orders, RepoDesk repositories, AdmissionRules rules) {
    HoldingDesk holding = new HoldingDesk(store, orders);
    PurgatoryDesk purgatory = new PurgatoryDesk(orders.held());
    return question -> {
      if (rules.readOnly() && !isReading(question)) {
        return new Answer(false, READ_ONLY);
      }
      if (question.startsWith(RepoDesk.QUESTION)) {
        return repositories.answer(question);
      }
      return question.startsWith(PurgatoryDesk.QUESTION)
          ? purgatory.answer(question)
          : holding.answer(question);
    };
  }

  private static boolean isReading(String question) {
    return question.equals(HoldingDesk.LIST)
        || question.startsWith(RepoDesk.QUESTION)
        || question.startsWith(PurgatoryDesk.QUESTION + PurgatoryDesk.LIST);
  }
}
