package dev.graspd.system.web;

import dev.graspd.system.web.Findings.Rule;
import dev.graspd.testkit.browser.Axe;
import dev.graspd.testkit.browser.BrowserPage;
import dev.graspd.testkit.browser.HtmlTokens;
import dev.graspd.testkit.browser.HtmlTokens.Token;
import dev.graspd.testkit.browser.Look;
import dev.graspd.testkit.browser.Seen;
import dev.graspd.testkit.client.JsonTree;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Checks pages in a browser. For one thread. */
record PageCheck(BrowserPage browser, Axe axe, Findings findings) {
  private static final Set<String> ACTIVE = Set.of("script", "iframe", "object", "embed", "base");

  /** All that is asked of a page at once. */
  private static final String LOOK =
      """
      (() => {
        const all = [...document.querySelectorAll('*')];
        const first = document.querySelector('a[href], button, input, summary, [tabindex]');
        const target = first && first.getAttribute('href');
        const isScrolled = one => one.closest('pre, .scroll, .skip') !== null;
        return {
          width: document.scrollingElement.scrollWidth,
          wide: all.filter(one => one.getBoundingClientRect().right > innerWidth + 1
              && !isScrolled(one)).slice(0, 3).map(one => one.outerHTML.slice(0, 200)),
          headings: document.querySelectorAll('h1').length,
          mains: document.querySelectorAll('main').length,
          skips: !!target && target.startsWith('#') && !!document.getElementById(target.slice(1)),
          scripts: all.filter(one => ['script', 'iframe', 'object', 'embed', 'base']
              .includes(one.localName)).map(one => one.outerHTML.slice(0, 200)),
          handlers: all.filter(one => [...one.attributes].some(a => /^on|^style$/i.test(a.name)))
              .map(one => one.outerHTML.slice(0, 200)),
          trace: typeof window['%s']
        };
      })()
      """
          .formatted(HostileTexts.TRACE);

  /** How closely a page is looked at. */
  enum Care {
    /** A browser builds its document, without loading it. */
    BUILT,
    /** A browser loads it. */
    LOADED,
    /** It is loaded, also without scripts, and axe checks it. */
    OF_SAMPLE
  }

  void check(WebPage page, Care care) {
    if (care == Care.BUILT) {
      built(page);
    } else {
      loaded(page, care == Care.OF_SAMPLE);
    }
  }

  /**
   * A page like one that was loaded is not loaded. Nothing in it may run or come from elsewhere,
   * and a browser must have nothing to repair.
   */
  private void built(WebPage page) {
    checkNesting(page.url(), page.html(), browser.documentWithoutScripts(page.html()));
    int headings = 0;
    int mains = 0;
    try {
      for (Token token : HtmlTokens.ofDocument(page.html())) {
        if (token instanceof Token.Begin(var name, var attributes)) {
          headings += name.equals("h1") ? 1 : 0;
          mains += name.equals("main") ? 1 : 0;
          boolean isPassive =
              !ACTIVE.contains(name)
                  && attributes.keySet().stream()
                      .noneMatch(one -> one.startsWith("on") || one.equals("style"));
          findings.check(isPassive, Rule.SCRIPTS, page.url(), token.toString());
          findings.check(
              attributes.getOrDefault("src", "/").matches("/(?!/).*"),
              Rule.REQUESTS,
              page.url(),
              token.toString());
        }
      }
    } catch (AssertionError _) {
      // The check of its nesting has found that.
    }
    findings.check(
        headings == 1 && mains == 1,
        Rule.STRUCTURE,
        page.url(),
        "h1: " + headings + ", main: " + mains);
  }

