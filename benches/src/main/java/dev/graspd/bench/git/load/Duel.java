package dev.graspd.bench.git.load;

import dev.graspd.bench.report.Comparison;
import dev.graspd.bench.report.Figure;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalDouble;

/** The same operations by a peer and by the server, in turn, several times. */
public record Duel(Comparison wall, Optional<Comparison> cpu) {
  /** One repetition of one side. */
  public interface Side {
    Spent take() throws IOException, InterruptedException;
  }

  /** The unit of the figures. */
  public enum Unit {
    MICROSECONDS("µs", 1e6),
    MILLISECONDS("ms", 1e3),
    SECONDS("s", 1);

    private final String sign;
    private final double inSecond;

    Unit(String sign, double inSecond) {
      this.sign = sign;
      this.inSecond = inSecond;
    }
  }

  public static Duel run(int repetitions, Unit unit, Side peer, Side server)
      throws IOException, InterruptedException {
    double[][] wall = new double[2][repetitions];
    double[][] cpu = new double[2][repetitions];
    boolean cpuKnown = true;
    for (int i = 0; i < repetitions; i++) {
      Spent[] both = {peer.take(), server.take()};
      for (int side = 0; side < both.length; side++) {
        wall[side][i] = both[side].wallSeconds() * unit.inSecond;
        OptionalDouble seconds = both[side].cpuSeconds();
        cpuKnown &= seconds.isPresent();
        cpu[side][i] = seconds.orElse(0) * unit.inSecond;
      }
    }
    return new Duel(
        Comparison.of(wall[0], wall[1]),
        cpuKnown ? Optional.of(Comparison.of(cpu[0], cpu[1])) : Optional.empty());
  }

  public Figure wallFigure(String row, String what, Unit unit, String peer) {
    return wall.figure(row, what + ", wall", unit.sign, peer);
  }

  public Optional<Figure> cpuFigure(String row, String what, Unit unit, String peer) {
    return cpu.map(both -> both.figure(row, what + ", CPU", unit.sign, peer));
  }
}
