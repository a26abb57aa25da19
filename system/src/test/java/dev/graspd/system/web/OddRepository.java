package dev.graspd.system.web;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.graspd.testkit.client.FastImport;
import dev.graspd.testkit.client.FastImport.Head;
import dev.graspd.testkit.client.FastImport.Mark;
import dev.graspd.testkit.client.GitClient;
import java.util.Base64;

/** A repository with names, files, commits and refs that pages must cope with (W-37). */
final class OddRepository {
  static final String MAIN = "refs/heads/main";

  /** The last second of the year 9999. */
  private static final long YEAR_9999 = 253_402_300_799L;

  private static final int LONG_LINE = 5_000_000;
  private static final int SHOWN_LINE = 200_000;
  private static final String SUBMODULE = "0123456789abcdef0123456789abcdef01234567";

  private static final byte[] PICTURE =
      Base64.getDecoder()
          .decode(
              "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5C"
                  + "YII=");

  private static final String README =
      """
      # Odd things

      A [guide](docs/guide.md), its [chapter](docs/guide.md#chapter), the [files](docs),
      [this](#odd-things), a [root](/README.md), the
      [web](https://example.org/) and a picture: ![a dot](pictures/dot.png)
      ![remote](http://foreign.example/remote.png) [![x](x)](javascript:hacked=1)

      [a](javascript:hacked=1) [b](JaVaScRiPt:hacked=1) [c](data:text/html,x) <javascript:hacked=1>

      | a | b |
      | --- | --- |
      | wide-%s | <b onclick=hacked=1>b</b> |

      ```html
      <script>hacked=1</script>
      ```

      """
          .formatted("x".repeat(300));

  private final FastImport stream = new FastImport();

  private OddRepository() {}

  static void into(GitClient git) {
    OddRepository repository = new OddRepository();
    Mark first = repository.files();
    Mark last = repository.history(first);
    repository.branches(first, last);
    repository.stream.into(git);
    tags(git);
  }

  private Mark files() {
    Mark mark = stream.commit(Head.of(MAIN, "Add files\n\nA body with https://example.org/.\n"));
    stream
        .file("README.md", README + HostileTexts.lines())
        .file("docs/guide.md", "# Guide\n\n## Chapter\n\n[back](../README.md)\n")
        .file("docs/README", "About the documents\n")
        .file("120000", "pages/README.md", "../README.md".getBytes(UTF_8))
        .file("docs/deep/er/still/file.txt", "deep\n")
        .file("pictures/dot.png", PICTURE)
        // Where hostile texts say src=x: a missing picture would be their fault, not ours.
        .file("x", PICTURE)
        .file("pictures/hostile.svg", "<svg xmlns='http://www.w3.org/2000/svg' onload='hacked=1'/>")
        .file("pages/index.html", HostileTexts.lines());
    contents();
    names();
    return mark;
  }

  private void contents() {
    stream
        .file("empty", "")
        .file("no-final-newline", "one\ntwo")
        .file("only-newlines", "\n\n\n")
        .file("long-line", "x".repeat(LONG_LINE) + "\n")
        .file("shown-line", "y ".repeat(SHOWN_LINE) + "\n")
        .file("crlf.txt", "one\r\ntwo\r\n")
        .file("nul", "a\0b\n")
        .file("controls.c", "int a;\u001b[31m // \u202e } \u2066 \u200b\u200d \ufeff \u00ad\n")
        .file("latin1.txt", "na\u00efve caf\u00e9\n".getBytes(ISO_8859_1))
        .file("utf16.txt", "\ufeffsixteen\n".getBytes(java.nio.charset.StandardCharsets.UTF_16BE))
        .file("not-characters.txt", "\ufdd0 \uffff \ud83d\ude00 \u00a0 \u2028\n")
        .file("hostile.txt", HostileTexts.lines())
        .file("hostile.md", HostileTexts.lines())
        .file("code.java", "class A {\n\t/** Says <b>x</b>. */\n\tint x = 1; // one\n}\n")
        .file("100755", "run.sh", "#!/bin/sh\nexit 0\n".getBytes(UTF_8))
        .file("120000", "link", "docs/guide.md".getBytes(UTF_8))
        .file("120000", "link-out", "../../<script>hacked=1</script>".getBytes(UTF_8))
        .file(".gitmodules", "[submodule \"m\"]\n\tpath = sub\n\turl = javascript:hacked=1\n")
        .submodule("sub", SUBMODULE);
  }

