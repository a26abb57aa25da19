package dev.graspd.bench.report;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Prints each figure as it comes, as one line of JSON, and all of them as a table at the end. */
public final class Report {
  private static final List<String> HEAD =
      List.of("figure", "value", "floor", "ratio", "goal", "met", "CPU s", "MB", "B/event");

  private final PrintStream out;
  private final List<Figure> figures = new ArrayList<>();
  private final List<String> failed = new ArrayList<>();

  public Report(PrintStream out) {
    this.out = out;
  }

  public void add(Figure figure) {
    figures.add(figure);
    out.println(figure.json());
  }

  /** Prints a remark. */
  public void note(String text) {
    out.println("# " + text);
  }

  /** A row has failed: its goals are not measured. */
  public void failed(String row, String why) {
    failed.add(row);
    note(row + " failed: " + why);
  }

  public List<Figure> figures() {
    return List.copyOf(figures);
  }

  /** Prints the table, as Markdown. */
  public void table() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEAD);
    figures.forEach(figure -> rows.add(cells(figure)));
    int[] widths = new int[HEAD.size()];
    Arrays.fill(widths, 3);
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    out.println();
    print(rows.getFirst(), widths);
    print(HEAD.stream().map(_ -> "---").toList(), widths);
    rows.stream().skip(1).forEach(row -> print(row, widths));
    long missed =
        figures.stream().filter(f -> f.goal().isPresent() && !f.goal().get().met()).count();
    out.println();
    if (!failed.isEmpty()) {
      out.println("failed, their goals not measured: " + String.join(", ", failed));
    }
    if (missed > 0) {
      out.println(missed + (missed == 1 ? " goal missed" : " goals missed"));
    } else {
      out.println(failed.isEmpty() ? "all goals met" : "no other goal missed");
    }
  }

  private void print(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder("|");
    for (int i = 0; i < widths.length; i++) {
      line.append(' ').append(row.get(i)).repeat(' ', widths[i] - row.get(i).length()).append(" |");
    }
    out.println(line);
  }

  private static List<String> cells(Figure figure) {
    return List.of(
        figure.row() + ": " + figure.what(),
        Numbers.show(figure.value()) + " " + figure.unit(),
        figure.floor().map(floor -> Numbers.show(floor.value()) + " " + floor.what()).orElse(""),
        figure.ratio().isPresent() ? Numbers.show(figure.ratio().getAsDouble()) + " ×" : "",
        figure.goal().map(Goal::text).orElse(""),
        figure.goal().map(goal -> goal.met() ? "yes" : "NO").orElse(""),
        figure.cost().map(cost -> Numbers.show(cost.cpuSeconds())).orElse(""),
        figure.cost().map(cost -> Numbers.show(cost.residentBytes() / 1e6)).orElse(""),
        figure.writtenPerEvent().isPresent()
            ? Numbers.show(figure.writtenPerEvent().getAsDouble())
            : "");
  }
}
