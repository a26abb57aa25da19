package dev.graspd.server.family.ended;

import dev.graspd.core.store.ended.EndedRepository;

/** Texts about an ended repository. */
public final class EndedTexts {
  private EndedTexts() {}

  /** Returns why it ended. */
  public static String why(EndedRepository ended) {
    String because = ended.because().isEmpty() ? "" : " (" + ended.because() + ")";
    return switch (ended.cause()) {
      case DELETED -> "its owner deleted it" + because;
      case LEFT -> "its owner left this service" + because;
      case VANISHED -> "its owner vanished" + because;
      case UNWELCOME -> "a list of the operator keeps it out" + because;
      case ORPHANED -> "its announcement is gone";
    };
  }

  /** Returns what restores it, or that nothing does. */
  public static String wayBack(EndedRepository ended) {
    return switch (ended.phase()) {
      case CONDEMNED, ERASING -> "it is being erased, nothing brings it back";
      case RESTORING -> "it is being served again";
      case GATHERING, HELD -> whoBringsItBack(ended);
    };
  }

  private static String whoBringsItBack(EndedRepository ended) {
    return switch (ended.cause()) {
      case DELETED, LEFT, VANISHED, ORPHANED ->
          "until it is erased, a newer announcement (kind 30617) by its owner brings it back";
      case UNWELCOME ->
          "until it is erased, it comes back with the first start under lists that let it in, or"
              + " then by 'graspd holding restore "
              + ended.repository().shown()
              + "'";
    };
  }
}
