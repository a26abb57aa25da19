package dev.graspd.server.site.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.refusal.QueryReason;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreeName;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.Blob;
import dev.graspd.server.git.browse.CommitFacts;
import dev.graspd.server.git.browse.CommitFacts.Person;
import dev.graspd.server.git.browse.DiffLimits;
import dev.graspd.server.git.browse.DiffPage;
import dev.graspd.server.git.browse.FileChange;
import dev.graspd.server.git.browse.FileDiff;
import dev.graspd.server.git.browse.ObjectSignature;
import dev.graspd.server.git.browse.TreeEntry;
import dev.graspd.server.site.openapi.OpenApi;
import dev.graspd.testkit.client.ApiDescription;
import dev.graspd.testkit.client.JsonTree;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Facts as JSON, with every limit that can be reached. */
final class JsonTablesTest {
  private static final ApiDescription API = ApiDescription.parse(OpenApi.document("/"));
  private static final Oid OID = new Oid("4f2a".repeat(10));
  private static final RevisionFacts AT =
      new RevisionFacts(Optional.of(OID), Optional.empty(), TreePath.of("a"));

  private static Map<?, ?> checked(String schema, String json) {
    assertThat(API.faultsOf(schema, json)).as(json).isEmpty();
    return JsonTree.object(json);
  }

  private static Map<?, ?> blob(byte[] content) {
    TreeEntry entry = new TreeEntry(TreeName.of("a"), TreeEntry.Mode.FILE, OID, content.length);
    return checked(
        "Blob",
        BlobJson.of(
            new BlobJson.Facts(AT, entry, Optional.of(new Blob(OID, content.length, content)))));
  }

