package dev.graspd.server.app.manual;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** The meaning of exit codes, in general and for each command. */
public final class ExitCodes {
  /** What a code means for every command. */
  static final SortedMap<Integer, String> MEANINGS =
      codes(
          "done",
          "done, but something is wrong or was left out, or the server said no",
          "nothing was done: wrong usage, wrong settings, or a problem that the operator must solve"
              + " first; one line on stderr says which");

  private static final SortedMap<String, String> FAILURES = failures();

  /** Of commands that may end on their way, and go on when they are run again. */
  private static final SortedMap<String, String> UNDONE = undone();

  private ExitCodes() {}

  /** Returns the codes that a command ends with. */
  public static SortedMap<Integer, String> of(String command) {
    String failure = FAILURES.get(command);
    SortedMap<Integer, String> codes = new TreeMap<>(MEANINGS);
    if (failure == null) {
      codes.remove(1);
    } else {
      codes.put(1, failure);
    }
    codes.put(2, UNDONE.getOrDefault(command, "nothing was done"));
    return Collections.unmodifiableSortedMap(codes);
  }

  private static SortedMap<String, String> undone() {
    String text = "it was not done, or not to its end; one line on stderr says why";
    SortedMap<String, String> undone = new TreeMap<>();
    undone.put("import", text);
    undone.put("export", text);
    return undone;
  }

  private static SortedMap<String, String> failures() {
    SortedMap<String, String> failures = new TreeMap<>();
    failures.put(
        "serve", "the store or the disk failed while the server ran, or it did not end in order");
    failures.put(
        "config",
        "with --strict: a variable looks like a key but is not one; with --as-ngit-grasp: a value"
            + " would stop a start");
    failures.put("doctor", "there are problems");
    failures.put("backup", "the backup is complete, but the data has problems");
    failures.put("restore", "the backup is damaged");
    failures.put(
        "import", "something that the old server served was left out, or a record is damaged");
    failures.put("export", "something was not taken by the other server");
    failures.put("ban", "the server said no");
    failures.put("unban", "the server said no");
    failures.put("audit", "the server said no");
    failures.put("hook", "the server said no");
    failures.put("why", "the server knows nothing about it");
    failures.put("holding", "the server said no");
    failures.put("purgatory", "the server said no");
    failures.put("ban", "the server said no");
    failures.put("unban", "the server said no");
    failures.put("reload", "a setting has a wrong value; nothing has changed");
    failures.put("repo", "the server said no, or there is no such repository");
    return failures;
  }

  private static SortedMap<Integer, String> codes(String ok, String failed, String refused) {
    SortedMap<Integer, String> codes = new TreeMap<>();
    codes.put(0, ok);
    codes.put(1, failed);
    codes.put(2, refused);
    return Collections.unmodifiableSortedMap(codes);
  }
}
