/**
 * The Indian buffet process and its finite form: collapsed Gibbs sampling of Z with the dictionary
 * integrated out, in K dimensions only. Mathematics: docs/indian-buffet.md.
 */
@NullMarked
package org.latentfeature.ibp;

import org.jspecify.annotations.NullMarked;
