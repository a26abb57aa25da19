package dev.graspd.server.web.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.CombinedChannelDuplexHandler;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpHeadersFactory;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import java.util.List;

/**
 * Reads requests and writes answers, stricter than Netty's own codec: a header line that continues
 * on the next line (RFC 9112, section 5.2) is refused, since proxies read it differently, and the
 * number of headers is limited, since a header of 5 bytes takes 150 bytes of heap.
 */
public final class HttpCodec
    extends CombinedChannelDuplexHandler<HttpRequestDecoder, HttpResponseEncoder> {
  private static final int REQUEST_LINE_BYTES_MAX = 8_192;
  private static final int HEADERS_BYTES_MAX = 16_384;
  private static final int CHUNK_BYTES_MAX = 65_536;

  private final Decoder decoder;
  private final Encoder encoder;

  /**
   * For one connection.
   *
   * @param maxHeaders of one request, also of the trailer after a chunked body
   */
  public HttpCodec(int maxHeaders) {
    this(new Decoder(maxHeaders), new Encoder());
  }

  private HttpCodec(Decoder decoder, Encoder encoder) {
    super(decoder, encoder);
    this.decoder = decoder;
    this.encoder = encoder;
  }

  /** Returns whether the client has begun a request that is not all here yet. */
  public boolean hasBegun() {
    return !decoder.isInHead || decoder.search.hasBegun;
  }

  /** Tells which kind of request is answered next: the answer to a HEAD has no body. */
  public void nextAnswers(HttpMethod method) {
    encoder.isForHead = method.equals(HttpMethod.HEAD);
  }

  private static final class Encoder extends HttpResponseEncoder {
    private boolean isForHead;

    @Override
    protected boolean isContentAlwaysEmpty(HttpResponse response) {
      return isForHead || super.isContentAlwaysEmpty(response);
    }
  }

  private static HttpDecoderConfig config(int maxHeaders) {
    return new HttpDecoderConfig()
        .setMaxInitialLineLength(REQUEST_LINE_BYTES_MAX)
        .setMaxHeaderSize(HEADERS_BYTES_MAX)
        .setMaxChunkSize(CHUNK_BYTES_MAX)
        .setHeadersFactory(new FewHeaders(DefaultHttpHeadersFactory.headersFactory(), maxHeaders))
        .setTrailersFactory(
            new FewHeaders(DefaultHttpHeadersFactory.trailersFactory(), maxHeaders));
  }

  /** Makes headers that refuse to become too many. */
  private record FewHeaders(DefaultHttpHeadersFactory checks, int most)
      implements HttpHeadersFactory {
    @Override
    public HttpHeaders newHeaders() {
      return new DefaultHttpHeaders(checks.getNameValidator(), checks.getValueValidator()) {
        @Override
        public HttpHeaders add(CharSequence name, Object value) {
          if (size() >= most) {
            throw new TooLongHttpHeaderException("more than " + most + " headers");
          }
          return super.add(name, value);
        }
      };
    }

    @Override
    public HttpHeaders newEmptyHeaders() {
      return newHeaders();
    }
  }

  private static final class Decoder extends HttpRequestDecoder {
    private final FoldSearch search = new FoldSearch();
    private boolean isInHead = true;
    private boolean isBroken;

    Decoder(int maxHeaders) {
      super(config(maxHeaders));
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out)
        throws Exception {
      if (isBroken) {
        in.skipBytes(in.readableBytes());
        return;
      }
      if (isInHead && search.finds(in)) {
        isBroken = true;
        in.skipBytes(in.readableBytes());
        out.add(folded());
        return;
      }
      int before = in.readableBytes();
      int messages = out.size();
      super.decode(ctx, in, out);
      search.consumed(before - in.readableBytes());
      out.subList(messages, out.size()).forEach(this::follow);
    }

    private void follow(Object message) {
      if (message instanceof HttpRequest) {
        isInHead = false;
      }
      if (message instanceof LastHttpContent) {
        isInHead = true;
        search.begin();
      }
    }

    private static FullHttpRequest folded() {
      FullHttpRequest request =
          new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/bad-request");
      request.setDecoderResult(
          DecoderResult.failure(new IllegalArgumentException("a header line is folded")));
      return request;
    }
  }

  /** Searches the head of one request for a line that begins with a blank, each byte once. */
  private static final class FoldSearch {
    /** Bytes that were searched and are not read yet. */
    private int searched;

    private boolean hasBegun;
    private boolean isAfterLine;
    private boolean isLineEmpty = true;
    private boolean isDone;

    void begin() {
      searched = 0;
      hasBegun = false;
      isAfterLine = false;
      isLineEmpty = true;
      isDone = false;
    }

    void consumed(int bytes) {
      searched = Math.max(0, searched - bytes);
    }

    boolean finds(ByteBuf in) {
      int from = in.readerIndex() + searched;
      for (int i = from; i < in.writerIndex() && !isDone; i++) {
        searched++;
        if (isFold(in.getByte(i))) {
          return true;
        }
      }
      return false;
    }

    private boolean isFold(byte next) {
      if (next == '\n') {
        // Empty lines before a request are passed over; the one after it ends the head.
        isDone = hasBegun && isLineEmpty;
        isAfterLine = hasBegun;
        isLineEmpty = true;
        return false;
      }
      boolean isFold = isAfterLine && (next == ' ' || next == '\t');
      isAfterLine = false;
      if (next != '\r') {
        isLineEmpty = false;
        hasBegun = true;
      }
      return isFold;
    }
  }
}
