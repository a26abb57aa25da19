package dev.graspd.server.git.serve.pack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Identifier;
import dev.graspd.server.git.JgitIds;
import dev.graspd.server.git.JgitSetup;
import dev.graspd.server.git.TestPacks;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.git.serve.Git;
import dev.graspd.server.git.serve.Scratch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReachableObjectsTest {
  private static final Identifier FAMILY = new Identifier("family");

  @TempDir Path temp;

  private final List<ObjectId> commitsRead = new ArrayList<>();
  private final SequencedSet<ObjectId> tips = new LinkedHashSet<>();
  private Scratch scratch;
  private ObjectStores stores;

  /** Main is HEAD; two branches have a commit of their own, and one object is nobody's. */
  @BeforeEach
  void fill() throws IOException {
    JgitSetup.apply();
    scratch = new Scratch(new Git(temp), temp.resolve("scratch"));
    scratch.commit("d/a.txt", "one");
    scratch.commit("d/a.txt", "two");
    for (String branch : List.of("left", "right")) {
      scratch.run("checkout", "-q", "-b", branch, "main");
      scratch.commit(branch + ".txt", branch);
    }
    scratch.run("checkout", "-q", "-b", "nobody", "main");
    scratch.commit("nobody.txt", "nobody");
    Layout layout = new Layout(temp.resolve("data"));
    scratch.publish(layout, FAMILY);
    stores = TestPacks.lying(layout);
    List.of("main", "left", "right").forEach(branch -> tips.add(id(branch)));
  }

  @AfterEach
  void stop() {
    stores.close();
  }

  @Test
  void fileOfHeadIsFoundWithoutReadingOtherRefs() throws IOException {
    assertThat(unreached("main:d/a.txt", "main:d")).isEmpty();
    assertThat(commitsRead).containsOnly(id("main"));
  }

  @Test
  void fileOfAnotherRefIsFound() throws IOException {
    assertThat(unreached("left:left.txt", "right:right.txt")).isEmpty();
  }

  @Test
  void oldFileAndOldCommitAreFound() throws IOException {
    assertThat(unreached("main~1:d/a.txt", "main~1")).isEmpty();
    assertThat(unreached("main~1")).isEmpty();
  }

  @Test
  void fileThatNoRefReachesIsNotFound() throws IOException {
    assertThat(unreached("main:d/a.txt", "nobody:nobody.txt", "nobody"))
        .containsExactlyInAnyOrder(id("nobody:nobody.txt"), id("nobody"));
  }

  private ObjectId id(String revision) {
    return JgitIds.of(scratch.oid(revision));
  }

  private Set<ObjectId> unreached(String... revisions) throws IOException {
    Set<ObjectId> sought = new TreeSet<>();
    for (String revision : revisions) {
      sought.add(id(revision));
    }
    try (ObjectStores.Lease lease = stores.lease(FAMILY);
        Counting reader = new Counting(lease.directory().newReader())) {
      new ReachableObjects(reader).removeReached(tips, sought);
    }
    return sought;
  }

  private final class Counting extends ObjectReader.Filter {
    private final ObjectReader reader;

    Counting(ObjectReader reader) {
      this.reader = reader;
    }

    @Override
    protected ObjectReader delegate() {
      return reader;
    }

    @Override
    public ObjectLoader open(AnyObjectId id) throws IOException {
      return open(id, OBJ_ANY);
    }

    @Override
    public ObjectLoader open(AnyObjectId id, int type) throws IOException {
      ObjectLoader loader = reader.open(id, type);
      if (loader.getType() == Constants.OBJ_COMMIT) {
        commitsRead.add(id.toObjectId());
      }
      return loader;
    }
  }
}
