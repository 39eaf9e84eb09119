// The request body is fixed when its attempt is accepted: this hash guards it against a deploy in between.

import { createHash } from 'node:crypto';

/** SHA-256, lower-case hexadecimal. */
export const bodyHashOf = (body: string): string => createHash('sha256').update(body, 'utf8').digest('hex');
