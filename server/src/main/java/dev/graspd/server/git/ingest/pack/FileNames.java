package dev.graspd.server.git.ingest.pack;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Checks names in trees that some file system takes for git's own: HFS+ ignores some characters,
 * NTFS ends and case, and has short names. A server checks for all of them, because a clone may be
 * on any file system.
 */
final class FileNames {
  private static final Pattern IGNORED_BY_HFS =
      Pattern.compile("[\\u200c-\\u200f\\u202a-\\u202e\\u206a-\\u206f\\ufeff]");
  private static final Pattern NTFS_SEPARATOR = Pattern.compile("\\\\");
  private static final Pattern SHORT_GITMODULES =
      Pattern.compile(
          "gitmod~[1-9]|gi7eba~[1-9]|gi7eb~[1-9][0-9]|gi7e~[1-9][0-9]{2}|gi7~[1-9][0-9]{3}"
              + "|gi~[1-9][0-9]{4}|g~[1-9][0-9]{5}|~[1-9][0-9]{6}");

  private FileNames() {}

  /** Returns whether a name needs a closer look at all; most do not. */
  static boolean isSuspicious(byte[] tree, int start, int end) {
    if (start == end) {
      return false;
    }
    byte first = tree[start];
    if (first < 0 || first == '.' || first == 'g' || first == 'G' || first == '~') {
      return true;
    }
    for (int i = start; i < end; i++) {
      if (tree[i] == '\\') {
        return true;
      }
    }
    return false;
  }

  static String decoded(byte[] tree, int start, int end) {
    return new String(tree, start, end - start, StandardCharsets.UTF_8);
  }

  /** Returns whether some file system takes a name for git's directory. */
  static boolean isDotGit(String name) {
    if (onHfs(name).equals(".git")) {
      return true;
    }
    return NTFS_SEPARATOR
        .splitAsStream(name)
        .map(FileNames::onNtfs)
        .anyMatch(part -> part.equals(".git") || part.equals("git~1"));
  }

  /** Returns whether some file system takes a name for {@code .gitmodules}. */
  static boolean isGitmodules(String name) {
    String ntfs = onNtfs(name);
    return onHfs(name).equals(".gitmodules")
        || ntfs.equals(".gitmodules")
        || SHORT_GITMODULES.matcher(ntfs).matches();
  }

  private static String onHfs(String name) {
    return IGNORED_BY_HFS.matcher(name).replaceAll("").toLowerCase(Locale.ROOT);
  }

  private static String onNtfs(String name) {
    int colon = name.indexOf(':');
    int end = colon < 0 ? name.length() : colon;
    while (end > 0 && (name.charAt(end - 1) == ' ' || name.charAt(end - 1) == '.')) {
      end--;
    }
    return name.substring(0, end).toLowerCase(Locale.ROOT);
  }
}
