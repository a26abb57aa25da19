package dev.graspd.server.ops.config;

import dev.graspd.server.ops.FileTrouble;
import dev.graspd.server.ops.StartRefused;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the file {@code .env}: lines {@code NAME=value}, optionally after {@code export}; values
 * bare, in single quotes (verbatim) or in double quotes (with {@code \n \t \" \\}); comments after
 * {@code #}. Nothing is substituted.
 */
public final class DotEnv {
  private static final String FILE = ".env";
  private static final Pattern LINE =
      Pattern.compile("\\s*(?:export\\s+)?([A-Za-z_][A-Za-z0-9_]*)\\s*=\\s*(.*?)\\s*");
  private static final Pattern SINGLE = Pattern.compile("'([^']*)'\\s*(#.*)?");
  private static final Pattern DOUBLE = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"\\s*(#.*)?");
  private static final Pattern COMMENT = Pattern.compile("(^|\\s)#.*");

  private DotEnv() {}

  /** Reads the file in a directory; without a file there are no variables. */
  public static SortedMap<String, String> read(Path directory) throws StartRefused {
    return readFile(directory.resolve(FILE));
  }

  /** Reads a file of the same form; without it there are no variables. */
  public static SortedMap<String, String> readFile(Path file) throws StartRefused {
    try {
      return parse(Files.readAllLines(file), String.valueOf(file.getFileName()));
    } catch (NoSuchFileException e) {
      return Collections.emptySortedMap();
    } catch (CharacterCodingException e) {
      throw new StartRefused(file + " is not UTF-8 text", e);
    } catch (IOException e) {
      throw new StartRefused(file + " cannot be read: " + FileTrouble.text(e), e);
    }
  }

  /** Reads lines of such a file. */
  public static SortedMap<String, String> parse(List<String> lines) throws StartRefused {
    return parse(lines, FILE);
  }

  private static SortedMap<String, String> parse(List<String> lines, String file)
      throws StartRefused {
    SortedMap<String, String> variables = new TreeMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (!line.isBlank() && !line.strip().startsWith("#")) {
        Matcher match = LINE.matcher(line);
        if (!match.matches()) {
          throw malformed(i, file);
        }
        variables.put(match.group(1), value(match.group(2), i, file));
      }
    }
    return variables;
  }

  public static String quoted(String value) {
    boolean isPlain = value.matches("[^\\s'\"#\\\\]*");
    return isPlain ? value : '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static String value(String text, int index, String file) throws StartRefused {
    if (text.startsWith("'")) {
      return quoted(SINGLE.matcher(text), index, file);
    }
    if (text.startsWith("\"")) {
      return unescape(quoted(DOUBLE.matcher(text), index, file));
    }
    return COMMENT.matcher(text).replaceFirst("").strip();
  }

  private static String quoted(Matcher match, int index, String file) throws StartRefused {
    if (!match.matches()) {
      throw malformed(index, file);
    }
    return match.group(1);
  }

  private static String unescape(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\') {
        i++;
        c =
            switch (text.charAt(i)) {
              case 'n' -> '\n';
              case 't' -> '\t';
              default -> text.charAt(i);
            };
      }
      out.append(c);
    }
    return out.toString();
  }

  /** The line itself is not shown: it may hold a secret. */
  private static StartRefused malformed(int index, String file) {
    return new StartRefused(
        "line " + (index + 1) + " of " + file + " is not of the form NAME=value");
  }
}
