/** Features, rows and incidence matrices as pictures. */
@NullMarked
package org.latentfeature.report.picture;

import org.jspecify.annotations.NullMarked;
