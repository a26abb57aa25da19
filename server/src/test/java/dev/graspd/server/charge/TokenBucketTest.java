package dev.graspd.server.charge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class TokenBucketTest {
  @Test
  void aBurstIsAllowedAndThenSoManyAMinute() {
    TokenBucket bucket = new TokenBucket(240, 0);
    assertThat(taken(bucket, 0, 300)).isEqualTo(240);

    assertThat(taken(bucket, TimeUnit.SECONDS.toNanos(1), 300)).isEqualTo(4);
    assertThat(taken(bucket, TimeUnit.SECONDS.toNanos(31), 300)).isEqualTo(120);
  }

  @Test
  void aLongPauseGivesNoMoreThanOneBurst() {
    TokenBucket bucket = new TokenBucket(240, 0);
    taken(bucket, 0, 300);

    assertThat(taken(bucket, TimeUnit.DAYS.toNanos(1), 1_000)).isEqualTo(240);
  }

  private static int taken(TokenBucket bucket, long nanos, int tries) {
    int count = 0;
    for (int i = 0; i < tries; i++) {
      count += bucket.take(nanos) ? 1 : 0;
    }
    return count;
  }
}
