// A caller as one stable text: no two callers share it, whichever way they were authenticated.

/** A role or user by its unique id, never by a name that somebody else may get later. */
export const iamPrincipal = (accountId: string, uniqueId: string): string => `${accountId}:${uniqueId}`;

/** JSON: no choice of the three parts makes another one's text, nor an account's, which begins with a digit. */
export const jwtPrincipal = (issuer: string, claim: string, value: string): string =>
  JSON.stringify([issuer, claim, value]);
