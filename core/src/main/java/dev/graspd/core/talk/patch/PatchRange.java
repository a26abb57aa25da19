package dev.graspd.core.talk.patch;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The lines that a hunk is about: {@code @@ -10,3 +12,4 @@}. */
record PatchRange(int before, int countBefore, int after, int countAfter) {
  private static final Pattern FORM =
      Pattern.compile(
          "@@ -([0-9]{1,7})(?:,([0-9]{1,7}))? \\+([0-9]{1,7})(?:,([0-9]{1,7}))? @@.*",
          Pattern.DOTALL);

  static Optional<PatchRange> parse(String line) {
    Matcher form = FORM.matcher(line);
    return form.matches()
        ? Optional.of(
            new PatchRange(
                Integer.parseInt(form.group(1)),
                count(form.group(2)),
                Integer.parseInt(form.group(3)),
                count(form.group(4))))
        : Optional.empty();
  }

  private static int count(@Nullable String digits) {
    return digits == null ? 1 : Integer.parseInt(digits);
  }
}
