package dev.graspd.server.git.serve;

import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.git.objects.ObjectStores;
import java.util.Collections;

/** What an upload service stands on in tests: plenty of memory, and no sibling serves anything. */
public final class TestGround {
  private TestGround() {}

  public static UploadService.Ground over(ObjectStores stores) {
    return over(stores, 64 << 20, 64 << 20);
  }

  static UploadService.Ground over(ObjectStores stores, long requestBytes, long packBytes) {
    return new UploadService.Ground(
        stores,
        _ -> Collections.emptySortedSet(),
        new ByteBudget("git_requests", requestBytes),
        new ByteBudget("packs", packBytes));
  }
}
