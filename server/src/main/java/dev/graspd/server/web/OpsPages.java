package dev.graspd.server.web;

/** The pages that operators and clients read and that the web layer only delivers. */
public interface OpsPages {
  /** One ready answer: status, content type and UTF-8 body. */
  record Page(int status, String contentType, String body) {}

  /** {@code /metrics}; status 404 when switched off. */
  Page metrics();

  /** {@code /healthz}: 200 while the process is alive and the store works. */
  Page health();

  /** {@code /readyz}: 200 while requests are welcome; 503 before that and while draining. */
  Page ready();

  /** The NIP-11 document. */
  Page relayInformation();

  /** What a browser sees at the service root; 503 before the server is ready. */
  Page home();
}