  @Test
  void contentIsTextOrBase64() {
    assertThat(blob("grün\n".getBytes(StandardCharsets.UTF_8)).get("content")).isEqualTo("grün\n");
    Map<?, ?> latin1 = blob("grün".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(latin1.get("encoding")).isEqualTo("base64");
    assertThat(latin1.get("content")).isEqualTo("Z3L8bg==");
    assertThat(blob(new byte[] {1, 0}).get("encoding")).isEqualTo("base64");
    assertThat(blob(new byte[0]).get("content")).isEqualTo("");
  }

  @Test
  void largeFileHasNoContentAndSaysSo() {
    TreeEntry entry =
        new TreeEntry(TreeName.of("a"), TreeEntry.Mode.FILE, OID, BlobJson.BYTES_MAX + 1L);
    Map<?, ?> large = checked("Blob", BlobJson.of(new BlobJson.Facts(AT, entry, Optional.empty())));
    assertThat(large.get("content")).isNull();
    assertThat(large.get("truncated"))
        .isEqualTo(Map.of("what", "bytes of a file", "limit", 1_048_576L));
  }

  @Test
  void pointerOfLargeFileStorageIsRead() {
    String pointer =
        "version https://git-lfs.github.com/spec/v1\noid sha256:"
            + "ab".repeat(32)
            + "\nsize 12345\n";
    assertThat(blob(pointer.getBytes(StandardCharsets.UTF_8)).get("lfs"))
        .isEqualTo(Map.of("oid", "sha256:" + "ab".repeat(32), "size", 12_345L));
    for (String other :
        new String[] {
          pointer.replace("v1", "v2"),
          pointer.replace("sha256", "sha1"),
          pointer.replace("size 12345", "size many"),
          pointer + "x".repeat(1_024),
          "hello\n" + pointer
        }) {
      assertThat(blob(other.getBytes(StandardCharsets.UTF_8)).get("lfs")).as(other).isNull();
    }
  }

  private static CommitFacts commit(String message, int parents) {
    Person person = new Person("A", "a@example.org", 1_700_000_000, 90);
    return new CommitFacts(
        OID, OID, Collections.nCopies(parents, OID), person, person, message, ObjectSignature.SSH);
  }

  private static Map<?, ?> only(CommitFacts commit) {
    String json =
        LogJson.of(AT, new LogJson.Facts(List.of(commit), Optional.empty(), Optional.empty()));
    return JsonTree.asObject(JsonTree.asArray(checked("Log", json).get("items")).getFirst());
  }

  @Test
  void listsHaveNoAddressesOfPeople() {
    Map<?, ?> author = JsonTree.asObject(only(commit("first\n\nmore\n", 0)).get("author"));
    assertThat(author.get("name")).isEqualTo("A");
    assertThat(author.get("email")).isNull();
    assertThat(author.get("at")).isEqualTo(1_700_000_000L);
    assertThat(author.get("offset_minutes")).isEqualTo(90L);
    assertThat(only(commit("first\n\nmore\n", 0)).get("signature")).isEqualTo("ssh");
  }

  @Test
  void longTextsAndManyParentsAreCutAndSaySo() {
    assertThat(only(commit("x", 2)).get("truncated")).isNull();
    Map<?, ?> cut = only(commit("x".repeat(16_383) + "\ud83d\ude00" + "y", 0));
    assertThat((String) cut.get("message")).isEqualTo("x".repeat(16_383));
    assertThat(cut.get("truncated"))
        .isEqualTo(Map.of("what", "characters of a text", "limit", 16_384L));
    Map<?, ?> octopus = only(commit("x", 101));
    assertThat(JsonTree.asArray(octopus.get("parents"))).hasSize(100);
    assertThat(octopus.get("truncated")).isEqualTo(Map.of("what", "parents", "limit", 100L));
  }

  // ---- differences

  private static FileChange change(String before, String after, boolean isCopied) {
    return new FileChange(side(before), side(after), isCopied, 100);
  }

  private static Optional<FileChange.Side> side(String path) {
    return path.isEmpty()
        ? Optional.empty()
        : Optional.of(new FileChange.Side(TreePath.of(path), TreeEntry.Mode.FILE, OID));
  }

  private static Map<?, ?> diff(DiffPage page, boolean hasHunks) {
    DiffJson.Facts diff = new DiffJson.Facts(page, DiffLimits.DEFAULT, 1_000, hasHunks);
    String json = CommitJson.of(new CommitJson.Facts(commit("x", 0), Optional.empty(), diff));
    return JsonTree.asObject(checked("CommitDocument", json).get("diff"));
  }

  private static Map<?, ?> file(Map<?, ?> diff, int index) {
    return JsonTree.asObject(JsonTree.asArray(diff.get("files")).get(index));
  }

  private static FileDiff.Lines lines(int count, String text, boolean isCut) {
    List<FileDiff.Line> added =
        Collections.nCopies(count, new FileDiff.Line(FileDiff.Line.Kind.ADDED, text, false));
    return new FileDiff.Lines(List.of(new FileDiff.Hunk(0, 1, added)), count, 0, isCut);
  }

  @ParameterizedTest
  @CsvSource({
    "'', b, false, added",
    "a, '', false, removed",
    "a, a, false, modified",
    "a, b, false, renamed",
    "a, b, true, copied"
  })
  void statusIsOneWord(String before, String after, boolean isCopied, String status) {
    FileDiff file = new FileDiff(change(before, after, isCopied), lines(1, "x", false));
    Map<?, ?> shown = file(diff(new DiffPage(List.of(file), List.of(), false, false), true), 0);
    assertThat(shown.get("status")).isEqualTo(status);
    assertThat(shown.get("path")).isEqualTo(after.isEmpty() ? before : after);
    assertThat(shown.get("old_path")).isEqualTo(before.isEmpty() ? null : before);
  }

  @Test
  void whatIsNotShownSaysWhy() {
    FileChange change = change("a", "a", false);
    Map<?, ?> diff =
        diff(
            new DiffPage(
                List.of(
                    new FileDiff(change, new FileDiff.Binary(1, 2)),
                    new FileDiff(change, new FileDiff.NotCompared()),
                    new FileDiff(change, lines(3, "x", true)),
                    new FileDiff(change, lines(1_000, "y".repeat(2_000), false))),
                List.of(change),
                true,
                false),
            true);
    assertThat(file(diff, 0).get("binary")).isEqualTo(true);
    assertThat(file(diff, 0).get("added")).isNull();
    assertThat(what(file(diff, 1))).isEqualTo("bytes of a file");
    assertThat(what(file(diff, 2))).isEqualTo("lines of a file");
    assertThat(what(file(diff, 3))).isEqualTo("characters of all lines");
    assertThat(file(diff, 3).get("hunks")).isNull();
    assertThat(file(diff, 3).get("added")).isEqualTo(1_000L);
    assertThat(what(file(diff, 4))).isEqualTo("milliseconds");
    assertThat(what(diff)).isEqualTo("files");
    assertThat(diff.get("stat")).isEqualTo(Map.of("files", 5L, "added", 1_003L, "removed", 0L));
  }

  private static Object what(Map<?, ?> truncated) {
    return JsonTree.asObject(truncated.get("truncated")).get("what");
  }

  @Test
  void countsAloneHaveNoLines() {
    FileDiff file = new FileDiff(change("a", "a", false), lines(7, "x", true));
    Map<?, ?> shown = file(diff(new DiffPage(List.of(file), List.of(), false, false), false), 0);
    assertThat(shown.get("hunks")).isNull();
    assertThat(shown.get("added")).isEqualTo(7L);
    assertThat(shown.get("truncated")).isNull();
  }

  @Test
  void problemLinksItsPage() {
    Map<?, ?> problem =
        checked("Problem", new Problem(QueryReason.API_NOT_FOUND, "no branch").json("/grasp/"));
    assertThat(problem.get("type")).isEqualTo("/grasp/errors/api-not-found");
    assertThat(problem.get("status")).isEqualTo(404L);
    assertThat(problem.get("error")).isEqualTo("invalid: nothing of this name is here: no branch");
  }
}
