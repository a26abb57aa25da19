package dev.graspd.bench.report;

import dev.graspd.bench.process.ProcessCost;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One figure of a run.
 *
 * @param row the row of the performance page
 * @param what the name of the figure
 * @param value the median of the repetitions
 * @param floor the divisor, if the goal is a ratio
 * @param ratio the median of the ratios within each repetition
 * @param cost of the server's process, if it is ours
 * @param writtenPerEvent bytes on disk for each written event
 */
public record Figure(
    String row,
    String what,
    double value,
    String unit,
    Optional<Floor> floor,
    OptionalDouble ratio,
    Optional<Goal> goal,
    Optional<ProcessCost> cost,
    OptionalDouble writtenPerEvent) {
  /** The best result of the machine, in the same unit. */
  public record Floor(String what, double value) {}

  /** A figure without a floor. */
  public static Figure of(String row, String what, double value, String unit) {
    return new Figure(
        row,
        what,
        value,
        unit,
        Optional.empty(),
        OptionalDouble.empty(),
        Optional.empty(),
        Optional.empty(),
        OptionalDouble.empty());
  }

  public Figure over(String floorName, double floorValue, double medianRatio) {
    return new Figure(
        row,
        what,
        value,
        unit,
        Optional.of(new Floor(floorName, floorValue)),
        OptionalDouble.of(medianRatio),
        goal,
        cost,
        writtenPerEvent);
  }

  public Figure aiming(Goal aim) {
    return new Figure(
        row, what, value, unit, floor, ratio, Optional.of(aim), cost, writtenPerEvent);
  }

  public Figure costing(Optional<ProcessCost> spent) {
    return new Figure(row, what, value, unit, floor, ratio, goal, spent, writtenPerEvent);
  }

  /** Adds the number of events in the cost. */
  public Figure writing(int events) {
    OptionalDouble each =
        cost.map(spent -> OptionalDouble.of(spent.writtenBytes() / (double) events))
            .orElse(OptionalDouble.empty());
    return new Figure(row, what, value, unit, floor, ratio, goal, cost, each);
  }

  /** Returns the figure as one line of JSON. */
  public String json() {
    StringBuilder json = new StringBuilder("{");
    field(json, "row", row);
    field(json, "what", what);
    field(json, "value", value);
    field(json, "unit", unit);
    floor.ifPresent(found -> {
      field(json, "floor", found.what());
      field(json, "floor_value", found.value());
    });
    ratio.ifPresent(found -> field(json, "ratio", found));
    goal.ifPresent(aim -> {
      field(json, "goal", aim.text());
      json.append(",\"met\":").append(aim.met());
    });
    cost.ifPresent(spent -> {
      field(json, "cpu_seconds", spent.cpuSeconds());
      field(json, "resident_bytes", (double) spent.residentBytes());
    });
    writtenPerEvent.ifPresent(bytes -> field(json, "written_bytes_per_event", bytes));
    return json.append('}').toString();
  }

  private static void field(StringBuilder json, String name, String text) {
    key(json, name)
        .append('"')
        .append(text.replace("\\", "\\\\").replace("\"", "\\\""))
        .append('"');
  }

  private static void field(StringBuilder json, String name, double number) {
    key(json, name).append(String.format(Locale.ROOT, "%.6g", number));
  }

  private static StringBuilder key(StringBuilder json, String name) {
    return json.append(json.length() > 1 ? ",\"" : "\"").append(name).append("\":");
  }
}
