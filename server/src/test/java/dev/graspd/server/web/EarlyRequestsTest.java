package dev.graspd.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.Payer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EarlyRequestsTest {
  private static final Payer PAYER = Payer.of(InetAddress.ofLiteral("192.0.2.1"));

  private final ByteBudget budget = new ByteBudget("git_requests", 1 << 20);
  private final EarlyRequests early = new EarlyRequests(64 << 10, budget.force(PAYER, 0));

  private static DefaultHttpRequest request() {
    return new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/");
  }

  @Test
  void smallRequestsAreCountedByWhatTheyTake() {
    int kept = 0;
    while (early.add(request())) {
      kept++;
      assertThat(budget.usedBy(PAYER)).isLessThanOrEqualTo(64 << 10);
    }
    assertThat(kept).isBetween(50, 150);
    assertThat(budget.usedBytes()).as("all of them were dropped").isZero();
    assertThat(early.add(request())).as("and so is what follows").isFalse();
    assertThat(early.isWaiting()).isTrue();
    assertThat(early.take()).isEmpty();
  }

  @Test
  void bytesOfDroppedBodiesAreReleased() {
    ByteBuf kept = Unpooled.buffer().writeZero(40_000);
    ByteBuf tooMuch = Unpooled.buffer().writeZero(40_000);
    assertThat(early.add(new DefaultHttpContent(kept))).isTrue();
    assertThat(early.add(new DefaultHttpContent(tooMuch))).isFalse();
    assertThat(List.of(kept.refCnt(), tooMuch.refCnt())).containsOnly(0);
  }

  @Test
  void addressThatHasNothingLeftKeepsNothing() {
    budget.force(PAYER, 128 << 10);
    assertThat(early.add(request())).isFalse();
  }

  @Test
  void whatIsTakenComesInOrderAndIsPaidNoLonger() {
    DefaultHttpRequest first = request();
    DefaultHttpRequest second = request();
    early.add(first);
    early.add(second);
    assertThat(early.take()).containsExactly(first, second);
    assertThat(budget.usedBytes()).isZero();
    assertThat(early.isWaiting()).isFalse();
  }
}
