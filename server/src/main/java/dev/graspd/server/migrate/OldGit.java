package dev.graspd.server.migrate;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.migrate.ngit.OldRefs;
import java.io.IOException;

/** The git data of another server: its files, or what it serves. For one thread. */
public interface OldGit {
  /** Takes repositories, one after the other. */
  interface Repositories {
    void accept(RepoAddress address, OldRefs refs) throws IOException;

    /**
     * Takes one whose refs the other server did not tell: nobody knows what is missing of it.
     *
     * @param why in words
     */
    void untold(RepoAddress address, String why);
  }

  /** Offers objects that a family misses here. Objects that the old server lacks are left out. */
  void bring(Identifier family, ObjectLanding landing) throws IOException;

  /** Gives out every repository with its refs. */
  void forEachRepository(Repositories repositories) throws IOException;
}
