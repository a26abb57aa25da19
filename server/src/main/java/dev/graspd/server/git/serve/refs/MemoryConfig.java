package dev.graspd.server.git.serve.refs;

import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.lib.StoredConfig;

/** A repository's configuration without a file. */
final class MemoryConfig extends StoredConfig {
  MemoryConfig(Config values) {
    super(values);
  }

  @Override
  public void load() {}

  @Override
  public void save() {
    throw new UnsupportedOperationException("nothing is configured through a repository");
  }
}
