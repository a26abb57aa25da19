package dev.graspd.server.git.download;

import java.io.IOException;
import java.io.InputStream;

/** A file that takes the entries of a tree, one after the other. Names are bytes, with slashes. */
interface TreeFile {
  /** Begins, for the tree of a commit. */
  void begin(String commit) throws IOException;

  void directory(byte[] name, String oid) throws IOException;

  void symlink(byte[] name, byte[] target, String oid) throws IOException;

  void file(byte[] name, boolean isExecutable, String oid, long size, InputStream in)
      throws IOException;

  void end() throws IOException;
}
