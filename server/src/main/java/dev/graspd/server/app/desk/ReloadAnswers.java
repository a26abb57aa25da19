package dev.graspd.server.app.desk;

import dev.graspd.server.ops.data.DropBox.Answer;
import dev.graspd.server.ops.data.DropBox.Desk;
import java.util.function.Function;

/** Answers {@code graspd reload} in the running server, and passes other questions on. */
public record ReloadAnswers(Function<String, Answer> reload, Desk others) implements Desk {
  /** The whole question. */
  public static final String QUESTION = "reload\n";

  @Override
  public Answer answer(String question, String asker) {
    return question.equals(QUESTION) ? reload.apply(asker) : others.answer(question, asker);
  }
}
