package dev.graspd.core.sync.link;

import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.message.ClientMessage;
import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** NIP-42 towards a relay: each challenge is answered once, the last one counts. */
final class Authentication {
  /** How long requests wait for a relay that asks for authentication and then stays silent. */
  static final Duration ANSWER_MAX = Duration.ofSeconds(10);

  /** Challenges that we answer on one connection. */
  static final int CHALLENGES_MAX = 5;

  private enum State {
    NONE,
    ASKED,
    DONE,
    FAILED
  }

  private final Wire wire;
  private State state = State.NONE;
  private @Nullable String challenge;
  private @Nullable EventId answer;
  private int challenges;
  private long waitUntilNanos = Long.MIN_VALUE;

  Authentication(Wire wire) {
    this.wire = wire;
  }

  void challenged(String text, Now now) {
    if (text.equals(challenge) || ++challenges > CHALLENGES_MAX) {
      return;
    }
    challenge = text;
    answer = null;
    state = State.ASKED;
    waitUntilNanos = now.after(ANSWER_MAX);
    wire.add(new LinkAction.SignAuth(text));
  }

  void signed(Event event) {
    if (event.tag("challenge").filter(tag -> tag.value().equals(challenge)).isPresent()) {
      answer = event.id();
      wire.send(new ClientMessage.Auth(event));
    }
  }

  void answered(EventId id, boolean accepted) {
    if (answer != null && answer.equals(id)) {
      state = accepted ? State.DONE : State.FAILED;
      waitUntilNanos = Long.MIN_VALUE;
    }
  }

  /**
   * The relay demands authentication. Returns whether waiting can help: not if the relay refuses
   * although it accepted our answer, and not if no challenge arrives in time.
   */
  boolean required(Now now) {
    return switch (state) {
      case NONE -> {
        state = State.ASKED;
        waitUntilNanos = now.after(ANSWER_MAX);
        yield true;
      }
      case ASKED -> now.nanos() < waitUntilNanos;
      case DONE, FAILED -> false;
    };
  }

  /** Returns whether requests wait for it. */
  boolean isUnderWay(Now now) {
    return state == State.ASKED && now.nanos() < waitUntilNanos;
  }

  OptionalLong nextWakeNanos() {
    return waitUntilNanos == Long.MIN_VALUE
        ? OptionalLong.empty()
        : OptionalLong.of(waitUntilNanos);
  }

  void woken(Now now) {
    if (now.nanos() >= waitUntilNanos) {
      waitUntilNanos = Long.MIN_VALUE;
    }
  }
}
