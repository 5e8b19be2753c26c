package org.latentfeature.lasso.variant;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoOptions.EmptyColumns;
import org.latentfeature.lasso.LassoOptions.View;
import org.latentfeature.lasso.Method;
import org.latentfeature.lasso.Penalty;
import org.latentfeature.lasso.Reduction;

class ViewedOptionsTest {

  /** A view minimises plain least squares of another X; no other option has a meaning there. */
  @Test
  void noOtherViewIsSearchedWhereAnOptionAsksForMore() {
    LassoOptions plain = LassoOptions.of(4);
    assertTrue(Views.isSearched(300, 20, plain));
    assertTrue(Views.isSearched(300, 20, plain.withSeed(5)));
    for (LassoOptions other :
        List.of(
            plain.withView(View.PLAIN),
            plain.withMethod(Method.PATH),
            plain.withPenalty(new Penalty.Relative(.1)),
            plain.withRidge(.5),
            plain.withBitCost(.5),
            plain.withReduce(new Reduction(10)),
            plain.withEmptyColumns(EmptyColumns.DROP),
            plain.withVariant(plain.variant().withIntercept(true)))) {
      assertFalse(Views.isSearched(300, 20, other), other.words()::toString);
    }
  }
}
