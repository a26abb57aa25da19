package dev.graspd.core.talk.patch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** W-47: texts of patches as git writes them, and as nobody does. */
class PatchReaderTest {
  private static final String MAIL =
      """
      From 1234567890123456789012345678901234567890 Mon Sep 17 00:00:00 2001
      From: Ann <ann@example.org>
      Date: Mon, 1 Jan 2024 00:00:00 +0000
      Subject: [PATCH 1/2] A long
       title

      The message:
      two lines.

      ---
       a.txt | 2 +-
       1 file changed

      diff --git a/a.txt b/a.txt
      index 1111111..2222222 100644
      --- a/a.txt
      +++ b/a.txt
      @@ -1,2 +1,2 @@ heading
       kept
      -old
      +new
      \\ No newline at end of file
      diff --git a/was b/is
      similarity index 90%
      rename from was
      rename to is
      diff --git a/made.sh b/made.sh
      new file mode 100755
      --- /dev/null
      +++ b/made.sh
      @@ -0,0 +1 @@
      +--- not a header
      diff --git a/gone b/gone
      deleted file mode 100644
      --- a/gone
      +++ /dev/null
      @@ -1 +0,0 @@
      -bye
      diff --git a/p.png b/p.png
      GIT binary patch
      literal 3
      --\s
      2.43.0
      """;

  @Test
  void mailOfGitIsRead() {
    Patch patch = PatchReader.read(MAIL);
    assertThat(patch.author()).isEqualTo(Optional.of("Ann <ann@example.org>"));
    assertThat(patch.subject()).isEqualTo("A long title");
    assertThat(patch.message()).isEqualTo("The message:\ntwo lines.");
    assertThat(patch.isCut()).isFalse();
    assertThat(patch.files().stream().map(PatchReaderTest::shown))
        .containsExactly(
            "a.txt 100644 → a.txt 100644 1:1  kept|-old|+new!",
            "was 100644 → is 100644",
            "→ made.sh 100755 0:1 +--- not a header",
            "gone 100644 → 1:0 -bye",
            "p.png 100644 → p.png 100644 binary");
  }

  private static String shown(Patch.File file) {
    StringBuilder text = new StringBuilder();
    file.before()
        .ifPresent(side -> text.append(side.path()).append(' ').append(side.mode()).append(' '));
    text.append('→');
    file.after()
        .ifPresent(side -> text.append(' ').append(side.path()).append(' ').append(side.mode()));
    text.append(file.isBinary() ? " binary" : "");
    for (Patch.Hunk hunk : file.hunks()) {
      text.append(' ').append(hunk.firstBefore()).append(':').append(hunk.firstAfter()).append(' ');
      text.append(
          String.join(
              "|",
              hunk.lines().stream()
                  .map(line -> line.sign() + line.text() + (line.isUnended() ? "!" : ""))
                  .toList()));
    }
    return text.toString();
  }

  @Test
  void mailWithForeignLineEndsAndWordsIsRead() {
    Patch patch =
        PatchReader.read(
            String.join(
                "\r\n",
                "From 1 Mon",
                "From: =?UTF-8?q?J=C3=BCrgen?= <j@x>",
                "Subject: [PATCH] =?utf-8?B?R3LDvMOfZQ==?=",
                "  =?UTF-8?q?_aus_?=",
                " =?UTF-8?q?K=C3=B6ln?=",
                "",
                "why",
                "---",
                " x | 1 +"));
    assertThat(patch.author()).contains("Jürgen <j@x>");
    assertThat(patch.subject()).isEqualTo("Grüße aus Köln");
    assertThat(patch.message()).isEqualTo("why");
  }

  @Test
  void namesOfFilesHaveNoLineEndOfAMail() {
    Patch patch =
        PatchReader.read(
            String.join(
                "\r\n", "diff --git a/x b/x", "--- a/x", "+++ b/x", "@@ -1 +1 @@", "-a", "+b", ""));
    assertThat(patch.files())
        .singleElement()
        .satisfies(file -> {
          assertThat(file.before().orElseThrow().path().toString()).isEqualTo("x");
          assertThat(file.after().orElseThrow().path().toString()).isEqualTo("x");
        });
  }

  @Test
  void headerWithAStrangeSeparatorIsRead() {
    assertThat(PatchReader.read("Subject: one\u2028two\n\nwhy").subject())
        .isEqualTo("one\u2028two");
  }

  @ParameterizedTest
  @CsvSource({
    "'\"a/sp\\303\\244t\" \"b/sp\\303\\244t\"', spät",
    "'a/two words b/two words', two words",
    "'a/../etc b/../etc', (a name that no tree can have)",
    "'nonsense', (a name that no tree can have)",
    "'\"\\', (a name that no tree can have)",
  })
  void namesAreReadAsGitWritesThem(String names, String path) {
    Patch patch = PatchReader.read("diff --git " + names + "\nold mode 100644\n");
    assertThat(patch.files().getFirst().after().orElseThrow().path().toString()).isEqualTo(path);
  }

  @Test
  void escapedNamesAreRead() {
    Patch patch =
        PatchReader.read("diff --git \"a/x\\r\\\\y\\a\" \"b/x\\r\\\\y\\a\"\nold mode 100644\n");
    assertThat(patch.files().getFirst().after().orElseThrow().path().toString())
        .isEqualTo("x\r\\y\u0007");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "no patch", "Subject: only", "diff --git ", "@@ -1 +1 @@\n+x"})
  void whatIsNoPatchHasNoLines(String text) {
    assertThat(PatchReader.read(text).files()).allMatch(file -> file.hunks().isEmpty());
  }

  @Test
  void largePatchIsCut() {
    Patch lines =
        PatchReader.read(
            "diff --git a/x b/x\n@@ -1,9 +1,999999 @@\n" + "+x\n".repeat(Patch.LINES_MAX));
    assertThat(lines.isCut()).isTrue();
    assertThat(lines.files().getFirst().hunks().getFirst().lines())
        .hasSizeBetween(Patch.LINES_MAX - 3, Patch.LINES_MAX);
    Patch files = PatchReader.read("diff --git a/x b/x\n".repeat(Patch.FILES_MAX + 1));
    assertThat(files.isCut()).isTrue();
    assertThat(files.files()).hasSize(Patch.FILES_MAX);
  }
}
