package dev.graspd.core.repo;

/** What this server does for an announcement that it accepted. */
public enum HostingMode {
  /** The announcement lists this service: a repository that takes pushes. */
  HOSTED,
  /** Kept by the archive policy. */
  ARCHIVED,
  /** Stored without a repository, because others list its author. */
  UNHOSTED;

  public boolean hasRepository() {
    return this != UNHOSTED;
  }
}
