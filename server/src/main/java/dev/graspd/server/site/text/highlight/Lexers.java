package dev.graspd.server.site.text.highlight;

import org.fife.ui.rsyntaxtextarea.TokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.ActionScriptTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.AssemblerX86TokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.CPlusPlusTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.CSSTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.CSharpTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.CTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.ClojureTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.DTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.DartTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.DelphiTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.DockerTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.DtdTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.EnvTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.FortranTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.GoTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.GroovyTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.HTMLTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.HandlebarsTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.IniTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.JSPTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.JavaScriptTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.JavaTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.JshintrcTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.JsonTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.KotlinTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.LatexTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.LessTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.LispTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.LuaTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.MakefileTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.MarkdownTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.NSISTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.PHPTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.PerlTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.PowerShellTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.PropertiesFileTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.ProtoTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.PythonTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.RubyTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.RustTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.SASTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.SQLTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.ScalaTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.TclTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.TypeScriptTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.UnixShellTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.VhdlTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.VisualBasicTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.WindowsBatchTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.XMLTokenMaker;
import org.fife.ui.rsyntaxtextarea.modes.YamlTokenMaker;

/** Makes lexers. Each keeps the state of one file, so that every file gets its own. */
final class Lexers {
  private Lexers() {}

  static Lexer of(Language language) {
    return switch (language) {
      case TOML -> new WordLexer(Syntaxes.TOML);
      case NIX -> new WordLexer(Syntaxes.NIX);
      case SWIFT -> new WordLexer(Syntaxes.SWIFT);
      case ZIG -> new WordLexer(Syntaxes.ZIG);
      case HASKELL -> new WordLexer(Syntaxes.HASKELL);
      case ELIXIR -> new WordLexer(Syntaxes.ELIXIR);
      case ACTIONSCRIPT -> library(new ActionScriptTokenMaker());
      case ASSEMBLER -> library(new AssemblerX86TokenMaker());
      case BATCH -> library(new WindowsBatchTokenMaker());
      case C -> library(new CTokenMaker());
      case CLOJURE -> library(new ClojureTokenMaker());
      case CPP -> library(new CPlusPlusTokenMaker());
      case CSHARP -> library(new CSharpTokenMaker());
      case CSS -> library(new CSSTokenMaker());
      case D -> library(new DTokenMaker());
      case DART -> library(new DartTokenMaker());
      case DELPHI -> library(new DelphiTokenMaker());
      case DOCKERFILE -> library(new DockerTokenMaker());
      case DTD -> library(new DtdTokenMaker());
      case ENV -> library(new EnvTokenMaker());
      case FORTRAN -> library(new FortranTokenMaker());
      case GO -> library(new GoTokenMaker());
      case GROOVY -> library(new GroovyTokenMaker());
      case HANDLEBARS -> library(new HandlebarsTokenMaker());
      case HTML -> library(new HTMLTokenMaker());
      case INI -> library(new IniTokenMaker());
      case JAVA -> library(new JavaTokenMaker());
      case JAVASCRIPT -> library(new JavaScriptTokenMaker());
      case JSON -> library(new JsonTokenMaker());
      case JSON_WITH_COMMENTS -> library(new JshintrcTokenMaker());
      case JSP -> library(new JSPTokenMaker());
      case KOTLIN -> library(new KotlinTokenMaker());
      case LATEX -> library(new LatexTokenMaker());
      case LESS -> library(new LessTokenMaker());
      case LISP -> library(new LispTokenMaker());
      case LUA -> library(new LuaTokenMaker());
      case MAKEFILE -> library(new MakefileTokenMaker());
      case MARKDOWN -> library(new MarkdownTokenMaker());
      case NSIS -> library(new NSISTokenMaker());
      case PERL -> library(new PerlTokenMaker());
      case PHP -> library(new PHPTokenMaker());
      case POWERSHELL -> library(new PowerShellTokenMaker());
      case PROPERTIES -> library(new PropertiesFileTokenMaker());
      case PROTO -> library(new ProtoTokenMaker());
      case PYTHON -> library(new PythonTokenMaker());
      case RUBY -> library(new RubyTokenMaker());
      case RUST -> library(new RustTokenMaker());
      case SAS -> library(new SASTokenMaker());
      case SCALA -> library(new ScalaTokenMaker());
      case SHELL -> library(new UnixShellTokenMaker());
      case SQL -> library(new SQLTokenMaker());
      case TCL -> library(new TclTokenMaker());
      case TYPESCRIPT -> library(new TypeScriptTokenMaker());
      case VHDL -> library(new VhdlTokenMaker());
      case VISUAL_BASIC -> library(new VisualBasicTokenMaker());
      case XML -> library(new XMLTokenMaker());
      case YAML -> library(new YamlTokenMaker());
    };
  }

  private static Lexer library(TokenMaker maker) {
    return new LibraryLexer(maker);
  }
}