  private void names() {
    int number = 0;
    for (String text : HostileTexts.ALL) {
      // No name of a file has a slash; the rest stays.
      stream.file(FastImport.name("names/" + number++ + " " + text.replace('/', '|')), "x\n");
    }
    for (String name :
        new String[] {
          "with space",
          "#hash?query=1&b%41",
          "it's \"quoted\"",
          "a+b=c;d,e",
          "back\\slash",
          "\u05e9\u05dc\u05d5\u05dd \u202e txt.exe",
          "\u0645\u0631\u062d\u0628\u0627.md",
          "tab\there",
          "z\u0336a\u0336l\u0336",
          "-",
          "~",
          "HEAD",
          "%2e%2e",
          "n".repeat(250)
        }) {
      stream.file(FastImport.name(name), name + "\n");
    }
    stream.file("caf\u00e9-latin1", "bytes\n").file("\u00ff\u00fe/\u0080", "bytes\n");
  }

  private Mark history(Mark first) {
    Mark empty = stream.commit(Head.of(MAIN, ""), first);
    Mark hostile =
        stream.commit(
            Head.of(MAIN, HostileTexts.lines()).by("\"'&;hacked=1 \u202e <x&y@\"'.example>"),
            empty);
    stream.file("hostile.txt", HostileTexts.lines() + "another line\n").without("only-newlines");
    Mark latin1 =
        stream.commit(
            Head.of(MAIN, "").saying("na\u00efve caf\u00e9\n".getBytes(ISO_8859_1), ""), hostile);
    stream.file("100755", "code.java", "class B {}\n".getBytes(UTF_8));
    Mark unknown =
        stream.commit(
            Head.of(MAIN, "").saying("caf\u00e9\n".getBytes(ISO_8859_1), "no-such-encoding"),
            latin1);
    stream.file("nul", "a\0c\n").file("no-final-newline", "one\n2");
    Mark past = stream.commit(Head.of(MAIN, "In 1970\n").at(0), unknown);
    stream.file("empty", "not any more\n");
    Mark future = stream.commit(Head.of(MAIN, "In 9999\n").at(YEAR_9999), past);
    stream.file("empty", "").file("crlf.txt", "one\ntwo\r\n");
    Mark wide = stream.commit(Head.of(MAIN, "w".repeat(2_000) + "\n"), future);
    stream.file("shown-line", "z".repeat(SHOWN_LINE) + "\n");
    Mark left = stream.commit(Head.of("refs/heads/left", "Left\n"), wide);
    stream.file("left", "left\n");
    Mark right = stream.commit(Head.of("refs/heads/right", "Right\n"), wide);
    stream.file("right", "right\n");
    Mark root = stream.commit(Head.of("refs/heads/other-root", "Another root\n"));
    stream.file("root", "root\n");
    return stream.commit(Head.of(MAIN, "Merge three\n"), wide, left, right, root);
  }

  private void branches(Mark first, Mark last) {
    int number = 0;
    for (String name :
        new String[] {
          "feature/with/slashes",
          "\"><svg/onload=hacked=1>",
          "x#y%41&z='",
          "\u05e2\u05d1\u05e8\u05d9\u05ea",
          "<script>hacked=1</script>",
          "same",
          "b".repeat(200)
        }) {
      stream.commit(Head.of("refs/heads/" + name, "Branch " + number++ + "\n"), last);
      stream.file("README.md", "A branch\n");
    }
    stream.commit(Head.of("refs/heads/nothing", "Remove all\n"), first);
    stream.withoutAll();
  }

  private static void tags(GitClient git) {
    git.must("tag", "-a", "-m", HostileTexts.lines(), "v1.0", "main");
    git.must("tag", "light", "main");
    git.must("tag", "-a", "-m", "a tag of a tag", "of-tag", "v1.0");
    git.must("tag", "-a", "-m", "a tag of a tree", "of-tree", "main^{tree}");
    git.must("tag", "-a", "-m", "a tag of a file", "of-file", "main:README.md");
    git.must("tag", "-a", "-m", "a name of two", "same", "main");
    git.must("tag", "-a", "-m", "hostile", "<script>hacked=1</script>", "main");
  }
}
