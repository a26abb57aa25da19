package dev.graspd.bench.process;

/** The cost of a process so far. */
public record ProcessCost(double cpuSeconds, long residentBytes, long writtenBytes) {
  /** Returns the cost since an earlier moment; the memory is the later one. */
  public ProcessCost since(ProcessCost earlier) {
    return new ProcessCost(
        cpuSeconds - earlier.cpuSeconds, residentBytes, writtenBytes - earlier.writtenBytes);
  }
}
