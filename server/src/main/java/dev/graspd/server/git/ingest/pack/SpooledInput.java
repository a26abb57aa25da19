package dev.graspd.server.git.ingest.pack;

import dev.graspd.server.git.ingest.budget.IngestFaults;
import dev.graspd.server.git.ingest.budget.PackBudget;
import dev.graspd.server.git.ingest.budget.RefusedException;
import dev.graspd.server.git.objects.Digests;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.util.function.LongSupplier;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * A pack while it arrives: every byte is written to a file, counted, and read as a header or as a
 * part of a compressed stream. For one thread.
 */
final class SpooledInput {
  /** Takes inflated pieces. */
  @FunctionalInterface
  interface Sink {
    void accept(byte[] bytes, int length) throws IOException;
  }

  private static final int BUFFER_BYTES = 1 << 16;

  /** Bytes between two checks of the free space of the disk. */
  private static final long BYTES_PER_CHECK = 8L << 20;

  private final InputStream in;
  private final OutputStream file;
  private final PackBudget budget;
  private final LongSupplier freeDiskBytes;
  private final MessageDigest digest;
  private final CRC32 crc = new CRC32();
  private final byte[] inflated = new byte[BUFFER_BYTES];
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int position;
  private int limit;
  private long spooledBytes;
  private long nextCheckAtBytes;

  SpooledInput(InputStream in, OutputStream file, PackBudget budget, LongSupplier freeDiskBytes) {
    this.in = in;
    this.file = file;
    this.budget = budget;
    this.freeDiskBytes = freeDiskBytes;
    this.digest = Digests.sha1();
  }

  /** Returns the number of bytes taken. */
  long offset() {
    return spooledBytes - (limit - position);
  }

  /** Begins the checksum of an entry. */
  void beginCrc() {
    crc.reset();
  }

  int crc() {
    return (int) crc.getValue();
  }

  /** Returns the checksum of all bytes taken so far, and starts a new one. */
  byte[] checksum() {
    return digest.digest();
  }

  int next() throws IOException {
    require();
    int value = buffer[position] & 0xff;
    take(1);
    return value;
  }

  byte[] next(int bytes) throws IOException {
    byte[] read = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      read[i] = (byte) next();
    }
    return read;
  }

  /** Returns whether nothing follows. */
  boolean isOver() throws IOException {
    return position == limit && fill() < 0;
  }

  /** Inflates one stream, which must have exactly so many bytes. */
  void inflate(Inflater inflater, long expectedBytes, Sink sink) throws IOException {
    inflater.reset();
    long produced = 0;
    while (!inflater.finished()) {
      require();
      inflater.setInput(buffer, position, limit - position);
      produced += inflateBuffered(inflater, expectedBytes - produced, sink);
      take(limit - position - inflater.getRemaining());
    }
    if (produced != expectedBytes) {
      throw IngestFaults.broken("an object is shorter than it says");
    }
  }

  private long inflateBuffered(Inflater inflater, long room, Sink sink) throws IOException {
    long produced = 0;
    while (!inflater.finished() && !inflater.needsInput()) {
      int length = inflatePiece(inflater);
      produced += length;
      if (produced > room) {
        throw IngestFaults.broken("an object is longer than it says");
      }
      budget.inflated(length);
      budget.step();
      sink.accept(inflated, length);
    }
    return produced;
  }

  private int inflatePiece(Inflater inflater) throws IOException {
    try {
      int length = inflater.inflate(inflated);
      if (length == 0 && inflater.needsDictionary()) {
        throw IngestFaults.broken("a compressed stream cannot be read");
      }
      return length;
    } catch (DataFormatException e) {
      throw IngestFaults.broken("a compressed stream cannot be read");
    }
  }

  private void take(int bytes) {
    digest.update(buffer, position, bytes);
    crc.update(buffer, position, bytes);
    position += bytes;
  }

  private void require() throws IOException {
    if (position == limit && fill() < 0) {
      throw IngestFaults.broken("it ends too early");
    }
  }

  private int fill() throws IOException {
    int read = in.read(buffer);
    if (read < 0) {
      return read;
    }
    position = 0;
    limit = read;
    budget.arrived(read);
    requireFreeDisk();
    file.write(buffer, 0, read);
    spooledBytes += read;
    return read;
  }

  private void requireFreeDisk() throws RefusedException {
    if (spooledBytes >= nextCheckAtBytes) {
      nextCheckAtBytes = spooledBytes + BYTES_PER_CHECK;
      if (freeDiskBytes.getAsLong() - BYTES_PER_CHECK < budget.limits().freeDiskBytes()) {
        throw IngestFaults.storageFull();
      }
    }
  }
}
