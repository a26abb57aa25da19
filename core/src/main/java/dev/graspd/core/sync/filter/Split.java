package dev.graspd.core.sync.filter;

/** Which layers may share a live request: the fewer slots, the more of them share. */
public enum Split {
  /** Every group of layers has its own requests, so that a refusal concerns only this group. */
  BY_GROUP {
    @Override
    int partOf(Layer layer) {
      return switch (layer.group()) {
        case ANNOUNCEMENTS -> 0;
        case STATES -> 1;
        case REPOSITORIES -> 2;
        case ROOTS -> 3;
      };
    }
  },
  /** Announcements and states have requests of their own. */
  BASICS_APART {
    @Override
    int partOf(Layer layer) {
      return Math.min(BY_GROUP.partOf(layer), 2);
    }
  },
  /** Announcements and states share requests. */
  BASICS_TOGETHER {
    @Override
    int partOf(Layer layer) {
      return layer.group().isOfAllKinds() ? 1 : 0;
    }
  },
  NONE {
    @Override
    int partOf(Layer layer) {
      return 0;
    }
  };

  /** Layers of different parts share no request. */
  abstract int partOf(Layer layer);

  /** Returns how to split when not everything fits. */
  public static Split within(int slots) {
    return switch (slots) {
      case 0, 1 -> NONE;
      case 2 -> BASICS_TOGETHER;
      default -> BASICS_APART;
    };
  }
}
