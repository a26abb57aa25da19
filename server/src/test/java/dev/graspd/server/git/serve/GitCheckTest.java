package dev.graspd.server.git.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.git.JgitSetup;
import dev.graspd.server.git.TestPacks;
import dev.graspd.server.git.objects.Layout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GitCheckTest {
  private static final Identifier FAMILY = new Identifier("family");
  private static final RepoAddress REPOSITORY =
      new RepoAddress(PublicKey.parse("1".repeat(64)), FAMILY);
  private static final RefName MAIN = new RefName("refs/heads/main");

  @TempDir Path temp;

  private Git git;
  private Scratch scratch;
  private Layout layout;
  private GitCheck check;

  @BeforeEach
  void fill() throws IOException {
    JgitSetup.apply();
    git = new Git(temp);
    scratch = new Scratch(git, temp.resolve("scratch"));
    scratch.commit("a.txt", "one");
    scratch.run("tag", "-a", "-m", "A tag", "v1");
    layout = new Layout(temp.resolve("data"));
    check = new GitCheck(TestPacks.lying(layout), GitCheck.UnnamedFiles.NONE);
  }

  @Test
  void healthyFamilyHasNoProblem() throws IOException {
    Refs refs = scratch.refs();
    scratch.publish(layout, FAMILY);
    assertThat(family(refs, packs())).isEmpty();
    assertThat(check.quarantine(new TreeSet<>())).isEmpty();
  }

  @Test
  void wrongTargetOfATagIsNamed() throws IOException {
    scratch.run("tag", "light");
    Oid tag = scratch.oid("v1");
    Oid commit = scratch.oid("main");
    Oid tree = scratch.oid("main^{tree}");
    scratch.publish(layout, FAMILY);
    Refs right = scratch.refs().withPeeled(new TreeMap<>(Map.of(tag, commit, commit, commit)));
    assertThat(right.peeled()).hasSize(2);
    assertThat(family(right, packs())).isEmpty();
    Refs wrong = right.withPeeled(new TreeMap<>(Map.of(tag, tree)));
    assertThat(family(wrong, packs()))
        .containsExactly(
            "tag %s of %s leads to %s, but the store says %s"
                    .formatted(tag, REPOSITORY, commit, tree)
                + ": stop the server, remove the file 'exported' in NGIT_GIT_DATA_PATH and start"
                + " it; then it reads all tags again");
  }

  @Test
  void packOfAnotherSizeThanIsCountedIsNamed() throws IOException {
    scratch.publish(layout, FAMILY);
    String pack = packs().first();
    long bytes = Files.size(layout.packs(FAMILY).resolve(pack + ".pack"));
    assertThat(check.size(FAMILY, pack, bytes)).isEmpty();
    assertThat(check.size(FAMILY, pack, 1))
        .contains("pack " + pack + " of family family has " + bytes + " bytes, 1 are counted");
  }

  @Test
  void missingTipIsNamed() throws IOException {
    scratch.publish(layout, FAMILY);
    Oid nowhere = new Oid("1234".repeat(10));
    Refs refs = new Refs(new TreeMap<>(Map.of(MAIN, nowhere)), Optional.of(MAIN));
    assertThat(family(refs, packs()))
        .containsExactly(
            "refs/heads/main of " + REPOSITORY + ": object " + nowhere + " is missing");
  }

  @Test
  void missingBlobOfOldHistoryIsNamed() throws IOException {
    String blob = scratch.oid("main:a.txt").hex();
    scratch.commit("a.txt", "two");
    // A pack of all but one blob.
    Path packs = Files.createDirectories(layout.packs(FAMILY));
    Path list = temp.resolve("objects");
    String objects =
        git.run(temp.resolve("scratch"), "rev-list", "--objects", "--no-object-names", "main");
    Files.write(list, objects.lines().filter(id -> !id.equals(blob)).toList());
    pack(list, packs);
    Refs refs = new Refs(new TreeMap<>(Map.of(MAIN, scratch.oid("main"))), Optional.of(MAIN));
    assertThat(family(refs, packs()))
        .containsExactly("refs/heads/main of " + REPOSITORY + ": object " + blob + " is missing");
  }

  @Test
  void missingCommitThatTheCommitGraphHasIsNamed() throws IOException {
    scratch.commit("a.txt", "two");
    String commit = scratch.oid("main").hex();
    scratch.commit("a.txt", "three");
    Path work = temp.resolve("scratch");
    git.run(work, "commit-graph", "write", "--reachable");
    Path info = Files.createDirectories(layout.objects(FAMILY).resolve("info"));
    Files.copy(work.resolve(".git/objects/info/commit-graph"), info.resolve("commit-graph"));
    Path list = temp.resolve("objects");
    String objects = git.run(work, "rev-list", "--objects", "--no-object-names", "main");
    Files.write(list, objects.lines().filter(id -> !id.equals(commit)).toList());
    pack(list, Files.createDirectories(layout.packs(FAMILY)));
    Refs refs = new Refs(new TreeMap<>(Map.of(MAIN, scratch.oid("main"))), Optional.of(MAIN));
    assertThat(family(refs, packs()))
        .containsExactly("refs/heads/main of " + REPOSITORY + ": object " + commit + " is missing");
  }

  @Test
  void branchThatIsNoCommitIsNamed() throws IOException {
    Oid tree = scratch.oid("main^{tree}");
    scratch.publish(layout, FAMILY);
    Refs refs = new Refs(new TreeMap<>(Map.of(MAIN, tree)), Optional.of(MAIN));
    assertThat(family(refs, packs()))
        .containsExactly("refs/heads/main of " + REPOSITORY + ": " + tree + " is no commit");
  }

  @Test
  void packsThatOnlyOneSideKnowsAreNamed() throws IOException {
    Refs refs = scratch.refs();
    scratch.publish(layout, FAMILY);
    String here = packs().first();
    assertThat(family(refs, new TreeSet<>(List.of("pack-gone"))))
        .containsExactly(
            "pack " + here + " of family family is on disk and not in the store",
            "pack pack-gone of family family is in the store and not on disk");
  }

  @Test
  void packWithoutIndexIsNamed() throws IOException {
    scratch.publish(layout, FAMILY);
    String name = packs().first();
    Files.delete(layout.packs(FAMILY).resolve(name + ".idx"));
    assertThat(family(Refs.NONE, packs()))
        .containsExactly("pack " + name + " of family family has no index");
  }

  @Test
  void quarantineMayHoldWhatWaitsAndNothingElse() throws IOException {
    Files.createDirectories(layout.quarantine().resolve("waits"));
    Files.createDirectories(layout.quarantine().resolve("left"));
    assertThat(check.quarantine(new TreeSet<>(List.of("waits"))))
        .containsExactly("quarantine has left, which nobody waits for");
  }

  @Test
  void whatWaitsAndIsNotInQuarantineIsNamed() throws IOException {
    assertThat(check.quarantine(new TreeSet<>(List.of("waits"))))
        .containsExactly("quarantine has no waits, which a push waits in");
  }

  @Test
  void directoryOfAnUnknownFamilyIsNamed() throws IOException {
    scratch.publish(layout, FAMILY);
    assertThat(check.strangers(Stream.of(FAMILY))).isEmpty();
    assertThat(check.strangers(Stream.empty()))
        .containsExactly("directory " + Layout.name(FAMILY) + " is of no family in the store");
  }

  private List<String> family(Refs refs, SortedSet<String> packs) throws IOException {
    return check.family(FAMILY, new TreeMap<>(Map.of(REPOSITORY, refs)), packs);
  }

  private SortedSet<String> packs() throws IOException {
    SortedSet<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.list(layout.packs(FAMILY))) {
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".pack"))
          .forEach(name -> names.add(name.replace(".pack", "")));
    }
    return names;
  }

  private void pack(Path list, Path packs) {
    git.runFed(
        list, temp.resolve("scratch"), "pack-objects", "-q", packs.resolve("pack").toString());
  }
}
