package dev.graspd.core.sync;

/** Which layers may share a live request: the fewer slots there are, the more of them do. */
enum Split {
  /** Every group of layers has requests of its own, so that a refusal concerns it alone. */
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

  /** Returns how to split when there is not room for everything. */
  static Split within(int slots) {
    return switch (slots) {
      case 0, 1 -> NONE;
      case 2 -> BASICS_TOGETHER;
      default -> BASICS_APART;
    };
  }
}
