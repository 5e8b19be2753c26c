"""Rows go into a model and come out of it in the units of X, whatever the fit did to them."""

import unittest

import numpy as np

from latentfeatures import IndependentFeatures, LatentFeatureLasso, MarkovLatentFeatures

from .problems import problem


def by_hand(fitted, codes):
    """C W, and the preparation that the model stores undone, in double precision."""
    made = codes @ fitted.components_
    if getattr(fitted, "intercept_", None) is not None:
        made = made + fitted.intercept_
    model = fitted.model_
    if "standardisation" in model:
        mean, deviation = model["standardisation"]
        made = made * deviation + mean
    return made / float(model.manifest["options"].get("scale-by", 1))


class Units(unittest.TestCase):
    def compare(self, estimator, y, most):
        fitted = estimator.fit(y)
        codes = fitted.transform(y)
        back = fitted.inverse_transform(codes)
        made = by_hand(fitted, codes)
        np.testing.assert_allclose(back, made, rtol=0, atol=1e-5 * np.abs(y).max())
        error = np.mean((y - made) ** 2)
        self.assertLess(np.sqrt(error), most)
        self.assertAlmostEqual(1 - error / np.mean(y**2), fitted.score(y), places=6)
        np.testing.assert_array_equal(y.shape, back.shape)
        return fitted

    def test_markov_models(self):
        random = np.random.default_rng(0)
        weights = random.normal(size=(500, 4)) * (random.random((500, 4)) < 0.5)
        y = weights @ random.normal(size=(4, 12)) + 0.1 * random.normal(size=(500, 12))
        y = 5 * y + 100
        for standardise in (True, False):
            for scale in (None, 0.01, -3):
                options = {"standardise": standardise, "scale_by": scale, "iterations": 60}
                with self.subTest(**options):
                    self.compare(MarkovLatentFeatures(4, options=options), y, y.std())

    def test_binary_factorisations(self):
        x, _, _ = problem(features=3)
        y = 255 * (x + 4)
        kinds = (
            lambda options: LatentFeatureLasso(3, options={**options, "intercept": True}),
            lambda options: LatentFeatureLasso(4, method="path", options=options),
            lambda options: LatentFeatureLasso(4, method="bp-means", options=options),
            lambda options: LatentFeatureLasso(4, method="variational", options=options),
            lambda options: IndependentFeatures(3, options=options),
        )
        for kind, estimator in enumerate(kinds):
            for scale in (None, 1 / 255, -1000):
                with self.subTest(kind=kind, scale=scale):
                    rows = y if kind < 4 else y - 255 * 4
                    fitted = self.compare(estimator({"scale_by": scale}), rows, 0.9 * y.std())
                    factor = scale or 1
                    self.assertAlmostEqual(
                        1,
                        np.sqrt(np.mean((rows - by_hand(fitted, fitted.codes_)) ** 2))
                        * abs(factor)
                        / fitted.rmse_,
                        places=4,
                    )

    def test_probabilities_weigh_features(self):
        x, _, _ = problem(features=3)
        fitted = LatentFeatureLasso(3, options={"scale_by": 0.1}).fit(x)
        soft = fitted.soft_transform(x)
        np.testing.assert_allclose(
            fitted.inverse_transform(soft), by_hand(fitted, soft), atol=1e-5
        )
        half = np.full((1, 3), 0.5)
        np.testing.assert_allclose(fitted.inverse_transform(half), by_hand(fitted, half), atol=1e-5)
        self.assertEqual(np.float32, fitted.inverse_transform(half.astype(np.float32)).dtype)
        with self.assertRaisesRegex(ValueError, "codes.*infinity"):
            fitted.inverse_transform(np.full((1, 3), np.inf))


if __name__ == "__main__":
    unittest.main()
