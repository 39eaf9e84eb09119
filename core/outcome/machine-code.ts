// Which part of a provider's error may be kept: a short machine code. Free text may quote the card or its owner.

import { isObject } from './reported-charge.ts';

const CODE = /^[a-z0-9_-]{1,64}$/;

/** Lower case, `[a-z0-9_-]`, 1..64 characters; null for anything else. */
export function machineCode(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const code = value.toLowerCase();
  return CODE.test(code) ? code : null;
}

/** The first of `error`'s named members that holds a machine code. */
export function errorCode(body: unknown, names: readonly ('decline_code' | 'code' | 'type')[]): string | null {
  if (!isObject(body) || !isObject(body.error)) return null;
  for (const name of names) {
    const code = machineCode(body.error[name]);
    if (code !== null) return code;
  }
  return null;
}
