package dev.graspd.server.ops.config;

/** Pages for people, and files for their browsers. */
public final class WebKeys {
  /** Which pages the server shows to people. */
  public enum Mode {
    /** All of them: code, history, downloads, feeds. */
    FULL,
    /** The service, its status and what is known of each repository, without code. */
    PLAIN,
    /** None. Programs are answered as always. */
    OFF
  }

  /** What search engines may read. */
  enum Robots {
    /** Repositories and their files, but not the pages of which there are very many. */
    SOME,
    /** Nothing. */
    NONE
  }

  private static final long BYTES_MIN = 1 << 20;
  private static final long BYTES_MAX = 1L << 50;

  static final Chapter WEB = Chapter.inForce(Area.WEB);

  static final Key<Mode> WEB_MODE =
      WEB.live(
          "NGIT_WEB",
          ValueTypes.word(Mode.class),
          Mode.FULL,
          "Pages for people: `full` with code, history, downloads and feeds; `plain` without them;"
              + " `off` for none. Programs are answered as always.");
  static final Key<Robots> WEB_ROBOTS =
      WEB.live(
          "NGIT_WEB_ROBOTS",
          ValueTypes.word(Robots.class),
          Robots.SOME,
          "What `robots.txt` lets search engines read: `some` for repositories and their files,"
              + " `none` for nothing.");
  static final Key<Boolean> WEB_REMOTE_IMAGES =
      WEB.live(
          "NGIT_WEB_REMOTE_IMAGES",
          ValueTypes.bool(),
          false,
          "Whether a README may show pictures from other servers, which learn the addresses of"
              + " your visitors. Otherwise they are links.");
  static final Key<Integer> PAGE_WORK_SECS =
      WEB.live(
          "NGIT_PAGE_WORK_SECS",
          ValueTypes.integer(1, 600, "seconds"),
          60,
          "Time of the processor that pages may take for one address (IPv6: one /64) in ten"
              + " minutes. Pages from the cache and unchanged ones cost nothing; beyond it the"
              + " answer is 429 with `Retry-After`.");
  static final Key<Long> PAGE_CACHE_BYTES =
      WEB.live(
          "NGIT_PAGE_CACHE_BYTES",
          ValueTypes.number(0, BYTES_MAX, "bytes"),
          new Default<>("1/32 of the heap", settings -> settings.machine().heapBytes() / 32),
          "Heap for pages of code that were made, compressed; 0 keeps none.");
  static final Key<Long> CODE_CACHE_BYTES =
      WEB.key(
          "NGIT_CODE_CACHE_BYTES",
          ValueTypes.number(0, BYTES_MAX, "bytes"),
          new Default<>("1/64 of the heap", settings -> settings.machine().heapBytes() / 64),
          "Heap for what is true of code for ever and takes time to find out: last commits, blame,"
              + " colours of files; 0 keeps none.");
  static final Key<Long> THREAD_CACHE_BYTES =
      WEB.key(
          "NGIT_THREAD_CACHE_BYTES",
          ValueTypes.number(0, BYTES_MAX, "bytes"),
          new Default<>("1/64 of the heap", settings -> settings.machine().heapBytes() / 64),
          "Heap for lists of issues and pull requests; 0 keeps none. A list that does not fit is"
              + " read again, and one that takes more than half of it is cut, which its page"
              + " says.");
  static final Key<Long> DOWNLOAD_CACHE_BYTES =
      WEB.key(
          "NGIT_DOWNLOAD_CACHE_BYTES",
          ValueTypes.number(0, BYTES_MAX, "bytes"),
          1L << 30,
          "Disk for downloads of tags, which are sent again to the next who asks for them; 0 keeps"
              + " none.");
  static final Key<Long> MAX_WAITING_FILE_BYTES =
      WEB.key(
          "NGIT_MAX_WAITING_FILE_BYTES",
          ValueTypes.number(BYTES_MIN, BYTES_MAX, "bytes"),
          8L << 30,
          "Disk for files and downloads that clients have not read yet, one address an eighth of"
              + " what the others leave; beyond it the answer is 503.");

  private WebKeys() {}
}
