package dev.graspd.server.git.serve.pack;

import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.git.serve.UploadService;
import java.util.Collections;

/** The resources of an upload service in tests: plenty of memory, and no served sibling. */
public final class TestGround {
  private TestGround() {}

  public static UploadService.Resources over(ObjectStores stores) {
    return over(stores, 64 << 20, 64 << 20);
  }

  static UploadService.Resources over(ObjectStores stores, long requestBytes, long packBytes) {
    return new UploadService.Resources(
        stores,
        _ -> Collections.emptySortedSet(),
        new ByteBudget("git_requests", requestBytes),
        new ByteBudget("packs", packBytes));
  }
}
