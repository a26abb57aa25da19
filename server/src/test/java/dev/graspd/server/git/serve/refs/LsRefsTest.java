package dev.graspd.server.git.serve.refs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.server.git.serve.PktText;
import dev.graspd.server.git.wire.PktWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LsRefsTest {
  private static final Oid A = new Oid("a".repeat(40));
  private static final Oid B = new Oid("b".repeat(40));
  private static final Oid C = new Oid("c".repeat(40));
  private static final RefName MAIN = new RefName("refs/heads/main");
  private static final Refs REFS =
      new Refs(new TreeMap<>(Map.of(MAIN, A, new RefName("refs/tags/v1"), B)), Optional.of(MAIN));

  @Test
  void plainRequestGetsNamesAndValues() throws IOException {
    assertThat(answer(new LsRefs(false, false, false, List.of()), REFS))
        .isEqualTo(A + " HEAD\n" + A + " refs/heads/main\n" + B + " refs/tags/v1\nflush\n");
  }

  @Test
  void targetsAndPeeledValuesComeWhenAskedFor() throws IOException {
    assertThat(answer(new LsRefs(true, true, false, List.of()), REFS))
        .isEqualTo(
            (A + " HEAD symref-target:refs/heads/main\n")
                + (A + " refs/heads/main\n")
                + (B + " refs/tags/v1 peeled:" + C + "\n")
                + "flush\n");
  }

  @Test
  void prefixesChoose() throws IOException {
    assertThat(answer(new LsRefs(false, false, false, List.of("refs/tags/", "HEA")), REFS))
        .isEqualTo(A + " HEAD\n" + B + " refs/tags/v1\nflush\n");
  }

  @Test
  void tooManyPrefixesChooseNothing() throws IOException {
    List<String> prefixes = Collections.nCopies(LsRefs.PREFIXES_MAX + 1, "refs/none/");
    assertThat(answer(new LsRefs(false, false, false, prefixes), REFS)).contains("refs/tags/v1");
  }

  @Test
  void emptyRepositoryNamesNoUnbornBranch() throws IOException {
    assertThat(answer(new LsRefs(true, true, true, List.of()), Refs.NONE)).isEqualTo("flush\n");
  }

  @Test
  void headWithoutItsBranchIsUnbornForThoseWhoAsk() throws IOException {
    Refs refs = new Refs(new TreeMap<>(), Optional.of(MAIN));
    assertThat(answer(new LsRefs(true, true, true, List.of()), refs))
        .isEqualTo("unborn HEAD symref-target:refs/heads/main\nflush\n");
    assertThat(answer(new LsRefs(true, true, false, List.of()), refs)).isEqualTo("flush\n");
  }

  private static String answer(LsRefs request, Refs refs) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    request.answer(
        refs, id -> id.equals(B) ? Optional.of(C) : Optional.empty(), new PktWriter(bytes));
    return PktText.of(bytes.toByteArray());
  }
}
