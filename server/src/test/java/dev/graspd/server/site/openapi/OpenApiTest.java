package dev.graspd.server.site.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.site.address.ApiAddress;
import dev.graspd.server.site.address.ApiAddresses;
import dev.graspd.server.site.address.ApiAddresses.Reading;
import dev.graspd.server.site.address.ApiView;
import dev.graspd.server.web.route.Route;
import dev.graspd.testkit.client.ApiDescription;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The description and the addresses that are answered are the same. */
final class OpenApiTest {
  private static final Set<String> KEYS =
      Set.of(
          "limit", "cursor", "rev", "path", "hunks", "state", "label", "author", "q", "sort",
          "from", "type");

  private static Optional<ApiAddress> address(ApiRoute route) {
    return ApiAddresses.read(route.example().substring(1), "") instanceof Reading.At(var address)
        ? Optional.of(address)
        : Optional.empty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/grasp/here/"})
  void descriptionIsWellFormed(String base) {
    assertThat(ApiDescription.parse(OpenApi.document(base)).faults()).isEmpty();
  }

  @Test
  void everyDescribedAddressIsAnswered() {
    assertThat(ApiRoutes.all()).hasSizeGreaterThan(15);
    for (ApiRoute route : ApiRoutes.all()) {
      Route answered =
          Route.of(
              new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, route.example()), "/");
      assertThat(answered)
          .as(route.example())
          .isInstanceOfAny(
              Route.Document.class,
              Route.RepositoryDocument.class,
              Route.Why.class,
              Route.Api.class);
      address(route)
          .ifPresent(one -> assertThat("/" + ApiAddresses.write(one)).isEqualTo(route.example()));
    }
  }

  @Test
  void everyAnsweredAddressIsDescribed() {
    Set<Class<?>> described = new HashSet<>();
    for (ApiRoute route : ApiRoutes.all()) {
      address(route)
          .ifPresent(one -> {
            described.add(one.getClass());
            if (one instanceof ApiAddress.OfRepository(_, var view)) {
              described.add(view.getClass());
            }
          });
    }
    assertThat(described)
        .contains(ApiAddress.class.getPermittedSubclasses())
        .contains(ApiView.class.getPermittedSubclasses());
  }

  @Test
  void keysOfQueriesAreThoseThatAreUnderstood() {
    for (ApiRoute route : ApiRoutes.all()) {
      if (address(route).filter(one -> !(one instanceof ApiAddress.Description)).isEmpty()) {
        continue;
      }
      List<String> described = route.keys().stream().map(ApiRoute.Key::name).toList();
      for (String key : KEYS) {
        Reading reading = ApiAddresses.read(route.example().substring(1), key + "=%zz");
        boolean isUnknown =
            reading instanceof Reading.Malformed(var detail) && detail.contains("known here");
        assertThat(isUnknown)
            .as("%s of %s", key, route.template())
            .isEqualTo(!described.contains(key));
      }
    }
  }

  @Test
  void answersThatAreNotDescribedAreNoticed() {
    ApiDescription description = ApiDescription.parse(OpenApi.document("/"));
    String upkeep =
        """
        {"done":1,"failed":0,"rewritten_bytes":2,"reclaimed_bytes":3,"last_done":null}\
        """;
    String json = "application/json; charset=utf-8";
    assertThat(description.faults("/api/v1/upkeep", 200, json, upkeep)).isEmpty();
    for (String wrong :
        new String[] {
          upkeep.replace("null", "\"never\""),
          upkeep.replace("\"done\":1,", ""),
          upkeep.replace("{", "{\"more\":1,"),
          upkeep.replace("\"failed\":0", "\"failed\":-1"),
          "[]"
        }) {
      assertThat(description.faults("/api/v1/upkeep", 200, json, wrong)).as(wrong).isNotEmpty();
    }
    assertThat(description.faults("/api/v1/upkeep", 404, json, upkeep)).isNotEmpty();
    assertThat(description.faults("/api/v1/upkeep", 200, "text/plain", upkeep)).isNotEmpty();
    assertThat(description.faults("/api/v1/none", 200, json, upkeep)).isNotEmpty();
  }
}
