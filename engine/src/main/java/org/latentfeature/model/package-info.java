/** What is estimated: the factorisation, its manifest and the saved model. */
@NullMarked
package org.latentfeature.model;

import org.jspecify.annotations.NullMarked;
