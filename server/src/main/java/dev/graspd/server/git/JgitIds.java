package dev.graspd.server.git;

import dev.graspd.core.repo.Oid;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.ObjectId;

/** Ids of objects as JGit has them, and as everybody else does. Pure. */
public final class JgitIds {
  private static final int WORDS = 5;
  private static final int WORD_DIGITS = 8;

  private JgitIds() {}

  /** Returns an id for JGit. Quicker than JGit's own reading: a fetch needs one for each ref. */
  public static ObjectId of(Oid oid) {
    String hex = oid.hex();
    int[] words = new int[WORDS];
    for (int i = 0; i < WORDS; i++) {
      words[i] = Integer.parseUnsignedInt(hex, i * WORD_DIGITS, (i + 1) * WORD_DIGITS, 16);
    }
    return ObjectId.fromRaw(words);
  }

  public static Set<ObjectId> all(Collection<Oid> oids) {
    Set<ObjectId> ids = new HashSet<>();
    oids.forEach(oid -> ids.add(of(oid)));
    return ids;
  }

  public static Oid oid(AnyObjectId id) {
    return new Oid(id.name());
  }
}
