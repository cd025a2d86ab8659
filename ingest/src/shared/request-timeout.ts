/**
 * So long a request may take to come, body included; then it is answered 408. Long enough for a large frame over a slow radio link, and an
 * end for a sender that lost its power and never said farewell.
 */
export const requestTimeoutMilliseconds = 120_000
