package dev.graspd.server.web.http;

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

class PipelinedTest {
  private static final Payer PAYER = Payer.of(InetAddress.ofLiteral("192.0.2.1"));

  private final ByteBudget budget = new ByteBudget("pipelined", 512 << 10);
  private final Pipelined early = new Pipelined(budget, RequestLimits.PIPELINED_REQUESTS);

  private static DefaultHttpRequest request() {
    return new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/");
  }

  @Test
  void soManyRequestsWaitAndNoOther() {
    for (int i = 0; i < RequestLimits.PIPELINED_REQUESTS; i++) {
      assertThat(early.offer(PAYER, request())).isTrue();
    }
    assertThat(early.offer(PAYER, request())).isFalse();
    assertThat(budget.usedBy(PAYER)).isGreaterThan(RequestLimits.PIPELINED_REQUESTS * 100L);
    early.clear();
    assertThat(budget.usedBytes()).isZero();
  }

  @Test
  void bytesOfBodiesAreChargedAndReleased() {
    ByteBuf kept = Unpooled.buffer().writeZero(40_000);
    ByteBuf tooMuch = Unpooled.buffer().writeZero(40_000);
    assertThat(early.offer(PAYER, new DefaultHttpContent(kept))).isTrue();
    assertThat(early.offer(PAYER, new DefaultHttpContent(tooMuch))).isFalse();
    early.clear();
    assertThat(List.of(kept.refCnt(), tooMuch.refCnt())).containsOnly(0);
  }

  @Test
  void addressThatHasNothingLeftKeepsNothing() {
    budget.force(PAYER, 64 << 10);
    assertThat(early.offer(PAYER, request())).isFalse();
  }

  @Test
  void whatIsTakenComesInOrderAndIsPaidNoLonger() {
    DefaultHttpRequest first = request();
    DefaultHttpRequest second = request();
    early.offer(PAYER, first);
    early.offer(PAYER, second);
    assertThat(early.peek()).isSameAs(first);
    assertThat(List.of(early.remove(), early.remove())).containsExactly(first, second);
    assertThat(budget.usedBytes()).isZero();
    assertThat(early.isEmpty()).isTrue();
  }
}
