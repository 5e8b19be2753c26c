package org.latentfeature.cuda.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SignatureTest {

  @Test
  void parametersAreThoseOfThePtx() {
    String ptx =
        """
        .version 8.0
        .visible .entry first(
        	.param .u64 first_param_0,
        	.param .u32 first_param_1,
        	.param .f64 first_param_2
        )
        .maxntid 256, 1, 1
        {
        	ld.param.u64 	%rd1, [first_param_0];
        }
        .visible .entry second()
        {
        	.local .align 8 .b8 	__local_depot1[24];
        	.local .align 4 .b8 	other[1000];
        }
        .visible .entry third(
        	.param .u64 .ptr .global .align 4 third_param_0
        )
        {
        }
        """;
    assertEquals(
        Map.of(
            "first", new Signature(List.of("u64", "u32", "f64"), 0),
            "second", new Signature(List.of(), 1024),
            "third", new Signature(List.of("u64"), 0)),
        Signature.of(ptx));
  }
}
