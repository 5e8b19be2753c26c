package org.latentfeature.evidence.ratings;

/**
 * How well a method predicts ratings held out.
 *
 * @param method in words
 * @param fits whose predictions are averaged; 0 where there are only means and biases
 * @param rmse root mean square error of the ratings held out
 * @param seconds that it took, all its fits together
 */
public record RatingFigure(String method, int fits, double rmse, double seconds) {}
