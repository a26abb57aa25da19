package dev.graspd.server.git.serve.refs;

import dev.graspd.core.repo.Refs;
import dev.graspd.server.git.JgitSetup;
import java.util.function.UnaryOperator;
import org.eclipse.jgit.attributes.AttributesNodeProvider;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.lib.BaseRepositoryBuilder;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.lib.StoredConfig;
import org.eclipse.jgit.util.FS;

/**
 * One owner's repository as JGit reads it: a snapshot of its refs over the objects of its family.
 * Read-only; it has no files but packs. The objects belong to the family's store and stay open when
 * this is closed.
 */
public final class FamilyRepository extends Repository {
  @SuppressWarnings("rawtypes") // JGit's constructor needs it.
  private static final class Options extends BaseRepositoryBuilder {
    Options() {
      setFS(FS.DETECTED);
      setBare();
    }
  }

  /** The same for all; nobody changes them. */
  private static final Config VALUES = JgitSetup.config();

  private final String name;
  private final ObjectDirectory objects;
  private final RefSnapshot refs;
  private final StoredConfig config;
  private final UnaryOperator<ObjectReader> reading;

  /**
   * Makes one.
   *
   * @param reading wraps each reader of its objects
   */
  public FamilyRepository(
      String name,
      ObjectDirectory objects,
      Refs refs,
      Peeling peeling,
      UnaryOperator<ObjectReader> reading) {
    super(new Options());
    this.name = name;
    this.objects = objects;
    this.refs = new RefSnapshot(refs, peeling);
    this.config = new MemoryConfig(VALUES);
    this.reading = reading;
  }

  @Override
  public ObjectReader newObjectReader() {
    return reading.apply(objects.newReader());
  }

  @Override
  public ObjectDirectory getObjectDatabase() {
    return objects;
  }

  @Override
  public RefSnapshot getRefDatabase() {
    return refs;
  }

  @Override
  public StoredConfig getConfig() {
    return config;
  }

  @Override
  public String getIdentifier() {
    return name;
  }

  @Override
  protected void doClose() {}

  @Override
  public void create(boolean bare) {
    throw new UnsupportedOperationException("repositories are made by announcements");
  }

  @Override
  public AttributesNodeProvider createAttributesNodeProvider() {
    throw new UnsupportedOperationException("there is no working tree");
  }

  @Override
  public void scanForRepoChanges() {}

  @Override
  public void notifyIndexChanged(boolean internal) {}
}
