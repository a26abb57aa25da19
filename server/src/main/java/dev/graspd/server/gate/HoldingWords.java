package dev.graspd.server.gate;

import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Holding;

/** What people are told of a repository that is hosted no more. */
public final class HoldingWords {
  private HoldingWords() {}

  /** Returns a repository as operators write it. */
  public static String name(RepoAddress repository) {
    return repository.shown();
  }

  /** Returns why it is hosted no more. */
  public static String why(Holding holding) {
    String because = holding.because().isEmpty() ? "" : " (" + holding.because() + ")";
    return switch (holding.cause()) {
      case DELETED -> "its owner deleted it" + because;
      case LEFT -> "its owner left this service" + because;
      case VANISHED -> "its owner vanished" + because;
      case UNWELCOME -> "a list of the operator keeps it out" + because;
      case ORPHANED -> "its announcement is gone";
    };
  }

  /** Returns what brings it back, or that nothing does. */
  public static String wayBack(Holding holding) {
    return switch (holding.phase()) {
      case CONDEMNED, ERASING -> "it is being erased, nothing brings it back";
      case RESTORING -> "it is being served again";
      case GATHERING, HELD -> whoBringsItBack(holding);
    };
  }

  private static String whoBringsItBack(Holding holding) {
    return switch (holding.cause()) {
      case DELETED, LEFT, VANISHED, ORPHANED ->
          "until it is erased, a newer announcement (kind 30617) by its owner brings it back";
      case UNWELCOME ->
          "until it is erased, it comes back with the first start under lists that let it in, or"
              + " then by 'graspd holding restore "
              + name(holding.repository())
              + "'";
    };
  }
}
