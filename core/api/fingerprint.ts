// When two requests are the same: SHA-256 over the RFC 8785 form of the validated request with its route and ids.

import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

export interface FingerprintedRequest {
  readonly method: string;
  readonly route: string;
  readonly ids: readonly string[];
  /** The validated members that decide the outcome, as given. */
  readonly body: Readonly<Record<string, string | undefined>>;
}

/** Lower-case hexadecimal, 64 characters. */
export const fingerprintOf = (request: FingerprintedRequest): string =>
  createHash('sha256')
    .update(String(canonicalize(request)), 'utf8')
    .digest('hex');