  private void loaded(WebPage page, boolean isOfSample) {
    Look phone = Look.light(Look.PHONE);
    Seen seen = browser.lookedAt(phone).load(page.url());
    Map<?, ?> facts = JsonTree.asObject(browser.evaluate(LOOK));
    check(page, seen);
    check(page.url(), facts);
    String source = browser.source();
    String document = browser.document();
    checkNesting(page.url(), source, document);
    findings.check(
        browser.documentWithoutScripts(source).equals(document),
        Rule.SAME_WITHOUT_SCRIPTS,
        page.url(),
        "another document");
    if (isOfSample) {
      access(page.url(), phone, axe.violations(browser.lookedAt(phone)));
      Look dark = Look.dark(Look.DESK);
      access(page.url(), dark, axe.violationsOfLook(browser.lookedAt(dark)));
      checkWithoutScripts(page.url(), source, document);
    }
  }

  /** The browser loads the page again, and runs nothing. */
  private void checkWithoutScripts(URI url, String source, String document) {
    Seen _ = browser.lookedAt(Look.light(Look.PHONE).withoutScripts()).load(url);
    // Parts that are not found in time are left out, so the server may have sent another page.
    findings.check(
        browser.document().equals(document) || !browser.source().equals(source),
        Rule.SAME_WITHOUT_SCRIPTS,
        url,
        "another document when it is loaded without scripts");
  }

  private void check(WebPage page, Seen seen) {
    URI url = page.url();
    for (String message : seen.messages()) {
      // A browser mentions that a page is answered by 404, also where that is right.
      boolean isStatus = page.status() != 200 && message.startsWith("network: ");
      findings.check(isStatus, Rule.SILENCE, url, message);
    }
    String own = "http://" + url.getAuthority() + "/";
    for (Seen.Request request : seen.requests()) {
      boolean isPage = request.url().equals(url.toString());
      // A browser fetches the icon after the page, and may still wait for it.
      boolean isIconUnderWay = request.status() == 0 && request.url().equals(own + "favicon.svg");
      boolean isAnswered = request.status() == (isPage ? page.status() : 200);
      findings.check(
          request.url().startsWith(own) && (isAnswered || isIconUnderWay),
          Rule.REQUESTS,
          url,
          request.toString());
    }
  }

  private void check(URI url, Map<?, ?> facts) {
    findings.check(
        facts.get("width") instanceof Long width && width <= Look.PHONE,
        Rule.WIDTH,
        url,
        facts.get("width") + " pixels: " + facts.get("wide"));
    findings.check(
        Long.valueOf(1).equals(facts.get("headings")) && Long.valueOf(1).equals(facts.get("mains")),
        Rule.STRUCTURE,
        url,
        "h1: " + facts.get("headings") + ", main: " + facts.get("mains"));
    findings.check(
        Boolean.TRUE.equals(facts.get("skips")), Rule.STRUCTURE, url, "no link to the content");
    findings.check(
        List.of().equals(facts.get("scripts"))
            && List.of().equals(facts.get("handlers"))
            && "undefined".equals(facts.get("trace")),
        Rule.SCRIPTS,
        url,
        facts.get("scripts") + " " + facts.get("handlers") + " " + facts.get("trace"));
  }

  private void checkNesting(URI url, String source, String document) {
    List<Token> sent;
    List<Token> built;
    try {
      sent = HtmlTokens.ofDocument(source);
      built = HtmlTokens.of(document);
    } catch (AssertionError e) {
      findings.add(Rule.NESTING, url, String.valueOf(e.getMessage()));
      return;
    }
    int differs =
        IntStream.range(0, Math.min(sent.size(), built.size()))
            .filter(i -> !sent.get(i).equals(built.get(i)))
            .findFirst()
            .orElse(Math.min(sent.size(), built.size()));
    findings.check(
        sent.equals(built),
        Rule.NESTING,
        url,
        "sent " + around(sent, differs) + ", built " + around(built, differs));
  }

  private static List<Token> around(List<Token> tokens, int at) {
    return tokens.subList(Math.max(0, at - 2), Math.min(tokens.size(), at + 2));
  }

  private void access(URI url, Look look, List<String> violations) {
    for (String violation : violations) {
      findings.add(Rule.ACCESS, url, look.scheme() + " " + look.width() + ": " + violation);
    }
  }
}
