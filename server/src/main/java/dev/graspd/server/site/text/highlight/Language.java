package dev.graspd.server.site.text.highlight;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A language that can be highlighted, with the words that mean it. */
public enum Language {
  ACTIONSCRIPT("actionscript as"),
  ASSEMBLER("assembler asm nasm s"),
  BATCH("batch bat cmd dosbatch"),
  C("c"),
  CLOJURE("clojure clj cljs cljc edn"),
  CPP("cpp c++ cc cxx h hpp hh hxx ino"),
  CSHARP("csharp c# cs"),
  CSS("css"),
  D("d dlang"),
  DART("dart"),
  DELPHI("delphi pascal pas"),
  DOCKERFILE("dockerfile docker containerfile"),
  DTD("dtd"),
  ELIXIR("elixir ex exs"),
  ENV("env dotenv"),
  FORTRAN("fortran f for f77 f90 f95"),
  GO("go golang"),
  GROOVY("groovy gradle gvy"),
  HANDLEBARS("handlebars hbs mustache"),
  HASKELL("haskell hs"),
  HTML("html htm xhtml vue svelte"),
  INI("ini cfg conf desktop service timer socket editorconfig gitconfig gitmodules"),
  JAVA("java"),
  JAVASCRIPT("javascript js jsx mjs cjs node"),
  JSON("json geojson webmanifest ipynb map"),
  JSON_WITH_COMMENTS("jsonc json5 jshintrc"),
  JSP("jsp"),
  KOTLIN("kotlin kt kts"),
  LATEX("latex tex ltx sty"),
  LESS("less scss sass"),
  LISP("lisp el cl lsp scm scheme rkt"),
  LUA("lua"),
  MAKEFILE("makefile make mk mak"),
  MARKDOWN("markdown md mdown mkd"),
  NIX("nix"),
  NSIS("nsis nsi"),
  PERL("perl pl pm"),
  PHP("php"),
  POWERSHELL("powershell ps1 psm1 psd1 pwsh"),
  PROPERTIES("properties"),
  PROTO("proto protobuf"),
  PYTHON("python py python3 pyi pyw"),
  RUBY("ruby rb rake gemspec"),
  RUST("rust rs"),
  SAS("sas"),
  SCALA("scala sbt sc"),
  SHELL("shell sh bash zsh ksh console shellsession ebuild"),
  SQL("sql ddl"),
  SWIFT("swift"),
  TCL("tcl tk"),
  TOML("toml"),
  TYPESCRIPT("typescript ts tsx mts cts"),
  VHDL("vhdl vhd"),
  VISUAL_BASIC("vb vbnet vbs"),
  XML("xml xsl xsd xslt svg pom plist rss atom wsdl csproj"),
  YAML("yaml yml"),
  ZIG("zig zon");

  /** Files whose whole name tells their language. */
  private static final Map<String, Language> NAMES =
      Map.ofEntries(
          Map.entry("dockerfile", DOCKERFILE),
          Map.entry("containerfile", DOCKERFILE),
          Map.entry("makefile", MAKEFILE),
          Map.entry("gnumakefile", MAKEFILE),
          Map.entry("justfile", MAKEFILE),
          Map.entry("cargo.lock", TOML),
          Map.entry("flake.lock", JSON),
          Map.entry("rakefile", RUBY),
          Map.entry("gemfile", RUBY),
          Map.entry("vagrantfile", RUBY),
          Map.entry("jenkinsfile", GROOVY),
          Map.entry("pkgbuild", SHELL),
          Map.entry(".bashrc", SHELL),
          Map.entry(".profile", SHELL),
          Map.entry(".zshrc", SHELL));

  /** Names that are not just the constant with a capital letter. */
  private static final Map<Language, String> TITLES =
      Map.ofEntries(
          Map.entry(ACTIONSCRIPT, "ActionScript"),
          Map.entry(CPP, "C++"),
          Map.entry(CSHARP, "C#"),
          Map.entry(CSS, "CSS"),
          Map.entry(HTML, "HTML"),
          Map.entry(JAVASCRIPT, "JavaScript"),
          Map.entry(JSP, "JSP"),
          Map.entry(LATEX, "TeX"),
          Map.entry(LESS, "Sass and Less"),
          Map.entry(NSIS, "NSIS"),
          Map.entry(PHP, "PHP"),
          Map.entry(POWERSHELL, "PowerShell"),
          Map.entry(PROTO, "Protocol Buffers"),
          Map.entry(SAS, "SAS"),
          Map.entry(SQL, "SQL"),
          Map.entry(TYPESCRIPT, "TypeScript"),
          Map.entry(VHDL, "VHDL"),
          Map.entry(VISUAL_BASIC, "Visual Basic"));

  /** Texts, data and settings: a repository is not written in them. */
  private static final Set<Language> NOT_CODE =
      EnumSet.of(DTD, ENV, INI, JSON, JSON_WITH_COMMENTS, MARKDOWN, PROPERTIES, TOML, XML, YAML);

  private static final Map<String, Language> WORDS = new HashMap<>();

  /** The program in a first line like {@code #!/usr/bin/env python3}. */
  private static final Pattern PROGRAM =
      Pattern.compile("#! ?/\\S{0,100}?/(?:env (?:-S )?)?([a-z]{1,12})[0-9.]{0,6}(?: .*)?");

  static {
    for (Language language : values()) {
      language.words().forEach(word -> WORDS.put(word, language));
    }
  }

  private final String words;

  Language(String words) {
    this.words = words;
  }

  /** Returns the names and endings of file names that mean this language. */
  List<String> words() {
    return List.of(words.split(" ", -1));
  }

  /** Returns its name for people. */
  public String title() {
    return TITLES.getOrDefault(
        this, name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT));
  }

  /** Returns whether programs are written in it. */
  public boolean isCode() {
    return !NOT_CODE.contains(this);
  }

  /** Returns the language that a word means, for example of a fenced block in Markdown. */
  public static Optional<Language> ofWord(String word) {
    return Optional.ofNullable(WORDS.get(word.toLowerCase(Locale.ROOT)));
  }

  /**
   * Returns the language of a file.
   *
   * @param name without its directory
   * @param firstLine empty if it has no lines
   */
  public static Optional<Language> ofFile(String name, String firstLine) {
    String lower = name.toLowerCase(Locale.ROOT);
    Optional<Language> byName = Optional.ofNullable(NAMES.get(lower));
    int dot = lower.lastIndexOf('.');
    return byName
        .or(() -> dot < 0 ? Optional.empty() : ofWord(lower.substring(dot + 1)))
        .or(() -> ofProgram(firstLine));
  }

  private static Optional<Language> ofProgram(String firstLine) {
    Matcher program = PROGRAM.matcher(firstLine);
    return program.matches() ? ofWord(program.group(1)) : Optional.empty();
  }
}
