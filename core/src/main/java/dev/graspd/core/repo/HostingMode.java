package dev.graspd.core.repo;

/** The service that this server gives an accepted announcement. */
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
